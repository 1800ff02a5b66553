"""Round trips of answers through every format: offsets, slices and addresses come back, in any script."""

import json
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loccit.cite.answer import anchor
from loccit.cite.detect import detect
from loccit.cite.formats.built_in import FORMATS
from loccit.cite.markers import code_blocks, find_marks
from loccit.errors import BadInput
from loccit.records import Agent, Answer, AnswerSource, Origin
from loccit.text.offsets import Span

ORIGIN = Origin(activity="test", version="1", agent=Agent(kind="program", name="tests"))
BY_NAME = {one.name: one for one in FORMATS}
FEW = settings(max_examples=30)
WITH_OFFSETS = (
    "loccit", "ces", "gemini", "gemini-interactions", "check-grounding", "openai-responses", "openai-chat", "cohere",
    "langchain", "vercel", "pydantic-ai",
)  # fmt: skip
BY_PIECE = ("anthropic",)
BY_SENTENCE = ("mistral", "perplexity", "llamaindex", "numbered", "markdown", "html")
LETTERS = st.sampled_from("aZ9é\u0301ß東京한😀👩\u200d👩सि\u202eسلامไทย,;- \n") | st.characters(
    exclude_categories=("Cs", "Cc", "Cn", "Co"), exclude_characters="[]()<>`\\*_~|#!:.&^【】［］\u2028\u2029"
)
TEXTS = st.text(LETTERS, min_size=1, max_size=40)
SENTENCES = (
    "東京は大きい。",
    "Spain won the cup.",
    "Größe zählt 😀.",
    "ราคา 5 บาท.",
    "Это так.",
    "מים זורמים.",
    "यह सच है।",
    "La pluie tombe!",
)


def sources_of(draw):
    return tuple(
        AnswerSource(
            url=f"https://s{number}.example/p",
            title=draw(st.none() | st.sampled_from(["Cups", "杯", "كأس"])),
            text=draw(st.none() | st.just("The source's own words.")),
            requires_attribution=False,
        )
        for number in range(draw(st.integers(1, 3)))
    )


@st.composite
def answers(draw, *, disjoint=False):
    text, sources = draw(TEXTS), sources_of(draw)
    spans = set()
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        if not (disjoint and any(start < other.end and other.start < end for other in spans)):
            spans.add(Span(start, end))
    cited = st.lists(st.integers(0, len(sources) - 1), unique=True, min_size=1)
    anchors = tuple(anchor(text, span, sources=draw(cited)) for span in sorted(spans))
    return Answer(origin=ORIGIN, text=text, anchors=anchors, sources=sources)


@st.composite
def sentence_answers(draw):
    chosen = draw(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=5, unique=True))
    between = draw(st.sampled_from([" ", "\n\n"]))
    text, sources = between.join(chosen), sources_of(draw)
    cited = st.lists(st.integers(0, len(sources) - 1), unique=True)
    anchors, position = [], 0
    for sentence in chosen:
        named = draw(cited)
        if named:
            anchors.append(anchor(text, Span(position, position + len(sentence)), sources=named))
        position += len(sentence) + len(between)
    return Answer(origin=ORIGIN, text=text, anchors=tuple(anchors), sources=sources)


def through_json(payload):
    return payload if isinstance(payload, str) else json.loads(json.dumps(payload))


def claims(answer):
    return [
        (one.start, one.end, one.slice, {answer.sources[position].url for position in one.sources})
        for one in answer.anchors
        if one.kind == "claim"
    ]


@FEW
@pytest.mark.parametrize("name", WITH_OFFSETS)
@given(answers())
def test_formats_with_offsets_bring_text_and_every_offset_back(name, answer):
    reading = BY_NAME[name].read(through_json(BY_NAME[name].write(answer)), origin=ORIGIN)
    assert reading.answer.text == answer.text
    assert claims(reading.answer) == claims(answer)
    assert {note.code for note in reading.notes} <= {"offset_suspect"}


@pytest.mark.parametrize("name", BY_PIECE)
@given(answers(disjoint=True))
def test_formats_that_cite_by_piece_bring_the_pieces_back(name, answer):
    reading = BY_NAME[name].read(through_json(BY_NAME[name].write(answer)), origin=ORIGIN)
    assert reading.answer.text == answer.text
    assert claims(reading.answer) == claims(answer)


@pytest.mark.parametrize("name", BY_PIECE)
@given(answers())
def test_overlapping_pieces_keep_the_sources_of_each_character(name, answer):
    reading = BY_NAME[name].read(through_json(BY_NAME[name].write(answer)), origin=ORIGIN)

    def cover(one):
        return [
            {url for start, end, _, urls in claims(one) if start <= place < end for url in urls}
            for place in range(len(one.text))
        ]

    assert cover(reading.answer) == cover(answer)


@FEW
@pytest.mark.parametrize("name", BY_SENTENCE)
@given(sentence_answers())
def test_formats_with_marks_bring_the_sentences_and_their_sources_back(name, answer):
    reading = BY_NAME[name].read(through_json(BY_NAME[name].write(answer)), origin=ORIGIN)
    assert [claim[2:] for claim in claims(reading.answer)] == [claim[2:] for claim in claims(answer)]
    assert reading.notes == ()


@FEW
@pytest.mark.parametrize("name", BY_SENTENCE)
@given(sentence_answers())
def test_what_is_marked_already_is_not_marked_again(name, answer):
    once = BY_NAME[name].read(through_json(BY_NAME[name].write(answer)), origin=ORIGIN).answer
    twice = BY_NAME[name].read(through_json(BY_NAME[name].write(once)), origin=ORIGIN).answer
    assert (twice.text, claims(twice)) == (once.text, claims(once))


@FEW
@pytest.mark.parametrize("name", list(BY_NAME))
@given(sentence_answers())
def test_a_written_answer_is_told_from_all_other_formats(name, answer):
    assert detect(through_json(BY_NAME[name].write(answer)), FORMATS).name == name


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@FEW
@pytest.mark.parametrize("name", list(BY_NAME))
@given(answers(), JSON, st.data())
def test_a_payload_with_one_value_changed_is_read_or_refused(name, answer, value, data):
    payload = through_json(BY_NAME[name].write(answer))
    if isinstance(payload, str):
        return
    place = payload
    while True:
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            place[key] = value
            break
        place = inner
    for one in FORMATS:
        assert one.looks_like(payload) in (True, False)
    with suppress(BadInput):
        read = BY_NAME[name].read(payload, origin=ORIGIN).answer
        assert all(one.slice == read.text[one.start : one.end] for one in read.anchors)


MARKUP = st.text(st.sampled_from("[]()^1239-,.`~\n #*>aé東 \\【】†!:<h/\ue200\ue202\ue201|"), max_size=80)


@settings(max_examples=300)
@given(MARKUP, st.booleans())
def test_any_text_is_read_and_marks_stand_where_they_say(text, wrapped):
    for name in ("markdown", "html"):
        reading = BY_NAME[name].read(f"<p>{text}</p>" if wrapped else text, origin=ORIGIN)
        read = reading.answer
        assert all(one.slice == read.text[one.start : one.end] for one in read.anchors)
        assert all(0 <= span.start <= span.end <= len(read.text) for span in reading.apart)


@given(MARKUP)
def test_marks_are_in_order_and_apart(text):
    spans = [mark.span for mark in find_marks(text)]
    assert all(first.end <= second.start for first, second in pairwise(spans))
    assert all(block.end <= len(text) for block in code_blocks(text))
