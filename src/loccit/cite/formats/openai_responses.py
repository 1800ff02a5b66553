"""Answers of OpenAI's Responses API: ``output`` items whose ``output_text`` has ``url_citation`` annotations."""

from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import Reading, Stretch
from loccit.cite.formats import url_citations
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields, objects
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue
from loccit.records import Answer, AnswerSource, Origin

name: Final = "openai-responses"


def looks_like(payload: JsonValue) -> bool:
    """Tell by an item whose content is ``output_text``."""
    items = payload.get("output") if isinstance(payload, Mapping) else payload
    if isinstance(payload, Mapping) and payload.get("object") == "response":
        return True
    if not isinstance(items, list | tuple):
        return False
    return any(_is_output_text(block) for item in items if isinstance(item, Mapping) for block in _content(item))


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of all messages, each after an empty line.

    Offsets count code points of one ``output_text``. A ``file_citation`` has an ``index``: it cites the sentence that
    ends there.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    items = objects(payload, "") if isinstance(payload, list | tuple) else Fields.of(payload, "").objects("output")
    assembly = Assembly()
    for item in items:
        if item.get("type") in ("message", None):
            blocks = item.objects("content")
            for number, block in enumerate(blocks):
                if _is_output_text(block.value):
                    _add(assembly, block, first=number == 0)
    if not assembly.cited:
        read_prose(assembly)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return a response with one message of one text; claims without a mark are annotated themselves."""
    annotations: list[JsonValue] = [
        {"type": "url_citation", **url_citations.annotation(one, source)}
        for one, source in url_citations.written(answer)
    ]
    content: JsonValue = [{"type": "output_text", "text": answer.text, "annotations": annotations}]
    message = {"type": "message", "role": "assistant", "status": "completed", "id": "msg_0", "content": content}
    return {"object": "response", "output": [message]}


def _content(item: Mapping[str, object]) -> list[object]:
    content = item.get("content")
    return list(content) if isinstance(content, list | tuple) else [item]


def _is_output_text(block: object) -> bool:
    return isinstance(block, Mapping) and block.get("type") == "output_text"


def _add(assembly: Assembly, block: Fields, *, first: bool) -> None:
    text = block.text("text")
    part = assembly.add_part(text, apart_from_last=first)
    for annotation in block.objects("annotations"):
        kind = annotation.get("type")
        if kind == "url_citation":
            url_citations.add(assembly, annotation, part, text)
        elif kind == "file_citation":
            assembly.cite_place(annotation.integer("index"), [assembly.source(_file(annotation))], part=part)
        elif kind == "container_file_citation":
            start, end = annotation.integer("start_index"), annotation.integer("end_index")
            source = assembly.source(_file(annotation))
            assembly.cite(Stretch(start, end, (source,), kind="marker"), part=part)
        elif not isinstance(kind, str):
            raise BadInput(annotation.at("type"), f"expected a string, got {kind!r}")


def _file(annotation: Fields) -> AnswerSource:
    return AnswerSource(
        url=f"file:{annotation.text('file_id')}",
        title=annotation.text("filename") or None,
        text=None,
        requires_attribution=False,
    )
