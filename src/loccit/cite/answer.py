"""Answers and their anchors: one form for every format, offsets in code points, never rounded."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from loccit.errors import BadInput
from loccit.ids import ContentId
from loccit.records import Anchor, Answer
from loccit.text.offsets import OffsetMap, Span, Unit

NoteCode = Literal["bad_offset", "offset_suspect", "unknown_source"]
AnchorKind = Literal["claim", "marker"]

_NO_WORD_SPACES = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x2E80, 0xA4CF), (0xF900, 0xFAFF))
"""Thai, Lao, Burmese, Khmer and CJK: any place between two letters may end a word."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of an answer as a format gives it, in the format's own unit, end exclusive, and its source positions.

    ``text`` is what the format says stands there, null where it does not say; offsets are repaired by nothing else.
    ``unknown`` are positions it names beyond the sources its format lists.
    """

    start: int
    end: int
    sources: tuple[int, ...]
    kind: AnchorKind = "claim"
    text: str | None = None
    unknown: tuple[int, ...] = ()

    def moved(self, first: int, count: int) -> "Stretch":
        """Return it for a list of ``count`` sources that stands from position ``first`` in a longer one."""
        known = tuple(first + one for one in self.sources if 0 <= one < count)
        unknown = tuple(one for one in self.sources if not 0 <= one < count)
        return replace(self, sources=known, unknown=(*self.unknown, *unknown))

    def unlisted(self, source_count: int) -> list[int]:
        """Return the positions it names at which no source is listed, sorted."""
        return sorted({*self.unknown, *(one for one in self.sources if not 0 <= one < source_count)})


@dataclass(frozen=True, slots=True)
class Note:
    """What is wrong with one citation of a foreign answer.

    Attributes:
        citation: its position in the format's own list, from 0.
        code: ``bad_offset``: it names no piece of the text, and no anchor was made; ``offset_suspect``: it does, but
            cuts a word or had to be found by its text; ``unknown_source``: it names a source that is not listed.
        span: where it stands in the answer (code points, end exclusive), null where that is not known.
    """

    citation: int
    code: NoteCode
    detail: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer read from a format, and what was wrong with its citations.

    Spans count code points of the answer's text, end exclusive.

    Attributes:
        parts: the pieces the format gives the text in; empty where it gives it whole.
        apart: what is in the text but states nothing: reference lists, definitions of footnotes, code.
    """

    answer: Answer
    notes: tuple[Note, ...]
    parts: tuple[Span, ...] = ()
    apart: tuple[Span, ...] = ()


def anchor(
    text: str,
    span: Span,
    *,
    sources: Sequence[int],
    kind: AnchorKind = "claim",
    claim: ContentId | None = None,
) -> Anchor:
    """Return the anchor at a span of an answer's text.

    Args:
        text: the whole answer.
        span: code points of it, end exclusive.
        sources: positions in the answer's sources.
        kind: whether the piece is the statement or the mark of a citation.
        claim: the claim it states, where that is known.

    Raises:
        BadInput: if the span is empty, reversed or reaches beyond the text.
    """
    if not 0 <= span.start < span.end <= len(text):
        raise BadInput("span", f"expected 0 <= start < end <= {len(text)} code points, got {span.start}-{span.end}")
    return Anchor(
        kind=kind,
        start=span.start,
        end=span.end,
        slice=text[span.start : span.end],
        sources=tuple(sources),
        claim=claim,
    )


def read_anchors(
    text: str, stretches: Sequence[Stretch], *, unit: Unit, source_count: int
) -> tuple[tuple[Anchor, ...], tuple[Note, ...]]:
    """Turn a format's citations into anchors; what can't be turned is noted, never rounded.

    Args:
        text: the whole answer.
        stretches: the citations in the format's order.
        unit: what their offsets count.
        source_count: how many sources the answer lists.
    """
    offsets = OffsetMap(text)
    anchors: list[Anchor] = []
    notes: list[Note] = []
    for number, stretch in enumerate(stretches):
        known = tuple(dict.fromkeys(one for one in stretch.sources if 0 <= one < source_count))
        unknown = stretch.unlisted(source_count)
        span, code, detail = locate(text, offsets, stretch, unit)
        if unknown:
            sentence = f"no source at {unknown}; {source_count} are listed"
            notes.append(Note(number, "unknown_source", sentence, span))
        if code is not None:
            notes.append(Note(number, code, detail, span))
        if span is not None:
            anchors.append(anchor(text, span, sources=known, kind=stretch.kind))
    return tuple(anchors), tuple(notes)


class Place(NamedTuple):
    """Where a citation stands in the text (code points, null for nowhere) and what is wrong with its offsets."""

    span: Span | None
    code: NoteCode | None
    detail: str


def locate(text: str, offsets: OffsetMap, stretch: Stretch, unit: Unit) -> Place:
    """Return where a stretch stands; where its offsets miss its own text, that text may tell.

    Another unit or an inclusive end that gives exactly that text is believed, else the one place where it stands.
    """
    span = _span(text, offsets, Span(stretch.start, stretch.end), unit)
    if span is not None and stretch.text in (None, text[span.start : span.end]):
        if cuts_word(text, span.start) or cuts_word(text, span.end):
            return Place(span, "offset_suspect", f"{span.start}-{span.end} (code points) cuts a word")
        return Place(span, None, "")
    given = f"{stretch.start}-{stretch.end} ({unit})"
    if not stretch.text:
        return Place(None, "bad_offset", f"{given} names no piece of the text of {len(text)} code points")
    found = _by_text(text, offsets, stretch, stretch.text)
    if found is None:
        return Place(None, "bad_offset", f"{given} does not give {stretch.text!r}, and its place is not certain")
    return Place(found, "offset_suspect", f"{given} does not give {stretch.text!r}; it was found by its text")


def _by_text(text: str, offsets: OffsetMap, stretch: Stretch, piece: str) -> Span | None:
    readings = {
        _span(text, offsets, Span(stretch.start, stretch.end + beyond), unit) for unit in Unit for beyond in (0, 1)
    }
    agreed = {span for span in readings if span is not None and text[span.start : span.end] == piece}
    if len(agreed) == 1:
        return agreed.pop()
    first = text.find(piece)
    if first < 0 or text.find(piece, first + 1) >= 0:
        return None
    return Span(first, first + len(piece))


def _span(text: str, offsets: OffsetMap, given: Span, unit: Unit) -> Span | None:
    """Return a span in code points; null where an end is inside a character or outside the text, or it is empty."""
    try:
        span = offsets.to_code_points(given, unit)
    except BadInput:
        return None
    return span if 0 <= span.start < span.end <= len(text) else None


def cuts_word(text: str, offset: int) -> bool:
    """Tell whether a boundary falls inside a word or before a combining mark; offsets count code points."""
    if not 0 < offset < len(text):
        return False
    before, after = text[offset - 1], text[offset]
    if unicodedata.category(after).startswith("M"):
        return True
    return before.isalnum() and after.isalnum() and not (_may_break(before) or _may_break(after))


def _may_break(character: str) -> bool:
    code = ord(character)
    return code >= 0x20000 or any(first <= code <= last for first, last in _NO_WORD_SPACES)
