"""Anthropic cites by text block; where in the source it cites is kept."""

import pytest

from loccit.cite.formats import anthropic
from loccit.errors import BadInput

WEB = {
    "type": "web_search_result_location",
    "url": "https://s.example/",
    "title": "Cups",
    "cited_text": "Spain beat the Netherlands.",
    "encrypted_index": "x==",
}
CHARS = {
    "type": "char_location",
    "cited_text": "Spain won.",
    "document_index": 2,
    "document_title": "Report",
    "file_id": None,
    "start_char_index": 0,
    "end_char_index": 10,
}
PAGES = {
    "type": "page_location",
    "cited_text": "Spain won.",
    "document_index": 0,
    "document_title": None,
    "start_page_number": 3,
    "end_page_number": 4,
}
RESULT = {
    "type": "search_result_location",
    "source": "https://r.example/",
    "title": "R",
    "cited_text": "Spain won.",
    "search_result_index": 0,
    "start_block_index": 1,
    "end_block_index": 2,
}


def message(*blocks):
    return {"type": "message", "role": "assistant", "content": list(blocks)}


def text(words, *citations):
    return {"type": "text", "text": words, "citations": list(citations) or None}


def test_a_block_is_the_span_of_all_its_citations(origin):
    payload = message(
        {"type": "thinking", "thinking": "hm"},
        text("Zürich größer 😀. "),
        text("Spain won the cup.", WEB, RESULT),
        text(" Done."),
    )
    assert anthropic.looks_like(payload)
    answer = anthropic.read(payload, origin=origin).answer
    assert answer.text == "Zürich größer 😀. Spain won the cup. Done."
    assert [(one.start, one.end, one.slice, one.sources) for one in answer.anchors] == [
        (17, 35, "Spain won the cup.", (0, 1))
    ]
    assert [(source.url, source.title, source.text) for source in answer.sources] == [
        ("https://s.example/", "Cups", "Spain beat the Netherlands."),
        ("https://r.example/", "R", "Spain won."),
    ]


@pytest.mark.parametrize(
    ("citation", "url", "place"),
    [
        (WEB, "https://s.example/", None),
        (CHARS, "document:2", ("characters", 0, 10)),
        (PAGES, "document:0", ("pages", 3, 4)),
        (RESULT, "https://r.example/", ("blocks", 1, 2)),
        (
            {**CHARS, "type": "content_block_location", "start_block_index": 0, "end_block_index": 1},
            "document:2",
            ("blocks", 0, 1),
        ),
    ],
)
def test_where_in_the_source_comes_back(citation, url, place, origin):
    answer = anthropic.read([text("Spain won.", citation)], origin=origin).answer
    assert answer.sources[0].url == url
    found = answer.sources[0].place
    assert (found and (found.unit, found.start, found.end)) == place
    written = anthropic.write(answer)["content"][0]["citations"][0]
    assert {key: written[key] for key in written if key != "encrypted_index"} == {
        key: citation[key] for key in written if key != "encrypted_index"
    }
    assert written["type"] == citation["type"]


def test_two_passages_of_one_page_are_two_sources(origin):
    other = {**WEB, "cited_text": "The final was in Johannesburg."}
    answer = anthropic.read(message(text("Spain won.", WEB), text(" In 2010.", other, WEB)), origin=origin).answer
    assert [one.sources for one in answer.anchors] == [(0,), (1, 0)]
    assert len(answer.sources) == 2


def test_blocks_without_citations_are_read_as_text(origin):
    answer = anthropic.read(message(text("Foo is so ([x](https://x.example/)).")), origin=origin).answer
    assert [one.kind for one in answer.anchors] == ["claim", "marker"]


def test_a_citation_without_a_kind_is_named(origin):
    with pytest.raises(
        BadInput, match=r"^content\[0\]\.citations\[0\]\.type: expected a kind of citation as char_location"
    ):
        anthropic.read(
            {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "So.", "citations": [{}]}]},
            origin=origin,
        )


def test_passages_go_out_as_search_results_one_block_a_passage(delivery):
    handoff = delivery("The tray stands level.", "Loads up to 20 kg are safe.").handoff
    titles = {place.url: place.title for entry in handoff.admitted for place in entry.passages}
    assert anthropic.search_results(handoff) == [
        {
            "type": "search_result",
            "source": url,
            "title": titles[url] or url,
            "content": [{"type": "text", "text": text}],
            "citations": {"enabled": True},
        }
        for url, text in [
            ("https://maker.example/0", "The tray stands level."),
            ("https://maker.example/1", "Loads up to 20 kg are safe."),
        ]
    ]


def test_blocks_on_both_sides_of_a_search_are_apart(origin):
    blocks = [
        {"type": "text", "text": "I will look."},
        {"type": "server_tool_use"},
        {"type": "text", "text": "So it is."},
    ]
    payload = {"type": "message", "role": "assistant", "content": blocks}
    assert anthropic.read(payload, origin=origin).answer.text == "I will look.\n\nSo it is."


def test_a_kind_of_citation_that_is_not_known_counts(origin):
    citation = {"type": "later_location", "url": "https://a.example/", "where": 3}
    payload = {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "text", "text": "So.", "citations": [citation]}],
    }
    answer = anthropic.read(payload, origin=origin).answer
    assert [one.url for one in answer.sources] == ["https://a.example/"]
    assert [one.slice for one in answer.anchors] == ["So."]
