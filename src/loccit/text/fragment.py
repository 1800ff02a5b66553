"""Text fragment links, made and resolved by the rules of the WICG text fragments draft.

A directive is ``text=[prefix-,]start[,end][,-suffix]``, each term percent-encoded. Terms match word-bounded, without
regard to case and accents, inside one block; a range may run over many. Browsers compare by collation at primary
level; here that is lower case without accents over the folding of ``text.normalise``.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from urllib.parse import quote as percent_encode
from urllib.parse import unquote

from loccit.text.normalise import Folded, fold, folded
from loccit.text.offsets import Span
from loccit.text.word_boundaries import is_word_boundary

WHOLE_LENGTH = 300
"""Quotations up to this many code points go into a link whole; longer ones by their first and last words."""

_CONTEXT_WORDS = (0, 1, 2, 3, 5, 8, 13)
_RANGE_WORDS = (4, 6, 8, 12, 20)
_BLOCK_END = "\uffff"
_UNSPACED = "\u0e01-\u0e4f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNIT = re.compile(f"[{_UNSPACED}]{{1,3}}|[^\\s{_UNSPACED}]+")
_PAUSE = re.compile(r"[\s，、。；：！？「」『』（）《》…]")


@dataclass(frozen=True, slots=True)
class TextDirective:
    """The terms of one directive, decoded."""

    start: str
    end: str = ""
    prefix: str = ""
    suffix: str = ""

    def __str__(self) -> str:
        """Return the directive as it stands in a link, without ``:~:``."""
        terms = [
            _encode(self.prefix) + "-" if self.prefix else "",
            _encode(self.start),
            _encode(self.end),
            "-" + _encode(self.suffix) if self.suffix else "",
        ]
        return "text=" + ",".join(term for term in terms if term)


def parse_directives(fragment: str) -> tuple[TextDirective, ...]:
    """Read the valid text directives of a URL fragment, with or without ``#``; invalid ones are dropped."""
    directives = fragment.partition(":~:")[2].split("&")
    parsed = (_parse(directive[5:]) for directive in directives if directive.startswith("text="))
    return tuple(directive for directive in parsed if directive is not None)


def find_directive(text: str, blocks: Sequence[Span], directive: TextDirective) -> Span | None:
    """Return what a directive points at: the first match in reading order, or null.

    Args:
        text: the displayed text.
        blocks: its blocks in order, as code points; a term never matches across two.
        directive: the directive to resolve.
    """
    return _Page(text, tuple(blocks)).find(directive)


def text_directive(text: str, start: int, end: int) -> str:
    """Return the fragment (``:~:text=...``) that leads a browser to ``text[start:end]``.

    Words before and after are added until the directive resolves to this place and no other; each line of the text
    is taken for a block. Where nothing resolves (a text repeated word for word), the last attempt is returned.
    """
    piece = text[start:end]
    body = piece.strip()
    if not body:
        return ""
    begin = start + piece.index(body)
    target = Span(begin, begin + len(body))
    page = _page_of_lines(text)
    directive = TextDirective(start=" ".join(body.split()))
    for directive in _attempts(text, target):
        if page.find(directive) == target:
            break
    return f":~:{directive}"


def _encode(term: str) -> str:
    return percent_encode(term, safe="", errors="replace").replace("-", "%2D")


def _parse(value: str) -> TextDirective | None:
    terms = value.split(",")
    prefix = suffix = ""
    if terms[0].endswith("-"):
        prefix = terms.pop(0)[:-1]
    if terms and terms[-1].startswith("-"):
        suffix = terms.pop()[1:]
    if not 1 <= len(terms) <= 2 or not all(terms) or any("-" in term for term in (*terms, prefix, suffix)):
        return None
    start, end = terms[0], terms[1] if len(terms) == 2 else ""
    return TextDirective(*(unquote(term) for term in (start, end, prefix, suffix)))


# ---- making ----------------------------------------------------------------------------------------------------


def _attempts(text: str, target: Span) -> Iterator[TextDirective]:
    body = text[target.start : target.end]
    lines = [line.strip() for line in body.split("\n") if line.strip()]
    whole = len(lines) == 1 and len(body) <= WHOLE_LENGTH
    bounded_start = _surely_bounded(text, target.start)
    bounded_end = _surely_bounded(text, target.end)
    for count in _CONTEXT_WORDS:
        if count == 0 and not (bounded_start and bounded_end):
            continue
        prefix = _tail(_line_before(text, target.start), count)
        suffix = _head(_line_after(text, target.end), count)
        if whole:
            yield TextDirective(start=" ".join(body.split()), prefix=prefix, suffix=suffix)
            continue
        for words in _RANGE_WORDS:
            first, last = _head(lines[0], words), _tail(lines[-1], words)
            if len(lines) > 1 or len(first) + len(last) < len(body):
                yield TextDirective(start=first, end=last, prefix=prefix, suffix=suffix)


def _surely_bounded(text: str, offset: int) -> bool:
    """Tell whether every browser sees a word boundary: not between two letters of a script without spaces."""
    around = text[max(0, offset - 1) : offset + 1]
    if len(around) == 2 and re.fullmatch(f"[{_UNSPACED}]{{2}}", around):
        return False
    return is_word_boundary(text, offset)


def _line_before(text: str, offset: int) -> str:
    lines = text[:offset].rstrip()
    return lines[lines.rfind("\n") + 1 :].strip()


def _line_after(text: str, offset: int) -> str:
    return text[offset : offset + 2000].strip().partition("\n")[0].strip()


def _head(line: str, words: int) -> str:
    """Return about so many words from the start; text without spaces is cut at a pause where one is near."""
    if words == 0:
        return ""
    end = 0
    for count, unit in enumerate(_UNIT.finditer(line), 1):
        end = unit.end()
        if count == words:
            break
    if end < len(line) and re.match(f"[{_UNSPACED}]", line[end]):
        pause = _PAUSE.search(line, end, end + 20)
        end = pause.start() if pause else end
    return line[:end]


def _tail(line: str, words: int) -> str:
    """Return about so many words from the end."""
    if words == 0:
        return ""
    recent = line[-40 * words :]
    units = list(_UNIT.finditer(recent))[-words:]
    start = len(line) - len(recent) + (units[0].start() if units else 0)
    if start > 0 and re.match(f"[{_UNSPACED}]", line[start - 1]):
        pauses = list(_PAUSE.finditer(line, max(0, start - 20), start))
        start = pauses[-1].end() if pauses else start
    return line[start:].strip()


# ---- finding ---------------------------------------------------------------------------------------------------


class _Page:
    """A text prepared for searching: blocks joined by a character that no term holds, folded for comparison."""

    def __init__(self, text: str, blocks: tuple[Span, ...]) -> None:
        self._blocks = blocks
        self._joined_starts = [0, *accumulate(block.end - block.start + 1 for block in blocks)]
        self._folded = _collated(_BLOCK_END.join(text[block.start : block.end] for block in blocks))
        self._text = self._folded.text

    def find(self, directive: TextDirective) -> Span | None:
        terms = (directive.start, directive.end, directive.prefix, directive.suffix)
        start, end, prefix, suffix = (_collated(term).text.strip() for term in terms)
        if not start:
            return None
        search_from = 0
        while True:
            begin = self._start_candidate(start, prefix, search_from, bounded=bool(end) or not suffix)
            if begin is None:
                return None
            search_from, at = begin
            if at is None:
                continue
            last = self._end_of(at + len(start), end, suffix)
            if last is not None:
                return self._original(at, last)
            if end:
                return None

    def _start_candidate(self, start: str, prefix: str, origin: int, *, bounded: bool) -> tuple[int, int | None] | None:
        """Return where to search on and where ``start`` stands, if it stands by the prefix; null at the end."""
        if not prefix:
            at = self._search(start, origin, start_bounded=True, end_bounded=bounded)
            return None if at is None else (at + 1, at)
        before = self._search(prefix, origin, start_bounded=True, end_bounded=False)
        if before is None:
            return None
        at = self._skip_white(before + len(prefix))
        fits = self._text.startswith(start, at) and (not bounded or is_word_boundary(self._text, at + len(start)))
        return before + 1, at if fits else None

    def _end_of(self, position: int, end: str, suffix: str) -> int | None:
        while True:
            if end:
                found = self._search(end, position, start_bounded=True, end_bounded=not suffix)
                if found is None:
                    return None
                position = found + len(end)
            if not suffix:
                return position
            after = self._skip_white(position)
            if self._text.startswith(suffix, after) and is_word_boundary(self._text, after + len(suffix)):
                return position
            if not end:
                return None

    def _search(self, term: str, origin: int, *, start_bounded: bool, end_bounded: bool) -> int | None:
        at = self._text.find(term, origin)
        while at >= 0:
            if (not start_bounded or is_word_boundary(self._text, at)) and (
                not end_bounded or is_word_boundary(self._text, at + len(term))
            ):
                return at
            at = self._text.find(term, at + 1)
        return None

    def _skip_white(self, offset: int) -> int:
        while offset < len(self._text) and self._text[offset] in (" ", _BLOCK_END):
            offset += 1
        return offset

    def _original(self, start: int, end: int) -> Span | None:
        joined = self._folded.original(Span(start, end))
        if joined is None:
            return None
        return Span(self._in_text(joined.start), self._in_text(joined.end - 1) + 1)

    def _in_text(self, offset: int) -> int:
        index = bisect_right(self._joined_starts, offset) - 1
        return self._blocks[index].start + offset - self._joined_starts[index]


@lru_cache(maxsize=2)
def _page_of_lines(text: str) -> _Page:
    lines = [Span(*match.span()) for match in re.finditer(r"[^\n]+", text)]
    return _Page(text, tuple(lines))


def _collated(text: str) -> Folded:
    if text.isascii():
        return fold(text.lower(), _base_letter)
    lowered = text.lower()
    return fold(lowered if len(lowered) == len(text) else text, _base_letter)


@cache
def _base_letter(character: str) -> str:
    plain = unicodedata.normalize("NFD", folded(character).text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)) or character
