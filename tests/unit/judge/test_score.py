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
        ("The bridge has four lanes and a toll.", "The bridge has nine lanes and a toll."),
    ],
)
def test_what_stands_on_the_page_ranks_above_what_does_not(nearer: str, farther: str) -> None:
    assert rule_pair(nearer, EVIDENCE).confidence > rule_pair(farther, EVIDENCE).confidence


def test_a_speaker_of_whom_the_page_speaks_too_lowers_nothing() -> None:
    ruling = rule_pair("You can pay your fee by card today.", "You can pay your fee at the desk by card.")
    assert ruling.signals is not None
    assert ruling.signals.speaker == 0


def test_a_negation_of_the_sentence_that_the_claim_lacks_is_seen() -> None:
    denied = rule_pair("The bridge carries heavy trucks.", "The bridge does not carry trucks of any length.")
    said = rule_pair("The bridge carries heavy trucks.", "The bridge may carry trucks of any length.")
    assert (denied.signals is not None, said.signals is not None) == (True, True)
    assert denied.signals.denied > said.signals.denied == 0
    assert denied.confidence < said.confidence


def test_words_that_stand_together_are_told_from_words_strewn_about() -> None:
    claim = "The blue lamp warns the night crew."
    near = rule_pair(claim, "At sea the blue lamp warns the whole night crew of fog.").signals
    strewn = rule_pair(claim, "The crew left at night, and a lamp of another ship, blue as ice, warns nobody.").signals
    assert near is not None
    assert strewn is not None
    assert near.together > strewn.together
    assert near.spread < strewn.spread
    assert strewn.moved > near.moved


def test_states_bound_the_score() -> None:
    assert rule_pair("The bridge was opened in 2004.", "The bridge was opened in 2004.").confidence >= SUPPORTED_FLOOR
    contradicted = rule_pair("The bridge was opened in 2005.", "The bridge was opened in 2004.")
    assert contradicted.state == "contradicted"
    assert contradicted.confidence <= CONTRADICTED_CEILING
