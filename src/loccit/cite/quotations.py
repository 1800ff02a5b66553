"""Quotations in an answer: which words it puts in quotation marks, and on which of its sources they stand.

A quotation stands on a page code point for code point or after folding (``text.quote``); pieces around an omission
(``…``, ``[...]``) or an insertion in brackets must stand there in their order. Words that stand on another source
than the one cited are misattributed; words that stand on none are not found, which is all that can be said of them.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from loccit.cite.frames import only_attributes
from loccit.text.offsets import Span
from loccit.text.quote import find_all, resolve

QuotationStatus = Literal["ok", "misattributed", "not_found", "not_checked"]

_MARKS = re.compile(
    r"“(?P<curly>[^“”]{1,4000})”|„(?P<low>[^„“”]{1,4000})[“”]|«\s?(?P<guillemet>[^«»]{1,4000}?)\s?»"
    r"|「(?P<corner>[^「」]{1,4000})」|『(?P<white>[^『』]{1,4000})』|《(?P<title>[^《》]{1,4000})》"
    r"|(?<![\w\\])\"(?P<straight>[^\"\n]{1,4000})\"(?!\w)"
    r"|(?<![\w‘])‘(?P<single>[^‘\n]{1,4000}?)’(?!\w)"
)
_NEW_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_OMISSION = re.compile(r"\s*(?:\[[^\[\]]{0,200}\]|\(\.\.\.\)|\(…\)|…|\.\.\.)\s*")
_EDGES = " \t\n,.;:!?，。；：！？、"
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_MIN_WORDS = 3
_MIN_UNSPACED_LETTERS = 6


@dataclass(frozen=True, slots=True)
class Quotation:
    """Quoted words: the span between the marks (code points of the answer's text) and the text there."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class PlacedQuotation:
    """Where quoted words stand.

    Attributes:
        status: ``ok``: on a source that is cited; ``misattributed``: only on others, the positions in ``found_in``;
            ``not_found``: on none of the sources, all that matter were read; ``not_checked``: a source that is cited
            could not be read.
        place: code points of the text of the first source that has them.
    """

    quotation: Quotation
    status: QuotationStatus
    found_in: tuple[int, ...] = ()
    place: Span | None = None


def quotations_in(text: str, span: Span) -> tuple[Quotation, ...]:
    """Return the quotations in a piece of an answer; names, titles and single words are none."""
    found = []
    for match in _MARKS.finditer(text, *span):
        group = str(match.lastgroup)
        quotation = Quotation(Span(*match.span(group)), match[group])
        if group != "title" and not _NEW_PARAGRAPH.search(quotation.text) and _is_long_enough(quotation.text):
            found.append(quotation)
    return tuple(found)


def quoted_span(quotation: str, text: str) -> Span | None:
    """Return where a quotation stands in a page's text, from its first piece to its last; null if it does not."""
    pieces = [one.strip(_EDGES) for one in _OMISSION.split(quotation)]
    bare = quotation.strip(_EDGES)
    for attempt in ([quotation], [bare], [bare[:1].swapcase() + bare[1:]], pieces):
        found = _in_order([piece for piece in attempt if piece.strip()], text)
        if found is not None:
            return found
    return None


def place(quotation: Quotation, cited: Sequence[int], texts: Mapping[int, str | None]) -> PlacedQuotation:
    """Say where quoted words stand.

    Args:
        cited: positions of the sources that the sentence cites.
        texts: the text of each source of the answer by its position, null where it could not be read.
    """
    found = {
        position: span
        for position, text in texts.items()
        if text is not None and (span := quoted_span(quotation.text, text)) is not None
    }
    own = [position for position in cited if position in found]
    if own:
        return PlacedQuotation(quotation, "ok", tuple(own), found[own[0]])
    if not cited or any(texts.get(position) is None for position in cited):
        return PlacedQuotation(quotation, "not_checked", tuple(found), next(iter(found.values()), None))
    if found:
        return PlacedQuotation(quotation, "misattributed", tuple(found), next(iter(found.values())))
    return PlacedQuotation(quotation, "not_found")


def only_quotes(wording: str, names: str = "") -> str | None:
    """Return the quotation of a sentence that says no more than that a source says it; null for other sentences.

    Args:
        wording: the sentence.
        names: what the source is called: its titles, its host.
    """
    quotations = quotations_in(wording, Span(0, len(wording)))
    if len(quotations) != 1 or _OMISSION.search(quotations[0].text):
        return None
    (quotation,) = quotations
    frame = wording[: quotation.span.start] + " " + wording[quotation.span.end :]
    return quotation.text if only_attributes(frame, names) else None


def is_copied(text: str, page: str, limit: int) -> bool:
    """Tell whether a piece of text takes over more than ``limit`` code points of a page in one piece."""
    step = max(1, limit // 4)
    window = limit - step
    # Whatever run is longer than the limit holds one of these windows.
    for start in range(0, len(text) - window + 1 if len(text) > limit else 0, step):
        for at in find_all(text[start : start + window], page):
            if _run(text, start, page, at.start) > limit:
                return True
    return False


def _run(text: str, start: int, page: str, at: int) -> int:
    """Return the length of the common run of two texts through a place they share."""
    before = 0
    while before < min(start, at) and text[start - before - 1] == page[at - before - 1]:
        before += 1
    after = 0
    while start + after < len(text) and at + after < len(page) and text[start + after] == page[at + after]:
        after += 1
    return before + after


def _in_order(pieces: Sequence[str], text: str) -> Span | None:
    start, position = None, 0
    for piece in pieces:
        found = _first(piece, text, position)
        if found is None:
            return None
        start = found.start if start is None else start
        position = found.end
    return None if start is None else Span(start, position)


def _first(piece: str, text: str, position: int) -> Span | None:
    """Return the first place of a piece from a position on, cutting no word."""
    rest = text[position:]
    resolution = resolve(piece, rest)
    span = resolution.span
    if span is None and resolution.status == "ambiguous":
        span = resolution.suggestion
    return None if span is None else Span(position + span.start, position + span.end)


def _is_long_enough(text: str) -> bool:
    if _UNSPACED.search(text):
        return sum(character.isalpha() for character in text) >= _MIN_UNSPACED_LETTERS
    return sum(any(character.isalpha() for character in word) for word in text.split()) >= _MIN_WORDS
