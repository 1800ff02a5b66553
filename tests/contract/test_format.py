"""What every format of answers must do: tell itself apart, write what it reads, refuse what it can't read."""

import json
from contextlib import suppress

import pytest

from loccit.cite.answer import anchor
from loccit.cite.detect import detect, named, parse
from loccit.cite.formats.built_in import FORMATS
from loccit.errors import BadInput
from loccit.records import Anchor, Answer, AnswerSource
from loccit.text.offsets import Span

TEXT = "Zürich größer 😀. Spain won the cup."
BY_NAME = {one.name: one for one in FORMATS}


@pytest.fixture(params=BY_NAME)
def form(request):
    return BY_NAME[request.param]


@pytest.fixture
def answer(origin):
    sources = (
        AnswerSource(url="https://s.example/cups", title="Cups", text=None, requires_attribution=False),
        AnswerSource(url="https://s.example/spain", title="Spain", text=None, requires_attribution=False),
    )
    cited = anchor(TEXT, Span(17, 35), sources=[0, 1])
    return Answer(origin=origin, text=TEXT, anchors=(cited,), sources=sources)


def through_json(payload):
    return payload if isinstance(payload, str) else json.loads(json.dumps(payload))


def claims(reading):
    return [
        (one.slice, [reading.answer.sources[position].url for position in one.sources])
        for one in reading.answer.anchors
        if one.kind == "claim"
    ]


def test_names_are_unique_and_plain():
    names = [one.name for one in FORMATS]
    assert len(set(names)) == len(names)
    assert all(name == name.lower() and " " not in name for name in names)


def test_what_it_writes_is_told_apart_from_every_other_format(form, answer):
    payload = through_json(form.write(answer))
    assert [one.name for one in FORMATS if one.looks_like(payload)] == [form.name]
    assert detect(payload, FORMATS) is form


def test_what_it_writes_it_reads_back_with_both_sources(form, answer, origin):
    reading = form.read(through_json(form.write(answer)), origin=origin)
    assert claims(reading) == [("Spain won the cup.", ["https://s.example/cups", "https://s.example/spain"])]
    assert reading.notes == ()
    if form.name not in {"markdown", "html", "perplexity", "llamaindex", "numbered"}:
        assert reading.answer.text == TEXT
        assert [(one.start, one.end) for one in reading.answer.anchors] == [(17, 35)]


def test_every_slice_is_the_text_at_its_offsets(form, answer, origin):
    read = form.read(through_json(form.write(answer)), origin=origin).answer
    assert all(one.slice == read.text[one.start : one.end] for one in read.anchors)


def test_what_was_read_is_written_and_read_again_the_same(form, answer, origin):
    once = form.read(through_json(form.write(answer)), origin=origin)
    twice = form.read(through_json(form.write(once.answer)), origin=origin)
    assert twice.answer.text == once.answer.text
    assert claims(twice) == claims(once)


def test_an_answer_without_citations_stays_one(form, origin):
    bare = Answer(origin=origin, text="Nothing is cited here.", anchors=(), sources=())
    payload = through_json(form.write(bare))
    reading = form.read(payload, origin=origin)
    assert reading.answer.text == "Nothing is cited here."
    assert (reading.answer.anchors, reading.notes) == ((), ())


@pytest.mark.parametrize("payload", [None, 7, True, [7], {"output": 7}, {"choices": [7]}, {"content": "x", "parts": 3}])
def test_what_is_no_answer_is_refused_or_empty_and_never_fails_otherwise(form, payload, origin):
    assert form.looks_like(payload) in (True, False)
    anchors: tuple[Anchor, ...] = ()
    with suppress(BadInput):
        anchors = form.read(payload, origin=origin).answer.anchors
    assert anchors == ()


def test_a_format_can_be_named():
    assert named("gemini", FORMATS) is BY_NAME["gemini"]
    with pytest.raises(BadInput, match=r"^format: expected one of loccit, ces, .*, got 'gemeni'$"):
        named("gemeni", FORMATS)


@pytest.mark.parametrize("payload", [None, 7, [], {}, {"colour": "red"}])
def test_a_payload_of_no_format_is_refused(payload):
    with pytest.raises(BadInput, match=r"^answer: expected one of the formats loccit, ces, "):
        detect(payload, FORMATS)


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ('\ufeff{"a": 1}', {"a": 1}),
        ('{"a": 1}\n{"b": 2}\n', [{"a": 1}, {"b": 2}]),
        ("[1] is a mark, not JSON.", "[1] is a mark, not JSON."),
        ("# Text\n", "# Text\n"),
        ("{not json", "{not json"),
        ("[" * 100_000, "[" * 100_000),
    ],
)
def test_a_file_is_json_json_lines_or_text(data, value):
    assert parse(data) == value
