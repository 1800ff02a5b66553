"""Stretches over a span: the same that looking at all of them finds."""

from hypothesis import given
from hypothesis import strategies as st

from loccit.cite.overlaps import Overlaps
from loccit.text.offsets import Span

SPANS = st.tuples(st.integers(0, 30), st.integers(1, 12)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))


def test_those_over_a_span_in_order():
    overlaps = Overlaps([Span(4, 6), Span(0, 9), Span(2, 3), Span(6, 8)])
    assert overlaps.over(Span(5, 7)) == [Span(0, 9), Span(4, 6), Span(6, 8)]
    assert overlaps.over(Span(9, 12)) == []
    assert overlaps.within(Span(2, 6)) == [Span(2, 3), Span(4, 6)]


@given(st.lists(SPANS), SPANS)
def test_none_is_missed(spans, span):
    expected = sorted(
        (one for one in spans if one.start < span.end and span.start < one.end), key=lambda one: one.start
    )
    assert Overlaps(spans).over(span) == expected
