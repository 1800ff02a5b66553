"""Pydantic AI: content anchors are claims, marker anchors marks; an excerpt is a passage."""

import pytest

from loccit.cite.formats import pydantic_ai
from loccit.errors import BadInput

WEB = {"kind": "web", "url": "https://s.example/", "title": "Cups", "excerpts": ["Spain won.", "In 2010."]}
FILE = {"kind": "document", "document_id": "f1", "title": "Report", "excerpts": []}


def response(text, *citations):
    part = {"part_kind": "text", "content": text, "citations": list(citations) or None}
    return {"kind": "response", "parts": [{"part_kind": "thinking", "content": "hm"}, part]}


def test_content_anchor_with_several_sources(origin):
    citation = {"sources": [WEB, FILE], "anchor": {"kind": "content", "start": 17, "end": 35}}
    payload = response("Zürich größer 😀. Spain won the cup.", citation)
    assert pydantic_ai.looks_like(payload)
    answer = pydantic_ai.read([{"kind": "request", "parts": []}, payload], origin=origin).answer
    assert [(one.start, one.end, one.slice, one.sources) for one in answer.anchors] == [
        (17, 35, "Spain won the cup.", (0, 1, 2))
    ]
    assert [(source.url, source.text) for source in answer.sources] == [
        ("https://s.example/", "Spain won."),
        ("https://s.example/", "In 2010."),
        ("document:f1", None),
    ]


def test_marker_anchor_and_no_anchor(origin):
    text = "Spain won. ([s](https://s.example/)) It was hot."
    marker = {"sources": [WEB], "anchor": {"kind": "marker", "start": 11, "end": 36}}
    answer = pydantic_ai.read(response(text, marker), origin=origin).answer
    assert [(one.kind, one.slice) for one in answer.anchors] == [
        ("claim", "Spain won."),
        ("marker", "([s](https://s.example/))"),
    ]
    whole = pydantic_ai.read(response("It was hot.", {"sources": [WEB], "anchor": None}), origin=origin).answer
    assert [one.slice for one in whole.anchors] == ["It was hot."]
    written = pydantic_ai.write(answer)["parts"][0]["citations"]
    assert [one["anchor"] for one in written] == [{"kind": "marker", "start": 11, "end": 36}]


def test_an_unknown_anchor_is_named(origin):
    with pytest.raises(
        BadInput, match=r"parts\[1\]\.citations\[0\]\.anchor\.kind: expected content or marker, got 'x'"
    ):
        pydantic_ai.read(response("x", {"sources": [WEB], "anchor": {"kind": "x"}}), origin=origin)
