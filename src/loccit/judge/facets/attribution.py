"""Attribution and doubt: what somebody says is not what is."""

from collections import Counter
from collections.abc import Iterator

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.languages import Kind
from loccit.judge.statement import Term
from loccit.judge.words import fold


def check(frame: Frame) -> Iterator[Objection]:
    """Object where the statement puts what met in somebody's mouth, or hedges it, and the claim does not."""
    denied = _denied(frame)
    if denied is not None:
        yield Objection("attribution", Grade.OPEN, "denied_in_context", None, denied)
    embedded = _embedded(frame)
    if embedded is not None and not frame.claimed(Kind.SAYS):
        said_so = any(term.kind in _REPORTING for term in frame.page.terms[frame.segment.start : frame.first])
        reason = "attribution_dropped" if said_so else "embedded"
        yield Objection("attribution", Grade.PART if said_so else Grade.OPEN, reason, None, embedded)
    for kind, reason, said in (
        (Kind.SAYS, "attribution_dropped", frame.said_anywhere(Kind.SAYS)),
        (Kind.HEDGE, "hedge_dropped", frame.said(Kind.HEDGE)),
    ):
        claimed = frame.claimed(kind)
        near_miss = next((term for term in said if term.key in frame.page.table.near_miss_words), None)
        if near_miss is not None and not claimed:
            yield Objection("attribution", Grade.OPEN, reason, None, near_miss)
        elif said and not claimed:
            yield Objection("attribution", Grade.PART, reason, None, said[0])
        elif claimed and not said:
            yield Objection("attribution", Grade.OPEN, "attribution_not_found", claimed[0], None)
        elif claimed:
            same = Counter(term.key for term in claimed) == Counter(term.key for term in said)
            grade = Grade.OK if same else Grade.OPEN
            yield Objection("attribution", grade, "" if same else "attribution_differs", claimed[0], said[0])


_REPORTING = frozenset({Kind.SAYS, Kind.HEDGE, Kind.POSSIBLE})
"""Words under which something is said or supposed; under any other ("we prevent that ...") it may not hold at all."""


def _denied(frame: Frame) -> Term | None:
    """Return the word that takes back what met: "it is a myth that ...", "... is false", "... but this is wrong".

    The claim's own words take nothing back, nor does a word that says what something else is ("if the flag is false").
    """
    words = frame.page.table.denial_words
    own = {term.key for term in frame.claim.terms}
    terms = frame.page.terms
    for at in range(len(terms)):
        written = fold(frame.page.slice(terms[at]))
        if written not in words or at in frame.met or terms[at].key in own:
            continue
        before = at - 1
        while before >= 0 and terms[before].kind is Kind.FUNCTION:
            before -= 1
        stated = before >= 0 and terms[before].kind in {Kind.AUXILIARY, Kind.ANAPHOR}
        conditional = any(
            term.clause == terms[at].clause and term.kind in {Kind.CONDITION, Kind.EXCEPTION} for term in terms
        )
        if stated and not conditional:
            return terms[at]
    return None


def _embedded(frame: Frame) -> Term | None:
    """Return the "that" which makes what met the object of somebody's saying or thinking, null if there is none."""
    terms = frame.page.terms
    for at in range(frame.segment.start, frame.first):
        before = any(terms[place].kind is Kind.CONTENT for place in range(frame.segment.start, at))
        if before and terms[at].key in {"that", "bahwa"}:
            return terms[at]
    return None
