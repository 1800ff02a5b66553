"""What a facet has to say about a claim beside a statement, and the frame all facets look at."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from loccit.judge.align import Alignment
from loccit.judge.languages import Kind
from loccit.judge.statement import Term
from loccit.records.judge import FacetName


class Grade(StrEnum):
    """What an objection does to the verdict.

    ``conflict`` speaks for contradiction, ``part`` leaves a part of the claim carried, ``open`` means that rules can't
    tell; ``ok`` is a check that was passed.
    """

    OK = "ok"
    CONFLICT = "conflict"
    PART = "part"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Objection:
    """One facet's finding on one pair of places."""

    facet: FacetName
    grade: Grade
    reason: str = ""
    claim: Term | None = None
    page: Term | None = None


class Frame:
    """A claim beside a statement, with what the statement says around the words that met.

    Attributes:
        alignment: which term met which.
        headed: places of the claim that the heading above the statement carries.
        anaphor_end: place after a subject that points at the heading, 0 if there is none.
        missing: places of the claim that met nothing, neither here nor in the heading nor as part of a met value.
    """

    def __init__(
        self, alignment: Alignment, headed: Sequence[int] = (), anaphor_end: int = 0, carried: Collection[int] = ()
    ) -> None:
        self.alignment = alignment
        self.claim = alignment.claim
        self.page = alignment.page
        self.headed = frozenset(headed)
        self.anaphor_end = anaphor_end
        self.missing = [place for place in alignment.missing if place not in self.headed and place not in carried]

    @cached_property
    def met(self) -> set[int]:
        """Places of the statement that met a content term."""
        return self.alignment.page_places

    @cached_property
    def first(self) -> int:
        """The first place that met."""
        return min(self.met)

    @cached_property
    def last(self) -> int:
        """The last place that met."""
        return max(self.met)

    @cached_property
    def clauses(self) -> set[int]:
        """Clauses of the statement that hold a term that met."""
        return {self.page.terms[place].clause for place in self.met}

    @cached_property
    def segment(self) -> range:
        """Places between the semicolons or colons around what met."""
        terms = self.page.terms
        start = max((at + 1 for at in range(self.first) if _parts(terms[at])), default=0)
        end = next((at for at in range(self.last + 1, len(terms)) if _parts(terms[at])), len(terms))
        return range(start, end)

    @cached_property
    def foreign_conditions(self) -> set[int]:
        """Clauses of conditions and exceptions that hold a word the claim does not."""
        terms = self.page.terms
        opened = {term.clause for term in terms if term.kind in {Kind.CONDITION, Kind.EXCEPTION}}
        return {
            term.clause
            for at, term in enumerate(terms)
            if term.clause in opened and term.kind is Kind.CONTENT and at not in self.met
        }

    @cached_property
    def said_partial(self) -> Term | None:
        """A word that says the statement does not speak of all: "not all", "incomplete", "non-exhaustive"."""
        whole = next(
            (self.page.terms[at] for at in self.segment if at not in self.met and _partial(self.page.terms[at])), None
        )
        return whole or next((term for term in self.said(Kind.ALL) if term.negated), None)

    @cached_property
    def claimed_partial(self) -> Term | None:
        """The same for the claim."""
        return next((term for term in self.claimed(Kind.ALL) if term.negated), None)

    def said(self, *kinds: Kind) -> list[Term]:
        """Return the statement's terms of these kinds that qualify what met: in its clauses or between its ends."""
        return [
            self.page.terms[at]
            for at in self.segment
            if self.page.terms[at].kind in kinds
            and (self.first < at < self.last or self.page.terms[at].clause in self._qualified)
        ]

    @cached_property
    def _qualified(self) -> set[int]:
        """Clauses that hold a term that met, and those of the segment that hold no content: "(only)", "if possible"."""
        terms = self.page.terms
        holding = {term.clause for term in terms if term.kind is Kind.CONTENT}
        return self.clauses | ({terms[at].clause for at in self.segment} - holding)

    def said_anywhere(self, *kinds: Kind) -> list[Term]:
        """Return the terms of these kinds in the whole segment."""
        return [self.page.terms[at] for at in self.segment if self.page.terms[at].kind in kinds]

    def claimed(self, *kinds: Kind) -> list[Term]:
        """Return the claim's terms of these kinds."""
        return [self.claim.terms[at] for at in self.claim.of_kind(*kinds)]


WHOLE = "±complete"
"""Key of words that say whether something is all there is (complete, exhaustive)."""


def _partial(term: Term) -> bool:
    return term.key == WHOLE and (term.negated or term.side < 0)


def _parts(term: Term) -> bool:
    return term.kind is Kind.MARK and term.key == ";"
