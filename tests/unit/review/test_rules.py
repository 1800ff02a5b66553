import pytest

from loccit.errors import BadInput
from loccit.records import Candidate, Claim, Question
from loccit.review.rules import select


@pytest.fixture
def question(origin):
    return Question(origin=origin, text="What should an owner of a Cove know?")


@pytest.fixture
def claim(origin, question):
    return lambda wording: Claim(origin=origin, wording=wording, question=question.id)


@pytest.fixture
def candidate(origin):
    def make(ordinal, title, snippet="", url=None, state="needs_review"):
        return Candidate(
            origin=origin,
            run_id="run-1",
            candidate_id=f"source-{ordinal}",
            ordinal=ordinal,
            position=ordinal + 1,
            title=title,
            url=url or f"https://e.example/{ordinal}",
            hostname="e.example",
            snippet=snippet,
            review_state=state,
            exclusion_reason=None if state == "needs_review" else "duplicate_exact_url",
            sightings=(),
        )

    return make


@pytest.fixture
def chosen(question, clock):
    def run(rule, candidates, claims):
        made = select(rule, candidates, question=question, claims=claims, clock=clock)
        ordinals = {candidate.id: candidate.ordinal for candidate in candidates}
        return {ordinals[one.candidate]: one for one in made}

    return run


def selected(decisions):
    return sorted(ordinal for ordinal, one in decisions.items() if one.decision == "selected")


def test_the_best_matching_source_wins_whatever_its_rank(chosen, candidate, claim):
    candidates = [
        candidate(0, "Cove news", "Spring edition"),
        candidate(1, "Cove shop"),
        candidate(2, "Cove manual", "The tray must be level before the first cycle."),
    ]
    assert selected(chosen("match:1", candidates, [claim("The tray must be level.")])) == [2]


def test_rank_changes_nothing(chosen, candidate, claim):
    texts = ["The tray must be level.", "A tray.", "Nothing of it."]
    forward = [candidate(number, text, url=f"https://e.example/{text[:3]}") for number, text in enumerate(texts)]
    backward = [candidate(2 - number, text, url=f"https://e.example/{text[:3]}") for number, text in enumerate(texts)]
    claims = [claim("The tray must be level.")]
    by_title = [
        {one.title: decisions[one.ordinal].decision for one in candidates}
        for candidates in (forward, backward)
        for decisions in [chosen("match:2", candidates, claims)]
    ]
    assert by_title[0] == by_title[1]


def test_every_claim_gets_its_best_source_even_beyond_the_number(chosen, candidate, claim):
    claims = [claim("The tray must be level."), claim("The noise stays below 44 dB."), claim("Racks hold 14 plates.")]
    candidates = [
        candidate(0, "Level the tray", "The tray must be level."),
        candidate(1, "Tray level", "The tray must be level, level."),
        candidate(2, "Noise", "The noise stays below 44 dB."),
        candidate(3, "Racks", "Racks hold 14 plates."),
    ]
    decisions = chosen("match:1", candidates, claims)
    assert selected(decisions) == [0, 2, 3]
    assert decisions[2].claims == (claims[1].id,)
    assert decisions[0].reason == "Title, snippet or address match claim 1: level, tray."
    assert decisions[1].reason == "Other candidates match better; this one has: level, tray."


def test_a_source_that_matches_nothing_is_excluded_with_the_reason(chosen, candidate, claim):
    decisions = chosen("match:5", [candidate(0, "Weather")], [claim("The tray must be level.")])
    assert decisions[0].decision == "excluded"
    assert decisions[0].reason == "Title, snippet and address have no word of what is asked."


def test_equal_matches_go_by_ordinal(chosen, candidate, claim):
    candidates = [candidate(number, "The tray must be level.") for number in range(4)]
    assert selected(chosen("match:2", candidates, [claim("The tray must be level.")])) == [0, 1]


def test_addresses_that_look_like_one_page_take_one_place(chosen, candidate, claim):
    candidates = [
        candidate(0, "Level tray", url="http://e.example/a"),
        candidate(1, "Level tray", url="https://e.example/a?utm_source=x"),
        candidate(2, "Level tray", url="https://e.example/b"),
    ]
    assert selected(chosen("match:2", candidates, [claim("The tray must be level.")])) == [0, 2]


def test_words_of_the_address_count(chosen, candidate, claim):
    candidates = [
        candidate(0, "", url="https://e.example/kitchen/oven.html"),
        candidate(1, "", url="https://e.example/%E6%89%98%E7%9B%A4/tray-level.html"),
    ]
    assert selected(chosen("match:5", candidates, [claim("The tray must be level.")])) == [1]
    assert selected(chosen("match:5", candidates, [claim("托盤必須水平。")])) == [1]


def test_what_later_rows_showed_of_the_same_address_counts(chosen, candidate, claim):
    url = "https://e.example/manual"
    candidates = [
        candidate(0, "Manual", "About the Cove", url=url),
        candidate(1, "Manual", "The tray must be level.", url=url, state="excluded"),
    ]
    decisions = chosen("match:5", candidates, [claim("The tray must be level.")])
    assert selected(decisions) == [0]
    assert list(decisions) == [0]


def test_claims_about_the_same_thing_share_their_sources(chosen, candidate, claim):
    claims = [
        claim("asyncio.run() cannot be called when another event loop is running."),
        claim("asyncio.run() was added in Python 3.5."),
        claim("The noise stays below 44 dB."),
    ]
    candidates = [
        candidate(0, "asyncio.run", "asyncio.run() cannot be called when another event loop is running."),
        candidate(1, "What was added in Python 3.5", "asyncio added in Python 3.5"),
        candidate(2, "Noise", "The noise stays below 44 dB."),
    ]
    decisions = chosen("match:5", candidates, claims)
    assert selected(decisions) == [0, 1, 2]
    assert set(decisions[0].claims) == {claims[0].id, claims[1].id}
    assert decisions[2].claims == (claims[2].id,)


def test_a_source_of_every_claim_names_none(chosen, candidate, claim):
    decisions = chosen("match:5", [candidate(0, "Level tray")], [claim("The tray is level."), claim("Level the tray.")])
    assert decisions[0].claims == ()


def test_without_claims_the_question_is_matched(chosen, candidate):
    candidates = [candidate(0, "Weather"), candidate(1, "Cove: what an owner should know")]
    decisions = chosen("match:5", candidates, [])
    assert selected(decisions) == [1]
    assert decisions[1].reason == "Title, snippet or address match the question: cove, know, owner."


def test_chinese_and_indonesian_are_matched_by_their_words(chosen, candidate, claim):
    candidates = [
        candidate(0, "安裝", "托盤必須保持水平。"),
        candidate(1, "Pemasangan", "Baki harus rata sebelum dipakai."),
        candidate(2, "噪音", "運轉時的噪音很低。"),
    ]
    assert selected(chosen("match:1", candidates, [claim("托盤必須水平。")])) == [0]
    assert selected(chosen("match:1", candidates, [claim("Baki harus rata.")])) == [1]


@pytest.mark.parametrize(("rule", "expected"), [("all", [0, 1]), ("none", [])])
def test_plain_rules(chosen, candidate, claim, rule, expected):
    candidates = [candidate(0, "Tray"), candidate(1, "Weather"), candidate(2, "Tray", state="excluded")]
    decisions = chosen(rule, candidates, [claim("The tray must be level.")])
    assert selected(decisions) == expected
    assert list(decisions) == [0, 1]
    assert decisions[0].claims == ()


def test_the_rule_signs_with_its_name(chosen, candidate, claim, question, clock):
    one = candidate(0, "Level tray")
    wanted = claim("The tray must be level.")
    decision = chosen("match:3", [one], [wanted])[0]
    assert (decision.reviewer.kind, decision.reviewer.name, decision.reviewer.version) == ("rule", "match:3", "1")
    assert decision.origin.agent == decision.reviewer
    assert decision.origin.used == (one.id, question.id, wanted.id)
    assert decision.seen == ("title", "snippet", "url")
    assert decision.decided_at == clock.now()


@pytest.mark.parametrize(
    "rule", ["", "match", "match:0", "match:-1", "match:x", "match:5 ", "ALL", "best", "match:1\n"]
)
def test_an_unknown_rule_is_named(chosen, candidate, rule):
    with pytest.raises(BadInput, match=r"select rule: expected one of match:N, all, none"):
        chosen(rule, [candidate(0, "Tray")], [])


def test_nothing_to_choose_from_gives_nothing(chosen, claim):
    assert chosen("match:5", [], [claim("The tray must be level.")]) == {}
