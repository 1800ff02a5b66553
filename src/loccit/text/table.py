"""Tables as CSV that a spreadsheet shows and never runs."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Cell: TypeAlias = str | int | float | bool | None

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def csv_table(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return a table as CSV by RFC 4180: CRLF, quotes where needed, null as an empty field.

    A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay as they are.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return text.getvalue()


def _written(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell
    return cell
