"""Time of what is said: what will be is not what has been.

A future beside a plain present is no difference: documentation says "will be raised" of what is raised.
"""

from collections.abc import Iterator

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.statement import Statement, Term

_PAST_ENDING = "ed"


def check(frame: Frame) -> Iterator[Objection]:
    """Object where one side speaks of what is to come and the other of what is over."""
    claimed, said = _future(frame.claim), _future(frame.page)
    if (claimed is None) == (said is None):
        return
    over = _past(frame.claim) if said is not None else _past(frame.page)
    if over is None:
        over = _in_past_form(frame, claim=said is not None)
    if over is not None:
        yield Objection("modality", Grade.OPEN, "tense_differs", claimed or over, said or over)


def _future(statement: Statement) -> Term | None:
    words = statement.table.future_words
    return next((term for term in statement.terms if term.key in words), None)


def _past(statement: Statement) -> Term | None:
    words = statement.table.past_words
    return next((term for term in statement.terms if term.key in words), None)


def _in_past_form(frame: Frame, *, claim: bool) -> Term | None:
    """Return a verb that stands in its past form on the side that has no future, and in another form on the other."""
    if frame.claim.table.code != "en":
        return None
    for pair in frame.alignment.pairs.values():
        ours, theirs = frame.claim.terms[pair.claim], frame.alignment.partner(pair.claim)
        if theirs is None or ours.value is not None:
            continue
        written, other = frame.claim.slice(ours).casefold(), frame.page.slice(theirs).casefold()
        if not claim:
            written, other = other, written
        if written.endswith(_PAST_ENDING) and not other.endswith(_PAST_ENDING):
            return ours if claim else theirs
    return None
