"""Known faults in comparing units: symbols found inside other symbols, percent taken for percentage points."""

import pytest

from loccit.judge.pairs import rule_pair

MIXED = "The premium fell by 80 bps to 2.6%. Orders were 7 B USD; the image is 7 MB, the line runs at 7 bar."


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ("The premium fell by 0.8 percentage points.", "supported"),
        ("The premium fell by 80 billion.", "contradicted"),
        ("The premium fell by 80%.", "contradicted"),
        ("Orders were seven billion dollars.", "supported"),
        ("The image is seven billion bytes.", "contradicted"),
    ],
)
def test_units_are_whole_words(claim: str, state: str) -> None:
    assert rule_pair(claim, MIXED).state == state


CHANGE = "The vacancy rate rose from 4% to 6%, that is by 2 percentage points."


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ("The vacancy rate rose by 2 percentage points.", "supported"),
        ("The vacancy rate rose by 2 percent of its earlier level.", "contradicted"),
        ("The vacancy rate rose from 4% to 6%.", "supported"),
        ("The vacancy rate fell by 2 percentage points.", "contradicted"),
    ],
)
def test_a_percentage_and_a_change_in_points_are_two_units(claim: str, state: str) -> None:
    assert rule_pair(claim, CHANGE).state == state


def test_a_share_that_needs_arithmetic_is_not_contradicted() -> None:
    assert rule_pair("The vacancy rate rose by a half.", CHANGE).state != "contradicted"
