"""Typed values of the claim beside those of the statement: numbers, units, money, dates and versions.

A value is met where it stands beside the same words. Another value of the same kind in that place is a conflict; a
value that stands nowhere in the statement is absent, which is no contradiction.
"""

from collections.abc import Iterator

from loccit.judge.align import Alignment
from loccit.judge.facets.designations import is_required
from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.facets.values import Relation
from loccit.judge.statement import Term


def base_of_share(alignment: Alignment) -> set[int]:
    """Return the places of a claim that say what a share is a share of, where the page measures otherwise.

    "Rose by 5 percent of its earlier level" beside "rose by 5 percentage points": the base belongs to the value.
    """
    claim = alignment.claim
    for pair in alignment.pairs.values():
        value, page = claim.terms[pair.claim].value, alignment.partner(pair.claim)
        if value is None or page is None or page.value is None or pair.relation is not Relation.DIFFERS:
            continue
        following = claim.text[value.end :].lstrip()
        if value.measure == "ratio" and page.value.measure == "points" and following.startswith("of "):
            return {place for place in claim.content if place > pair.claim}
    return set()


def check(frame: Frame) -> Iterator[Objection]:
    """Compare every typed value of the claim."""
    for place in frame.claim.content:
        term = frame.claim.terms[place]
        if term.value is None:
            continue
        pair = frame.alignment.pairs.get(place)
        page = frame.alignment.partner(place)
        facet, label = term.value.facet, term.value.label
        if pair is None or page is None:
            yield Objection(facet, Grade.OPEN, f"{label}_not_found", term, None)
        elif term.value.measure == "version" and _requires_another(frame, term, page):
            yield Objection(facet, Grade.OPEN, "version_less_precise", term, page)
        elif pair.relation is Relation.MEETS:
            yield Objection(facet, Grade.OK, "", term, page)
        elif pair.relation is Relation.DIFFERS:
            yield Objection(facet, Grade.CONFLICT, f"{label}_differs", term, page)
        else:
            yield Objection(facet, Grade.OPEN, f"{label}_less_precise", term, page)


def _requires_another(frame: Frame, claim: Term, page: Term) -> bool:
    """Tell whether one side requires a version and the other that one or any later."""
    differs = claim.value is not None and page.value is not None and claim.value.bound != page.value.bound
    return differs and is_required(frame.claim, claim)
