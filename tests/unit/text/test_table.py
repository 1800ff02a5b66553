import hashlib
import json

from loccit.text.table import csv_table


def test_cells_by_type():
    assert csv_table(["a", "b"], [["x", None], [True, -5.2], ["-", 3]]) == "a,b\r\nx,\r\ntrue,-5.2\r\n'-,3\r\n"


def test_the_public_case_of_formula_injection(data_dir):
    case = data_dir / "cases" / "B80"
    rows = json.loads((case / "input.json").read_text(encoding="utf-8"))
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))["expect"]["csv_sha256"]
    written = csv_table(list(rows[0]), [list(row.values()) for row in rows]).encode()
    assert hashlib.sha256(written).hexdigest() == expected
