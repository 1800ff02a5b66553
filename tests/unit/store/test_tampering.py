"""What somebody with an SQLite shell can change: every column of every table, and what of it is found."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from loccit.records import Question
from loccit.store.schema import metadata
from loccit.store.verify import verify
from loccit.store.workspace import Workspace

FOUND = {
    ("record", "seq"): "ledger_without_record",
    ("record", "id"): "record_altered",
    ("record", "kind"): "record_unreadable",
    ("record", "body"): "record_altered",
    ("reference", "target"): "reference_missing",
    ("reference", "source"): "reference_missing",
    ("ledger", "seq"): "ledger_gap",
    ("ledger", "record"): "ledger_altered",
    ("ledger", "previous"): "ledger_broken",
    ("ledger", "hash"): "ledger_altered",
    ("work", "key"): "work_damaged",
    ("work", "result"): "work_damaged",
    ("work", "seal"): "work_damaged",
    ("blob", "digest"): "blob_missing",
    ("blob", "length"): "blob_altered",
}
"""The problem that a changed column makes."""

NOT_FOUND = {("lease", "item"), ("lease", "holder"), ("lease", "expires_at")}
"""Leases pass by and are no evidence."""

ANOTHER = {"INTEGER": 9_999, "TEXT": "loccit/claim@1", "BLOB": b"{}"}


@pytest.fixture
def filled(workspace: Workspace, page) -> Workspace:
    page.put(workspace)
    workspace.store.put([Question(origin=page.document.origin, text="?")], key="work:a")
    with closing(sqlite3.connect(workspace.folder / "loccit.sqlite3")) as connection, connection:
        connection.execute("INSERT INTO lease VALUES ('a', 'b', '2026-01-01T00:00:00.000000Z')")
    return workspace


def tamper(workspace: Workspace, *statements: str, values: tuple[object, ...] = ()) -> None:
    """Run statements with the triggers set aside, then put the triggers back as they were."""
    with closing(sqlite3.connect(workspace.folder / "loccit.sqlite3")) as connection, connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert connection.execute(statement, values).rowcount != 0
        for _, sql in triggers:
            connection.execute(sql)


def codes(workspace: Workspace) -> set[str]:
    return {problem.code for problem in verify(workspace.store).problems}


def columns() -> Iterator[tuple[str, str, str]]:
    for table in metadata.tables.values():
        for column in table.columns:
            yield table.name, column.name, str(column.type.compile())


def test_every_column_is_thought_of() -> None:
    assert {(table, column) for table, column, _ in columns()} == FOUND.keys() | NOT_FOUND


@pytest.mark.parametrize(("table", "column", "kind"), list(columns()))
def test_a_changed_column(filled: Workspace, table: str, column: str, kind: str) -> None:
    first = f"SELECT min({column}) FROM {table}"
    tamper(
        filled,
        f"UPDATE {table} SET {column} = ? WHERE {column} = ({first})",
        values=(ANOTHER.get(kind, ANOTHER["TEXT"]),),
    )
    expected = FOUND.get((table, column))
    assert expected in codes(filled) if expected else codes(filled) == set()


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("record", "ledger_without_record"),
        ("reference", "reference_missing"),
        ("ledger", "record_not_in_ledger"),
        ("blob", "reference_dangling"),
    ],
)
def test_an_emptied_table_is_found(filled: Workspace, table: str, code: str) -> None:
    tamper(filled, f"DELETE FROM {table}")
    assert code in codes(filled)


def test_rows_out_of_the_middle_of_all_tables_are_found(filled: Workspace) -> None:
    tamper(
        filled,
        "DELETE FROM reference WHERE source = 3",
        "DELETE FROM record WHERE seq = 3",
        "DELETE FROM ledger WHERE seq = 3",
    )
    assert "ledger_gap" in codes(filled)


def test_blobs_whose_records_are_all_gone_prove_nothing(filled: Workspace) -> None:
    tamper(filled, "DELETE FROM work", "DELETE FROM reference", "DELETE FROM record", "DELETE FROM ledger")
    report = verify(filled.store)
    assert report.checked["blobs"] == 3
    assert report.result == "not_checked"


@pytest.mark.parametrize(
    ("statements", "code"),
    [
        (["DROP INDEX record_kind"], "schema_altered"),
        (["DROP TABLE lease"], "schema_altered"),
        (["CREATE VIEW passages AS SELECT * FROM record"], "schema_altered"),
        (
            ["CREATE TRIGGER quiet AFTER INSERT ON ledger BEGIN DELETE FROM lease; END"],
            "schema_altered",
        ),
        (
            [
                "DROP TRIGGER record_no_update",
                "CREATE TRIGGER record_no_update BEFORE UPDATE ON record BEGIN SELECT 1; END",
            ],
            "append_only_off",
        ),
    ],
)
def test_an_altered_schema_is_found(filled: Workspace, statements: list[str], code: str) -> None:
    with closing(sqlite3.connect(filled.folder / "loccit.sqlite3")) as connection, connection:
        for statement in statements:
            connection.execute(statement)
    assert codes(filled) == {code}
