"""Replies as services stream them, event by event, put together to what they send when nothing is streamed.

Read are the events of OpenAI's Responses API and chat completions (which Perplexity and Mistral share), Anthropic's
messages, Cohere's chat and the message stream of Vercel's AI SDK; as a list, as JSON Lines, or as server-sent events.
Gemini streams whole responses, which its format reads as they are.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from loccit.ids import JsonValue

Event = Mapping[str, Any]


def server_sent(text: str) -> list[JsonValue] | None:
    """Return the data of a stream of server-sent events (HTML Standard 9.2), null for any other text."""
    if not text.startswith(("data:", "event:", "id:", ":")):
        return None
    found: list[JsonValue] = []
    for block in text.replace("\r\n", "\n").split("\n\n"):
        data = [line.removeprefix("data:") for line in block.split("\n") if line.startswith("data:")]
        if data and "\n".join(data).strip() != "[DONE]":
            try:
                found.append(json.loads("\n".join(data)))
            except (ValueError, RecursionError):
                return None
    return found or None


def joined(payload: JsonValue) -> JsonValue:
    """Return the reply that a list of events amounts to; anything else is returned as it is."""
    if not isinstance(payload, list | tuple) or not payload or not all(isinstance(one, Mapping) for one in payload):
        return payload
    events: Sequence[Event] = [one for one in payload if isinstance(one, Mapping)]
    kinds = {one["type"] for one in events if isinstance(one.get("type"), str)}
    if any(kind.startswith("response.") for kind in kinds):
        return _response(events)
    if "content_block_start" in kinds or "content_block_delta" in kinds:
        return _anthropic(events)
    if "content-delta" in kinds:
        return _cohere(events)
    if "text-delta" in kinds:
        return _vercel(events)
    if all(isinstance(one.get("choices"), list | tuple) for one in events):
        return _completion(events)
    return payload


def _response(events: Sequence[Event]) -> JsonValue:
    """Return the last whole response, else one of the texts that were finished or under way."""
    for one in reversed(events):
        response = one.get("response")
        if isinstance(response, Mapping) and response.get("output"):
            return dict(response)
    parts: dict[tuple[int, int], dict[str, Any]] = {}
    for one in events:
        place = (_number(one, "output_index"), _number(one, "content_index"))
        if one.get("type") == "response.output_text.delta":
            part = parts.setdefault(place, {"type": "output_text", "text": "", "annotations": []})
            part["text"] += _text(one.get("delta"))
        elif one.get("type") == "response.output_text.annotation.added":
            part = parts.setdefault(place, {"type": "output_text", "text": "", "annotations": []})
            part["annotations"].append(one.get("annotation"))
    content = [part for _, part in sorted(parts.items())]
    return {"object": "response", "output": [{"type": "message", "role": "assistant", "content": content}]}


def _completion(events: Sequence[Event]) -> JsonValue:
    """Return a completion with the first choice; what stands beside the choices is kept, the last of each name."""
    if not any(isinstance(choice, Mapping) and "delta" in choice for one in events for choice in one["choices"]):
        return list(events)
    text, pieces = "", list[Any]()
    message: dict[str, Any] = {"role": "assistant"}
    beside: dict[str, Any] = {}
    for one in events:
        beside |= {name: value for name, value in one.items() if name != "choices" and value is not None}
        for choice in one["choices"]:
            delta = choice.get("delta") if isinstance(choice, Mapping) else None
            if not isinstance(delta, Mapping) or _number(choice, "index"):
                continue
            content = delta.get("content")
            if isinstance(content, list | tuple):
                pieces += content
            elif pieces and content:
                pieces.append({"type": "text", "text": _text(content)})
            else:
                text += _text(content)
            message.setdefault("annotations", []).extend(_list(delta.get("annotations")))
    before = [{"type": "text", "text": text}] if text and pieces else []
    message["content"] = [*before, *pieces] if pieces else text
    return {**beside, "object": "chat.completion", "choices": [{"index": 0, "message": message}]}


def _anthropic(events: Sequence[Event]) -> JsonValue:
    blocks: dict[int, dict[str, Any]] = {}
    for one in events:
        block = one.get("content_block")
        delta = one.get("delta")
        if one.get("type") == "content_block_start" and isinstance(block, Mapping):
            blocks[_number(one, "index")] = dict(block)
        elif one.get("type") == "content_block_delta" and isinstance(delta, Mapping):
            into = blocks.setdefault(_number(one, "index"), {"type": "text", "text": ""})
            if delta.get("type") == "text_delta":
                into["text"] = _text(into.get("text")) + _text(delta.get("text"))
            elif delta.get("type") == "citations_delta":
                into["citations"] = [*_list(into.get("citations")), delta.get("citation")]
    content = [block for _, block in sorted(blocks.items())]
    return {"type": "message", "role": "assistant", "content": content}


def _cohere(events: Sequence[Event]) -> JsonValue:
    texts: dict[int, str] = {}
    citations: list[Any] = []
    for one in events:
        message = _inside(one, "delta", "message")
        content, citation = message.get("content"), message.get("citations")
        if one.get("type") == "content-delta" and isinstance(content, Mapping):
            place = _number(one, "index")
            texts[place] = texts.get(place, "") + _text(content.get("text"))
        elif one.get("type") == "citation-start" and citation:
            citations += _list(citation) if isinstance(citation, list | tuple) else [citation]
    blocks: list[JsonValue] = [{"type": "text", "text": texts[place]} for place in sorted(texts)]
    message_whole: JsonValue = {"role": "assistant", "content": blocks, "citations": citations}
    return {"finish_reason": "COMPLETE", "message": message_whole}


def _vercel(events: Sequence[Event]) -> JsonValue:
    parts: list[Any] = []
    texts: dict[str, dict[str, Any]] = {}
    for one in events:
        kind = one.get("type")
        if kind == "text-delta":
            name = _text(one.get("id"))
            if name not in texts:
                texts[name] = {"type": "text", "text": ""}
                parts.append(texts[name])
            given = (one.get(field) for field in ("delta", "text", "textDelta"))
            texts[name]["text"] += next((value for value in given if isinstance(value, str)), "")
        elif kind in ("source-url", "source-document") or "sourceType" in one:
            parts.append(one)
    return {"role": "assistant", "parts": parts}


def _inside(event: Event, *names: str) -> Event:
    for name in names:
        value = event.get(name)
        if not isinstance(value, Mapping):
            return {}
        event = value
    return event


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _list(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _number(event: Event, name: str) -> int:
    value = event.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
