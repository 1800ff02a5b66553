"""Each kind of damage is found, and named."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from loccit.ids import digest, sha256_hex
from loccit.protocols import Progress
from loccit.records import Layout, Origin, Question
from loccit.records.layout import encode_layout
from loccit.store import report
from loccit.store.verify import verify
from loccit.store.workspace import Workspace
from loccit.text.offsets import Span


@contextmanager
def tampering(workspace: Workspace) -> Iterator[sqlite3.Connection]:
    """A connection behind the store's back, append-only triggers set aside meanwhile."""
    connection = sqlite3.connect(workspace.folder / "loccit.sqlite3")
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    yield connection
    for _, sql in triggers:
        connection.execute(sql)
    connection.commit()
    connection.close()


def found(workspace: Workspace) -> list[tuple[str, tuple[str, ...]]]:
    return [(problem.code, problem.records) for problem in verify(workspace.store).problems]


def test_nothing_to_check_is_not_checked(workspace: Workspace) -> None:
    assert verify(workspace.store).result == "not_checked"


def test_a_sound_store_passes_and_says_how_much_was_checked(workspace: Workspace, page) -> None:
    page.put(workspace)
    workspace.store.put([Question(origin=page.document.origin, text="?")], key="work:a")
    result = verify(workspace.store)
    assert result.problems == ()
    assert result.notes == ()
    assert result.result == "passed"
    assert result.checked == {
        "records": 5,
        "references": 8,
        "blobs": 3,
        "documents": 1,
        "passages": 1,
        "ledger_entries": 5,
        "work": 1,
    }
    assert result.head == workspace.store.head()
    assert result.head.seq == 5


def test_more_than_a_page_of_records_is_checked(workspace: Workspace, origin: Origin) -> None:
    workspace.store.put([Question(origin=origin, text=str(number)) for number in range(700)])
    assert verify(workspace.store).checked["records"] == 700
    assert verify(workspace.store).checked["ledger_entries"] == 700


def test_progress_is_told(workspace: Workspace) -> None:
    told: list[Progress] = []
    verify(workspace.store, observe=told.append)
    assert [one.subject for one in told] == [
        *("database", "records", "blobs", "documents", "passages", "ledger", "work", "files"),
        "done",
    ]


@pytest.mark.parametrize(("part", "field"), [(0, "body"), (1, "text"), (2, "layout")])
def test_a_flipped_byte_in_a_blob_names_the_record(workspace: Workspace, page, part: int, field: str) -> None:
    page.put(workspace)
    path = workspace.store.blobs.path(digest(page.blobs[part]))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    problem = verify(workspace.store).problems[0]
    assert problem.code == "blob_altered"
    assert page.document.id in problem.records
    assert getattr(page.document, field) in problem.sentence
    assert page.document.id in problem.sentence


def test_a_passage_over_a_broken_text_is_not_checked(workspace: Workspace, page) -> None:
    page.put(workspace)
    workspace.store.blobs.path(page.document.text).unlink()
    assert found(workspace) == [
        ("blob_missing", (page.document.id,)),
        ("passage_not_checked", (page.passage.id,)),
    ]


def test_a_truncated_blob_is_found(workspace: Workspace, page) -> None:
    page.put(workspace)
    workspace.store.blobs.path(page.document.layout).write_bytes(page.blobs[2][:-1])
    assert found(workspace) == [("blob_altered", (page.document.id,))]


def test_a_changed_record_is_found(workspace: Workspace, page) -> None:
    page.put(workspace)
    with tampering(workspace) as connection:
        body = page.retrieval.canonical().replace(b'"Read."', b'"Real."')
        connection.execute("UPDATE record SET body = ? WHERE id = ?", (body, page.retrieval.id))
    assert ("record_altered", (page.retrieval.id,)) in found(workspace)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"kind":"loccit/question@1"}', "record_unreadable"),
        (b'{"kind":"loccit/claim@1"}', "record_unreadable"),
        (b"\xff", "record_unreadable"),
        (b"[]", "record_unreadable"),
        (b"[" * 100_000, "record_unreadable"),
    ],
)
def test_bytes_that_hold_no_record_are_found(workspace: Workspace, origin: Origin, body: bytes, code: str) -> None:
    question = Question(origin=origin, text="?")
    workspace.store.put([question])
    with tampering(workspace) as connection:
        connection.execute("UPDATE record SET body = ?, id = ?", (body, sha256_hex(body)))
    assert (code, (sha256_hex(body),)) in found(workspace)


def test_a_second_form_of_a_record_is_found(workspace: Workspace, origin: Origin) -> None:
    question = Question(origin=origin, text="?")
    workspace.store.put([question])
    body = question.canonical().replace(b'"text":"?"', b'"text": "?"')
    with tampering(workspace) as connection:
        connection.execute("UPDATE record SET body = ?, id = ?", (body, sha256_hex(body)))
    assert ("record_not_canonical", (sha256_hex(body),)) in found(workspace)


def test_a_record_under_another_kind_is_found(workspace: Workspace, origin: Origin) -> None:
    question = Question(origin=origin, text="?")
    workspace.store.put([question])
    with tampering(workspace) as connection:
        connection.execute("UPDATE record SET kind = 'loccit/claim@1'")
    assert found(workspace) == [("record_unreadable", (question.id,))]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_deleted_ledger_entry_is_found(workspace: Workspace, origin: Origin, number: int) -> None:
    questions = [Question(origin=origin, text=str(text)) for text in range(3)]
    workspace.store.put(questions)
    with tampering(workspace) as connection:
        connection.execute("DELETE FROM ledger WHERE seq = ?", (number,))
    codes = found(workspace)
    assert ("record_not_in_ledger", (questions[number - 1].id,)) in codes
    assert [code for code, _ in codes].count("ledger_gap") == (0 if number == 3 else 1)


def test_a_deleted_record_is_found(workspace: Workspace, origin: Origin) -> None:
    questions = [Question(origin=origin, text=str(text)) for text in range(3)]
    workspace.store.put(questions)
    with tampering(workspace) as connection:
        connection.execute("DELETE FROM record WHERE seq = 2")
    assert found(workspace) == [("ledger_without_record", (questions[1].id,))]


def test_swapped_ledger_entries_are_found(workspace: Workspace, origin: Origin) -> None:
    questions = [Question(origin=origin, text=str(text)) for text in range(3)]
    workspace.store.put(questions)
    with tampering(workspace) as connection:
        connection.execute("UPDATE ledger SET seq = -1 WHERE seq = 1")
        connection.execute("UPDATE ledger SET seq = 1 WHERE seq = 2")
        connection.execute("UPDATE ledger SET seq = 2 WHERE seq = -1")
    codes = {code for code, _ in found(workspace)}
    assert {"ledger_broken", "ledger_altered", "ledger_without_record", "record_not_in_ledger"} <= codes


@pytest.mark.parametrize(("column", "code"), [("hash", "ledger_altered"), ("previous", "ledger_broken")])
def test_a_changed_ledger_entry_is_found(workspace: Workspace, origin: Origin, column: str, code: str) -> None:
    questions = [Question(origin=origin, text=str(text)) for text in range(3)]
    workspace.store.put(questions)
    with tampering(workspace) as connection:
        connection.execute(f"UPDATE ledger SET {column} = 'sha256:{'0' * 64}' WHERE seq = 2")
    assert (code, (questions[1].id,)) in found(workspace)


def test_a_passage_that_does_not_stand_there_is_found(workspace: Workspace, page) -> None:
    moved = page.passage.replacing(start=page.passage.start - 1)
    claimed = page.passage.replacing(exact=page.passage.exact.replace("must", "need"))
    beyond = page.passage.replacing(end=page.passage.end + 5)
    elsewhere = page.passage.replacing(prefix="somewhere else ")
    page.put(workspace)
    workspace.store.put([moved, claimed, beyond, elsewhere])
    assert found(workspace) == [("passage_moved", (one.id,)) for one in (moved, claimed, beyond, elsewhere)]


def test_a_passage_of_no_document_is_not_checked(workspace: Workspace, page) -> None:
    page.put(workspace)
    lost = page.passage.replacing(document=page.retrieval.id)
    workspace.store.put([lost])
    assert found(workspace) == [("passage_not_checked", (lost.id,))]


def test_a_text_of_another_length_is_found(workspace: Workspace, read: Callable[..., object]) -> None:
    page = read(length=7)
    page.put(workspace)
    assert found(workspace) == [("document_text", (page.document.id,))]


def test_a_text_that_is_no_text_is_found(workspace: Workspace, read: Callable[..., object]) -> None:
    page = read(text=b"\xff\xfe")
    page.put(workspace)
    assert found(workspace) == [("document_text", (page.document.id,)), ("passage_not_checked", (page.passage.id,))]


@pytest.mark.parametrize(
    "layout",
    [
        b"{}",
        b"\xff",
        encode_layout(Layout((), (Span(0, 10_000),), ())),
        encode_layout(Layout((), (Span(5, 9), Span(8, 12)), ())),
        encode_layout(Layout((), (Span(9, 5),), ())),
    ],
)
def test_a_layout_that_does_not_fit_is_found(workspace: Workspace, read: Callable[..., object], layout: bytes) -> None:
    page = read(layout=layout)
    page.put(workspace)
    assert found(workspace) == [("document_layout", (page.document.id,))]


def test_dates_and_versions_beyond_the_text_are_found(workspace: Workspace, read: Callable[..., object]) -> None:
    date = {"text": "2026", "value": "2026", "meaning": "unknown", "displayed": True, "place": "visible_text"}
    version = {"text": "3.7", "version": "3.7", "relation": "added", "heading_path": (), "start": 90, "end": 93}
    page = read(dates=({**date, "start": 99, "end": 103},), versions=(version,))
    page.put(workspace)
    assert found(workspace) == [("document_text", (page.document.id,))] * 2


def test_references_that_lost_their_index_are_found(workspace: Workspace, page) -> None:
    page.put(workspace)
    with tampering(workspace) as connection:
        connection.execute("DELETE FROM reference WHERE target = ?", (page.document.id,))
    assert found(workspace) == [("reference_missing", (page.passage.id,))]


def test_references_that_no_record_makes_are_found(workspace: Workspace, page) -> None:
    page.put(workspace)
    with tampering(workspace) as connection:
        connection.execute("INSERT INTO reference (target, source) VALUES ('sha256:x', 1)")
    assert found(workspace) == [("reference_extra", ())]


def test_a_reference_to_what_is_gone_is_found(workspace: Workspace, page) -> None:
    page.put(workspace)
    with tampering(workspace) as connection:
        connection.execute("DELETE FROM blob WHERE digest = ?", (page.document.text,))
    assert found(workspace) == [("reference_dangling", (page.document.id,))]
    assert [page.document.text in note for note in verify(workspace.store).notes] == [True]


@pytest.mark.parametrize("result", ['["sha256:gone"]', "3", "{"])
def test_work_that_names_nothing_stored_is_found(workspace: Workspace, origin: Origin, result: str) -> None:
    workspace.store.put([Question(origin=origin, text="?")], key="work:a")
    with tampering(workspace) as connection:
        connection.execute("UPDATE work SET result = ?", (result,))
    assert [code for code, _ in found(workspace)] == ["work_damaged"]


def test_work_that_names_other_stored_records_than_it_made_is_found(workspace: Workspace, origin: Origin) -> None:
    first, second = (Question(origin=origin, text=text) for text in ("one?", "two?"))
    workspace.store.put([first], key="work:a")
    workspace.store.put([second], key="work:b")
    with tampering(workspace) as connection:
        connection.execute("UPDATE work SET result = ? WHERE key = 'work:a'", (f'["{second.id}"]',))
    (problem,) = verify(workspace.store).problems
    assert (problem.code, problem.records) == ("work_damaged", (second.id,))
    assert problem.sentence == "work work:a names other records than when it was finished, or has another key"


def test_a_missing_trigger_is_found(workspace: Workspace, origin: Origin) -> None:
    workspace.store.put([Question(origin=origin, text="?")])
    connection = sqlite3.connect(workspace.folder / "loccit.sqlite3")
    connection.execute("DROP TRIGGER ledger_no_delete")
    connection.close()
    assert found(workspace) == [("append_only_off", ())]


def test_files_that_nothing_names_are_noted(workspace: Workspace, page) -> None:
    page.put(workspace)
    workspace.store.blobs.write({digest(b"orphan"): b"orphan"})
    left = workspace.store.blobs.path(digest(b"orphan")).with_name(".new-1234")
    left.write_bytes(b"orp")
    result = verify(workspace.store)
    assert result.result == "passed"
    assert sorted(note.split(" ")[0] for note in result.notes) == [str(left), digest(b"orphan")]


def test_a_damaged_database_is_reported_and_not_raised(workspace: Workspace, origin: Origin) -> None:
    workspace.store.put([Question(origin=origin, text=str(number) * 50) for number in range(3000)])
    workspace.close()
    path = workspace.folder / "loccit.sqlite3"
    data = bytearray(path.read_bytes())
    data[4096 * 40 :] = b"\xff" * (len(data) - 4096 * 40)
    path.write_bytes(data)
    result = verify(workspace.store)
    assert result.result == "failed"
    assert "database_damaged" in {problem.code for problem in result.problems}


def test_a_report_lists_a_bounded_number_of_problems(workspace: Workspace, origin: Origin) -> None:
    workspace.store.put([Question(origin=origin, text=str(number)) for number in range(report.MAX_LISTED + 5)])
    with tampering(workspace) as connection:
        connection.execute("UPDATE record SET body = CAST('{}' AS BLOB)")
    result = verify(workspace.store)
    assert len(result.problems) == 1_000
    assert result.problem_count == 1_005
