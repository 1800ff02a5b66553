"""Addresses that only lead to the source: kept beside what they lead to.

Google's grounding gives addresses of its own that redirect to the page and stop working after a while, so they are
resolved when an answer is taken in, by whoever may contact them.
"""

from collections.abc import Mapping

from loccit.records import Answer, AnswerSource, Origin

_GROUNDING_REDIRECTS = "vertexaisearch.cloud.google.com/grounding-api-redirect/"


def is_redirect(url: str) -> bool:
    """Tell whether an address is one of Google's grounding redirects."""
    _, _, rest = url.partition("://")
    return rest.startswith(_GROUNDING_REDIRECTS)


def redirects(answer: Answer) -> tuple[str, ...]:
    """Return the addresses of an answer that have to be resolved, each once."""
    return tuple(dict.fromkeys(source.url for source in answer.sources if is_redirect(source.url)))


def resolved(answer: Answer, targets: Mapping[str, str], *, origin: Origin) -> Answer:
    """Return the answer with each source at the address its redirect leads to, and the redirect in ``cited_as``.

    Args:
        answer: as it was read.
        targets: final addresses by redirect; what is not in it stays as it is.
        origin: who resolved them.
    """
    used = (answer.id, *(one for one in origin.used if one != answer.id))
    return answer.replacing(
        origin=origin.model_copy(update={"used": used}),
        sources=tuple(_resolved(source, targets) for source in answer.sources),
    )


def _resolved(source: AnswerSource, targets: Mapping[str, str]) -> AnswerSource:
    target = targets.get(source.url)
    if target is None or target == source.url:
        return source
    return source.model_copy(update={"url": target, "cited_as": source.url})
