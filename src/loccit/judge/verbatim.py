"""Find a claim word for word on a page, in any language.

A quotation carries the claim where it is a whole sentence, or several, or a whole clause that nothing outside it
qualifies: no negation, condition, exception, attribution or hedge.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from loccit.judge.languages import TABLES, Kind
from loccit.judge.page import Page, Sentence
from loccit.judge.statement import Statement
from loccit.judge.words import Word, cut_words
from loccit.text.offsets import Span

_CLOSING = frozenset(".!?\"')]*¶।॥။。")
_OPENING = frozenset("\"'([*-•·")
_BRACKETS = frozenset("([")
_BRACKETS_BEHIND = frozenset(")]")
_EDGES = frozenset(',;:()-"')
_QUALIFIERS = frozenset(
    {
        Kind.NEGATION,
        Kind.CONDITION,
        Kind.EXCEPTION,
        Kind.POSSIBLE,
        Kind.HEDGE,
        Kind.SAYS,
        Kind.ONLY,
        Kind.PREPOSITION,
        Kind.RELATIVE,
        Kind.SOME,
        Kind.FEW,
        Kind.MOST,
    }
)


@dataclass(frozen=True, slots=True)
class Quotation:
    """Where a claim stands word for word.

    Attributes:
        sentences: the sentences it touches, in order.
        whole: whether it covers all of them.
        clear: whether nothing outside it qualifies it.
    """

    sentences: tuple[Sentence, ...]
    whole: bool
    clear: bool

    @property
    def span(self) -> Span:
        """Code points of the document's text from the first sentence to the last."""
        return Span(self.sentences[0].span.start, self.sentences[-1].span.end)


def quotations(wording: str, page: Page) -> Iterator[Quotation]:
    """Yield every place where the wording stands word for word, final stops and outer quotes left aside."""
    words = _core(cut_words(wording, 0, len(wording)))
    surfaces = [word.surface for word in words]
    if not surfaces:
        return
    anchor = min(range(len(surfaces)), key=lambda at: len(page.places.get(surfaces[at], ())))
    for place in page.places.get(surfaces[anchor], ()):
        first = place - anchor
        if first >= 0 and page.surfaces[first : first + len(surfaces)] == surfaces:
            found = _quotation(page, first, first + len(surfaces), asks=wording.rstrip().endswith(("?", "？")))
            if found is not None:
                yield found


def _core(words: list[Word]) -> list[Word]:
    end = len(words)
    while end and words[end - 1].surface in _CLOSING:
        if words[end - 1].surface in _BRACKETS_BEHIND and any(word.surface in _BRACKETS for word in words[:end]):
            break  # "[0, 1)" is not "[0, 1]"
        if words[end - 1].surface == '"' and any(word.surface == '"' for word in words[1 : end - 1]):
            break
        end -= 1
    start = 1 if end and words[0].surface == '"' and all(word.surface != '"' for word in words[1:end]) else 0
    return words[start:end]


def _quotation(page: Page, first: int, after: int, *, asks: bool) -> Quotation | None:
    begin = bisect_right(page.starts, first) - 1
    end = bisect_right(page.starts, after - 1) - 1
    sentences = tuple(page.sentences[begin : end + 1])
    if begin != end and any(a.block is not b.block for a, b in pairwise(sentences)):
        return None
    before = sentences[0].words[: first - page.starts[begin]]
    behind = sentences[-1].words[after - page.starts[end] :]
    if not asks and any(word.surface == "?" for word in behind):
        return Quotation(sentences, whole=False, clear=False)
    whole = all(word.surface in _OPENING for word in before) and all(word.surface in _CLOSING for word in behind)
    if whole:
        return Quotation(sentences, whole=True, clear=True)
    edged = (not before or before[-1].surface in _EDGES) and (not behind or behind[0].surface in _EDGES | _CLOSING)
    table = TABLES.get(sentences[0].language)
    clear = edged and len(sentences) == 1 and table is not None and after - first >= 3
    if clear and table is not None:
        text = page.document.text
        clear = not any(
            term.kind in _QUALIFIERS for part in (before, behind) if part for term in Statement(text, part, table).terms
        )
    return Quotation(sentences, whole=False, clear=clear)
