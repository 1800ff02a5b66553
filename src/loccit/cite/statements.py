"""Which sentence a mark belongs to: the one it stands in, or the one it ends.

Marks are taken out before sentences are cut, because ``years [1]. It`` and ``years.[1] It`` end a sentence at the same
place, and put back by their offsets afterwards.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from loccit.text.offsets import Span
from loccit.text.sentences import sentence_spans

_BETWEEN_MARKS = re.compile(r"[^\S\n]*(?:[,;、，；·|&+][^\S\n]*)?")
_OPENS = re.compile(r"[(（\[［〔【]\s*\Z")
_CLOSES = re.compile(r"\s*[)）\]］〕】]")
_SOURCE_WORD = re.compile(
    r"(?:(?<=[\s(（\[—–-])|\A)"
    r"(?:sources?|references?|refs?|via|see|cf|citations?|sumber|lihat|referensi|rujukan|quellen?|siehe"
    r"|資料來源|资料来源|來源|来源|出處|出处|參見|参见|參考|参考)\s?[.:：]?\s*\Z",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.!?…。！？｡؟۔।॥][\"'”’»›)\]）」』】*_]*\Z")
_GLUED = re.compile(r"[.!?](?=[^\W\d_a-z])")
"""A stop between a mark and the next sentence, with no space behind it."""

_TAKES_NO_SPACE = re.compile(r"\s|[.,;:!?。，、；：！？…)）\]]|\Z")
_ENDS_LINE = re.compile(r"[^\S\n]*[.。]?[^\S\n]*(?:\n|\Z)")
_BLOCK_BREAK = re.compile(
    r"\n(?:[ \t]*\n)+"
    r"|\n(?=[ \t]*(?:(?:[-*+•‣◦]|\(?\d{1,3}[.)]|#{1,6})[ \t]|>|\|))"
    r"|(?<=\n)(?=[ \t]*[-*_]{3,}[ \t]*$)",
    re.MULTILINE,
)
_HEADING_END = re.compile(r"^[ \t]*#{1,6}[ \t][^\n]*(\n)", re.MULTILINE)
_BLOCK_OPENING = re.compile(r"\s*(?:(?:[-*+•‣◦]|\(?\d{1,3}[.)]|#{1,6}|>+|\[[ xX]\])[ \t]+|\|[ \t]*)*")
_LONGEST_SOURCE_WORD = 24


@dataclass(frozen=True, slots=True)
class _Segment:
    """A run of squeezed text and where it comes from."""

    squeezed: int
    original: int


class Statements:
    """The sentences of a text that names its sources by marks.

    Args:
        text: the whole text.
        marks: the marks in it; a span may be empty where a format gives only a place.
        syntax: what belongs to the sentence it stands in but is no word of it, as the address of a link.
        apart: what is no prose: code, reference lists.
    """

    def __init__(
        self, text: str, *, marks: Iterable[Span], syntax: Iterable[Span] = (), apart: Iterable[Span] = ()
    ) -> None:
        self._text = text = unix_lines(text)
        self._syntax = sorted(set(syntax))
        self._syntax_ends = {piece.end: piece.start for piece in self._syntax}
        self._syntax_starts = {piece.start: piece.end for piece in self._syntax}
        self._segments: list[_Segment] = []
        self._mark_places: dict[Span, int] = {}
        self._squeezed = self._squeeze(mark_groups(text, sorted(set(marks))), sorted(apart))
        self._blocks: list[int] = []
        self._sentences: list[Span] = []
        self._block_of: list[int] = []
        self._cut()

    @property
    def sentences(self) -> list[Span]:
        """The sentences, in order, with the marks that stand inside them; code points, end exclusive."""
        return [self._original(sentence) for sentence in self._sentences]

    def of(self, mark: Span) -> Span | None:
        """Return the sentence a mark stands in or ends, null where there is none.

        A mark that opens a paragraph belongs to the sentence behind it, one that stands alone to the one before.
        """
        place = self._mark_places[mark]
        before = bisect_right(self._sentences, place - 1, key=lambda sentence: sentence.start) - 1
        if before >= 0 and place <= self._sentences[before].end:
            return self._original(self._sentences[before])
        block = bisect_right(self._blocks, place) - 1
        behind = before + 1
        if (before < 0 or self._block_of[before] != block) and (
            behind < len(self._sentences) and self._block_of[behind] == block
        ):
            return self._original(self._sentences[behind])
        return self._original(self._sentences[before]) if before >= 0 else None

    def _squeeze(self, groups: list[tuple[Span, list[Span]]], apart: list[Span]) -> str:
        pieces: list[str] = []
        length = position = 0

        def add(piece: str, original: int) -> None:
            nonlocal length
            if piece:
                self._segments.append(_Segment(length, original))
                pieces.append(piece)
                length += len(piece)

        removed = [(span, marks, "") for span, marks in groups]
        removed += [(span, [], "") for span in self._syntax]
        removed += [(span, [], "\n\n") for span in apart]
        for span, marks, instead in sorted(removed, key=lambda one: one[0]):
            if span.start >= position:
                kept = self._text[position : span.start]
                if marks and _TAKES_NO_SPACE.match(self._text, span.end):
                    kept = kept.rstrip(" \t\u00a0\u3000")
                add(kept, position)
                position = span.end
            self._mark_places |= dict.fromkeys(marks, length)
            behind = self._text[span.end : span.end + 1]
            closed = bool(marks and behind and not behind.isspace() and pieces and _STOP.search(pieces[-1]))
            add(" " if closed else instead, span.start)
            position = max(position, span.end)
            if marks and position == span.end and _GLUED.match(self._text, position):
                add(self._text[position], position)
                add(" ", position)
                position += 1
        add(self._text[position:], position)
        return "".join(pieces)

    def _cut(self) -> None:
        breaks = [Span(*match.span()) for match in _BLOCK_BREAK.finditer(self._squeezed)]
        breaks += [Span(*match.span(1)) for match in _HEADING_END.finditer(self._squeezed)]
        start = 0
        for gap in [*sorted(set(breaks)), Span(len(self._squeezed), len(self._squeezed))]:
            if gap.start < start:
                continue
            opening = _BLOCK_OPENING.match(self._squeezed, start, gap.start)
            found = sentence_spans(self._squeezed, opening.end() if opening else start, gap.start)
            found = [sentence for sentence in found if _says_something(self._squeezed, sentence)]
            self._sentences += found
            self._block_of += [len(self._blocks)] * len(found)
            self._blocks.append(start)
            start = gap.end

    def _original(self, sentence: Span) -> Span:
        start, end = self._place(sentence.start), self._place(sentence.end - 1) + 1
        while start in self._syntax_ends and self._syntax_ends[start] < start:
            start = self._syntax_ends[start]
        while end in self._syntax_starts and self._syntax_starts[end] > end:
            end = self._syntax_starts[end]
        return Span(start, end)

    def _place(self, squeezed: int) -> int:
        segment = self._segments[bisect_right(self._segments, squeezed, key=lambda one: one.squeezed) - 1]
        return segment.original + squeezed - segment.squeezed


def unix_lines(text: str) -> str:
    """Return a text whose lines end in LF alone, as long as before: the CR of CRLF becomes a space."""
    return text.replace("\r\n", " \n")


def after_sentence(text: str, start: int) -> bool:
    """Tell whether what starts here stands behind the end of a sentence."""
    return bool(_STOP.search(text[max(0, start - 40) : start].rstrip()))


def names_source(text: str, span: Span) -> bool:
    """Tell whether a link stands alone in brackets, or behind a word for "source"."""
    widened = _widened(text, span)
    return widened != span


def _says_something(text: str, sentence: Span) -> bool:
    return any(character.isalnum() for character in text[sentence.start : sentence.end])


def mark_groups(text: str, marks: Sequence[Span]) -> list[tuple[Span, list[Span]]]:
    """Return marks that stand together, each group with the brackets and the word for "source" around it."""
    groups: list[tuple[Span, list[Span]]] = []
    for mark in marks:
        if groups and mark.start >= groups[-1][0].end:
            before, members = groups[-1]
            gap = _BETWEEN_MARKS.fullmatch(text, before.end, mark.start)
            if gap and before.end > before.start and mark.end > mark.start:
                groups[-1] = (Span(before.start, mark.end), [*members, mark])
                continue
        if groups and mark.start < groups[-1][0].end:
            before, members = groups[-1]
            groups[-1] = (Span(before.start, max(before.end, mark.end)), [*members, mark])
            continue
        groups.append((mark, [mark]))
    return [(_widened(text, span) if span.end > span.start else span, members) for span, members in groups]


def _widened(text: str, span: Span) -> Span:
    start, end = span
    word = _SOURCE_WORD.search(text, max(0, start - _LONGEST_SOURCE_WORD), start)
    named = word.start() if word else start
    opens = _OPENS.search(text, max(0, named - 8), named)
    closes = _CLOSES.match(text, end, end + 8)
    if opens and closes:
        return Span(opens.start(), closes.end())
    begins = after_sentence(text, named) or text[max(0, named - 1) : named] in ("", "\n")
    return Span(named, end) if word and begins and _ENDS_LINE.match(text, end) else span
