"""Reading one page: hop by hop through one transport, every hop archived, one outcome at the end."""

from dataclasses import dataclass, field
from functools import partial
from typing import Literal
from urllib.parse import quote_from_bytes

import anyio.to_thread

from loccit.ids import ContentId, digest
from loccit.policy import FetchPolicy
from loccit.protocols import Archive, Clock, HttpRequest, HttpResponse, NoResponse, Transport
from loccit.records import Body, Charset, Hop, MediaType, Origin, Retrieval
from loccit.records.retrieve import Via
from loccit.retrieve.coding import decode_content
from loccit.retrieve.markup import read_markup
from loccit.retrieve.outcome import Verdict, judge_markup, judge_status, judge_text, judge_type
from loccit.retrieve.refresh import immediate_refresh
from loccit.retrieve.robots import RobotsTxt, RobotsVerdict
from loccit.retrieve.sniff import HTML_TYPES, decode, sniff_charset, sniff_media_type
from loccit.urls import Url, parse

REDIRECTS = frozenset({301, 302, 303, 307, 308})

HopKind = Literal["request", "redirect", "meta_refresh"]


@dataclass(frozen=True, slots=True)
class Fetched:
    """A retrieval and the body it names.

    Attributes:
        body: bytes without transfer and content coding, to be stored with the record under
            ``retrieval.body.digest``; null where the record names none.
    """

    retrieval: Retrieval
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Allowance:
    """What allows a URL to be read: a selection of a candidate, or a direct request (then no candidate)."""

    authority: ContentId
    candidate: ContentId | None = None


@dataclass(slots=True)
class _Trail:
    """What is known so far on the way to the page."""

    requested: Url
    hops: list[Hop] = field(default_factory=list)
    final: Url | None = None
    refused_url: str | None = None
    robots: RobotsVerdict = field(default_factory=lambda: RobotsVerdict("not_checked"))
    response: HttpResponse | None = None
    via: Via = "network"
    witnessed: bool = True


@dataclass(frozen=True, slots=True)
class _Page:
    """What the last response amounts to."""

    verdict: Verdict
    media_type: MediaType | None = None
    charset: Charset | None = None
    body: bytes | None = None
    refresh: Url | None = None


@dataclass(frozen=True, slots=True)
class Retriever:
    """Reads pages through one door.

    Redirects, robots.txt and immediate refreshes all go through ``transport``, and so past its guard.

    Attributes:
        robots: asked before every hop; null means not to ask.
    """

    transport: Transport
    archive: Archive
    policy: FetchPolicy
    clock: Clock
    robots: RobotsTxt | None = None

    async def retrieve(self, url: str, *, allowance: Allowance, origin: Origin) -> Fetched:
        """Read one page.

        A page that can't be read is a result: the record's ``outcome`` and ``detail`` say why.

        Args:
            url: as the candidate, the selection's list or the person gave it.
            allowance: what allows it.
            origin: recorded as the origin of the retrieval.
        """
        start = parse(url)
        if start is None or start.faults:
            page = _Page(Verdict("invalid_url", "The text is no URL, or holds characters no URL may hold."))
            return self._finish(url, None, page, allowance=allowance, origin=origin)
        trail = _Trail(start)
        page = await self._follow(trail)
        return self._finish(url, trail, page, allowance=allowance, origin=origin)

    async def _follow(self, trail: _Trail) -> _Page:
        url, kind = trail.requested, _REQUEST
        seen: set[str] = set()
        while True:
            if refusal := self._refuse_hop(trail, url, seen):
                return _Page(refusal)
            seen.add(url.without_fragment)
            response = await self._request(trail, url, kind)
            if isinstance(response, Verdict):
                return _Page(response)
            step = _redirect(response, url)
            if isinstance(step, Verdict):
                return _Page(step)
            if step is not None:
                url, kind = step, _REDIRECT
                continue
            page = await anyio.to_thread.run_sync(self._read, response, trail.requested, url)
            if page.refresh is None:
                return page
            url, kind = page.refresh, _REFRESH

    def _refuse_hop(self, trail: _Trail, url: Url, seen: set[str]) -> Verdict | None:
        refusal: Verdict | None = None
        if len(trail.hops) > self.policy.max_redirects:
            refusal = Verdict("too_many_redirects", f"More than {self.policy.max_redirects} redirects.")
        elif url.without_fragment in seen:
            refusal = Verdict("too_many_redirects", f"The redirects lead back to {url.without_fragment}.")
        elif trail.final is not None and trail.final.scheme == "https" and url.scheme == "http":
            refusal = Verdict("https_downgrade", f"A page read over https led to {url.without_fragment} without it.")
        if refusal is not None:
            trail.refused_url = url.href
        return refusal

    async def _request(self, trail: _Trail, url: Url, kind: HopKind) -> HttpResponse | Verdict:
        """Request one hop, archive it and add it to the trail; return the response, or why the way ends here."""
        if self.robots is not None:
            trail.robots = await self.robots.verdict(url)
            if trail.robots.outcome != "ok":
                trail.refused_url = url.href if trail.robots.outcome in _REFUSALS else None
                return Verdict(trail.robots.outcome, trail.robots.detail)
        headers = (("User-Agent", self.policy.user_agent),)
        exchange = await self.transport.send(HttpRequest(url.without_fragment, headers=headers))
        archived = await anyio.to_thread.run_sync(partial(self.archive.append, exchange, at=self.clock.now()))
        trail.via, trail.witnessed = exchange.via, exchange.witnessed
        contacted = isinstance(exchange, HttpResponse) or bool(exchange.raw_request)
        if contacted:
            trail.final = url
            trail.hops.append(
                Hop(
                    url=url.without_fragment,
                    status=exchange.status if isinstance(exchange, HttpResponse) else None,
                    address=exchange.address,
                    location=exchange.header("Location") if isinstance(exchange, HttpResponse) else None,
                    request_record=archived.request_record,
                    response_record=archived.response_record,
                    kind=kind,
                    unsafe_allow=exchange.unsafe_allow if isinstance(exchange, HttpResponse) else None,
                )
            )
        if isinstance(exchange, NoResponse):
            trail.response = None
            if exchange.outcome in _REFUSALS:
                trail.refused_url = url.href
            return Verdict(exchange.outcome, exchange.detail)
        trail.response = exchange
        return exchange

    def _read(self, response: HttpResponse, requested: Url, final: Url) -> _Page:
        """Undo the coding of the last response and judge it."""
        coding = response.header("Content-Encoding")
        decoded = decode_content(coding, response.body, max_bytes=self.policy.max_decoded_bytes)
        if decoded.outcome != "ok":
            return _Page(judge_status(response, response.body) or Verdict(decoded.outcome, decoded.detail))
        body = decoded.body
        content_type = response.header("Content-Type")
        media_type = sniff_media_type(content_type, body)
        bad = judge_status(response, body) or judge_type(media_type)
        if bad is not None or media_type.sniffed == "application/pdf":
            return _Page(bad or _OK, media_type=media_type, body=body)
        charset = sniff_charset(content_type, media_type.sniffed, body)
        text = decode(body, charset.name)
        verdict, refresh = judge_text(text), None
        if verdict is None and media_type.sniffed in HTML_TYPES:
            markup = read_markup(text)
            refresh = immediate_refresh(markup, final)
            verdict = judge_markup(markup, requested=requested, final=final)
        return _Page(verdict or _OK, media_type=media_type, charset=charset, body=body, refresh=refresh)

    def _finish(self, url: str, trail: _Trail | None, page: _Page, *, allowance: Allowance, origin: Origin) -> Fetched:
        response = trail.response if trail is not None else None
        body = None
        if page.body is not None and response is not None:
            body = Body(
                wire_digest=digest(response.body),
                wire_length=len(response.body),
                digest=digest(page.body),
                length=len(page.body),
            )
        retrieval = Retrieval(
            origin=origin,
            candidate=allowance.candidate,
            authority=allowance.authority,
            requested_url=url,
            hops=tuple(trail.hops) if trail is not None else (),
            final_url=trail.final.without_fragment if trail is not None and trail.final is not None else None,
            refused_url=trail.refused_url if trail is not None else None,
            retrieved_at=self.clock.now(),
            status=response.status if response is not None else None,
            media_type=page.media_type,
            charset=page.charset,
            body=body,
            via=trail.via if trail is not None else "network",
            witnessed=trail.witnessed if trail is not None else True,
            robots=trail.robots.robots if trail is not None else "not_checked",
            outcome=page.verdict.outcome,
            detail=page.verdict.detail,
        )
        return Fetched(retrieval, page.body if body is not None else None)


_REFUSALS = frozenset(
    {"refused_address", "refused_scheme", "refused_port", "invalid_url", "credentials_in_url", "robots_disallowed"}
)
_OK = Verdict("ok", "The page was read.")
_REQUEST: HopKind = "request"
_REDIRECT: HopKind = "redirect"
_REFRESH: HopKind = "meta_refresh"


def location_text(value: str) -> str:
    """Return a Location value as ASCII: bytes beyond it are percent-encoded as they were sent.

    Header values are kept one character a byte; reading them as Latin-1 text would encode them twice.
    """
    return quote_from_bytes(value.encode("latin-1", "replace"), safe=_ASCII)


_ASCII = "".join(map(chr, range(0x21, 0x7F)))


def _redirect(response: HttpResponse, url: Url) -> Url | Verdict | None:
    """Return where a response leads, why that can't be followed, or null if it leads nowhere."""
    if response.status not in REDIRECTS:
        return None
    locations = {value for name, value in response.headers if name.lower() == "location"}
    if not locations:
        return None
    if len(locations) > 1:
        return Verdict("protocol_error", "The server sent several different Location headers.")
    target = parse(location_text(locations.pop().strip()), base=url.href)
    return target or Verdict("invalid_url", "The server's Location is no URL.")
