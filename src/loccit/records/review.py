"""Decisions about sources: before reading (selection) and after it (assessment)."""

from typing import ClassVar, Literal

from loccit.records.record import Agent, Record, RecordId, Text, UtcTime


class Selection(Record):
    """Is this candidate worth reading? Decided on what the search service showed.

    Attributes:
        claims: the claims the source is to be read for; empty: for every claim of the question.
        seen: what lay before the reviewer, as names of candidate fields (``title``, ``snippet``, ``url`` ...).
        decision: ``withdrawn``: the reviewer takes back the selection that is replaced and leaves it open.
        replaces: the selection by the same reviewer that this one corrects.
    """

    KIND: ClassVar[str] = "loccit/selection@1"

    candidate: RecordId
    decision: Literal["selected", "excluded", "withdrawn"]
    reason: Text
    reviewer: Agent
    decided_at: UtcTime
    seen: tuple[Text, ...]
    claims: tuple[RecordId, ...] = ()
    replaces: RecordId | None = None


Purpose = Literal["direct", "context", "recheck"]
"""Why a URL is read: somebody wants it, it is read as context of a question, or a passage of it was cited."""


class DirectRequest(Record):
    """Somebody named a URL to read, without discovery: the other way to be allowed to retrieve."""

    KIND: ClassVar[str] = "loccit/direct-request@1"

    url: Text
    purpose: Purpose
    requested_by: Agent
    requested_at: UtcTime


class Assessment(Record):
    """Read: is this page relevant to the question? It says nothing about any claim.

    Attributes:
        verdict: ``withdrawn``: the reviewer takes back the assessment that is replaced and leaves it open.
        source_kind: what kind of source the reviewer found it to be (``first_hand``, ``news`` ...), null if not judged.
    """

    KIND: ClassVar[str] = "loccit/assessment@1"

    retrieval: RecordId
    document: RecordId | None
    verdict: Literal["relevant", "irrelevant", "inaccessible", "superseded", "withdrawn"]
    reason: Text
    reviewer: Agent
    decided_at: UtcTime
    seen: tuple[Text, ...]
    replaces: RecordId | None = None
    source_kind: Text | None = None
