"""What goes into a run and what comes out of it: records, held together."""

from dataclasses import dataclass, field

from loccit.ids import ContentId
from loccit.protocols import Modality
from loccit.records import (
    Admission,
    Answer,
    Assessment,
    Candidate,
    Citation,
    Claim,
    DirectRequest,
    DiscoveryRun,
    EvidenceRecord,
    Failure,
    Finding,
    Handoff,
    ImportedArchive,
    Mount,
    Opinion,
    Passage,
    Query,
    Question,
    ReadDocument,
    Release,
    Requirements,
    Retrieval,
    Selection,
)


@dataclass(frozen=True, slots=True)
class Wording:
    """How an answer is to be worded: for the eye or the ear, and an operator's words on it (null for none)."""

    modality: Modality = "text"
    prompt: str | None = None


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question, the claims that need evidence, and where to look.

    Attributes:
        claims: in the order they are answered; none: the best passages for the question come back for review.
        queries: what to send; none: derived from question and claims by a named rule.
        refresh: search and read again instead of re-using what is stored.
        context_urls: pages to be read for every claim, without search and selection.
        wording: goes to whoever writes the answer.
    """

    question: str
    claims: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    requirements: Requirements = field(default_factory=Requirements)
    engines: tuple[str, ...] = ("local",)
    max_results: int = 20
    country: str = "US"
    language: str = "en"
    refresh: bool = False
    context_urls: tuple[str, ...] = ()
    wording: Wording = field(default_factory=Wording)


@dataclass(frozen=True, slots=True)
class Discovered:
    """One discovery run, its queries and its candidates."""

    run: DiscoveryRun
    queries: tuple[Query, ...]
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One page, read or not: what allowed it, what came back, what stands on it.

    ``failure`` says why a page that was retrieved could not be extracted.
    """

    authority: Selection | DirectRequest
    candidate: Candidate | None
    query: Query | None
    retrieval: Retrieval
    document: ReadDocument | None
    failure: Failure | None
    assessment: Assessment | None

    def serves(self, claim: ContentId) -> bool:
        """Tell whether the page was selected for this claim."""
        return isinstance(self.authority, DirectRequest) or not self.authority.claims or claim in self.authority.claims


@dataclass(frozen=True, slots=True)
class Judged:
    """One claim and everything that was found about it."""

    claim: Claim
    finding: Finding
    evidence: tuple[EvidenceRecord, ...]
    opinions: tuple[Opinion, ...]
    passages: tuple[Passage, ...]
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A passage that may bear on the question, for a person to look at; it is no evidence."""

    passage: Passage
    reading: Reading


@dataclass(frozen=True, slots=True)
class AskResult:
    """Everything one question came to.

    Attributes:
        selections: what was decided on each candidate before reading.
        readings: pages read as context first.
        strayed: of the readings, those that led out of the domains results are restricted to; they were not judged.
    """

    question: Question
    discovered: Discovered
    readings: tuple[Reading, ...]
    judged: tuple[Judged, ...]
    admissions: tuple[Admission, ...]
    handoff: Handoff
    answer: Answer | None
    citations: tuple[Citation, ...]
    release: Release | None
    review_items: tuple[ReviewItem, ...]
    selections: tuple[Selection, ...] = ()
    strayed: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What indexing one source came to.

    Attributes:
        source: what was indexed: the base URL of a folder, the ``file:`` address of an archive, a sitemap.
        pages_seen: addresses it has; every one is indexed, unchanged, passed over or among the failures.
        pages_passed_over: addresses of an archive or a sitemap that lead elsewhere, to an error or to no text.
        pages_removed: pages the index had of this source, which the source has no more.
        mount: the folder as it is mounted; null for another source.
        archives: the archives that were taken in.
        problems: what does not hold in an archive or a sitemap, one sentence each.
    """

    source: str
    pages_seen: int
    pages_indexed: int
    pages_unchanged: int
    failures: tuple[Failure, ...]
    pages_removed: int = 0
    pages_passed_over: int = 0
    mount: Mount | None = None
    archives: tuple[ImportedArchive, ...] = ()
    problems: tuple[str, ...] = ()
