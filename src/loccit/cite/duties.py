"""Duties of attribution: is each source that must be named shown, with a link, wherever the answer is?

Source of the rule: the reference of the grounding tool (see ``attribution``).
"""

from dataclasses import dataclass

from loccit.cite.attribution import verify
from loccit.errors import VerificationFailed
from loccit.records import Answer, AnswerSource
from loccit.records.deliver import CheckResult


@dataclass(frozen=True, slots=True)
class Duty:
    """One source that must be named, and whether it is.

    Attributes:
        source: its position in the answer's sources.
        result: ``not_checked`` where the answer's format keeps sources apart from the text, and no rendering was given.
    """

    source: int
    result: CheckResult
    detail: str


def duties_of(answer: Answer, *, rendered: str | None) -> tuple[Duty, ...]:
    """Return the duties of an answer, one for each source that must be named.

    Args:
        answer: as it was read.
        rendered: what a reader is shown (the answer's own text, if it is one with links, or a page made of it); null
            where that is not known.
    """
    return tuple(
        Duty(position, *_kept(answer, source, rendered))
        for position, source in enumerate(answer.sources)
        if source.requires_attribution
    )


def _kept(answer: Answer, source: AnswerSource, rendered: str | None) -> tuple[CheckResult, str]:
    if not source.url.lower().startswith(("http://", "https://")):
        return "failed", f"{source.url} must be shown as a source, but is no web address to link to."
    if rendered is None:
        return "not_checked", f"{source.url} must be shown as a source and linked wherever the answer is shown."
    try:
        verify(answer.model_copy(update={"sources": (source,)}), rendered)
    except VerificationFailed as error:
        return "failed", f"{error}."
    return "passed", f"{source.url} is shown."
