"""Reading many pages: those somebody names, and those that were selected from the queue.

A batch that was interrupted goes on where it was: what it has read is not read again. One that came to its end is
read again when it is asked for again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from loccit.ids import ContentId, WorkKey
from loccit.pipeline import keys
from loccit.pipeline.host_by_host import host_by_host
from loccit.pipeline.parts import PROGRAM, Parts
from loccit.pipeline.reading import Reader
from loccit.pipeline.steps import Made, Steps
from loccit.records import Candidate, DirectRequest, Selection
from loccit.records.review import Purpose
from loccit.review.queue import standings


@dataclass(frozen=True, slots=True)
class Selected:
    """A candidate of the queue and the decision that it is worth reading."""

    candidate: Candidate
    selection: Selection


class Batch:
    """Reads the pages of one batch, several hosts side by side, each at its pace."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._steps = Steps(parts.store)
        self._reader = Reader(parts)

    async def read(
        self, urls: Sequence[str], *, selected: Sequence[Selected] = (), refresh: bool = False
    ) -> tuple[ContentId, ...]:
        """Read pages and return the ids of their retrievals: first those of the queue, then the named ones.

        Args:
            urls: addresses; one that is named twice is read once.
            selected: candidates to be read because they were selected; what a selection has led to is not read again.
            refresh: read everything again, whatever was read before.
        """
        named = list(dict.fromkeys(urls))
        items: list[Selected | str] = [*selected, *named]
        key = await self._open("retrieve", [*(one.selection.id for one in selected), *named], refresh=refresh)
        done = 0

        async def one(item: Selected | str) -> ContentId:
            nonlocal done
            candidate = item.candidate if isinstance(item, Selected) else None
            authority: Selection | DirectRequest
            if isinstance(item, str) or refresh:
                authority = await request_in(key, _url(item), purpose="direct", parts=self._parts)
            else:
                authority = item.selection
            retrieval, _, _ = await self._reader.fetch(_url(item), authority, candidate)
            done += 1
            self._parts.report("retrieve", _url(item), done=done, total=len(items), detail=retrieval.outcome)
            return retrieval.id

        async with self._parts.retriever.session():
            per_host = self._parts.policy.fetch.per_host_concurrency
            read = await host_by_host(items, one, url=_url, per_host=per_host)
        await self._steps.finish(key, Made(results=()))
        return tuple(read)

    def selected(self) -> tuple[Selected, ...]:
        """Return the candidates of the queue that are selected, oldest first; nothing where people disagree."""
        store = self._parts.store
        stand = standings(store.records(Selection))
        found: list[Selected] = []
        for candidate in store.records(Candidate):
            standing = stand.get(candidate.id)
            current = standing.current if standing is not None else None
            if current is not None and current.decision == "selected" and candidate.url is not None:
                found.append(Selected(candidate, current))
        return tuple(found)

    async def _open(self, activity: str, items: Sequence[str], *, refresh: bool) -> WorkKey:
        key = await unfinished(activity, items, steps=self._steps)
        if not refresh:
            return key
        await self._steps.finish(key, Made(results=()))  # what an interrupted run has read of it is left alone
        return await unfinished(activity, items, steps=self._steps)


async def unfinished(activity: str, items: Sequence[str], *, steps: Steps) -> WorkKey:
    """Return the key of the batch of these items that has not come to its end: an interrupted one, or a new one."""
    for generation in count():
        key = keys.batch(activity, items, generation=generation)
        if await steps.known(key) is None:
            return key
    raise AssertionError("count() has no end")


async def request_in(batch: WorkKey, url: str, *, purpose: Purpose, parts: Parts) -> DirectRequest:
    """Return the request to read a page as part of a batch: once on record, it is the same when the batch goes on."""
    steps = Steps(parts.store)

    async def make() -> Made:
        made = DirectRequest(
            origin=parts.origin("request"),
            url=url,
            purpose=purpose,
            requested_by=PROGRAM,
            requested_at=parts.clock.now(),
        )
        return Made(results=(made,))

    (done,) = await steps.once(keys.request_in(batch, url), make)
    return await steps.load(done, DirectRequest)


def _url(item: Selected | str) -> str:
    return item if isinstance(item, str) else item.candidate.url or ""
