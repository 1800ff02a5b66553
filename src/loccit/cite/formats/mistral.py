"""Mistral's answers: a list of chunks, in which a reference stands behind the text it is for.

``reference`` names what was sent by ``reference_ids``, ``tool_reference`` a page the service's own tool found. Neither
has offsets: it cites the sentence that the text before it ends in.
"""

from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import Reading
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.cover import points
from loccit.cite.formats.fields import Fields, objects
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue, json_kind
from loccit.records import Answer, AnswerSource, Origin

name: Final = "mistral"


def looks_like(payload: JsonValue) -> bool:
    """Tell by chunks of kind ``reference`` or ``tool_reference``, or by a choice whose content is chunks."""
    if not isinstance(payload, Mapping):
        return False
    choices, outputs = payload.get("choices"), payload.get("outputs")
    if isinstance(choices, list | tuple) and choices and isinstance(choices[0], Mapping):
        message = choices[0].get("message")
        return isinstance(message, Mapping) and isinstance(message.get("content"), list | tuple)
    entries = outputs if isinstance(outputs, list | tuple) else ()
    return any(isinstance(entry, Mapping) and entry.get("type") == "message.output" for entry in entries)


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of the first choice, or of a conversation's outputs.

    Raises:
        BadInput: if a field is missing or of the wrong type; names the field.
    """
    whole = Fields.of(payload, "")
    assembly = Assembly()
    for entry in _entries(whole):
        content = entry.get("content")
        if isinstance(content, str):
            assembly.add_part(entry.text("content"), apart_from_last=True)
        else:
            for number, chunk in enumerate(objects(content or [], entry.at("content"))):
                _add(assembly, chunk, first=number == 0)
    if not assembly.cited:
        read_prose(assembly)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return a conversation's output: text chunks, each cited piece followed by its references."""
    chunks: list[JsonValue] = []
    for span, positions in points(answer):
        if span.end > span.start:
            chunks.append({"type": "text", "text": answer.text[span.start : span.end]})
        chunks += [_reference(answer.sources[position]) for position in positions]
    return {"outputs": [{"type": "message.output", "role": "assistant", "content": chunks}]}


def _entries(whole: Fields) -> list[Fields]:
    choices = whole.objects("choices")
    if choices:
        message = choices[0].inner("message")
        if message is None:
            raise BadInput(choices[0].at("message"), "expected an object, got nothing")
        return [message]
    return [one for one in whole.objects("outputs") if one.get("type") == "message.output"]


def _add(assembly: Assembly, chunk: Fields, *, first: bool) -> None:
    kind = chunk.get("type")
    if kind == "text":
        assembly.add_part(chunk.text("text"), apart_from_last=first)
    elif kind == "reference":
        ids = [_identifier(one, chunk.at("reference_ids")) for one in chunk.items("reference_ids")]
        assembly.cite_before([assembly.source(_sent(one)) for one in ids])
    elif kind == "tool_reference":
        source = AnswerSource(
            url=chunk.text("url") or f"tool:{chunk.text('tool')}",
            title=chunk.text("title") or None,
            text=None,
            requires_attribution=False,
        )
        assembly.cite_before([assembly.source(source)])


def _identifier(value: object, path: str) -> str:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise BadInput(path, f"expected numbers or strings, got {json_kind(value)}")
    return str(value)


def _sent(identifier: str) -> AnswerSource:
    return AnswerSource(url=f"reference:{identifier}", title=None, text=None, requires_attribution=False)


def _reference(source: AnswerSource) -> dict[str, JsonValue]:
    if source.url.startswith("reference:"):
        identifier = source.url.removeprefix("reference:")
        number = identifier.isascii() and identifier.isdecimal() and len(identifier) < 16
        return {"type": "reference", "reference_ids": [int(identifier) if number else identifier]}
    return {"type": "tool_reference", "tool": "web_search", "title": source.title or "", "url": source.url}
