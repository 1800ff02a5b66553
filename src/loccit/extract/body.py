"""Which blocks belong to the body of a page: a label with a score, never a deletion."""

from collections.abc import Sequence
from typing import NamedTuple

from loccit.extract.drafts import Draft
from loccit.records.extract import Landmark

NEVER_BODY: frozenset[Landmark] = frozenset({"navigation", "header", "footer", "aside", "dialog", "consent", "advert"})
"""Regions whose text never supports a claim, whatever its score."""


class BodyScore(NamedTuple):
    """The label and the score behind it, in millionths."""

    body: bool
    millionths: int


def scores(drafts: Sequence[Draft]) -> list[BodyScore]:
    """Return the label of each block."""
    results: list[BodyScore] = []
    for draft in drafts:
        if draft.scope.landmark in NEVER_BODY:
            results.append(BodyScore(body=False, millionths=0))
            continue
        share = 1.0 - draft.link_length / len(draft.text)
        score = round(1_000_000 * share)
        results.append(BodyScore(body=score > 200_000 or draft.kind in ("heading", "term"), millionths=score))
    return results
