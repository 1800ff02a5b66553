"""Quantifiers: some is not all, and only is more than also."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.languages import Kind
from loccit.judge.statement import Term

_QUANTIFIERS = (Kind.ALL, Kind.MOST, Kind.SOME, Kind.FEW, Kind.ONLY)
_STRENGTH = {Kind.ALL: 4, Kind.MOST: 3, Kind.SOME: 2, Kind.FEW: 1}


def check(frame: Frame) -> Iterator[Objection]:
    """Compare how much of its subject claim and statement speak of."""
    claimed, said = frame.claimed(*_QUANTIFIERS), frame.said(*_QUANTIFIERS)
    yield from _only(claimed, said)
    claim_terms = [term for term in claimed if term.kind is not Kind.ONLY]
    page_terms = [term for term in said if term.kind is not Kind.ONLY]
    if not claim_terms and not page_terms:
        return
    if frame.said_partial is not None and frame.claimed_partial is None and _speaks_of_all(claim_terms):
        yield Objection("quantifier", Grade.CONFLICT, "quantifier_differs", claim_terms[0], frame.said_partial)
        return
    if frame.claimed_partial is not None and frame.said_partial is None and _speaks_of_all(page_terms):
        yield Objection("quantifier", Grade.CONFLICT, "quantifier_differs", frame.claimed_partial, page_terms[0])
        return
    claim_signs = Counter((term.kind, term.negated) for term in claim_terms)
    page_signs = Counter((term.kind, term.negated) for term in page_terms)
    if claim_terms and page_terms and claim_signs <= page_signs:
        yield Objection("quantifier", Grade.OK, "", claim_terms[0], page_terms[0])
    elif not claim_terms:
        yield from _unclaimed(page_terms)
    elif not page_terms:
        yield Objection("quantifier", Grade.PART, "quantifier_strengthened", claim_terms[0], None)
    else:
        yield _both(claim_terms, page_terms)


def _speaks_of_all(terms: list[Term]) -> bool:
    return any(term.kind is Kind.ALL and not term.negated for term in terms)


def _only(claimed: list[Term], said: list[Term]) -> Iterator[Objection]:
    claim_only = [term for term in claimed if term.kind is Kind.ONLY]
    page_only = [term for term in said if term.kind is Kind.ONLY]
    if len(claim_only) > len(page_only):
        yield Objection("quantifier", Grade.PART, "quantifier_strengthened", claim_only[-1], None)
    elif len(page_only) > len(claim_only):
        yield Objection("quantifier", Grade.OPEN, "only_dropped", None, page_only[0])
    elif claim_only:
        yield Objection("quantifier", Grade.OK, "", claim_only[0], page_only[0])


def _unclaimed(page_terms: list[Term]) -> Iterator[Objection]:
    term = page_terms[0]
    if term.kind is Kind.ALL and not term.negated:
        yield Objection("quantifier", Grade.OK, "", None, term)
    else:
        yield Objection("quantifier", Grade.PART, "quantifier_strengthened", None, term)


def _both(claimed: list[Term], said: list[Term]) -> Objection:
    """Compare the first quantifiers that differ."""
    pairs = [(c, p) for c, p in zip_longest(claimed, said) if c is None or p is None or c.kind is not p.kind]
    claim, page = pairs[0] if pairs else (claimed[0], said[0])
    if claim is not None and page is not None:
        if claim.kind is page.kind and claim.negated != page.negated:
            return Objection("quantifier", Grade.CONFLICT, "quantifier_differs", claim, page)
        comparable = Kind.FEW not in {claim.kind, page.kind} and not (claim.negated or page.negated)
        if comparable and _STRENGTH[claim.kind] > _STRENGTH[page.kind]:
            return Objection("quantifier", Grade.PART, "quantifier_strengthened", claim, page)
    return Objection("quantifier", Grade.OPEN, "quantifier_differs", claim, page)
