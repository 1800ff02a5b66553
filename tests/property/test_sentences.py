"""Sentence boundaries over any text."""

from hypothesis import given
from hypothesis import strategies as st

from loccit.text.sentences import sentence_spans

TEXT = st.lists(
    st.sampled_from([*"aZ9.!?。！」”) \n\t", "\u0e01", "中", "e.g.", "Dr.", "...", "…", "．", "[1]", "5", "\u00a0"])
    | st.characters()
).map("".join)


@given(TEXT, st.sampled_from(["", "de", "zh-Hant", "th"]), st.data())
def test_spans_are_ordered_trimmed_and_lose_only_white_space(text: str, language: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    spans = sentence_spans(text, start, end, language)
    edges = [edge for span in spans for edge in span]
    assert edges == sorted(edges)
    assert all(start <= a < b <= end and text[a:b] == text[a:b].strip() for a, b in spans)
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text[start:end].split())
