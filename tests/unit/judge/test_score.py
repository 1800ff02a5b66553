"""The ranking score: what raises it, what lowers it, and that states bound it."""

import pytest

from loccit.judge.pairs import rule_pair
from loccit.judge.score import CONTRADICTED_CEILING, SUPPORTED_FLOOR

EVIDENCE = "The bridge over the Tarn was opened in 2004 and carries four lanes of traffic."


@pytest.mark.parametrize(
    ("nearer", "farther"),
    [
        ("The bridge was opened and carries traffic daily.", "The bridge was closed and sold to investors."),
        ("The bridge over the Tarn carries heavy traffic.", "The bridge over the Loire carries heavy traffic."),
        ("People say the bridge carries traffic.", "I say the bridge carries your traffic."),
        ("The bridge carries heavy traffic.", "The bridge does not carry heavy traffic."),
    ],
)
def test_what_stands_on_the_page_ranks_above_what_does_not(nearer: str, farther: str) -> None:
    assert rule_pair(nearer, EVIDENCE).confidence > rule_pair(farther, EVIDENCE).confidence


def test_a_speaker_of_whom_the_page_speaks_too_lowers_nothing() -> None:
    ruling = rule_pair("You can pay your fee by card today.", "You can pay your fee at the desk by card.")
    assert ruling.signals is not None
    assert ruling.signals.speaker == 0


def test_states_bound_the_score() -> None:
    assert rule_pair("The bridge was opened in 2004.", "The bridge was opened in 2004.").confidence >= SUPPORTED_FLOOR
    contradicted = rule_pair("The bridge was opened in 2005.", "The bridge was opened in 2004.")
    assert contradicted.state == "contradicted"
    assert contradicted.confidence <= CONTRADICTED_CEILING
