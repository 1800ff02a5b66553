"""What every store promises; run for each implementation."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from loccit.errors import BrokenPromise, NotStored
from loccit.ids import ContentId, Digest, WorkKey, digest
from loccit.protocols import Store
from loccit.records import Claim, DirectRequest, Hop, Origin, Question, Record, Retrieval
from loccit.store.workspace import Workspace

Make = Callable[[str], Claim]
READ_AT = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture(params=["sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with Workspace.open(tmp_path / request.param) as workspace:
        yield workspace.store


@pytest.fixture
def question(origin: Origin) -> Question:
    return Question(origin=origin, text="為什麼漏水？")


@pytest.fixture
def claim(origin: Origin, question: Question) -> Make:
    """Make claims about the question."""
    return lambda wording: Claim(origin=origin, wording=wording, question=question.id)


def key(letter: str) -> WorkKey:
    return WorkKey("work:" + letter * 64)


def test_a_record_comes_back_as_it_was(store: Store, question: Question) -> None:
    store.put([question])
    read = store.get(question.id, Question)
    assert read == question
    assert read.id == question.id
    assert read.canonical() == question.canonical()


def test_what_is_not_there_is_not_stored(store: Store, question: Question) -> None:
    with pytest.raises(NotStored, match=question.id):
        store.get(question.id, Question)
    with pytest.raises(NotStored, match=question.id):
        store.blob(Digest(question.id))
    assert store.work(key("a")) is None
    assert list(store.records(Question)) == []
    assert list(store.referring(question.id, Claim)) == []


def test_a_record_of_another_kind_is_not_stored(store: Store, question: Question) -> None:
    store.put([question])
    with pytest.raises(NotStored, match="is of kind loccit/question@1, not loccit/claim@1"):
        store.get(question.id, Claim)


def test_records_come_oldest_first(store: Store, question: Question, claim: Make) -> None:
    claims = [claim(str(number)) for number in range(1000)]
    store.put([claims[0], question, *claims[1:300]])
    store.put(claims[300:])
    assert [one.wording for one in store.records(Claim)] == [str(number) for number in range(1000)]
    assert list(store.records(Question)) == [question]


def test_referring_finds_the_records_that_name_an_id(store: Store, question: Question, claim: Make) -> None:
    other = Question(origin=question.origin, text="?")
    claims = [claim(str(number)) for number in range(300)]
    stray = claims[0].replacing(question=other.id)
    store.put([question, other, stray, *claims])
    assert list(store.referring(question.id, Claim)) == claims
    assert list(store.referring(other.id, Claim)) == [stray]
    assert list(store.referring(question.id, Question)) == []


def test_referring_finds_the_records_that_name_a_blob(store: Store, question: Question) -> None:
    name = digest(b"page")
    named = question.replacing(origin=question.origin.model_copy(update={"used": (name,)}))
    store.put([named], blobs=[b"page"])
    assert list(store.referring(ContentId(name), Question)) == [named]


def test_storing_again_writes_nothing(store: Store, question: Question, claim: Make) -> None:
    one, two = claim("1"), claim("2")
    store.put([question, one, question, one])
    store.put([two, one], blobs=[b"x", b"x"])
    store.put([question, one, two], blobs=[b"x"])
    assert list(store.records(Claim)) == [one, two]
    assert list(store.records(Question)) == [question]


def test_blobs_come_back_byte_for_byte(store: Store) -> None:
    blobs = [b"", b"\x00\r\n\xff", "漏水 😀".encode(), bytes(range(256)) * 1000]
    store.put([], blobs=blobs)
    assert [store.blob(digest(blob)) for blob in blobs] == blobs


def test_a_dangling_reference_is_refused_and_nothing_is_stored(store: Store, question: Question, claim: Make) -> None:
    one = claim("1")
    other = Question(origin=question.origin, text="?")
    with pytest.raises(BrokenPromise) as caught:
        store.put([other, one], key=key("a"))
    assert one.id in str(caught.value)
    assert question.id in str(caught.value)
    assert list(store.records(Record)) == []
    assert store.work(key("a")) is None


def test_a_dangling_origin_is_refused(store: Store, question: Question) -> None:
    used = question.origin.model_copy(update={"used": (digest(b"never stored"),)})
    with pytest.raises(BrokenPromise, match=digest(b"never stored")):
        store.put([question.replacing(origin=used)])


def test_a_text_that_looks_like_an_id_refers_to_nothing(store: Store, question: Question) -> None:
    quoting = question.replacing(text="sha256:" + "0" * 64)
    store.put([quoting])
    assert store.get(quoting.id, Question).text == "sha256:" + "0" * 64


def test_work_is_found_by_its_key_in_the_order_given(store: Store, question: Question, claim: Make) -> None:
    one, two = claim("1"), claim("2")
    store.put([question])
    store.put([two, one], key=key("a"))
    store.put([question, one], key=key("b"), results=[one])
    store.put([], key=key("c"))
    store.put([], key=key("d"), results=[two, one, two])
    assert store.work(key("a")) == (two.id, one.id)
    assert store.work(key("b")) == (one.id,)
    assert store.work(key("c")) == ()
    assert store.work(key("d")) == (two.id, one.id, two.id)


def test_a_key_keeps_its_first_result(store: Store, question: Question, claim: Make) -> None:
    one, two = claim("1"), claim("2")
    store.put([question, one], key=key("a"), results=[one])
    store.put([two], key=key("a"))
    assert store.work(key("a")) == (one.id,)
    assert store.get(two.id, Claim) == two


def test_results_must_be_stored(store: Store, question: Question) -> None:
    other = Question(origin=question.origin, text="?")
    with pytest.raises(BrokenPromise, match=other.id):
        store.put([question], key=key("a"), results=[other])
    assert list(store.records(Record)) == []


def test_an_iteration_that_is_not_finished_blocks_nobody(store: Store, question: Question, claim: Make) -> None:
    store.put([question, *(claim(str(number)) for number in range(600))])
    iterations = [store.records(Claim) for _ in range(20)]
    assert [next(iteration).wording for iteration in iterations] == ["0"] * 20
    store.put([claim("late")])
    assert [len(list(iteration)) for iteration in iterations] == [600] * 20


def test_threads_may_share_a_store(store: Store, question: Question, claim: Make) -> None:
    store.put([question])
    ready = threading.Barrier(16)

    def work(thread: int) -> None:
        ready.wait()
        for number in range(10):
            mine, shared = claim(f"{thread}/{number}"), claim(f"all/{number}")
            store.put([mine, shared], blobs=[shared.canonical()], key=key(f"{number:x}"))
            assert store.get(mine.id, Claim) == mine
            assert store.blob(digest(shared.canonical())) == shared.canonical()

    with ThreadPoolExecutor(16) as pool:
        for done in [pool.submit(work, thread) for thread in range(16)]:
            done.result()
    assert len({one.wording for one in store.records(Claim)}) == 170
    assert all(store.work(key(f"{number:x}")) for number in range(10))


@pytest.mark.parametrize("table", ["record", "reference", "ledger", "work", "blob"])
def test_rows_can_be_neither_changed_nor_deleted(tmp_path: Path, question: Question, claim: Make, table: str) -> None:
    with Workspace.open(tmp_path / "work") as workspace:
        workspace.store.put([question, claim("1")], blobs=[b"x"], key=key("a"))
    connection = sqlite3.connect(tmp_path / "work" / "loccit.sqlite3")
    column = connection.execute(f"SELECT name FROM pragma_table_info('{table}') LIMIT 1").fetchone()[0]
    for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = {column}"):
        with pytest.raises(sqlite3.IntegrityError, match=f"{table} is append-only"):
            connection.execute(statement)
    connection.close()


def test_readings_of_an_address_come_newest_first_and_only_those_that_went_well(store: Store, origin: Origin) -> None:
    request = DirectRequest(
        origin=origin, url="https://a.example/", purpose="direct", requested_by=origin.agent, requested_at=READ_AT
    )
    store.put([request])

    def reading(number: int, first: str, final: str, outcome: str = "ok") -> Retrieval:
        hop = Hop(
            url=first,
            status=200,
            address=None,
            location=None,
            request_record=None,
            response_record=None,
            kind="request",
        )
        made = Retrieval.model_validate(
            {
                "origin": origin,
                "candidate": None,
                "authority": request.id,
                "requested_url": first + "#part",
                "hops": (hop,),
                "final_url": final,
                "retrieved_at": READ_AT + timedelta(seconds=number),
                "status": 200,
                "media_type": None,
                "charset": None,
                "body": None,
                "via": "network",
                "witnessed": True,
                "robots": "allowed",
                "outcome": outcome,
                "detail": "Why.",
            }
        )
        store.put([made])
        return made

    a, b, c = (f"https://a.example/{letter}" for letter in "abc")
    moved = [reading(number, a, b) for number in range(20)]
    reading(30, a, b, "timeout")
    stayed = reading(31, b, b)
    assert list(store.readings(a)) == moved[::-1]
    assert list(store.readings(b)) == [stayed, *moved[::-1]]
    assert list(store.readings(c)) == []
