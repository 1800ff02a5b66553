from datetime import UTC, datetime, timedelta

import pytest

from loccit.records import Agent, Assessment, Candidate, Origin, Selection
from loccit.review.queue import (
    Accepted,
    Conflict,
    candidates_waiting,
    decide,
    disputes,
    pages_waiting,
    standing,
    standings,
    undo,
)

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
MEI = Agent(kind="person", name="Mei")
BUDI = Agent(kind="person", name="Budi")
RULE = Agent(kind="rule", name="match:5", version="1")
OTHER_RULE = Agent(kind="rule", name="all", version="1")
TRAY = "sha256:" + "1" * 64
RACK = "sha256:" + "2" * 64


def by(reviewer, decision="selected", *, subject=TRAY, minute=0, replaces=None):
    return Selection(
        origin=Origin(activity="select", version="1", agent=reviewer),
        candidate=subject,
        decision=decision,
        reason="A test.",
        reviewer=reviewer,
        decided_at=AT + timedelta(minutes=minute),
        seen=("title",),
        replaces=replaces,
    )


@pytest.fixture
def candidate(origin):
    return lambda ordinal, state="needs_review": Candidate(
        origin=origin,
        run_id="run-1",
        candidate_id=f"source-{ordinal}",
        ordinal=ordinal,
        position=None,
        title=None,
        url=f"https://e.example/{ordinal}",
        hostname="e.example",
        snippet=None,
        review_state=state,
        exclusion_reason=None if state == "needs_review" else "invalid_web_url",
        sightings=(),
    )


def test_nobody_decided():
    assert standing([]).current is None
    assert standing([]).disputed is False


def test_a_person_outranks_a_rule_before_and_after():
    rule, person = by(RULE, "selected"), by(MEI, "excluded", minute=1)
    assert standing([rule, person]).current == person
    assert standing([person, rule]).current == person
    assert standing([rule, person]).decisions == (rule, person)
    assert standing([rule, person]).disputed is False


def test_of_several_machines_the_latest_counts():
    first, second = by(RULE, "excluded"), by(OTHER_RULE, "selected", minute=1)
    assert standing([first, second]).current == second


def test_people_who_agree_do_not_dispute():
    first, second = by(MEI), by(BUDI, minute=1)
    assert standing([first, second]).current == second
    assert standing([first, second]).disputed is False


def test_people_who_disagree_leave_it_open_for_both():
    first, second = by(MEI, "selected"), by(BUDI, "excluded", minute=1)
    now = standing([first, second])
    assert (now.current, now.disputed, now.decisions) == (None, True, (first, second))
    assert disputes([first, second]) == (now,)


def test_a_correction_counts_instead_of_what_it_replaces():
    first = by(MEI, "selected")
    second = by(MEI, "excluded", minute=1, replaces=first.id)
    assert standing([first, second]).decisions == (second,)


def test_an_undo_is_a_record_of_its_own_and_reopens_the_question():
    first = by(MEI, "selected")
    back = undo(first, at=AT + timedelta(minutes=1), reason="Wrong key.")
    assert (back.decision, back.replaces, back.reviewer, back.reason) == ("withdrawn", first.id, MEI, "Wrong key.")
    assert back.decided_at == AT + timedelta(minutes=1)
    assert back.origin.used == (first.id,)
    assert back.id != first.id
    assert standing([first, back]).current is None
    again = by(MEI, "excluded", minute=2)
    assert standing([first, back, again]).current == again


def test_an_undo_gives_the_rules_decision_back_its_force():
    rule, person = by(RULE, "selected"), by(MEI, "excluded", minute=1)
    back = undo(person, at=AT + timedelta(minutes=2), reason="Not sure.")
    assert standing([rule, person, back]).current == rule


def test_standings_are_kept_apart_by_subject():
    tray, rack = by(MEI, subject=TRAY), by(BUDI, "excluded", subject=RACK)
    assert {subject: one.current for subject, one in standings([tray, rack]).items()} == {TRAY: tray, RACK: rack}


def test_a_decision_on_something_that_moved_on_is_a_conflict_shown_to_the_second():
    first, second = by(MEI, "selected"), by(BUDI, "excluded", minute=1)
    assert decide(second, known=[first], seen=[]) == Conflict(second, (first,))
    assert decide(second, known=[first], seen=[first.id]) == Accepted(second)


def test_agreeing_unseen_is_no_conflict():
    first, second = by(MEI, "selected"), by(BUDI, "selected", minute=1)
    assert decide(second, known=[first], seen=[]) == Accepted(second)


def test_a_person_needs_no_leave_of_a_rule_but_a_rule_needs_that_of_a_person():
    rule, person = by(RULE, "selected"), by(MEI, "excluded", minute=1)
    assert decide(person, known=[rule], seen=[]) == Accepted(person)
    assert decide(rule, known=[person], seen=[]) == Conflict(rule, (person,))


def test_a_reviewer_replaces_the_latest_decision_of_their_own_or_meets_it():
    first = by(MEI, "selected")
    second = by(MEI, "excluded", minute=1, replaces=first.id)
    stale = by(MEI, "excluded", minute=2, replaces=first.id)
    assert decide(second, known=[first], seen=[]) == Accepted(second)
    assert decide(stale, known=[first, second], seen=[first.id]) == Conflict(stale, (second,))
    assert decide(by(MEI, "excluded", minute=1), known=[first], seen=[first.id]).others == (first,)


def test_a_withdrawn_decision_is_in_nobodys_way():
    first = by(MEI, "selected")
    back = undo(first, at=AT + timedelta(minutes=1), reason="Wrong key.")
    second = by(BUDI, "excluded", minute=2)
    assert decide(second, known=[first, back], seen=[]) == Accepted(second)


def test_taking_a_decision_back_meets_nobody():
    first, second = by(MEI, "selected"), by(BUDI, "excluded", minute=1)
    back = undo(first, at=AT + timedelta(minutes=2), reason="Wrong key.")
    assert decide(back, known=[first, second], seen=[]) == Accepted(back)


def test_candidates_wait_until_a_decision_is_in_force(candidate):
    candidates = [candidate(0), candidate(1), candidate(2, "excluded"), candidate(3)]
    decided = by(MEI, subject=candidates[0].id)
    disputed = [by(MEI, subject=candidates[3].id), by(BUDI, "excluded", subject=candidates[3].id)]
    waiting = candidates_waiting(candidates, [decided, *disputed])
    assert [one.ordinal for one in waiting] == [1, 3]
    back = undo(decided, at=AT, reason="Wrong key.")
    assert [one.ordinal for one in candidates_waiting(candidates, [decided, back])] == [0, 1, 3]


def test_pages_wait_until_they_are_assessed(desk):
    read = desk.retrieval("https://e.example/1", candidate=None, selection=by(RULE), document=None)
    failed = desk.retrieval("https://e.example/2", candidate=None, selection=by(RULE), document=None, outcome="timeout")
    assessment = Assessment(
        origin=Origin(activity="assess", version="1", agent=MEI),
        retrieval=read.id,
        document=None,
        verdict="relevant",
        reason="A test.",
        reviewer=MEI,
        decided_at=AT,
        seen=("body",),
    )
    assert pages_waiting([read, failed], []) == (read, failed)
    assert pages_waiting([read, failed], [assessment]) == (failed,)
    back = undo(assessment, at=AT, reason="Wrong page.")
    assert (back.verdict, back.replaces) == ("withdrawn", assessment.id)
    assert pages_waiting([read, failed], [assessment, back]) == (read, failed)
