"""How well a page supports a claim, as a number to rank by: in millionths, not a probability.

The score is a logistic function of a few signals, each in millionths, with integer weights. It never decides a state: a
page the rules call ``supported`` ranks above 900,000, one they call ``contradicted`` below 100,000.

The weights were fitted by ``bench/ranking.py`` on the development sets of WiCE, FM2, FEVER-Symmetric and BEGIN, with
one threshold, 500,000, for all of them. The Indonesian and Chinese sets, HealthVer, FEVER and Climate-FEVER were not
fitted on; which signals there are was chosen looking at the figures of all sets.
"""

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from loccit.judge.compare import Match
from loccit.judge.facets.objection import Grade
from loccit.judge.languages import Kind
from loccit.judge.page import Page
from loccit.judge.statement import Statement
from loccit.judge.words import fold

SUPPORTED_FLOOR = 900_000
CONTRADICTED_CEILING = 100_000
VERBATIM = 1_000_000
MILLION = 1_000_000

GRAM_LENGTH = 4
"""Characters of the pieces by which the wording is found again whatever its inflection."""


class Signals(NamedTuple):
    """What the score is made of, in millionths.

    Attributes:
        on_page: share of the claim's content terms that stand on the page; ``on_page_over_...`` what exceeds a share.
        in_sentence: share of them that meet something in the nearest sentence.
        pieces: share of the claim's pieces of four characters that stand on the page.
        conflicts: facets in conflict with the nearest sentence, and a negation of the claim that it lacks; at most two.
        value_absent, name_absent: a typed value, or a name, of the claim stands nowhere on the page.
        speaker: the claim speaks of its speaker or hearer ("I", "your") and the page does not.
    """

    on_page: int
    on_page_over_400: int
    on_page_over_600: int
    in_sentence: int
    pieces: int
    pieces_over_400: int
    pieces_over_600: int
    conflicts: int
    value_absent: int
    name_absent: int
    speaker: int


BASE = -1_198_436
WEIGHTS = Signals(
    on_page=1_059_881,
    on_page_over_400=1_782_241,
    on_page_over_600=-2_408_102,
    in_sentence=235_993,
    pieces=634_208,
    pieces_over_400=1_178_511,
    pieces_over_600=3_249_645,
    conflicts=-1_364_721,
    value_absent=14_671,
    name_absent=-903_595,
    speaker=-1_322_321,
)
"""What a whole unit of each signal adds to the logit, in millionths."""


def signals(claim: Statement, match: Match | None, absent: Collection[int], page: Page) -> Signals:
    """Return what the score of a claim on a page is made of.

    Args:
        claim: read; has content.
        match: the comparison with the nearest sentence, null if none shares a word.
        absent: places of the claim's content terms that stand nowhere on the page.
        page: what was read.
    """
    terms, total = claim.terms, len(claim.content)
    on_page = (total - len(absent)) * MILLION // total
    pieces = _pieces(claim, page)
    conflicts = 0 if match is None else _conflicts(match)
    return Signals(
        on_page=on_page,
        on_page_over_400=max(0, on_page - 400_000),
        on_page_over_600=max(0, on_page - 600_000),
        in_sentence=match.coverage if match is not None else 0,
        pieces=pieces,
        pieces_over_400=max(0, pieces - 400_000),
        pieces_over_600=max(0, pieces - 600_000),
        conflicts=conflicts * MILLION,
        value_absent=any(terms[place].value is not None for place in absent) * MILLION,
        name_absent=any(terms[place].name and terms[place].value is None for place in absent) * MILLION,
        speaker=_speaks(claim, page) * MILLION,
    )


def support_score(seen: Sequence[int], match: Match | None) -> int:
    """Return the ranking score of a claim on a page, in millionths."""
    logit = (BASE + sum(weight * signal for weight, signal in zip(WEIGHTS, seen, strict=True)) / MILLION) / MILLION
    score = round(MILLION / (1 + math.exp(-logit)))
    verdict = match.verdict if match is not None else None
    if verdict == "supported":
        return max(score, SUPPORTED_FLOOR)
    return min(score, CONTRADICTED_CEILING) if verdict == "contradicted" else min(score, SUPPORTED_FLOOR - 1)


def _pieces(claim: Statement, page: Page) -> int:
    wording = " ".join(claim.text.lower().split())
    pieces = {wording[at : at + GRAM_LENGTH] for at in range(max(1, len(wording) - GRAM_LENGTH + 1))}
    return sum(piece in page.folded_text for piece in pieces) * MILLION // len(pieces)


def _conflicts(match: Match) -> int:
    conflicts = sum(objection.grade is Grade.CONFLICT for objection in match.objections)
    claimed, said = (side.of_kind(Kind.NEGATION) for side in (match.frame.claim, match.frame.page))
    return min(2, conflicts + bool(claimed and not said))


def _speaks(claim: Statement, page: Page) -> bool:
    written = {fold(claim.slice(term)) for term in claim.terms} & claim.table.speaker_words
    return any(word not in page.places for word in written)
