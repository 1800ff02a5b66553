"""Modality: what may be is not what is.

"May" is both possibility and permission, so it meets a claim of either.
"""

from collections.abc import Iterator

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.languages import Kind
from loccit.judge.statement import Statement, Term

MODAL = (Kind.POSSIBLE, Kind.PERMITTED, Kind.REQUIRED, Kind.ADVISED)
_BOTH = frozenset({"may", "could", "might", "boleh", "會", "会"})


def check(frame: Frame) -> Iterator[Objection]:
    """Compare how firmly claim and statement say it, verb by verb where the verbs met."""
    claim_verbs, page_verbs = _governed(frame.claim), _governed(frame.page)
    compared = False
    for pair in frame.alignment.pairs.values():
        claimed = claim_verbs.pop(pair.claim, [])
        said = [] if pair.page is None else page_verbs.pop(pair.page, [])
        if claimed or said:
            compared = True
            yield _compared(claimed, said)
    near = frame.said(*MODAL)
    left = [term for terms in page_verbs.values() for term in terms if term in near]
    doubt = next((term for term in left if term.kind is Kind.POSSIBLE), None)
    if compared and doubt is not None and not claim_verbs:
        yield Objection("modality", Grade.PART, "modality_strengthened", None, doubt)
    if claim_verbs or (left and not compared):
        yield _compared([term for terms in claim_verbs.values() for term in terms], left)


def _governed(statement: Statement) -> dict[int, list[Term]]:
    """Return the content places that modals govern, the first behind each."""
    found: dict[int, list[Term]] = {}
    for at in statement.of_kind(*MODAL):
        verb = next((place for place in statement.content if place > at), None)
        found.setdefault(at if verb is None else verb, []).append(statement.terms[at])
    return found


def _compared(claimed: list[Term], said: list[Term]) -> Objection:
    claim_term, page_term = next(iter(claimed), None), next(iter(said), None)
    claim_kinds, page_kinds = {term.kind for term in claimed}, {term.kind for term in said}
    loose = claimed and said and claim_kinds | page_kinds <= _LOOSE
    if claim_kinds == page_kinds and len(said) > len(claimed) and Kind.REQUIRED not in page_kinds:
        return Objection("modality", Grade.PART, "modality_strengthened", claim_term, said[-1])
    if claim_kinds == page_kinds or (loose and _either(claimed, said)):
        return Objection("modality", Grade.OK, "", claim_term, page_term)
    if not claimed and Kind.REQUIRED not in page_kinds:
        return Objection("modality", Grade.PART, "modality_strengthened", None, page_term)
    if claim_kinds == {Kind.REQUIRED} and page_kinds in ({Kind.ADVISED}, {Kind.PERMITTED}, {Kind.POSSIBLE}):
        return Objection("modality", Grade.PART, "modality_strengthened", claim_term, page_term)
    return Objection("modality", Grade.OPEN, "modality_differs", claim_term, page_term)


_LOOSE = {Kind.POSSIBLE, Kind.PERMITTED}


def _either(claimed: list[Term], said: list[Term]) -> bool:
    return all(term.key in _BOTH for term in said) or all(term.key in _BOTH for term in claimed)
