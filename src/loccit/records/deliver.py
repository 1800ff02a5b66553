"""What is handed over: admitted evidence, gaps, open questions."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, NamedTuple, Self

from pydantic import model_validator

from loccit.records.judge import State
from loccit.records.record import Record, RecordId, Text, UtcTime, Value

CheckResult = Literal["passed", "failed", "not_checked"]


class Check(Value):
    """One numbered step of a verification, with a third result beside passed and failed."""

    number: int
    name: Text
    result: CheckResult
    detail: Text


class CheckOutcome(NamedTuple):
    """What one check comes to: its result and a plain sentence that says it."""

    result: CheckResult
    detail: str


def numbered(outcomes: Iterable[tuple[str, CheckOutcome]]) -> tuple[Check, ...]:
    """Return the named outcomes of a procedure as checks, numbered from 1 in the order given."""
    return tuple(
        Check(number=number, name=name, result=outcome.result, detail=outcome.detail)
        for number, (name, outcome) in enumerate(outcomes, start=1)
    )


def passes(checks: Sequence[Check]) -> bool:
    """Tell whether a verification holds: there is at least one check, and every one passed."""
    return bool(checks) and all(check.result == "passed" for check in checks)


class Admission(Record):
    """The numbered procedure, run for one evidence record; an empty set of checks admits nothing."""

    KIND: ClassVar[str] = "loccit/admission@1"

    evidence: RecordId
    claim: RecordId
    admitted: bool
    checks: tuple[Check, ...]

    @model_validator(mode="after")
    def _admitted_only_if_every_check_passed(self) -> Self:
        if self.admitted and not passes(self.checks):
            raise ValueError("admitted without every check passed")
        return self


class AdmittedPassage(Value):
    """A passage as an agent gets it: short text, place, and the page it stands on.

    Attributes:
        start, end: code points of the document's canonical text, end exclusive; ``exact`` is the slice.
        url: the address the page was read from, after redirects.
        deep_link: the same address with a fragment that shows the passage.
        requires_attribution: the source must be shown and linked wherever the passage is used.
    """

    passage: RecordId
    retrieval: RecordId
    candidate: RecordId | None
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
    requires_attribution: bool


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
    """A claim that was not carried, what was tried, and why it is open.

    Attributes:
        tried: one line a page: its address and what came of it.
        settle: one sentence: what would settle the claim.
        evidence: every evidence record about the claim, whatever its state.
        opposing: passages that contradict the claim; they were checked, and they admit nothing.
    """

    claim: RecordId
    wording: Text
    state: State | None
    reasons: tuple[Text, ...]
    tried: tuple[Text, ...]
    why_open: Text
    settle: Text | None
    evidence: tuple[RecordId, ...] = ()
    opposing: tuple[AdmittedPassage, ...] = ()


class Position(Value):
    """What one source says on an open question, and for which version or date of the page that holds."""

    evidence: RecordId
    state: State
    url: Text
    page_date: Text | None
    page_version: Text | None
    passages: tuple[AdmittedPassage, ...]


class OpenQuestion(Value):
    """Sources that disagree, or a question that only holds under a condition."""

    claim: RecordId
    wording: Text
    reason: Text
    evidence: tuple[RecordId, ...]
    positions: tuple[Position, ...] = ()
    settle: Text | None = None


class Handoff(Record):
    """The delivery, made before any answer is drafted; each claim stands in exactly one of its three lists.

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
