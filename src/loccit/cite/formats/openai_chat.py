"""Answers of OpenAI's chat completions: ``message.annotations`` with ``url_citation`` over ``message.content``."""

from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import Reading
from loccit.cite.formats import url_citations
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue
from loccit.records import Answer, Origin

name: Final = "openai-chat"

_OTHERS_FIELDS = frozenset(("search_results", "citations"))


def looks_like(payload: JsonValue) -> bool:
    """Tell by ``choices`` whose message has a text, without fields of other services that answer in this shape."""
    if not isinstance(payload, Mapping) or _OTHERS_FIELDS & payload.keys():
        return False
    choices = payload.get("choices")
    if not isinstance(choices, list | tuple) or not choices or not isinstance(choices[0], Mapping):
        return False
    message = choices[0].get("message")
    return isinstance(message, Mapping) and isinstance(message.get("content"), str | None)


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of the first choice.

    Raises:
        BadInput: if a field is missing or of the wrong type; names the field.
    """
    choices = Fields.of(payload, "").objects("choices")
    if not choices:
        raise BadInput("choices", "expected at least one choice")
    message = choices[0].inner("message")
    if message is None:
        raise BadInput(choices[0].at("message"), "expected an object, got nothing")
    assembly = Assembly()
    text = message.text("content")
    part = assembly.add_part(text)
    for annotation in message.objects("annotations"):
        citation = annotation.inner("url_citation")
        if citation is not None:
            url_citations.add(assembly, citation, part, text)
    if not assembly.cited:
        read_prose(assembly)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return a completion with one choice; claims without a mark are annotated themselves."""
    annotations: list[JsonValue] = [
        {"type": "url_citation", "url_citation": url_citations.annotation(one, source)}
        for one, source in url_citations.written(answer)
    ]
    message = {"role": "assistant", "content": answer.text, "annotations": annotations}
    return {"object": "chat.completion", "choices": [{"index": 0, "finish_reason": "stop", "message": message}]}
