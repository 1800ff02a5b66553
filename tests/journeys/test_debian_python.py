"""The documentation of Python, as Debian installs it: one question, four claims, and a store that proves itself."""

import random
import shutil
from pathlib import Path
from types import SimpleNamespace

import anyio
import pytest

from loccit.apps.present import ask_object
from loccit.clock import SystemClock
from loccit.pipeline import AskRequest, open_pipeline
from loccit.pipeline.verification import verify
from loccit.policy import Policy
from loccit.records import Capture, Document, Retrieval, SearchTask
from loccit.retrieve.warc import WarcArchive
from loccit.store.workspace import Workspace

pytestmark = pytest.mark.debian

BASE = "https://docs.python.org/3.11/"
CANNOT = "asyncio.run() cannot be called when another asyncio event loop is running in the same thread."
CLAIMS = (
    CANNOT,
    "asyncio.run() can be called while another asyncio event loop is running in the same thread.",
    "asyncio.run() was added in Python 3.5.",
    "asyncio.run() is written in Rust.",
)
REQUEST = AskRequest("How is asyncio.run used?", claims=CLAIMS)


@pytest.fixture(scope="session")
def python_docs(debian_docs, tmp_path_factory) -> Path:
    """A workspace in which the whole documentation is indexed."""
    workspace = tmp_path_factory.mktemp("python") / "workspace"
    with open_pipeline(workspace, policy=Policy()) as pipeline:
        report = anyio.run(pipeline.index_folder, debian_docs["python"], BASE)
    assert report.failures == ()
    assert report.pages_indexed == report.pages_seen > 500
    return workspace


@pytest.fixture(scope="session")
def asked(python_docs):
    with open_pipeline(python_docs, policy=Policy()) as pipeline:
        result = anyio.run(pipeline.ask, REQUEST)
        texts = {one.id: pipeline.store.blob(one.text) for one in pipeline.store.records(Document)}
    return SimpleNamespace(result=result, json=ask_object(result), texts=texts)


def test_the_four_claims_get_their_states(asked):
    assert [claim["state"] for claim in asked.json["claims"]] == [
        "supported",
        "contradicted",
        "contradicted",
        "unsupported",
    ]


def test_the_supported_claim_rests_on_the_exact_sentence(asked):
    (passage,) = asked.json["claims"][0]["passages"]
    assert passage["exact"] == (
        "This function cannot be called when another asyncio event loop is running in the same thread."
    )
    assert passage["final_url"] == "https://docs.python.org/3.11/library/asyncio-runner.html"
    assert "Running an asyncio Program" in passage["heading_path"]
    assert any(heading.startswith("asyncio.run(") for heading in passage["heading_path"])


def test_the_contradicted_claims_rest_on_what_the_page_says_instead(asked):
    opposite, version = (asked.json["claims"][place]["passages"] for place in (1, 2))
    assert [passage["exact"] for passage in opposite] == [
        "This function cannot be called when another asyncio event loop is running in the same thread."
    ]
    assert [passage["exact"] for passage in version] == ["New in version 3.7."]
    assert any(heading.startswith("asyncio.run(") for heading in version[0]["heading_path"])


def test_every_passage_is_the_slice_of_the_stored_text(asked):
    passages = [passage for claim in asked.json["claims"] for passage in claim["passages"]]
    assert len(passages) >= 3
    for passage in passages:
        assert asked.texts[passage["document"]].decode()[passage["start"] : passage["end"]] == passage["exact"]


def test_the_answer_says_only_what_is_carried(asked):
    assert asked.json["answer"]["text"] == CANNOT
    assert [gap["wording"] for gap in asked.json["gaps"]] == list(CLAIMS[1:])
    (inline,) = asked.json["citations"]["inline_citations"]
    assert asked.json["answer"]["text"].encode()[inline["start_index"] : inline["end_index"]].decode() == CANNOT


def test_the_worked_example_of_discovery(python_docs):
    task = SearchTask(queries=("Python asyncio documentation",), maxResultsPerExecutedQuery=2)
    with open_pipeline(python_docs, policy=Policy()) as pipeline:
        run = anyio.run(pipeline.discover, task).run
    assert [(row.page, row.rankOnPage, row.rank) for row in run.rows] == [(1, 1, 1), (1, 2, 2)]
    assert {row.resultDomain for row in run.rows} == {"docs.python.org"}
    output = run.output
    assert (
        output.queriesRequested,
        output.searchesCompiled,
        output.executionsPlanned,
        output.enginesSuccessful,
        output.enginesFailed,
        output.pagesAttempted,
        output.pagesParsed,
        output.resultsSaved,
        output.stopReason,
    ) == (1, 1, 1, 1, 0, 1, 1, 2, "result_caps_reached")


def test_what_is_stored_verifies(asked, python_docs):
    report = verified(python_docs)
    assert (report.result, report.problems) == ("passed", ())
    assert report.checked["passages"] >= 3


@pytest.mark.parametrize("kind", ["body", "text", "layout", "capture", "request"])
def test_a_flipped_byte_of_any_blob_is_found_and_the_record_named(asked, python_docs, tmp_path, kind):
    copy = copied(python_docs, tmp_path)
    with Workspace.open(copy, create=False) as workspace:
        reading = asked.result.readings[0]
        document, capture = reading.document.record, next(workspace.store.records(Capture))
        digest, record = {
            "body": (document.body, reading.retrieval),
            "text": (document.text, document),
            "layout": (document.layout, document),
            "capture": (capture.body, capture),
            "request": (capture.request, capture),
        }[kind]
        flip(workspace.store.blobs.path(digest), random.Random(kind).random())
    report = verified(copy)
    assert report.result == "failed"
    assert record.id in {one for problem in report.problems for one in problem.records}
    assert any(record.id in problem.sentence for problem in report.problems)


@pytest.mark.parametrize("place", [0.001, 0.3, 0.6, 0.999])
def test_a_flipped_byte_of_the_archive_is_found(asked, python_docs, tmp_path, place):
    copy = copied(python_docs, tmp_path)
    (segment,) = (path for path in (copy / "archive").glob("*.warc.gz") if path.stat().st_size > 1000)
    flip(segment, place)
    assert len(list(WarcArchive(copy / "archive", SystemClock()).verify())) == 1
    report = verified(copy)
    assert report.result == "failed"
    with Workspace.open(copy, create=False) as workspace:
        known = {one.id for one in workspace.store.records(Retrieval)}
    named = {one for problem in report.problems for one in problem.records}
    assert named <= known
    assert named or place == 0.001  # the first record describes the segment itself


def copied(workspace: Path, tmp_path: Path) -> Path:
    """Return a copy of a workspace, without the index, which is not verified."""
    return shutil.copytree(workspace, tmp_path / "copy", ignore=shutil.ignore_patterns("index.sqlite3*"))


def flip(path: Path, place: float) -> None:
    """Change one bit of the byte that lies at a share of a file's length."""
    content = bytearray(path.read_bytes())
    content[int(place * len(content))] ^= 0x10
    path.chmod(0o644)
    path.write_bytes(content)


def verified(workspace: Path):
    with Workspace.open(workspace, create=False) as opened:
        return verify(opened, WarcArchive(opened.archive_folder, SystemClock()))
