"""Run a search task: executions over result pages, under caps and budgets.

``rank`` counts the saved rows of one execution over all its pages, ``rankOnPage`` those of the page. Sponsored rows
are dropped unless the task asks for them, and counted either way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Protocol

from anyio import CancelScope, sleep

from loccit import urls
from loccit.discover.counters import ExecutionEnd, output_of, run_end
from loccit.discover.taking import Taking
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
    PageReport,
    Query,
    ResultRow,
    RowFacts,
    SearchTask,
)
from loccit.records.discover import StopReason


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

    The first request of every execution is made before any is sent, so that what an engine can't take is said before
    anything is asked. A reply that is pending is asked for again only where its engine says how (see ``ResultPage``).
    Captures and blobs hold every reply byte for byte, whatever was read out of it. Failures of engines are page states;
    nothing is raised for them. A run that is cancelled from outside its scope raises and leaves nothing.

    Raises:
        BadInput: if an engine can't take a query or a setting of the task.
    """
    plan = compile_task(search.task, rows_per_page=means.policy.rows_per_page)
    collected = _Collected(search, means, started_at=means.clock.now())
    starts = [means.services[execution.engine].engine.request(execution, 1) for execution in plan.executions]
    ends: list[ExecutionEnd] = []
    with means.scope or CancelScope() as scope:
        for execution, start in zip(plan.executions, starts, strict=True):
            ends.append(await collected.execute(execution, start))
    return collected.finish(plan, "cancelled" if scope.cancelled_caught else run_end(ends, collected.pages))


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

    async def execute(self, execution: Execution, start: HttpRequest) -> ExecutionEnd:
        """Ask for result pages until there is a reason to stop."""
        engine, policy = self.means.services[execution.engine].engine, self.means.policy
        taking = Taking(cap=self.search.task.maxResultsPerExecutedQuery)
        request, page = start, 1
        while len(self.pages) < policy.max_pages_total:
            capture, result = await self._ask(execution, page, request)
            end = self._take(execution, capture, result, taking)
            if end is not None:
                return end
            if page == engine.profile.max_pages:
                return "results_exhausted"
            if page == policy.max_pages_per_execution:
                return "page_budget_reached"
            page += 1
            request = result.next_request or engine.request(execution, page)
        return "page_budget_reached"

    async def _ask(self, execution: Execution, page: int, request: HttpRequest) -> tuple[Capture, ResultPage]:
        """Return a result page, and the capture of the reply it was read out of."""
        service, policy = self.means.services[execution.engine], self.means.policy
        for polls in count():
            reply = await service.transport.send(request)
            capture = self._keep(execution, page, request, reply)
            result = _read(service.engine, reply)
            if result.state != "pending" or result.next_request is None or polls == policy.max_polls:
                return capture, result
            request = result.next_request
            await sleep(policy.poll_interval_s)
        raise AssertionError("count() has no end")

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

    def _take(self, execution: Execution, capture: Capture, result: ResultPage, taking: Taking) -> ExecutionEnd | None:
        """Take the rows of a page and return why to stop after it, or null to go on."""
        result, rows = taking.checked(result, capture.page)
        placed = list(enumerate(rows, start=1))
        organic = [(place, row) for place, row in placed if not row.sponsored]
        wanted = placed if self.search.task.includeSponsoredResults else organic
        saved = wanted[: taking.cap - taking.saved]
        for rank_on_page, (place, row) in enumerate(saved, start=1):
            taking.count(row)
            self.rows.append(self._row(execution, capture, result, row, (rank_on_page, taking.saved)))
            self.facts.append(taking.facts(row, execution.query, absolute_rank=place))
        report = PageReport(
            engine=execution.engine,
            query=execution.query,
            page=capture.page,
            state=result.state,
            rows=len(saved),
            sponsored_rows=len(rows) - len(organic),
            capture=capture.id,
            reason=result.reason,
            shown_query=result.shown_query,
            shown_language=result.language,
            executed_query=result.executed_query,
            overlap=result.overlap,
            task_id=result.task_id,
        )
        self.pages.append(report)
        subject = f"{execution.engine}: {execution.query}"
        detail = f"page {capture.page}: {result.state}"
        self.means.observer(Progress("discover", subject, len(self.pages), None, detail))
        return taking.end(result)

    def _row(
        self, execution: Execution, capture: Capture, result: ResultPage, row: ParsedRow, ranks: tuple[int, int]
    ) -> ResultRow:
        """Return a row with the settings of the task it answers; what nobody knows to be its settings is null."""
        task = self.search.task
        unknown = self.means.services[execution.engine].engine.profile.unknown
        executed = execution.query if result.state == "ok" else result.executed_query
        url = urls.parse(row.url) if row.url else None
        return ResultRow(
            runId=self.search.run_id,
            country=None if "country" in unknown else task.country,
            language=None if "language" in unknown else task.language,
            safeSearch=None if "safe_search" in unknown else task.safeSearch,
            engine=execution.engine,
            executedQuery=None if "query" in unknown else executed,
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
            output=output_of(plan, self.pages, rows=self.rows, facts=self.facts, stop_reason=stop_reason),
            started_at=self.started_at,
            ended_at=self.means.clock.now(),
        )
        return Discovered(record, tuple(self.captures), tuple(self.blobs))


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
