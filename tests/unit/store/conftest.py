"""A workspace, and a page with everything that hangs on it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from loccit.ids import digest
from loccit.records import (
    Agent,
    Block,
    Body,
    Charset,
    DirectRequest,
    Document,
    Layout,
    MediaType,
    Origin,
    Passage,
    ReadDocument,
    Retrieval,
)
from loccit.records.layout import encode_layout
from loccit.store.workspace import Workspace
from loccit.text.offsets import Span

AT = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
HTML = "<h1>漏水</h1><p>托盤必須水平 😀. The tray must be level.</p>".encode()
TEXT = "漏水\n托盤必須水平 😀. The tray must be level."
LAYOUT = Layout(
    blocks=(
        Block(0, 2, "heading", "main", True, 900_000, (), None, "zh-Hant", None),
        Block(3, len(TEXT), "paragraph", "main", True, 900_000, ("漏水",), None, "zh-Hant", None),
    ),
    sentences=(Span(3, 12), Span(13, len(TEXT))),
    hidden=(),
)


@dataclass(frozen=True)
class Page:
    """One read page as records, with the blobs they name."""

    request: DirectRequest
    retrieval: Retrieval
    document: Document
    passage: Passage
    blobs: tuple[bytes, ...]

    def put(self, workspace: Workspace) -> None:
        workspace.store.put([self.request, self.retrieval, self.document, self.passage], blobs=self.blobs)


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "work") as opened:
        yield opened


@pytest.fixture
def page(origin: Origin) -> Page:
    return read_page(origin)


@pytest.fixture
def read(origin: Origin) -> Callable[..., Page]:
    """Make a page of which some parts are as a test wants them."""

    def make(**changes: object) -> Page:
        return read_page(origin, **changes)

    return make


def read_page(origin: Origin, *, text: bytes = TEXT.encode(), layout: bytes | None = None, **changes: object) -> Page:
    """``text`` and ``layout`` are the blobs of the document, ``changes`` its fields."""
    layout = encode_layout(LAYOUT) if layout is None else layout
    request = DirectRequest(
        origin=origin,
        url="https://example.test/",
        purpose="direct",
        requested_by=Agent(kind="person", name="Ann"),
        requested_at=AT,
    )
    retrieval = Retrieval(
        origin=origin,
        candidate=None,
        authority=request.id,
        requested_url="https://example.test/",
        hops=(),
        final_url="https://example.test/",
        retrieved_at=AT,
        status=200,
        media_type=MediaType(declared="text/html", sniffed="text/html"),
        charset=Charset(name="utf-8", source="header"),
        body=Body(wire_digest=digest(b"compressed"), wire_length=10, digest=digest(HTML), length=len(HTML)),
        via="mirror",
        witnessed=False,
        robots="not_checked",
        outcome="ok",
        detail="Read.",
    )
    fields: dict[str, object] = {
        "origin": origin.model_copy(update={"used": (retrieval.id,)}),
        "body": digest(HTML),
        "extractor": "html",
        "extractor_version": "1",
        "options": {},
        "text": digest(text),
        "layout": digest(layout),
        "length": len(TEXT),
        "body_length": 0,
        "title_displayed": None,
        "title_declared": None,
        "languages": ("zh-Hant",),
        "dates": (),
        "versions": (),
        "visibility_basis": "full",
    }
    document = Document.model_validate(fields | changes)
    span = Span(TEXT.index("The tray"), len(TEXT))
    passage = ReadDocument(document, TEXT, LAYOUT).cut(span, origin=origin, context_length=8)
    return Page(request, retrieval, document, passage, (HTML, text, layout))
