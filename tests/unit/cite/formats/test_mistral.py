"""Mistral's references stand behind the text they are for and cite its last sentence."""

import pytest

from loccit.cite.formats import mistral
from loccit.errors import BadInput


def facts(answer):
    return [(one.slice, [answer.sources[position].url for position in one.sources]) for one in answer.anchors]


def test_references_of_a_chat(origin):
    content = [
        {"type": "text", "text": "Zürich größer 😀. Spain won"},
        {"type": "reference", "reference_ids": [0, "b"]},
        {"type": "text", "text": " the cup. It was hot."},
        {"type": "reference", "reference_ids": [4]},
    ]
    payload = {"choices": [{"message": {"role": "assistant", "content": content}}]}
    assert mistral.looks_like(payload)
    assert facts(mistral.read(payload, origin=origin).answer) == [
        ("Spain won the cup.", ["reference:0", "reference:b"]),
        ("It was hot.", ["reference:4"]),
    ]


def test_tool_references_of_a_conversation(origin):
    content = [
        {"type": "text", "text": "東京は大きい。"},
        {"type": "tool_reference", "tool": "web_search", "title": "東京", "url": "https://t.example/", "favicon": None},
        {"type": "text", "text": "大阪も大きい。"},
    ]
    payload = {
        "outputs": [{"type": "tool.execution", "name": "web_search"}, {"type": "message.output", "content": content}]
    }
    assert mistral.looks_like(payload)
    answer = mistral.read(payload, origin=origin).answer
    assert facts(answer) == [("東京は大きい。", ["https://t.example/"])]
    assert answer.sources[0].title == "東京"
    assert mistral.write(answer)["outputs"][0]["content"][:2] == [
        {"type": "text", "text": "東京は大きい。"},
        {"type": "tool_reference", "tool": "web_search", "title": "東京", "url": "https://t.example/"},
    ]


def test_a_reference_of_the_wrong_type_is_named(origin):
    content = [{"type": "text", "text": "x"}, {"type": "reference", "reference_ids": [None]}]
    with pytest.raises(
        BadInput, match=r"^choices\[0\]\.message\.content\[1\]\.reference_ids: expected numbers or strings"
    ):
        mistral.read({"choices": [{"message": {"content": content}}]}, origin=origin)
