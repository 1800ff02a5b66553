"""Doing several things at once, a few at a time."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import anyio

T = TypeVar("T")
R = TypeVar("R")


async def side_by_side(items: Sequence[T], work: Callable[[T], Awaitable[R]], *, at_once: int) -> list[R]:
    """Return what ``work`` gives for each item, in the order of the items.

    Raises:
        Exception: the first error of any item, as it was raised; work on the others is cancelled.
    """
    results: dict[int, R] = {}
    errors: list[Exception] = []
    limit = anyio.CapacityLimiter(at_once)

    async def one(place: int, item: T) -> None:
        async with limit:
            try:
                results[place] = await work(item)
            except Exception as error:
                errors.append(error)
                group.cancel_scope.cancel()

    async with anyio.create_task_group() as group:
        for place, item in enumerate(items):
            group.start_soon(one, place, item)
    if errors:
        raise errors[0]
    return [results[place] for place in range(len(items))]
