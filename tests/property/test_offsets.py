"""Offsets against Python's own encoders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loccit.errors import BadInput
from loccit.text.offsets import OffsetMap, Span, Unit

scalars = st.characters(exclude_categories=["Cs"])
texts = st.text(scalars) | st.text(st.sampled_from("aß漏😀\u0301א\r\n"))


def units(text: str, unit: Unit) -> int:
    if unit is Unit.UTF8:
        return len(text.encode())
    return len(text.encode("utf-16-le")) // 2 if unit is Unit.UTF16 else len(text)


@given(texts, st.data(), st.sampled_from(Unit))
def test_any_span_goes_there_and_back(text: str, data: st.DataObject, unit: Unit) -> None:
    end = data.draw(st.integers(0, len(text)))
    start = data.draw(st.integers(0, end))
    offsets = OffsetMap(text)
    there = offsets.from_code_points(Span(start, end), unit)
    assert there == (units(text[:start], unit), units(text[:end], unit))
    assert offsets.to_code_points(there, unit) == (start, end)


@given(texts, st.data(), st.sampled_from(Unit))
def test_only_boundaries_between_characters_convert(text: str, data: st.DataObject, unit: Unit) -> None:
    boundaries = {units(text[:index], unit) for index in range(len(text) + 1)}
    offset = data.draw(st.integers(-1, max(boundaries) + 2))
    offsets = OffsetMap(text)
    if offset in boundaries:
        (start, _) = offsets.to_code_points(Span(offset, offset), unit)
        assert units(text[:start], unit) == offset
    else:
        with pytest.raises(BadInput):
            offsets.to_code_points(Span(offset, offset), unit)


@given(texts, st.data())
def test_a_utf8_span_cuts_the_same_text(text: str, data: st.DataObject) -> None:
    end = data.draw(st.integers(0, len(text)))
    start = data.draw(st.integers(0, end))
    there = OffsetMap(text).from_code_points(Span(start, end), Unit.UTF8)
    assert text.encode()[there.start : there.end].decode() == text[start:end]
