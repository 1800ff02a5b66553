"""The audit of an answer: sentence by sentence, is it carried by what it cites?

A sentence is carried if its state is ``supported``. The two figures are those of ALCE (Gao et al. 2023):

* citation recall: the share of sentences that are carried by their citations taken together. Every sentence that
  states something counts; an uncited one is not carried.
* citation precision: the share of citations that are needed: those of carried sentences that support the sentence
  alone, or without which it would not be carried. Citations of a sentence that is not carried count as not needed.

What nobody could decide is not carried. Where nothing is counted, a figure is null.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from loccit.cite.answer import Note, anchor
from loccit.cite.coverage import CitedSentence
from loccit.cite.duties import Duty
from loccit.cite.quotations import PlacedQuotation
from loccit.ids import ContentId
from loccit.records import (
    Answer,
    AnswerSource,
    Citation,
    Claim,
    DirectRequest,
    EvidenceRecord,
    Finding,
    Origin,
    Passage,
    ReadDocument,
    Retrieval,
    State,
)

CARRIED_JOINTLY = "carried_jointly"
"""Reason of a sentence whose separate parts are each carried by a source, none of which carries all of it."""

Label = Literal["supported", "partly_supported", "contradicted", "unsupported", "unavailable", "undecided", "uncited"]
LABELS: tuple[Label, ...] = (
    "supported",
    "partly_supported",
    "contradicted",
    "unsupported",
    "unavailable",
    "undecided",
    "uncited",
)
"""The five states, and the two ways to have none."""


@dataclass(frozen=True, slots=True)
class CitedSource:
    """One source of an answer and what came of reading it.

    Attributes:
        request: who asked for it; null where nothing can be asked for or where it was read before.
        retrieval: null where the source has no address.
        document: null where the page could not be read.
        trouble: why there is no document, as a code; empty where there is one.
    """

    position: int
    source: AnswerSource
    request: DirectRequest | None = None
    retrieval: Retrieval | None = None
    document: ReadDocument | None = None
    trouble: str = ""

    @property
    def names(self) -> str:
        """What the source is called: titles and address."""
        record = self.document.record if self.document else None
        titles = (record.title_displayed, record.title_declared) if record else ()
        return " ".join(name for name in (self.source.title, *titles, self.source.url) if name)


@dataclass(frozen=True, slots=True)
class CheckedPair:
    """One sentence against one source it cites.

    Attributes:
        evidence: null where the source has no address to read.
        passages: those the evidence rests on.
    """

    source: CitedSource
    citation: Citation
    evidence: EvidenceRecord | None = None
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class AuditedSentence:
    """What came of one sentence.

    Attributes:
        claim: what judges were asked.
        finding: null where no page could be asked for.
        quotations: the quotations in it and where they stand.
        carried_by: positions of sources it does not cite and that support it, where its own do not.
        copied: it takes over a long piece of a page it cites, word for word.
    """

    sentence: CitedSentence
    claim: Claim
    state: State | None
    reasons: tuple[str, ...]
    pairs: tuple[CheckedPair, ...] = ()
    finding: Finding | None = None
    quotations: tuple[PlacedQuotation, ...] = ()
    carried_by: tuple[int, ...] = ()
    copied: bool = False

    @property
    def label(self) -> Label:
        """The state, or which of the two ways to have none."""
        return self.state or ("undecided" if self.pairs else "uncited")


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of an audit; shares are null where nothing was counted."""

    counts: dict[Label, int]
    sentences: int
    citations: int
    needed: int

    @property
    def citation_recall(self) -> float | None:
        """The share of sentences that are carried."""
        return self.counts["supported"] / self.sentences if self.sentences else None

    @property
    def citation_precision(self) -> float | None:
        """The share of citations that are needed."""
        return self.needed / self.citations if self.citations else None


@dataclass(frozen=True, slots=True)
class Audit:
    """An answer, checked.

    Attributes:
        name: the file or other name it goes by.
        format: the format it was read from.
        answer: as it was audited: one claim anchor a sentence.
        dead_sources: positions of sources that name records which are not on record here.
        max_quotation_length: code points that may be taken over from a page in one piece.
        lines: whether offsets of the answer's text are those of the file, so that lines can be named.
    """

    name: str
    format: str
    answer: Answer
    sentences: tuple[AuditedSentence, ...]
    sources: tuple[CitedSource, ...]
    notes: tuple[Note, ...]
    duties: tuple[Duty, ...]
    max_quotation_length: int
    dead_sources: tuple[int, ...] = ()
    lines: bool = False

    @property
    def summary(self) -> Summary:
        """Its figures."""
        return summarised(self.sentences)


def summarised(sentences: Sequence[AuditedSentence]) -> Summary:
    """Return the figures over sentences, of one answer or of several."""
    counted = Counter(one.label for one in sentences)
    return Summary(
        counts={label: counted[label] for label in LABELS},
        sentences=len(sentences),
        citations=sum(len(one.pairs) for one in sentences),
        needed=sum(_needed(one) for one in sentences),
    )


def audited_answer(
    answer: Answer, sentences: Sequence[CitedSentence], claims: Sequence[ContentId], origin: Origin
) -> Answer:
    """Return the answer with one claim anchor a sentence, in place of those of its format; marks stay.

    Args:
        answer: as it was read.
        sentences: those that state something.
        claims: the claim that each sentence states, in the same order.
        origin: who audits it.
    """
    marks = [one for one in answer.anchors if one.kind == "marker"]
    stated = [
        anchor(answer.text, one.span, sources=one.sources, claim=claim)
        for one, claim in zip(sentences, claims, strict=True)
    ]
    return answer.replacing(origin=origin, anchors=(*stated, *marks))


def _needed(sentence: AuditedSentence) -> int:
    """Return how many citations of a sentence are needed."""
    if sentence.state != "supported":
        return 0
    wanted: State = "partly_supported" if CARRIED_JOINTLY in sentence.reasons else "supported"
    return sum(pair.citation.state == wanted for pair in sentence.pairs)
