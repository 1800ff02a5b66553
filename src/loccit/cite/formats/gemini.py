"""Gemini's ``groundingMetadata``: what the model said, tied to what its search found.

Source of the shape: ``GenerateContentResponse`` of the Gemini API and Vertex AI. A support's ``segment`` counts bytes
of one part of the content (``partIndex``, zero where absent), end exclusive, and gives its text; ``segment.text`` is
the answer's text, never the source's. A chunk's ``uri`` is mostly a redirect of Google's; see
``loccit.cite.formats.redirects``. A streamed answer, a list of responses, is read as one.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from loccit.cite.answer import Reading, Stretch
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields, objects
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue
from loccit.records import Answer, AnswerSource, Origin
from loccit.text.offsets import OffsetMap, Span, Unit

name: Final = "gemini"

_CHUNK_KINDS = ("web", "retrieved_context", "maps", "image")


def looks_like(payload: JsonValue) -> bool:
    """Tell by ``candidates`` whose content has ``parts``, or by grounding metadata."""
    first = payload[0] if isinstance(payload, list | tuple) and payload else payload
    candidates = first.get("candidates") if isinstance(first, Mapping) else None
    if not isinstance(candidates, list | tuple):
        return False
    return all(isinstance(one, Mapping) and not {"message", "text"} & one.keys() for one in candidates)


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of the first candidate; thoughts are no part of it.

    Raises:
        BadInput: if a field is missing or of the wrong type; names the field.
    """
    responses = objects(payload, "") if isinstance(payload, list | tuple) else [Fields.of(payload, "")]
    candidates = [found[0] for response in responses if (found := response.objects("candidates"))]
    if not candidates:
        raise BadInput("candidates", "expected at least one candidate")
    assembly = Assembly()
    numbers = _add_parts(assembly, candidates, streamed=len(responses) > 1)
    for candidate in candidates:
        metadata = candidate.inner("grounding_metadata")
        if metadata is not None:
            _add_supports(assembly, metadata, numbers)
    if not assembly.cited:
        read_prose(assembly, numbered=len(assembly.sources))
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return a response with one candidate and one part; only claim anchors have a place in it."""
    offsets = OffsetMap(answer.text)
    supports: list[JsonValue] = []
    for one in answer.anchors:
        if one.kind == "claim":
            span = offsets.from_code_points(Span(one.start, one.end), Unit.UTF8)
            segment: JsonValue = {"startIndex": span.start, "endIndex": span.end, "text": one.slice}
            supports.append({"segment": segment, "groundingChunkIndices": list(one.sources)})
    chunks: list[JsonValue] = [
        {"web": {"uri": source.cited_as or source.url, "title": source.title or ""}} for source in answer.sources
    ]
    return {
        "candidates": [
            {
                "content": {"role": "model", "parts": [{"text": answer.text}]},
                "groundingMetadata": {"groundingChunks": chunks, "groundingSupports": supports},
            }
        ]
    }


def _add_parts(assembly: Assembly, candidates: list[Fields], *, streamed: bool) -> dict[int, int]:
    """Add the text and return which part of it each part of the content is; a streamed one is joined."""
    texts: dict[int, str] = {}
    for candidate in candidates:
        content = candidate.inner("content")
        for number, part in enumerate(content.objects("parts") if content else ()):
            if not part.flag("thought"):
                index = 0 if streamed else number
                texts[index] = texts.get(index, "") + part.text("text")
    return {index: assembly.add_part(text) for index, text in texts.items() if text or len(texts) == 1}


def _add_supports(assembly: Assembly, metadata: Fields, numbers: dict[int, int]) -> None:
    first = len(assembly.sources)
    chunks = metadata.objects("grounding_chunks")
    for chunk in chunks:
        assembly.list_source(_source(chunk))
    for support in metadata.objects("grounding_supports"):
        segment = support.inner("segment")
        if segment is None:
            raise BadInput(support.at("segment"), "expected an object, got nothing")
        text = segment.optional_text("text")
        stretch = Stretch(
            segment.integer("start_index"),
            segment.integer("end_index"),
            support.integers("grounding_chunk_indices"),
            text=text,
        ).moved(first, len(chunks))
        part = numbers.get(segment.integer("part_index"))
        if segment.get("part_index") is None:
            # Without a part the offsets may count over all parts joined.
            part = part if part is not None and assembly.fits(stretch, part, Unit.UTF8) else None
        elif part is None:
            stretch = replace(stretch, start=-1, end=-1)
        assembly.cite(stretch, part=part, unit=Unit.UTF8)


def _source(chunk: Fields) -> AnswerSource:
    kind = next((kind for kind in _CHUNK_KINDS if chunk.get(kind) is not None), "web")
    given = chunk.inner(kind)
    if given is None:
        return AnswerSource(url=f"chunk:{chunk.path}", title=None, text=None, requires_attribution=False)
    return AnswerSource(
        url=given.text("uri") or given.text("document_name"),
        title=given.text("title") or None,
        text=given.text("text") or None,
        requires_attribution=False,
    )
