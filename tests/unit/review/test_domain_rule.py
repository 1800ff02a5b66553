"""The rule on domains: what it leaves out and why, and preferred candidates that go first."""

import pytest

from loccit.domains import DomainRules
from loccit.policy import DomainPolicy
from loccit.records import Candidate, Claim, Question
from loccit.review.domains import leave_out, preferred
from loccit.review.rules import select

CONTEXT = "https://maker.example/manual"


@pytest.fixture
def question(origin):
    return Question(origin=origin, text="What does the shelf carry?")


@pytest.fixture
def candidates(origin):
    def make(*urls):
        return [
            Candidate(
                origin=origin,
                run_id="run-1",
                candidate_id=f"source-{ordinal}",
                ordinal=ordinal,
                position=ordinal + 1,
                title="Fjord oak shelf carries 25 kg" if ordinal else "Fjord oak shelf carries 25 kg indoors",
                url=url,
                hostname="",
                snippet="",
                review_state="needs_review",
                exclusion_reason=None,
                sightings=(),
            )
            for ordinal, url in enumerate(urls)
        ]

    return make


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://bad.maker.example/", "bad.maker.example is excluded by 'bad.maker.example'."),
        ("http://maker.example/manual?utm_source=x", "The page is read as context."),
        ("https://shop.example/", "Results are restricted to preferred domains; shop.example is none of them."),
        ("https://docs.maker.example/", None),
    ],
)
def test_why_a_candidate_is_left_out(candidates, question, clock, url, reason):
    rules = DomainRules(DomainPolicy(excluded=("bad.maker.example",), preferred=("maker.example",)))
    left_out = leave_out(candidates(url), rules, question=question, context_urls=[CONTEXT], clock=clock)
    assert [one.reason for one in left_out] == ([] if reason is None else [reason])
    assert all(
        (one.decision, one.reviewer.kind, one.reviewer.name) == ("excluded", "rule", "domains") for one in left_out
    )


def test_preferred_candidates_go_first_and_the_best_one_of_a_claim_is_read_too(candidates, question, origin, clock):
    found = candidates("https://shop.example/", "https://maker.example/", "https://other.example/")
    first = preferred(found, DomainRules(DomainPolicy(preferred=("maker.example",))))
    claim = Claim(origin=origin, wording="The Fjord oak shelf carries 25 kg indoors.", question=question.id)

    def selected(**more):
        made = select("match:1", found, question=question, claims=[claim], clock=clock, **more)
        return [one.candidate for one in made if one.decision == "selected"]

    assert selected() == [found[0].id]
    assert selected(first=first) == [found[0].id, found[1].id]
