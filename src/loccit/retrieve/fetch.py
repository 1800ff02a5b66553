"""Reading one page: hop by hop through one transport, every hop archived, one outcome at the end."""

import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from typing import Literal

import anyio
import anyio.to_thread

from loccit.ids import ContentId, digest
from loccit.policy import FetchPolicy
from loccit.protocols import Archive, Clock, HttpRequest, HttpResponse, NoResponse, Transport
from loccit.records import Body, Charset, Hop, MediaType, Origin, Retrieval
from loccit.records.retrieve import Via
from loccit.retrieve.coding import decode_content
from loccit.retrieve.markup import MAX_PARSED_BYTES, read_markup
from loccit.retrieve.memento import Memento, memento
from loccit.retrieve.outcome import judge_status, judge_text, judge_type
from loccit.retrieve.redirect import redirect
from loccit.retrieve.refresh import immediate_refresh
from loccit.retrieve.retry import pause_s
from loccit.retrieve.robots import RobotsTxt, RobotsVerdict
from loccit.retrieve.sniff import HTML_TYPES, decode, sniff_charset, sniff_media_type
from loccit.retrieve.validators import conditions, validators
from loccit.retrieve.verdict import Verdict
from loccit.retrieve.walls import CONSENT_IDS, is_challenge, judge_markup
from loccit.urls import Url, parse

HopKind = Literal["request", "redirect", "meta_refresh", "retry", "render"]


@dataclass(frozen=True, slots=True)
class Fetched:
    """A retrieval and the body it names.

    Attributes:
        body: bytes without transfer and content coding, to be stored with the record under
            ``retrieval.body.digest``; null where the record names none, or one that an earlier retrieval brought.
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
    """What is known so far on the way to the page; ``spent_s``: seconds that its exchanges and decoding took."""

    previous: Retrieval | None = None
    hops: list[Hop] = field(default_factory=list)
    final: Url | None = None
    refused_url: str | None = None
    robots: RobotsVerdict = field(default_factory=lambda: RobotsVerdict("not_checked"))
    response: HttpResponse | None = None
    via: Via = "network"
    witnessed: bool = True
    spent_s: float = 0.0


@dataclass(frozen=True, slots=True)
class _Page:
    """What the last response amounts to."""

    verdict: Verdict
    media_type: MediaType | None = None
    charset: Charset | None = None
    body: bytes | None = None
    refresh: Url | None = None
    confirms: Retrieval | None = None


@dataclass(frozen=True, slots=True)
class Retriever:
    """Reads pages through one door.

    Redirects, robots.txt and immediate refreshes all go through ``transport``, and so past its guard.

    Attributes:
        robots: asked before every hop; null means not to ask.
        jitter: gives a number from 0 to 1, by which pauses before retries differ.
        renderer: asked again for a page that shows nothing until its scripts run; null means that it stays unread.
        session: to be entered around several retrievals, where the transport can share connections among them.
    """

    transport: Transport
    archive: Archive
    policy: FetchPolicy
    clock: Clock
    robots: RobotsTxt | None = None
    jitter: Callable[[], float] = random.random
    renderer: Transport | None = None
    session: Callable[[], AbstractAsyncContextManager[None]] = nullcontext

    def through(self, wrap: Callable[[Transport], Transport]) -> "Retriever":
        """Return a retriever whose every request, for robots.txt too, goes through a transport around this one's."""
        transport = wrap(self.transport)
        return replace(self, transport=transport, robots=self.robots and self.robots.through(transport))

    async def retrieve(
        self, url: str, *, allowance: Allowance, origin: Origin, previous: Retrieval | None = None
    ) -> Fetched:
        """Read one page.

        A page that can't be read is a result: the record's ``outcome`` and ``detail`` say why.

        Args:
            url: as the candidate, the selection's list or the person gave it.
            allowance: what allows it.
            origin: recorded as the origin of the retrieval.
            previous: an earlier retrieval of the page; where the server says that nothing changed since, the new
                record names its body and confirms it.
        """
        start = parse(url)
        if start is None or start.faults:
            page = _Page(Verdict("invalid_url", "The text is no URL, or holds characters no URL may hold."))
            return self._finish(url, _Trail(), page, allowance=allowance, origin=origin)
        trail = _Trail(previous)
        page = await self._follow(trail, start)
        return self._finish(url, trail, page, allowance=allowance, origin=origin)

    async def _follow(self, trail: _Trail, start: Url) -> _Page:
        url, kind = start, _REQUEST
        seen: set[str] = set()
        while True:
            if refusal := self._refuse_hop(trail, url, seen):
                return _Page(refusal)
            seen.add(url.without_fragment)
            response = await self._request(trail, url, kind)
            if isinstance(response, Verdict):
                return _Page(response)
            step = redirect(response, url)
            if isinstance(step, Verdict):
                return _Page(step)
            if step is not None:
                url, kind = step, _REDIRECT
                continue
            if (
                response.status == 304
                and trail.previous is not None
                and conditions(trail.previous, url.without_fragment)
            ):
                return _unchanged(trail.previous)
            page = await self._judged(trail, response, start, url)
            if page.verdict.outcome == "needs_script" and self.renderer is not None:
                page = await self._render(trail, start, url, self.renderer) or page
            if page.refresh is None:
                return page
            url, kind = page.refresh, _REFRESH

    def _refuse_hop(self, trail: _Trail, url: Url, seen: set[str]) -> Verdict | None:
        refusal: Verdict | None = None
        if len(seen) > self.policy.max_redirects:
            refusal = Verdict("too_many_redirects", f"More than {self.policy.max_redirects} redirects.")
        elif url.without_fragment in seen:
            refusal = Verdict("too_many_redirects", f"The redirects lead back to {url.without_fragment}.")
        elif trail.final is not None and trail.final.scheme == "https" and url.scheme == "http":
            refusal = Verdict("https_downgrade", f"A page read over https led to {url.without_fragment} without it.")
        if refusal is not None:
            trail.refused_url = url.href
        return refusal or self._out_of_time(trail)

    def _out_of_time(self, trail: _Trail) -> Verdict | None:
        if trail.spent_s < self.policy.total_timeout_s:
            return None
        return Verdict("timeout", f"The page and what led to it took more than {self.policy.total_timeout_s} s.")

    def _left_s(self, trail: _Trail) -> float:
        return max(0.001, self.policy.total_timeout_s - trail.spent_s)

    async def _request(self, trail: _Trail, url: Url, kind: HopKind) -> HttpResponse | Verdict:
        """Request one hop, again if that may help; return the response, or why the way ends here."""
        if self.robots is not None:
            trail.robots = await self.robots.verdict(url, left_s=self._left_s(trail))
            trail.spent_s += trail.robots.spent_s
            if trail.robots.outcome != "ok":
                trail.refused_url = url.href if trail.robots.outcome in _REFUSALS else None
                return Verdict(trail.robots.outcome, trail.robots.detail)
            if late := self._out_of_time(trail):
                return late
        attempt = 1
        exchange = await self._attempt(trail, url, kind)
        while (pause := self._pause_s(exchange, attempt)) is not None and self._out_of_time(trail) is None:
            await anyio.sleep(pause)
            attempt += 1
            exchange = await self._attempt(trail, url, _RETRY)
        if isinstance(exchange, NoResponse):
            trail.response = None
            if exchange.outcome in _REFUSALS:
                trail.refused_url = url.href
            return Verdict(exchange.outcome, exchange.detail)
        trail.response = exchange
        return exchange

    async def _render(self, trail: _Trail, start: Url, url: Url, renderer: Transport) -> _Page | None:
        """Return the page as it is after its scripts ran, null if it could not be rendered."""
        before = trail.response, trail.via, trail.witnessed
        exchange = await self._attempt(trail, url, _RENDER, transport=renderer)
        if isinstance(exchange, NoResponse):
            trail.response, trail.via, trail.witnessed = before
            return None
        trail.response = exchange
        return await self._judged(trail, exchange, start, url)

    def _pause_s(self, exchange: HttpResponse | NoResponse, attempt: int) -> float | None:
        return pause_s(exchange, attempt=attempt, policy=self.policy, now=self.clock.now(), jitter=self.jitter)

    async def _attempt(
        self, trail: _Trail, url: Url, kind: HopKind, *, transport: Transport | None = None
    ) -> HttpResponse | NoResponse:
        """Send one request, archive the exchange and add it to the trail."""
        asked_if = conditions(trail.previous, url.without_fragment)
        headers = (("User-Agent", self.policy.user_agent), *asked_if)
        request = HttpRequest(url.without_fragment, headers=headers, timeout_s=self._left_s(trail))
        exchange = await (transport or self.transport).send(request)
        trail.spent_s += exchange.elapsed_s
        confirms = (
            trail.previous if asked_if and isinstance(exchange, HttpResponse) and exchange.status == 304 else None
        )
        revisits = confirms.hops[-1].response_record if confirms is not None and confirms.hops else None
        append = partial(self.archive.append, exchange, at=self.clock.now(), revisits=revisits)
        archived = await anyio.to_thread.run_sync(append)
        trail.via, trail.witnessed = exchange.via, exchange.witnessed
        if isinstance(exchange, HttpResponse) or exchange.raw_request:
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
        return exchange

    async def _judged(self, trail: _Trail, response: HttpResponse, requested: Url, final: Url) -> _Page:
        """Undo the coding of a response and judge it, beside the event loop and in the time that is left."""
        started_s = monotonic()
        ends_s = started_s + self._left_s(trail)
        read = partial(self._read, response, requested, final, expired=lambda: monotonic() > ends_s)
        page = await anyio.to_thread.run_sync(read)
        trail.spent_s += monotonic() - started_s
        return page

    def _read(self, response: HttpResponse, requested: Url, final: Url, *, expired: Callable[[], bool]) -> _Page:
        coding = response.header("Content-Encoding")
        limit = self.policy.max_decoded_bytes
        decoded = decode_content(coding, response.body, max_bytes=limit, expired=expired)
        if decoded.outcome != "ok":
            return _Page(judge_status(response, response.body) or Verdict(decoded.outcome, decoded.detail))
        body = decoded.body
        content_type = response.header("Content-Type")
        media_type = sniff_media_type(content_type, body)
        bad = judge_status(response, body) or judge_type(media_type)
        refused = bad is not None and bad.outcome == "http_error" and media_type.sniffed in HTML_TYPES
        if media_type.sniffed == "application/pdf" or (bad is not None and not refused):
            return _Page(bad or _OK, media_type=media_type, body=body)
        charset = sniff_charset(content_type, media_type.sniffed, body)
        text = decode(body[:MAX_PARSED_BYTES], charset.name)
        if bad is not None:
            # Bot guards answer 403, 429 or 503; what they say is no error of the page.
            bad = _CHALLENGE if is_challenge(read_markup(text)) else bad
            return _Page(bad, media_type=media_type, charset=charset, body=body)
        verdict, refresh = judge_text(text), None
        if verdict is None and media_type.sniffed in HTML_TYPES:
            markup = read_markup(text, consent_ids=CONSENT_IDS)
            refresh = immediate_refresh(markup, final)
            verdict = judge_markup(markup, requested=requested, final=final)
        return _Page(verdict or _OK, media_type=media_type, charset=charset, body=body, refresh=refresh)

    def _finish(self, url: str, trail: _Trail, page: _Page, *, allowance: Allowance, origin: Origin) -> Fetched:
        response, final = trail.response, trail.final
        etag, last_modified = validators(response) if response is not None else (None, None)
        body = _body(response, page)
        copy: Memento | None = memento(response, final) if response is not None and final is not None else None
        retrieval = Retrieval(
            origin=origin,
            candidate=allowance.candidate,
            authority=allowance.authority,
            requested_url=url,
            hops=tuple(trail.hops),
            final_url=final.without_fragment if final is not None else None,
            refused_url=trail.refused_url,
            retrieved_at=self.clock.now(),
            status=response.status if response is not None else None,
            media_type=page.media_type,
            charset=page.charset,
            body=body,
            via=trail.via,
            witnessed=trail.witnessed,
            robots=trail.robots.robots,
            outcome=page.verdict.outcome,
            detail=page.verdict.detail,
            etag=etag or (page.confirms.etag if page.confirms else None),
            last_modified=last_modified or (page.confirms.last_modified if page.confirms else None),
            confirms=page.confirms.id if page.confirms else None,
            archived_at=copy.archived_at if copy else None,
            original_url=copy.original_url if copy else None,
        )
        return Fetched(retrieval, page.body if body is not None else None)


def _body(response: HttpResponse | None, page: _Page) -> Body | None:
    if page.confirms is not None:
        return page.confirms.body
    if page.body is None or response is None:
        return None
    return Body(
        wire_digest=digest(response.body),
        wire_length=len(response.body),
        digest=digest(page.body),
        length=len(page.body),
    )


def _unchanged(previous: Retrieval) -> _Page:
    detail = "The server says that the page has not changed since it was read (304)."
    return _Page(Verdict("ok", detail), media_type=previous.media_type, charset=previous.charset, confirms=previous)


_REFUSALS = frozenset(
    {
        "refused_address",
        "refused_scheme",
        "refused_port",
        "invalid_url",
        "credentials_in_url",
        "excluded_domain",
        "robots_disallowed",
    }
)
_OK = Verdict("ok", "The page was read.")
_CHALLENGE = Verdict("challenge_page", "The server answered with a challenge for browsers.")
_REQUEST: HopKind = "request"
_REDIRECT: HopKind = "redirect"
_REFRESH: HopKind = "meta_refresh"
_RETRY: HopKind = "retry"
_RENDER: HopKind = "render"
