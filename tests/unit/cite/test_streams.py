"""Streamed replies and conversations: what they amount to."""

import json

import pytest

from loccit.cite.conversations import last_reply
from loccit.cite.detect import parse
from loccit.cite.formats import anthropic, cohere, mistral, openai_chat, openai_responses, perplexity, vercel
from loccit.cite.streams import joined, server_sent

URL = "https://a.example/"


def cited(format_, payload, origin):
    """The claims of a payload with the addresses they cite."""
    answer = format_.read(payload, origin=origin).answer
    claims = [one for one in answer.anchors if one.kind == "claim"]
    return answer.text, [(one.slice, [answer.sources[position].url for position in one.sources]) for one in claims]


def test_events_of_a_response(origin):
    annotation = {"type": "url_citation", "start_index": 0, "end_index": 16, "url": URL, "title": "A"}
    events = [
        {"type": "response.created", "response": {"object": "response", "output": []}},
        {"type": "response.output_text.delta", "output_index": 1, "content_index": 0, "delta": "Zürich "},
        {"type": "response.output_text.delta", "output_index": 1, "content_index": 0, "delta": "is large."},
        {"type": "response.output_text.annotation.added", "output_index": 1, "annotation": annotation},
    ]
    assert cited(openai_responses, joined(events), origin) == ("Zürich is large.", [("Zürich is large.", [URL])])
    whole = {
        "object": "response",
        "output": [{"type": "message", "content": [{"type": "output_text", "text": "Other.", "annotations": []}]}],
    }
    done = [*events, {"type": "response.completed", "response": whole}]
    assert joined(done) == whole


def test_chunks_of_a_completion(origin):
    def chunk(content, **beside):
        return {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": content}}], **beside}

    text = "It is so. ([A](https://a.example/))"
    assert cited(openai_chat, joined([chunk(text[:12]), chunk(text[12:]), chunk(None)]), origin)[1] == [
        ("It is so.", [URL])
    ]
    streamed = joined([chunk("It is"), chunk(" so[1]."), chunk("", citations=[URL], search_results=None)])
    assert cited(perplexity, streamed, origin) == ("It is so[1].", [("It is so[1].", [URL])])
    reference = [{"type": "tool_reference", "tool": "web_search", "title": "A", "url": URL}]
    assert cited(mistral, joined([chunk("It is so"), chunk(reference), chunk(".")]), origin) == (
        "It is so.",
        [("It is so.", [URL])],
    )


def test_events_of_a_message(origin):
    citation = {"type": "web_search_result_location", "url": URL, "title": "A", "cited_text": "x"}
    events = [
        {"type": "message_start", "message": {"type": "message", "role": "assistant", "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "server_tool_use", "id": "s"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": "{}"}},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": "", "citations": []}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "citations_delta", "citation": citation}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "It is "}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "so."}},
        {"type": "message_stop"},
    ]
    assert cited(anthropic, joined(events), origin) == ("It is so.", [("It is so.", [URL])])


def test_events_of_other_services(origin):
    source = {"type": "document", "id": "1", "document": {"id": "1", "url": URL}}
    citation = {"start": 0, "end": 9, "text": "It is so.", "sources": [source]}
    events = [
        {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": "It is "}}}},
        {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": "so."}}}},
        {"type": "citation-start", "index": 0, "delta": {"message": {"citations": citation}}},
    ]
    assert cited(cohere, joined(events), origin) == ("It is so.", [("It is so.", [URL])])
    events = [
        {"type": "text-start", "id": "t"},
        {"type": "text-delta", "id": "t", "delta": "It is so"},
        {"type": "text-delta", "id": "t", "delta": " [1]."},
        {"type": "source-url", "sourceId": "s", "url": URL},
    ]
    assert cited(vercel, joined(events), origin) == ("It is so [1].", [("It is so [1].", [URL])])


def test_events_sent_by_a_server():
    assert server_sent('event: a\r\ndata: {"b":\r\ndata: 1}\r\n\r\n: ping\r\n\r\ndata: [DONE]\r\n\r\n') == [{"b": 1}]
    assert parse('data: {"candidates": []}\n\n') == [{"candidates": []}]
    assert server_sent("data: not JSON at all\n\n") is None
    assert parse("data: are plural. [1]") == "data: are plural. [1]"
    assert server_sent("Some text.") is None


@pytest.mark.parametrize(
    "payload",
    [[], {}, "text", [1, 2], [{"type": 3}], [{"choices": []}], [{"choices": ["x"]}], [{"type": "content_block_start"}]],
)
def test_what_is_no_stream_harms_nothing(payload):
    json.dumps(joined(payload))
    json.dumps(last_reply(payload))


def test_the_last_reply_of_a_conversation(origin):
    user = {"role": "user", "content": "Is it so?"}
    bare = {"role": "assistant", "content": "It is so [A](https://a.example/)."}
    for given in ([user, bare], {"messages": [user, bare]}, bare):
        assert cited(openai_chat, last_reply(given), origin)[1] == [("It is so [A](https://a.example/).", [URL])]
    blocks = {"type": "ai", "content": [{"type": "text", "text": "It is so."}]}
    assert last_reply([{"type": "human", "content": "Is it?"}, blocks, {"type": "tool", "content": "x"}]) == blocks
    parts = {"id": "m", "role": "assistant", "parts": [{"type": "text", "text": "It is so."}]}
    assert last_reply([{"id": "u", "role": "user", "parts": [{"type": "text", "text": "?"}]}, parts]) == parts
    sources = [{"type": "text", "text": "It is so."}, {"type": "source", "sourceType": "url", "id": "1", "url": URL}]
    assert last_reply(sources) == sources
