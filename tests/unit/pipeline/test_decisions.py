"""A person's decision before a rule's, conflicts shown, and nothing read that nobody allowed."""

import anyio
import pytest

from loccit.ids import ContentId
from loccit.pipeline import AskRequest
from loccit.pipeline.decisions import DecisionConflict
from loccit.policy import Policy, ReviewPolicy
from loccit.records import Agent, DirectRequest, Retrieval, Selection
from loccit.store.workspace import Workspace

QUESTION = "How should the Fjord shelf be put up?"
CARRIES = "The Fjord shelf carries 25 kg."
ANA = Agent(kind="person", name="Ana")
BEN = Agent(kind="person", name="Ben")
NONE = Policy(review=ReviewPolicy(select_rule="none"))


def ask(pipeline, **more):
    return anyio.run(pipeline.ask, AskRequest(QUESTION, claims=(CARRIES,), **more))


def candidate(result, name):
    return next(one for one in result.discovered.candidates if one.url.endswith(name))


def read(result):
    return sorted(one.retrieval.requested_url.rpartition("/")[2] for one in result.readings)


def test_a_page_that_a_person_excluded_is_not_read_and_not_handed_over(shelf):
    with shelf.open() as pipeline:
        before = ask(pipeline)
        assert read(before) == ["care.html", "history.html", "manual.html"]
        manual = candidate(before, "manual.html")
        pipeline.decisions.decide(manual.id, "excluded", reason="An old edition.", reviewer=ANA)
        after = ask(pipeline)
    assert read(after) == ["care.html", "history.html"]
    assert after.judged[0].finding.state == "unsupported"
    assert after.handoff.admitted == ()


def test_a_page_that_only_a_person_selected_is_read(shelf):
    with shelf.open(NONE) as pipeline:
        before = ask(pipeline)
        assert (before.readings, before.judged[0].finding.state) == ((), None)
        assert before.judged[0].finding.reasons == ("not_retrieved",)
        manual = candidate(before, "manual.html")
        chosen = pipeline.decisions.decide(manual.id, "selected", reason="The maker's own.", reviewer=ANA)
        after = ask(pipeline)
    assert [reading.authority for reading in after.readings] == [chosen]
    assert [one.wording for one in after.handoff.admitted] == [CARRIES]


def test_what_people_dispute_is_not_read(shelf):
    with shelf.open() as pipeline:
        manual = candidate(ask(pipeline), "manual.html")
        first = pipeline.decisions.decide(manual.id, "selected", reason="The maker's own.", reviewer=ANA)
        pipeline.decisions.decide(manual.id, "excluded", reason="Outdated.", reviewer=BEN, seen=(first.id,))
        disputed = ask(pipeline)
        assert manual in pipeline.decisions.waiting()
    assert read(disputed) == ["care.html", "history.html"]


def test_a_decision_against_one_that_was_not_seen_is_a_conflict_and_leaves_nothing(shelf):
    with shelf.open() as pipeline:
        manual = candidate(ask(pipeline), "manual.html")
        first = pipeline.decisions.decide(manual.id, "selected", reason="The maker's own.", reviewer=ANA)
        head = shelf.head()
        with pytest.raises(
            DecisionConflict, match=r"Ana has decided 'selected' meanwhile: The maker's own\."
        ) as conflict:
            pipeline.decisions.decide(manual.id, "excluded", reason="Outdated.", reviewer=BEN)
        assert conflict.value.others == (first,)
        assert shelf.head() == head
        pipeline.decisions.decide(manual.id, "selected", reason="I agree.", reviewer=BEN)


def test_a_person_may_decide_otherwise_than_a_rule_unseen(shelf):
    with shelf.open() as pipeline:
        manual = candidate(ask(pipeline), "manual.html")
        assert pipeline.decisions.decide(manual.id, "excluded", reason="Outdated.", reviewer=ANA).reviewer == ANA


def test_undoing_leaves_the_page_to_the_rule_again(shelf):
    with shelf.open() as pipeline:
        before = ask(pipeline)
        manual = candidate(before, "manual.html")
        excluded = pipeline.decisions.decide(manual.id, "excluded", reason="Outdated.", reviewer=ANA)
        ask(pipeline)
        undone = pipeline.decisions.undo(excluded, reason="It is the newest one.")
        after = ask(pipeline)
    assert (undone.replaces, undone.decision) == (excluded.id, "withdrawn")
    assert read(after) == ["care.html", "history.html", "manual.html"]
    assert [one.wording for one in after.handoff.admitted] == [CARRIES]
    assert (
        after.handoff.id == before.handoff.id
        or after.handoff.admitted[0].passages == before.handoff.admitted[0].passages
    )


def test_changing_ones_mind_replaces_the_earlier_decision(shelf):
    with shelf.open() as pipeline:
        manual = candidate(ask(pipeline), "manual.html")
        first = pipeline.decisions.decide(manual.id, "excluded", reason="Outdated.", reviewer=ANA)
        second = pipeline.decisions.decide(manual.id, "selected", reason="It is current.", reviewer=ANA)
        after = ask(pipeline)
    assert second.replaces == first.id
    assert second.id in {reading.authority.id for reading in after.readings}


def test_every_retrieval_rests_on_a_selection_or_a_request(shelf):
    with shelf.open() as pipeline:
        manual = candidate(ask(pipeline), "manual.html")
        ask(pipeline, refresh=True)
        pipeline.decisions.decide(manual.id, "selected", reason="The maker's own.", reviewer=ANA)
        ask(pipeline)
        anyio.run(pipeline.retrieve, "https://shelf.example/care.html")
    with Workspace.open(shelf.workspace) as workspace:
        retrievals = list(workspace.store.records(Retrieval))
        assert len(retrievals) >= 7
        for retrieval in retrievals:
            allow(workspace.store, retrieval)


def allow(store, retrieval):
    if retrieval.candidate is None:
        assert store.get(retrieval.authority, DirectRequest).url == retrieval.requested_url
        return
    selection = store.get(ContentId(retrieval.authority), Selection)
    assert (selection.decision, selection.candidate) == ("selected", retrieval.candidate)


def test_candidates_that_nobody_selected_leave_no_retrieval(shelf):
    with shelf.open(NONE) as pipeline:
        ask(pipeline)
    with Workspace.open(shelf.workspace) as workspace:
        assert list(workspace.store.records(Retrieval)) == []
        assert len(list(workspace.store.records(Selection))) == 3
