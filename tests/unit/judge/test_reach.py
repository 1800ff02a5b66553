"""What the index says may meet is never less than what meets, so that leaving sentences out changes no verdict."""

import json
from pathlib import Path

import pytest

from loccit.judge.compare import compare, may_decide, reach
from loccit.judge.languages import TABLES
from loccit.judge.page import Page
from loccit.judge.pairs import plain_document, rule_pair
from loccit.judge.statement import read_statement

CONTRAST = Path(__file__).parents[2] / "cases" / "contrast.jsonl"
EDITS = [json.loads(line) for line in CONTRAST.read_text(encoding="utf-8").splitlines()]


def _table(language: str) -> str:
    return "zh" if language.startswith("zh") else language


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans", "id"])
def test_what_meets_is_within_reach(language: str) -> None:
    table = TABLES[_table(language)]
    edits = [edit for edit in EDITS if edit["language"] == language]
    met = 0
    for edit, other in zip(edits, [*edits[1:], edits[0]], strict=True):
        claim = read_statement(edit["claim"], table)
        evidence = [*_sentences(edit["evidence"]), *_sentences(other["evidence"])]
        page = Page(plain_document(evidence), allow_unknown_visibility=False, fallback_language=table.code)
        for sentence in page.candidates(claim, limit=24):
            if sentence.language != table.code:
                continue
            statement = sentence.statement(table)
            match = compare(claim, statement, ())
            if match is None:
                continue
            reached = reach(claim, statement)
            assert set(claim.content) - set(match.frame.alignment.missing) <= set(reached)
            assert set(reached) <= set(page.reach(claim, sentence))
            assert match.verdict is None or may_decide(claim, reached)
            met += 1
    assert met >= len(edits)


def _sentences(evidence: str | list[str]) -> list[str]:
    return [evidence] if isinstance(evidence, str) else evidence


def test_a_conjunct_out_of_reach_still_leaves_a_part_carried() -> None:
    ruling = rule_pair("The kit has a lamp and a whistle.", "The kit has a lamp.")
    assert ruling.state == "partly_supported"
    assert ruling.unsupported_words == ("whistle",)


def test_three_reached_words_before_two_others_decide_nothing() -> None:
    claim = read_statement("The kit has a lamp from Norway", TABLES["en"])
    statement = read_statement("The lamp is bright", TABLES["en"])
    assert not may_decide(claim, reach(claim, statement))


def test_an_inflected_word_that_is_listed_by_its_stem_stands_on_the_page() -> None:
    ruling = rule_pair("The rash disappears.", "In spring the rash often appears.")
    assert (ruling.state, ruling.unsupported_words) == (None, ())
