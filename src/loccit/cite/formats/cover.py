"""Cuts an answer's text into the pieces that the same sources are cited for, for formats that cite by piece."""

from collections.abc import Iterator
from itertools import pairwise

from loccit.records import Answer
from loccit.text.offsets import Span


def pieces(answer: Answer) -> Iterator[tuple[Span, tuple[int, ...]]]:
    """Yield the text in order, each piece with the sources of all claim anchors over it.

    Anchors that touch stay two pieces; those that overlap are cut where they do.
    """
    claims = [one for one in answer.anchors if one.kind == "claim" and one.sources]
    cuts = sorted({0, len(answer.text), *(one.start for one in claims), *(one.end for one in claims)})
    for start, end in pairwise(cuts):
        over = [one for one in claims if one.start <= start and end <= one.end]
        yield Span(start, end), tuple(dict.fromkeys(source for one in over for source in one.sources))


def points(answer: Answer) -> Iterator[tuple[Span, tuple[int, ...]]]:
    """Yield the text in order, cut behind each claim anchor, each piece with the sources cited at its end."""
    behind: dict[int, dict[int, None]] = {}
    for one in answer.anchors:
        if one.kind == "claim" and one.sources:
            behind.setdefault(one.end, {}).update(dict.fromkeys(one.sources))
    start = 0
    for end in sorted({*behind, len(answer.text)}):
        yield Span(start, end), tuple(behind.get(end, ()))
        start = end
