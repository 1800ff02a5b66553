"""Claims, opinions about them, and what the opinions come to."""

from typing import ClassVar, Literal

from pydantic import Field

from loccit.records.record import Agent, Millionths, Record, RecordId, Text, UtcTime, Value

State = Literal["supported", "partly_supported", "contradicted", "unsupported", "unavailable"]
"""The five support states, exactly; null stands for "nobody entitled has judged"."""

FacetName = Literal[
    "number",
    "unit",
    "date",
    "version",
    "money",
    "negation",
    "condition",
    "quantifier",
    "modality",
    "comparison",
    "name",
    "attribution",
    "scope",
]
FacetResult = Literal["ok", "conflict", "absent", "not_applicable", "not_checked"]


class Requirements(Value):
    """What a source must be about, or be, to carry the claim; null: no such requirement."""

    date: Text | None = None
    version: Text | None = None
    product: Text | None = None
    market: Text | None = None
    source_kind: Text | None = None


class Claim(Record):
    """A statement that needs evidence; ``parts`` are its separate assertions if it is compound."""

    KIND: ClassVar[str] = "loccit/claim@1"

    wording: Text = Field(min_length=1)
    question: RecordId | None = None
    requirements: Requirements = Requirements()
    parts: tuple[Text, ...] = ()


class FacetCheck(Value):
    """One comparison between claim and page.

    Attributes:
        claim_span: code points of the claim's wording.
        evidence_span: code points of the document's canonical text, null where nothing stands there.
    """

    facet: FacetName
    result: FacetResult
    claim_text: Text
    claim_span: tuple[int, int] | None = None
    evidence_text: Text | None = None
    evidence_span: tuple[int, int] | None = None


class Opinion(Record):
    """What one judge says about one claim on one document.

    Attributes:
        state: null where the judge abstains; ``reasons`` then says why.
        passages: the passages it rests on; the judge names them, code has checked that they exist.
        unsupported_words: words of the claim that nothing on the page carries.
        blocks_read: how many blocks of the document the judge read, of ``blocks_total``.
    """

    KIND: ClassVar[str] = "loccit/opinion@1"

    claim: RecordId
    document: RecordId
    judge: Agent
    state: State | None
    reasons: tuple[Text, ...]
    passages: tuple[RecordId, ...]
    facets: tuple[FacetCheck, ...]
    unsupported_words: tuple[Text, ...] = ()
    confidence: Millionths | None = None
    blocks_read: int
    blocks_total: int


class EvidenceRecord(Record):
    """One claim on one page: the reader's fifth step.

    ``document`` is null only for state ``unavailable``: the page could not be read.
    """

    KIND: ClassVar[str] = "loccit/evidence@1"

    claim: RecordId
    document: RecordId | None
    retrieval: RecordId
    candidate: RecordId | None
    query: RecordId | None
    source_url: Text
    page_date: Text | None
    page_version: Text | None
    retrieved_at: UtcTime
    state: State | None
    reasons: tuple[Text, ...]
    facets: tuple[FacetCheck, ...]
    passages: tuple[RecordId, ...]
    unsupported_words: tuple[Text, ...]
    opinions: tuple[RecordId, ...]


class Finding(Record):
    """One claim over all evidence records about it.

    Attributes:
        read: retrievals that were judged; ``tried``: retrievals that failed.
        copies: groups of evidence records whose pages carry one text in the same words; each group is one witness.
        settle: one sentence: what would settle the claim, null where it is settled.
    """

    KIND: ClassVar[str] = "loccit/finding@1"

    claim: RecordId
    evidence: tuple[RecordId, ...]
    state: State | None
    reasons: tuple[Text, ...]
    read: tuple[RecordId, ...]
    tried: tuple[RecordId, ...]
    copies: tuple[tuple[RecordId, ...], ...] = ()
    settle: Text | None
