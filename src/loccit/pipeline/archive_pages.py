"""Making the pages of an archive searchable (WARC or WACZ), and taking the archive in as what they are read from."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Self

from anyio.to_thread import run_sync

from loccit.errors import BadInput
from loccit.ids import ContentId
from loccit.pipeline.importing import Import, file_digest, take_in
from loccit.pipeline.intake import AT_ONCE, MADE_BY, Intake, Place, Taken, Unreadable, batches, extracted_page, mark_of
from loccit.pipeline.mounts import current_mounts, mount_of
from loccit.pipeline.parts import Parts
from loccit.pipeline.reading import source_of
from loccit.pipeline.results import IndexReport
from loccit.pipeline.side_by_side import side_by_side
from loccit.protocols import ArchivedExchange, HttpResponse, NoResponse
from loccit.records import Retrieval
from loccit.retrieve.fetch import Allowance, Retriever
from loccit.retrieve.sniff import HTML_TYPES
from loccit.transport.replay import ReplayTransport

PAGE_TYPES = frozenset({"application/pdf", "text/plain", "text/markdown", *HTML_TYPES})
"""What is searchable of an archive: pages and papers, not the data and scripts that pages load."""

_DAMAGED = frozenset({"truncated", "undecodable", "too_large"})


@dataclass(frozen=True, slots=True)
class _State:
    """An archive as it was when it had been indexed to its end.

    Attributes:
        stamp: time (ns) and size (bytes) of the file.
        digest: of its bytes.
        copies: where the WARC files in it were taken to.
        made_by: what read its pages.
    """

    stamp: str
    digest: str
    copies: tuple[str, ...]
    made_by: str = MADE_BY

    @classmethod
    def read(cls, mark: str | None) -> Self | None:
        """Return the state that a mark in the index tells, null if there is none."""
        known = json.loads(mark) if mark else None
        return None if known is None else cls(**{**known, "copies": tuple(known["copies"])})

    def holds(self) -> bool:
        """Tell whether what was taken in is still there, and read as it would be read now."""
        return self.made_by == MADE_BY and all(Path(copy).is_file() for copy in self.copies)


@dataclass(frozen=True, slots=True)
class Unkept:
    """An archive that keeps nothing: what is read from somebody's archive need not be archived again to be found."""

    def append(
        self, exchange: HttpResponse | NoResponse, *, at: datetime, revisits: str | None = None
    ) -> ArchivedExchange:
        """Keep nothing."""
        del exchange, at, revisits
        return ArchivedExchange(None, None)


class ArchiveIndexer:
    """Reads an archive, page by page, into the index."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def index(self, file: Path) -> IndexReport:
        """Take an archive in and index its pages; of several copies of a page the newest.

        Nothing is done where the file is the same as last time. Pages that a mounted folder answers for are left out,
        as they would never be read from the archive.

        Raises:
            BadInput: if the file can't be read, is no WARC or WACZ file, or holds no record that can be read.
        """
        source = file.resolve().as_uri()
        known = _State.read(await run_sync(self._parts.index.mark_of, source))
        stamp = await run_sync(_stamp, file)
        content = known.digest if known is not None and known.stamp == stamp else await run_sync(_digest, file)
        if known is not None and known.holds() and known.digest == content:
            await self._mark(source, _State(stamp, content, known.copies))
            there = len(await run_sync(self._parts.index.urls_of, source))
            return IndexReport(source, pages_seen=there, pages_indexed=0, pages_unchanged=there, failures=())
        taken = await run_sync(partial(take_in, self._parts.workspace, file, clock=self._parts.clock))
        report = await self._read(source, taken)
        copies = tuple(str(one.path) for one in taken.report.files)
        await self._mark(source, _State(stamp, content, copies))
        return report

    async def _read(self, source: str, taken: Import) -> IndexReport:
        files = [one.path for one in taken.report.files]
        most = self._parts.policy.fetch.max_wire_bytes
        replay = await run_sync(partial(ReplayTransport, files, max_bytes=most))
        mounts = await run_sync(current_mounts, self._parts.store)
        urls = [url for url in replay.urls() if mount_of(url, mounts) is None]
        copies = _Copies(self._parts, source, replay, taken.archives[0].id)
        intake = Intake(self._parts, source, total=len(urls))
        for batch in batches(urls):
            outcomes = await side_by_side(batch, copies.page, at_once=AT_ONCE)
            await intake.keep(list(zip(batch, outcomes, strict=True)))
        return IndexReport(
            source,
            pages_seen=len(urls),
            pages_indexed=intake.indexed,
            pages_unchanged=intake.unchanged,
            pages_passed_over=intake.passed_over,
            pages_removed=await intake.drop_gone(),
            failures=tuple(intake.failures),
            archives=taken.archives,
            problems=tuple(_problems(taken)),
        )

    async def _mark(self, source: str, state: _State) -> None:
        await run_sync(self._parts.index.mark, source, json.dumps(asdict(state)))


class _Copies:
    """Reads the copies in one archive, as the pages will be read, and keeps no record of it."""

    def __init__(self, parts: Parts, source: str, replay: ReplayTransport, archive: ContentId) -> None:
        self._parts = parts
        self._source = source
        self._allowance = Allowance(archive)
        self._retriever = Retriever(replay, Unkept(), parts.policy.fetch, parts.clock)

    async def page(self, url: str) -> Taken:
        """Return what the newest copy of a URL is."""
        origin = self._parts.origin("index", self._allowance.authority)
        fetched = await self._retriever.retrieve(url, allowance=self._allowance, origin=origin)
        retrieval = fetched.retrieval
        if retrieval.outcome in _DAMAGED:
            return Unreadable(retrieval.outcome, retrieval.detail)
        body = fetched.body
        if body is None or retrieval.body is None or not _is_page(url, retrieval):
            return "no_page"
        captured_at = retrieval.archived_at
        mark = mark_of(retrieval.body.digest, "" if captured_at is None else captured_at.isoformat())
        if await run_sync(partial(self._parts.index.digest_of, url, source=self._source)) == mark:
            return "unchanged"
        place = Place(url, self._source, via="replay", captured_at=captured_at)
        source = await run_sync(source_of, retrieval, body)
        return await extracted_page(source, place, mark=mark, parts=self._parts)


def _is_page(url: str, retrieval: Retrieval) -> bool:
    kind = retrieval.media_type
    return retrieval.outcome == "ok" and retrieval.final_url == url and kind is not None and kind.sniffed in PAGE_TYPES


def _problems(taken: Import) -> Iterator[str]:
    for problem in taken.report.problems:
        record = "" if problem.record_id is None else f", {problem.record_id}"
        yield f"{problem.file}, byte {problem.offset}{record}: {problem.sentence}"


def _stamp(file: Path) -> str:
    try:
        found = file.stat()
    except OSError as error:
        raise _unreadable(file, error) from error
    return f"{found.st_mtime_ns} {found.st_size}"


def _digest(file: Path) -> str:
    try:
        return file_digest(file)
    except OSError as error:
        raise _unreadable(file, error) from error


def _unreadable(file: Path, error: OSError) -> BadInput:
    return BadInput(str(file), f"expected a file that can be read ({error.strerror or error})")
