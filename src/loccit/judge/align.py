"""Lay a claim's terms beside a statement's, in order, and say what met what.

The alignment is the best common subsequence of content terms and prepositions. A typed value may stand beside a
differing value of the page: that is how a conflict is seen in its place. Terms of the claim that have no partner in
order are looked for out of order, then in what the page displays above the statement.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from loccit.judge.facets.values import Relation, relation
from loccit.judge.languages import Kind
from loccit.judge.statement import Statement, Term

_CONTENT = 3.0
_OPPOSITE = 2.6
_VALUE_BESIDE = 1.3
_NEAREST = 2.0
_SAME_NOUN = 0.5
_PREPOSITION = 0.4
_ADJACENT = 0.05


class Agreement(IntEnum):
    """Whether two terms that met say the same."""

    CONFLICT = -1
    UNKNOWN = 0
    SAME = 1


class Pair(NamedTuple):
    """A term of the claim and what it met.

    Attributes:
        claim: place in the claim.
        page: place in the statement, null if it stands in the heading.
        agreement: whether they say the same.
        moved: whether it stands out of order.
        relation: how the typed values stand to each other, null for words.
    """

    claim: int
    page: int | None
    agreement: Agreement
    moved: bool = False
    relation: Relation | None = None


class Alignment:
    """A claim beside a statement.

    Attributes:
        pairs: what met, by place in the claim.
        missing: places of the claim's content terms that met nothing.
        rotated: whether the claim's passive was turned round to meet an active statement.
    """

    def __init__(self, claim: Statement, page: Statement, pairs: Sequence[Pair], *, rotated: bool) -> None:
        self.claim = claim
        self.page = page
        self.pairs = {pair.claim: pair for pair in pairs}
        self.rotated = rotated
        self.missing = [place for place in claim.content if place not in self.pairs]

    @cached_property
    def pages(self) -> set[int]:
        """Places of the statement that met any term of the claim."""
        return {pair.page for pair in self.pairs.values() if pair.page is not None}

    @cached_property
    def page_places(self) -> set[int]:
        """Places of the statement that met a content term of the claim."""
        return {
            pair.page
            for pair in self.pairs.values()
            if pair.page is not None and self.claim.terms[pair.claim].kind is Kind.CONTENT
        }

    def partner(self, place: int) -> Term | None:
        """Return the statement's term that a term of the claim met."""
        pair = self.pairs.get(place)
        return None if pair is None or pair.page is None else self.page.terms[pair.page]


def compare_terms(claim: Term, page: Term) -> Agreement | None:
    """Return whether two words say the same, or null if they are not of one key."""
    flipped = claim.negated != page.negated
    if claim.key == page.key:
        if claim.side == page.side:
            return Agreement.CONFLICT if flipped else Agreement.SAME
        complementary = claim.complementary and page.complementary
    elif (claim.stripped and claim.stripped == page.key) or (page.stripped and page.stripped == claim.key):
        complementary = True
    else:
        return None
    if flipped:
        return Agreement.SAME if complementary else Agreement.UNKNOWN
    if claim.negated and not complementary:
        return Agreement.UNKNOWN
    return Agreement.CONFLICT


def align(claim: Statement, page: Statement, *, nearest: bool = False) -> Alignment:
    """Return the best alignment of a claim with a statement.

    Args:
        nearest: lay a typed value beside the nearest value of its kind, whether equal or not, instead of beside an
            equal one farther off.
    """
    order = [place for place, term in enumerate(claim.terms) if term.kind in _ALIGNED]
    best = _aligned(claim, page, order, nearest=nearest, rotated=False)
    if not best.missing and not any(pair.moved for pair in best.pairs.values()):
        return best
    for turned in _turned(claim, page, order):
        other = _aligned(claim, page, turned, nearest=nearest, rotated=True)
        if _quality(other) > _quality(best):
            best = other
    return best


_ALIGNED = frozenset({Kind.CONTENT, Kind.PREPOSITION})


def _quality(alignment: Alignment) -> tuple[int, int]:
    return -len(alignment.missing), -sum(pair.moved for pair in alignment.pairs.values())


def _turned(claim: Statement, page: Statement, order: list[int]) -> Iterator[list[int]]:
    """Yield the orders in which a passive claim says it actively, and an active one passively."""
    if claim.table.unspaced:
        return
    terms = claim.terms
    auxiliaries = claim.of_kind(Kind.AUXILIARY)
    by = next((place for place in order if terms[place].key in _BY), None)
    if auxiliaries:
        verb = next((place for place in order if place > auxiliaries[-1] and terms[place].kind is Kind.CONTENT), None)
        if verb is not None and terms[verb].value is None and _turns(claim, verb, page):
            agent = [] if by is None or by < verb else _phrase(claim, by + 1)
            rest = [place for place in order if place not in agent and place not in {verb, by}]
            yield [*agent, verb, *rest]
    passive = {page.terms[at].key for at in page.aligned if at + 1 < len(page.terms) and page.terms[at + 1].key in _BY}
    for verb in order if by is None else ():
        if terms[verb].key in passive and terms[verb].kind is Kind.CONTENT:
            patient = _phrase(claim, verb + 1)
            agent = [place for place in order if place < verb]
            rest = [place for place in order if place > verb and place not in patient]
            yield [*patient, verb, *agent, *rest]


_BY = frozenset({"by", "oleh"})
_NO_SUBJECT = frozenset({Kind.FUNCTION, Kind.PREPOSITION, Kind.MARK, Kind.ALL, Kind.SOME})


def _turns(claim: Statement, verb: int, page: Statement) -> bool:
    """Tell whether a claim's participle meets a verb: "accept cash" says what is accepted, "level tray" not what is."""
    if not claim.table.is_participle(claim.slice(claim.terms[verb]).casefold()):
        return False
    for at in page.content:
        if page.terms[at].key != claim.terms[verb].key:
            continue
        written = page.slice(page.terms[at]).casefold()
        before = page.terms[at - 1].kind if at else Kind.FUNCTION
        if not page.table.is_participle(written) or before not in _NO_SUBJECT:
            return True
    return False


def _phrase(claim: Statement, start: int) -> list[int]:
    """Return the content places from a place on, up to the next preposition, mark or clause."""
    found: list[int] = []
    for place in range(start, len(claim.terms)):
        kind = claim.terms[place].kind
        if kind is Kind.CONTENT:
            found.append(place)
        elif kind is not Kind.FUNCTION:
            break
    return found


def _aligned(claim: Statement, page: Statement, order: list[int], *, nearest: bool, rotated: bool) -> Alignment:
    columns = page.aligned
    weights = [_row(claim, place, page, nearest=nearest) for place in order]
    chosen = [(order[index], columns[at]) for index, at in _best_path(len(columns), weights)]
    pairs = [Pair(place, at, *_facts(claim.terms[place], page.terms[at])) for place, at in chosen]
    taken = {at for _, at in chosen}
    met = {place for place, _ in chosen}
    for place in order:
        term = claim.terms[place]
        if place not in met and term.kind is Kind.CONTENT:
            elsewhere = _elsewhere(term, page, taken)
            if elsewhere is not None:
                taken.add(elsewhere)
                agreement, _, related = _facts(term, page.terms[elsewhere])
                pairs.append(Pair(place, elsewhere, agreement, moved=True, relation=related))
    return Alignment(claim, page, pairs, rotated=rotated)


def _row(claim: Statement, place: int, page: Statement, *, nearest: bool) -> dict[int, float]:
    """Return the weight of laying a term beside each column of the statement that it may meet."""
    term = claim.terms[place]
    row: dict[int, float] = {}
    columns = page.columns
    near = columns.get(term.key if term.value is None else "", ())
    if term.stripped and term.value is None:
        near = sorted({*near, *columns.get(term.stripped, ())})
    for column in near:
        at = page.aligned[column]
        weight = _weight(term, page.terms[at])
        if weight and nearest and term.value is not None:
            weight = _NEAREST + _SAME_NOUN * (claim.key_after(place) == page.key_after(at) != "")
        if weight:
            row[column] = weight
    return row


def _facts(claim: Term, page: Term) -> tuple[Agreement, bool, Relation | None]:
    if claim.value is not None and page.value is not None:
        related = relation(claim.value, page.value)
        if related is Relation.MEETS:
            return (Agreement.CONFLICT if claim.negated != page.negated else Agreement.SAME), False, related
        return (Agreement.CONFLICT if related is Relation.DIFFERS else Agreement.UNKNOWN), False, related
    agreement = compare_terms(claim, page)
    return Agreement.SAME if agreement is None else agreement, False, None


def _weight(claim: Term, page: Term) -> float:
    if claim.kind is not page.kind or claim.kind not in _ALIGNED:
        return 0.0
    if claim.kind is Kind.PREPOSITION:
        return _PREPOSITION if claim.key == page.key else 0.0
    if claim.value is not None or page.value is not None:
        if claim.value is None or page.value is None:
            return 0.0
        related = relation(claim.value, page.value)
        return _CONTENT if related is Relation.MEETS else 0.0 if related is Relation.UNRELATED else _VALUE_BESIDE
    if claim.key != page.key and not claim.stripped and not page.stripped:
        return 0.0
    agreement = compare_terms(claim, page)
    if agreement is None:
        return 0.0
    return _CONTENT if agreement is Agreement.SAME else _OPPOSITE


def _best_path(width: int, weights: Sequence[dict[int, float]]) -> list[tuple[int, int]]:
    """Return the heaviest chain of (row, column), both increasing."""
    tables: list[list[float]] = [[0.0] * (width + 1)]
    ends: list[list[bool]] = []
    above, ended_above = tables[0], [False] * (width + 1)
    for row in weights:
        current, ended = above, [False] * (width + 1)
        if row:
            current = [0.0] * (width + 1)
            running = 0.0
            for at in range(width):
                running = max(running, above[at + 1])
                weight = row.get(at)
                if weight is not None:
                    candidate = above[at] + weight + (_ADJACENT if ended_above[at] else 0.0)
                    if candidate >= running:
                        running = candidate
                        ended[at + 1] = True
                current[at + 1] = running
        tables.append(current)
        ends.append(ended)
        above, ended_above = current, ended
    chosen: list[tuple[int, int]] = []
    index, at = len(weights), width
    follows = False  # whether the cell behind took the bonus for following this one directly
    while index and at:
        if ends[index - 1][at] and (follows or tables[index][at] > tables[index][at - 1]):
            chosen.append((index - 1, at - 1))
            index, at = index - 1, at - 1
            follows = bool(index) and ends[index - 1][at]
        elif tables[index][at] == tables[index - 1][at]:
            index -= 1
        else:
            at -= 1
    chosen.reverse()
    return chosen


def _elsewhere(term: Term, page: Statement, taken: set[int]) -> int | None:
    near = page.columns.get(term.key if term.value is None else "", ())
    if term.stripped and term.value is None:
        near = sorted({*near, *page.columns.get(term.stripped, ())})
    for column in near:
        at = page.aligned[column]
        other = page.terms[at]
        if at in taken or other.kind is not Kind.CONTENT:
            continue
        if term.value is not None:
            if other.value is not None and relation(term.value, other.value) is Relation.MEETS:
                return at
        elif other.value is None and compare_terms(term, other) is not None:
            return at
    return None
