"""What of a claim stands nowhere on a page that was read whole.

A page is silent on a claim where a typed value (in the role the claim gives it), a name, or every content word besides
its subject stands in no admissible block; or where it speaks only of the opposite of the claim's subject.
"""

from loccit.judge.facets.values import Relation, relation
from loccit.judge.languages import Kind
from loccit.judge.page import Page
from loccit.judge.statement import Statement

_VERB_SIGNS = frozenset(
    {Kind.AUXILIARY, Kind.PERMITTED, Kind.POSSIBLE, Kind.REQUIRED, Kind.ADVISED, Kind.NEGATION, Kind.RELATIVE}
)
_LASTING = frozenset({"time", "months", "date", "clock"})
"""Measures whose preposition changes what is said: "after 30 days" is not "for 30 days"."""

_CHANGING = frozenset({"by", "to", "from"})
"""Prepositions that tell an amount of change from its ends, whatever is measured."""


def absent_terms(claim: Statement, page: Page) -> list[int]:
    """Return the places of the claim's content terms that stand in no admissible block, in order."""
    return [place for place in claim.content if not _stands(claim, place, page)]


def silence(claim: Statement, page: Page, absent: list[int]) -> tuple[str, ...]:
    """Return the reasons for which a page says nothing of a claim, none if it may."""
    if not absent:
        return ()
    subject = _subject(claim)
    terms = claim.terms
    reasons: list[str] = []
    for place in absent:
        term = terms[place]
        if term.value is not None:
            reasons.append(f"{term.value.label}_absent")
        elif term.name:
            reasons.append("name_absent")
        elif place in subject and page.where(term.key):
            reasons.append("subject_absent")  # only its opposite stands there
    if subject and subject <= set(absent):
        reasons.append("subject_absent")
    rest = [place for place in claim.content if place not in subject] or claim.content
    if set(rest) <= set(absent):
        reasons.append("words_absent")
    return tuple(dict.fromkeys(reasons))


def _subject(claim: Statement) -> set[int]:
    verb = next((at for at, term in enumerate(claim.terms) if term.kind in _VERB_SIGNS), None)
    if verb is not None:
        return {place for place in claim.content if place < verb}
    return set(claim.content[:1])


def _stands(claim: Statement, place: int, page: Page) -> bool:
    term = claim.terms[place]
    if term.value is not None:
        role = claim.role(place)
        for other, other_role in page.values(claim.slice(term)):
            related = relation(term.value, other)
            kin = other.measure == term.value.measure and not other.parts
            kin = kin or "count" in {other.measure, term.value.measure}  # 44 beside 44 BC, 9 beside 9 pm
            if related is Relation.MEETS or (related is Relation.WEAKER and kin):
                roles = {role, other_role} - {""}
                if len(roles) < 2 or (term.value.measure not in _LASTING and not roles <= _CHANGING):
                    return True
        return False
    if term.key in page.bare or (term.stripped and term.stripped in page.bare):
        return True
    # A phrase of an unspaced script is indexed by its characters.
    return len(term.key) > 1 and not term.key.isascii() and all(part in page.bare for part in term.key.strip("±="))
