"""Quotations found again, or honestly not."""

import pytest

from loccit.errors import BadInput
from loccit.text.offsets import Span, Unit
from loccit.text.quote import Locator, Resolution, context, find_all, locator, resolve
from loccit.text.selectors import from_selectors, to_selectors

TEXT = (
    "The tray must be level. Heat it to 15 °C.\n"
    "Never fill it above −5 °C; “co\u00adoperate” with the ﬁlter… New in version 2.1.\n"
    "Drain the tray. New in version 2.1.\n水位必須高於標記，否則不會加熱。"
)


def found(resolution: Resolution) -> str | None:
    return None if resolution.span is None else TEXT[resolution.span.start : resolution.span.end]


@pytest.mark.parametrize(
    ("quotation", "status", "original"),
    [
        ("The tray must be level.", "exact", "The tray must be level."),
        ("Heat  it to\n15\u00a0°C", "normalised", "Heat it to 15 °C"),
        ('"cooperate" with the filter...', "normalised", "“co\u00adoperate” with the ﬁlter…"),
        ("above -5 °C", "normalised", "above −5 °C"),
        ("水位 必須高於標記,否則", "normalised", "水位必須高於標記，否則"),
        ("the tray must be level", "lost", None),
        ("The tray must not be level.", "lost", None),
        ("5 °C", "lost", None),
        ("New in version 2.1.", "ambiguous", None),
        ("New in version 2", "lost", None),
    ],
)
def test_status(quotation: str, status: str, original: str | None) -> None:
    resolution = resolve(quotation, TEXT)
    assert resolution.status == status
    assert found(resolution) == original


def test_position_is_part_of_the_identity() -> None:
    first, second = find_all("New in version 2.1.", TEXT)
    assert resolve("New in version 2.1.", TEXT, position=second.start) == Resolution("exact", second)
    assert resolve("New in version 2.1.", TEXT, position=second.start - 3) == Resolution("ambiguous", None, second)
    assert resolve("Drain the tray.", TEXT, position=3).status == "moved"
    assert resolve("5 °C", TEXT, position=TEXT.index("5 °C")).status == "exact"
    assert first != second


def test_the_text_around_tells_repeated_text_apart() -> None:
    first, second = find_all("New in version 2.1.", TEXT)
    assert resolve("New in version 2.1.", TEXT, prefix="the tray.  ") == Resolution("exact", second)
    assert resolve("New in version 2.1.", TEXT, suffix="\nDrain") == Resolution("exact", first)
    assert resolve("New in version 2.1.", TEXT, prefix="Drain the tray. ", position=1) == Resolution("moved", second)
    assert resolve("New in version 2.1.", TEXT, prefix="something else").status == "ambiguous"


def test_position_tells_apart_what_even_the_text_around_does_not() -> None:
    text = "Menu Home Help End\n" * 2 + "x" * 400 + "\nMenu Home Help End\n"
    spans = find_all("Home", text)
    assert resolve("Home", text, prefix="Menu ", suffix=" Help", position=spans[2].start - 30) == Resolution(
        "moved", spans[2]
    )
    assert resolve("Home", text, prefix="Menu ", suffix=" Help", position=spans[1].start - 8).status == "ambiguous"
    assert resolve("Home", text, prefix="Menu ", suffix=" Help").status == "ambiguous"


def test_a_suggestion_is_never_a_find() -> None:
    resolution = resolve("The tray should always be level. Heat it to 15 °C.", TEXT)
    assert resolution.status == "lost"
    assert resolution.span is None
    assert resolution.suggestion is not None
    assert "Heat it to 15 °C" in TEXT[resolution.suggestion.start : resolution.suggestion.end]
    assert resolve("Nothing like this stands anywhere here.", TEXT).suggestion is None


@pytest.mark.parametrize(
    ("quotation", "original"),
    [
        ("a well-known example", "a well-\nknown exam-\nple"),
        ("known example of", "known exam-\nple of"),
        ("exam-\nple", "exam-\nple"),
        ("a wellknown", "a well-\nknown"),
        ("well known", None),
        ("of 10-20 sheets", "of 10-\n20 sheets"),
        ("of 1020 sheets", None),
    ],
)
def test_words_divided_at_line_ends(quotation: str, original: str | None) -> None:
    text = "a well-\nknown exam-\nple of 10-\n20 sheets"
    span = resolve(quotation, text).span
    assert (text[span.start : span.end] if span else None) == original


def test_whole_words_come_first() -> None:
    text = "The theme: the end."
    assert resolve("the", text).span == Span(11, 14)


@pytest.mark.parametrize("quotation", ["", " \n"])
def test_nothing_to_find_is_bad_input(quotation: str) -> None:
    with pytest.raises(BadInput, match="quote: expected some text"):
        resolve(quotation, TEXT)


def test_context_ends_at_the_text() -> None:
    assert context("abcdef", 1, 2, 3) == ("a", "cde")


def test_selectors_count_code_points() -> None:
    text = "🐝🐝 hive: 3 kg"
    made = locator(text, Span(3, 7), context_length=2)
    selectors = to_selectors(made)
    assert selectors == (
        {"type": "TextQuoteSelector", "exact": "hive", "prefix": "🐝 ", "suffix": ": "},
        {"type": "TextPositionSelector", "start": 3, "end": 7},
    )
    assert from_selectors(selectors) == made
    browser = [{"type": "RangeSelector"}, selectors[0], {"type": "TextPositionSelector", "start": 5, "end": 9}]
    assert from_selectors(browser, text=text, unit=Unit.UTF16) == made
    assert from_selectors([{"type": "TextQuoteSelector", "exact": "hive"}]) == Locator("hive")


@pytest.mark.parametrize(
    ("selectors", "sentence"),
    [
        ([], "selector: expected a TextQuoteSelector"),
        ([{"type": "TextQuoteSelector"}], "selector.exact: expected text"),
        ([{"type": "TextPositionSelector", "start": "3"}], "selector.start: expected an offset"),
    ],
)
def test_bad_selectors(selectors: list[dict[str, object]], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        from_selectors(selectors)
