"""What is handed over: admitted evidence, gaps, open questions."""

from typing import ClassVar, Literal

from loccit.records.judge import State
from loccit.records.record import Record, RecordId, Text, UtcTime, Value

CheckResult = Literal["passed", "failed", "not_checked"]


class Check(Value):
    """One numbered step of a verification, with a third result beside passed and failed."""

    number: int
    name: Text
    result: CheckResult
    detail: Text


class Admission(Record):
    """The numbered procedure, run for one evidence record; an empty set of checks admits nothing."""

    KIND: ClassVar[str] = "loccit/admission@1"

    evidence: RecordId
    claim: RecordId
    admitted: bool
    checks: tuple[Check, ...]


class AdmittedPassage(Value):
    """A passage as an agent gets it: short text, place, and the page it stands on."""

    passage: RecordId
    exact: Text
    start: int
    end: int
    heading_path: tuple[Text, ...]
    section_id: Text | None
    url: Text
    deep_link: Text
    title: Text | None
    page_date: Text | None
    page_version: Text | None
    retrieved_at: UtcTime
    witnessed: bool


class AdmittedEvidence(Value):
    """A claim the agent may use, and on what it rests."""

    claim: RecordId
    wording: Text
    state: State
    scope: Text | None
    evidence: tuple[RecordId, ...]
    admissions: tuple[RecordId, ...]
    passages: tuple[AdmittedPassage, ...]


class Gap(Value):
    """A claim that was not carried, what was tried, and why it is open."""

    claim: RecordId
    wording: Text
    state: State | None
    reasons: tuple[Text, ...]
    tried: tuple[Text, ...]
    why_open: Text
    settle: Text | None


class OpenQuestion(Value):
    """Sources that disagree, or a question that only holds under a condition."""

    claim: RecordId
    wording: Text
    reason: Text
    evidence: tuple[RecordId, ...]


class Handoff(Record):
    """The delivery, made before any answer is drafted.

    Attributes:
        boundary: the statement that tells an agent how far this evidence goes.
        attribution: sentences that must be shown wherever the evidence is used.
        manifest: every record id the delivery rests on, sorted.
    """

    KIND: ClassVar[str] = "loccit/handoff@1"

    question: RecordId
    question_text: Text
    admitted: tuple[AdmittedEvidence, ...]
    gaps: tuple[Gap, ...]
    open_questions: tuple[OpenQuestion, ...]
    boundary: Text
    attribution: tuple[Text, ...]
    manifest: tuple[RecordId, ...]
    made_at: UtcTime
