"""One conversion between the three units people count text in.

Inside loccit an offset counts Unicode code points, end exclusive. Wire formats count UTF-8 bytes (Google) or
UTF-16 code units (JavaScript, Java, .NET). In "Zürich größer 😀. Spain won the cup." the last sentence is code
points 17-35, bytes 23-41 and UTF-16 units 18-36.
"""

from bisect import bisect_left
from enum import StrEnum
from typing import NamedTuple

from loccit.errors import BadInput


class Unit(StrEnum):
    """What an offset counts."""

    CODE_POINT = "code_point"
    UTF8 = "utf8"
    UTF16 = "utf16"


class Span(NamedTuple):
    """A half-open range ``[start, end)``; the unit is said where it is used."""

    start: int
    end: int


class OffsetMap:
    """Converts offsets of one text between units.

    Building it costs one pass over the text; a conversion to code points is a binary search. Text that is ASCII
    needs neither.
    """

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._utf8: list[int] | None = None
        self._utf16: list[int] | None = None
        if not text.isascii():
            self._utf8, self._utf16 = _cumulative(text)

    def from_code_points(self, span: Span, unit: Unit) -> Span:
        """Convert a span of code points to another unit.

        Raises:
            BadInput: if the span is reversed or ends beyond the text.
        """
        if not 0 <= span.start <= span.end <= self._length:
            raise BadInput(
                "span", f"expected 0 <= start <= end <= {self._length} code points, got {span.start}-{span.end}"
            )
        table = self._table(unit)
        return span if table is None else Span(table[span.start], table[span.end])

    def to_code_points(self, span: Span, unit: Unit) -> Span:
        """Convert a span in another unit to code points.

        Raises:
            BadInput: if an end falls inside a character or beyond the text; an offset is never rounded.
        """
        if span.start > span.end:
            raise BadInput("span", f"expected start <= end, got {span.start}-{span.end} ({unit})")
        table = self._table(unit)
        return Span(self._find(table, span.start, unit), self._find(table, span.end, unit))

    def _table(self, unit: Unit) -> list[int] | None:
        if unit is Unit.UTF8:
            return self._utf8
        return self._utf16 if unit is Unit.UTF16 else None

    def _find(self, table: list[int] | None, offset: int, unit: Unit) -> int:
        if table is None:
            index = offset if 0 <= offset <= self._length else -1
        else:
            index = bisect_left(table, offset)
            if offset < 0 or index > self._length or table[index] != offset:
                index = -1
        if index < 0:
            raise BadInput("offset", f"{offset} ({unit}) is no boundary between characters of the text")
        return index


def _cumulative(text: str) -> tuple[list[int], list[int]]:
    utf8, utf16 = [0], [0]
    bytes_so_far = units_so_far = 0
    for character in text:
        code = ord(character)
        bytes_so_far += 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
        units_so_far += 1 if code < 0x10000 else 2
        utf8.append(bytes_so_far)
        utf16.append(units_so_far)
    return utf8, utf16
