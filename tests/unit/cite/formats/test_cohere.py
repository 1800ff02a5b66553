"""Cohere: offsets checked against the citation's text; citations of plans are not of the answer."""

import pytest

from loccit.cite.formats import cohere

TEXT = "Zürich größer 😀. Spain won the cup."
SOURCES = [
    {"type": "document", "id": "doc:0", "document": {"id": "doc:0", "title": "Cups", "text": "Spain won.", "url": "https://s.example/"}},
    {"type": "tool", "id": "search:1", "tool_output": {"snippet": "A lead."}},
]  # fmt: skip


def chat(*citations, content=None):
    return {
        "id": "1",
        "finish_reason": "COMPLETE",
        "message": {
            "role": "assistant",
            "content": content or [{"type": "text", "text": TEXT}],
            "citations": list(citations),
        },
    }


@pytest.mark.parametrize(
    ("start", "end", "codes"),
    [(17, 35, []), (17, 34, ["offset_suspect"]), (18, 36, ["offset_suspect"]), (23, 41, ["offset_suspect"])],
)
def test_code_points_or_what_the_text_says(start, end, codes, origin):
    citation = {"start": start, "end": end, "text": "Spain won the cup.", "sources": SOURCES, "type": "TEXT_CONTENT"}
    reading = cohere.read(chat(citation), origin=origin)
    assert [(one.start, one.end, one.sources) for one in reading.answer.anchors] == [(17, 35, (0, 1))]
    assert [note.code for note in reading.notes] == codes
    assert [(source.url, source.title, source.text) for source in reading.answer.sources] == [
        ("https://s.example/", "Cups", "Spain won."),
        ("search:1", None, None),
    ]


def test_offsets_count_in_their_block_and_thoughts_are_left_out(origin):
    content = [
        {"type": "thinking", "thinking": "Spain?"},
        {"type": "text", "text": "One. "},
        {"type": "text", "text": "Two."},
    ]
    reading = cohere.read(
        chat(
            {"start": 0, "end": 4, "text": "Two.", "content_index": 2, "sources": SOURCES[:1]},
            {"start": 0, "end": 5, "text": "Spain", "content_index": 0, "type": "THINKING_CONTENT", "sources": SOURCES},
            {"start": 0, "end": 5, "text": "Spain", "type": "PLAN", "sources": SOURCES},
            content=content,
        ),
        origin=origin,
    )
    assert [(one.start, one.slice) for one in reading.answer.anchors] == [(5, "Two.")]
    assert reading.notes == ()


def test_version_one(origin):
    payload = {
        "text": TEXT,
        "citations": [{"start": 17, "end": 35, "text": "Spain won the cup.", "document_ids": ["d1", "d9"]}],
        "documents": [{"id": "d1", "title": "Cups", "url": "https://s.example/"}],
    }
    assert cohere.looks_like(payload)
    answer = cohere.read(payload, origin=origin).answer
    assert [source.url for source in answer.sources] == ["https://s.example/", "d9"]
    assert answer.anchors[0].sources == (0, 1)
