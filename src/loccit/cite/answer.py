"""Answers and their anchors: one form for every format, offsets in code points, never rounded."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

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
    """A piece of an answer as a format gives it, in the format's own unit, end exclusive, and its source positions."""

    start: int
    end: int
    sources: tuple[int, ...]
    kind: AnchorKind = "claim"


@dataclass(frozen=True, slots=True)
class Note:
    """What is wrong with one citation of a foreign answer.

    Attributes:
        citation: its position in the format's own list, from 0.
        code: ``bad_offset``: it names no piece of the text, and no anchor was made; ``offset_suspect``: it does, but
            cuts a word or had to be found by its text; ``unknown_source``: it names a source that is not listed.
    """

    citation: int
    code: NoteCode
    detail: str


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer read from a format, and what was wrong with its citations."""

    answer: Answer
    notes: tuple[Note, ...]


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
        unknown = sorted({one for one in stretch.sources if not 0 <= one < source_count})
        if unknown:
            notes.append(Note(number, "unknown_source", f"no source at {unknown}; {source_count} are listed"))
        try:
            span = offsets.to_code_points(Span(stretch.start, stretch.end), unit)
            anchors.append(anchor(text, span, sources=known, kind=stretch.kind))
        except BadInput as error:
            notes.append(Note(number, "bad_offset", str(error)))
            continue
        if cuts_word(text, span.start) or cuts_word(text, span.end):
            notes.append(Note(number, "offset_suspect", f"{span.start}-{span.end} (code points) cuts a word"))
    return tuple(anchors), tuple(notes)


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
