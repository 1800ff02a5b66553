"""Gemini's interactions: text blocks with ``annotations`` that count bytes of the block, end exclusive.

``url_citation`` is the statement's span and one source; ``file_citation`` and ``place_citation`` likewise. Steps of
kind ``model_output`` hold the blocks; older answers hold them in ``outputs``.
"""

from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import Reading, Stretch
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields
from loccit.cite.formats.prose import read_prose
from loccit.ids import JsonValue
from loccit.records import Answer, AnswerSource, Origin, SourcePlace
from loccit.text.offsets import OffsetMap, Span, Unit

name: Final = "gemini-interactions"


def looks_like(payload: JsonValue) -> bool:
    """Tell by ``steps`` of kind ``model_output``, or by ``outputs`` that are text blocks."""
    if not isinstance(payload, Mapping):
        return False
    steps, outputs = payload.get("steps"), payload.get("outputs")
    if isinstance(steps, list | tuple):
        return any(isinstance(step, Mapping) and step.get("type") == "model_output" for step in steps)
    blocks = outputs if isinstance(outputs, list | tuple) else ()
    return any(isinstance(one, Mapping) and one.get("type") == "text" and "content" not in one for one in blocks)


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of all text blocks the model put out; an annotation without offsets is for its whole block.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    whole = Fields.of(payload, "")
    blocks = [
        block
        for step in whole.objects("steps")
        if step.get("type") == "model_output"
        for block in step.objects("content")
    ]
    assembly = Assembly()
    for block in blocks or whole.objects("outputs"):
        if block.get("type") == "text":
            _add(assembly, block)
    if not assembly.cited:
        read_prose(assembly)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return an interaction of one step and one text block; only claim anchors have a place in it."""
    offsets = OffsetMap(answer.text)
    annotations: list[JsonValue] = []
    for one in answer.anchors:
        if one.kind == "claim":
            span = offsets.from_code_points(Span(one.start, one.end), Unit.UTF8)
            where = {"start_index": span.start, "end_index": span.end}
            annotations += [{**_annotation(answer.sources[position]), **where} for position in one.sources]
    block: dict[str, JsonValue] = {"type": "text", "text": answer.text, "annotations": annotations}
    return {"status": "completed", "steps": [{"type": "model_output", "content": [block]}]}


def _add(assembly: Assembly, block: Fields) -> None:
    part = assembly.add_part(block.text("text"))
    for annotation in block.objects("annotations"):
        position = assembly.source(_source(annotation))
        start, end = annotation.integer("start_index"), annotation.optional_integer("end_index")
        if end is None and annotation.get("start_index") is None:
            assembly.cite_part(part, [position])
        else:
            assembly.cite(Stretch(start, end or 0, (position,)), part=part, unit=Unit.UTF8)


def _source(annotation: Fields) -> AnswerSource:
    page = annotation.optional_integer("page_number")
    return AnswerSource(
        url=annotation.text("url") or annotation.text("document_uri") or annotation.text("file_name"),
        title=annotation.text("title") or annotation.text("name") or annotation.text("file_name") or None,
        text=None,
        requires_attribution=False,
        place=None if page is None else SourcePlace(unit="pages", start=page, end=page + 1),
    )


def _annotation(source: AnswerSource) -> dict[str, JsonValue]:
    place = source.place
    if place is not None and place.unit == "pages":
        file: dict[str, JsonValue] = {"type": "file_citation", "document_uri": source.cited_as or source.url}
        return {**file, "page_number": place.start, **({"file_name": source.title} if source.title else {})}
    return {"type": "url_citation", "url": source.cited_as or source.url, "title": source.title or ""}
