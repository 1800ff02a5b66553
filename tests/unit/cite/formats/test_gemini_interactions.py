"""Gemini's interactions: bytes of a text block, one annotation a source."""

import pytest

from loccit.cite.formats import gemini_interactions

BLOCK = {
    "type": "text",
    "text": "Zürich größer 😀. Spain won the cup.",
    "annotations": [
        {"type": "url_citation", "url": "https://s.example/", "title": "Cups", "start_index": 23, "end_index": 41},
        {"type": "file_citation", "document_uri": "files/1", "page_number": 3, "start_index": 23, "end_index": 41},
        {"type": "url_citation", "url": "https://z.example/", "end_index": 7},
    ],
}


@pytest.mark.parametrize(
    "payload",
    [
        {
            "steps": [{"type": "google_search_call"}, {"type": "model_output", "content": [BLOCK]}],
            "status": "completed",
        },
        {"outputs": [{"type": "thought"}, BLOCK]},
    ],
)
def test_bytes_of_a_block_and_sources_of_one_span(payload, origin):
    assert gemini_interactions.looks_like(payload)
    reading = gemini_interactions.read(payload, origin=origin)
    assert [(one.start, one.end, one.slice, one.sources) for one in reading.answer.anchors] == [
        (0, 6, "Zürich", (2,)),
        (17, 35, "Spain won the cup.", (0, 1)),
    ]
    place = reading.answer.sources[1].place
    assert (place.unit, place.start, place.end) == ("pages", 3, 4)
    assert reading.notes == ()
