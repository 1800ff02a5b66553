"""Parts of the Vercel AI SDK: text, and sources that say nothing about where they are cited.

A source part is what was found, not what was cited: without marks in the text there is no citation. What we write
carries its offsets in ``providerMetadata.loccit``, in UTF-16 units as JavaScript counts and in code points.
"""

from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import AnchorKind, Reading, Stretch
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields, objects
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue
from loccit.records import Answer, AnswerSource, Origin
from loccit.text.offsets import OffsetMap, Span, Unit

name: Final = "vercel"


def looks_like(payload: JsonValue) -> bool:
    """Tell by a part that is a source (``source-url``, ``sourceType``), or by a role and text parts."""
    parts = _raw_parts(payload)
    if any(isinstance(part, Mapping) and _is_source(part) for part in parts):
        return True
    is_message = isinstance(payload, Mapping) and "role" in payload and "parts" in payload
    return is_message and any(isinstance(part, Mapping) and part.get("type") == "text" for part in parts)


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of the text parts; sources are listed whether they are cited or not.

    What stands between two texts and is no source, as a step's start or a tool's call, puts an empty line there.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    parts = objects(_raw_parts(payload), "parts")
    assembly = Assembly()
    given = payload.get("text") if isinstance(payload, Mapping) else None
    if isinstance(given, str) and not any(part.get("type") == "text" for part in parts):
        assembly.add_part(Fields.of(payload, "").text("text"))
    apart = False
    for part in parts:
        if part.get("type") == "text":
            assembly.add_part(part.text("text"), apart_from_last=apart)
            apart = False
        elif not _is_source(part.value):
            apart = True
    for part in parts:
        if _is_source(part.value):
            _add(assembly, part)
    if not assembly.cited:
        read_prose(assembly, numbered=len(assembly.sources))
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return a message of the SDK's user interface: a text part, and a ``source-url`` part for each source."""
    offsets = OffsetMap(answer.text)
    parts: list[JsonValue] = [{"type": "text", "text": answer.text}]
    for position, source in enumerate(answer.sources):
        cited: list[JsonValue] = []
        for one in answer.anchors:
            if position in one.sources:
                span = Span(one.start, one.end)
                utf16 = offsets.from_code_points(span, Unit.UTF16)
                cited.append({"kind": one.kind, "utf16": [*utf16], "code_points": [*span], "slice": one.slice})
        parts.append(
            {
                "type": "source-url",
                "sourceId": f"source-{position + 1}",
                "url": source.url,
                "title": source.title or "",
                "providerMetadata": {"loccit": {"cited": cited, "text": source.text}},
            }
        )
    return {"role": "assistant", "parts": parts}


def _raw_parts(payload: object) -> list[object]:
    if isinstance(payload, list | tuple):
        return list(payload)
    lists = [payload.get(one) for one in ("parts", "content", "sources")] if isinstance(payload, Mapping) else []
    found = [list(one) for one in lists if isinstance(one, list | tuple)]
    with_sources = (one for one in found if any(isinstance(part, Mapping) and _is_source(part) for part in one))
    return next(with_sources, found[0] if found else [])


def _is_source(part: Mapping[str, object]) -> bool:
    return part.get("type") in ("source-url", "source-document") or "sourceType" in part


def _add(assembly: Assembly, part: Fields) -> None:
    metadata = part.inner("providerMetadata")
    ours = metadata.inner("loccit") if metadata else None
    position = assembly.list_source(
        AnswerSource(
            url=part.text("url") or part.text("filename") or part.text("sourceId") or part.text("id"),
            title=part.text("title") or None,
            text=(ours.text("text") if ours else "") or None,
            requires_attribution=False,
        )
    )
    for cited in ours.objects("cited") if ours else ():
        pair = cited.integers("utf16")
        if len(pair) != 2:
            raise BadInput(cited.at("utf16"), f"expected a start and an end, got {len(pair)} numbers")
        kind: AnchorKind = "marker" if cited.get("kind") == "marker" else "claim"
        start, end = pair
        stretch = Stretch(start, end, (position,), kind=kind, text=cited.text("slice") or None)
        assembly.cite(stretch, unit=Unit.UTF16)
