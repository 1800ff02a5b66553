"""The marks by which a text names its sources: ``[1]``, ``[2-4]``, ``(1)``, ``[^note]``, ``【1†source】`` and more.

What looks like one and is none is left alone: subscripts (``x[1]``), code, escaped brackets, links, years.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from loccit.text.offsets import Span

MarkKind = Literal["bracket", "footnote", "lenticular", "private_use", "raised", "round"]

_MAX_RANGE = 50
"""A longer run of numbers is no list of sources."""

_FENCE = re.compile(r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})[^\n]*$", re.MULTILINE)
_INDENTED = re.compile(
    r"(?<=\n)(?<=\n\n)(?:(?:[ ]{4}|[ ]{0,3}\t)[^\n]*\S[^\n]*(?:\n(?:[ \t]*\n)*(?=[ ]{4}|[ ]{0,3}\t)|(?=\n|\Z)))+"
)
_LONGEST_ABOVE = 4_000
_ITEM = re.compile(r"^[ \t>]*(?:[-*+•]|\(?\d{1,9}[.)]|\[[^\[\]\n]*\]:?)[ \t]", re.MULTILINE)
_CODE_SPAN = re.compile(r"(?<![`\\])(`+)(?!`)(?P<code>(?:(?!\n[ \t]*\n)[\s\S]){1,4000}?)(?<!`)\1(?!`)")
_COMMENT = re.compile(r"<!--[\s\S]{0,20000}?-->")
_PIECE = r"\d+(?:\s*[-\u2010-\u2015]\s*\d+)?"
_PAGES = r"(?:\s*,\s*(?:pp?|S|hlm|hal|頁|页|第)\.?\s?[^\[\]\n]{1,40})?"
_BRACKET = re.compile(
    rf"\[\s?(?P<numbers>{_PIECE}(?:\s*[,;、，；]\s*{_PIECE}){{0,40}})(?P<pages>{_PAGES})\s?\](?![(:])"
    rf"|［(?P<wide>{_PIECE}(?:\s*[,;、，；]\s*{_PIECE}){{0,40}})］"
)
_FOOTNOTE = re.compile(r"\[\^(?P<label>[^\s\[\]^]{1,80})\](?!:)")
_LENTICULAR = re.compile(r"【(?P<label>\d+(?::\d+)?|turn\d+\w+|\w+:\d+)(?:[†‡|][^【】\n]{0,200})?】")
_PRIVATE_USE = re.compile("\ue200(?P<body>[^\ue200\ue201\n]{1,400})\ue201")
_BEFORE_RAISED = (
    r"(?:(?<=[^\W\d_]{2})|(?<=[.!?…。！？\"”’»)」]))"
    r"(?<!\bkm)(?<!\bcm)(?<!\bmm)(?<!\bdm)(?<!\bft)(?<!\bin)(?<!\bmi)(?<!\byd)"
)
_PLACE_OF_RAISED = re.compile(_BEFORE_RAISED)
_RAISED = re.compile(rf"{_BEFORE_RAISED}[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}}(?:[⁻⁼˒,][⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}})*")
_ROUND = re.compile(
    rf"(?<!\w)(?:\((?P<ascii>{_PIECE}(?:\s*[,;]\s*{_PIECE}){{0,40}})\)"
    rf"|（(?P<wide>{_PIECE}(?:\s*[,;、，；]\s*{_PIECE}){{0,40}})）)"
)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_LINK_LABEL = re.compile(r"\[(?![\d^\s])[^\[\]\n]+\]")
_IDENTIFIER = re.compile(r"[A-Za-z0-9_]\Z")
_OPERATOR = re.compile(r"[^\S\n]*(?:[-+*/%|&^]?=|[-+*/<>]\s|\.[a-z_]|\()")
_WORD = re.compile(r"[A-Za-z0-9_.]*\Z")
_BACKSLASHES = re.compile(r"\\+\Z")
_BLANK = "\x1f"


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark in a text.

    Attributes:
        span: code points, end exclusive.
        labels: what it points at, in order: numbers as written, or labels of notes.
        after_word: it stands directly after an ASCII letter or digit, where a subscript would stand too.
    """

    span: Span
    kind: MarkKind
    labels: tuple[str, ...]
    after_word: bool = False


def code_blocks(text: str) -> list[Span]:
    """Return the fenced code and the comments of a Markdown text, in order: they are no prose."""
    found: list[Span] = []
    opened: re.Match[str] | None = None
    for line in _FENCE.finditer(text):
        if opened is None:
            opened = line
        elif line["fence"].startswith(opened["fence"]) and not text[line.end("fence") : line.end()].strip():
            found.append(Span(opened.start(), line.end()))
            opened = None
    if opened is not None:
        found.append(Span(opened.start(), len(text)))
    prose = blanked(text, found)
    found += [Span(*match.span()) for match in _COMMENT.finditer(prose)]
    found += _indented(blanked(text, found))
    return sorted(found)


def _indented(prose: str) -> Iterator[Span]:
    """Yield indented code (CommonMark 4.4): behind an empty line, and not part of the list item or note above it."""
    for match in _INDENTED.finditer(prose):
        above = prose[max(0, match.start() - _LONGEST_ABOVE) : match.start()].rstrip()
        first = above[above.rfind("\n\n") + 1 :].lstrip("\n")
        if above and not _ITEM.search(first) and not first.startswith((" ", "\t")):
            yield Span(*match.span())


def code_spans(prose: str) -> list[Span]:
    """Return the inline code of a Markdown text, in order: part of a sentence, but nothing in it is a mark."""
    return [Span(*match.span()) for match in _CODE_SPAN.finditer(prose)]


def blanked(text: str, spans: list[Span]) -> str:
    """Return the text with the characters of some spans, line ends excepted, replaced; offsets stay."""
    pieces: list[str] = []
    position = 0
    for span in sorted(spans):
        if span.end > position:
            start = max(position, span.start)
            pieces += [text[position:start], re.sub(r"[^\n]", _BLANK, text[start : span.end])]
            position = span.end
    return "".join([*pieces, text[position:]])


def find_marks(
    prose: str, *, known: frozenset[str] = frozenset(), raised: frozenset[str] = frozenset(), after_words: bool = False
) -> list[Mark]:
    """Return the marks in a text, in order.

    Args:
        prose: the text; code and what else holds no marks is blanked out.
        known: labels of the sources it lists; a year in brackets is a mark only if it is one.
        raised: labels its list of sources has as raised digits: only then are raised digits marks, not powers.
        after_words: whether ``word[1]`` is a mark. If not, it is one only where the text never marks otherwise, the
            number is known, and it does not look like a subscript.
    """
    marks = [mark for mark in _candidates(prose) if not _escaped(prose, mark.span.start)]
    if raised:
        marks = sorted([*marks, *_raised(prose, raised)], key=lambda mark: mark.span)
    marks = [mark for mark in marks if not _is_year(mark, known)]
    doubtful = [mark for mark in marks if mark.after_word]
    if after_words:
        return [mark for mark in marks if not (mark.after_word and _is_subscript(prose, mark))]
    chained = _chains(marks)
    settled = any(mark.span not in chained for mark in marks)
    if settled or any(_is_subscript(prose, mark) or not known.issuperset(mark.labels) for mark in doubtful):
        return [mark for mark in marks if mark.span not in chained]
    return marks


def round_marks(prose: str, labels: frozenset[str]) -> list[Mark]:
    """Return the numbers in round brackets that a text's list of sources has so too: else they count something."""
    found = ((match, _numbers(match["ascii"] or match["wide"])) for match in _ROUND.finditer(prose) if labels)
    return [Mark(Span(*match.span()), "round", named) for match, named in found if named and labels.issuperset(named)]


def _candidates(prose: str) -> Iterator[Mark]:
    found: list[Mark] = []
    for match in _BRACKET.finditer(prose):
        labels = _numbers(match["numbers"] or match["wide"])
        if labels and not _LINK_LABEL.match(prose, match.end()):
            after_word = bool(_IDENTIFIER.search(prose, max(0, match.start() - 1), match.start()))
            found.append(Mark(Span(*match.span()), "bracket", labels, after_word))
    found += [Mark(Span(*match.span()), "footnote", (match["label"],)) for match in _FOOTNOTE.finditer(prose)]
    found += [Mark(Span(*match.span()), "lenticular", (match["label"],)) for match in _LENTICULAR.finditer(prose)]
    for match in _PRIVATE_USE.finditer(prose):
        _, *targets = match["body"].split("\ue202")
        found.append(Mark(Span(*match.span()), "private_use", tuple(targets) or (match["body"],)))
    return iter(sorted(found, key=lambda mark: mark.span))


def _raised(prose: str, labels: frozenset[str]) -> Iterator[Mark]:
    for match in _RAISED.finditer(prose):
        numbers = tuple(one.translate(_SUPERSCRIPTS) for one in re.split("[⁻⁼˒,]", match.group()))
        if labels.issuperset(numbers):
            yield Mark(Span(*match.span()), "raised", numbers)


def stands_as_mark(text: str, start: int) -> bool:
    """Tell whether raised digits that start here can be a mark: behind a word or a stop, not a number or a unit."""
    return bool(_PLACE_OF_RAISED.match(text, start))


def _numbers(written: str) -> tuple[str, ...]:
    """Return the numbers of ``1, 3-5``; none where a range runs backwards or very far."""
    labels: dict[str, None] = {}
    for piece in re.split(r"[,;、，；]", written):
        ends = [re.sub(r"\A0+(?=\d)", "", one.strip()) for one in re.split(r"[-\u2010-\u2015]", piece)]
        first, last = ends[0], ends[-1]
        if first == last:
            labels[first] = None
        elif len(last) < 7 and 0 < int(last) - int(first) <= _MAX_RANGE:
            labels |= {str(number): None for number in range(int(first), int(last) + 1)}
        else:
            return ()
    return tuple(labels)


def _escaped(prose: str, start: int) -> bool:
    backslashes = _BACKSLASHES.search(prose, max(0, start - 20), start)
    return backslashes is not None and len(backslashes.group()) % 2 == 1


def _is_year(mark: Mark, known: frozenset[str]) -> bool:
    label = mark.labels[0]
    return mark.kind == "bracket" and len(mark.labels) == 1 and _looks_like_year(label) and label not in known


def _looks_like_year(label: str) -> bool:
    return len(label) == 4 and "1000" <= label < "2200"


def _is_subscript(prose: str, mark: Mark) -> bool:
    """Tell whether a bracket after a word indexes it: a name of one letter or of code, or an operator behind it."""
    word = _WORD.search(prose, max(0, mark.span.start - 40), mark.span.start)
    name = word.group() if word else ""
    return (
        (len(name) == 1 and name.isalpha())
        or "_" in name
        or "." in name.strip(".")
        or bool(_OPERATOR.match(prose, mark.span.end))
    )


def _chains(marks: list[Mark]) -> set[Span]:
    """Return the marks after words and those directly behind one, as in ``x[1][2]``."""
    chained: set[Span] = set()
    ends: set[int] = set()
    for mark in marks:
        if mark.after_word or mark.span.start in ends:
            chained.add(mark.span)
            ends.add(mark.span.end)
    return chained
