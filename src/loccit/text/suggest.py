"""A place that resembles a lost quotation, to show to a person; it never verifies anything."""

from collections import Counter

from loccit.text.normalise import Folded, folded
from loccit.text.offsets import Span

_PIECE_LENGTH = 8
_MAX_HITS_PER_PIECE = 20


def similar_place(quotation: str, page: Folded) -> Span | None:
    """Return the span of the original text that shares most pieces with a quotation, or null.

    Works in one pass for each piece of eight code points, without regard to case; asks for at least a third of the
    pieces, so that two texts that share a word or two do not resemble each other.
    """
    haystack = _lower(page.text)
    needle = _lower(folded(quotation).text.strip())
    last = len(needle) - _PIECE_LENGTH
    offsets = [*range(0, last, _PIECE_LENGTH // 2), last] if last >= 0 else []
    hits = [(offset, at) for offset in offsets for at in _places(haystack, needle[offset : offset + _PIECE_LENGTH])]
    votes = Counter((at - offset) // len(needle) for offset, at in hits)
    # A place may straddle two windows, so neighbours count together.
    window = max(votes, key=lambda index: votes[index] + votes[index + 1], default=None)
    if window is None or 3 * (votes[window] + votes[window + 1]) < len(offsets):
        return None
    near = [(offset, at) for offset, at in hits if (at - offset) // len(needle) in (window, window + 1)]
    start = min(at for _, at in near)
    end = max(at for _, at in near) + _PIECE_LENGTH
    return page.original(Span(start, min(end, start + 2 * len(needle))))


def _places(haystack: str, piece: str) -> list[int]:
    places: list[int] = []
    at = haystack.find(piece)
    while at >= 0 and len(places) < _MAX_HITS_PER_PIECE:
        places.append(at)
        at = haystack.find(piece, at + 1)
    return places


def _lower(text: str) -> str:
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text
