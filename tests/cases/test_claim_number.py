"""Known faults in comparing numbers: digits found inside other numbers, lost groups, figures beside the wrong noun."""

import pytest

from loccit.judge.pairs import rule_pair

FIGURES = "Turnover was €2,300 million. The chain has 430 shops on 7300 m² and a market share of 30%."


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ("Turnover was €30 million.", "contradicted"),
        ("Turnover was €2.3 billion.", "supported"),
        ("The market share was 30%.", "supported"),
        ("The chain has 30 shops.", "contradicted"),
        ("The chain borrowed €30 million from two banks.", "unsupported"),
    ],
)
def test_a_number_is_compared_whole_with_scale_unit_and_noun(claim: str, state: str) -> None:
    assert rule_pair(claim, FIGURES).state == state


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ("The archive has 3,456,789 pages.", "supported"),
        ("The archive has 789 pages.", "contradicted"),
        ("In 2024 250 copies were sold.", "supported"),
        ("250 copies were sold in 2024.", "supported"),
        ("2,024,250 copies were sold.", "contradicted"),
    ],
)
def test_groups_set_apart_by_spaces(claim: str, state: str) -> None:
    evidence = "The archive has 3 456 789 pages. In 2024 250 copies were sold."
    assert rule_pair(claim, evidence).state == state


RATES = "The birth rate was 11% and the death rate was 8%."


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ("The birth rate was 11% and the death rate was 8%.", "supported"),
        ("The birth rate was 8% and the death rate was 11%.", "contradicted"),
        ("The birth rate was 11% and the death rate was 9%.", "partly_supported"),
    ],
)
def test_each_figure_belongs_to_its_noun(claim: str, state: str) -> None:
    assert rule_pair(claim, RATES).state == state


def test_the_false_part_is_named() -> None:
    ruling = rule_pair("The birth rate was 11% and the death rate was 9%.", RATES)
    assert (ruling.reasons[0], ruling.unsupported_words) == ("part_contradicted", ("9%",))
