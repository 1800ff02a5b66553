"""Result rows and counters as files: JSON Lines, CSV, JSON."""

import json
from collections.abc import Iterable

from loccit.records import Output, ResultRow
from loccit.text.table import csv_table


def rows_jsonl(rows: Iterable[ResultRow]) -> str:
    """Return rows as JSON Lines: one object of the 17 fields a line, UTF-8 on writing, each line ended by LF."""
    return "".join(f"{json.dumps(row.model_dump(mode='json'), ensure_ascii=False)}\n" for row in rows)


def rows_csv(rows: Iterable[ResultRow]) -> str:
    """Return rows as CSV (RFC 4180) under a header of the 17 names; safe to open in a spreadsheet."""
    return csv_table(list(ResultRow.model_fields), (list(row.model_dump(mode="json").values()) for row in rows))


def output_json(output: Output) -> str:
    """Return the counters of a run as one JSON object."""
    return json.dumps(output.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"
