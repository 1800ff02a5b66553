"""How well a page supports a claim, as a number to rank by: in millionths, not a probability.

The score is a weighted sum of what the rules saw; 500,000 is the point at which labelled development sets of seven
domains and three languages were told apart best with one weighting for all. It never decides a state: a page the
rules call ``supported`` ranks above 900,000, one they call ``contradicted`` below 100,000.
"""

import math
from collections.abc import Collection

from loccit.judge.compare import Match
from loccit.judge.facets.objection import Grade
from loccit.judge.languages import Kind
from loccit.judge.page import Page
from loccit.judge.statement import Statement

SUPPORTED_FLOOR = 900_000
CONTRADICTED_CEILING = 100_000
VERBATIM = 1_000_000

_BASE = -1.85
_IN_ONE_SENTENCE = 1.62
_ON_THE_PAGE = 1.55
_CONFLICT = -1.38
_PART = -0.27
_OPEN = 0.08
_PLAIN_WORD_ABSENT = 0.26
_VALUE_ABSENT = -0.81
_NAME_ABSENT = -0.43
_NEGATION_UNMET = -1.54
_PARITY_DIFFERS = -0.16
_SHORT_CLAIM = -0.25
_LONG_EVIDENCE = 0.03
_SCALE = 0.25


def support_score(claim: Statement, match: Match | None, absent: Collection[int], page: Page) -> int:
    """Return the ranking score of a claim on a page.

    Args:
        claim: read; has content.
        match: the comparison with the nearest sentence, null if none shares a word.
        absent: places of the claim's content terms that stand nowhere on the page.
        page: what was read.
    """
    content, terms = claim.content, claim.terms
    total = _BASE + _ON_THE_PAGE * (1 - len(absent) / len(content)) + _SHORT_CLAIM / math.sqrt(len(content))
    total += _VALUE_ABSENT * any(terms[place].value is not None for place in absent)
    total += _NAME_ABSENT * any(terms[place].name and terms[place].value is None for place in absent)
    plain = [place for place in absent if terms[place].value is None and not terms[place].name]
    total += _PLAIN_WORD_ABSENT * len(plain) / len(content)  # a paraphrase may stand for a word, not for a name
    total += _LONG_EVIDENCE * math.log1p(sum(page.languages.values()))
    if match is not None:
        total += _IN_ONE_SENTENCE * match.coverage / 1_000_000 + _from_objections(match)
    score = round(1_000_000 * min(1.0, max(0.0, 0.5 + _SCALE * total)))
    verdict = match.verdict if match is not None else None
    if verdict == "supported":
        return max(score, SUPPORTED_FLOOR)
    return min(score, CONTRADICTED_CEILING) if verdict == "contradicted" else min(score, SUPPORTED_FLOOR - 1)


def _from_objections(match: Match) -> float:
    grades = [objection.grade for objection in match.objections]
    claimed, said = (len(side.of_kind(Kind.NEGATION)) for side in (match.frame.claim, match.frame.page))
    total = _CONFLICT * min(2, grades.count(Grade.CONFLICT)) + _PART * min(2, grades.count(Grade.PART))
    total += _OPEN * min(4, grades.count(Grade.OPEN))  # long claims draw more of them
    if claimed and not said:
        return total + _NEGATION_UNMET
    return total + _PARITY_DIFFERS * ((claimed - said) % 2)
