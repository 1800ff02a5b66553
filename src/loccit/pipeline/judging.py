"""Asking every judge about one claim on one page, each once."""

from collections.abc import Sequence

from loccit.pipeline import keys
from loccit.pipeline.parts import Parts
from loccit.pipeline.steps import Made, Steps
from loccit.protocols import Judge
from loccit.records import Claim, Opinion, Passage, ReadDocument


async def opinions_of(
    parts: Parts, claim: Claim, document: ReadDocument, *, first: Sequence[Passage] = ()
) -> tuple[list[Opinion], list[Passage]]:
    """Return every judge's opinion of a claim on one page, and the passages they name.

    Args:
        parts: what the pipeline is made of; opinions are stored with the claim.
        claim: what is judged.
        document: the page, as extracted.
        first: passages to look at in any case.
    """
    steps = Steps(parts.store)
    opinions: list[Opinion] = []
    passages: list[Passage] = []
    for judge in parts.judges:

        async def make(judge: Judge = judge) -> Made:
            given = await judge.opine(claim, document, first)
            return Made(results=(given.opinion, *given.passages), others=(claim,))

        key = keys.judge(claim.id, document.record.id, judge, policy=parts.policy)
        opinion, *named = await steps.once(key, make)
        opinions.append(await steps.load(opinion, Opinion))
        passages += [await steps.load(one, Passage) for one in named]
    return opinions, passages
