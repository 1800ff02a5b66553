"""Every locator made from a text leads back to its place."""

from hypothesis import given
from hypothesis import strategies as st

from loccit.text.fragment import find_directive, parse_directives, text_directive
from loccit.text.normalise import folded
from loccit.text.offsets import Span
from loccit.text.quote import Resolution, locator, resolve
from loccit.text.selectors import from_selectors, to_selectors

PIECE = st.sampled_from(
    [*"aB5.,-'’“ \n", "水", "位", "。", "é", "e\u0301", "ﬁ", "\u200b", "\u00ad", "\u0e01", "👩\u200d🚀", "-\n", "No. "]
)
TEXT = st.lists(PIECE | st.characters(), min_size=1, max_size=60).map("".join)


def spans(text: str) -> st.SearchStrategy[Span]:
    return st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(lambda ends: Span(min(ends), max(ends)))


@given(TEXT, st.data())
def test_a_locator_resolves_to_itself(text: str, data: st.DataObject) -> None:
    span = data.draw(spans(text).filter(lambda span: text[span.start : span.end].strip()))
    made = from_selectors(to_selectors(locator(text, span)))
    resolution = resolve(made.exact, text, prefix=made.prefix, suffix=made.suffix, position=made.position)
    assert resolution == Resolution("exact", span)


@given(TEXT, st.data())
def test_a_find_is_the_quotation_or_folds_to_it(text: str, data: st.DataObject) -> None:
    span = data.draw(spans(text).filter(lambda span: text[span.start : span.end].strip()))
    quotation = data.draw(
        st.sampled_from([text[span.start : span.end], " ".join(text[span.start : span.end].split()), text[::-1]])
    )
    resolution = resolve(quotation, "before " + text, position=data.draw(st.none() | st.integers(0, 70)))
    assert (resolution.span is None) == (resolution.status in {"ambiguous", "lost"})
    if resolution.span is not None:
        found = ("before " + text)[resolution.span.start : resolution.span.end]
        assert resolution.status == "normalised" or found == quotation


@given(TEXT, st.data())
def test_folding_maps_every_place_back(text: str, data: st.DataObject) -> None:
    page = folded(text)
    assert folded(page.text).text == page.text
    span = data.draw(spans(page.text).filter(lambda span: span.start < span.end))
    original = page.original(span)
    if original is not None:
        assert 0 <= original.start < original.end <= len(text)
        assert page.text[span.start : span.end].strip() == folded(text[original.start : original.end]).text.strip()


@given(TEXT, st.data())
def test_a_link_never_leads_elsewhere_when_it_can_be_told_apart(text: str, data: st.DataObject) -> None:
    marked = f"start{text}".replace("\n", " ")
    span = Span(0, data.draw(st.integers(1, len(marked))))
    link = text_directive(marked, *span)
    for directive in parse_directives("#" + link):
        found = find_directive(marked, [Span(0, len(marked))], directive)
        assert found is None or found.start == 0
