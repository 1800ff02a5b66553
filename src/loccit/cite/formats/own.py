"""Our own shape of an answer: every anchor carries its text and its offsets in all three units."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt, ValidationError

from loccit.cite.answer import Note, Reading, anchor, cuts_word
from loccit.errors import BadInput
from loccit.ids import JsonValue
from loccit.records import Anchor, Answer, AnswerSource, Origin, Value
from loccit.records.record import RecordId, Text
from loccit.text.offsets import OffsetMap, Span, Unit

name: Final = "loccit"

FORMAT = "loccit/cited-text@1"

_Pair = tuple[StrictInt, StrictInt]
_Piece = Annotated[Text, Field(min_length=1)]


class _Anchor(Value):
    kind: Literal["claim", "marker"] = "claim"
    slice: _Piece
    claim: RecordId | None = None
    sources: tuple[StrictInt, ...] = ()
    code_points: _Pair | None = None
    utf8: _Pair | None = None
    utf16: _Pair | None = None

    def spans(self) -> dict[Unit, _Pair]:
        given = {Unit.CODE_POINT: self.code_points, Unit.UTF8: self.utf8, Unit.UTF16: self.utf16}
        return {unit: pair for unit, pair in given.items() if pair is not None}


class _Shape(Value):
    format: Literal["loccit/cited-text@1"]
    text: Text
    modality: Literal["text", "voice"] = "text"
    handoff: RecordId | None = None
    sources: tuple[AnswerSource, ...] = ()
    anchors: tuple[_Anchor, ...] = ()


def looks_like(payload: JsonValue) -> bool:
    """Tell by the format it names."""
    return isinstance(payload, Mapping) and payload.get("format") == FORMAT


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return an answer as JSON: ``format text modality handoff sources anchors``.

    An anchor has ``kind slice claim sources`` and the pairs ``code_points``, ``utf8`` and ``utf16``, ends exclusive.
    """
    offsets = OffsetMap(answer.text)
    anchors = []
    for one in answer.anchors:
        spans = {unit: offsets.from_code_points(Span(one.start, one.end), unit) for unit in Unit}
        anchors.append(
            _Anchor(
                kind=one.kind,
                slice=one.slice,
                claim=one.claim,
                sources=one.sources,
                code_points=spans[Unit.CODE_POINT],
                utf8=spans[Unit.UTF8],
                utf16=spans[Unit.UTF16],
            )
        )
    shape = _Shape(
        format=FORMAT,
        text=answer.text,
        modality=answer.modality,
        handoff=answer.handoff,
        sources=answer.sources,
        anchors=tuple(anchors),
    )
    written: dict[str, JsonValue] = shape.model_dump(mode="json")
    return written


def read(payload: JsonValue | Mapping[str, object], *, origin: Origin) -> Reading:
    """Return the answer of a shape, each anchor checked against its slice.

    An anchor whose offsets give another text than its slice is put where the slice stands, if it stands at one place
    only, and noted as ``offset_suspect``; else it is dropped and noted as ``bad_offset``.

    Raises:
        BadInput: if the shape is none of this format; names the field that is missing or of the wrong type.
    """
    try:
        parsed = _Shape.model_validate(payload)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(".".join(map(str, first["loc"])) or "answer", str(first["msg"])) from error
    anchors: list[Anchor] = []
    notes: list[Note] = []
    offsets = OffsetMap(parsed.text)
    for number, given in enumerate(parsed.anchors):
        known = tuple(one for one in given.sources if 0 <= one < len(parsed.sources))
        if known != given.sources:
            detail = f"{len(parsed.sources)} sources are listed, not all of {list(given.sources)}"
            notes.append(Note(number, "unknown_source", detail))
        span, note = _place(parsed.text, offsets, given, number)
        if span is not None:
            anchors.append(anchor(parsed.text, span, sources=known, kind=given.kind, claim=given.claim))
        if note is not None:
            notes.append(note)
    answer = Answer(
        origin=origin,
        text=parsed.text,
        anchors=tuple(anchors),
        sources=parsed.sources,
        handoff=parsed.handoff,
        modality=parsed.modality,
    )
    return Reading(answer, tuple(notes))


def _place(text: str, offsets: OffsetMap, given: _Anchor, number: int) -> tuple[Span | None, Note | None]:
    """Return where an anchor stands in code points, and a note if its offsets do not simply say so."""
    span = _agreed_span(offsets, given)
    if span is not None and text[span.start : span.end] == given.slice:
        cut = cuts_word(text, span.start) or cuts_word(text, span.end)
        detail = f"{span.start}-{span.end} (code points) cuts a word"
        return span, Note(number, "offset_suspect", detail) if cut else None
    first = text.find(given.slice)
    if first < 0 or text.find(given.slice, first + 1) >= 0:
        return None, Note(number, "bad_offset", "the offsets do not give the slice, and its place is not certain")
    detail = "the offsets do not give the slice; it was found by its text"
    return Span(first, first + len(given.slice)), Note(number, "offset_suspect", detail)


def _agreed_span(offsets: OffsetMap, given: _Anchor) -> Span | None:
    """Return the span in code points on which all units that are given agree; null where they do not."""
    try:
        spans = {offsets.to_code_points(Span(*pair), unit) for unit, pair in given.spans().items()}
    except BadInput:
        return None
    return spans.pop() if len(spans) == 1 else None
