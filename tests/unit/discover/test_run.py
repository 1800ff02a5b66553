import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import get_args

import anyio
import pytest
from anyio import CancelScope
from anyio.lowlevel import checkpoint
from hypothesis import given
from hypothesis import strategies as st

from loccit.clock import FixedClock
from loccit.discover.counters import ANSWERED_STATES, PARSED_STATES
from loccit.discover.run import Means, Search, run
from loccit.errors import BadInput
from loccit.ids import digest
from loccit.policy import DiscoverPolicy
from loccit.protocols import (
    EngineProfile,
    Execution,
    HttpRequest,
    HttpResponse,
    NoResponse,
    ParsedRow,
    ResultPage,
    ignore,
)
from loccit.records import Agent, Origin, Query, SearchTask
from loccit.records.discover import PageState

CLOCK = FixedClock(datetime(2026, 11, 30, 12, tzinfo=UTC))
ORIGIN = Origin(activity="discover", version="1", agent=Agent(kind="program", name="tests"))


HONOURS_ALL = EngineProfile(honours=frozenset({"query", "country", "language", "safe_search", "paging"}))


def row(url, **changes):
    return ParsedRow(**{"title": "Title", "href": url, "url": url, "snippet": "A snippet", **changes})


def advert(url, advertiser):
    return row(url, title=f"Buy {advertiser}", sponsored=True, advertiser_domain=advertiser)


def ok(*paths, last=False):
    return ResultPage("ok", tuple(row(f"https://e.example/{path}") for path in paths), last=last)


@dataclass
class WrittenEngine:
    """Answers page n of a query with the n-th page written down for it; beyond the last one nothing is found."""

    name: str
    pages: Mapping[str, Sequence[ResultPage]]
    version: str = "1"
    profile: EngineProfile = HONOURS_ALL

    def request(self, execution: Execution, page: int) -> HttpRequest:
        headers = (("Accept", "text/html"), ("X-Key", "hidden-value"))
        url = f"https://{self.name}.example/{execution.query}/{page}"
        return HttpRequest(url=url, headers=headers, secrets=frozenset({"x-key"}))

    def parse(self, response: HttpResponse) -> ResultPage:
        query, page = response.body.decode().split("/")
        written = self.pages.get(query, ())
        return written[int(page) - 1] if int(page) <= len(written) else ResultPage("no_results")


@dataclass
class EchoTransport:
    """Sends the path of a request back."""

    unreachable: frozenset[str] = frozenset()
    cancelling: Mapping[str, CancelScope] = field(default_factory=dict)
    sent: list[str] = field(default_factory=list)

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        self.sent.append(request.url)
        if request.url in self.cancelling:
            self.cancelling[request.url].cancel()
            await checkpoint()
        if request.url in self.unreachable:
            return NoResponse(request.url, "timeout", "no answer within 60 s", "network", witnessed=True)
        body = request.url.split("/", 3)[3].encode()
        return HttpResponse(request.url, 200, (), body, "network", witnessed=True)


@dataclass(frozen=True)
class Service:
    engine: object
    transport: object


def discover(task, engines, *, transport=None, policy=None, observer=None):
    return anyio.run(prepared(task, engines, transport=transport, policy=policy, observer=observer))


def prepared(task, engines, *, transport=None, policy=None, observer=None, scope=None):
    transport = transport or EchoTransport()
    services = {engine.name: Service(engine, transport) for engine in engines}
    queries = {text.strip(): Query(origin=ORIGIN, text=text.strip(), derivation="given") for text in task.queries}
    means = Means(services, CLOCK, policy or DiscoverPolicy(), observer or ignore, scope)
    return partial(run, Search("run-1", task, queries, ORIGIN), means)


def task(*queries, engines=("one",), cap=20, sponsored=False, **settings):
    return SearchTask(
        queries=queries,
        engines=engines,
        maxResultsPerExecutedQuery=cap,
        includeSponsoredResults=sponsored,
        **settings,
    )


def counters(found):
    values = found.run.output.model_dump()
    return [values[name] for name in list(values)[:8]]


def test_a_row_holds_what_was_seen():
    written = {
        "tray": [
            ResultPage("ok", (row("HTTPS://E.example:443/a%2Fb/?q=1#:~:text=x", href="/r?u=1", unwrapped_by="r"),))
        ]
    }
    found = discover(task("tray"), [WrittenEngine("one", written)])
    (one,) = found.run.rows
    assert one.model_dump(mode="json") == {
        "runId": "run-1",
        "country": "US",
        "language": "en",
        "safeSearch": True,
        "engine": "one",
        "executedQuery": "tray",
        "page": 1,
        "rankOnPage": 1,
        "rank": 1,
        "title": "Title",
        "canonicalUrl": "https://e.example/a%2Fb/?q=1",
        "resultDomain": "e.example",
        "snippet": "A snippet",
        "isSponsored": False,
        "advertiserDomain": None,
        "observedAt": "2026-11-30T12:00:00.000000Z",
        "schemaVersion": "loccit/result-row@1",
    }
    (facts,) = found.run.facts
    assert (facts.raw_href, facts.unwrapped_by, facts.organic_rank, facts.sponsored_rank) == ("/r?u=1", "r", 1, None)


def test_a_hidden_destination_has_no_address():
    hidden = ResultPage("ok", (row(None, href="/goto?url=CAES"), row("javascript:alert(1)")), last=True)
    found = discover(task("tray"), [WrittenEngine("one", {"tray": [hidden]})])
    assert [(one.canonicalUrl, one.resultDomain) for one in found.run.rows] == [(None, None), (None, None)]


def test_ranks_count_over_pages_and_the_cap_cuts_inside_a_page():
    found = discover(task("tray", cap=5), [WrittenEngine("one", {"tray": [ok(*"abc"), ok(*"def"), ok(*"ghi")]})])
    assert [(one.page, one.rankOnPage, one.rank) for one in found.run.rows] == [
        (1, 1, 1),
        (1, 2, 2),
        (1, 3, 3),
        (2, 1, 4),
        (2, 2, 5),
    ]
    assert [page.rows for page in found.run.pages] == [3, 2]
    assert found.run.output.stopReason == "result_caps_reached"


def test_adverts_are_counted_and_dropped_before_the_cap():
    first = advert("https://shop.example/1", "shop.example")
    page = ResultPage("ok", (first, row("https://e.example/a"), first, row("https://e.example/b")), last=True)
    found = discover(task("tray", cap=2), [WrittenEngine("one", {"tray": [page]})])
    assert [(one.rank, one.canonicalUrl) for one in found.run.rows] == [
        (1, "https://e.example/a"),
        (2, "https://e.example/b"),
    ]
    assert (found.run.pages[0].rows, found.run.pages[0].sponsored_rows) == (2, 1)


def test_adverts_that_are_asked_for_have_ranks_of_their_own_beside_the_common_one():
    first = advert("https://shop.example/1", "shop.example")
    page = ResultPage("ok", (first, row("https://e.example/a"), first, row("https://e.example/b")), last=True)
    found = discover(task("tray", sponsored=True), [WrittenEngine("one", {"tray": [page]})])
    assert [(one.rank, one.isSponsored, one.advertiserDomain) for one in found.run.rows] == [
        (1, True, "shop.example"),
        (2, False, None),
        (3, False, None),
    ]
    assert [(facts.organic_rank, facts.sponsored_rank) for facts in found.run.facts] == [
        (None, 1),
        (1, None),
        (2, None),
    ]


def test_a_page_that_repeats_an_earlier_one_ends_the_query_and_yields_nothing():
    found = discover(task("tray"), [WrittenEngine("one", {"tray": [ok(*"ab"), ok(*"cd"), ok(*"ab"), ok(*"ef")]})])
    assert [(page.state, page.rows, page.reason) for page in found.run.pages] == [
        ("ok", 2, None),
        ("ok", 2, None),
        ("wrong_page", 0, "shows the same rows as page 1"),
    ]
    assert found.run.output.stopReason == "repeated_page"
    assert found.run.output.resultsSaved == 4


def test_pages_of_adverts_alone_repeat_nothing_and_are_counted():
    adverts = ResultPage("ok", (advert("https://shop.example/1", "shop.example"),))
    found = discover(task("tray"), [WrittenEngine("one", {"tray": [adverts, adverts, ok(*"ab"), ok(*"ab")]})])
    assert [(page.state, page.rows, page.sponsored_rows) for page in found.run.pages] == [
        ("ok", 0, 1),
        ("ok", 0, 1),
        ("ok", 2, 0),
        ("wrong_page", 0, 0),
    ]
    assert found.run.pages[3].reason == "shows the same rows as page 3"


def test_rows_of_a_relaxed_query_name_no_executed_query():
    relaxed = ResultPage("relaxed_query", (row("https://e.example/a"),), last=True)
    found = discover(task("trai"), [WrittenEngine("one", {"trai": [relaxed]})])
    assert [one.executedQuery for one in found.run.rows] == [None]
    assert found.run.output.queryResultCounts == {"trai": 1}


@pytest.mark.parametrize(
    ("page", "stop_reason", "successful", "parsed"),
    [
        (ok("a", last=True), "results_exhausted", 1, 1),
        (ResultPage("ok"), "results_exhausted", 1, 1),
        (ResultPage("no_results"), "results_exhausted", 1, 1),
        (ResultPage("pending"), "results_exhausted", 1, 0),
        (ResultPage("blocked"), "blocked", 0, 0),
        (ResultPage("consent"), "blocked", 0, 0),
        (ResultPage("script_shell"), "blocked", 0, 0),
        (ResultPage("unrecognised_layout"), "every_engine_failed", 0, 0),
        (ResultPage("off_topic", (row("https://e.example/a"),)), "every_engine_failed", 0, 1),
        (ResultPage("http_error"), "every_engine_failed", 0, 0),
    ],
)
def test_one_page_of_each_state(page, stop_reason, successful, parsed):
    found = discover(task("tray"), [WrittenEngine("one", {"tray": [page]})])
    output = found.run.output
    assert output.stopReason == stop_reason
    assert (output.enginesSuccessful, output.enginesFailed, output.pagesParsed) == (successful, 1 - successful, parsed)
    assert output.engineStatusCounts == {"one": {page.state: 1}}


def test_no_response_is_a_state_of_the_page_and_the_next_query_is_asked():
    transport = EchoTransport(unreachable=frozenset({"https://one.example/tray/1"}))
    found = discover(task("tray", "rack"), [WrittenEngine("one", {"rack": [ok("a", last=True)]})], transport=transport)
    assert [(page.query, page.state) for page in found.run.pages] == [("tray", "transport_error"), ("rack", "ok")]
    assert found.run.pages[0].reason == "timeout: no answer within 60 s"
    assert (found.captures[0].http_status, found.captures[0].body) == (None, None)
    assert found.run.output.stopReason == "results_exhausted"


def test_one_engine_failing_does_not_take_the_other_down():
    engines = [
        WrittenEngine("one", {"tray": [ResultPage("blocked")]}),
        WrittenEngine("two", {"tray": [ok(*"ab", last=True)]}),
    ]
    found = discover(task("tray", engines=("one", "two")), engines)
    output = found.run.output
    assert (output.enginesSuccessful, output.enginesFailed, output.resultsSaved) == (1, 1, 2)
    assert output.engineResultCounts == {"one": 0, "two": 2}
    assert output.stopReason == "blocked"


@pytest.mark.parametrize(("per_execution", "total", "pages"), [(2, 100, 4), (10, 3, 3)])
def test_budgets_of_pages_hold(per_execution, total, pages):
    endless = {query: [ok(f"{query}{number}") for number in range(50)] for query in ("tray", "rack")}
    policy = DiscoverPolicy(max_pages_per_execution=per_execution, max_pages_total=total)
    found = discover(task("tray", "rack"), [WrittenEngine("one", endless)], policy=policy)
    assert found.run.output.pagesAttempted == pages
    assert found.run.output.stopReason == "page_budget_reached"


PAGES_BEFORE_CANCELLING = {"tray": [ok(*"ab"), ok(*"cd")], "rack": [ok("e")]}


def test_a_run_that_is_cancelled_keeps_what_it_has():
    sent = []

    async def cancelled_at_the_second_page():
        scope = CancelScope()
        transport = EchoTransport(cancelling={"https://one.example/tray/2": scope}, sent=sent)
        engine = WrittenEngine("one", PAGES_BEFORE_CANCELLING)
        return await prepared(task("tray", "rack"), [engine], transport=transport, scope=scope)()

    found = anyio.run(cancelled_at_the_second_page)
    assert found.run.output.stopReason == "cancelled"
    assert (found.run.output.pagesAttempted, found.run.output.resultsSaved, len(found.captures)) == (1, 2, 1)
    assert sent == ["https://one.example/tray/1", "https://one.example/tray/2"]


def test_a_run_cancelled_from_outside_gives_nothing():
    async def cancelled_outside():
        with CancelScope() as scope:
            transport = EchoTransport(cancelling={"https://one.example/tray/2": scope})
            engine = WrittenEngine("one", PAGES_BEFORE_CANCELLING)
            return await prepared(task("tray"), [engine], transport=transport)()
        return "cancelled"

    assert anyio.run(cancelled_outside) == "cancelled"


def test_every_reply_is_captured_byte_for_byte_and_secrets_are_not():
    found = discover(task("tray"), [WrittenEngine("one", {"tray": [ResultPage("unrecognised_layout")]})])
    (capture,) = found.captures
    request, body = found.blobs
    assert (capture.request, capture.body, capture.http_status) == (digest(request), digest(b"tray/1"), 200)
    assert body == b"tray/1"
    assert request == b"GET https://one.example/tray/1\r\nAccept: text/html\r\nX-Key: (redacted)\r\n\r\n"
    assert found.run.pages[0].capture == capture.id
    assert capture.id in found.run.origin.used


def test_progress_is_told_page_by_page():
    told = []
    discover(task("tray"), [WrittenEngine("one", {"tray": [ok("a"), ok("b", last=True)]})], observer=told.append)
    assert [(one.stage, one.subject, one.done, one.detail) for one in told] == [
        ("discover", "one: tray", 1, "page 1: ok"),
        ("discover", "one: tray", 2, "page 2: ok"),
    ]


def test_rows_carry_the_settings_of_the_task_whether_or_not_the_engine_honours_them():
    engine = WrittenEngine("one", {"tray": [ok("a", last=True)]}, profile=EngineProfile())
    (one,) = discover(task("tray", country="ID", language="id", safeSearch=False), [engine]).run.rows
    assert (one.country, one.language, one.safeSearch, one.executedQuery) == ("ID", "id", False, "tray")


def test_settings_that_nobody_knows_are_null_in_rows():
    profile = EngineProfile(unknown=frozenset({"query", "country", "language", "safe_search"}))
    engine = WrittenEngine("one", {"tray": [ok("a", last=True)]}, profile=profile)
    (one,) = discover(task("tray"), [engine]).run.rows
    assert (one.country, one.language, one.safeSearch, one.executedQuery) == (None, None, None, None)


def test_rows_of_a_relaxed_query_name_the_words_the_page_says():
    relaxed = ResultPage(
        "relaxed_query",
        (row("https://e.example/a"),),
        last=True,
        shown_query="trai",
        executed_query="tray",
        language="id",
        overlap=500_000,
    )
    found = discover(task("trai"), [WrittenEngine("one", {"trai": [relaxed]})])
    assert [one.executedQuery for one in found.run.rows] == ["tray"]
    (page,) = found.run.pages
    assert (page.shown_query, page.executed_query, page.shown_language, page.overlap) == ("trai", "tray", "id", 500_000)


def test_places_on_the_page_and_stated_positions_stand_beside_the_ranks():
    rows = (advert("https://shop.example/1", "shop.example"), row("https://e.example/a", position=7))
    found = discover(task("tray"), [WrittenEngine("one", {"tray": [ResultPage("ok", rows, last=True)]})])
    assert [(one.rank, one.rankOnPage) for one in found.run.rows] == [(1, 1)]
    assert [(facts.absolute_rank, facts.stated_position) for facts in found.run.facts] == [(2, 7)]


def test_no_page_is_asked_for_beyond_those_an_engine_has():
    profile = EngineProfile(honours=HONOURS_ALL.honours, max_pages=2)
    found = discover(task("tray"), [WrittenEngine("one", {"tray": [ok("a"), ok("b"), ok("c")]}, profile=profile)])
    assert found.run.output.pagesAttempted == 2
    assert found.run.output.stopReason == "results_exhausted"


def test_the_page_that_follows_is_asked_for_as_the_page_before_says():
    after = HttpRequest("https://one.example/tray/2", method="POST", body=b"s=10")
    transport = EchoTransport()
    pages = [ResultPage("ok", (row("https://e.example/a"),), next_request=after), ok("b", last=True)]
    found = discover(task("tray"), [WrittenEngine("one", {"tray": pages})], transport=transport)
    assert found.run.output.resultsSaved == 2
    assert found.blobs[2].startswith(b"POST https://one.example/tray/2")


def pending(**changes):
    return ResultPage("pending", task_id="t-1", **changes)


RESULT = HttpRequest("https://one.example/tray/2")
AT_ONCE = DiscoverPolicy(poll_interval_s=0, max_polls=3)


def test_a_pending_reply_stays_pending_where_nobody_said_how_to_go_on():
    found = discover(task("tray"), [WrittenEngine("one", {"tray": [pending(), ok("a")]})], policy=AT_ONCE)
    assert [(page.state, page.task_id, page.rows) for page in found.run.pages] == [("pending", "t-1", 0)]
    assert len(found.captures) == 1
    assert (found.run.output.enginesSuccessful, found.run.output.resultsSaved) == (1, 0)


def test_a_pending_reply_is_asked_for_again_where_an_operator_said_how():
    written = {"tray": [pending(next_request=RESULT), ok("a", last=True)]}
    found = discover(task("tray"), [WrittenEngine("one", written)], policy=AT_ONCE)
    assert [(page.page, page.state, page.rows) for page in found.run.pages] == [(1, "ok", 1)]
    assert [capture.page for capture in found.captures] == [1, 1]
    assert found.run.pages[0].capture == found.captures[1].id


def test_polling_ends():
    written = {"tray": [pending(next_request=RESULT), pending(next_request=RESULT)]}
    found = discover(task("tray"), [WrittenEngine("one", written)], policy=AT_ONCE)
    assert [page.state for page in found.run.pages] == ["pending"]
    assert len(found.captures) == 4


class ParticularEngine(WrittenEngine):
    """Takes no query with a digit in it."""

    def request(self, execution, page):
        if any(character.isdigit() for character in execution.query):
            raise BadInput("queries", "expected words without digits")
        return super().request(execution, page)


def test_what_an_engine_can_not_take_is_said_before_anything_is_sent():
    transport = EchoTransport()
    engines = [WrittenEngine("one", {}), ParticularEngine("two", {})]
    with pytest.raises(BadInput, match="queries: expected words without digits"):
        discover(task("tray", "tray 40", engines=("one", "two")), engines, transport=transport)
    assert transport.sent == []


STATES = st.sampled_from(get_args(PageState))
ROWS = st.lists(
    st.builds(
        lambda path, sponsored: row(f"https://e.example/{path}", sponsored=sponsored),
        st.sampled_from("abcdefgh"),
        st.booleans(),
    ),
    max_size=4,
)
PAGES = st.builds(lambda state, rows, last: ResultPage(state, tuple(rows), last=last), STATES, ROWS, st.booleans())
SCRIPTS = st.dictionaries(st.sampled_from(["tray", "rack", "level"]), st.lists(PAGES, max_size=4), max_size=3)


@given(
    scripts=st.tuples(SCRIPTS, SCRIPTS),
    queries=st.lists(st.sampled_from(["tray", "rack ", "level", " tray"]), min_size=1, max_size=4),
    engines=st.lists(st.sampled_from(["one", "two"]), min_size=1, max_size=3),
    cap=st.integers(1, 6),
    sponsored=st.booleans(),
    budget=st.integers(1, 9),
)
def test_the_counters_always_add_up(scripts, queries, engines, cap, sponsored, budget):
    asked = task(*queries, engines=tuple(engines), cap=cap, sponsored=sponsored)
    written = [WrittenEngine(name, script) for name, script in zip(("one", "two"), scripts, strict=True)]
    found = discover(asked, written, policy=DiscoverPolicy(max_pages_total=budget, max_pages_per_execution=3))
    record, output = found.run, found.run.output
    distinct = {query.strip() for query in queries}
    assert output.queriesRequested == len(queries)
    assert output.searchesCompiled == len(distinct)
    assert output.executionsPlanned == len(distinct) * len(set(engines))
    assert output.pagesAttempted == len(record.pages) == len(found.captures) <= budget
    assert output.pagesParsed == sum(page.state in PARSED_STATES for page in record.pages)
    assert output.resultsSaved == len(record.rows) == len(record.facts) == sum(page.rows for page in record.pages)
    assert output.resultsSaved == sum(output.engineResultCounts.values()) == sum(output.queryResultCounts.values())
    assert {name: Counter(counts) for name, counts in output.engineStatusCounts.items()} == {
        name: Counter(page.state for page in record.pages if page.engine == name)
        for name in {page.engine for page in record.pages}
    }
    assert output.enginesSuccessful + output.enginesFailed == len(output.engineStatusCounts)
    assert output.enginesSuccessful == sum(
        bool(ANSWERED_STATES & set(one)) for one in output.engineStatusCounts.values()
    )
    assert set(output.engineResultCounts) == set(engines)
    assert set(output.queryResultCounts) == distinct
    by_execution = itertools.groupby(
        zip(record.rows, record.facts, strict=True), key=lambda pair: (pair[0].engine, pair[1].requested_query)
    )
    for _, pairs in by_execution:
        rows = [one for one, _ in pairs]
        assert [one.rank for one in rows] == list(range(1, len(rows) + 1))
        assert len(rows) <= cap
        assert sponsored or not any(one.isSponsored for one in rows)
    if output.stopReason == "result_caps_reached":
        assert output.resultsSaved >= cap
    if output.stopReason in ("every_engine_failed", "blocked") and not output.enginesSuccessful:
        assert output.resultsSaved == 0
