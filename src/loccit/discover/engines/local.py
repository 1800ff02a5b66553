"""The engine ``local``: the index on this machine, asked and read like any search service.

Its requests have the scheme ``loccit-index`` and leave no machine; its replies are JSON, so they are captured byte
for byte and parsed like everybody else's.
"""

import json
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from anyio.to_thread import run_sync

from loccit.ids import scalar_text
from loccit.protocols import (
    EngineProfile,
    Execution,
    HttpRequest,
    HttpResponse,
    Index,
    IndexHit,
    NoResponse,
    ParsedRow,
    ResultPage,
)

SCHEME = "loccit-index"
MAX_ROWS_PER_PAGE = 100


class LocalEngine:
    """Requests to the local index and the reading of its replies; pure."""

    name = "local"
    version = "1"
    profile = EngineProfile(origin=f"{SCHEME}:", honours=frozenset({"query", "paging"}))

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1."""
        rows = min(execution.rows_per_page, MAX_ROWS_PER_PAGE)
        query = urlencode(
            {"q": scalar_text(execution.query), "limit": rows, "offset": (page - 1) * rows}, quote_via=quote
        )
        return HttpRequest(url=f"{SCHEME}:search?{query}", headers=(("Accept", "application/json"),))

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the page's one state and its rows; a reply of another shape is ``unrecognised_layout``."""
        if response.status != 200:
            return ResultPage("http_error", reason=f"the index answered status {response.status}")
        try:
            reply = json.loads(response.body)
            rows = tuple(_row(hit) for hit in reply["hits"])
            last = reply["last"] is True
        except (ValueError, KeyError, TypeError) as error:
            return ResultPage("unrecognised_layout", reason=f"the index's reply can't be read: {error!r}")
        return ResultPage("ok" if rows else "no_results", rows, last=last or not rows)


def _row(hit: Any) -> ParsedRow:  # noqa: ANN401 - JSON of unknown shape, checked here
    if not isinstance(hit, dict) or not all(isinstance(hit[name], str) for name in ("url", "title", "snippet")):
        raise TypeError("a hit is no object with url, title and snippet")
    return ParsedRow(title=hit["title"], href=hit["url"], url=hit["url"], snippet=hit["snippet"])


@dataclass(frozen=True, slots=True)
class IndexTransport:
    """Answers ``loccit-index:`` requests from an index; refuses every other scheme."""

    index: Index

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Return the hits as JSON: ``query``, ``offset``, ``last`` and ``hits``, each as an object of its fields."""
        parts = urlsplit(request.url)
        if parts.scheme != SCHEME:
            return NoResponse(request.url, "refused_scheme", f"expected {SCHEME}: requests", "mirror", witnessed=False)
        asked = parse_qs(parts.query, keep_blank_values=True)
        try:
            query, limit, offset = asked["q"][0], int(asked["limit"][0]), int(asked["offset"][0])
        except (KeyError, ValueError):
            return _reply(request, 400, {"error": "expected q, limit and offset"})
        # One hit more than asked for tells whether another page follows.
        hits = await run_sync(partial(self.index.search, query, limit=limit + 1, offset=offset))
        shown = [_shown(hit) for hit in hits[:limit]]
        return _reply(request, 200, {"query": query, "offset": offset, "last": len(hits) <= limit, "hits": shown})


def _shown(hit: IndexHit) -> dict[str, str]:
    shown = {"url": hit.url, "title": hit.title, "snippet": hit.snippet}
    return shown if hit.captured_at is None else {**shown, "captured_at": hit.captured_at.isoformat()}


def _reply(request: HttpRequest, status: int, content: dict[str, object]) -> HttpResponse:
    return HttpResponse(
        url=request.url,
        status=status,
        headers=(("Content-Type", "application/json; charset=utf-8"),),
        body=json.dumps(content, ensure_ascii=False).encode(),
        via="mirror",
        witnessed=False,
    )
