"""Reading many pages at once so that no host holds up the others."""

from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import anyio

from loccit.urls import host_of

T = TypeVar("T")
R = TypeVar("R")

PAGES_AT_ONCE = 16


async def host_by_host(
    items: Sequence[T], work: Callable[[T], Awaitable[R]], *, url: Callable[[T], str], per_host: int
) -> list[R]:
    """Return what ``work`` gives for each item, in the order of the items; hosts take turns.

    Args:
        items: what is to be read.
        work: reads one.
        url: gives the address of an item.
        per_host: how many items of one host are worked on at once; more would only wait for their host.

    Raises:
        Exception: the first error of any item, as it was raised; work on the others is cancelled.
    """
    lanes = _Lanes([host_of(url(item)) or "" for item in items], per_host)
    results: dict[int, R] = {}
    errors: list[Exception] = []
    changed = anyio.Condition()

    async def next_place() -> int | None:
        async with changed:
            while (place := lanes.take()) is None and lanes.waiting:
                await changed.wait()
            return place

    async def worker() -> None:
        while (place := await next_place()) is not None:
            try:
                results[place] = await work(items[place])
            except Exception as error:
                errors.append(error)
                group.cancel_scope.cancel()
            async with changed:
                lanes.leave(place)
                changed.notify_all()

    async with anyio.create_task_group() as group:
        for _ in range(min(PAGES_AT_ONCE, len(items))):
            group.start_soon(worker)
    if errors:
        raise errors[0]
    return [results[place] for place in range(len(items))]


class _Lanes:
    """Which item is next: the first one of the host that has waited longest and has a place free."""

    def __init__(self, hosts: Sequence[str], per_host: int) -> None:
        self._hosts = hosts
        self._per_host = per_host
        self._active: Counter[str] = Counter()
        self.waiting: dict[str, deque[int]] = {}
        for place, host in enumerate(hosts):
            self.waiting.setdefault(host, deque()).append(place)

    def take(self) -> int | None:
        host = next((one for one in self.waiting if self._active[one] < self._per_host), None)
        if host is None:
            return None
        places = self.waiting.pop(host)
        place = places.popleft()
        if places:
            self.waiting[host] = places  # to the end of the queue
        self._active[host] += 1
        return place

    def leave(self, place: int) -> None:
        host = self._hosts[place]
        self._active[host] -= 1
        if not self._active[host]:
            del self._active[host]
