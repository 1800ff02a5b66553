"""What the facets say against another judge's ``supported``: a model may name a passage, the rules may refuse it.

A claim whose number, unit, date, version, polarity or condition is not in the passage named cannot be ``supported``,
whatever a model says.
"""

from collections.abc import Sequence

from loccit.judge.compare import compare
from loccit.judge.facets.objection import Grade, Objection
from loccit.judge.facets.values import Relation, Value, relation
from loccit.judge.languages import TABLES, language_of
from loccit.judge.page import Page, Sentence
from loccit.judge.statement import Statement, read_statement

_FIRM = frozenset({"negation", "condition", "quantifier", "modality", "attribution"})
"""Facets whose part-objections (a condition dropped, a "may" made an "is") are enough to refuse."""


def vetoes(wording: str, page: Page, quoted: Sequence[Sentence]) -> tuple[str, ...]:
    """Return the reasons for which a claim may not be called ``supported`` by the sentences named, none if it may.

    In a language without a table, typed values alone are compared.

    Args:
        quoted: the sentences the judge rests on, at least one.
    """
    language = language_of(wording, "", quoted[0].language)
    table = TABLES.get(language, TABLES["en"])
    claim = read_statement(wording, table)
    statements = [sentence.statement(TABLES.get(sentence.language, table)) for sentence in quoted]
    reasons = [
        f"{term.value.label}_absent"
        for term in (claim.terms[place] for place in claim.content)
        if term.value is not None and not any(_holds(statement, term.value) for statement in statements)
    ]
    for sentence, statement in zip(quoted, statements, strict=True):
        if sentence.language != language or language not in TABLES:
            continue
        match = compare(claim, statement, page.heading(sentence, table))
        if match is not None and match.coverage >= 500_000:
            reasons += [objection.reason for objection in match.objections if _refuses(objection)]
        if page.takes_back(sentence):
            reasons.append("denied_in_context")
    return tuple(dict.fromkeys(reasons))


def _holds(statement: Statement, value: Value) -> bool:
    values = (statement.terms[place].value for place in statement.content)
    return any(other is not None and relation(value, other) is Relation.MEETS for other in values)


def _refuses(objection: Objection) -> bool:
    return objection.grade is Grade.CONFLICT or (objection.grade is Grade.PART and objection.facet in _FIRM)
