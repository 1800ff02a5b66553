"""Pages that are read as context: an operator has named them, so nobody has to find or select them."""

from collections.abc import Sequence
from itertools import count

from loccit.domains import DomainRules
from loccit.pipeline import keys
from loccit.pipeline.parts import PROGRAM, Parts
from loccit.pipeline.reading import PAGES_AT_ONCE, Reader
from loccit.pipeline.results import Reading
from loccit.pipeline.side_by_side import side_by_side
from loccit.pipeline.steps import Made, Steps
from loccit.records import Claim, DirectRequest, Failure, Question


async def read_context(
    urls: Sequence[str], *, parts: Parts, question: Question, claims: Sequence[Claim], refresh: bool
) -> tuple[Reading, ...]:
    """Read pages as context, in the order given; those of excluded domains are refused before anything is sent.

    A page that was read for the same question before is not read again, unless ``refresh`` asks for it.
    """
    reader, steps = Reader(parts), Steps(parts.store)
    done = 0

    async def one(url: str) -> Reading:
        nonlocal done
        reading = await reader.requested(await _request(url, parts, steps, question, refresh=refresh), question, claims)
        done += 1
        parts.report("context", url, done=done, total=len(urls), detail=reading.retrieval.outcome)
        return reading

    async with parts.retriever.session():
        return tuple(await side_by_side(urls, one, at_once=PAGES_AT_ONCE))


async def _request(url: str, parts: Parts, steps: Steps, question: Question, *, refresh: bool) -> DirectRequest:
    """Return the newest request of this page for this question; a new one, to read it again."""

    async def make() -> Made:
        made = DirectRequest(
            origin=parts.origin("request", question.id),
            url=url,
            purpose="context",
            requested_by=PROGRAM,
            requested_at=parts.clock.now(),
        )
        return Made(results=(made,))

    newest = keys.request(question, url, generation=0)
    for generation in count():
        key = keys.request(question, url, generation=generation)
        if await steps.known(key) is None:
            newest = key if refresh or generation == 0 else newest
            break
        newest = key
    (made,) = await steps.once(newest, make)
    return await steps.load(made, DirectRequest)


def strayed(reading: Reading, rules: DomainRules, parts: Parts) -> Failure | None:
    """Return the failure of a result of a preferred domain whose page turned out to lie elsewhere; null for others."""
    final = reading.retrieval.final_url
    if reading.candidate is None or reading.document is None or final is None or not rules.restricts:
        return None
    if rules.preferred_by(final) is not None:
        return None
    return Failure(
        origin=parts.origin("review", reading.retrieval.id),
        stage="review",
        subject=final,
        code="not_preferred_domain",
        sentence=f"{reading.retrieval.requested_url} leads to {final}, which is in none of the preferred domains.",
        failed_at=reading.retrieval.retrieved_at,
    )
