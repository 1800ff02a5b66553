"""Result pages that somebody saved, read as if their engine had just been asked.

Nothing is contacted. Nobody here knows what the page was asked with, so of country, language and safe search the rows
name only what the user states; a saved page is marked as not witnessed.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self
from urllib.parse import parse_qsl, quote

from loccit.errors import BadInput
from loccit.ids import canonical_json, digest, scalar_text
from loccit.protocols import Engine, EngineProfile, Execution, HttpRequest, HttpResponse, NoResponse, ResultPage
from loccit.text.tokens import tokens

SCHEME = "saved"
_SETTINGS = frozenset({"country", "language", "safe_search"})
MAX_BYTES = 20 * 1024 * 1024
"""Bytes a saved page may have."""
_GZIP = b"\x1f\x8b"


def read_saved_page(path: Path) -> bytes:
    """Return a saved page's bytes, a gzip file undone.

    Raises:
        BadInput: naming the file, if it can't be read, is empty, damaged or too large.
    """
    try:
        with path.open("rb") as file:
            stored = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(str(path), f"expected a saved page that can be read ({error.strerror})") from error
    page = _inflated(path, stored) if stored.startswith(_GZIP) else stored
    if not 0 < len(page) <= MAX_BYTES:
        raise BadInput(str(path), f"expected a saved page of 1 to {MAX_BYTES} bytes")
    return page


def _inflated(path: Path, stored: bytes) -> bytes:
    inflate = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        page = inflate.decompress(stored, MAX_BYTES + 1)
    except zlib.error as error:
        raise BadInput(str(path), f"expected gzip that can be undone ({error})") from error
    if not inflate.eof and len(page) <= MAX_BYTES:
        raise BadInput(str(path), "expected a whole gzip file, got one that is cut off")
    return page


@dataclass(frozen=True, slots=True)
class SavedPages:
    """Saved pages by the query they answer, each query's in order, and what the user states of them.

    Attributes:
        stated: which of country, language and safe_search the user says the pages were asked with.
    """

    pages: Mapping[str, Sequence[bytes]]
    stated: frozenset[str] = frozenset()

    @classmethod
    def of(cls, queries: Sequence[str], bodies: Sequence[bytes], *, stated: frozenset[str] = frozenset()) -> Self:
        """Return one query's pages in order, or one page for each of several queries.

        Raises:
            BadInput: if the numbers fit neither.
        """
        distinct = tuple(dict.fromkeys(query.strip() for query in queries))
        if len(distinct) == 1:
            return cls({distinct[0]: tuple(bodies)}, stated)
        if len(distinct) != len(bodies):
            expected = f"expected pages of one query, or one page for each of the {len(distinct)} queries"
            raise BadInput("--from-html", f"{expected}, got {len(bodies)}")
        return cls({query: (body,) for query, body in zip(distinct, bodies, strict=True)}, stated)

    @property
    def most(self) -> int:
        """How many pages one query has, at most."""
        return max(len(pages) for pages in self.pages.values())

    def revision(self) -> str:
        """Return a mark of what was saved and stated."""
        digests = {query: [digest(page) for page in pages] for query, pages in self.pages.items()}
        return digest(canonical_json([digests, sorted(self.stated)]))

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Return the page a request of ``SavedEngine`` names."""
        for query, pages in self.pages.items():
            for number, body in enumerate(pages, start=1):
                if request.url == saved_url(query, number):
                    return _reply(request.url, body)
        return NoResponse(request.url, "not_mounted", "No such page was saved.", "mirror", witnessed=False)


@dataclass(frozen=True, slots=True)
class SavedEngine:
    """An engine of which only the reading is used: requests name saved pages."""

    inner: Engine
    stated: frozenset[str] = field(default=frozenset())

    @property
    def name(self) -> str:
        """The engine's name."""
        return self.inner.name

    @property
    def version(self) -> str:
        """The engine's version."""
        return self.inner.version

    @property
    def profile(self) -> EngineProfile:
        """What is known of the pages: their query, and what the user states."""
        known = frozenset({"query", "sponsored", "paging"}) & self.inner.profile.honours
        unknown = _SETTINGS - self.stated | {"query"} & self.inner.profile.unknown
        return EngineProfile(origin=f"{SCHEME}:", honours=known | self.stated, unknown=unknown)

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return a request that only ``SavedPages`` can answer."""
        return HttpRequest(saved_url(execution.query, page))

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the page's one state and its rows; nothing it offers is followed.

        What the page says of itself goes before what the user says of it: where it repeats another query, its rows
        answer that one.
        """
        page = self.inner.parse(replace(response, url=f"{SCHEME}:"))
        stated = stated_query(response.url)
        if page.shown_query is None or stated is None:
            page = self.inner.parse(response)
        elif page.state == "ok" and tokens(page.shown_query) != tokens(stated):
            reason = f"said to answer {stated!r}, the page answers {page.shown_query!r}"
            page = replace(page, state="relaxed_query", reason=reason, executed_query=page.shown_query)
        return replace(page, next_request=None)


def saved_url(query: str, page: int) -> str:
    """Return what stands for the address of a saved page; it names the query and nothing else."""
    return f"{SCHEME}:{page}?q={quote(scalar_text(query), safe='')}"


def stated_query(url: str) -> str | None:
    """Return the query that an address made by ``saved_url`` names, null for any other."""
    return dict(parse_qsl(url.partition("?")[2])).get("q") if url.startswith(f"{SCHEME}:") else None


def shown_query(engine: Engine, body: bytes) -> str | None:
    """Return the query that a saved page repeats, null if it repeats none."""
    return engine.parse(_reply(f"{SCHEME}:", body)).shown_query


def _reply(url: str, body: bytes) -> HttpResponse:
    return HttpResponse(url=url, status=200, headers=(), body=body, via="mirror", witnessed=False)
