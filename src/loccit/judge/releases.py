"""Claims about when something was added, changed, deprecated or removed, beside the page's version statements.

A statement such as "New in version 3.7." speaks of the thing whose heading or term it stands under, and of nothing
else on the page. One that says more ("New in version 3.10: The x parameter.") speaks of a part of that thing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from loccit.judge.facets.values import Relation, relation
from loccit.judge.languages import TABLES, Kind
from loccit.judge.languages.table import split
from loccit.judge.page import Page, Sentence
from loccit.judge.score import CONTRADICTED_CEILING, SUPPORTED_FLOOR
from loccit.judge.statement import Statement, Term
from loccit.judge.words import fold
from loccit.records.judge import FacetCheck, State
from loccit.text.offsets import Span

_ONCE = frozenset({"added", "deprecated", "removed"})
"""Relations that hold for one version only; a thing may change in many."""


@dataclass(frozen=True, slots=True)
class Release:
    """What a version statement says to a claim."""

    state: State
    reasons: tuple[str, ...]
    span: Span
    facets: tuple[FacetCheck, ...]
    confidence: int


def released(claim: Statement, page: Page) -> Release | None:
    """Return what the page's version statements say to a claim, null if it is no such claim or they say nothing."""
    asked = _asked(claim)
    if asked is None:
        return None
    version, relation_name, subject = asked
    opposed: Release | None = None
    for sentence, term in _statements(page, relation_name):
        heading = page.heading(sentence, TABLES[sentence.language])
        if not heading or not all(word.key in heading[-1].keys for word in subject):
            continue
        if not any(word.name for word in subject) and not heading[-1].keys <= {word.key for word in subject}:
            continue
        if version.value is None or term.value is None:
            continue
        related = relation(version.value, term.value)
        if related is Relation.MEETS:
            return _release("supported", claim, version, page, sentence, term)
        if related is Relation.DIFFERS and relation_name in _ONCE:
            opposed = opposed or _release("contradicted", claim, version, page, sentence, term)
    return opposed


def _asked(claim: Statement) -> tuple[Term, str, list[Term]] | None:
    """Return the version, the relation and the subject of a claim such as "x was added in Python 3.5"."""
    content = [claim.terms[place] for place in claim.content]
    values = [term for term in content if term.value is not None]
    if len(values) != 1 or claim.of_kind(Kind.NEGATION, Kind.CONDITION, Kind.EXCEPTION, Kind.POSSIBLE, Kind.SAYS):
        return None
    version = values[0]
    if version.value is None or not (version.value.measure == "version" or version.value.dotted):
        return None
    named = [(name, term) for term in content if (name := _relation_of(claim, term))]
    if len(named) != 1:
        return None
    name, verb = named[0]
    rest = [term for term in content if term is not version and term is not verb]
    product = rest[-1] if rest and rest[-1].end < version.start and rest[-1].start > verb.start else None
    between = claim.text[product.end : version.start] if product else ""
    if product and between.strip():
        return None
    subject = [term for term in rest if term is not product]
    return (version, name, subject) if subject and all(term.start < verb.start for term in subject) else None


def _relation_of(statement: Statement, term: Term) -> str:
    written = fold(statement.slice(term))
    for name, words in statement.table.version_relations.items():
        if written in split(words):
            return name
    return ""


def _statements(page: Page, relation_name: str) -> Iterator[tuple[Sentence, Term]]:
    """Yield the sentences that say nothing but that the thing above was added (...) in a version."""
    for sentence in page.sentences:
        table = TABLES.get(sentence.language)
        if table is None or len(sentence.words) > 12 or not any(word.surface[0].isdecimal() for word in sentence.words):
            continue
        statement = sentence.statement(table)
        content = [statement.terms[place] for place in statement.content]
        if len(content) != 2 or content[1].value is None:
            continue
        if content[1].value.measure == "version" and _relation_of(statement, content[0]) == relation_name:
            yield sentence, content[1]


def _release(state: State, claim: Statement, version: Term, page: Page, sentence: Sentence, term: Term) -> Release:
    check = FacetCheck(
        facet="version",
        result="ok" if state == "supported" else "conflict",
        claim_text=claim.slice(version),
        claim_span=(version.start, version.end),
        evidence_text=page.document.text[term.start : term.end],
        evidence_span=(term.start, term.end),
    )
    reason = "version_stated" if state == "supported" else "version_differs"
    return Release(
        state, (reason,), sentence.span, (check,), SUPPORTED_FLOOR if state == "supported" else CONTRADICTED_CEILING
    )
