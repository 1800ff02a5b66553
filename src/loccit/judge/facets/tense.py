"""Time of what is said: what will be is not what has been.

A future beside a plain present is no difference: documentation says "will be raised" of what is raised. It is one where
a date or a version says when, and where the future is not the plain one ("is about to", "is going to").
"""

from collections.abc import Iterator

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.languages import Kind
from loccit.judge.languages.stems import IRREGULAR_PASTS
from loccit.judge.statement import Statement, Term

_PAST_ENDING = "ed"


def check(frame: Frame) -> Iterator[Objection]:
    """Object where the two speak of different times: what is over, what is, what is to come."""
    claimed, said = _future(frame.claim), _future(frame.page)
    if (claimed is None) == (said is None):
        yield from _finite(frame)
        return
    ahead, other = (frame.page, frame.claim) if said is not None else (frame.claim, frame.page)
    sign = said or claimed
    over = _past(other) or _in_past_form(frame, claim=said is not None)
    hedged = bool(frame.claim.of_kind(*_MODAL) or frame.page.of_kind(*_MODAL))  # a matter of modality
    dated = not hedged and any(term.value is not None and term.value.measure in _WHEN for term in ahead.terms)
    firm = sign is not None and " " in sign.key
    if over is not None or dated or firm:
        yield Objection("modality", Grade.OPEN, "tense_differs", claimed or over, said or over)


_MODAL = (Kind.POSSIBLE, Kind.PERMITTED)
_WHEN = frozenset({"date", "version"})


def _future(statement: Statement) -> Term | None:
    """Return the word that puts a statement into the time to come, with the auxiliary that belongs to it."""
    words = statement.table.future_words
    return next((term for term in statement.terms if term.key in words or term.key.partition(" ")[2] in words), None)


def _past(statement: Statement) -> Term | None:
    words = statement.table.past_words
    return next((term for term in statement.terms if term.key in words), None)


def _finite(frame: Frame) -> Iterator[Objection]:
    """Object where a verb stands in the past on one side and in the present on the other: "stored", "stores"."""
    if frame.claim.table.code != "en" or frame.alignment.rotated:
        return
    for pair in frame.alignment.pairs.values():
        if pair.page is None or pair.moved or frame.claim.terms[pair.claim].value is not None:
            continue
        if {_form(frame.claim, pair.claim), _form(frame.page, pair.page)} == {"past", "present"}:
            terms = frame.claim.terms[pair.claim], frame.page.terms[pair.page]
            yield Objection("modality", Grade.OPEN, "tense_differs", *terms)
            return


def _form(statement: Statement, place: int) -> str:
    """Return the tense of a word that may be the finite verb behind its subject, empty for any other."""
    written = statement.slice(statement.terms[place]).casefold()
    before = next((term for term in reversed(statement.terms[:place]) if term.kind is not Kind.MARK), None)
    if before is None or before.kind not in _SUBJECTS:
        return ""
    if written.endswith(_PAST_ENDING) or written in IRREGULAR_PASTS:
        return "past"
    return "present" if written.endswith("s") and not written.endswith("ss") else ""


_SUBJECTS = frozenset({Kind.CONTENT, Kind.ANAPHOR, Kind.AND, Kind.ONLY})


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
