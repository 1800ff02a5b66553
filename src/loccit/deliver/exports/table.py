"""The evidence ledger as a table: CSV by RFC 4180 that a spreadsheet shows and never runs."""

from loccit.deliver.exports.ledger import LedgerLine, lines
from loccit.records import Handoff
from loccit.text.table import Cell, csv_table


def write(handoff: Handoff) -> str:
    """Return the ledger as CSV under a header of the names of its lines."""
    names = list(LedgerLine.model_fields)
    rows = [one.model_dump(mode="json") for one in lines(handoff)]
    return csv_table(names, ([_cell(row[name]) for name in names] for row in rows))


def _cell(value: Cell | list[str]) -> Cell:
    return " / ".join(value) if isinstance(value, list) else value
