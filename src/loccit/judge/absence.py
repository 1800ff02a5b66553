"""What of a claim stands nowhere on a page that was read whole.

A page is silent on a claim where a typed value or a name of the claim, or every content word besides its subject,
stands in no admissible block.
"""

from loccit.judge.facets.values import Value
from loccit.judge.languages import Kind
from loccit.judge.page import Page
from loccit.judge.statement import Statement, Term

_VERB_SIGNS = frozenset(
    {Kind.AUXILIARY, Kind.PERMITTED, Kind.POSSIBLE, Kind.REQUIRED, Kind.ADVISED, Kind.NEGATION, Kind.RELATIVE}
)


def absent_words(claim: Statement, page: Page) -> list[Term]:
    """Return the claim's content terms that stand in no admissible block, in order."""
    return [term for place in claim.content if not _stands(term := claim.terms[place], page)]


def silence(claim: Statement, absent: list[Term]) -> tuple[str, ...]:
    """Return the reasons for which a page says nothing of a claim, none if it may."""
    if not absent:
        return ()
    missing = {id(term) for term in absent}
    subject = _subject(claim)
    rest = [claim.terms[place] for place in claim.content if place not in subject]
    reasons = [f"{_value(term).facet}_absent" for term in absent if term.value is not None]
    if any(term.name and term.value is None for term in absent):
        reasons.append("name_absent")
    if rest and all(id(term) in missing for term in rest):
        reasons.append("words_absent")
    if not rest and len(missing) == len(claim.content):
        reasons.append("words_absent")
    return tuple(dict.fromkeys(reasons))


def _value(term: Term) -> Value:
    assert term.value is not None  # noqa: S101 - narrowed by the caller
    return term.value


def _subject(claim: Statement) -> set[int]:
    verb = next((at for at, term in enumerate(claim.terms) if term.kind in _VERB_SIGNS), None)
    if verb is not None:
        return {place for place in claim.content if place < verb}
    return set(claim.content[:1])


def _stands(term: Term, page: Page) -> bool:
    if term.value is not None:
        return page.holds_value(term.value)
    if term.key in page.postings or (term.stripped and term.stripped in page.postings):
        return True
    # A phrase of an unspaced script is indexed by its characters.
    return len(term.key) > 1 and not term.key.isascii() and all(part in page.postings for part in term.key.strip("±="))
