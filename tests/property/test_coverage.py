"""Whatever a text holds: its sentences are pieces of it, in order, and quotations are where they are said to be."""

from hypothesis import given
from hypothesis import strategies as st

from loccit.cite.coverage import sentences_of
from loccit.cite.formats import markdown
from loccit.cite.quotations import quotations_in, quoted_span
from loccit.records import Agent, Origin
from loccit.text.offsets import Span

ORIGIN = Origin(activity="test", version="1", agent=Agent(kind="program", name="tests"))
PIECES = st.sampled_from(
    [
        *("The tray", " must be level", ". ", "托盤必須水平。", "Baki rata! ", "😀", "e\u0301", "\u200f", "…"),
        *("[1]", "[^2]", "[9]", "`x[1]`", "[a](https://a.example/)", "\n\n", "\n- ", "# ", "---\n", "===\n", "|"),
        *("“", "”", '"', "「", "」", " (", ")", ": ", "? "),
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=5), max_size=25).map("".join)
LIST = "\n\n[1]: https://a.example/\n[^2]: https://b.example/\n"


@given(TEXTS)
def test_sentences_are_pieces_of_the_text_in_order(text: str) -> None:
    reading = markdown.read(text + LIST, origin=ORIGIN)
    position = 0
    for one in sentences_of(reading):
        assert position <= one.span.start < one.span.end <= len(reading.answer.text)
        assert all(0 <= source < len(reading.answer.sources) for source in one.sources)
        position = one.span.end


@given(TEXTS)
def test_quotations_are_where_they_are_said_to_be(text: str) -> None:
    for one in quotations_in(text, Span(0, len(text))):
        assert text[one.span.start : one.span.end] == one.text
        assert quoted_span(one.text, f"{text} {one.text}") is not None
