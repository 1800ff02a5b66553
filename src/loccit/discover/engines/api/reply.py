"""Read the JSON reply of a search service: its rows, what it says about itself, and the one verdict."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from loccit import urls
from loccit.discover.engines.asking import query_string
from loccit.discover.engines.body import body_of
from loccit.discover.engines.reading import YIELDING
from loccit.discover.engines.rows import domain_shown
from loccit.discover.page_state import Asked, Signs, judge
from loccit.discover.unwrap import Unwrapped, unwrap
from loccit.ids import json_kind
from loccit.protocols import HttpRequest, HttpResponse, ParsedRow, ResultPage
from loccit.text.tokens import tokens

_BASE = "https://www.google.com/"
"""What a relative link in a reply would be relative to; it then leads to the engine's own pages."""
_MAX_QUOTED = 200
_HEADERS = (("Accept", "application/json"), ("Accept-Encoding", "identity"))
"""No content coding: a service that repeats a credential in its reply can then be caught at it."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a service calls the parts of a row.

    Attributes:
        links: the first one that can be unwrapped to an address counts.
        plain: makes text of a snippet that is written in another form.
    """

    title: str = "title"
    links: tuple[str, ...] = ("link",)
    snippet: str = "snippet"
    position: str = "position"
    plain: Callable[[str], str] = str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a service's reply holds.

    Attributes:
        rows: the array of organic rows as found; anything else than a list of objects makes the layout unknown.
        adverts: the array of adverts, likewise, if the service has one.
        shown_query: the query as the reply repeats it.
        executed_query: the words it says its rows answer.
        empty: why an absent array means that nothing was found, as the reply says.
        failure: what went wrong at the service, where the reply says so.
        blocked: that the engines behind the service refused, where the reply says so.
        task_id: what the finished reply is asked for by, where there is none yet.
        last: whether the reply says that no page follows.
    """

    rows: object
    names: Names = Names()
    adverts: object = None
    advert_names: Names = Names(snippet="description")
    shown_query: str | None = None
    executed_query: str | None = None
    empty: str | None = None
    failure: str | None = None
    blocked: str | None = None
    task_id: str | None = None
    pending: bool = False
    last: bool = False


Reader = Callable[[Mapping[str, object]], Reading]


def read_reply(response: HttpResponse, reader: Reader, *, asked: Asked | None = None) -> ResultPage:
    """Return a reply's one state and its rows; never raises for what a server sent."""
    content = _json(response)
    if response.status not in {200, 201}:
        return _failed(response, content)
    if not isinstance(content, dict):
        return ResultPage("unrecognised_layout", reason=f"the reply is no JSON object ({_kind(content)})")
    reading = reader(content)
    if reading.pending or response.status == 201:
        return ResultPage("pending", reason="the service has not finished", task_id=reading.task_id)
    if reading.failure:
        return ResultPage("http_error", reason=f"the service reports: {reading.failure[:_MAX_QUOTED]}")
    return _page(reading, asked or Asked())


def _page(reading: Reading, asked: Asked) -> ResultPage:
    found = [] if reading.rows is None and reading.empty else reading.rows
    organic = _rows(found, reading.names, sponsored=False)
    adverts = _rows(reading.adverts or [], reading.advert_names, sponsored=True)
    if organic is None or adverts is None:
        return ResultPage("unrecognised_layout", reason="the array of rows is missing, or no list of rows with links")
    if not organic and reading.blocked:
        return ResultPage("blocked", reason=reading.blocked)
    other = reading.executed_query
    query = asked.query or reading.shown_query
    relaxed = bool(other and query and tokens(other) != tokens(query))
    signs = Signs(
        no_results=reading.empty or "the array of rows is empty",
        relaxed=f"the service says that rows answer {other!r}" if relaxed else None,
        shown_query=reading.shown_query,
    )
    verdict = judge((*adverts, *organic), signs, asked)
    return ResultPage(
        state=verdict.state,
        rows=(*adverts, *organic) if verdict.state in YIELDING else (),
        reason=verdict.reason,
        last=reading.last,
        shown_query=reading.shown_query,
        executed_query=other,
        overlap=verdict.overlap,
    )


def _rows(found: object, names: Names, *, sponsored: bool) -> list[ParsedRow] | None:
    """Return the rows of an array; null if it is none, or if none of its members is a row with an address."""
    if not isinstance(found, list):
        return None
    rows = []
    for member in found:
        if not isinstance(member, dict):
            return None
        rows.append(_row(member, names, sponsored=sponsored))
    return rows if not rows or any(row.href and row.title for row in rows) else None


def _row(member: Mapping[str, object], names: Names, *, sponsored: bool) -> ParsedRow:
    """Return a row, also for a member without an address: it is seen, and excluded later."""
    hrefs = [href for href in (text(member, name) for name in names.links) if href]
    targets = [unwrap(href, base=_BASE) for href in hrefs]
    target = next((one for one in targets if one.url), targets[0] if targets else Unwrapped(None, "hidden"))
    position = member.get(names.position)
    return ParsedRow(
        title=" ".join((text(member, names.title) or "").split()),
        href=hrefs[0] if hrefs else "",
        url=target.url,
        snippet=" ".join(names.plain(text(member, names.snippet) or "").split()),
        sponsored=sponsored or target.kind == "advert",
        advertiser_domain=_advertiser(member, target) if sponsored else None,
        unwrapped_by=target.rule,
        position=position if isinstance(position, int) and not isinstance(position, bool) else None,
    )


def _advertiser(member: Mapping[str, object], target: Unwrapped) -> str | None:
    shown = text(member, "displayed_link") or text(member, "domain")
    return (domain_shown(shown) if shown else None) or (urls.domain(target.url) if target.url else None)


def _failed(response: HttpResponse, content: object) -> ResultPage:
    status = response.status
    said = ""
    if isinstance(content, dict):
        found = (text(content, name) for name in ("message", "error", "detail", "status_message", "msg"))
        nested = text(at(content, "error"), "message")
        said = next((one for one in found if one), None) or nested or ""
    wait = response.header("Retry-After")
    parts = [
        f"the service answered status {status}",
        said[:_MAX_QUOTED],
        f"to be asked again after {wait}" if wait else "",
    ]
    return ResultPage("http_error", reason=": ".join(part for part in parts if part))


def _json(response: HttpResponse) -> object:
    body = body_of(response)
    try:
        return None if body is None else json.loads(body)
    except (ValueError, RecursionError):
        return None


def _kind(content: object) -> str:
    return "it can't be parsed" if content is None else json_kind(content)


# --- JSON of unknown shape ----------------------------------------------------------------------------------------


def at(value: object, *path: str | int) -> object:
    """Return what stands at a path of keys and places in a JSON value, null if nothing does."""
    for step in path:
        if isinstance(step, str) and isinstance(value, dict):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, list) and -len(value) <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def text(value: object, *path: str | int) -> str | None:
    """Return the text at a path, null if there is none or it is empty."""
    found = at(value, *path)
    return found if isinstance(found, str) and found.strip() else None


# --- requests -----------------------------------------------------------------------------------------------------


def get_json(url: str, parameters: Mapping[str, str], *, secrets: frozenset[str] = frozenset()) -> HttpRequest:
    """Return a GET request for JSON; ``secrets`` are header names."""
    return HttpRequest(f"{url}?{query_string(parameters)}", headers=_HEADERS, secrets=secrets)


def post_json(url: str, content: object, *, secrets: frozenset[str]) -> HttpRequest:
    """Return a POST request that carries JSON and asks for JSON."""
    body = json.dumps(content, ensure_ascii=False).encode(errors="replace")
    headers = (("Content-Type", "application/json"), *_HEADERS)
    return HttpRequest(url, method="POST", headers=headers, body=body, secrets=secrets)
