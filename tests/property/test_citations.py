"""Round trips of answers through the wire forms, for any text in any script."""

import json

from hypothesis import given
from hypothesis import strategies as st

from loccit.cite.answer import Stretch, anchor, read_anchors
from loccit.cite.attribution import marked
from loccit.cite.formats import ces, own
from loccit.records import Agent, Answer, AnswerSource, Origin
from loccit.text.markdown import escape
from loccit.text.offsets import OffsetMap, Span, Unit

ORIGIN = Origin(activity="test", version="1", agent=Agent(kind="program", name="tests"))
SCRIPTS = st.sampled_from("aZ9 .é\u0301ß東京。한😀👩‍👩‍👧सि\u202eسلامไทย\n\x00\ud800")
TEXTS = st.text(SCRIPTS | st.characters(), min_size=1, max_size=60)


@st.composite
def answers(draw):
    sources = tuple(
        AnswerSource(
            url=draw(st.text(max_size=20)),
            title=draw(st.none() | st.text(min_size=1, max_size=10)),
            text=draw(st.none() | st.text(min_size=1, max_size=10)),
            requires_attribution=draw(st.booleans()),
        )
        for _ in range(draw(st.integers(0, 3)))
    )
    bare = Answer(origin=ORIGIN, text=draw(TEXTS), anchors=(), sources=sources)
    anchors = []
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(bare.text) - 1))
        end = draw(st.integers(start + 1, len(bare.text)))
        cited = draw(st.lists(st.integers(0, len(sources) - 1), unique=True)) if sources else []
        anchors.append(anchor(bare.text, Span(start, end), sources=cited))
    return bare.replacing(anchors=tuple(anchors))


@given(answers())
def test_the_grounding_tool_form_brings_text_offsets_and_sources_back(answer):
    citations = json.loads(json.dumps(ces.write(answer)))
    reading = ces.read(answer.text, citations, origin=ORIGIN)
    assert reading.answer == answer
    assert {note.code for note in reading.notes} <= {"offset_suspect"}


@given(answers())
def test_written_bytes_cut_the_slice_out_of_the_encoded_text(answer):
    encoded = answer.text.encode()
    for one, written in zip(answer.anchors, ces.write(answer)["inline_citations"], strict=True):
        assert encoded[written["start_index"] : written["end_index"]].decode() == one.slice


@given(answers())
def test_our_own_form_brings_the_answer_back(answer):
    reading = own.read(json.loads(json.dumps(own.write(answer))), origin=ORIGIN)
    assert reading.answer == answer
    assert {note.code for note in reading.notes} <= {"offset_suspect"}


@given(TEXTS, st.integers(-2, 300), st.integers(-2, 300), st.sampled_from(Unit))
def test_offsets_are_exact_or_refused(text, start, end, unit):
    text = Answer(origin=ORIGIN, text=text, anchors=(), sources=()).text
    anchors, notes = read_anchors(text, [Stretch(start, end, ())], unit=unit, source_count=0)
    if anchors:
        span = OffsetMap(text).from_code_points(Span(anchors[0].start, anchors[0].end), unit)
        assert span == (start, end)
        assert anchors[0].slice == text[anchors[0].start : anchors[0].end]
    else:
        assert [note.code for note in notes] == ["bad_offset"]


@given(answers())
def test_marks_are_only_added(answer):
    assert marked(answer, lambda position: "\ufdd0").replace("\ufdd0", "") == answer.text.replace("\ufdd0", "")


@given(TEXTS)
def test_escaped_text_is_one_line(text):
    assert len(escape(text).splitlines()) <= 1
