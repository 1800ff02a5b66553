"""Figures over judged cases, on cases few enough to count by hand."""

import pytest

from loccit.judge import figures
from loccit.judge.figures import JudgedCase, Share


def case(expected: str | None, given: str | None, confidence: int = 0, group: str = "g") -> JudgedCase:
    return JudgedCase(expected, given, confidence, 0, group)


CASES = [
    case("supported", "supported", 900_000, "a"),
    case("supported", None, 600_000, "a"),
    case("supported", "supported", 800_000, "b"),
    case("contradicted", "supported", 700_000, "b"),
    case("contradicted", "contradicted", 50_000, "c"),
    case("unsupported", None, 400_000, "c"),
]


def test_precision_recall_and_coverage_are_counted() -> None:
    assert figures.precision(CASES, "supported") == Share(2, 3)
    assert figures.recall(CASES, "supported") == Share(2, 3)
    assert figures.recall(CASES, "contradicted") == Share(1, 2)
    assert figures.coverage(CASES) == Share(4, 6)


def test_the_interval_is_wilsons() -> None:
    low, high = Share(8, 10).interval
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert Share(0, 0).interval == (0.0, 1.0)
    assert Share(0, 0).value is None
    assert Share(0, 20).interval[0] == 0.0


def test_few_calls_are_too_few() -> None:
    assert (Share(49, 49).too_few, Share(50, 50).too_few) == (True, False)


def test_balanced_accuracy_is_the_mean_of_both_recalls() -> None:
    assert figures.balanced_accuracy(CASES) == pytest.approx((1 + 2 / 3) / 2)
    assert figures.balanced_accuracy(CASES, threshold=1_000_000) == 0.5
    assert figures.balanced_accuracy(CASES[:2]) is None


def test_macro_f1_counts_what_was_left_open_as_missed() -> None:
    assert figures.macro_f1(CASES) == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)
    assert figures.macro_f1([case(None, None)]) is None


def test_the_curve_takes_the_surest_first() -> None:
    assert figures.curve(CASES, (0.34, 1.0)) == [(0.34, 1.0), (1.0, 0.5)]
    assert figures.curve([]) == []


def test_a_bootstrap_draws_whole_groups_and_repeats_itself() -> None:
    first = figures.bootstrap(CASES, figures.balanced_accuracy)
    assert first is not None
    assert first == figures.bootstrap(CASES, figures.balanced_accuracy)
    assert first[0] <= first[1]
    assert figures.bootstrap([case("supported", None)], figures.balanced_accuracy) is None
