"""Sentences of our own that differ by one facet, in four languages: which verdicts each allows.

Most allow any verdict but ``supported``; the true ones allow nothing else.
"""

import json
from pathlib import Path

import pytest

from loccit.judge.pairs import rule_pair

CASES = [
    json.loads(line) for line in (Path(__file__).parent / "one_facet.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']}: {case['claim']}")
def test_a_claim_that_differs_by_one_facet_gets_no_wrong_verdict(case: dict[str, object]) -> None:
    states = case["states"]
    assert isinstance(states, list)
    assert (rule_pair(str(case["claim"]), str(case["evidence"])).state or "open") in states


def test_true_sentences_are_among_them() -> None:
    assert sum(case["states"] == ["supported"] for case in CASES) >= 30
