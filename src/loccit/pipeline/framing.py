"""What a question and its claims come to before anything is done: checked whole, so that bad input leaves nothing."""

from collections.abc import Iterable
from dataclasses import dataclass

from loccit.discover import queries
from loccit.discover.task import read_task
from loccit.errors import BadInput
from loccit.pipeline.parts import Parts
from loccit.pipeline.results import AskRequest
from loccit.records import Claim, Query, Question, SearchTask


@dataclass(frozen=True, slots=True)
class Framed:
    """A question, its distinct claims in their order, and the search that is to be made for them."""

    question: Question
    claims: tuple[Claim, ...]
    queries: tuple[Query, ...]
    task: SearchTask


def frame(request: AskRequest, parts: Parts) -> Framed:
    """Return the records a request comes to.

    Raises:
        BadInput: naming the field, if the question, a claim, a query, an engine or a number can't be used.
    """
    question = Question(origin=parts.origin("frame"), text=_filled("question", request.question))
    origin = parts.origin("frame", question.id)
    claims = tuple(
        Claim(origin=origin, wording=wording, question=question.id, requirements=request.requirements)
        for wording in _distinct("claims", request.claims)
    )
    made = parts.origin("query", question.id)
    if request.queries:
        sent = queries.given(_distinct("queries", request.queries), question=question, origin=made)
    else:
        sent = queries.derive(question, claims, origin=made)
    task = read_task(
        {
            "queries": [query.text for query in sent],
            "engines": list(request.engines),
            "maxResultsPerExecutedQuery": request.max_results,
            "country": request.country,
            "language": request.language,
        },
        engines=parts.services,
    )
    return Framed(question, claims, sent, task)


def _distinct(field: str, texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_filled(f"{field}[{place}]", text) for place, text in enumerate(texts)))


def _filled(field: str, text: str) -> str:
    trimmed = text.strip()
    if not trimmed:
        raise BadInput(field, "expected text, got nothing but white space")
    return trimmed
