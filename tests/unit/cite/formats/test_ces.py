"""The grounding tool's wire form: UTF-8 bytes, end exclusive, both spellings, absent zeros."""

import pytest

from loccit.cite.answer import anchor
from loccit.cite.formats import ces
from loccit.errors import BadInput
from loccit.records import Answer, AnswerSource
from loccit.text.offsets import Span

TEXT = "Zürich größer 😀. Spain won the cup."
SOURCE = AnswerSource(
    url="https://s.example/", title="Cups", text="Spain won the cup in 2010.", requires_attribution=True
)


def test_written_offsets_are_bytes_and_the_text_is_the_passage(origin):
    answer = Answer(origin=origin, text=TEXT, anchors=(anchor(TEXT, Span(17, 35), sources=[0]),), sources=(SOURCE,))
    assert ces.write(answer) == {
        "cited_chunks": [
            {
                "uri": "https://s.example/",
                "title": "Cups",
                "text": "Spain won the cup in 2010.",
                "requires_attribution": True,
            }
        ],
        "inline_citations": [{"start_index": 23, "end_index": 41, "cited_chunk_indices": [0]}],
    }


@pytest.mark.parametrize(
    "citations",
    [
        {
            "cited_chunks": [{"uri": "https://s.example/", "requires_attribution": True}],
            "inline_citations": [{"start_index": 23, "end_index": 41, "cited_chunk_indices": [0]}],
        },
        {
            "citedChunks": [{"uri": "https://s.example/", "requiresAttribution": True}],
            "inlineCitations": [{"startIndex": 23, "endIndex": "41", "citedChunkIndices": [0.0]}],
            "somethingNew": {},
        },
    ],
)
def test_both_spellings_are_read(origin, citations):
    reading = ces.read(TEXT, citations, origin=origin)
    assert [(one.start, one.end, one.slice, one.sources) for one in reading.answer.anchors] == [
        (17, 35, "Spain won the cup.", (0,))
    ]
    assert reading.answer.sources[0].requires_attribution is True
    assert reading.answer.sources[0].title is None
    assert reading.notes == ()


def test_absent_numbers_are_zero_and_absent_flags_false(origin):
    citations = {"citedChunks": [{"uri": "u"}], "inlineCitations": [{"endIndex": 9, "citedChunkIndices": [0]}]}
    reading = ces.read(TEXT, citations, origin=origin)
    assert [one.slice for one in reading.answer.anchors] == ["Zürich g"]
    assert [note.code for note in reading.notes] == ["offset_suspect"]
    assert reading.answer.sources[0].requires_attribution is False


def test_an_end_inside_a_character_is_an_error_not_the_next_boundary(origin):
    citations = {"cited_chunks": [{"uri": "u"}], "inline_citations": [{"end_index": 18, "cited_chunk_indices": [0]}]}
    reading = ces.read(TEXT, citations, origin=origin)
    assert reading.answer.anchors == ()
    assert [note.code for note in reading.notes] == ["bad_offset"]


def test_no_citations_at_all(origin):
    reading = ces.read(TEXT, {}, origin=origin)
    assert (reading.answer.text, reading.answer.anchors, reading.answer.sources) == (TEXT, (), ())


@pytest.mark.parametrize(
    ("citations", "field"),
    [
        ([], "citations"),
        ({"cited_chunks": {}}, "citations.cited_chunks"),
        ({"cited_chunks": ["u"]}, r"citations.cited_chunks\[0\]"),
        ({"cited_chunks": [{"uri": 1}]}, r"citations.cited_chunks\[0\].uri"),
        ({"cited_chunks": [{"requires_attribution": "true"}]}, r"citations.cited_chunks\[0\].requires_attribution"),
        ({"inline_citations": [{"start_index": True}]}, r"citations.inline_citations\[0\].start_index"),
        ({"inline_citations": [{"end_index": 1.5}]}, r"citations.inline_citations\[0\].end_index"),
        ({"inline_citations": [{"end_index": "²"}]}, r"citations.inline_citations\[0\].end_index"),
        ({"inline_citations": [{"end_index": ""}]}, r"citations.inline_citations\[0\].end_index"),
        (
            {"inline_citations": [{"cited_chunk_indices": [0, None]}]},
            r"citations.inline_citations\[0\].cited_chunk_indices\[1\]",
        ),
    ],
)
def test_a_field_of_the_wrong_type_is_named(origin, citations, field):
    with pytest.raises(BadInput, match=f"^{field}: expected"):
        ces.read(TEXT, citations, origin=origin)
