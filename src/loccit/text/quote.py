"""Make a locator for a piece of text, and find the place again.

A quotation stands in a text code point for code point, or after folding (``text.normalise``), or it does not stand
there: a similar place may be suggested to a person, but never counts as found. Text repeated on a page is told apart
by position, then by the text around it, else it stays ambiguous.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal

from loccit.errors import BadInput
from loccit.text.fragment import text_directive
from loccit.text.normalise import Folded, folded
from loccit.text.offsets import Span
from loccit.text.suggest import similar_place
from loccit.text.word_boundaries import cuts_number, is_word_boundary

__all__ = ["Locator", "Resolution", "Status", "context", "find_all", "locator", "resolve", "text_directive"]

Status = Literal["exact", "normalised", "moved", "ambiguous", "lost"]

MAX_PLACES = 10_000
"""A quotation that stands more often than this is ambiguous, whatever stands around it."""

_LINE_END_HYPHEN = re.compile(r"(?<=[^\W_])-[^\S\n]*\n\s*(?=[^\W_])")
_HYPHEN_SIGN = "\ufffe"


@dataclass(frozen=True, slots=True)
class Locator:
    """What is kept of a place: the text, what stands around it, and where it stood (code points)."""

    exact: str
    prefix: str = ""
    suffix: str = ""
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a quotation stands.

    Attributes:
        status: ``exact`` (code point for code point, at the position if one was given), ``normalised`` (after
            folding), ``moved`` (code point for code point, elsewhere), ``ambiguous`` (several equally good places) or
            ``lost``.
        span: code points of the text; null for ``ambiguous`` and ``lost``.
        suggestion: a place to look at for a person; never evidence.
    """

    status: Status
    span: Span | None = None
    suggestion: Span | None = None


def context(text: str, start: int, end: int, length: int) -> tuple[str, str]:
    """Return up to ``length`` code points before and after ``text[start:end]``."""
    return text[max(0, start - length) : start], text[end : end + length]


def locator(text: str, span: Span, *, context_length: int = 32) -> Locator:
    """Make the locator of a span of code points.

    Raises:
        BadInput: if the span is empty or not inside the text.
    """
    if not 0 <= span.start < span.end <= len(text):
        raise BadInput("span", f"expected 0 <= start < end <= {len(text)} code points, got {span.start}-{span.end}")
    prefix, suffix = context(text, span.start, span.end, context_length)
    return Locator(text[span.start : span.end], prefix, suffix, span.start)


def find_all(quotation: str, text: str) -> list[Span]:
    """Return every place where a quotation stands code point for code point, overlapping ones too."""
    return list(_places(quotation, text))


def _places(quotation: str, text: str) -> Iterator[Span]:
    at = text.find(quotation) if quotation else -1
    while at >= 0:
        yield Span(at, at + len(quotation))
        at = text.find(quotation, at + 1)


def resolve(exact: str, text: str, *, prefix: str = "", suffix: str = "", position: int | None = None) -> Resolution:
    """Find a quotation again.

    Args:
        exact: the quotation.
        text: the text to search, e.g. the canonical text of a document.
        prefix: text that stood before it, as much as was kept.
        suffix: text that stood after it.
        position: code point at which it stood, or null if that is unknown.

    Raises:
        BadInput: if the quotation is empty or only white space.
    """
    if not exact.strip():
        raise BadInput("quote", "expected some text, got none")
    wanted = Locator(exact, prefix, suffix, position)
    if position is not None and position >= 0 and text.startswith(exact, position):
        return Resolution("exact", Span(position, position + len(exact)))
    found = list(islice(_places(exact, text), MAX_PLACES))
    if found:
        return _choose(found, text, wanted, "exact" if position is None else "moved")
    found = _find_folded(exact, text) or _find_over_line_ends(exact, text)
    if found:
        return _choose(found, text, wanted, "normalised")
    return Resolution("lost", suggestion=similar_place(exact, _folded_page(text)))


def _choose(found: list[Span], text: str, wanted: Locator, status: Status) -> Resolution:
    at_position = [span for span in found if span.start == wanted.position]
    if at_position:
        return Resolution(status, at_position[0])
    if len(found) >= MAX_PLACES:
        return Resolution("ambiguous", suggestion=found[0])
    scores = _scores(found, text, wanted)
    admissible = [s for s in found if not cuts_number(text, *s) or scores.get(s, 0) == 1]
    whole = [s for s in admissible if is_word_boundary(text, s.start) and is_word_boundary(text, s.end)]
    candidates = whole or admissible
    if len(admissible) > 1 and scores:
        best = max(scores[span] for span in admissible)
        agreeing = [span for span in admissible if scores[span] == best]
        # Text around that agrees as a whole and stands there twice (a menu above and below) is told apart by position.
        if best >= 0.5 and (len(agreeing) == 1 or (best == 1 and _clearly_nearest(agreeing, wanted.position))):
            return Resolution(status, min(agreeing, key=lambda span: abs(span.start - (wanted.position or 0))))
    if len(candidates) == 1:
        return Resolution(status, candidates[0])
    nearest = min(candidates or found, key=lambda span: abs(span.start - (wanted.position or 0)))
    return Resolution("ambiguous" if candidates else "lost", suggestion=nearest)


def _clearly_nearest(spans: list[Span], position: int | None) -> bool:
    """Tell whether one span lies much nearer to a position than all others."""
    if position is None:
        return False
    nearest, second, *_ = sorted(abs(span.start - position) for span in spans)
    return 4 * nearest <= second


def _scores(found: list[Span], text: str, wanted: Locator) -> dict[Span, float]:
    """Return how much of the wanted context stands around each span: 0 to 1, compared folded; empty without context."""
    prefix, suffix = wanted.prefix, wanted.suffix
    if not (prefix or suffix):
        return {}
    same = [s for s in found if text.startswith(suffix, s.end) and text.endswith(prefix, 0, s.start)]
    if same:
        return dict.fromkeys(found, 0.0) | dict.fromkeys(same, 1.0)
    before, after = folded(prefix).text.lstrip(), folded(suffix).text.rstrip()
    reach = 2 * max(len(prefix), len(suffix)) + 8
    scores: dict[Span, float] = {}
    for span in found:
        left = folded(text[max(0, span.start - reach) : span.start]).text
        right = folded(text[span.end : span.end + reach]).text
        agreed = _common_prefix(left[::-1], before[::-1]) + _common_prefix(right, after)
        scores[span] = agreed / max(1, len(before) + len(after))
    return scores


def _common_prefix(first: str, second: str) -> int:
    for index, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return index
    return min(len(first), len(second))


def _find_folded(exact: str, text: str) -> list[Span]:
    needle = folded(exact).text.strip()
    haystack = _folded_page(text)
    spans = (haystack.original(span) for span in islice(_places(needle, haystack.text), MAX_PLACES))
    return [span for span in spans if span is not None]


def _find_over_line_ends(exact: str, text: str) -> list[Span]:
    """Find a quotation across words divided at line ends (``exam-``, line end, ``ple``).

    A hyphen at a line end belongs to the word (``well-known``) or to the line; the quotation may have it or not. One
    beside a digit (``2019-2021``) belongs to the text.
    """
    if not _LINE_END_HYPHEN.search(text):
        return []
    marked = _marked_page(text)
    needle = folded(_LINE_END_HYPHEN.sub(_HYPHEN_SIGN, exact)).text.strip()
    pattern = "".join(_over_line_end(before, after) for before, after in zip(" " + needle, needle, strict=False))
    spans = (marked.original(Span(*match.span())) for match in re.finditer(pattern, marked.text))
    return [span for span in spans if span is not None]


def _over_line_end(before: str, after: str) -> str:
    if after in ("-", _HYPHEN_SIGN):
        return f"(?:-|{_HYPHEN_SIGN})"
    joins = before.isalpha() and after.isalpha()
    return (f"{_HYPHEN_SIGN}?" if joins else "") + re.escape(after)


@lru_cache(maxsize=4)
def _folded_page(text: str) -> Folded:
    return folded(text)


@lru_cache(maxsize=2)
def _marked_page(text: str) -> Folded:
    """Fold a text with each line-end hyphen as one sign; the offsets still lead to the text as it is."""
    return folded(_LINE_END_HYPHEN.sub(lambda match: _HYPHEN_SIGN.ljust(len(match.group()), "\u2060"), text))
