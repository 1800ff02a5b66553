"""Doing a step once: look for its work key, else do it and store the result with the key, all or nothing."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from anyio.to_thread import run_sync

from loccit.ids import ContentId, WorkKey
from loccit.protocols import R, Store
from loccit.records import Record


@dataclass(frozen=True, slots=True)
class Made:
    """What a step made: ``results`` in order are found again by its key, the rest is only stored."""

    results: tuple[Record, ...]
    others: tuple[Record, ...] = ()
    blobs: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """Runs steps against a store, whose calls block and so go to worker threads."""

    store: Store

    async def once(self, key: WorkKey, make: Callable[[], Awaitable[Made]]) -> tuple[ContentId, ...]:
        """Return the result ids of a step, doing it only if the store does not know its key."""
        known = await self.known(key)
        return known if known is not None else await self.finish(key, await make())

    async def known(self, key: WorkKey) -> tuple[ContentId, ...] | None:
        """Return the result ids of a finished step, or null."""
        return await run_sync(self.store.work, key)

    async def finish(self, key: WorkKey, made: Made) -> tuple[ContentId, ...]:
        """Store what a step made and return its result ids: the first ones, where another process was first."""
        await self.keep(*made.results, *made.others, blobs=made.blobs, key=key, results=made.results)
        first = await self.known(key)
        return tuple(record.id for record in made.results) if first is None else first

    async def keep(
        self,
        *records: Record,
        blobs: Iterable[bytes] = (),
        key: WorkKey | None = None,
        results: tuple[Record, ...] | None = None,
    ) -> None:
        """Store records and blobs in one transaction."""

        def put() -> None:
            self.store.put(records, blobs=blobs, key=key, results=results)

        await run_sync(put)

    async def load(self, record_id: ContentId, kind: type[R]) -> R:
        """Return a stored record."""
        return await run_sync(self.store.get, record_id, kind)
