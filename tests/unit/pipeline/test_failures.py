"""What goes wrong is recorded under its outcome, the run goes on, and no verdict is made up."""

import os
import shutil
import signal
import threading
import time
from pathlib import Path

import anyio
import pytest

from loccit.errors import BadInput
from loccit.ids import digest
from loccit.pipeline import AskRequest, open_pipeline
from loccit.policy import ExtractPolicy, FetchPolicy, GuardPolicy, JudgePolicy, Policy, ReviewPolicy
from loccit.protocols import IndexPage
from loccit.records import Failure, Question
from loccit.store.workspace import Workspace
from loccit.transport.network import NetworkTransport

QUESTION = "How should the Fjord shelf be put up?"
CARRIES = "The Fjord shelf carries 25 kg."
BASE = "https://shelf.example/"


def finding(result, place=0):
    found = result.judged[place].finding
    return found.state, found.reasons


def test_a_page_that_answers_503_is_unavailable_and_the_others_are_read(shelf):
    (shelf.home / "site" / "manual.html.response.json").write_text('{"status": 503}')
    result = shelf.ask(QUESTION, CARRIES)
    outcomes = {one.retrieval.requested_url.rpartition("/")[2]: one.retrieval.outcome for one in result.readings}
    assert outcomes == {"manual.html": "http_error", "care.html": "ok", "history.html": "ok"}
    assert finding(result)[0] == "unsupported"
    only = Policy(review=ReviewPolicy(select_rule="match:1"))
    result = shelf.ask(QUESTION, CARRIES, policy=only)
    assert finding(result) == ("unavailable", ("http_error",))
    assert [gap.wording for gap in result.handoff.gaps] == [CARRIES]
    assert any("503" in line for line in result.handoff.gaps[0].tried)
    assert shelf.problems() == ()


def test_a_page_deleted_since_it_was_indexed_is_a_404(shelf):
    (shelf.home / "site" / "manual.html").unlink()
    result = shelf.ask(QUESTION, CARRIES, policy=Policy(review=ReviewPolicy(select_rule="match:1")))
    assert [(one.retrieval.status, one.retrieval.outcome) for one in result.readings] == [(404, "http_error")]
    assert finding(result)[0] == "unavailable"


def test_a_mount_whose_folder_is_gone_stops_its_own_pages_and_no_others(shelf):
    other = {"a.html": shelf.html("Fjord shelf test", "The Fjord shelf carries 25 kg. " * 3)}
    shelf.mount("https://tests.example/", other, folder="tests")
    shutil.rmtree(shelf.home / "site")
    result = shelf.ask(QUESTION, CARRIES)
    outcomes = {one.retrieval.requested_url: one.retrieval.outcome for one in result.readings}
    assert outcomes.pop("https://tests.example/a.html") == "ok"
    assert set(outcomes.values()) == {"not_mounted"}
    assert finding(result)[0] == "supported"
    assert shelf.network.urls == []


def test_pages_that_no_mount_covers_go_to_the_network_and_stay_failed(shelf):
    add_to_index(shelf, "https://elsewhere.example/fjord", "Fjord shelf", CARRIES)
    result = shelf.ask(QUESTION, CARRIES)
    elsewhere = next(one for one in result.readings if "elsewhere" in one.retrieval.requested_url)
    assert (elsewhere.retrieval.outcome, elsewhere.document) == ("connect_error", None)
    assert finding(result)[0] == "supported"
    asked = list(shelf.network.urls)
    assert asked == ["https://elsewhere.example/robots.txt"]
    shelf.ask(QUESTION, CARRIES)
    assert shelf.network.urls == asked


def test_the_default_network_refuses_loopback(bench, server):
    add_to_index(bench, server.url("/fjord"), "Fjord shelf", CARRIES)
    with open_pipeline(bench.workspace, policy=bench.policy, clock=bench.clock) as pipeline:
        result = anyio.run(pipeline.ask, AskRequest(QUESTION, claims=(CARRIES,)))
    assert [one.retrieval.outcome for one in result.readings] == ["refused_port"]
    assert finding(result) == ("unavailable", ("refused_port",))
    assert server.requests == []


def test_a_server_is_read_as_its_robots_txt_allows(bench, server):
    page = bench.html("Fjord shelf", "The Fjord shelf carries 25 kg. " * 4).encode()
    server.answers = {
        "/robots.txt": response(b"User-agent: *\nDisallow: /private/\n", "text/plain"),
        "/open/fjord": response(page, "text/html; charset=utf-8"),
        "/private/fjord": response(page, "text/html; charset=utf-8"),
    }
    for path in ("/open/fjord", "/private/fjord"):
        add_to_index(bench, server.url(path), "Fjord shelf", CARRIES)
    guard = GuardPolicy(unsafe_allow=(server.host,))
    policy = Policy(fetch=FetchPolicy(guard=guard), review=bench.policy.review)
    bench.network.inner = NetworkTransport(policy.fetch)
    result = bench.ask(QUESTION, CARRIES, policy=policy)
    outcomes = {one.retrieval.requested_url.removeprefix(server.url("")): one.retrieval for one in result.readings}
    assert outcomes["/private/fjord"].outcome == "robots_disallowed"
    assert (outcomes["/open/fjord"].outcome, outcomes["/open/fjord"].witnessed) == ("ok", True)
    assert outcomes["/open/fjord"].hops[0].unsafe_allow == server.host
    assert finding(result)[0] == "supported"
    requested = [request.split(b" ", 2)[1] for request in server.requests]
    assert sorted(requested) == [b"/open/fjord", b"/robots.txt"]
    shelf_head = bench.head()
    bench.ask(QUESTION, CARRIES, policy=policy)
    assert (bench.head(), len(server.requests)) == (shelf_head, 2)


def test_a_page_with_too_little_text_is_unsupported_because_of_that(bench):
    bench.mount(BASE, {"thin.html": bench.html("Fjord shelf", "Soon.")})
    assert finding(bench.ask(QUESTION, CARRIES)) == ("unsupported", ("body_insufficient",))


def test_a_page_that_stops_the_process_that_parses_it_is_a_recorded_failure(shelf):
    """The parsing process is killed from outside as soon as it exists, as a page that breaks it would do."""
    done = threading.Event()
    killer = threading.Thread(target=kill_workers, args=(done,))
    killer.start()
    try:
        result = shelf.ask(QUESTION, CARRIES)
    finally:
        done.set()
        killer.join()
    codes = {one.failure.code for one in result.readings}
    assert codes == {"worker_died"}
    assert {one.retrieval.outcome for one in result.readings} == {"ok"}
    assert finding(result) == ("unavailable", ("not_extracted",))
    with Workspace.open(shelf.workspace) as workspace:
        stored = {one.id for one in workspace.store.records(Failure)}
    assert {one.failure.id for one in result.readings} <= stored
    assert shelf.problems() == ()
    assert finding(shelf.ask(QUESTION, CARRIES, refresh=True))[0] == "supported"


def kill_workers(done: threading.Event) -> None:
    while not done.is_set():
        for child in children():
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.001)


def children() -> list[int]:
    """Return the processes this one has started that parse pages."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        try:
            pids = (task / "children").read_text().split()
            found += [int(pid) for pid in pids if b"worker_process" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        except OSError:
            continue
    return found


def test_a_page_nested_too_deeply_is_a_recorded_failure(bench):
    bench.mount(BASE, {"fine.html": bench.html("Fjord shelf", "The Fjord shelf carries 25 kg. " * 3)})
    bench.policy = Policy(extract=ExtractPolicy(max_depth=100), review=bench.policy.review)
    deep = "<div>" * 200 + "The Fjord shelf carries 25 kg."
    report = bench.mount(BASE, {"deep.html": f"<title>Fjord shelf</title>{deep}"})
    assert [(one.code, one.subject) for one in report.failures] == [("too_deep", BASE + "deep.html")]
    with bench.open() as pipeline:
        retrieval, document = anyio.run(pipeline.retrieve, BASE + "deep.html")
    assert (retrieval.outcome, document) == ("ok", None)
    assert finding(bench.ask(QUESTION, CARRIES))[0] == "supported"


def test_a_folder_with_files_that_are_no_pages_is_indexed_as_far_as_it_goes(bench):
    folder = bench.home / "site"
    folder.mkdir()
    (folder / "broken.html.gz").write_bytes(b"\x1f\x8b no gzip")
    (folder / "image.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    (folder / "large.html").write_bytes(b"<p>x</p>" * 1_000)
    small = Policy(fetch=FetchPolicy(max_wire_bytes=4_000), review=bench.policy.review)
    bench.policy = small
    report = bench.mount(BASE, {"fine.html": bench.html("Fjord shelf", CARRIES)})
    assert {one.subject.rpartition("/")[2]: one.code for one in report.failures} == {
        "broken.html.gz": "undecodable",
        "image.html": "unsupported_type",
        "large.html": "too_large",
    }
    assert (report.pages_seen, report.pages_indexed) == (4, 1)


def test_a_sidecar_that_can_not_be_read_is_named_in_one_sentence(shelf):
    (shelf.home / "site" / "manual.html.response.json").write_text("{")
    with pytest.raises(BadInput, match=r"manual\.html\.response\.json: expected a JSON object"):
        shelf.ask(QUESTION, CARRIES)
    assert shelf.problems() == ()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"question": " \n"}, "question"),
        ({"claims": (CARRIES, " ")}, "claims[1]"),
        ({"queries": ("shelf", "\t")}, "queries[1]"),
        ({"engines": ("nowhere",)}, "engines"),
        ({"engines": ()}, "engines"),
        ({"max_results": 0}, "maxResultsPerExecutedQuery"),
        ({"country": ""}, "country"),
    ],
)
def test_bad_input_is_named_and_leaves_nothing(shelf, changes, field):
    head = shelf.head()
    request = AskRequest(**{"question": QUESTION, "claims": (CARRIES,), **changes})
    with shelf.open() as pipeline, pytest.raises(BadInput) as raised:
        anyio.run(pipeline.ask, request)
    assert raised.value.field == field
    assert shelf.head() == head


def test_an_unknown_engine_is_answered_with_those_there_are(shelf):
    with pytest.raises(BadInput, match=r"engines: .*\blocal\b.*'nowhere'"):
        shelf.ask(QUESTION, CARRIES, engines=("nowhere",))


@pytest.mark.parametrize(
    "policy",
    [
        Policy(review=ReviewPolicy(select_rule="best")),
        Policy(judge=JudgePolicy(judges=())),
        Policy(judge=JudgePolicy(judges=("nobody",))),
    ],
)
def test_a_policy_that_can_not_be_followed_makes_no_workspace(bench, policy):
    with pytest.raises(BadInput), bench.open(policy):
        pass
    assert not bench.workspace.exists()


def test_without_claims_there_are_items_for_review_and_no_answer(shelf):
    result = shelf.ask("How much does the Fjord shelf carry?")
    assert (result.judged, result.answer, result.release, result.citations) == ((), None, None, ())
    assert (result.handoff.admitted, result.handoff.gaps) == ((), ())
    assert result.review_items[0].passage.exact == "The Fjord shelf carries 25 kg."
    head = shelf.head()
    again = shelf.ask("How much does the Fjord shelf carry?")
    assert [one.passage.id for one in again.review_items] == [one.passage.id for one in result.review_items]
    assert shelf.head() == head


def test_items_for_review_are_prose_that_speaks_of_the_question(bench):
    asked = "How much does the Fjord shelf carry?"
    page = bench.html(
        "Fjord shelf",
        "The Fjord shelf carries 25 kg.",
        f"</p><h2>{asked}</h2><p>Hang it level.",  # speaks of it in the heading alone
        f"</p><pre>{asked}</pre><p>",
    )
    bench.mount(BASE, {"fjord.html": page})
    result = bench.ask(asked)
    assert [one.passage.exact for one in result.review_items] == ["The Fjord shelf carries 25 kg."]


def test_when_every_candidate_is_excluded_nothing_was_retrieved(shelf):
    result = shelf.ask(QUESTION, CARRIES, policy=Policy(review=ReviewPolicy(select_rule="none")))
    assert finding(result) == (None, ("not_retrieved",))
    assert [(gap.state, gap.reasons) for gap in result.handoff.gaps] == [(None, ("not_retrieved",))]
    assert "25 kg" not in result.answer.text


def test_when_there_is_no_candidate_there_is_no_source(shelf):
    result = shelf.ask("Zymurgy?", "Quokkas brew zythum.")
    assert result.discovered.candidates == ()
    assert finding(result) == (None, ("no_source",))
    assert [gap.state for gap in result.handoff.gaps] == [None]


def test_an_empty_workspace_answers_with_gaps(bench):
    result = bench.ask(QUESTION, CARRIES)
    assert finding(result) == (None, ("no_source",))
    with Workspace.open(bench.workspace) as workspace:
        assert [one.text for one in workspace.store.records(Question)] == [QUESTION]


def test_sources_that_disagree_yield_an_open_question_and_no_sentence(bench):
    claim = "The drain hose of the Otter 3 is 60 cm long."
    for site, length in (("maker", 60), ("dealer", 80)):
        page = bench.html(
            "Otter 3 drain hose",
            f"The drain hose of the Otter 3 is {length} cm long. It is made of grey rubber and fits every sink.",
        )
        bench.mount(f"https://{site}.example/", {"hose.html": page}, folder=site)
    result = bench.ask("How long is the drain hose of the Otter 3?", claim)
    assert finding(result) == (None, ("sources_disagree",))
    assert (result.handoff.admitted, result.handoff.gaps) == ((), ())
    (question,) = result.handoff.open_questions
    assert question.wording == claim
    sides = {position.url: (position.state, position.passages[0].exact) for position in question.positions}
    assert sides == {
        "https://maker.example/hose.html": ("supported", "The drain hose of the Otter 3 is 60 cm long."),
        "https://dealer.example/hose.html": ("contradicted", "The drain hose of the Otter 3 is 80 cm long."),
    }
    assert all(not admission.admitted for admission in result.admissions)
    assert "cm" not in result.answer.text
    assert result.citations == ()


def add_to_index(bench, url, title, body):
    with bench.open() as pipeline:
        pipeline.parts.index.add([IndexPage(url, title, title, body, "en", digest(body.encode()))])


def response(body: bytes, content_type: str) -> bytes:
    head = (
        f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
