"""Which headers stand over a table cell.

A reduced form of the algorithm in HTML, section 4.9.12: header cells apply along their column or row, spans
included. Headers come before the cells they head, so one pass in document order is enough.
"""

from dataclasses import dataclass, field
from typing import Literal

MAX_SPAN = 1000
"""Upper bound of ``colspan`` in HTML."""


@dataclass(slots=True)
class _RowHeader:
    text: str
    rows_left: int


@dataclass(slots=True)
class TableGrid:
    """Column and row headers of one table while its cells go by.

    Attributes:
        named: texts of the cells that have an id, which others may list as their headers.
    """

    column_headers: dict[int, list[str]] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    has_headers: bool = False
    in_head: bool = False
    _column: int = 0
    _occupied: dict[int, int] = field(default_factory=dict)
    _row_headers: dict[int, _RowHeader] = field(default_factory=dict)
    _fresh: dict[int, int] = field(default_factory=dict)
    _only_headers: bool = False
    _data_seen: bool = False

    def begin_row(self, *, only_headers: bool) -> None:
        """Start a row: cells that span down from above keep their columns.

        Args:
            only_headers: all cells of the row are header cells; after rows of data they begin a new set.
        """
        if only_headers and self._data_seen:
            self.column_headers.clear()
            self._row_headers.clear()
            self._data_seen = False
        self._data_seen = self._data_seen or not only_headers
        self._only_headers = only_headers
        self._column = 0
        self._occupied = {column: rows - 1 for column, rows in self._occupied.items() if rows > 1} | self._fresh
        self._fresh = {}
        for column, header in list(self._row_headers.items()):
            header.rows_left -= 1
            if header.rows_left <= 0:
                del self._row_headers[column]

    def place(self, colspan: int, rowspan: int) -> tuple[int, tuple[str, ...]]:
        """Place the next cell; return its first column and the headers over it: columns, then row."""
        column = self._column
        while column in self._occupied:
            column += 1
        self._column = column + colspan
        if rowspan > 1:
            for taken in range(column, column + colspan):
                self._fresh[taken] = rowspan - 1
        headers: list[str] = []
        for spanned in range(column, column + colspan):
            headers.extend(text for text in self.column_headers.get(spanned, ()) if text not in headers)
        headers.extend(header.text for at, header in sorted(self._row_headers.items()) if at < column)
        return column, tuple(headers)

    def listed(self, names: str) -> tuple[str, ...]:
        """Return the headers that a cell lists in its ``headers`` attribute, as far as they are known."""
        return tuple(dict.fromkeys(self.named[name] for name in names.split() if name in self.named))

    def heads(self, tag: str, scope: str | None) -> Literal["column", "row"] | None:
        """Return what a cell of the present row is a header of, null for a data cell."""
        declared = (scope or "").lower()
        if tag != "th" and not declared and not self.in_head:
            return None
        if declared.startswith(("col", "row")):
            return "column" if declared.startswith("col") else "row"
        return "column" if self.in_head or self._only_headers else "row"

    def head_columns(self, column: int, colspan: int, text: str) -> None:
        """Make a header cell's text apply to the columns it spans."""
        self.has_headers = True
        for spanned in range(column, column + colspan):
            self.column_headers.setdefault(spanned, []).append(text)

    def head_rows(self, column: int, rowspan: int, text: str) -> None:
        """Make a header cell's text apply to the rest of the rows it spans."""
        self.has_headers = True
        self._row_headers[column] = _RowHeader(text, rowspan)


def span_of(value: str | None, *, limit: int = MAX_SPAN) -> int:
    """Return a ``colspan`` or ``rowspan`` attribute as a number from 1 to the limit."""
    digits = (value or "").strip()[:6]
    return min(max(int(digits), 1), limit) if digits.isascii() and digits.isdecimal() else 1
