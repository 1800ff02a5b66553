"""The contrast set: minimal edits in four languages, half of them false by one facet, each with why."""

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from loccit.judge.pairs import rule_pair

LANGUAGES = {"en", "zh-Hant", "zh-Hans", "id"}
FACETS = {
    *("number", "unit", "date", "version", "money", "negation", "comparison", "quantifier", "modality", "condition"),
    *("name", "attribution", "scope"),
}


class Item(NamedTuple):
    """One line of the set; ``also`` are other states a careful reader may give, null for "left open"."""

    id: str
    language: str
    facet: str
    evidence: str
    claim: str
    state: str | None
    also: list[str | None]
    why: str

    @property
    def is_true(self) -> bool:
        return self.state == "supported"


def items() -> list[Item]:
    lines = (Path(__file__).parent / "contrast.jsonl").read_text(encoding="utf-8").splitlines()
    return [Item(**json.loads(line)) for line in lines]


def test_the_set_is_balanced() -> None:
    found = items()
    assert Counter(item.language for item in found) == dict.fromkeys(LANGUAGES, 100)
    assert Counter((item.language, item.is_true) for item in found) == {
        (language, truth): 50 for language in LANGUAGES for truth in (True, False)
    }
    assert {(item.language, item.facet) for item in found} == {(la, facet) for la in LANGUAGES for facet in FACETS}
    assert len({item.id for item in found}) == 400
    assert all(item.why.endswith(".") for item in found)


def test_no_false_claim_is_supported() -> None:
    wrong = [
        item.id for item in items() if not item.is_true and rule_pair(item.claim, item.evidence).state == "supported"
    ]
    assert wrong == []


def test_nearly_all_are_right_in_every_language() -> None:
    wrong = [item for item in items() if rule_pair(item.claim, item.evidence).state not in {item.state, *item.also}]
    assert len(wrong) <= 12, [item.id for item in wrong]
    assert max(Counter(item.language for item in wrong).values(), default=0) <= 3, [item.id for item in wrong]


def test_the_reason_names_the_facet() -> None:
    told = {
        "number": {"number_differs"},
        "unit": {"unit_differs", "number_differs"},
        "date": {"date_differs"},
        "version": {"version_differs", "number_differs"},
        "money": {"money_differs"},
        "negation": {"polarity_differs", "opposite", "opposite_word"},
        "comparison": {"opposite", "comparison_reversed", "polarity_differs", "opposite_word"},
        "quantifier": {"quantifier_differs", "polarity_differs"},
    }
    wrong = []
    for item in items():
        ruling = rule_pair(item.claim, item.evidence)
        if ruling.state == "contradicted" and not told[item.facet] & set(ruling.reasons):
            wrong.append((item.id, ruling.reasons))
    assert wrong == []
