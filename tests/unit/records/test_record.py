from datetime import UTC, datetime, timedelta, timezone

import pytest
from pydantic import ValidationError

from loccit.records import Agent, Claim, Origin, Question, Selection
from loccit.records.record import write_time

ZERO, ONE = (f"sha256:{digit * 64}" for digit in "01")


def test_an_id_is_the_digest_of_the_canonical_form() -> None:
    origin = Origin(activity="ask", version="1", agent=Agent(kind="person", name="Ann"))
    question = Question(origin=origin, text="漏水？")
    assert question.canonical().decode() == (
        '{"kind":"loccit/question@1","origin":{"activity":"ask","agent":{"kind":"person","name":"Ann","version":null},'
        '"used":[],"version":"1"},"text":"漏水？"}'
    )
    assert question.id == "sha256:9b4c79eb883d103d990163d28fbf76b1ba9a4cce0bee63a705b6279deb386297"


def test_a_record_can_not_be_changed(origin: Origin) -> None:
    question = Question(origin=origin, text="a")
    with pytest.raises(ValidationError, match="frozen"):
        question.text = "b"
    other = question.replacing(text="b")
    assert (question.text, other.text) == ("a", "b")
    assert question.id != other.id


def test_unknown_fields_are_refused(origin: Origin) -> None:
    with pytest.raises(ValidationError, match="extra"):
        Question.model_validate({"origin": origin, "text": "a", "colour": "red"})


def test_lone_surrogates_become_replacement_characters(origin: Origin) -> None:
    assert Question(origin=origin, text="a\ud800").text == "a\ufffd"


def test_references_are_found_by_type_and_not_by_look(origin: Origin) -> None:
    used = origin.model_copy(update={"used": (ONE, ONE)})
    claim = Claim(origin=used, wording=ZERO, question=ONE, parts=(ZERO,))
    assert list(claim.references()) == [ONE]


def test_references_come_in_the_order_of_fields(origin: Origin) -> None:
    selection = Selection(
        origin=origin,
        candidate=ONE,
        decision="selected",
        reason="",
        reviewer=Agent(kind="person", name="Ann"),
        decided_at=datetime(2026, 1, 1, tzinfo=UTC),
        seen=(),
        replaces=ZERO,
    )
    assert list(selection.references()) == [ONE, ZERO]


@pytest.mark.parametrize("wrong", ["", "sha256:", ONE[:-1], ONE + "0", ONE.upper(), "sha512:" + "0" * 64, ONE + "\n"])
def test_an_id_has_one_form(origin: Origin, wrong: str) -> None:
    with pytest.raises(ValidationError, match="question"):
        Claim(origin=origin, wording="a", question=wrong)


@pytest.mark.parametrize(
    ("time", "written"),
    [
        (datetime(2026, 11, 30, 12, tzinfo=UTC), "2026-11-30T12:00:00.000000Z"),
        (datetime(2026, 11, 30, 1, 2, 3, 4, tzinfo=timezone(timedelta(hours=8))), "2026-11-29T17:02:03.000004Z"),
        (datetime(1, 1, 1, tzinfo=UTC), "0001-01-01T00:00:00.000000Z"),
    ],
)
def test_times_are_written_in_one_form(time: datetime, written: str) -> None:
    assert write_time(time) == written


@pytest.mark.parametrize("time", ["2026-11-30T12:00:00", "0001-01-01T00:00:00+08:00", "9999-12-31T23:59:59-08:00"])
def test_a_time_without_a_zone_or_outside_the_calendar_is_refused(origin: Origin, time: str) -> None:
    fields = {"candidate": ONE, "decision": "selected", "reason": "", "seen": ()}
    with pytest.raises(ValidationError, match="decided_at"):
        Selection.model_validate(
            {**fields, "origin": origin, "reviewer": {"kind": "person", "name": "Ann"}, "decided_at": time}
        )
