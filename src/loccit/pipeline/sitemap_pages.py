"""Making the pages searchable that a sitemap lists; they are read through the one door to pages, on record."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from anyio.to_thread import run_sync

from loccit.discover.folder import checked_base_url
from loccit.discover.sitemap import Entry
from loccit.ids import WorkKey
from loccit.pipeline.archive_pages import PAGE_TYPES
from loccit.pipeline.batch import request_in, unfinished
from loccit.pipeline.host_by_host import host_by_host
from loccit.pipeline.intake import MADE_BY, Intake, Place, Taken, Unreadable, batches, mark_of, page_of
from loccit.pipeline.parts import Parts
from loccit.pipeline.reading import Reader
from loccit.pipeline.results import IndexReport
from loccit.pipeline.sitemaps import SitemapReader, host_of, is_web
from loccit.pipeline.steps import Made, Steps
from loccit.records import Retrieval

_PASSING = frozenset({"dns_error", "connect_error", "tls_error", "protocol_error", "timeout", "challenge_page"})


class SitemapIndexer:
    """Reads the pages of a sitemap into the index."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._steps = Steps(parts.store)

    async def index(self, sitemap: str, base_url: str | None = None) -> IndexReport:
        """Index the pages a sitemap lists: from a mounted folder or an archive that holds them, else from the network.

        A page whose ``lastmod`` is the one it was read after is not read again; without one, its server is asked
        whether it has changed. An interrupted run goes on where it was. Pages that are no longer listed are taken out,
        if all of the sitemap could be read.

        Args:
            sitemap: a file or a web address; a robots.txt stands for the sitemaps it names.
            base_url: an address of the site that a file is about; null: the file's first address says which it is.

        Raises:
            BadInput: naming the file or the base URL.
        """
        address = sitemap if is_web(sitemap) else str(Path(sitemap).resolve())
        source = f"sitemap:{address}"
        batch = await unfinished("index", [source], steps=self._steps)
        host = None if base_url is None else host_of(checked_base_url(base_url))
        door = Reader(self._parts)
        reader = SitemapReader(self._parts, door, batch, host)
        intake = Intake(self._parts, source, total=0)
        pages = _Pages(self._parts, door, source, batch)
        seen: set[str] = set()
        async with self._parts.retriever.session():
            async for entries in reader.pages(address):
                fresh = self._within(reader, [entry for entry in entries if entry.url not in seen], len(seen))
                seen.update(entry.url for entry in fresh)
                intake.total = len(seen)
                await self._take(fresh, pages, intake)
        await intake.keep(reader.failed)
        removed = await intake.drop_gone() if reader.whole else 0
        await self._steps.finish(batch, Made(results=()))
        return IndexReport(
            source=address,
            pages_seen=len(seen),
            pages_indexed=intake.indexed,
            pages_unchanged=intake.unchanged,
            pages_passed_over=intake.passed_over,
            pages_removed=removed,
            failures=tuple(intake.failures),
            problems=tuple(reader.problems),
        )

    def _within(self, reader: SitemapReader, entries: list[Entry], before: int) -> list[Entry]:
        """Return as many entries as may still be read."""
        most = self._parts.policy.index.max_sitemap_pages
        if before + len(entries) > most:
            reader.whole = False
            reader.problems.append(f"No more than {most} pages of one sitemap are read.")
        return entries[: most - before]

    async def _take(self, entries: Sequence[Entry], pages: "_Pages", intake: Intake) -> None:
        per_host = self._parts.policy.fetch.per_host_concurrency
        for batch in batches(entries):
            outcomes = await host_by_host(batch, pages.page, url=lambda entry: entry.url, per_host=per_host)
            await intake.keep([(entry.url, outcome) for entry, outcome in zip(batch, outcomes, strict=True)])


@dataclass(frozen=True, slots=True)
class _Pages:
    """Reads the pages of one batch."""

    parts: Parts
    reader: Reader
    source: str
    batch: WorkKey

    async def page(self, entry: Entry) -> Taken:
        """Return what became of a listed page."""
        index = self.parts.index
        stamp = self._stamp(entry)
        known = await run_sync(partial(index.stamp_of, entry.url, source=self.source))
        if stamp and known == stamp:
            return "unchanged"
        authority = await request_in(self.batch, entry.url, purpose="direct", parts=self.parts)
        retrieval, document, failure = await self.reader.fetch(entry.url, authority)
        if retrieval.outcome == "ok" and failure is not None:
            return Unreadable(failure.code, failure.sentence)
        if retrieval.outcome == "unsupported_type" or (document is not None and not _is_page(retrieval)):
            return "no_page"
        if document is None or retrieval.body is None:
            return Unreadable(retrieval.outcome, retrieval.detail, passing=_is_passing(retrieval))
        mark = mark_of(retrieval.body.digest)
        if known == stamp and await run_sync(partial(index.digest_of, entry.url, source=self.source)) == mark:
            return "unchanged"
        captured_at = retrieval.archived_at or retrieval.retrieved_at
        place = Place(entry.url, self.source, stamp, retrieval.via, captured_at)
        return await run_sync(partial(page_of, document, place, mark=mark))

    def _stamp(self, entry: Entry) -> str:
        # A page that changed today may change again today: until the day is over, its date says nothing.
        is_over = entry.over_at is not None and entry.over_at <= self.parts.clock.now()
        return f"{entry.lastmod} {MADE_BY}" if is_over else ""


def _is_page(retrieval: Retrieval) -> bool:
    return retrieval.media_type is not None and retrieval.media_type.sniffed in PAGE_TYPES


def _is_passing(retrieval: Retrieval) -> bool:
    """Tell whether a failure says nothing about the page: the server was not reached, or not in a state to answer."""
    status = retrieval.status or 0
    return retrieval.outcome in _PASSING or (retrieval.outcome == "http_error" and (status >= 500 or status == 429))
