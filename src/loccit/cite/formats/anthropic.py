"""Anthropic's messages: text blocks with ``citations``; each block is the span its citations are for.

Kinds of citation: ``web_search_result_location`` (a URL), ``search_result_location`` (a ``search_result`` block that
was sent), ``char_location``, ``page_location`` and ``content_block_location`` (a document that was sent).
``cited_text`` is the source's own text. Pages count from 1, all else from 0, ends are exclusive.
"""

from collections.abc import Mapping
from typing import Final, Literal

from loccit.cite.answer import Reading
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.cover import pieces
from loccit.cite.formats.fields import Fields, objects
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue
from loccit.records import Answer, AnswerSource, Handoff, Origin, SourcePlace

name: Final = "anthropic"

_Unit = Literal["characters", "pages", "blocks"]
_PLACES: dict[str, tuple[_Unit, str, str]] = {
    "char_location": ("characters", "start_char_index", "end_char_index"),
    "page_location": ("pages", "start_page_number", "end_page_number"),
    "content_block_location": ("blocks", "start_block_index", "end_block_index"),
    "search_result_location": ("blocks", "start_block_index", "end_block_index"),
}
_KINDS = (*_PLACES, "web_search_result_location")


def looks_like(payload: JsonValue) -> bool:
    """Tell by a message of the assistant whose content is blocks, or by a citation of one of the kinds."""
    if isinstance(payload, Mapping) and payload.get("type") == "message" and payload.get("role") == "assistant":
        return True
    blocks = payload.get("content") if isinstance(payload, Mapping) else payload
    if not isinstance(blocks, list | tuple):
        return False
    citations = [
        citation
        for block in blocks
        if isinstance(block, Mapping)
        and block.get("type") == "text"
        and isinstance(block.get("citations"), list | tuple)
        for citation in block["citations"]
    ]
    return any(isinstance(one, Mapping) and one.get("type") in _KINDS for one in citations)


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of a message's text blocks; a source is a page and the text cited from it.

    What stands between two of them, as a search, puts an empty line there. A citation of a kind that is not known
    counts, with the address it gives.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    blocks = objects(payload, "") if isinstance(payload, list | tuple) else Fields.of(payload, "").objects("content")
    assembly = Assembly()
    apart = False
    for block in blocks:
        if block.get("type") != "text":
            apart = True
            continue
        part = assembly.add_part(block.text("text"), apart_from_last=apart)
        apart = False
        cited = [assembly.source(_source(citation)) for citation in block.objects("citations")]
        if cited:
            assembly.cite_part(part, cited)
    if not assembly.cited:
        read_prose(assembly)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return a message with a block for each piece of text that the same sources are cited for."""
    blocks: list[JsonValue] = []
    for span, positions in pieces(answer):
        block: dict[str, JsonValue] = {"type": "text", "text": answer.text[span.start : span.end]}
        if positions:
            block["citations"] = [_citation(answer.sources[position], position) for position in positions]
        blocks.append(block)
    return {"type": "message", "role": "assistant", "content": blocks}


def search_results(handoff: Handoff) -> list[JsonValue]:
    """Return ``search_result`` blocks to hand a model the admitted passages: one a page, one text block a passage.

    The text block is the smallest thing the model can cite, so its citations come back as whole passages.
    """
    pages: dict[tuple[str, str], dict[str, None]] = {}
    for entry in handoff.admitted:
        for place in entry.passages:
            pages.setdefault((place.url, place.title or place.url), {})[place.exact] = None
    return [
        {
            "type": "search_result",
            "source": url,
            "title": title,
            "content": [{"type": "text", "text": exact} for exact in passages],
            "citations": {"enabled": True},
        }
        for (url, title), passages in pages.items()
    ]


def _source(citation: Fields) -> AnswerSource:
    kind = citation.text("type")
    if not kind:
        raise BadInput(citation.at("type"), f"expected a kind of citation as {', '.join(sorted(_KINDS))}, got nothing")
    place = None
    if kind in _PLACES:
        unit, start, end = _PLACES[kind]
        place = SourcePlace(unit=unit, start=citation.integer(start), end=citation.integer(end))
    return AnswerSource(
        url=_address(citation, kind),
        title=citation.text("title") or citation.text("document_title") or None,
        text=citation.text("cited_text") or None,
        requires_attribution=False,
        place=place,
    )


def _address(citation: Fields, kind: str) -> str:
    if kind == "web_search_result_location":
        return citation.text("url")
    if kind == "search_result_location":
        return citation.text("source")
    if kind not in _KINDS:
        return citation.text("url") or citation.text("source") or f"citation:{kind}"
    return f"document:{citation.integer('document_index')}"


def _citation(source: AnswerSource, position: int) -> dict[str, JsonValue]:
    text: dict[str, JsonValue] = {"cited_text": source.text or ""}
    place = source.place
    index = source.url.removeprefix("document:")
    if source.url.startswith("document:") and index.isascii() and index.isdecimal():
        kind = {"characters": "char_location", "pages": "page_location"}.get(place.unit if place else "characters")
        kind = kind or "content_block_location"
        _, start, end = _PLACES[kind]
        where: dict[str, JsonValue] = {start: place.start if place else 0, end: place.end if place else 0}
        return {"type": kind, **text, "document_index": int(index), "document_title": source.title, **where}
    if place is not None:
        result: dict[str, JsonValue] = {"type": "search_result_location", **text, "source": source.url}
        blocks = {"start_block_index": place.start, "end_block_index": place.end}
        return {**result, "title": source.title, "search_result_index": position, **blocks}
    web = {"type": "web_search_result_location", **text, "url": source.url, "title": source.title}
    return {**web, "encrypted_index": ""}
