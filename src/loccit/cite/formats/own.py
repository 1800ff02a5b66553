"""Our own shape of an answer: every anchor carries its text and its offsets in all three units."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from loccit.cite.answer import Note, Reading, anchor, cuts_word
from loccit.errors import BadInput
from loccit.ids import JsonValue
from loccit.records import Anchor, Answer, Origin
from loccit.text.offsets import OffsetMap, Span, Unit

FORMAT = "loccit/cited-text@1"
_UNITS = {"code_points": Unit.CODE_POINT, "utf8": Unit.UTF8, "utf16": Unit.UTF16}


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return an answer as JSON: ``format text modality handoff sources anchors``.

    An anchor has ``kind slice claim sources`` and the pairs ``code_points``, ``utf8`` and ``utf16``, ends exclusive.
    """
    offsets = OffsetMap(answer.text)
    anchors: list[JsonValue] = []
    for one in answer.anchors:
        spans: dict[str, JsonValue] = {
            name: list(offsets.from_code_points(Span(one.start, one.end), unit)) for name, unit in _UNITS.items()
        }
        anchors.append(
            {"kind": one.kind, "slice": one.slice, "claim": one.claim, "sources": list(one.sources), **spans}
        )
    content = answer.content()
    return {
        "format": FORMAT,
        "text": answer.text,
        "modality": answer.modality,
        "handoff": answer.handoff,
        "sources": content["sources"],
        "anchors": anchors,
    }


def read(shape: Mapping[str, Any], *, origin: Origin) -> Reading:
    """Return the answer of a shape, each anchor checked against its slice.

    An anchor whose offsets give another text than its slice is put where the slice stands, if it stands at one place
    only, and noted as ``offset_suspect``; else it is dropped and noted as ``bad_offset``.

    Raises:
        BadInput: if the shape is none of this format, or a field is missing or of the wrong type.
    """
    if not isinstance(shape, Mapping) or shape.get("format") != FORMAT:
        raise BadInput("format", f"expected an object with format {FORMAT!r}")
    answer = _answer(shape, origin)
    anchors: list[Anchor] = []
    notes: list[Note] = []
    for number, given in enumerate(shape.get("anchors") or ()):
        placed, found = _place(answer.text, given, number, source_count=len(answer.sources))
        anchors += placed
        notes += found
    return Reading(answer.replacing(anchors=tuple(anchors)), tuple(notes))


def _answer(shape: Mapping[str, Any], origin: Origin) -> Answer:
    try:
        return Answer.model_validate(
            {
                "origin": origin,
                "text": shape.get("text"),
                "anchors": (),
                "sources": shape.get("sources") or (),
                "handoff": shape.get("handoff"),
                "modality": shape.get("modality", "text"),
            }
        )
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(".".join(map(str, first["loc"])), str(first["msg"])) from error


def _place(text: str, given: object, number: int, *, source_count: int) -> tuple[list[Anchor], list[Note]]:
    path = f"anchors[{number}]"
    if not isinstance(given, Mapping) or not isinstance(given.get("slice"), str) or not given["slice"]:
        raise BadInput(path, "expected an object with a slice that is not empty")
    piece, notes = given["slice"], []
    span = _span(text, given, path)
    if span is None or text[span.start : span.end] != piece:
        first = text.find(piece)
        if first < 0 or text.find(piece, first + 1) >= 0:
            return [], [Note(number, "bad_offset", "the offsets do not give the slice, and its place is not certain")]
        span = Span(first, first + len(piece))
        notes.append(Note(number, "offset_suspect", "the offsets do not give the slice; it was found by its text"))
    elif cuts_word(text, span.start) or cuts_word(text, span.end):
        notes.append(Note(number, "offset_suspect", f"{span.start}-{span.end} (code points) cuts a word"))
    sources = _integers(given.get("sources", ()), f"{path}.sources")
    if any(not 0 <= one < source_count for one in sources):
        notes.append(Note(number, "unknown_source", f"{source_count} sources are listed, not all of {sources}"))
    kind = given.get("kind", "claim")
    if kind not in {"claim", "marker"}:
        raise BadInput(f"{path}.kind", f"expected claim or marker, got {kind!r}")
    known = [one for one in sources if 0 <= one < source_count]
    return [anchor(text, span, sources=known, kind=kind, claim=given.get("claim"))], notes


def _span(text: str, given: Mapping[str, Any], path: str) -> Span | None:
    """Return the span in code points on which all units that are given agree; null where they do not."""
    offsets = OffsetMap(text)
    spans = set()
    for name, unit in _UNITS.items():
        if name in given:
            ends = _integers(given[name], f"{path}.{name}")
            if len(ends) != 2:
                raise BadInput(f"{path}.{name}", f"expected a start and an end, got {ends}")
            try:
                spans.add(offsets.to_code_points(Span(*ends), unit))
            except BadInput:
                return None
    if not spans:
        raise BadInput(path, f"expected offsets in one of {', '.join(_UNITS)}")
    return spans.pop() if len(spans) == 1 else None


def _integers(value: object, path: str) -> list[int]:
    if not isinstance(value, list | tuple) or not all(type(one) is int for one in value):
        raise BadInput(path, f"expected a list of integers, got {value!r}")
    return list(value)
