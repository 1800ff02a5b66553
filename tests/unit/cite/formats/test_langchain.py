"""LangChain: str offsets, or Gemini's bytes passed through, told by the cited text."""

import pytest

from loccit.cite.formats import langchain

TEXT = "Zürich größer 😀. Spain won the cup."


def block(*annotations):
    return {
        "type": "text",
        "text": TEXT,
        "annotations": [{"type": "citation", "url": "https://s.example/", **one} for one in annotations],
    }


@pytest.mark.parametrize(
    "wrap",
    [
        lambda one: [one],
        lambda one: {"type": "ai", "content": [one], "id": None},
        lambda one: {"type": "ai", "data": {"content": ["", one]}},
        lambda one: {"lc": 1, "type": "constructor", "id": ["langchain"], "kwargs": {"content": [one]}},
    ],
)
def test_offsets_are_code_points_however_the_message_is_serialised(wrap, origin):
    payload = wrap(block({"start_index": 17, "end_index": 35, "title": "Cups", "cited_text": "Spain won in 2010."}))
    assert langchain.looks_like(payload)
    answer = langchain.read(payload, origin=origin).answer
    assert [(one.start, one.end, one.slice) for one in answer.anchors] == [(17, 35, "Spain won the cup.")]
    assert (answer.sources[0].title, answer.sources[0].text) == ("Cups", "Spain won in 2010.")


def test_bytes_passed_through_are_put_right_and_the_answers_own_words_are_no_passage(origin):
    reading = langchain.read(
        [block({"start_index": 23, "end_index": 41, "cited_text": "Spain won the cup."})], origin=origin
    )
    assert [(one.start, one.end) for one in reading.answer.anchors] == [(17, 35)]
    assert reading.answer.sources[0].text is None
    assert [note.code for note in reading.notes] == ["offset_suspect"]


def test_without_offsets_the_block_is_cited_and_sources_of_one_span_are_joined(origin):
    answer = langchain.read([block({}, {"url": "https://b.example/"})], origin=origin).answer
    assert [(one.slice, one.sources) for one in answer.anchors] == [(TEXT, (0, 1))]
