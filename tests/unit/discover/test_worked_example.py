"""The worked example of the guide, on the local index: two rows, and each counter as it says."""

from dataclasses import dataclass
from datetime import UTC, datetime

import anyio

from loccit.clock import FixedClock
from loccit.discover.engines.local import IndexTransport, LocalEngine
from loccit.discover.index import FtsIndex
from loccit.discover.run import Means, Search, run
from loccit.ids import Digest
from loccit.policy import DiscoverPolicy
from loccit.protocols import IndexPage
from loccit.records import Agent, Origin, Query, SearchTask

CLOCK = FixedClock(datetime(2026, 11, 30, 12, tzinfo=UTC))
ORIGIN = Origin(activity="discover", version="1", agent=Agent(kind="program", name="tests"))


@dataclass
class Served:
    engine: LocalEngine
    transport: IndexTransport


def test_the_worked_example_of_the_guide_on_the_local_index(tmp_path):
    base = "https://docs.python.org/3.11/library"
    pages = [
        IndexPage(
            f"{base}/{name}.html",
            f"{name} - Python documentation",
            "",
            "asyncio " * 9,
            "en",
            Digest("sha256:" + "0" * 64),
        )
        for name in ("asyncio", "asyncio-task", "asyncio-runner")
    ]
    with FtsIndex(tmp_path / "index.sqlite") as index:
        index.add(pages)
        trial = SearchTask(queries=["Python asyncio documentation"], engines=["local"], maxResultsPerExecutedQuery=2)
        services = {"local": Served(LocalEngine(), IndexTransport(index))}
        query = Query(origin=ORIGIN, text=trial.queries[0], derivation="given")
        search = Search("run-1", trial, {query.text: query}, ORIGIN)
        found = anyio.run(run, search, Means(services, CLOCK, DiscoverPolicy()))
    assert list(found.run.output.model_dump().values())[:8] == [1, 1, 1, 1, 0, 1, 1, 2]
    assert found.run.output.stopReason == "result_caps_reached"
    assert [(one.page, one.rankOnPage, one.rank, one.resultDomain) for one in found.run.rows] == [
        (1, 1, 1, "docs.python.org"),
        (1, 2, 2, "docs.python.org"),
    ]
    assert found.run.output.engineStatusCounts == {"local": {"ok": 1}}
    assert found.run.output.engineResultCounts == {"local": 2}
    assert found.run.output.queryResultCounts == {"Python asyncio documentation": 2}
