"""CSV and tab-separated values (RFC 4180): each cell is a block under its column's name."""

import re

from loccit.extract.plain_text import PlainText, text_block, trimmed
from loccit.records.extract import Block

_CELL = re.compile(r'(?:"(?P<quoted>(?:[^"]|"")*)"(?P<rest>[^,;\t\n]*)|(?P<bare>[^\n]*?))(?P<end>SEPARATOR|\n|\Z)')


def csv_blocks(text: str) -> PlainText:
    """Return the cells of a table; the first row names the columns.

    The separator is whichever of tab, semicolon and comma the first line has most of.
    """
    first_line = text.partition("\n")[0]
    separator = max("\t;,", key=first_line.count)
    cell_pattern = re.compile(_CELL.pattern.replace("SEPARATOR", re.escape(separator)))
    blocks: list[Block] = []
    headers: list[str] = []
    column = row = position = 0
    while position < len(text):
        match = cell_pattern.match(text, position)
        if match is None:
            break
        name = "quoted" if match["quoted"] is not None else "bare"
        span = trimmed(text, *match.span(name))
        content = text[span.start : span.end] if span else ""
        if row == 0:
            headers.append(content)
        if span:
            header = headers[column] if row and column < len(headers) else ""
            blocks.append(text_block(span, "table_cell", path=(header,) if header else ()))
        column, row = (column + 1, row) if match["end"] == separator else (0, row + 1)
        position = max(match.end(), position + 1)
    return PlainText(text, tuple(blocks))
