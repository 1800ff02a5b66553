"""Negation and opposites: whether what the claim affirms is affirmed, and what it denies denied.

A negation takes back the term it stands before, within its clause. A lexical opposite (enabled, disabled) counts as a
negation where denying one end states the other.
"""

from collections.abc import Iterator

from loccit.judge.align import Agreement, Pair
from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.facets.values import Relation
from loccit.judge.languages import Kind
from loccit.judge.statement import Statement, Term
from loccit.records.judge import FacetName


def check(frame: Frame) -> Iterator[Objection]:
    """Compare the polarity of every pair of terms that met."""
    told = 0
    settled = True
    moved = _moved(frame)
    for pair in frame.alignment.pairs.values():
        claim, page = frame.claim.terms[pair.claim], frame.alignment.partner(pair.claim)
        if page is None or claim.kind is not Kind.CONTENT or pair.relation not in {None, Relation.MEETS}:
            continue
        if pair.claim in moved:
            told += 1
            yield Objection("negation", moved[pair.claim], "negation_elsewhere", claim, page)
        elif pair.agreement is not Agreement.SAME:
            settled = False
            yield _opposed(frame, pair, claim, page)
        elif claim.negated or page.negated or _opposite(claim, page):
            told += claim.negated != page.negated or claim.inward != page.inward
            yield Objection("negation", Grade.OK, "", claim, page)
    if settled:
        yield from _untold(frame, told)


def _opposite(claim: Term, page: Term) -> bool:
    return claim.value is None and (claim.side != page.side or claim.key != page.key)


def _opposed(frame: Frame, pair: Pair, claim: Term, page: Term) -> Objection:
    opposite = _opposite(claim, page)
    facet: FacetName = "comparison" if opposite and not claim.complementary and not page.negated else "negation"
    if pair.agreement is Agreement.UNKNOWN:
        return Objection("negation", Grade.OPEN, "denied_opposite", claim, page)
    if _is_modifier(frame.claim, pair.claim):
        # "paid trainees" beside "unpaid trainees": another subject, nothing said of this one.
        return Objection(facet, Grade.OPEN, "subject_differs", claim, page)
    if not opposite and _forbids(frame):
        return Objection(facet, Grade.OPEN, "modality_differs", claim, page)
    if claim.inward or page.inward or (opposite and (claim.stripped or page.stripped)):
        return Objection(facet, Grade.CONFLICT, "opposite_word", claim, page)
    return Objection(facet, Grade.CONFLICT, "opposite" if opposite else "polarity_differs", claim, page)


def _forbids(frame: Frame) -> bool:
    """Tell whether a claim says that something must not be and the page that it is: no contradiction."""
    forbidding = any(term.key in _FORBIDDING for term in frame.claimed(Kind.NEGATION))
    return forbidding and not frame.said(Kind.NEGATION, *_MODAL)


_MODAL = (Kind.POSSIBLE, Kind.PERMITTED, Kind.REQUIRED, Kind.ADVISED)
_FORBIDDING_WORDS = (
    "不能 不可 不可以 不得 不应 不應 不應當 不应当 不應該 不应该 不要 不准 不允许 不允許 禁止 勿 别 別 jangan"
)
_FORBIDDING = frozenset(_FORBIDDING_WORDS.split())


def _moved(frame: Frame) -> dict[int, Grade]:
    """Return the pairs whose negation stands on another word of the same clause on the other side.

    "No visitors are allowed" is "visitors are not allowed", and "accepts no cash" is "does not accept cash"; where no
    such determiner is at work, rules can't tell.
    """
    terms = frame.claim.terms
    here: list[Pair] = []
    there: list[Pair] = []
    for pair in frame.alignment.pairs.values():
        page = frame.alignment.partner(pair.claim)
        claim = terms[pair.claim]
        if page is None or pair.agreement is not Agreement.CONFLICT or claim.negated == page.negated:
            continue
        if claim.side == page.side and claim.key == page.key:
            (here if claim.negated else there).append(pair)
    if len(here) != 1 or len(there) != 1:
        return {}
    determined = any(term.key in _DETERMINERS for term in (*frame.claimed(Kind.NEGATION), *frame.said(Kind.NEGATION)))
    one_clause = terms[here[0].claim].clause == terms[there[0].claim].clause
    grade = Grade.OK if determined and one_clause else Grade.OPEN
    return {here[0].claim: grade, there[0].claim: grade}


_DETERMINERS = frozenset(
    {"no", "none", "neither", "nobody", "nothing", "tidak ada", "tiada", "沒有", "没有", "無", "无"}
)


def _untold(frame: Frame, told: int) -> Iterator[Objection]:
    """Object to a negation near what met that no pair accounts for."""
    claimed = frame.claimed(Kind.NEGATION)
    said = [term for term in frame.said(Kind.NEGATION) if term.clause not in frame.foreign_conditions]
    if frame.claimed_partial is not None or frame.said_partial is not None:
        told += 1
    if abs(len(claimed) - len(said)) <= told:
        return
    if len(claimed) > len(said):
        yield Objection("negation", Grade.OPEN, "negation_not_found", claimed[-1], None)
    else:
        yield Objection("negation", Grade.OPEN, "negation_nearby", None, said[-1])


def _is_modifier(claim: Statement, place: int) -> bool:
    """Tell whether a word stands in the subject, before the claim's first verb, and modifies what follows it."""
    terms = claim.terms
    verb = next((at for at, term in enumerate(terms) if term.kind in _VERB_SIGNS), None)
    if verb is None or place >= verb:
        return False
    return _joined_after(terms, place)


def _joined_after(terms: list[Term], place: int) -> bool:
    return place + 1 < len(terms) and terms[place + 1].joined


_VERB_SIGNS = frozenset({Kind.AUXILIARY, Kind.PERMITTED, Kind.POSSIBLE, Kind.REQUIRED, Kind.ADVISED, Kind.NEGATION})
