"""Cohere's chat answers: ``citations`` with ``start end text sources`` over one block of the message's content.

The unit is not stated; offsets are read as code points, end exclusive, and checked against the citation's ``text``.
Citations of thoughts and plans are not citations of the answer. Version 1 has the text on top and ``document_ids``.
"""

from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import Reading, Stretch
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue, json_kind
from loccit.records import Answer, AnswerSource, Origin

name: Final = "cohere"

_ADDRESS_FIELDS = ("url", "uri", "link", "source_url")
_TEXT_FIELDS = ("text", "content", "data")


def looks_like(payload: JsonValue) -> bool:
    """Tell by ``message`` with a list of content or citations, or by ``text`` with citations of documents."""
    if not isinstance(payload, Mapping):
        return False
    message = payload.get("message")
    if isinstance(message, Mapping):
        content, citations = message.get("content"), message.get("citations")
        answers = citations is not None or "finish_reason" in payload or message.get("role") == "assistant"
        return isinstance(content, list | tuple) and answers
    citations = payload.get("citations")
    if not isinstance(payload.get("text"), str) or not isinstance(citations, list | tuple):
        return False
    return all(isinstance(one, Mapping) and "document_ids" in one for one in citations)


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of the message's text blocks.

    A source's text is the document's ``text`` or ``content``, where it is given.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    whole = Fields.of(payload, "")
    message = whole.inner("message")
    assembly = Assembly()
    if message is None:
        documents = {one.text("id"): one for one in whole.objects("documents")}
        part = assembly.add_part(whole.text("text"))
        for citation in whole.objects("citations"):
            ids = [_id(one, citation.at("document_ids")) for one in citation.items("document_ids")]
            sources = [assembly.source(_document(documents.get(one), one)) for one in ids]
            _cite(assembly, citation, sources, part)
        return assembly.reading(origin)
    numbers: dict[int, int] = {}
    for index, block in enumerate(message.objects("content")):
        if block.get("type") in ("text", None):
            numbers[index] = assembly.add_part(block.text("text"))
    for citation in message.objects("citations"):
        if citation.get("type") in (None, "TEXT_CONTENT"):
            sources = [assembly.source(_source(source)) for source in citation.objects("sources")]
            _cite(assembly, citation, sources, numbers.get(citation.integer("content_index")))
    if not assembly.cited:
        read_prose(assembly)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return a response of version 2 with one text block; only claim anchors have a place in it."""
    citations: list[JsonValue] = [
        {
            "start": one.start,
            "end": one.end,
            "text": one.slice,
            "content_index": 0,
            "type": "TEXT_CONTENT",
            "sources": [_written(answer.sources[position]) for position in one.sources],
        }
        for one in answer.anchors
        if one.kind == "claim"
    ]
    content: JsonValue = [{"type": "text", "text": answer.text}]
    message: JsonValue = {"role": "assistant", "content": content, "citations": citations}
    return {"id": "", "finish_reason": "COMPLETE", "message": message}


def _cite(assembly: Assembly, citation: Fields, sources: list[int], part: int | None) -> None:
    start, end = citation.integer("start"), citation.integer("end")
    assembly.cite(Stretch(start, end, tuple(sources), text=citation.text("text") or None), part=part)


def _source(source: Fields) -> AnswerSource:
    return _document(source.inner("document") or source.inner("tool_output"), source.text("id"))


def _document(document: Fields | None, identifier: str) -> AnswerSource:
    if document is None:
        return AnswerSource(url=identifier, title=None, text=None, requires_attribution=False)
    return AnswerSource(
        url=_first(document, _ADDRESS_FIELDS) or identifier,
        title=_first(document, ("title",)),
        text=_first(document, _TEXT_FIELDS),
        requires_attribution=False,
    )


def _first(document: Fields, names: tuple[str, ...]) -> str | None:
    """Return the first of some fields that is a string and not empty; what a document holds is its author's choice."""
    values = (document.value.get(one) for one in names)
    return next((value for value in values if isinstance(value, str) and value), None)


def _id(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise BadInput(path, f"expected strings, got {json_kind(value)}")
    return value


def _written(source: AnswerSource) -> dict[str, JsonValue]:
    document: dict[str, JsonValue] = {"id": source.url, "url": source.url}
    if source.title:
        document["title"] = source.title
    if source.text:
        document["text"] = source.text
    return {"type": "document", "id": source.url, "document": document}
