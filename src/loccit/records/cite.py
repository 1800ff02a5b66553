"""Answers, and the citations that tie their sentences to passages."""

from typing import ClassVar, Literal, Self

from pydantic import model_validator

from loccit.records.deliver import Check, passes
from loccit.records.judge import State
from loccit.records.record import Record, RecordId, Text, UtcTime, Value


class SourcePlace(Value):
    """Where in its source a citation points, in the source's own parts; from 0 (pages: from 1), ``end`` exclusive."""

    unit: Literal["characters", "pages", "blocks"]
    start: int
    end: int


class AnswerSource(Value):
    """A source an answer names.

    Attributes:
        url: its address; for a source without one, the name the answer's format gives it, e.g. ``document:0``.
        text: the passage it rests on, never a search snippet; null where only a URL is known.
        deep_link: ``url`` with a fragment that shows the passage, null where none is known.
        requires_attribution: the source must be shown and linked wherever the answer is.
        cited_as: the address the answer gives, where it only redirects to ``url``.
        place: where in the source the passage stands, as the answer says.
        terms: the name of terms under which the source may be shown only apart from others; null for none.
    """

    url: Text
    title: Text | None
    text: Text | None
    requires_attribution: bool
    passage: RecordId | None = None
    retrieval: RecordId | None = None
    candidate: RecordId | None = None
    deep_link: Text | None = None
    cited_as: Text | None = None
    place: SourcePlace | None = None
    terms: Text | None = None


class Anchor(Value):
    """A piece of the answer and the sources given for it.

    Attributes:
        kind: ``claim``: the piece is the statement itself; ``marker``: it is the mark or link of a citation.
        start, end: code points of the answer's text, end exclusive; ``slice`` is that text.
        sources: positions in the answer's ``sources``.
    """

    kind: Literal["claim", "marker"]
    start: int
    end: int
    slice: Text
    sources: tuple[int, ...]
    claim: RecordId | None = None


class Answer(Record):
    """Any answer, in the one form all formats are read into."""

    KIND: ClassVar[str] = "loccit/answer@1"

    text: Text
    anchors: tuple[Anchor, ...]
    sources: tuple[AnswerSource, ...]
    handoff: RecordId | None = None
    modality: Literal["text", "voice"] = "text"


class Citation(Record):
    """One anchor against one of its sources, checked."""

    KIND: ClassVar[str] = "loccit/citation@1"

    answer: RecordId
    anchor: int
    source: int
    claim: RecordId | None
    passage: RecordId | None
    retrieval: RecordId | None
    candidate: RecordId | None
    state: State | None
    reasons: tuple[Text, ...]
    checks: tuple[Check, ...]


class Release(Record):
    """The decision whether a drafted answer may be shown: only when each citation was checked and holds.

    Attributes:
        checks: the numbered checks of the answer as a whole; those of each citation stand with it.
        reasons: names of the checks that did not pass.
    """

    KIND: ClassVar[str] = "loccit/release@1"

    answer: RecordId
    handoff: RecordId
    citations: tuple[RecordId, ...]
    released: bool
    reasons: tuple[Text, ...]
    checks: tuple[Check, ...] = ()
    released_at: UtcTime

    @model_validator(mode="after")
    def _released_only_if_every_check_passed(self) -> Self:
        if self.released and not passes(self.checks):
            raise ValueError("released without every check passed")
        return self
