import pytest

from loccit.discover.candidates import source_groups
from loccit.discover.fusion import fused_score, queue_order
from loccit.records import Candidate, Query, Sighting


@pytest.fixture
def queries(origin):
    return {text: Query(origin=origin, text=text, derivation="given").id for text in ("tray", "rack")}


@pytest.fixture
def candidate(origin, queries):
    def make(ordinal, url, *seen, excluded=False):
        return Candidate(
            origin=origin,
            run_id="run-1",
            candidate_id=f"source-{ordinal}",
            ordinal=ordinal,
            position=seen[0][2],
            title=f"Title {ordinal}",
            url=url,
            hostname="e.example",
            snippet="",
            review_state="excluded" if excluded else "needs_review",
            exclusion_reason="duplicate_exact_url" if excluded else None,
            sightings=tuple(Sighting(engine=e, query=queries[q], page=1, rank=r) for e, q, r in seen),
        )

    return make


def ordinals(candidates):
    return [one.ordinal for one in candidates]


def test_what_several_lists_show_comes_before_what_one_shows_first(candidate):
    made = [
        candidate(0, "https://e.example/a", ("x", "tray", 1)),
        candidate(1, "https://e.example/b", ("x", "tray", 4), ("y", "tray", 5)),
        candidate(2, "https://e.example/c", ("y", "tray", 1)),
        candidate(3, "https://e.example/d", ("x", "tray", 3), ("x", "rack", 1), ("y", "rack", 2)),
    ]
    assert ordinals(queue_order(made, ())) == [3, 1, 0, 2]


def test_of_one_list_only_the_best_rank_counts(candidate, queries):
    twice = [Sighting(engine="x", query=queries["tray"], page=page, rank=rank) for page, rank in ((1, 4), (1, 1))]
    assert fused_score(twice) == fused_score(twice[1:]) == 1_000_000 // 61


def test_what_looks_like_one_page_stands_together_with_https_first(candidate, origin):
    made = [
        candidate(0, "http://e.example/a", ("x", "tray", 1)),
        candidate(1, "https://e.example/b", ("x", "tray", 2)),
        candidate(2, "https://e.example/a?utm_source=y", ("y", "tray", 9)),
        candidate(3, "https://e.example/a/", ("y", "rack", 1)),
    ]
    groups = source_groups(made, origin=origin)
    assert [set(one.members) for one in groups] == [{made[0].id, made[2].id}]
    assert ordinals(queue_order(made, groups)) == [2, 0, 3, 1]


def test_excluded_candidates_stay_visible_at_the_end(candidate):
    made = [
        candidate(0, "https://e.example/a", ("x", "tray", 1), excluded=True),
        candidate(1, "https://e.example/b", ("x", "tray", 9)),
    ]
    assert ordinals(queue_order(made, ())) == [1, 0]


def test_every_candidate_is_there_once_whatever_the_groups_say(candidate, origin):
    made = [candidate(n, f"https://e.example/{n % 3}", ("x", "tray", n + 1)) for n in range(9)]
    groups = source_groups(made, origin=origin)
    for some in (groups, groups[:1], (*groups, *groups), source_groups(made[:4], origin=origin)):
        assert sorted(ordinals(queue_order(made, some))) == list(range(9))
