"""Comparison: "A is longer than B" is not "B is longer than A"."""

from collections.abc import Iterator

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.languages import Kind
from loccit.judge.statement import Statement

THAN = frozenset({"than", "daripada", "dibanding", "dibandingkan", "比", "rather than"})


def reversed_comparison(frame: Frame) -> bool:
    """Tell whether claim and statement compare the same two things the other way round."""
    claimed, said = _sides(frame.claim), _sides(frame.page)
    if claimed is None or said is None:
        return False
    came, went = claimed[0] - said[0], said[0] - claimed[0]
    return bool(came and went) and came <= said[1] and went <= claimed[1]


def check(frame: Frame) -> Iterator[Objection]:
    """Compare what stands on either side of the comparison."""
    claimed = [term for term in frame.claimed(Kind.PREPOSITION) if term.key in THAN]
    said = [term for term in frame.said(Kind.PREPOSITION) if term.key in THAN]
    if not claimed or not said:
        return
    if reversed_comparison(frame) and _by_opposite(frame):
        yield Objection("comparison", Grade.OPEN, "comparison_turned", claimed[0], said[0])
    elif reversed_comparison(frame):
        yield Objection("comparison", Grade.CONFLICT, "comparison_reversed", claimed[0], said[0])
    else:
        yield Objection("comparison", Grade.OK, "", claimed[0], said[0])


def _by_opposite(frame: Frame) -> bool:
    """Tell whether the other way round is said by the opposite word: "A is slower than B", "B is faster than A"."""
    met = ((frame.claim.terms[place], frame.alignment.partner(place)) for place in frame.alignment.pairs)
    return any(page is not None and claim.key == page.key and claim.side != page.side for claim, page in met)


def _sides(statement: Statement) -> tuple[set[str], set[str]] | None:
    """Return the keys of the content before and behind "than"."""
    than = next((at for at in statement.of_kind(Kind.PREPOSITION) if statement.terms[at].key in THAN), None)
    if than is None:
        return None
    keys = [(place, statement.terms[place].key) for place in statement.content]
    return {key for place, key in keys if place < than}, {key for place, key in keys if place > than}
