"""How good verdicts are beside labels that people gave: pure functions over judged cases.

Shares are fractions from 0 to 1. An interval is the 95 % Wilson interval of a share, or a bootstrap over groups of
cases that belong together (one claim beside several texts), because such cases are not independent.
"""

import math
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from loccit.records.judge import State

ENOUGH = 50
"""Calls of a state below which its precision says too little."""

THRESHOLD = 500_000
"""The confidence from which a case counts as supported in a ranking's balanced accuracy."""

_Z = 1.96


class JudgedCase(NamedTuple):
    """One labelled case and what was said of it.

    Attributes:
        expected: the label; null where people left it open.
        given: the verdict; null where it was left open.
        confidence: support as a ranking score, in millionths.
        overlap: share of the claim's words that stand in the evidence, in millionths: the baseline.
        group: cases of one group are drawn together.
    """

    expected: State | None
    given: State | None
    confidence: int
    overlap: int
    group: str
    language: str = ""
    facet: str = ""


class Share(NamedTuple):
    """So many of so many, with the ends of the 95 % Wilson interval (E. B. Wilson, 1927)."""

    right: int
    called: int

    @property
    def value(self) -> float | None:
        """The share, null of nothing."""
        return self.right / self.called if self.called else None

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper end; 0 and 1 of nothing."""
        if not self.called:
            return 0.0, 1.0
        share, z, count = self.right / self.called, _Z, self.called
        centre = share + z * z / (2 * count)
        margin = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
        return max(0.0, (centre - margin) / (1 + z * z / count)), min(1.0, (centre + margin) / (1 + z * z / count))

    @property
    def too_few(self) -> bool:
        """Whether there were fewer calls than say anything."""
        return self.called < ENOUGH


def precision(cases: Sequence[JudgedCase], state: State) -> Share:
    """Return how many of the calls of a state were right."""
    called = [case for case in cases if case.given == state]
    return Share(sum(case.expected == state for case in called), len(called))


def recall(cases: Sequence[JudgedCase], state: State) -> Share:
    """Return how many of the cases of a state were called so."""
    wanted = [case for case in cases if case.expected == state]
    return Share(sum(case.given == state for case in wanted), len(wanted))


def coverage(cases: Sequence[JudgedCase]) -> Share:
    """Return how many cases were decided."""
    return Share(sum(case.given is not None for case in cases), len(cases))


def macro_f1(cases: Sequence[JudgedCase]) -> float | None:
    """Return the mean F1 over the states that are labelled, a case left open counting as missed."""
    states = {case.expected for case in cases} - {None}
    scores = []
    for state in states:
        if state is not None:
            hits, called = precision(cases, state)
            scores.append(2 * hits / (called + recall(cases, state).called))
    return sum(scores) / len(scores) if scores else None


def balanced_accuracy(
    cases: Sequence[JudgedCase], *, threshold: int = THRESHOLD, score: Callable[[JudgedCase], int] | None = None
) -> float | None:
    """Return the mean of both recalls when a score tells supported cases from the rest; null if one kind is absent.

    Args:
        score: the confidence, unless another is given.
    """
    recalls = []
    for wanted in (True, False):
        hits = [
            ((case.confidence if score is None else score(case)) >= threshold) is wanted
            for case in cases
            if (case.expected == "supported") is wanted
        ]
        if not hits:
            return None
        recalls.append(sum(hits) / len(hits))
    return sum(recalls) / 2


def curve(
    cases: Sequence[JudgedCase], shares: Sequence[float] = (0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
) -> list[tuple[float, float]]:
    """Return coverage and the precision of ``supported`` there, taking the most confident cases first."""
    ranked = sorted(cases, key=lambda case: -case.confidence)
    if not ranked:
        return []
    points = []
    for share in shares:
        taken = ranked[: max(1, round(share * len(ranked)))]
        points.append((share, sum(case.expected == "supported" for case in taken) / len(taken)))
    return points


def bootstrap(
    cases: Sequence[JudgedCase], measure: Callable[[Sequence[JudgedCase]], float | None], *, rounds: int = 200
) -> tuple[float, float] | None:
    """Return the middle 95 % of a measure over samples of whole groups; the same cases give the same interval."""
    groups: dict[str, list[JudgedCase]] = defaultdict(list)
    for case in cases:
        groups[case.group].append(case)
    members = list(groups.values())
    chance = random.Random(0)  # noqa: S311 - resampling, no secret
    values = []
    for _ in range(rounds):
        sample = [case for group in chance.choices(members, k=len(members)) for case in group] if members else []
        value = measure(sample)
        if value is not None:
            values.append(value)
    values.sort()
    return (values[int(0.025 * len(values))], values[int(0.975 * (len(values) - 1))]) if values else None
