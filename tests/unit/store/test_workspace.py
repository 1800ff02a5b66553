import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from loccit.errors import BadInput, Damaged
from loccit.records import Origin, Question
from loccit.store import schema
from loccit.store.verify import verify
from loccit.store.workspace import MARKER, Workspace


def test_a_workspace_is_made_once_and_opened_again(tmp_path: Path, origin: Origin) -> None:
    folder = tmp_path / "不存在" / "work"
    question = Question(origin=origin, text="?")
    with Workspace.open(folder) as first:
        first.store.put([question])
    with Workspace.open(folder, create=False) as second:
        assert second.store.get(question.id, Question) == question
        assert second.folder == folder
        assert second.index_path == folder / "index.sqlite3"
        assert second.archive_folder == folder / "archive"


def test_an_empty_folder_becomes_a_workspace(tmp_path: Path) -> None:
    with Workspace.open(tmp_path):
        assert (tmp_path / MARKER).read_text() == '{"format": "loccit/workspace", "version": 1}\n'


def test_a_half_made_workspace_is_finished(tmp_path: Path, origin: Origin) -> None:
    (tmp_path / MARKER).touch()
    (tmp_path / "loccit.sqlite3").touch()
    with Workspace.open(tmp_path) as workspace:
        workspace.store.put([Question(origin=origin, text="?")])
    assert (tmp_path / MARKER).read_bytes() != b""


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(BadInput, match="empty folder or a loccit workspace") as caught:
        Workspace.open(tmp_path)
    assert caught.value.field == str(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_file_is_no_workspace(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(BadInput, match="expected a folder, got a file"):
        Workspace.open(file)
    with pytest.raises(BadInput, match="can be read and written"):
        Workspace.open(file / "below")


def test_nothing_is_made_where_nothing_shall_be_made(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"found no {MARKER}"):
        Workspace.open(tmp_path / "none", create=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("marker", "expected"),
    [
        ('{"format": "loccit/workspace", "version": 2}', "version 1 or older, got 2"),
        ('{"format": "other/workspace", "version": 1}', "expected the marker of a loccit workspace"),
        ('{"format": "loccit/workspace"}', "expected the marker of a loccit workspace"),
        ("[]", "expected the marker of a loccit workspace"),
        ("\x00\x01", "expected the marker of a loccit workspace"),
    ],
)
def test_an_unknown_marker_is_refused(tmp_path: Path, marker: str, expected: str) -> None:
    (tmp_path / MARKER).write_text(marker)
    with pytest.raises(BadInput, match=expected):
        Workspace.open(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [MARKER]


def test_tables_of_a_newer_version_are_refused(tmp_path: Path) -> None:
    with Workspace.open(tmp_path):
        pass
    with sqlite3.connect(tmp_path / "loccit.sqlite3") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(BadInput, match="expected tables of revision 0003 or older, got 9999"):
        Workspace.open(tmp_path)


def test_a_database_that_is_none_is_named(tmp_path: Path) -> None:
    with Workspace.open(tmp_path):
        pass
    (tmp_path / "loccit.sqlite3").write_bytes(b"not a database, surely" * 100)
    with pytest.raises(Damaged, match=r"loccit\.sqlite3 is damaged or no SQLite file"):
        Workspace.open(tmp_path)


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index record_")
def test_migrations_arrive_at_the_tables_of_this_version(workspace: Workspace) -> None:
    with workspace.store.database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_steps_that_were_finished_before_there_were_seals_are_sealed_as_they_stand(
    workspace: Workspace, origin: Origin
) -> None:
    folder = workspace.folder
    workspace.store.put([Question(origin=origin, text="?")], key="work:a")
    workspace.close()
    with closing(sqlite3.connect(folder / "loccit.sqlite3")) as connection, connection:
        connection.execute("DROP INDEX record_first_url")
        connection.execute("DROP INDEX record_final_url")
        connection.execute("ALTER TABLE work DROP COLUMN seal")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    with Workspace.open(folder) as later:
        assert verify(later.store).problems == ()
        later.store.put([Question(origin=origin, text="!")], key="work:b")
        assert verify(later.store).problems == ()


@pytest.mark.parametrize("table", [table.name for table in schema.metadata.sorted_tables])
def test_tables_are_strict(workspace: Workspace, table: str) -> None:
    with workspace.store.database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT strict FROM pragma_table_list WHERE name = ?", (table,)).all()
    assert [row.strict for row in rows] == [1]


def test_commits_are_durable(workspace: Workspace) -> None:
    with workspace.store.database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
