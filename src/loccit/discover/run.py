"""Run a search task: executions over result pages, under caps and budgets, with counters that add up.

What counts:

* A page is attempted once a reply, or the lack of one, is known; it is parsed if its layout was read, whatever it
  said (see ``PARSED_STATES``).
* An engine is successful if one of its pages answered the query, an empty answer or a pending one included (see
  ``ANSWERED_STATES``); an engine that was asked and never did is failed; one that was never asked is neither.
* ``rank`` counts the saved rows of one execution over all its pages, ``rankOnPage`` those of the page. Sponsored rows
  are dropped unless the task asks for them, and counted either way.
* ``engineStatusCounts`` gives, for every engine asked, how many of its pages got which state.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from anyio import CancelScope

from loccit import urls
from loccit.discover.task import Plan, compile_task
from loccit.ids import digest
from loccit.policy import DiscoverPolicy
from loccit.protocols import (
    Clock,
    Engine,
    Execution,
    HttpRequest,
    HttpResponse,
    NoResponse,
    Observer,
    ParsedRow,
    Progress,
    ResultPage,
    Transport,
    ignore,
)
from loccit.records import (
    Capture,
    DiscoveryRun,
    Origin,
    Output,
    PageReport,
    Query,
    ResultRow,
    RowFacts,
    SearchTask,
)
from loccit.records.discover import PageState, StopReason

PARSED_STATES: frozenset[PageState] = frozenset({"ok", "no_results", "relaxed_query", "wrong_page", "off_topic"})
ANSWERED_STATES: frozenset[PageState] = frozenset({"ok", "no_results", "pending", "relaxed_query"})
BLOCKED_STATES: frozenset[PageState] = frozenset({"blocked", "consent", "script_shell"})
YIELDING_STATES: frozenset[PageState] = frozenset({"ok", "relaxed_query"})

ExecutionEnd = Literal[
    "result_caps_reached", "results_exhausted", "repeated_page", "blocked", "page_budget_reached", "failed"
]

# Where executions ended differently, the run says why it may hold less than was asked for.
_RUN_ENDS: tuple[StopReason, ...] = (
    "page_budget_reached",
    "blocked",
    "repeated_page",
    "results_exhausted",
    "result_caps_reached",
)


@dataclass(frozen=True, slots=True)
class Search:
    """One task to be run.

    Attributes:
        queries: the record of each distinct query of the task, by its trimmed text.
    """

    run_id: str
    task: SearchTask
    queries: Mapping[str, Query]
    origin: Origin


class SearchService(Protocol):
    """An engine and the transport its requests go through."""

    @property
    def engine(self) -> Engine:
        """What the requests look like and how replies are read."""
        ...

    @property
    def transport(self) -> Transport:
        """Who sends the requests."""
        ...


@dataclass(frozen=True, slots=True)
class Means:
    """What a run works with.

    Attributes:
        services: by the engine name used in tasks.
        scope: cancelling it ends the run early, with what was found so far and stop reason ``cancelled``.
    """

    services: Mapping[str, SearchService]
    clock: Clock
    policy: DiscoverPolicy
    observer: Observer = ignore
    scope: CancelScope | None = None


@dataclass(frozen=True, slots=True)
class Discovered:
    """What a run found: its record, the captures it rests on, and the blobs those name."""

    run: DiscoveryRun
    captures: tuple[Capture, ...]
    blobs: tuple[bytes, ...]


async def run(search: Search, means: Means) -> Discovered:
    """Run a search task, one page after another.

    Captures and blobs hold every reply byte for byte, whatever was read out of it. Failures of engines are page states;
    nothing is raised for them. A run that is cancelled from outside its scope raises and leaves nothing.
    """
    plan = compile_task(search.task, rows_per_page=means.policy.rows_per_page)
    collected = _Collected(search, means, started_at=means.clock.now())
    ends: list[ExecutionEnd] = []
    with means.scope or CancelScope() as scope:
        ends = [await collected.execute(execution) for execution in plan.executions]
    return collected.finish(plan, "cancelled" if scope.cancelled_caught else _run_end(ends, collected.pages))


@dataclass(slots=True)
class _Collected:
    """What has been found so far; whole after every page, so that a run can end at any."""

    search: Search
    means: Means
    started_at: datetime
    pages: list[PageReport] = field(default_factory=list)
    rows: list[ResultRow] = field(default_factory=list)
    facts: list[RowFacts] = field(default_factory=list)
    captures: list[Capture] = field(default_factory=list)
    blobs: dict[bytes, None] = field(default_factory=dict)

    async def execute(self, execution: Execution) -> ExecutionEnd:
        """Ask for result pages until there is a reason to stop."""
        service = self.means.services[execution.engine]
        engine, policy = service.engine, self.means.policy
        taking = _Taking(cap=self.search.task.maxResultsPerExecutedQuery)
        for page in range(1, policy.max_pages_per_execution + 1):
            if len(self.pages) >= policy.max_pages_total:
                return "page_budget_reached"
            request = engine.request(execution, page)
            reply = await service.transport.send(request)
            end = self._take(execution, page, self._keep(execution, page, request, reply), _read(engine, reply), taking)
            if end is not None:
                return end
        return "page_budget_reached"

    def _keep(self, execution: Execution, page: int, request: HttpRequest, reply: HttpResponse | NoResponse) -> Capture:
        sent = reply.raw_request or _written(request)
        body = reply.body if isinstance(reply, HttpResponse) else None
        self.blobs[sent] = None
        if body is not None:
            self.blobs[body] = None
        query = self.search.queries[execution.query]
        capture = Capture(
            origin=self.search.origin.model_copy(update={"used": (query.id,)}),
            run_id=self.search.run_id,
            engine=execution.engine,
            query=query.id,
            page=page,
            request=digest(sent),
            http_status=reply.status if isinstance(reply, HttpResponse) else None,
            body=None if body is None else digest(body),
            received_at=self.means.clock.now(),
        )
        self.captures.append(capture)
        return capture

    def _take(
        self, execution: Execution, page: int, capture: Capture, result: ResultPage, taking: "_Taking"
    ) -> ExecutionEnd | None:
        """Take the rows of a page and return why to stop after it, or null to go on."""
        result, rows = taking.checked(result)
        organic = [row for row in rows if not row.sponsored]
        wanted = rows if self.search.task.includeSponsoredResults else organic
        saved = wanted[: taking.cap - taking.saved]
        for rank_on_page, row in enumerate(saved, start=1):
            taking.count(row)
            self.rows.append(self._row(execution, capture, row, result.state, (rank_on_page, taking.saved)))
            self.facts.append(taking.facts(row, execution.query))
        report = PageReport(
            engine=execution.engine,
            query=execution.query,
            page=page,
            state=result.state,
            rows=len(saved),
            sponsored_rows=len(rows) - len(organic),
            capture=capture.id,
            reason=result.reason,
        )
        self.pages.append(report)
        subject = f"{execution.engine}: {execution.query}"
        self.means.observer(Progress("discover", subject, len(self.pages), None, f"page {page}: {result.state}"))
        return taking.end(result)

    def _row(
        self, execution: Execution, capture: Capture, row: ParsedRow, state: PageState, ranks: tuple[int, int]
    ) -> ResultRow:
        task = self.search.task
        url = urls.parse(row.url) if row.url else None
        return ResultRow(
            runId=self.search.run_id,
            country=task.country,
            language=task.language,
            safeSearch=task.safeSearch,
            engine=execution.engine,
            # Rows of a relaxed query answer words that nobody here knows.
            executedQuery=execution.query if state == "ok" else None,
            page=capture.page,
            rankOnPage=ranks[0],
            rank=ranks[1],
            title=row.title,
            canonicalUrl=url.href.partition(urls.TEXT_DIRECTIVE)[0].removesuffix("#") if url and url.is_web else None,
            resultDomain=urls.host_of(url.href) if url and url.is_web else None,
            snippet=row.snippet,
            isSponsored=row.sponsored,
            advertiserDomain=row.advertiser_domain,
            observedAt=capture.received_at,
        )

    def finish(self, plan: Plan, stop_reason: StopReason) -> Discovered:
        """Return the run's record with counters over what was collected."""
        search = self.search
        queries = tuple(search.queries[text].id for text in plan.queries)
        used = queries + tuple(capture.id for capture in self.captures)
        record = DiscoveryRun(
            origin=search.origin.model_copy(update={"used": used}),
            run_id=search.run_id,
            task=search.task,
            queries=queries,
            pages=tuple(self.pages),
            rows=tuple(self.rows),
            facts=tuple(self.facts),
            output=_output(plan, self, stop_reason),
            started_at=self.started_at,
            ended_at=self.means.clock.now(),
        )
        return Discovered(record, tuple(self.captures), tuple(self.blobs))


@dataclass(slots=True)
class _Taking:
    """How far one execution has got."""

    cap: int
    saved: int = 0
    organic: int = 0
    sponsored: int = 0
    seen_pages: dict[tuple[str, ...], int] = field(default_factory=dict)

    def checked(self, result: ResultPage) -> tuple[ResultPage, list[ParsedRow]]:
        """Return the page and the rows it yields; a page that repeats an earlier one is a wrong page without rows."""
        if result.state not in YIELDING_STATES:
            return result, []
        rows = _distinct_adverts(result.rows)
        organic = tuple(row.url or row.href for row in rows if not row.sponsored)
        if organic and organic in self.seen_pages:
            reason = f"shows the same rows as page {self.seen_pages[organic]}"
            return ResultPage("wrong_page", reason=reason, last=True), []
        self.seen_pages[organic] = len(self.seen_pages) + 1
        return result, rows

    def count(self, row: ParsedRow) -> None:
        """Count a row that is saved."""
        self.saved += 1
        self.sponsored += row.sponsored
        self.organic += not row.sponsored

    def facts(self, row: ParsedRow, query: str) -> RowFacts:
        """Return what else is known of the row just counted."""
        return RowFacts(
            raw_href=row.href,
            unwrapped_by=row.unwrapped_by,
            organic_rank=None if row.sponsored else self.organic,
            sponsored_rank=self.sponsored if row.sponsored else None,
            requested_query=query,
        )

    def end(self, result: ResultPage) -> ExecutionEnd | None:
        """Return why to stop after a page, or null to go on."""
        if self.saved >= self.cap:
            return "result_caps_reached"
        if result.state == "wrong_page":
            return "repeated_page"
        if result.state in BLOCKED_STATES:
            return "blocked"
        if result.state not in YIELDING_STATES:
            return "results_exhausted" if result.state in ANSWERED_STATES else "failed"
        return "results_exhausted" if result.last or not result.rows else None


def _read(engine: Engine, reply: HttpResponse | NoResponse) -> ResultPage:
    if isinstance(reply, NoResponse):
        return ResultPage("transport_error", reason=f"{reply.outcome}: {reply.detail}")
    return engine.parse(reply)


def _written(request: HttpRequest) -> bytes:
    """Return a request as text for the record; values of secret headers are left out and it says so."""
    secret = {name.lower() for name in request.secrets}
    headers = [f"{name}: {'(redacted)' if name.lower() in secret else value}" for name, value in request.headers]
    head = "\r\n".join([f"{request.method} {request.url}", *headers, "", ""])
    return head.encode(errors="replace") + request.body


def _distinct_adverts(rows: tuple[ParsedRow, ...]) -> list[ParsedRow]:
    """Return the rows of a page; an advert shown again at its bottom counts once."""
    seen: set[tuple[str, str | None]] = set()
    kept = []
    for row in rows:
        advert = (row.title, row.advertiser_domain or row.url or row.href)
        if row.sponsored and advert in seen:
            continue
        if row.sponsored:
            seen.add(advert)
        kept.append(row)
    return kept


def _run_end(ends: list[ExecutionEnd], pages: list[PageReport]) -> StopReason:
    if not any(page.state in ANSWERED_STATES for page in pages):
        return "blocked" if ends and all(end == "blocked" for end in ends) else "every_engine_failed"
    return next((reason for reason in _RUN_ENDS if reason in ends), "results_exhausted")


def _output(plan: Plan, collected: _Collected, stop_reason: StopReason) -> Output:
    pages = collected.pages
    asked = dict.fromkeys(page.engine for page in pages)
    successful = {page.engine for page in pages if page.state in ANSWERED_STATES}
    saved_by_engine = Counter(row.engine for row in collected.rows)
    saved_by_query = Counter(facts.requested_query for facts in collected.facts)
    return Output(
        queriesRequested=plan.queries_requested,
        searchesCompiled=len(plan.queries),
        executionsPlanned=len(plan.executions),
        enginesSuccessful=len(successful),
        enginesFailed=len(asked) - len(successful),
        pagesAttempted=len(pages),
        pagesParsed=sum(page.state in PARSED_STATES for page in pages),
        resultsSaved=len(collected.rows),
        engineStatusCounts={
            engine: dict(Counter(page.state for page in pages if page.engine == engine)) for engine in asked
        },
        engineResultCounts={engine: saved_by_engine[engine] for engine in plan.engines},
        queryResultCounts={query: saved_by_query[query] for query in plan.queries},
        stopReason=stop_reason,
    )
