"""Every record of a run is in the ledger, and every citation can be followed to the bytes it rests on."""

from collections.abc import Iterator

import anyio
import pytest
from sqlalchemy import select

from loccit.ids import ContentId, Digest
from loccit.pipeline import AskRequest
from loccit.records import (
    Candidate,
    Capture,
    Citation,
    Claim,
    DirectRequest,
    DiscoveryRun,
    Document,
    EvidenceRecord,
    Failure,
    Handoff,
    Mount,
    Opinion,
    Passage,
    Query,
    Question,
    Record,
    Release,
    Retrieval,
    Selection,
)
from loccit.retrieve.warc import WarcArchive
from loccit.store.schema import ledger, record
from loccit.store.workspace import Workspace

QUESTION = "How should the Fjord shelf be put up?"
CLAIMS = ("The Fjord shelf carries 25 kg.", "The Fjord shelf carries 40 kg.", "The Fjord shelf is made of oak.")
USES_NOTHING = {Question, Mount, DirectRequest}
"""Kinds that a person or a command line begins with."""


@pytest.fixture
def result(shelf):
    (shelf.home / "site" / "history.html.response.json").write_text('{"status": 503}')
    return shelf.ask(QUESTION, *CLAIMS)


@pytest.fixture
def workspace(shelf, result):
    with Workspace.open(shelf.workspace) as opened:
        yield opened


def records_of(result) -> Iterator[Record]:
    """Every record that a result holds."""
    yield from (result.question, result.discovered.run, result.handoff, result.answer, result.release)
    yield from (*result.discovered.queries, *result.discovered.candidates, *result.admissions, *result.citations)
    for reading in result.readings:
        yield from (reading.authority, reading.retrieval, reading.assessment)
        yield from () if reading.document is None else (reading.document.record,)
    for judged in result.judged:
        yield from (judged.claim, judged.finding, *judged.evidence, *judged.opinions, *judged.passages)


def test_every_record_of_the_run_is_in_the_ledger(workspace, result):
    with workspace.store.database.reading() as connection:
        entered = set(connection.scalars(select(ledger.c.record)))
    held = {record.id for record in records_of(result)}
    assert len(held) > 30
    assert held <= entered
    assert entered == {record.id for record in workspace.store.records(Record)}


def test_whatever_a_record_used_is_stored(workspace, result):
    seen = 0
    for one in workspace.store.records(Record):
        for used in one.origin.used:
            assert exists(workspace.store, used), f"{one.KIND} used {used}"
            seen += 1
    assert seen > 50


def exists(store, name: str) -> bool:
    return is_record(store, name) or bool(store.blob(Digest(name)))


def test_only_what_begins_a_run_used_nothing(workspace, result):
    without = {type(record) for record in workspace.store.records(Record) if not record.origin.used}
    assert without <= USES_NOTHING | {Query}
    assert all(record.origin.agent.name and record.origin.version for record in workspace.store.records(Record))


def test_a_citation_leads_to_the_archived_bytes(shelf, workspace, result):
    store = workspace.store
    (citation,) = store.records(Citation)
    passage = store.get(citation.passage, Passage)
    document = store.get(passage.document, Document)
    retrieval = store.get(citation.retrieval, Retrieval)
    candidate = store.get(citation.candidate, Candidate)
    claim = store.get(citation.claim, Claim)
    assert claim.wording == CLAIMS[0]
    assert store.blob(document.text).decode()[passage.start : passage.end] == "The Fjord shelf carries 25 kg."
    assert document.body == retrieval.body.digest
    body = store.blob(retrieval.body.digest)
    assert body == (shelf.home / "site" / "manual.html").read_bytes()
    archived = WarcArchive(workspace.archive_folder, shelf.clock).read(retrieval.hops[-1].response_record)
    assert archived.block.endswith(body)
    selection = store.get(retrieval.authority, Selection)
    assert (selection.candidate, candidate.url) == (candidate.id, retrieval.requested_url)
    run = next(one for one in store.records(DiscoveryRun) if one.run_id == candidate.run_id)
    assert {sighting.query for sighting in candidate.sightings} <= set(run.queries)
    assert {page.capture for page in run.pages} == {one.id for one in store.records(Capture)}


def test_everything_used_leads_back_to_the_question_or_the_bytes(workspace, result):
    """The walk from each citation reaches question, query, capture, selection, retrieval, body and opinion."""
    store = workspace.store
    reached = walk(store, result.citations[0].id) | walk(store, result.release.id) | walk(store, result.handoff.id)
    kinds = {type(store.get(ContentId(one), Record)) for one in reached if is_record(store, one)}
    assert {Question, Query, Claim, Capture, DiscoveryRun, Candidate, Selection, Retrieval, Document} <= kinds
    assert {Passage, Opinion, EvidenceRecord, Handoff} <= kinds
    assert result.readings[0].retrieval.body.digest in reached


def walk(store, start: str) -> set[str]:
    """Return every id and digest that a record names, directly or through others."""
    found: set[str] = set()
    ahead = [start]
    while ahead:
        name = ahead.pop()
        if name in found:
            continue
        found.add(name)
        if is_record(store, name):
            ahead += store.get(ContentId(name), Record).references()
    return found


def is_record(store, name: str) -> bool:
    return next(store.rows(record.c.id == name), None) is not None


def test_the_manifest_of_the_handoff_names_only_stored_records(workspace, result):
    manifest = set(result.handoff.manifest)
    assert {judged.finding.id for judged in result.judged} <= manifest
    assert {passage.passage for one in result.handoff.admitted for passage in one.passages} <= manifest
    for name in manifest:
        assert workspace.store.get(name, Record).id == name


def test_the_handoff_stands_before_the_answer_and_its_check(workspace, result):
    order = [record.id for record in workspace.store.records(Record)]
    positions = [order.index(one) for one in (result.handoff.id, result.answer.id, result.release.id)]
    assert positions[0] < min(positions[1:])


def test_a_failure_to_index_is_on_record(shelf, workspace):
    shelf.mount("https://shelf.example/", {"broken.html": "\x00\x01\x02" * 200})
    failures = [one for one in workspace.store.records(Failure) if one.subject.endswith("broken.html")]
    assert [(one.stage, one.code) for one in failures] == [("discover", "unsupported_type")]


def test_a_direct_request_is_on_record_with_its_reading(shelf):
    with shelf.open() as pipeline:
        retrieval, document = anyio.run(pipeline.retrieve, "https://shelf.example/manual.html#top")
        request = pipeline.store.get(retrieval.authority, DirectRequest)
        assert (request.url, retrieval.candidate) == ("https://shelf.example/manual.html#top", None)
        assert document.record.origin.used == (document.record.body,)
        again, _ = anyio.run(pipeline.retrieve, "https://shelf.example/manual.html#top")
    assert again.id != retrieval.id


def test_a_release_names_the_answer_it_lets_go(workspace, result):
    (release,) = workspace.store.records(Release)
    assert (release.released, release.answer, release.handoff) == (True, result.answer.id, result.handoff.id)


def test_the_question_is_in_no_request(shelf):
    question = "Would my aunt Wilhelmina like a Fjord shelf?"
    with shelf.open() as pipeline:
        anyio.run(pipeline.ask, AskRequest(question, claims=CLAIMS[:1], queries=("Fjord shelf",)))
        sent = [pipeline.store.blob(one.request) for one in pipeline.store.records(Capture)]
    assert sent
    assert all(b"Wilhelmina" not in request for request in sent)
