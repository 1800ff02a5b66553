"""What a claim requires of its source: met, missed, or not to be checked."""

import pytest

from loccit.deliver.requirements import meets
from loccit.records import DateCandidate, VersionStatement

PASSAGE = "The tray must be level in all models sold in the US since March 2024."


def date(value, meaning="published", *, displayed=True, start=None, end=None):
    return DateCandidate(
        text=value, value=value, meaning=meaning, displayed=displayed, place="visible_text", start=start, end=end
    )


def outcome(desk, requirements, *, evidence=None, source_kind=None, **document):
    claim = desk.claim("The tray must be level.", **requirements)
    piece = desk.piece(claim, desk.document(PASSAGE, **document), PASSAGE, **(evidence or {}))
    chain = piece.chain
    if source_kind:
        assessed = tuple(one.replacing(source_kind=source_kind) for one in chain.assessments)
        chain = type(chain)(**{name: getattr(chain, name) for name in chain.__slots__} | {"assessments": assessed})
    return meets(piece.evidence, claim, chain).result


def test_nothing_required(desk):
    assert outcome(desk, {}) == "passed"


@pytest.mark.parametrize(
    ("wanted", "dates", "result"),
    [
        ("2024", [date("2024-05-01")], "passed"),
        ("2024-05", [date("2024-05-01")], "passed"),
        ("2024-05-01", [date("2024-05-01")], "passed"),
        ("2024-05-01", [date("2024-05")], "not_checked"),
        ("2024-05", [date("2024")], "not_checked"),
        ("2024", [date("2023-12-31")], "failed"),
        ("2024", [date("2023-12-31"), date("2024-02-01", "modified")], "passed"),
        ("2023", [date("2023-12-31"), date("2024-02-01", "modified")], "failed"),
        ("2024", [date("2024-02-01"), date("2025-02-01")], "not_checked"),
        ("2024", [date("2024-02-01", displayed=False)], "not_checked"),
        ("2024", [date("2024", "copyright")], "not_checked"),
        ("2024-03", [date("2019-01-01"), date("2024-03", "unknown", start=58, end=68)], "passed"),
        ("spring 2024", [date("2024-05-01")], "not_checked"),
        ("2024", [], "not_checked"),
        ("202", [date("2024-05-01")], "not_checked"),
    ],
)
def test_date(desk, wanted, dates, result):
    assert outcome(desk, {"date": wanted}, dates=tuple(dates)) == result


@pytest.mark.parametrize(
    ("wanted", "page_version", "result"),
    [
        ("3.11", "3.11", "passed"),
        ("3.11", "3.11.2", "passed"),
        ("v3.11", "3.11.2", "passed"),
        ("3.11.2", "3.11", "not_checked"),
        ("3.1", "3.11", "failed"),
        ("3.11", "3.12", "failed"),
        ("3.11", None, "not_checked"),
    ],
)
def test_version_of_the_page(desk, wanted, page_version, result):
    assert outcome(desk, {"version": wanted}, evidence={"page_version": page_version}) == result


@pytest.mark.parametrize(
    ("title", "result"),
    [
        ("Coroutines — Python 3.11.2 documentation", "passed"),
        ("Coroutines — Python 3.12.0 documentation", "failed"),
        ("Coroutines", "not_checked"),
    ],
)
def test_version_in_the_title(desk, title, result):
    assert outcome(desk, {"version": "3.11"}, title_displayed=title) == result


@pytest.mark.parametrize(
    ("heading_path", "result"), [(("Manual",), "passed"), ((), "passed"), (("Other",), "not_checked")]
)
def test_version_stated_for_the_section(desk, heading_path, result):
    stated = VersionStatement(
        text="Applies to: 12.2", version="12.2", relation="applies_to", heading_path=heading_path, start=0, end=1
    )
    added = stated.model_copy(update={"relation": "added", "version": "9.9", "heading_path": ()})
    assert outcome(desk, {"version": "12.2"}, versions=(added, stated)) == result


@pytest.mark.parametrize(
    ("requirements", "result"),
    [
        ({"product": "Tidewater 40"}, "passed"),
        ({"product": "tidewater  40"}, "passed"),
        ({"product": "Tidewater 4"}, "not_checked"),
        ({"product": "Harbour 60"}, "not_checked"),
        ({"market": "US"}, "passed"),
        ({"market": "EU"}, "not_checked"),
        ({"product": "Tidewater 40", "market": "EU"}, "not_checked"),
    ],
)
def test_product_and_market(desk, requirements, result):
    assert outcome(desk, requirements) == result


def test_a_short_market_is_not_the_word_us(desk):
    claim = desk.claim("It reached us.", market="US")
    text = "It reached us in May."
    assert meets(desk.piece(claim, desk.document(text), text).evidence, claim, desk.piece(
        claim, desk.document(text), text).chain).result == "not_checked"  # fmt: skip


def test_names_in_chinese_need_no_spaces_around(desk):
    claim = desk.claim("托盤必須水平。", product="潮水四十")
    text = "安裝潮水四十時，托盤必須水平。"
    piece = desk.piece(claim, desk.document(text), text)
    assert meets(piece.evidence, claim, piece.chain).result == "passed"


@pytest.mark.parametrize(("kind", "result"), [("first_hand", "passed"), ("news", "failed"), (None, "not_checked")])
def test_kind_of_source_is_what_a_reviewer_says(desk, kind, result):
    assert outcome(desk, {"source_kind": "first_hand"}, source_kind=kind) == result


def test_the_worst_result_decides(desk):
    wanted = {"version": "3.11", "product": "Harbour 60"}
    assert outcome(desk, wanted, evidence={"page_version": "3.12"}) == "failed"
    assert outcome(desk, wanted, evidence={"page_version": "3.11"}) == "not_checked"
