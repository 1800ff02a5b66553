"""Known faults in reading scope: one true half certifies the whole, hedges are lost, versions compared as text."""

import pytest

from loccit.judge.pairs import rule_pair


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ("Nadia Roth designed the Tern Bridge and teaches in Oslo.", "partly_supported"),
        ("Nadia Roth designed the Tern Bridge in 1998.", "supported"),
        ("Nadia Roth and Emil Voss designed the Tern Bridge.", "partly_supported"),
        ("Nadia Roth teaches in Oslo.", "unsupported"),
    ],
)
def test_every_part_of_a_claim_counts(claim: str, state: str) -> None:
    assert rule_pair(claim, "Nadia Roth designed the Tern Bridge in 1998.").state == state


@pytest.mark.parametrize(
    ("claim", "state", "reason"),
    [
        ("Members are allowed to invite guests.", "supported", "stated"),
        ("Fees will drop in May.", "partly_supported", "modality_strengthened"),
        ("Fees could drop in May.", "supported", "stated"),
        ("Entry is free for groups over 20 people.", "partly_supported", "condition_dropped"),
        ("Entry is free for groups over 20 people booked by phone.", "unsupported", "condition_differs"),
    ],
)
def test_permission_possibility_and_condition(claim: str, state: str, reason: str) -> None:
    evidence = (
        "Members may invite guests. Fees may drop in May. Entry is free for groups over 20 people if booked by e-mail."
    )
    ruling = rule_pair(claim, evidence)
    assert (ruling.state, ruling.reasons) == (state, (reason,))


@pytest.mark.parametrize(
    ("claim", "states"),
    [
        ("The leak was closed in version 2.30.", {"supported"}),
        ("The leak was closed in version 2.3.", {"contradicted"}),
        ("Version 2.4 is affected.", {"supported"}),
        ("Version 2.30 is affected.", {"contradicted"}),
        ("Version 3.0 is affected.", {"unsupported", "contradicted"}),
    ],
)
def test_versions_are_compared_part_by_part(claim: str, states: set[str]) -> None:
    evidence = "The leak affects all releases before 2.30 and was closed in 2.30."
    assert rule_pair(claim, evidence).state in states
