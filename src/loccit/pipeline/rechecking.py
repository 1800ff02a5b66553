"""Reading cited pages again: what became of each passage that was handed over or cited.

A run that was interrupted goes on where it was, on the same day (UTC): what it has read is not read again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from anyio.to_thread import run_sync

from loccit.ids import ContentId
from loccit.pipeline.batch import request_in, unfinished
from loccit.pipeline.host_by_host import host_by_host
from loccit.pipeline.parts import Parts
from loccit.pipeline.reading import Reader
from loccit.pipeline.steps import Made, Steps
from loccit.protocols import Store
from loccit.records import Citation, Document, Handoff, Passage, ReadDocument, Recheck, Record, Release, Retrieval
from loccit.retrieve.recheck import recheck
from loccit.urls import parse


@dataclass(slots=True)
class Cited:
    """A passage of a page, and what rests on it.

    Attributes:
        url: the address it was cited by, without fragment.
        cited_by: ids of the handoffs and citations that name it, oldest first.
        claims: ids of the claims it was cited for.
    """

    passage: ContentId
    url: str
    cited_by: list[ContentId] = field(default_factory=list)
    claims: list[ContentId] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A cited passage, the new reading of its page, and what came of it."""

    cited: Cited
    passage: Passage
    retrieval: Retrieval
    recheck: Recheck


class Rechecker:
    """Reads cited pages again, each once; several hosts side by side."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._steps = Steps(parts.store)
        self._reader = Reader(parts)

    async def recheck(self, *, since: datetime | None = None) -> tuple[Rechecked, ...]:
        """Return what became of each cited passage, in the order of first citation; every result is stored.

        Args:
            since: leave out what was only cited before (see `cited_passages`); null: nothing is left out.
        """
        cited = await run_sync(partial(cited_passages, self._parts.store, since=since))
        if not cited:
            return ()
        pages: dict[str, list[Cited]] = {}
        for one in cited:
            pages.setdefault(one.url, []).append(one)
        day = f"{self._parts.clock.now():%Y-%m-%d}"
        key = await unfinished("recheck", [day, *(f"{one.passage} {one.url}" for one in cited)], steps=self._steps)
        done = 0

        async def page(url: str) -> tuple[Rechecked, ...]:
            nonlocal done
            request = await request_in(key, url, purpose="recheck", parts=self._parts)
            retrieval, document, _ = await self._reader.fetch(url, request)
            results = tuple([await self._compare(one, retrieval, document) for one in pages[url]])
            done += 1
            self._parts.report("recheck", url, done=done, total=len(pages), detail=retrieval.outcome)
            return results

        async with self._parts.retriever.session():
            per_host = self._parts.policy.fetch.per_host_concurrency
            found = await host_by_host(list(pages), page, url=str, per_host=per_host)
        await self._steps.finish(key, Made(results=()))
        by_place = {(one.passage.id, one.cited.url): one for results in found for one in results}
        return tuple(by_place[one.passage, one.url] for one in cited)

    async def _compare(self, cited: Cited, retrieval: Retrieval, document: ReadDocument | None) -> Rechecked:
        passage = await self._steps.load(cited.passage, Passage)
        known = await self._steps.load(passage.document, Document)
        if document is not None and document.record.id != known.id and document.record.body == known.body:
            # The same bytes, extracted by another version: what differs then is not the page.
            document = await self._reader.document(known)
        origin = self._parts.origin("recheck", passage.id, retrieval.id)
        result = await run_sync(partial(recheck, passage, retrieval, document, origin=origin))
        await self._steps.keep(result)
        return Rechecked(cited, passage, retrieval, result)


def cited_passages(store: Store, *, since: datetime | None) -> tuple[Cited, ...]:
    """Return the passages that admitted evidence and citations name, each once for every address it was cited by.

    Args:
        store: where handoffs and citations are.
        since: handoffs count if they were made then or later; citations if their answer was released then or later,
            those of answers that were only checked if their page was read then or later.
    """
    found: dict[tuple[ContentId, str], Cited] = {}
    urls: dict[ContentId, tuple[str, datetime]] = {}
    for mention in (*_admitted(store, since), *_citations(store)):
        if mention.retrieval not in urls:
            retrieval = store.get(mention.retrieval, Retrieval)
            urls[mention.retrieval] = _address(retrieval.requested_url), retrieval.retrieved_at
        url, read_at = urls[mention.retrieval]
        if since is not None and (mention.at or read_at) < since:
            continue
        cited = found.setdefault((mention.passage, url), Cited(mention.passage, url))
        cited.cited_by.append(mention.by.id)
        if mention.claim is not None and mention.claim not in cited.claims:
            cited.claims.append(mention.claim)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Mention:
    """One record that names a passage; ``at`` is null where only the reading of the page is dated."""

    by: Record
    passage: ContentId
    retrieval: ContentId
    claim: ContentId | None
    at: datetime | None


def _admitted(store: Store, since: datetime | None) -> Iterator[_Mention]:
    for handoff in store.records(Handoff):
        if since is not None and handoff.made_at < since:
            continue
        for evidence in handoff.admitted:
            for one in evidence.passages:
                yield _Mention(handoff, one.passage, one.retrieval, evidence.claim, handoff.made_at)


def _citations(store: Store) -> Iterator[_Mention]:
    released = {citation: release.released_at for release in store.records(Release) for citation in release.citations}
    for one in store.records(Citation):
        if one.passage is not None and one.retrieval is not None:
            yield _Mention(one, one.passage, one.retrieval, one.claim, released.get(one.id))


def _address(url: str) -> str:
    parsed = parse(url)
    return url if parsed is None else parsed.without_fragment


def counts(results: Sequence[Rechecked]) -> dict[str, int]:
    """Return how many passages came to each state, in the order of the states."""
    states = ("intact", "moved", "changed", "gone", "page_unavailable")
    return {state: sum(one.recheck.state == state for one in results) for state in states}
