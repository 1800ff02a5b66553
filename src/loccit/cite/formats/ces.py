"""The wire form of the grounding tool: ``cited_chunks`` and ``inline_citations``.

Field names are those of the tool's reference. Offsets count UTF-8 bytes of the answer's text; its reference does not
say whether the end is exclusive, and its sister services do, so it is here. Both spellings are read (``start_index``
as in protobuf, ``startIndex`` as in its JSON), and an absent number is zero, as protobuf leaves zeros out.
"""

from collections.abc import Mapping
from typing import Any

from loccit.cite.answer import Reading, Stretch, read_anchors
from loccit.cite.formats.fields import Fields
from loccit.ids import JsonValue, scalar_text
from loccit.records import Answer, AnswerSource, Origin
from loccit.text.offsets import OffsetMap, Span, Unit


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return the citations of an answer; its text travels beside them.

    A chunk's ``text`` is the passage, never a search snippet; it is empty where only a URL is known. Only claim
    anchors are written: the form has no place for marks.
    """
    offsets = OffsetMap(answer.text)
    inline: list[JsonValue] = []
    for anchor in answer.anchors:
        if anchor.kind == "claim":
            span = offsets.from_code_points(Span(anchor.start, anchor.end), Unit.UTF8)
            inline.append(
                {"start_index": span.start, "end_index": span.end, "cited_chunk_indices": list(anchor.sources)}
            )
    chunks: list[JsonValue] = [
        {
            "uri": source.url,
            "title": source.title or "",
            "text": source.text or "",
            "requires_attribution": source.requires_attribution,
        }
        for source in answer.sources
    ]
    return {"cited_chunks": chunks, "inline_citations": inline}


def read(text: str, citations: Mapping[str, Any], *, origin: Origin) -> Reading:
    """Return the answer that a text and its citations make, and notes on what does not fit.

    Args:
        text: the answer's text, whole.
        citations: an object with ``cited_chunks`` and ``inline_citations``, or in camel case; other fields are
            ignored.
        origin: who reads it.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    text = scalar_text(text)
    given = Fields.of(citations, "citations")
    sources = tuple(source_of(chunk) for chunk in given.objects("cited_chunks"))
    stretches = [stretch_of(inline) for inline in given.objects("inline_citations")]
    anchors, notes = read_anchors(text, stretches, unit=Unit.UTF8, source_count=len(sources))
    return Reading(Answer(origin=origin, text=text, anchors=anchors, sources=sources), notes)


def source_of(chunk: Fields) -> AnswerSource:
    """Return a cited chunk as a source."""
    return AnswerSource(
        url=chunk.text("uri"),
        title=chunk.text("title") or None,
        text=chunk.text("text") or None,
        requires_attribution=chunk.flag("requires_attribution"),
    )


def stretch_of(inline: Fields) -> Stretch:
    """Return an inline citation; it counts bytes."""
    return Stretch(inline.integer("start_index"), inline.integer("end_index"), inline.integers("cited_chunk_indices"))
