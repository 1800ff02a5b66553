"""LangChain's messages: text blocks with ``annotations`` of kind ``citation``, offsets into the block's text.

Offsets are Python's, code points, end exclusive; a citation without them is for its whole block. LangChain copies what
Gemini gives without converting it: then the offsets are bytes, and ``cited_text`` is the answer's own text where it
should be the source's. It is used to put the offsets right and is not kept as a passage.
"""

from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import Reading, Stretch
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields, objects
from loccit.cite.formats.prose import read_prose
from loccit.ids import JsonValue
from loccit.records import Answer, AnswerSource, Origin

name: Final = "langchain"

_MESSAGE_KINDS = ("ai", "AIMessageChunk")


def looks_like(payload: JsonValue) -> bool:
    """Tell by a serialised ``AIMessage``, or by blocks with annotations of kind ``citation``."""
    if isinstance(payload, Mapping):
        if payload.get("lc") is not None and isinstance(payload.get("kwargs"), Mapping):
            return True
        if payload.get("type") in _MESSAGE_KINDS:
            return True
    blocks = payload.get("content") if isinstance(payload, Mapping) else payload
    if not isinstance(blocks, list | tuple):
        return False
    return any(_is_citation(one) for block in blocks if isinstance(block, Mapping) for one in _annotations(block))


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of a message's text blocks.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    assembly = Assembly()
    for block in _blocks(payload):
        if block.get("type") == "text":
            text = block.text("text")
            part = assembly.add_part(text)
            for annotation in block.objects("annotations"):
                if annotation.get("type") == "citation":
                    _cite(assembly, annotation, part, text)
    if not assembly.cited:
        read_prose(assembly)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return a message with one text block and a citation for each claim and source."""
    annotations: list[JsonValue] = []
    for one in answer.anchors:
        if one.kind == "claim":
            for position in one.sources:
                source = answer.sources[position]
                citation: dict[str, JsonValue] = {"type": "citation", "url": source.url}
                citation |= {"title": source.title} if source.title else {}
                citation |= {"start_index": one.start, "end_index": one.end}
                citation |= {"cited_text": source.text} if source.text else {}
                annotations.append(citation)
    return {"type": "ai", "content": [{"type": "text", "text": answer.text, "annotations": annotations}]}


def _blocks(payload: JsonValue) -> list[Fields]:
    if isinstance(payload, list | tuple):
        return objects(payload, "")
    message = Fields.of(payload, "")
    message = message.inner("kwargs") or message.inner("data") or message
    content = message.get("content")
    if isinstance(content, str):
        return [Fields({"type": "text", "text": content}, message.path)]
    return [
        Fields({"type": "text", "text": one}, message.at("content")) if isinstance(one, str) else Fields.of(one, path)
        for number, one in enumerate(message.items("content"))
        for path in [f"{message.at('content')}[{number}]"]
    ]


def _cite(assembly: Assembly, annotation: Fields, part: int, text: str) -> None:
    start, end = annotation.optional_integer("start_index"), annotation.optional_integer("end_index")
    cited = annotation.text("cited_text")
    own_words = bool(cited) and end is not None and _is_at(text, start or 0, end, cited)
    source = AnswerSource(
        url=annotation.text("url"),
        title=annotation.text("title") or None,
        text=None if own_words else cited or None,
        requires_attribution=False,
    )
    position = assembly.source(source)
    if end is None:
        assembly.cite_part(part, [position])
    else:
        assembly.cite(Stretch(start or 0, end, (position,), text=cited if own_words else None), part=part)


def _is_at(text: str, start: int, end: int, cited: str) -> bool:
    """Tell whether the cited text is what the answer says at these offsets, counted as characters or as bytes."""
    return cited == text[start:end] or cited.encode() == text.encode()[start:end]


def _annotations(block: Mapping[str, object]) -> list[object]:
    annotations = block.get("annotations")
    return list(annotations) if isinstance(annotations, list | tuple) else []


def _is_citation(annotation: object) -> bool:
    return isinstance(annotation, Mapping) and annotation.get("type") == "citation"
