"""The evidence ledger: one JSON object a line for each admitted passage, gap and open question.

The lines are those of ``LedgerLine``; its JSON Schema is ``docs/schema/ledger-line@1.json``.
"""

from collections.abc import Iterator
from typing import Literal

from loccit.deliver.exports.places import statements
from loccit.records import Handoff, State, Value
from loccit.records.record import RecordId, Text, UtcTime


class LedgerLine(Value):
    """One line.

    Attributes:
        kind: ``admitted``: the claim may be used, on this passage; ``gap``: it may not; ``open_question``: sources
            disagree, or it holds under a condition only.
        start, end: code points of the page's canonical text, end exclusive; ``exact`` is the slice.
        why_open: why the claim may not be used, null where it may.
    """

    format: Literal["loccit/ledger-line@1"] = "loccit/ledger-line@1"
    kind: Literal["admitted", "gap", "open_question"]
    handoff: RecordId
    question: Text
    claim: RecordId
    wording: Text
    state: State | None
    reasons: tuple[Text, ...] = ()
    why_open: Text | None = None
    settle: Text | None = None
    evidence: tuple[RecordId, ...] = ()
    passage: RecordId | None = None
    retrieval: RecordId | None = None
    exact: Text | None = None
    start: int | None = None
    end: int | None = None
    heading_path: tuple[Text, ...] = ()
    url: Text | None = None
    deep_link: Text | None = None
    title: Text | None = None
    page_date: Text | None = None
    page_version: Text | None = None
    retrieved_at: UtcTime | None = None
    witnessed: bool | None = None
    requires_attribution: bool | None = None


def lines(handoff: Handoff) -> Iterator[LedgerLine]:
    """Yield the lines of a handoff."""
    for entry, place in statements(handoff):
        yield LedgerLine(
            kind="admitted",
            handoff=handoff.id,
            question=handoff.question_text,
            claim=entry.claim,
            wording=entry.wording,
            state=entry.state,
            evidence=entry.evidence,
            **place.model_dump(exclude={"candidate", "section_id"}),
        )
    for gap in handoff.gaps:
        yield LedgerLine(
            kind="gap",
            handoff=handoff.id,
            question=handoff.question_text,
            claim=gap.claim,
            wording=gap.wording,
            state=gap.state,
            reasons=gap.reasons,
            why_open=gap.why_open,
            settle=gap.settle,
            evidence=gap.evidence,
        )
    for one in handoff.open_questions:
        yield LedgerLine(
            kind="open_question",
            handoff=handoff.id,
            question=handoff.question_text,
            claim=one.claim,
            wording=one.wording,
            state=None,
            reasons=(one.reason,),
            why_open=one.reason,
            settle=one.settle,
            evidence=one.evidence,
        )


def write(handoff: Handoff) -> str:
    """Return the ledger as JSON Lines."""
    return "".join(f"{one.model_dump_json()}\n" for one in lines(handoff))
