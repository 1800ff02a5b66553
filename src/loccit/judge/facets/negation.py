"""Negation and opposites: whether what the claim affirms is affirmed, and what it denies denied.

A negation takes back the term it stands before, within its clause. A lexical opposite (enabled, disabled) counts as a
negation where denying one end states the other.
"""

from collections.abc import Iterator

from loccit.judge.align import Agreement
from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.facets.values import Relation
from loccit.judge.languages import Kind
from loccit.judge.statement import Statement, Term
from loccit.records.judge import FacetName


def check(frame: Frame) -> Iterator[Objection]:
    """Compare the polarity of every pair of terms that met."""
    told = 0
    contradicted = False
    for pair in frame.alignment.pairs.values():
        claim, page = frame.claim.terms[pair.claim], frame.alignment.partner(pair.claim)
        if page is None or claim.kind is not Kind.CONTENT or pair.relation not in {None, Relation.MEETS}:
            continue
        opposed = claim.side != page.side or claim.key != page.key
        opposed = opposed and claim.value is None
        facet: FacetName = "comparison" if opposed and not claim.complementary and not page.negated else "negation"
        if pair.agreement is Agreement.CONFLICT:
            contradicted = True
            if _is_modifier(frame.claim, pair.claim):
                # "paid trainees" beside "unpaid trainees": another subject, nothing said of this one.
                yield Objection(facet, Grade.OPEN, "subject_differs", claim, page)
            elif claim.inward or page.inward or (opposed and (claim.stripped or page.stripped)):
                yield Objection(facet, Grade.CONFLICT, "opposite_word", claim, page)
            else:
                yield Objection(facet, Grade.CONFLICT, "opposite" if opposed else "polarity_differs", claim, page)
        elif pair.agreement is Agreement.UNKNOWN:
            contradicted = True
            yield Objection("negation", Grade.OPEN, "denied_opposite", claim, page)
        elif claim.negated or page.negated or opposed:
            told += claim.negated != page.negated or claim.inward != page.inward
            yield Objection("negation", Grade.OK, "", claim, page)
    if not contradicted:
        yield from _untold(frame, told)


def _untold(frame: Frame, told: int) -> Iterator[Objection]:
    """Object to a negation near what met that no pair accounts for."""
    claimed = frame.claimed(Kind.NEGATION)
    said = [term for term in frame.said(Kind.NEGATION) if term.clause not in frame.foreign_conditions]
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
