"""The answer of a conversation: its assistant's last message with a text."""

from collections.abc import Mapping

from loccit.ids import JsonValue

_SPEAKERS = frozenset(("user", "human", "system", "developer", "assistant", "ai", "tool", "function", "model"))
_ANSWERING = frozenset(("assistant", "ai", "AIMessageChunk"))


def last_reply(payload: JsonValue) -> JsonValue:
    """Return the last reply of a list of messages (or of ``messages``); anything else is returned as it is.

    A message whose content is a bare text is put into the shape of a chat completion.
    """
    listed = payload.get("messages") if isinstance(payload, Mapping) else payload
    if isinstance(listed, list | tuple) and listed and all(_speaker(one) for one in listed):
        replies = [one for one in listed if _speaker(one) in _ANSWERING and _says_something(one)]
        if replies:
            payload = replies[-1]
    if isinstance(payload, Mapping) and payload.get("role") == "assistant" and isinstance(payload.get("content"), str):
        return {"choices": [{"index": 0, "message": dict(payload)}]}
    return payload


def _speaker(message: JsonValue) -> str | None:
    """Return who says a message, null for what is none: a role, or a kind as LangChain names it."""
    if not isinstance(message, Mapping) or not message.keys() & {"content", "parts", "kwargs"}:
        return None
    kwargs = message.get("kwargs")
    given = message.get("role") or (kwargs.get("type") if isinstance(kwargs, Mapping) else message.get("type"))
    if isinstance(given, str) and (given in _SPEAKERS or given.endswith("MessageChunk")):
        return given
    return None


def _says_something(message: JsonValue) -> bool:
    if not isinstance(message, Mapping):
        return False
    kwargs = message.get("kwargs")
    return bool(
        message.get("content") or message.get("parts") or (isinstance(kwargs, Mapping) and kwargs.get("content"))
    )
