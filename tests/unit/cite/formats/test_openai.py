"""OpenAI's annotations mark the link; the claim is the sentence before it."""

import json

import pytest

from loccit.cite.answer import anchor
from loccit.cite.formats import openai_chat, openai_responses
from loccit.records import Answer, AnswerSource
from loccit.text.offsets import Span

TEXT = "Cork oak regrows its bark in nine years. ([example.org](https://example.org/cork)) It is cut by hand."


def citation(start, end, url="https://example.org/cork", title="Cork"):
    return {"start_index": start, "end_index": end, "url": url, "title": title}


def responses(text, *citations):
    annotations = [{"type": "url_citation", **one} for one in citations]
    content = [{"type": "output_text", "text": text, "annotations": annotations}]
    items = [{"type": "web_search_call", "status": "completed"}, {"type": "message", "content": content}]
    return {"object": "response", "output": items}


def chat(text, *citations):
    annotations = [{"type": "url_citation", "url_citation": one} for one in citations]
    return {"choices": [{"message": {"role": "assistant", "content": text, "annotations": annotations}}]}


FORMS = pytest.mark.parametrize(("form", "payload"), [(openai_responses, responses), (openai_chat, chat)])


def facts(reading):
    return [
        (one.kind, one.slice, [reading.answer.sources[position].url for position in one.sources])
        for one in reading.answer.anchors
    ]


CORK = ["https://example.org/cork"]
MARKED = [
    ("claim", "Cork oak regrows its bark in nine years.", CORK),
    ("marker", "([example.org](https://example.org/cork))", CORK),
]


@FORMS
def test_the_link_is_a_mark_and_the_sentence_before_it_the_claim(form, payload, origin):
    given = payload(TEXT, citation(41, 82))
    assert form.looks_like(given)
    reading = form.read(given, origin=origin)
    assert facts(reading) == MARKED
    assert [(one.start, one.end) for one in reading.answer.anchors] == [(0, 40), (41, 82)]
    assert reading.notes == ()


@FORMS
def test_an_end_that_is_the_last_character_is_put_right_and_reported(form, payload, origin):
    text = "Cork regrows. [cork](https://example.org/cork) Next."
    reading = form.read(payload(text, citation(14, 45)), origin=origin)
    assert facts(reading)[1] == ("marker", "[cork](https://example.org/cork)", CORK)
    assert [note.code for note in reading.notes] == ["offset_suspect"]


@FORMS
def test_offsets_in_another_unit_are_put_right_by_the_link(form, payload, origin):
    text = "Zürich 😀 größer. " + TEXT
    shifted = len("Zürich 😀 größer. ".encode())
    reading = form.read(payload(text, citation(shifted + 41, shifted + 82)), origin=origin)
    assert [one[:2] for one in facts(reading)] == [
        ("claim", "Cork oak regrows its bark in nine years."),
        ("marker", "[example.org](https://example.org/cork)"),
    ]
    assert [note.code for note in reading.notes] == ["offset_suspect"]


@FORMS
def test_one_sentence_with_two_links_and_one_address_twice(form, payload, origin):
    text = "Bark regrows ([a](https://a.example/), [b](https://b.example/)). Oak is hard ([a](https://a.example/))."
    marks = [(14, 37), (39, 62), (78, 101)]
    assert text[14:37] == "[a](https://a.example/)"
    assert text[78:101] == "[a](https://a.example/)"
    urls = ["https://a.example/", "https://b.example/", "https://a.example/"]
    given = payload(text, *(citation(*span, url, "") for span, url in zip(marks, urls, strict=True)))
    reading = form.read(given, origin=origin)
    assert [one for one in facts(reading) if one[0] == "claim"] == [
        ("claim", text[:64], ["https://a.example/", "https://b.example/"]),
        ("claim", text[65:], ["https://a.example/"]),
    ]
    assert len(reading.answer.sources) == 2


@FORMS
def test_private_use_and_lenticular_marks(form, payload, origin):
    text = "Bark regrows.\ue200cite\ue202turn0search0\ue201 Oak is hard【4:0†source】. It is cut."
    start = text.index("\ue200")
    end = text.index("\ue201") + 1
    wide = text.index("【")
    given = payload(text, citation(start, end), citation(wide, text.index("】") + 1))
    assert [one[:2] for one in facts(form.read(given, origin=origin))] == [
        ("claim", "Bark regrows."),
        ("marker", "\ue200cite\ue202turn0search0\ue201"),
        ("claim", "Oak is hard【4:0†source】."),
        ("marker", "【4:0†source】"),
    ]


@FORMS
def test_an_annotation_of_words_is_the_claim_itself(form, payload, origin):
    text = "Zürich größer 😀. Spain won the cup."
    reading = form.read(payload(text, citation(17, 35)), origin=origin)
    assert facts(reading) == [("claim", "Spain won the cup.", CORK)]


@FORMS
def test_an_offset_outside_the_text_without_a_link_to_repair_it_by(form, payload, origin):
    reading = form.read(payload("Short.", citation(3, 99)), origin=origin)
    assert (facts(reading), [note.code for note in reading.notes]) == ([], ["bad_offset"])


@FORMS
def test_without_annotations_the_links_of_the_text_are_read(form, payload, origin):
    reading = form.read(payload(TEXT), origin=origin)
    assert facts(reading)[0] == ("claim", "Cork oak regrows its bark in nine years.", CORK)


@FORMS
def test_marks_are_written_as_they_were_and_bare_claims_themselves(form, payload, origin):
    marked = form.read(payload(TEXT, citation(41, 82)), origin=origin).answer
    again = form.write(marked)
    assert json.dumps(again).count('"start_index"') == 1
    assert facts(form.read(again, origin=origin)) == MARKED
    text = "Zürich größer 😀. Spain won the cup."
    source = AnswerSource(url="https://s.example/", title=None, text=None, requires_attribution=False)
    bare = Answer(origin=origin, text=text, anchors=(anchor(text, Span(17, 35), sources=[0]),), sources=(source,))
    assert '"start_index": 17, "end_index": 35' in json.dumps(form.write(bare))


def test_a_file_is_cited_by_the_sentence_its_index_ends(origin):
    given = responses("One is so. Two is so.")
    given["output"][1]["content"][0]["annotations"] = [
        {"type": "file_citation", "file_id": "file-1", "filename": "a.pdf", "index": 10}
    ]
    reading = openai_responses.read(given, origin=origin)
    assert facts(reading) == [("claim", "One is so.", ["file:file-1"])]
    assert reading.answer.sources[0].title == "a.pdf"


def test_texts_of_one_message_are_joined_and_messages_kept_apart(origin):
    def message(*texts):
        return {"type": "message", "content": [{"type": "output_text", "text": one} for one in texts]}

    reading = openai_responses.read({"output": [message("a ", "b."), message("C.")]}, origin=origin)
    assert reading.answer.text == "a b.\n\nC."
    assert reading.parts == ((0, 2), (2, 4), (6, 8))
