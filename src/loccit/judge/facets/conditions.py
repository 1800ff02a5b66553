"""Conditions and exceptions: what is said under an "if" is not said without it."""

from collections.abc import Iterator

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.languages import Kind
from loccit.judge.statement import Statement, Term


def check(frame: Frame) -> Iterator[Objection]:
    """Compare the statement's conditions and exceptions with the claim's."""
    terms, segment = frame.page.terms, frame.segment
    for kind, reason in ((Kind.CONDITION, "condition_dropped"), (Kind.EXCEPTION, "exception_dropped")):
        claimed = frame.claimed(kind)
        for at in segment:
            term = terms[at]
            if term.kind is not kind:
                continue
            scope = _scope(frame, at)
            open_words = [place for place in scope if place not in frame.met]
            supposed = not claimed and frame.met <= set(scope)  # all that met is only supposed
            carried = bool(claimed) or kind is Kind.CONDITION  # what is excepted is not said at all
            same = not claimed or _same_condition(frame, term, claimed)
            if not open_words and scope and carried and not supposed and same:
                yield Objection("condition", Grade.OK, "", claimed[0] if claimed else None, term)
            elif claimed and (len(open_words) < len(scope) or not same):
                yield Objection("condition", Grade.OPEN, "condition_changed", claimed[0], term)
            else:
                yield Objection("condition", Grade.PART, reason, None, term)
        if len(claimed) > sum(terms[at].kind is kind for at in segment):
            yield Objection("condition", Grade.OPEN, "condition_not_found", claimed[-1], None)
    if asks(frame.page) and not asks(frame.claim):
        yield Objection("condition", Grade.OPEN, "question", None, terms[-1])


def _same_condition(frame: Frame, term: Term, claimed: list[Term]) -> bool:
    """Tell whether the claim has a condition of this kind: "if" and "when" are one kind, "only if" and "until" not."""
    keys = {other.key for other in claimed}
    firm = frame.page.table.firm
    return term.key in keys if term.key in firm else bool(keys - firm)


def asks(statement: Statement) -> bool:
    """Tell whether a statement is a question."""
    for term in reversed(statement.terms):
        if term.key == "?" or term.key in statement.table.question_words:
            return True
        if term.kind is not Kind.MARK:
            break
    return False


def _scope(frame: Frame, at: int) -> list[int]:
    """Return the content places a condition governs: to the end of its clause."""
    terms = frame.page.terms
    clause = terms[at].clause
    return [
        place
        for place in range(at + 1, frame.segment.stop)
        if terms[place].clause == clause and terms[place].kind is Kind.CONTENT
    ]
