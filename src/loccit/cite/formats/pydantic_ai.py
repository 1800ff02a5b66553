"""Pydantic AI's text parts: ``citations`` with sources and an anchor, ``content`` or ``marker``, in code points."""

from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import Reading, Stretch
from loccit.cite.formats.assembly import Assembly, unmarked_claims
from loccit.cite.formats.fields import Fields, objects
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue, json_kind
from loccit.records import Anchor, Answer, AnswerSource, Origin

name: Final = "pydantic-ai"


def looks_like(payload: JsonValue) -> bool:
    """Tell by a message of kind ``response``, or by a part that says ``part_kind``."""
    messages = payload if isinstance(payload, list | tuple) else [payload]
    return any(isinstance(one, Mapping) and ("part_kind" in one or _has_parts(one)) for one in messages)


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of the last response's text parts.

    A source has its address and one of its excerpts; a citation without an anchor is for its whole part.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    assembly = Assembly()
    for part in _parts(payload):
        if part.get("part_kind") == "text":
            number = assembly.add_part(part.text("content"))
            for citation in part.objects("citations"):
                _cite(assembly, citation, number)
    if not assembly.cited:
        read_prose(assembly)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return a response with one text part: marks as marker anchors, claims that no mark gives as content anchors."""
    anchors = [*(one for one in answer.anchors if one.kind == "marker"), *unmarked_claims(answer)]
    citations: list[JsonValue] = [_citation(answer, one) for one in anchors if one.sources]
    part = {"part_kind": "text", "content": answer.text, "citations": citations}
    return {"kind": "response", "parts": [part]}


def _has_parts(message: Mapping[str, object]) -> bool:
    parts = message.get("parts")
    if not isinstance(parts, list | tuple):
        return False
    return any(isinstance(part, Mapping) and "part_kind" in part for part in parts)


def _parts(payload: JsonValue) -> list[Fields]:
    messages = objects(payload, "") if isinstance(payload, list | tuple) else [Fields.of(payload, "")]
    if any("part_kind" in message.value for message in messages):
        return messages
    responses = [message for message in messages if message.get("kind") in ("response", None)]
    return responses[-1].objects("parts") if responses else []


def _cite(assembly: Assembly, citation: Fields, part: int) -> None:
    sources = [assembly.source(source) for given in citation.objects("sources") for source in _sources(given)]
    anchor = citation.inner("anchor")
    if anchor is None:
        assembly.cite_part(part, sources)
        return
    kind = anchor.text("kind") or "content"
    if kind not in ("content", "marker"):
        raise BadInput(anchor.at("kind"), f"expected content or marker, got {kind!r}")
    start, end = anchor.integer("start"), anchor.integer("end")
    stretch = Stretch(start, end, tuple(sources), kind="marker" if kind == "marker" else "claim")
    assembly.cite(stretch, part=part)


def _sources(given: Fields) -> list[AnswerSource]:
    title = given.text("title") or None
    url = given.text("url") or f"document:{given.text('document_id') or title or ''}"
    excerpts = given.items("excerpts") or [None]
    for number, excerpt in enumerate(excerpts):
        if excerpt is not None and not isinstance(excerpt, str):
            raise BadInput(f"{given.at('excerpts')}[{number}]", f"expected a string, got {json_kind(excerpt)}")
    return [AnswerSource(url=url, title=title, text=one or None, requires_attribution=False) for one in excerpts]


def _citation(answer: Answer, one: Anchor) -> dict[str, JsonValue]:
    sources: list[JsonValue] = [_written(answer.sources[position]) for position in one.sources]
    kind = "marker" if one.kind == "marker" else "content"
    return {"sources": sources, "anchor": {"kind": kind, "start": one.start, "end": one.end}}


def _written(source: AnswerSource) -> dict[str, JsonValue]:
    excerpts: list[JsonValue] = [source.text] if source.text else []
    if source.url.startswith("document:"):
        identifier = source.url.removeprefix("document:")
        return {"kind": "document", "document_id": identifier, "title": source.title, "excerpts": excerpts}
    return {"kind": "web", "url": source.url, "title": source.title, "excerpts": excerpts}
