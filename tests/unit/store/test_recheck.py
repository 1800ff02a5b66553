"""Stored citations against their passages and texts: what holds, and each way in which one may not."""

import sqlite3

import pytest

import loccit
from loccit.store.recheck import recheck_citations
from loccit.store.workspace import Workspace

URL = "https://a.example/tower"
PAGE = "The tower is 330 m tall. It stands in Paris, and many people see it each day. Entry is not free at all."


@pytest.fixture
def folder(tmp_path):
    workspace = tmp_path / "workspace"
    text = f"The tower is 330 m tall.[1] It stands in Paris.[1] It hums at night.[1]\n\n[1]: {URL}\n"
    loccit.check(text, sources={URL: f"<main><p>{PAGE}</p></main>".encode()}, workspace=workspace)
    return workspace


def rechecked(folder):
    with Workspace.open(folder, create=False) as workspace:
        return recheck_citations(workspace.store)


def changed_row(folder, kind, old, new):
    """Change the stored bytes of records past the triggers, as damage would."""
    connection = sqlite3.connect(folder / "loccit.sqlite3")
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute(
        "UPDATE record SET body = CAST(replace(CAST(body AS TEXT), ?, ?) AS BLOB) WHERE kind = ?", (old, new, kind)
    )
    connection.commit()
    connection.close()


def test_sound_citations(folder):
    done = rechecked(folder)
    assert (done.citations, done.problem_count, done.problems) == (3, 0, [])
    assert 1 <= done.with_passage <= 2


def test_an_altered_citation(folder):
    changed_row(folder, "loccit/citation@1", '"state":"supported"', '"state":"unsupported"')
    done = rechecked(folder)
    assert done.problem_count >= 1
    assert done.problems[0].endswith("is damaged: its stored bytes have another digest")


def test_an_altered_passage(folder):
    changed_row(folder, "loccit/passage@1", "330 m", "300 m")
    assert any("does not stand in the text of its document" in one for one in rechecked(folder).problems)


def test_an_altered_text(folder):
    with Workspace.open(folder, create=False) as workspace:
        document = next(workspace.store.records(loccit.Document))
        path = workspace.store.blobs.path(document.text)
    path.chmod(0o644)
    path.write_bytes(path.read_bytes().replace(b"330", b"300"))
    done = rechecked(folder)
    assert done.problem_count == done.with_passage


def test_a_store_without_citations(tmp_path):
    Workspace.open(tmp_path / "workspace").close()
    done = rechecked(tmp_path / "workspace")
    assert (done.citations, done.problem_count) == (0, 0)
