"""Write the JSON Schemas of all records and wire forms to docs/schema, or check that they are current.

python tools/schemas.py            write
python tools/schemas.py --check    exit 1 and name each file that differs
"""

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode

from loccit.deliver.exports.ledger import LedgerLine
from loccit.records import RECORD_TYPES, Output, Record, ResultRow, SearchTask

FOLDER = Path(__file__).parent.parent / "docs" / "schema"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
WIRE_FORMS: dict[str, type[BaseModel]] = {
    "loccit/ledger-line@1": LedgerLine,
    "loccit/output@1": Output,
    "loccit/result-row@1": ResultRow,
    "loccit/search-task@1": SearchTask,
}


def schemas() -> dict[str, str]:
    """Return the text of every schema by file name, e.g. ``claim@1.json``."""
    by_kind = {kind: record_schema(one) for kind, one in RECORD_TYPES.items()}
    by_kind |= {kind: form.model_json_schema(mode=_mode(form)) for kind, form in WIRE_FORMS.items()}
    return {
        f"{kind.rpartition('/')[2]}.json": _text({"$schema": DIALECT, "$id": kind, **schema})
        for kind, schema in sorted(by_kind.items())
    }


def record_schema(record_type: type[Record]) -> dict[str, Any]:
    """Return the schema of a record as it is stored: its fields, all of them present, and its kind."""
    schema = record_type.model_json_schema(mode="serialization")
    properties = {"kind": {"const": record_type.KIND}, **schema["properties"]}
    return {**schema, "properties": properties, "required": list(properties)}


def differing(folder: Path) -> list[str]:
    """Return the names of files that are missing, stale or not made by this program."""
    expected = schemas()
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
    return sorted(name for name in {*expected, *found} if expected.get(name) != found.get(name))


def write(folder: Path) -> None:
    """Write every schema, and remove those of kinds that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in differing(folder):
        (folder / name).unlink(missing_ok=True)
    for name, text in schemas().items():
        (folder / name).write_text(text, encoding="utf-8")


def main(arguments: list[str], *, folder: Path = FOLDER) -> int:
    """Run the program and return its exit code."""
    if arguments not in ([], ["--check"]):
        print("expected no argument or --check", file=sys.stderr)
        return 2
    if not arguments:
        write(folder)
        return 0
    names = differing(folder)
    for name in names:
        print(f"{folder / name} differs from the records; run tools/schemas.py", file=sys.stderr)
    return 1 if names else 0


def _mode(form: type[BaseModel]) -> JsonSchemaMode:
    return "validation" if form is SearchTask else "serialization"  # a task is given to us, the rest we give


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(_without_titles(schema), indent=2, ensure_ascii=False) + "\n"


def _without_titles(value: object, *, names: bool = False) -> object:
    """Drop the titles that only repeat the names of fields; ``names``: the keys here are names, not keywords."""
    if isinstance(value, list):
        return [_without_titles(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_titles(inner, names=key in ("properties", "$defs") and not names)
        for key, inner in value.items()
        if names or key != "title" or not isinstance(inner, str)
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
