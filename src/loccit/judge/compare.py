"""Judge a claim beside one statement: lay them side by side, hear every facet, decide."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Literal

from loccit.judge.align import Alignment, align
from loccit.judge.facets import (
    attribution,
    comparison,
    conditions,
    measures,
    modality,
    negation,
    quantifiers,
    scope,
    signs,
    tense,
)
from loccit.judge.facets.designations import names_another
from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.facets.values import Relation
from loccit.judge.languages import JOINING, Kind
from loccit.judge.statement import Statement, Term

Verdict = Literal["supported", "partly_supported", "contradicted"]

CHECKS = (
    measures.check,
    signs.check,
    negation.check,
    comparison.check,
    conditions.check,
    modality.check,
    tense.check,
    quantifiers.check,
    attribution.check,
    scope.check,
)
"""All facets, in the order in which their findings are listed."""

MIN_MET = 2
"""Content terms of a claim that a part of it must have met to be carried."""

MAX_ANAPHOR_WORDS = 1
MAX_ANAPHOR_CHARACTERS = 4


class Match:
    """What one statement says to a claim.

    The facets are heard when they are first asked for: where too much of the claim is missing for any verdict, they
    only say why it stays open, which is wanted of the nearest sentence alone.

    Attributes:
        coverage: share of the claim's content terms that met something, in millionths.
        held_back: reason for which a verdict is not given although the statement allows it, empty if there is none.
    """

    def __init__(self, frame: Frame, held_back: str = "") -> None:
        self.frame = frame
        self.held_back = held_back
        total = len(frame.claim.content)
        self.coverage = (total - len(frame.missing)) * 1_000_000 // total

    @cached_property
    def objections(self) -> tuple[Objection, ...]:
        """What every facet has to say, in the order of ``CHECKS``."""
        return tuple(objection for check in CHECKS for objection in check(self.frame))

    @property
    def verdict(self) -> Verdict | None:
        """The verdict, null where rules can't tell."""
        return None if self.held_back or _is_out_of_reach(self.frame) else self._decision[0]

    @property
    def reasons(self) -> tuple[str, ...]:
        """Codes of the objections that decided, or that keep it open."""
        return (self.held_back,) if self.held_back else self._decision[1]

    @property
    def missing(self) -> list[int]:
        """Places of the claim's content terms that met nothing."""
        return self.frame.missing

    def hold_back(self, reason: str) -> "Match":
        """Return the match without its verdict."""
        return Match(self.frame, reason)

    @cached_property
    def _decision(self) -> tuple[Verdict | None, tuple[str, ...]]:
        return _decide(self.frame, self.objections)


def compare(claim: Statement, page: Statement, heading: Sequence[Statement]) -> Match | None:
    """Return what a statement under its headings (outermost first) says to a claim, null if nothing met."""
    match = _compare(align(claim, page), heading)
    valued = any(claim.terms[place].value is not None for place in claim.content)
    if match is not None and valued and match.verdict is None and (heading or may_decide(claim, reach(claim, page))):
        near = _compare(align(claim, page, nearest=True), heading)
        if near is not None and near.verdict is not None and not _counts_the_same(match.frame.alignment):
            return near
    return match


def reach(claim: Statement, page: Statement) -> list[int]:
    """Return the places of a claim's content terms that could meet something in a statement, whatever the order."""
    columns = page.columns
    terms = ((place, claim.terms[place]) for place in claim.content)
    return [
        place
        for place, term in terms
        if (
            "" in columns
            if term.value is not None
            else not columns.keys().isdisjoint({term.key, term.stripped or term.key})
        )
    ]


def may_decide(claim: Statement, reached: Sequence[int]) -> bool:
    """Tell whether a verdict is possible where no more of a claim than this is met and no heading helps.

    What is missing must then be one conjunct, or what a share is a share of.
    """
    content, met = claim.content, set(reached)
    beyond = [index for index, place in enumerate(content) if place not in met]
    if not beyond or any(_is_ratio(claim.terms[place]) for place in content):
        return True
    first, last = beyond[0], beyond[-1]
    return any(
        len(content) - (last - index + 1) >= MIN_MET
        and any(_joins(claim, at) for at in range(content[index - 1] + 1, content[index]))
        for index in range(first, 0, -1)
    )


def _is_ratio(term: Term) -> bool:
    return term.value is not None and term.value.measure == "ratio"


def _counts_the_same(alignment: Alignment) -> bool:
    """Tell whether an equal value stands before the same word on the page: "four songs ..., three songs"."""
    claim, page = alignment.claim.content, alignment.page.content
    for place, following in pairwise(claim):
        value, noun = alignment.pairs.get(place), alignment.pairs.get(following)
        if value is None or noun is None or value.relation is not Relation.MEETS or value.page is None:
            continue
        index = page.index(value.page) + 1
        if index < len(page) and alignment.page.terms[page[index]].key == alignment.claim.terms[following].key:
            return True
    return False


def _compare(alignment: Alignment, heading: Sequence[Statement]) -> Match | None:
    if not alignment.page_places:
        return None
    return Match(_frame(alignment, heading))


def _decide(frame: Frame, objections: Sequence[Objection]) -> tuple[Verdict | None, tuple[str, ...]]:
    conflicts = _reasons(objections, Grade.CONFLICT)
    parts = _reasons(objections, Grade.PART)
    left_open = _reasons(objections, Grade.OPEN)
    if frame.missing:
        return _with_missing(frame, objections)
    if conflicts:
        if _other_occasion(objections):
            return None, ("other_occasion", *conflicts)
        if names_another(frame, objections):
            return None, ("other_subject", *conflicts)
        if conflicts == ("opposite_word",):
            # The negation stands in the word, wherever the word stands.
            left_open = tuple(reason for reason in left_open if reason not in {"order_differs", "words_between"})
        left_open, parts = _blocking(frame, objections, left_open, parts)
        if left_open or parts:
            return None, (*conflicts, *left_open, *parts)
        if _some_parts_stand(frame, objections):
            return "partly_supported", ("part_contradicted", *conflicts)
        return "contradicted", conflicts
    if left_open:
        return None, (*left_open, *parts)
    if parts:
        return "partly_supported", parts
    return "supported", ("stated",)


def _other_occasion(objections: Sequence[Objection]) -> bool:
    """Tell whether so much differs in one clause that the page may speak of something else.

    "In 1939 it had 2,161 pupils" does not contradict "in 1941 it had 1,161 pupils", nor "38 % did not pass" "62 %
    passed".
    """
    conflicts = [objection for objection in objections if objection.grade is Grade.CONFLICT and objection.claim]
    by_clause: dict[int, set[str]] = {}
    for objection in conflicts:
        if objection.claim is not None:
            measured = objection.facet in _MEASURED
            kind = "occasion" if objection.facet in {"date", "version"} else "amount" if measured else "polarity"
            by_clause.setdefault(objection.claim.clause, set()).add(kind)
    return any(len(kinds) > 1 for kinds in by_clause.values())


_MEASURED = frozenset({"number", "unit", "money"})


def _blocking(
    frame: Frame, objections: Sequence[Objection], left_open: tuple[str, ...], parts: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what still stands against calling a conflict a contradiction.

    Where the page denies it, a claim that speaks of all of it, or only of being allowed to, is denied the more.
    """
    denied = any(
        objection.reason == "polarity_differs" and objection.page is not None and objection.page.negated
        for objection in objections
    )
    if not denied:
        return left_open, parts
    firm = {
        objection.reason
        for objection in objections
        if (objection.facet == "quantifier" and objection.claim is not None and objection.claim.kind is Kind.ALL)
        or (
            objection.facet == "modality"
            and (
                objection.claim is None or objection.claim.kind is Kind.PERMITTED or _advises_against(frame, objection)
            )
            and (objection.page is None or objection.page.kind in {Kind.REQUIRED, Kind.PERMITTED})
        )
    }
    return tuple(r for r in left_open if r not in firm), tuple(r for r in parts if r not in firm)


def _advises_against(frame: Frame, objection: Objection) -> bool:
    """Tell whether a claim says that something should be and the page, in one word, that it should not (Chinese)."""
    advised = objection.claim is not None and objection.claim.kind is Kind.ADVISED
    return advised and any(term.key.startswith(("不應", "不应")) for term in frame.said(Kind.NEGATION))


def _reasons(objections: Sequence[Objection], grade: Grade) -> tuple[str, ...]:
    return tuple(dict.fromkeys(objection.reason for objection in objections if objection.grade is grade))


def _is_out_of_reach(frame: Frame) -> bool:
    """Tell whether more of the claim is missing than one conjunct, so that no verdict is possible."""
    if not frame.missing:
        return False
    return len(frame.claim.content) - len(frame.missing) < MIN_MET or _missing_conjunct(frame) is None


def _with_missing(frame: Frame, objections: Sequence[Objection]) -> tuple[Verdict | None, tuple[str, ...]]:
    """A claim is carried in part where all that is missing is one of its conjuncts."""
    region = _missing_conjunct(frame)
    heard = [
        objection
        for objection in objections
        if objection.grade is not Grade.OK
        and (objection.claim is None or not region or not region[0] <= objection.claim.start < region[1])
    ]
    met = len(frame.claim.content) - len(frame.missing)
    if region and met >= MIN_MET and not heard and not _only_condition_met(frame):
        return "partly_supported", ("part_missing",)
    return None, ("words_missing", *dict.fromkeys(objection.reason for objection in heard))


def _only_condition_met(frame: Frame) -> bool:
    """Tell whether all that met of a claim is its condition: "if x fails, y happens" is not carried by its "if"."""
    terms = frame.claim.terms
    supposed = {term.clause for term in terms if term.kind in {Kind.CONDITION, Kind.EXCEPTION}}
    met = [place for place in frame.claim.content if place not in frame.missing]
    return all(terms[place].clause in supposed for place in met)


def _missing_conjunct(frame: Frame) -> tuple[int, int] | None:
    """Return the code points of a conjunct of the claim that holds all missing terms, and nothing that met, or null."""
    terms, missing = frame.claim.terms, frame.missing
    first, last = missing[0], missing[-1]
    if any(place not in missing for place in frame.claim.content if first <= place <= last):
        return None
    content_before = max((place for place in frame.claim.content if place < first), default=-1)
    opened = any(_joins(frame.claim, at) for at in range(content_before + 1, first))
    opened = opened and not _in_brackets(frame.claim, first)  # the arguments of a call are no conjuncts
    return (terms[content_before + 1].start, terms[last].end) if opened and content_before >= 0 else None


def _in_brackets(claim: Statement, place: int) -> bool:
    before = [term.key for term in claim.terms[:place] if term.kind is Kind.MARK]
    return before.count("(") > before.count(")")


def _joins(claim: Statement, at: int) -> bool:
    term = claim.terms[at]
    return term.kind in JOINING or (term.kind is Kind.MARK and term.key in ",;")


def _some_parts_stand(frame: Frame, objections: Sequence[Objection]) -> bool:
    """Tell whether the claim has a conjunct with a verb of its own that no conflict touches."""
    if frame.claim.table.unspaced:
        return False  # the word for "and" is also the word for "with"
    terms = frame.claim.terms
    parts: list[list[int]] = [[]]
    for place, term in enumerate(terms):
        if term.kind in JOINING:
            parts.append([])
        parts[-1].append(place)
    whole = [part for part in parts if _is_assertion(frame.claim, part)]
    if len(parts) < 2 or len(whole) < len(parts):
        return False
    touched = {id(objection.claim) for objection in objections if objection.grade is Grade.CONFLICT}
    return any(not any(id(terms[place]) in touched for place in part) for part in whole)


_VERBS = frozenset({Kind.AUXILIARY, Kind.PERMITTED, Kind.REQUIRED, Kind.POSSIBLE})


def _is_assertion(claim: Statement, part: Sequence[int]) -> bool:
    content = [place for place in part if claim.terms[place].kind is Kind.CONTENT]
    return len(content) >= 2 and (any(claim.terms[place].kind in _VERBS for place in part) or len(content) >= 3)


def _frame(alignment: Alignment, heading: Sequence[Statement]) -> Frame:
    """Let the heading carry the claim's subject where the statement leaves it to the heading."""
    end = _anaphor_end(alignment)
    subject = _left_to_heading(alignment, heading, end) if heading and alignment.missing else []
    return Frame(alignment, subject, end, measures.base_of_share(alignment))


def _left_to_heading(alignment: Alignment, heading: Sequence[Statement], anaphor_end: int) -> list[int]:
    noun = _noun_of_anaphor(alignment.page)  # "the function f" meets "this function": f is still left to the heading
    first_met = min((pair.claim for pair in alignment.pairs.values() if pair.page != noun), default=0)
    subject = [place for place in alignment.missing if place < first_met]
    page = alignment.page
    silent = anaphor_end > 0 or page.content[0] == min(alignment.page_places)
    if not subject or not silent:
        return []
    terms = alignment.claim.terms
    above = heading[-1]
    carried = all(terms[place].key in above.keys for place in subject)
    named = any(terms[place].name for place in subject)
    whole = above.keys <= {terms[place].key for place in subject}
    return subject if carried and (named or whole) else []


def _noun_of_anaphor(page: Statement) -> int | None:
    """Return the place of "function" in a sentence that begins with "This function", null if it begins otherwise."""
    if len(page.terms) < 2 or page.terms[0].kind is not Kind.ANAPHOR or page.terms[0].key not in _BEFORE_NOUN:
        return None
    return 1 if page.terms[1].kind is Kind.CONTENT and page.terms[1].value is None else None


def _anaphor_end(alignment: Alignment) -> int:
    """Return the place after a subject such as "This function", "此函式" or "Fungsi ini", 0 if there is none."""
    page = alignment.page
    limit = MAX_ANAPHOR_CHARACTERS if page.table.unspaced else MAX_ANAPHOR_WORDS
    at = 0
    while at < len(page.terms) and at < limit and page.terms[at].kind is Kind.CONTENT:
        at += 1
    if at >= len(page.terms) or page.terms[at].kind is not Kind.ANAPHOR:
        return 0
    if at > 0:
        return at + 1 if alignment.page_places.isdisjoint(range(at)) else 0
    if page.terms[at].key not in _BEFORE_NOUN:
        return 1
    at += 1
    words = 0
    while at < len(page.terms) and words < limit and page.terms[at].kind is Kind.CONTENT:
        if at in alignment.page_places:
            break
        at, words = at + 1, words + 1
    return at


_BEFORE_NOUN = frozenset({"this", "these", "those", "此", "该", "該", "这", "這", "这个", "這個", "本", "这些", "這些"})
"""Pronouns that a noun follows: "this function"; "it" stands alone."""
