"""Vercel: a source that was found is not a citation; our own metadata is."""

import pytest

from loccit.cite.formats import vercel
from loccit.errors import BadInput

TEXT = "Zürich größer 😀. Spain won the cup."


@pytest.mark.parametrize(
    "payload",
    [
        {"role": "assistant", "parts": [{"type": "text", "text": TEXT}, {"type": "source-url", "sourceId": "1", "url": "https://s.example/"}]},
        {"content": [{"type": "text", "text": TEXT}, {"type": "source", "sourceType": "url", "id": "1", "url": "https://s.example/"}]},
        {"text": TEXT, "sources": [{"sourceType": "url", "id": "1", "url": "https://s.example/"}]},
    ],
)  # fmt: skip
def test_a_source_alone_cites_nothing(payload, origin):
    assert vercel.looks_like(payload)
    answer = vercel.read(payload, origin=origin).answer
    assert (answer.text, answer.anchors) == (TEXT, ())
    assert [source.url for source in answer.sources] == ["https://s.example/"]


def test_marks_in_the_text_count_sources(origin):
    parts = [
        {"type": "text", "text": "So it is [1]. Not that [2]."},
        {"type": "source-document", "sourceId": "d", "title": "D", "filename": "d.pdf"},
    ]
    reading = vercel.read(parts, origin=origin)
    assert [(one.slice, one.sources) for one in reading.answer.anchors if one.kind == "claim"] == [
        ("So it is [1].", (0,)),
        ("Not that [2].", ()),
    ]
    assert reading.answer.sources[0].url == "d.pdf"
    assert [note.code for note in reading.notes] == ["unknown_source"]


def test_our_metadata_has_both_units_and_is_read_back(origin):
    cited = {"kind": "claim", "utf16": [18, 36], "code_points": [17, 35], "slice": "Spain won the cup."}
    source = {
        "type": "source-url",
        "sourceId": "source-1",
        "url": "https://s.example/",
        "title": "",
        "providerMetadata": {"loccit": {"cited": [cited], "text": None}},
    }
    answer = vercel.read([{"type": "text", "text": TEXT}, source], origin=origin).answer
    assert [(one.start, one.end) for one in answer.anchors] == [(17, 35)]
    assert vercel.write(answer)["parts"][1] == source
    source["providerMetadata"]["loccit"]["cited"][0]["utf16"] = [18]
    with pytest.raises(BadInput, match=r"cited\[0\]\.utf16: expected a start and an end, got 1 numbers"):
        vercel.read([source], origin=origin)


@pytest.mark.parametrize(
    ("between", "text"),
    [
        ({"type": "step-start"}, "First.\n\nSecond."),
        ({"type": "tool-search", "toolCallId": "c", "state": "output-available"}, "First.\n\nSecond."),
        ({"type": "source-url", "sourceId": "1", "url": "https://s.example/"}, "First.Second."),
    ],
)
def test_a_step_between_two_texts_keeps_their_sentences_apart(between, text, origin):
    parts = [{"type": "step-start"}, {"type": "text", "text": "First."}, between, {"type": "text", "text": "Second."}]
    assert vercel.read({"role": "assistant", "parts": parts}, origin=origin).answer.text == text
