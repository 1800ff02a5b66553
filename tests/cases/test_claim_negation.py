"""Known faults in reading negation: antonyms certified, prefixes unseen, scope crossing clauses."""

import pytest

from loccit.judge.pairs import rule_pair


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ("Compression is enabled by default.", "contradicted"),
        ("Compression is off by default.", "supported"),
        ("Compression is not enabled by default.", "supported"),
        ("The cache is erased after 7 days.", "unsupported"),
    ],
)
def test_an_opposite_turns_the_verdict(claim: str, state: str) -> None:
    evidence = "Compression is disabled by default and the cache is stored for 7 days."
    assert rule_pair(claim, evidence).state == state


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ("Table 4 lists all sugar-free drinks.", "contradicted"),
        ("Table 4 is not a complete list.", "supported"),
        ("Verified sellers are not shown.", "unsupported"),
    ],
)
def test_a_negating_prefix_belongs_to_its_word(claim: str, state: str) -> None:
    evidence = "Table 4 is a non-exhaustive list of sugar-free drinks; unverified sellers are not shown."
    assert rule_pair(claim, evidence).state == state


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ("Unsealed parcels are sent to the depot.", "supported"),
        ("Unsealed parcels are not sent to the depot.", "contradicted"),
        ("All parcels are sent to the depot.", "partly_supported"),
        ("Dogs are admitted.", "contradicted"),
        ("Dogs aren't admitted.", "supported"),
    ],
)
def test_a_negation_stays_in_its_clause(claim: str, state: str) -> None:
    evidence = "If the parcel is not sealed, send it to the depot. We don’t admit dogs."
    assert rule_pair(claim, evidence).state == state
