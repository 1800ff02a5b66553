"""Which of many stretches of a text overlap another, without looking at all of them each time."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import Generic, Protocol, TypeVar

from loccit.text.offsets import Span


class Stretched(Protocol):
    """What has a start and an end, code points, end exclusive."""

    @property
    def start(self) -> int:
        """Its first place."""

    @property
    def end(self) -> int:
        """The place behind its last."""


One = TypeVar("One", bound=Stretched)


class Overlaps(Generic[One]):
    """Stretches that can be asked for those over a span, in the order of their starts."""

    def __init__(self, stretches: Iterable[One]) -> None:
        self._sorted = sorted(stretches, key=lambda one: one.start)
        self._starts = [one.start for one in self._sorted]
        self._furthest = list(accumulate((one.end for one in self._sorted), max))

    def over(self, span: Stretched) -> list[One]:
        """Return those that share a character with a span."""
        found: list[One] = []
        at = bisect_left(self._starts, span.end)
        while at and self._furthest[at - 1] > span.start:
            at -= 1
            if self._sorted[at].end > span.start:
                found.append(self._sorted[at])
        return found[::-1]

    def within(self, span: Span) -> list[One]:
        """Return those that lie in a span whole."""
        return [one for one in self.over(span) if span.start <= one.start and one.end <= span.end]
