"""Records of discovery: what was asked of which engine, and what its pages showed.

Field names of ``SearchTask``, ``ResultRow`` and ``Output`` are fixed by the guide to checked web evidence from
Bing; those of ``Candidate`` by the guide to a source-discovery step. A candidate is a place to look, never
evidence: it stays ``discovery_only`` for ever.
"""

from typing import ClassVar, Literal

from pydantic import ConfigDict, Field, StrictBool, StrictInt

from loccit.records.record import BlobDigest, Record, RecordId, Text, UtcTime, Value

PageState = Literal[
    "ok",
    "no_results",
    "pending",
    "relaxed_query",
    "blocked",
    "consent",
    "script_shell",
    "wrong_page",
    "off_topic",
    "unrecognised_layout",
    "http_error",
    "transport_error",
]
StopReason = Literal[
    "result_caps_reached",
    "results_exhausted",
    "repeated_page",
    "blocked",
    "page_budget_reached",
    "every_engine_failed",
    "cancelled",
]


class SearchTask(Value):
    """What to ask of which engines; the defaults are the stored preset of the public task."""

    model_config = ConfigDict(str_strip_whitespace=False)

    queries: tuple[Text, ...]
    engines: tuple[Text, ...] = ("local",)
    maxResultsPerExecutedQuery: StrictInt = Field(default=20, ge=1)  # noqa: N815 - name fixed by the guide
    country: Text = "US"
    language: Text = "en"
    safeSearch: StrictBool = True  # noqa: N815
    includeSponsoredResults: StrictBool = False  # noqa: N815


class ResultRow(Value):
    """One row of a result page: exactly the 17 native fields.

    ``canonicalUrl`` is a normalised candidate address, not the page's ``rel=canonical``; null where the engine
    hides the destination.
    """

    runId: Text  # noqa: N815
    country: Text | None
    language: Text | None
    safeSearch: bool | None  # noqa: N815
    engine: Text
    executedQuery: Text | None  # noqa: N815
    page: int
    rankOnPage: int  # noqa: N815
    rank: int
    title: Text
    canonicalUrl: Text | None  # noqa: N815
    resultDomain: Text | None  # noqa: N815
    snippet: Text
    isSponsored: bool  # noqa: N815
    advertiserDomain: Text | None  # noqa: N815
    observedAt: UtcTime  # noqa: N815
    schemaVersion: Text = "loccit/result-row@1"  # noqa: N815


class RowFacts(Value):
    """What else was seen of a row, beside the 17 fields; same order as the rows.

    ``absolute_rank`` counts organic rows and adverts of the page together, ``stated_position`` is what the service
    says.
    """

    raw_href: Text
    unwrapped_by: Text | None
    organic_rank: int | None
    sponsored_rank: int | None
    requested_query: Text
    absolute_rank: int | None = None
    stated_position: int | None = None


class Output(Value):
    """The counters a run reports; they always add up."""

    queriesRequested: int  # noqa: N815
    searchesCompiled: int  # noqa: N815
    executionsPlanned: int  # noqa: N815
    enginesSuccessful: int  # noqa: N815
    enginesFailed: int  # noqa: N815
    pagesAttempted: int  # noqa: N815
    pagesParsed: int  # noqa: N815
    resultsSaved: int  # noqa: N815
    engineStatusCounts: dict[str, dict[str, int]]  # noqa: N815
    engineResultCounts: dict[str, int]  # noqa: N815
    queryResultCounts: dict[str, int]  # noqa: N815
    stopReason: StopReason  # noqa: N815


class Question(Record):
    """The research question: application metadata that no request carries."""

    KIND: ClassVar[str] = "loccit/question@1"

    text: Text = Field(min_length=1)


class Query(Record):
    """The words that are sent, and how they came about: ``given``, or the name of the rule that derived them."""

    KIND: ClassVar[str] = "loccit/query@1"

    text: Text = Field(min_length=1)
    derivation: Text
    question: RecordId | None = None


class Capture(Record):
    """One raw reply of a search service, stored before anything is read out of it.

    ``request`` names the blob with the redacted request, ``body`` the blob with the reply as received.
    """

    KIND: ClassVar[str] = "loccit/capture@1"

    run_id: Text
    engine: Text
    query: RecordId
    page: int
    request: BlobDigest
    http_status: int | None
    body: BlobDigest | None
    received_at: UtcTime


class PageReport(Value):
    """The one verdict a result page got before any row was taken from it.

    ``rows`` were saved from it; ``sponsored_rows`` stood on it, saved or not. ``shown_query`` and ``shown_language``
    are what the page repeats, ``executed_query`` the words it says its rows answer, ``overlap`` how many of the
    query's words they show, in millionths; ``task_id`` is what a pending reply is asked for by.
    """

    engine: Text
    query: Text
    page: int
    state: PageState
    rows: int
    capture: RecordId | None
    reason: Text | None = None
    sponsored_rows: int = 0
    shown_query: Text | None = None
    shown_language: Text | None = None
    executed_query: Text | None = None
    overlap: int | None = None
    task_id: Text | None = None


class DiscoveryRun(Record):
    """One search task, run: its rows, counters and pages."""

    KIND: ClassVar[str] = "loccit/discovery-run@1"

    run_id: Text
    task: SearchTask
    queries: tuple[RecordId, ...]
    pages: tuple[PageReport, ...]
    rows: tuple[ResultRow, ...]
    facts: tuple[RowFacts, ...]
    output: Output
    started_at: UtcTime
    ended_at: UtcTime


class Sighting(Value):
    """Where a candidate was seen. Rank is an observation, not a reliability score."""

    engine: Text
    query: RecordId
    page: int
    rank: int


class Candidate(Record):
    """A page that might say it, as a search service showed it."""

    KIND: ClassVar[str] = "loccit/candidate@1"

    run_id: Text
    candidate_id: Text
    ordinal: int
    position: int | None
    title: Text | None
    url: Text | None
    hostname: Text | None
    snippet: Text | None
    review_state: Literal["needs_review", "excluded"]
    exclusion_reason: Literal["invalid_web_url", "duplicate_exact_url"] | None
    evidence_state: Literal["discovery_only"] = "discovery_only"
    sightings: tuple[Sighting, ...]


class SourceGroup(Record):
    """Candidates that look like one page; a hint for reviewer and fusion, never a merge."""

    KIND: ClassVar[str] = "loccit/source-group@1"

    key: Text
    members: tuple[RecordId, ...]
    preferred: RecordId
