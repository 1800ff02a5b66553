"""What is stored is used again, exactly as long as nothing that decides the result has changed."""

import anyio
import pytest

from loccit.pipeline import AskRequest
from loccit.policy import ExtractPolicy, JudgePolicy, Policy, ReviewPolicy
from loccit.records import Agent, Assessment, Document, Retrieval
from loccit.store.workspace import Workspace

QUESTION = "How should the Fjord shelf be put up?"
CARRIES = "The Fjord shelf carries 25 kg."
OIL = "Oil the Fjord shelf once a year with linseed oil."
BASE = "https://shelf.example/"


def test_the_same_question_again_makes_no_record_and_reads_nothing(shelf):
    first = shelf.asked(QUESTION, CARRIES, OIL)
    head, archived = shelf.head(), shelf.archived_bytes()
    assert [claim["state"] for claim in first["claims"]] == ["supported", "supported"]
    assert shelf.asked(QUESTION, CARRIES, OIL) == first
    assert (shelf.head(), shelf.archived_bytes()) == (head, archived)
    assert shelf.network.urls == []


def test_refresh_reads_again_and_the_run_after_it_uses_what_it_read(shelf):
    first = shelf.asked(QUESTION, CARRIES)
    archived = shelf.archived_bytes()
    fresh = shelf.asked(QUESTION, CARRIES, refresh=True)
    assert fresh["run_id"] != first["run_id"]
    assert retrievals(fresh).isdisjoint(retrievals(first))
    assert shelf.archived_bytes() > archived
    head = shelf.head()
    assert shelf.asked(QUESTION, CARRIES) == fresh
    assert shelf.head() == head


def test_a_page_that_changed_is_only_read_anew_on_refresh_or_after_indexing(shelf):
    assert shelf.asked(QUESTION, CARRIES)["claims"][0]["state"] == "supported"
    changed = shelf.html("Fjord shelf manual", "The Fjord shelf carries 18 kg. Fix the Fjord shelf with four screws.")
    (shelf.home / "site" / "manual.html").write_text(changed)
    assert shelf.asked(QUESTION, CARRIES)["claims"][0]["state"] == "supported"
    assert shelf.asked(QUESTION, CARRIES, refresh=True)["claims"][0]["state"] == "contradicted"


def test_indexing_a_changed_page_makes_a_new_search(shelf):
    first = shelf.asked(QUESTION, CARRIES)
    changed = shelf.html("Fjord shelf manual", "The Fjord shelf carries 18 kg. Fix the Fjord shelf with four screws.")
    report = shelf.mount(BASE, {"manual.html": changed})
    assert (report.pages_indexed, report.pages_unchanged) == (1, 2)
    second = shelf.asked(QUESTION, CARRIES)
    assert second["run_id"] != first["run_id"]
    assert second["claims"][0]["state"] == "contradicted"
    assert [gap["wording"] for gap in second["gaps"]] == [CARRIES]


def test_indexing_unchanged_pages_changes_nothing(shelf):
    first = shelf.asked(QUESTION, CARRIES)
    head = shelf.head()
    report = shelf.mount(BASE, {})
    assert (report.pages_indexed, report.pages_unchanged) == (0, 3)
    assert shelf.asked(QUESTION, CARRIES) == first
    assert shelf.head() == head


def test_other_claims_under_the_same_query_take_nothing_from_the_first(shelf):
    first = shelf.asked(QUESTION, CARRIES, queries=("Fjord shelf",))
    other = shelf.asked(QUESTION, OIL, queries=("Fjord shelf",))
    assert first["run_id"] == other["run_id"]
    assert [one["claims"][0]["state"] for one in (first, other)] == ["supported", "supported"]
    head = shelf.head()
    assert shelf.asked(QUESTION, CARRIES, queries=("Fjord shelf",)) == first
    assert shelf.asked(QUESTION, OIL, queries=("Fjord shelf",)) == other
    assert shelf.head() == head


@pytest.mark.parametrize("order", [("all", "none"), ("match:1", "none"), ("all", "match:1")])
def test_what_one_rule_decided_does_not_bind_another(shelf, order):
    results = {}
    for rule in order:
        results[rule] = shelf.ask(QUESTION, CARRIES, policy=Policy(review=ReviewPolicy(select_rule=rule)))
    expected = {"all": "supported", "match:1": "supported", "none": None}
    assert {rule: result.judged[0].finding.state for rule, result in results.items()} == {
        rule: expected[rule] for rule in order
    }
    for rule in order:
        again = shelf.ask(QUESTION, CARRIES, policy=Policy(review=ReviewPolicy(select_rule=rule)))
        assert again.handoff.id == results[rule].handoff.id
        assert [admission.admitted for admission in again.admissions].count(True) == (0 if rule == "none" else 1)


def test_a_claim_that_makes_a_page_irrelevant_does_not_spoil_it_for_another(shelf):
    """The rule's assessment belongs to a question and its claims, even where a person's selection is shared."""
    ana = {"reviewer": person("Ana"), "reason": "It is the maker's own page."}
    with shelf.open() as pipeline:
        found = anyio.run(pipeline.ask, request("Where?", "Whales sing.", queries=("Fjord shelf",)))
        manual = next(one for one in found.discovered.candidates if one.url.endswith("manual.html"))
        pipeline.decisions.decide(manual.id, "selected", **ana)
        spoiled = anyio.run(pipeline.ask, request("Where?", "Whales sing.", queries=("Fjord shelf",)))
        fine = anyio.run(pipeline.ask, request("Where?", CARRIES, queries=("Fjord shelf",)))
    assert spoiled.judged[0].finding.state == "unsupported"
    assert [one.wording for one in fine.handoff.admitted] == [CARRIES]


def test_a_stricter_policy_is_another_judgement_on_the_same_reading(shelf):
    first = shelf.ask(QUESTION, "The Fjord shelf is made of oak.")
    strict = Policy(review=shelf.policy.review, judge=JudgePolicy(min_body_length=5_000))
    second = shelf.ask(QUESTION, "The Fjord shelf is made of oak.", policy=strict)
    assert [one.retrieval.id for one in first.readings] == [one.retrieval.id for one in second.readings]
    assert "body_insufficient" not in first.judged[0].finding.reasons
    assert "body_insufficient" in second.judged[0].finding.reasons


def test_another_extraction_of_a_page_is_assessed_again(shelf):
    shelf.ask(QUESTION, CARRIES)
    deeper = Policy(review=shelf.policy.review, extract=ExtractPolicy(max_depth=4_000))
    again = shelf.ask(QUESTION, CARRIES, policy=deeper)
    assert [one.wording for one in again.handoff.admitted] == [CARRIES]
    with Workspace.open(shelf.workspace) as workspace:
        documents = {one.id for one in workspace.store.records(Document)}
        assert {one.document for one in workspace.store.records(Assessment)} <= documents


def test_a_failed_extraction_is_tried_again_when_the_page_is_read_again(shelf):
    hurried = Policy(review=shelf.policy.review, extract=ExtractPolicy(timeout_s=0))
    first = shelf.ask(QUESTION, CARRIES, policy=hurried)
    assert {reading.failure.code for reading in first.readings} == {"timeout"}
    assert first.judged[0].finding.state == "unavailable"
    again = shelf.ask(QUESTION, CARRIES, policy=hurried)
    assert [one.failure.id for one in again.readings] == [one.failure.id for one in first.readings]
    fresh = shelf.ask(QUESTION, CARRIES, policy=hurried, refresh=True)
    assert {one.failure.id for one in fresh.readings}.isdisjoint({one.failure.id for one in first.readings})
    assert all(one.failure.origin.used == (one.retrieval.id,) for one in fresh.readings)


def test_two_spellings_of_a_base_url_are_one_mount(shelf):
    shelf.mount(
        "HTTPS://Shelf.Example", {"manual.html": shelf.html("Other shelf", "It is another one. " * 9)}, folder="b"
    )
    with shelf.open() as pipeline:
        _, document = anyio.run(pipeline.retrieve, BASE + "manual.html")
        retrieval, missing = anyio.run(pipeline.retrieve, BASE + "care.html")
    assert "It is another one." in document.text
    assert (retrieval.status, missing) == (404, None)


@pytest.mark.parametrize("stage", ["discover", "retrieve", "judge"])
def test_a_run_that_is_cancelled_leaves_a_whole_store_and_the_next_goes_on(shelf, stage):
    async def cancelled(pipeline, cancel):
        with anyio.CancelScope() as scope:
            cancel.append(scope)
            await pipeline.ask(AskRequest(QUESTION, claims=(CARRIES, OIL)))
        return scope.cancelled_caught

    scopes = []

    def observer(progress):
        if progress.stage == stage and scopes:
            scopes[0].cancel()

    with shelf.open(observer=observer) as pipeline:
        assert anyio.run(cancelled, pipeline, scopes)
    assert shelf.problems() == ()
    with Workspace.open(shelf.workspace) as workspace:
        before = {one.id for one in workspace.store.records(Retrieval)}
    result = shelf.asked(QUESTION, CARRIES, OIL)
    assert [claim["state"] for claim in result["claims"]] == ["supported", "supported"]
    with Workspace.open(shelf.workspace) as workspace:
        assert before <= {one.id for one in workspace.store.records(Retrieval)}


def retrievals(result):
    return {passage["retrieval"] for claim in result["claims"] for passage in claim["passages"]}


def request(question, *claims, **more):
    return AskRequest(question, claims=claims, **more)


def person(name):
    return Agent(kind="person", name=name)
