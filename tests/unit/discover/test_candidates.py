from datetime import UTC, datetime

import pytest

from loccit.discover.candidates import candidates_of, source_groups
from loccit.records import DiscoveryRun, Output, Query, ResultRow, RowFacts, SearchTask, Sighting

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def queries(origin):
    return {text: Query(origin=origin, text=text, derivation="given") for text in ("tray", "rack")}


@pytest.fixture
def run_with(origin, queries):
    def make(*seen):
        rows, facts = [], []
        for rank, (engine, query, url) in enumerate(seen, start=1):
            rows.append(
                ResultRow(
                    runId="run-1",
                    country="US",
                    language="en",
                    safeSearch=True,
                    engine=engine,
                    executedQuery=query,
                    page=1,
                    rankOnPage=rank,
                    rank=rank,
                    title=f"Title {rank}",
                    canonicalUrl=url,
                    resultDomain="e.example",
                    snippet="A snippet",
                    isSponsored=False,
                    advertiserDomain=None,
                    observedAt=AT,
                )
            )
            facts.append(
                RowFacts(
                    raw_href=url or "", unwrapped_by=None, organic_rank=rank, sponsored_rank=None, requested_query=query
                )
            )
        output = Output(
            queriesRequested=2,
            searchesCompiled=2,
            executionsPlanned=2,
            enginesSuccessful=1,
            enginesFailed=0,
            pagesAttempted=1,
            pagesParsed=1,
            resultsSaved=len(rows),
            engineStatusCounts={},
            engineResultCounts={},
            queryResultCounts={},
            stopReason="results_exhausted",
        )
        return DiscoveryRun(
            origin=origin,
            run_id="run-1",
            task=SearchTask(queries=("tray", " rack", "tray")),
            queries=(queries["tray"].id, queries["rack"].id),
            pages=(),
            rows=tuple(rows),
            facts=tuple(facts),
            output=output,
            started_at=AT,
            ended_at=AT,
        )

    return make


def test_the_first_row_of_an_address_carries_every_sighting(run_with, queries, origin):
    run = run_with(
        ("local", "tray", "https://e.example/a"),
        ("local", "rack", "https://e.example/b"),
        ("other", "rack", "https://e.example/a"),
    )
    first, second, third = candidates_of(run, origin=origin)
    assert [one.candidate_id for one in (first, second, third)] == ["source-0", "source-1", "source-2"]
    assert first.sightings == (
        Sighting(engine="local", query=queries["tray"].id, page=1, rank=1),
        Sighting(engine="other", query=queries["rack"].id, page=1, rank=3),
    )
    assert (first.review_state, second.review_state) == ("needs_review", "needs_review")
    assert (third.review_state, third.exclusion_reason) == ("excluded", "duplicate_exact_url")
    assert third.sightings == (Sighting(engine="other", query=queries["rack"].id, page=1, rank=3),)
    assert {one.evidence_state for one in (first, second, third)} == {"discovery_only"}
    assert first.origin.used == (run.id,)


@pytest.mark.parametrize("url", [None, "https://user@e.example/", "https://user:pass@e.example/a"])
def test_an_address_that_can_not_be_read_is_excluded_and_stays_visible(run_with, origin, url):
    (one,) = candidates_of(run_with(("local", "tray", url)), origin=origin)
    assert (one.url, one.review_state, one.exclusion_reason) == (url, "excluded", "invalid_web_url")


def test_addresses_that_differ_at_all_stay_apart_and_meet_in_a_group(run_with, origin):
    candidates = candidates_of(
        run_with(
            ("local", "tray", "http://e.example/a"),
            ("local", "tray", "https://e.example/a"),
            ("local", "tray", "https://e.example/a?utm_source=x"),
            ("local", "tray", "https://e.example/a/"),
            ("local", "tray", "https://e.example/a"),
        ),
        origin=origin,
    )
    assert [one.review_state for one in candidates] == ["needs_review"] * 4 + ["excluded"]
    (group,) = source_groups(candidates, origin=origin)
    assert group.members == tuple(one.id for one in candidates[:3])
    assert group.preferred == candidates[1].id
    assert group.key == "https://e.example/a"
