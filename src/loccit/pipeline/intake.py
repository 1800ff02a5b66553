"""Taking the pages of one source into the index, a batch at a time, and taking out those that it has no more."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeVar

from anyio.to_thread import run_sync

from loccit.extract.document import EXTRACTOR, EXTRACTOR_VERSION, ExtractionFailed, Source
from loccit.ids import ContentId, Digest, canonical_json, digest
from loccit.pipeline.parts import Parts
from loccit.pipeline.steps import Steps
from loccit.protocols import IndexPage
from loccit.records import Failure, ReadDocument
from loccit.records.retrieve import Via
from loccit.version import __version__

BATCH = 32
"""Pages that become searchable together; after a crash the work goes on at the last batch."""

AT_ONCE = 4
"""Pages held in memory together."""

MADE_BY = f"{EXTRACTOR} {EXTRACTOR_VERSION} {__version__}"
"""What reads pages for the index; pages that another version has read are read again."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why there is no page; ``passing``: it may be there next time, so what was read earlier stays."""

    code: str
    sentence: str
    passing: bool = False


Taken = IndexPage | Unreadable | Literal["unchanged", "no_page"]
"""What became of an address: its page, why there is none, or that there is nothing to do. ``no_page``: it leads
elsewhere or to what nobody reads, such as an image."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page was found and how it is read, as the index keeps it (see ``IndexPage``)."""

    url: str
    source: str
    stamp: str = ""
    via: Via = "mirror"
    captured_at: datetime | None = None


@dataclass(slots=True)
class Intake:
    """Keeps what became of the addresses of one source, and counts.

    Attributes:
        total: how many addresses there are, as far as is known; for the display.
        held: URLs whose pages the index has.
    """

    parts: Parts
    source: str
    total: int | None = None
    indexed: int = 0
    unchanged: int = 0
    passed_over: int = 0
    failures: list[Failure] = field(default_factory=list)
    held: set[str] = field(default_factory=set)

    @property
    def done(self) -> int:
        """How many addresses have been dealt with."""
        return self.indexed + self.unchanged + self.passed_over + len(self.failures)

    async def keep(self, taken: Sequence[tuple[str, Taken]]) -> None:
        """Make the pages of a batch searchable, together, and put on record what could not be read."""
        pages = [one for _, one in taken if isinstance(one, IndexPage)]
        failed = [self._failure(url, why) for url, why in taken if isinstance(why, Unreadable)]
        await run_sync(self.parts.index.add, pages)
        await Steps(self.parts.store).keep(*failed)
        self.indexed += len(pages)
        self.unchanged += sum(one == "unchanged" for _, one in taken)
        self.passed_over += sum(one == "no_page" for _, one in taken)
        self.failures += failed
        self.held.update(url for url, one in taken if _is_held(one))
        if taken:
            self.parts.report("index", taken[-1][0], done=self.done, total=self.total)

    async def drop_gone(self) -> int:
        """Take out what the index has of this source and the source has no more; return how many pages."""
        return await run_sync(self._drop_gone)

    def _drop_gone(self) -> int:
        index = self.parts.index
        gone = [url for url in index.urls_of(self.source) if url not in self.held]
        return index.remove(gone, source=self.source) if gone else 0

    def _failure(self, url: str, why: Unreadable) -> Failure:
        return Failure(
            origin=self.parts.origin("index"),
            stage="discover",
            subject=url,
            code=why.code,
            sentence=why.sentence,
            failed_at=self.parts.clock.now(),
        )


def batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield items in batches, in order."""
    for first in range(0, len(items), BATCH):
        yield items[first : first + BATCH]


def mark_of(content: Digest, date: str = "") -> Digest:
    """Return the mark of a page that was made of these bytes: it changes with them, their date, and what reads them."""
    return digest(canonical_json([content, date, MADE_BY]))


async def extracted_page(source: Source, place: Place, *, mark: Digest, parts: Parts) -> IndexPage | Unreadable:
    """Extract a decoded body and return it as a page of the index."""
    extracted = await parts.extractor(source, parts.origin("index", ContentId(source.digest)))
    if isinstance(extracted, ExtractionFailed):
        return Unreadable(extracted.code, extracted.sentence)
    return page_of(extracted.document, place, mark=mark)


def page_of(document: ReadDocument, place: Place, *, mark: Digest) -> IndexPage:
    """Return a document as a page of the index."""
    return IndexPage(
        url=place.url,
        title=document.record.title_declared or document.record.title_displayed or "",
        headings="\n".join(dict.fromkeys(_headings(document))),
        body=_body(document),
        language=next(iter(document.record.languages), ""),
        digest=mark,
        source=place.source,
        stamp=place.stamp,
        via=place.via,
        captured_at=place.captured_at,
    )


def _is_held(taken: Taken) -> bool:
    return isinstance(taken, IndexPage) or taken == "unchanged" or (isinstance(taken, Unreadable) and taken.passing)


def _headings(document: ReadDocument) -> Iterable[str]:
    for block in document.layout.blocks:
        if block.kind in ("heading", "term"):
            yield document.text[block.start : block.end]


def _body(document: ReadDocument) -> str:
    blocks = [block for block in document.layout.blocks if block.body] or document.layout.blocks
    return "\n".join(document.text[block.start : block.end] for block in blocks)
