"""How well a page supports a claim, as a number to rank by: in millionths, not a probability.

The score is a logistic function of a few signals, each in millionths, with integer weights. It never decides a state: a
page the rules call ``supported`` ranks above 900,000, one they call ``contradicted`` below 100,000.

The weights were fitted by ``bench/ranking.py`` on the development sets of WiCE, FM2, FEVER-Symmetric and BEGIN, with
one threshold, 500,000, for all of them. The Indonesian and Chinese sets, HealthVer, FEVER and Climate-FEVER were not
fitted on; which signals there are was searched for, looking at the figures of all sets.
"""

import math
from collections.abc import Collection, Sequence
from itertools import pairwise
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

HEAVIEST = 12
"""Characters from which on a longer word weighs no more."""

NEAR = 3
"""Terms of a sentence within which two words of the claim that follow each other still stand together."""


class Signals(NamedTuple):
    """What the score is made of, in millionths; a share ``over_...`` is what exceeds a part.

    Attributes:
        pieces_over_600: share of the claim's pieces of four characters that stand on the page.
        weight_over_500: share of its content terms that stand there, each weighed by its characters.
        plain_over_500: the same of its plain words alone, no names and no typed values.
        in_sentence_over_700: share of its content terms that meet something in the nearest sentence.
        together, together_over_500: share of its neighbouring terms that stand together in that sentence, in order.
        moved: share of its terms that are met out of order.
        spread: natural logarithm of how many terms of the sentence lie between the first and the last that is met.
        density: share of those that are met.
        number_met: a number of the claim is met by an equal one.
        conflicts: facets in conflict with the nearest sentence, and a negation of the claim that it lacks; at most two,
            the more the better the sentence is met.
        denied: the nearest sentence holds a negation and the claim none.
        value_absent, name_absent: a typed value, or a name, of the claim stands nowhere on the page.
        speaker: the claim speaks of its speaker or hearer ("I", "your") and the page does not.
        length: natural logarithm of the number of the claim's content terms.
    """

    pieces_over_600: int
    weight_over_500: int
    plain_over_500: int
    in_sentence_over_700: int
    together: int
    together_over_500: int
    moved: int
    spread: int
    density: int
    number_met: int
    conflicts: int
    denied: int
    value_absent: int
    name_absent: int
    speaker: int
    length: int


BASE = -188_845
WEIGHTS = Signals(
    pieces_over_600=6_201_081,
    weight_over_500=2_204_235,
    plain_over_500=-1_403_336,
    in_sentence_over_700=1_223_577,
    together=-480_491,
    together_over_500=1_581_415,
    moved=4_524_437,
    spread=272_861,
    density=-451_762,
    number_met=624_931,
    conflicts=-1_536_472,
    denied=-486_011,
    value_absent=-742_013,
    name_absent=-464_259,
    speaker=-1_423_339,
    length=-169_878,
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
    terms, gone = claim.terms, frozenset(absent)
    weights = {place: min(HEAVIEST, terms[place].end - terms[place].start) for place in claim.content}
    plain = [place for place in claim.content if not terms[place].name and terms[place].value is None]
    seen = _Seen(claim, match)
    return Signals(
        pieces_over_600=_over(600_000, _pieces(claim, page)),
        weight_over_500=_over(
            500_000, _share(sum(weights.values()) - sum(weights[one] for one in gone), sum(weights.values()))
        ),
        plain_over_500=_over(500_000, _share(sum(place not in gone for place in plain), len(plain), empty=MILLION)),
        in_sentence_over_700=_over(700_000, seen.coverage),
        together=seen.together,
        together_over_500=_over(500_000, seen.together),
        moved=seen.moved,
        spread=_log(seen.reach),
        density=_share(len(seen.met), seen.reach),
        number_met=seen.number_met * MILLION,
        conflicts=seen.conflicts * seen.coverage,
        denied=seen.denied * MILLION,
        value_absent=any(terms[place].value is not None for place in gone) * MILLION,
        name_absent=any(terms[place].name and terms[place].value is None for place in gone) * MILLION,
        speaker=_speaks(claim, page) * MILLION,
        length=_log(len(claim.content)),
    )


def support_score(seen: Sequence[int], match: Match | None) -> int:
    """Return the ranking score of a claim on a page, in millionths."""
    logit = (BASE + sum(weight * signal for weight, signal in zip(WEIGHTS, seen, strict=True)) / MILLION) / MILLION
    score = round(MILLION / (1 + math.exp(-logit)))
    verdict = match.verdict if match is not None else None
    if verdict == "supported":
        return max(score, SUPPORTED_FLOOR)
    return min(score, CONTRADICTED_CEILING) if verdict == "contradicted" else min(score, SUPPORTED_FLOOR - 1)


class _Seen:
    """What the nearest sentence shows of a claim; all nothing where there is none.

    Attributes:
        met: places of the sentence that met a content term, in order.
        reach: terms of the sentence from the first of them to the last.
    """

    def __init__(self, claim: Statement, match: Match | None) -> None:
        self.coverage = self.together = self.moved = self.reach = self.conflicts = 0
        self.met: list[int] = []
        self.number_met = self.denied = False
        if match is None:
            return
        frame, pairs = match.frame, match.frame.alignment.pairs
        self.coverage = match.coverage
        self.met = sorted(frame.alignment.page_places)
        self.reach = self.met[-1] - self.met[0] + 1 if self.met else 0
        self.moved = _share(sum(pair.moved for pair in pairs.values()), len(claim.content))
        places = [pairs[place].page if place in pairs else None for place in claim.content]
        joined = sum(one is not None and two is not None and 0 < two - one <= NEAR for one, two in pairwise(places))
        self.together = _share(joined, max(1, len(places) - 1))
        self.number_met = any(one.grade is Grade.OK and one.facet == "number" for one in match.objections)
        claimed, said = (bool(side.of_kind(Kind.NEGATION)) for side in (frame.claim, frame.page))
        self.denied = said and not claimed
        found = sum(objection.grade is Grade.CONFLICT for objection in match.objections)
        self.conflicts = min(2, found + (claimed and not said))


def _pieces(claim: Statement, page: Page) -> int:
    wording = " ".join(claim.text.lower().split())
    pieces = {wording[at : at + GRAM_LENGTH] for at in range(max(1, len(wording) - GRAM_LENGTH + 1))}
    return _share(sum(piece in page.folded_text for piece in pieces), len(pieces))


def _speaks(claim: Statement, page: Page) -> bool:
    written = {fold(claim.slice(term)) for term in claim.terms} & claim.table.speaker_words
    return any(word not in page.places for word in written)


def _share(part: int, whole: int, *, empty: int = 0) -> int:
    return part * MILLION // whole if whole else empty


def _over(part: int, share: int) -> int:
    return max(0, share - part)


def _log(count: int) -> int:
    return round(MILLION * math.log(count)) if count else 0
