"""Public reports about checking claims, rebuilt as small inputs; read from the measuring data where it is at hand."""

import json
from pathlib import Path

import pytest

from loccit.judge.pairs import rule_pair

pytestmark = pytest.mark.data

ALSO_DEFENSIBLE = {
    "The jobless rate rose by a quarter.": {"unsupported"},
    "Version 2.0 is affected.": {"contradicted"},
}
"""Rows for which the report itself accepts another answer."""


@pytest.mark.parametrize("case", ["B53", "B56", "B58", "B61", "B62", "B64", "B65", "B67", "B68"])
def test_a_report_is_answered(case: str, data_dir: Path) -> None:
    folder = data_dir / "cases" / case
    passage = json.loads((folder / "input.json").read_text(encoding="utf-8"))["passage"]
    rows = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["expect"]["rows"]
    assert rows
    for row in rows:
        accepted = {row["verdict"]} | ALSO_DEFENSIBLE.get(row["claim"], set())
        assert rule_pair(row["claim"], passage).state in accepted, row["claim"]


@pytest.mark.parametrize("case", ["B55", "B59"])
def test_a_report_across_languages_or_arithmetic_is_never_answered_wrongly(case: str, data_dir: Path) -> None:
    """What rules can't compare (French counts, shares in a caption) may stay open, but is never called the opposite."""
    folder = data_dir / "cases" / case
    passage = json.loads((folder / "input.json").read_text(encoding="utf-8"))["passage"]
    for row in json.loads((folder / "expected.json").read_text(encoding="utf-8"))["expect"]["rows"]:
        state = rule_pair(row["claim"], passage).state
        opposite = {"supported": {"contradicted"}, "contradicted": {"supported", "partly_supported"}}
        assert state not in opposite[row["verdict"]], row["claim"]
