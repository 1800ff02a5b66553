import pytest

from loccit.errors import BadInput
from loccit.text.offsets import OffsetMap, Span, Unit

TEXT = "Zürich größer 😀. Spain won the cup."
SPANS = {Unit.CODE_POINT: Span(17, 35), Unit.UTF8: Span(23, 41), Unit.UTF16: Span(18, 36)}


@pytest.mark.parametrize("unit", Unit)
def test_the_vector_of_the_documentation(unit: Unit) -> None:
    offsets = OffsetMap(TEXT)
    assert TEXT[17:35] == "Spain won the cup."
    assert offsets.from_code_points(Span(17, 35), unit) == SPANS[unit]
    assert offsets.to_code_points(SPANS[unit], unit) == Span(17, 35)


@pytest.mark.parametrize(
    ("text", "span", "utf8", "utf16"),
    [
        ("托盤必須水平。", (2, 6), (6, 18), (2, 6)),
        ("Baki harus rata.", (5, 10), (5, 10), (5, 10)),
        ("👨‍👩‍👧 ok", (5, 8), (18, 21), (8, 11)),
        ("e\u0301te\u0301", (0, 2), (0, 3), (0, 2)),
        ("שלום עולם", (5, 9), (9, 17), (5, 9)),
        ("", (0, 0), (0, 0), (0, 0)),
        ("\U0010ffff", (0, 1), (0, 4), (0, 2)),
    ],
)
def test_known_texts(text: str, span: tuple[int, int], utf8: tuple[int, int], utf16: tuple[int, int]) -> None:
    offsets = OffsetMap(text)
    assert offsets.from_code_points(Span(*span), Unit.UTF8) == utf8
    assert offsets.from_code_points(Span(*span), Unit.UTF16) == utf16
    assert offsets.to_code_points(Span(*utf8), Unit.UTF8) == span
    assert offsets.to_code_points(Span(*utf16), Unit.UTF16) == span


@pytest.mark.parametrize(
    ("span", "unit"),
    [
        (Span(0, 2), Unit.UTF8),  # inside ü
        (Span(18, 23), Unit.UTF8),  # inside 😀
        (Span(0, 15), Unit.UTF16),  # between the surrogates of 😀
        (Span(0, 42), Unit.UTF8),
        (Span(0, 37), Unit.UTF16),
        (Span(0, 36), Unit.CODE_POINT),
        (Span(-1, 3), Unit.UTF8),
        (Span(-1, 3), Unit.CODE_POINT),
        (Span(5, 4), Unit.UTF16),
    ],
)
def test_an_offset_is_never_rounded(span: Span, unit: Unit) -> None:
    with pytest.raises(BadInput):
        OffsetMap(TEXT).to_code_points(span, unit)


@pytest.mark.parametrize("span", [Span(0, 36), Span(-1, 2), Span(3, 2), Span(36, 36)])
def test_a_span_beyond_the_text_is_refused(span: Span) -> None:
    with pytest.raises(BadInput, match="expected 0 <= start <= end <= 35 code points"):
        OffsetMap(TEXT).from_code_points(span, Unit.UTF8)
