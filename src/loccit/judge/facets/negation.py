"""Negation and opposites: whether what the claim affirms is affirmed, and what it denies denied.

A negation takes back the term it stands before, within its clause. A lexical opposite (enabled, disabled) counts as a
negation where denying one end states the other.
"""

from collections.abc import Iterator

from loccit.judge.align import Agreement
from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.languages import Kind
from loccit.judge.statement import Statement, Term
from loccit.records.judge import FacetName


def check(frame: Frame) -> Iterator[Objection]:
    """Compare the polarity of every pair of words that met."""
    concerned = False
    for pair in frame.alignment.pairs.values():
        claim, page = frame.claim.terms[pair.claim], frame.alignment.partner(pair.claim)
        if page is None or claim.kind is not Kind.CONTENT or pair.relation is not None:
            continue
        opposed = claim.side != page.side or claim.key != page.key
        facet: FacetName = "comparison" if opposed and not claim.complementary and not page.negated else "negation"
        if pair.agreement is Agreement.CONFLICT:
            concerned = True
            if _is_modifier(frame.claim, pair.claim):
                # "paid trainees" beside "unpaid trainees": another subject, nothing said of this one.
                yield Objection(facet, Grade.OPEN, "subject_differs", claim, page)
            else:
                yield Objection(facet, Grade.CONFLICT, "opposite" if opposed else "polarity_differs", claim, page)
        elif pair.agreement is Agreement.UNKNOWN:
            concerned = True
            yield Objection("negation", Grade.OPEN, "denied_opposite", claim, page)
        elif claim.negated or page.negated or opposed:
            concerned = True
            yield Objection("negation", Grade.OK, "", claim, page)
    yield from _unmet(frame, concerned=concerned)


def _unmet(frame: Frame, *, concerned: bool) -> Iterator[Objection]:
    """Object to a negation that reaches what met without standing on a word that met."""
    for term in frame.claimed(Kind.NEGATION):
        if not concerned and not frame.said(Kind.NEGATION):
            yield Objection("negation", Grade.OPEN, "negation_not_found", term, None)
    if not concerned and len(frame.said(Kind.NEGATION)) != len(frame.claimed(Kind.NEGATION)):
        said = frame.said(Kind.NEGATION)
        if said:
            yield Objection("negation", Grade.OPEN, "negation_nearby", None, said[0])


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
