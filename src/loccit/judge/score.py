"""How well a page supports a claim, as a number to rank by: in millionths, not a probability."""

from loccit.judge.compare import Match
from loccit.judge.facets.objection import Grade

_PER_CONFLICT = 0.35
_PER_PART = 0.12
_PER_OPEN = 0.05
_FLOORS = {"supported": 0.9}
_CEILINGS = {"contradicted": 0.1}


def support_score(match: Match) -> int:
    """Return the ranking score of one comparison: coverage, less what each objection takes."""
    score = match.coverage / 1_000_000
    for objection in match.objections:
        if objection.grade is Grade.CONFLICT:
            score -= _PER_CONFLICT
        elif objection.grade is Grade.PART:
            score -= _PER_PART
        elif objection.grade is Grade.OPEN:
            score -= _PER_OPEN
    if match.verdict is not None:
        score = max(score, _FLOORS.get(match.verdict, 0.0))
        score = min(score, _CEILINGS.get(match.verdict, 1.0))
    return round(1_000_000 * min(1.0, max(0.0, score)))
