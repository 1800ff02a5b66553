"""Every plug point, on one page.

The network shell is async; stores and indexes are sync and called from worker threads; everything pure is a
plain function. Expected failures are return values here, never exceptions.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple, Protocol, TypeVar

from loccit.ids import ContentId, Digest, WorkKey
from loccit.records import Answer, Claim, Handoff, Opinion, Passage, ReadDocument, Record, Retrieval
from loccit.records.discover import PageState
from loccit.records.retrieve import Outcome, Via

R = TypeVar("R", bound=Record)


class Clock(Protocol):
    """Tells the time; a test passes a fixed one."""

    def now(self) -> datetime:
        """Return the current time, aware."""
        ...


# --- transport ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request.

    Attributes:
        secrets: header names whose values are put in below recording and never stored.
        secret_parameters: names of query parameters of which the same holds.
        preferences: how results should look (country, safe search), for services that take it as cookies only; never
            an identity.
        timeout_s: seconds the whole exchange may take, where that is less than the policy allows.
    """

    url: str
    method: str = "GET"
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    secrets: frozenset[str] = frozenset()
    secret_parameters: frozenset[str] = frozenset()
    preferences: tuple[tuple[str, str], ...] = ()
    timeout_s: float | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """One response, redirects not followed.

    Attributes:
        headers: as sent, in order, names as sent.
        body: transfer coding removed, content coding left on.
        raw_request, raw_response: bytes as sent and received, credentials redacted; for the archive.
        address: IP address that answered, null where nothing was contacted.
        unsafe_allow: the policy entry that let this address be contacted, if one was needed.
        archived_at: when an archive that answers in the server's place received the response; null otherwise.
        elapsed_s: seconds the exchange took, without waiting for its turn; 0 where nothing was contacted.
    """

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    via: Via
    witnessed: bool
    raw_request: bytes = b""
    raw_response: bytes = b""
    address: str | None = None
    unsafe_allow: str | None = None
    archived_at: datetime | None = None
    elapsed_s: float = field(default=0.0, compare=False)

    def header(self, name: str) -> str | None:
        """Return the first value of a header, whatever its case."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), None)


@dataclass(frozen=True, slots=True)
class NoResponse:
    """Why there is no response; an expected outcome, not an exception."""

    url: str
    outcome: Outcome
    detail: str
    via: Via
    witnessed: bool
    raw_request: bytes = b""
    raw_response: bytes = b""
    address: str | None = None
    elapsed_s: float = field(default=0.0, compare=False)


class Transport(Protocol):
    """Sends one request and never follows a redirect."""

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Return what came back, or why nothing did."""
        ...


# --- discover -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Execution:
    """One query to one engine under one task's settings."""

    engine: str
    query: str
    country: str
    language: str
    safe_search: bool
    rows_per_page: int


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """One row as found on a result page, in page order.

    ``position`` is the one the service states, if it does; ranks are counted, not read.
    """

    title: str
    href: str
    url: str | None
    snippet: str
    sponsored: bool = False
    advertiser_domain: str | None = None
    unwrapped_by: str | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The verdict on a result page and, only if it is good, its rows.

    Attributes:
        last: the page itself says that no page follows.
        shown_query: the query as the page repeats it.
        executed_query: the words the page says its rows answer, where it says that they are others.
        language: the language the page states for itself (BCP 47).
        overlap: how many of the query's words the rows show, in millionths.
        next_request: the request the page offers for the page that follows, where no other would do; of a ``pending``
            reply, the one for the finished reply, where an operator has said how to ask for it.
        task_id: what a ``pending`` reply is asked for by later.
    """

    state: PageState
    rows: tuple[ParsedRow, ...] = ()
    reason: str | None = None
    last: bool = False
    shown_query: str | None = None
    executed_query: str | None = None
    language: str | None = None
    overlap: int | None = None
    next_request: HttpRequest | None = None
    task_id: str | None = None


@dataclass(frozen=True, slots=True)
class EngineProfile:
    """What an engine needs to be asked, and what it honours of a task.

    Attributes:
        origin: scheme and host of the endpoint an operator vouches for; null: a public site, asked through the guard.
        headers: secret headers, each with the environment variable that holds its value.
        parameters: secret query parameters, likewise.
        settings: constructor arguments, each with the environment variable that sets it.
        required: those of the settings without which the engine can't be made.
        honours: which of query, country, language, safe_search, paging, sponsored a request can carry or a reply can
            show.
        unknown: which of query, country, language, safe_search of a task nobody can say to be what the rows answer, as
            where an address is submitted as it is. They are null in rows; the rest are the task's own values.
        max_pages: result pages that can be asked for, null where no bound is known.
    """

    origin: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    honours: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    max_pages: int | None = None


class Engine(Protocol):
    """A search service as two pure functions."""

    @property
    def name(self) -> str:
        """The name used in tasks."""
        ...

    @property
    def version(self) -> str:
        """Version of request form and selectors."""
        ...

    @property
    def profile(self) -> EngineProfile:
        """What it needs and what it honours."""
        ...

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1."""
        ...

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the page's one state and its rows."""
        ...


@dataclass(frozen=True, slots=True)
class IndexPage:
    """A page to be indexed.

    Attributes:
        digest: what it was made of and by; equal digests give equal pages.
        source: where it was found, e.g. the base URL of a folder; pages that are gone are told by it.
        stamp: what shows at a glance that nothing has changed, e.g. the time and size of a file; empty: nothing does.
        via: which way it is read; a mounted site comes before an archive, an archive before the network.
        captured_at: when the server sent it, as far as is known; of copies of one URL, the newest is found.
    """

    url: str
    title: str
    headings: str
    body: str
    language: str
    digest: Digest
    source: str = ""
    stamp: str = ""
    via: Via = "mirror"
    captured_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class IndexHit:
    """A page found, best first; ``snippet`` is a lead, never evidence."""

    url: str
    title: str
    snippet: str
    captured_at: datetime | None = None


class Index(Protocol):
    """A full-text index over pages.

    Each source has its own page of a URL; a search sees the one that would be read (see ``IndexPage.via``).
    """

    def add(self, pages: Iterable[IndexPage]) -> None:
        """Add pages, or replace those of the same URL and source, in one transaction."""
        ...

    def digest_of(self, url: str, *, source: str = "") -> Digest | None:
        """Return the digest under which a source's page of a URL was indexed, or null."""
        ...

    def stamp_of(self, url: str, *, source: str = "") -> str | None:
        """Return the stamp with which a source's page of a URL was indexed, or null."""
        ...

    def urls_of(self, source: str) -> Sequence[str]:
        """Return the URLs that were indexed from a source."""
        ...

    def below(self, base_url: str) -> Sequence[tuple[str, str]]:
        """Return URL and source of the pages whose URL begins with a base URL."""
        ...

    def remove(self, urls: Iterable[str], *, source: str = "") -> int:
        """Take a source's pages out, in one transaction, and return how many were there."""
        ...

    def mark_of(self, source: str) -> str | None:
        """Return the mark that a source was given when it had been indexed to its end, or null."""
        ...

    def mark(self, source: str, mark: str) -> None:
        """Give a source a mark that shows later whether it has changed."""
        ...

    def search(self, query: str, *, limit: int, offset: int = 0) -> Sequence[IndexHit]:
        """Return hits, best first; an empty query finds nothing, phrases in quotation marks must be there."""
        ...

    def revision(self) -> str:
        """Return a mark of what is indexed: equal marks give equal searches."""
        ...


# --- judge, cite ----------------------------------------------------------------------------------------------


class Judgement(NamedTuple):
    """An opinion and the passages it names, cut from the document it is about."""

    opinion: Opinion
    passages: tuple[Passage, ...]


class Judge(Protocol):
    """Says whether a document carries a claim, and names the passage."""

    @property
    def name(self) -> str:
        """The name recorded in opinions."""
        ...

    @property
    def version(self) -> str:
        """The version recorded in opinions."""
        ...

    async def opine(self, claim: Claim, document: ReadDocument, passages: Sequence[Passage]) -> Judgement:
        """Return an opinion; ``passages`` are places to look first, the whole document may be read."""
        ...


Modality = Literal["text", "voice"]
"""Whether an answer is shown or spoken."""


class Writer(Protocol):
    """Drafts an answer from a handoff; it sees that, the modality and its prompt, and nothing else."""

    async def write(self, handoff: Handoff, *, modality: Modality = "text", prompt: str | None = None) -> Answer:
        """Return a draft with an anchor for each sentence that states something.

        Args:
            handoff: what may be said.
            modality: ``voice``: the text will be spoken, its sources shown beside it.
            prompt: the operator's words on how to word it, null for none; they never add anything to say.
        """
        ...


# --- store ----------------------------------------------------------------------------------------------------


class Store(Protocol):
    """Append-only records, blobs and the ledger over them. Sync; safe to call from several threads."""

    def put(
        self,
        records: Iterable[Record],
        *,
        blobs: Iterable[bytes] = (),
        key: WorkKey | None = None,
        results: Iterable[Record] | None = None,
    ) -> None:
        """Store blobs, records, their ledger entries and the finished work, all or nothing.

        Storing what is there already is no error and writes nothing. ``key`` marks ``results`` (by default all the
        records, in the order given) as the result of one step; a key that is known keeps its first result.
        """
        ...

    def get(self, record_id: ContentId, kind: type[R]) -> R:
        """Return a record.

        Raises:
            NotStored: if it is not there or is of another kind.
            Damaged: if its stored bytes do not hash to its id.
        """
        ...

    def records(self, kind: type[R]) -> Iterator[R]:
        """Yield all records of a kind, oldest first."""
        ...

    def referring(self, record_id: ContentId, kind: type[R]) -> Iterator[R]:
        """Yield the records of a kind that name this id or digest, oldest first."""
        ...

    def readings(self, url: str) -> Iterator[Retrieval]:
        """Yield the retrievals that went well and began or ended at a URL, newest first, without reading all others.

        Args:
            url: as the URL parser serialises it, without fragment.
        """
        ...

    def blob(self, digest: Digest) -> bytes:
        """Return a blob, checked against its digest.

        Raises:
            NotStored, Damaged: as for records.
        """
        ...

    def work(self, key: WorkKey) -> tuple[ContentId, ...] | None:
        """Return the records of a finished step in the order they were given, or null if it was not done."""
        ...


class Archive(Protocol):
    """Keeps exchanges byte for byte."""

    def append(
        self, exchange: HttpResponse | NoResponse, *, at: datetime, revisits: str | None = None
    ) -> "ArchivedExchange":
        """Write request and response records and return their ids.

        Args:
            revisits: the WARC-Record-ID of an earlier answer which this one, a 304, says still holds; it is kept as a
                ``revisit`` of that one.
        """
        ...


@dataclass(frozen=True, slots=True)
class ArchivedExchange:
    """WARC-Record-IDs of one exchange; null where there was nothing to keep."""

    request_record: str | None
    response_record: str | None


# --- progress -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Progress:
    """One thing that happened, for a display; ``total`` is null where it is not known."""

    stage: str
    subject: str
    done: int
    total: int | None
    detail: str = ""


class Observer(Protocol):
    """Is told of progress."""

    def __call__(self, progress: Progress, /) -> None:
        """Take note; must not raise."""
        ...


def ignore(progress: Progress, /) -> None:
    """Observe nothing."""
