"""Modality: what may be is not what is.

"May" is both possibility and permission, so it meets a claim of either.
"""

from collections.abc import Iterator

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.languages import Kind
from loccit.judge.statement import Term

MODAL = (Kind.POSSIBLE, Kind.PERMITTED, Kind.REQUIRED, Kind.ADVISED)
_BOTH = frozenset({"may", "could", "might", "boleh", "會", "会"})


def check(frame: Frame) -> Iterator[Objection]:
    """Compare how firmly claim and statement say it."""
    claimed, said = frame.claimed(*MODAL), frame.said(*MODAL)
    if not claimed and not said:
        return
    claim_term, page_term = next(iter(claimed), None), next(iter(said), None)
    claim_kinds, page_kinds = {term.kind for term in claimed}, {term.kind for term in said}
    loose = claimed and said and claim_kinds | page_kinds <= _LOOSE
    if claim_kinds == page_kinds or (loose and _either(claimed, said)):
        yield Objection("modality", Grade.OK, "", claim_term, page_term)
    elif not claimed and Kind.REQUIRED not in page_kinds:
        yield Objection("modality", Grade.PART, "modality_strengthened", None, page_term)
    elif claim_kinds == {Kind.REQUIRED} and page_kinds in ({Kind.ADVISED}, {Kind.PERMITTED}, {Kind.POSSIBLE}):
        yield Objection("modality", Grade.PART, "modality_strengthened", claim_term, page_term)
    else:
        yield Objection("modality", Grade.OPEN, "modality_differs", claim_term, page_term)


_LOOSE = {Kind.POSSIBLE, Kind.PERMITTED}


def _either(claimed: list[Term], said: list[Term]) -> bool:
    return all(term.key in _BOTH for term in said) or all(term.key in _BOTH for term in claimed)
