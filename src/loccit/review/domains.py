"""The rule ``domains``: which candidates an operator's lists leave out before anybody looks at them.

In this order, as the reference of the grounding tool has it:

1. A candidate of an excluded domain is excluded, whoever else wants it.
2. A candidate that is read as context anyway is excluded, so that no page is read twice.
3. Where results are restricted to preferred domains, a candidate from elsewhere is excluded.
"""

from collections.abc import Collection, Sequence

from loccit import urls
from loccit.domains import DomainRules
from loccit.ids import ContentId
from loccit.protocols import Clock
from loccit.records import Agent, Candidate, Origin, Question, Selection

DOMAINS = Agent(kind="rule", name="domains", version="1")


def leave_out(
    candidates: Sequence[Candidate],
    rules: DomainRules,
    *,
    question: Question,
    context_urls: Collection[str],
    clock: Clock,
) -> tuple[Selection, ...]:
    """Return an exclusion, with its reason, for each candidate that the rule leaves out.

    Candidates that discovery excluded get no decision.

    Args:
        candidates: of one run.
        rules: excluded and preferred domains.
        question: what they are for.
        context_urls: pages that are read without selection.
        clock: dates the decisions.
    """
    context = {urls.page_key(url) for url in context_urls}
    left_out: list[Selection] = []
    for candidate in candidates:
        reason = _reason(candidate.url or "", rules, context) if candidate.review_state == "needs_review" else None
        if reason is not None:
            left_out.append(_exclusion(candidate, reason, question, clock))
    return tuple(left_out)


def preferred(candidates: Sequence[Candidate], rules: DomainRules) -> frozenset[ContentId]:
    """Return the candidates of preferred domains."""
    return frozenset(one.id for one in candidates if one.url and rules.preferred_by(one.url))


def _reason(url: str, rules: DomainRules, context: Collection[str]) -> str | None:
    host, excluded = urls.host_of(url), rules.excluded_by(url)
    if excluded is not None:
        return f"{host} is excluded by {excluded.text!r}."
    if urls.page_key(url) in context:
        return "The page is read as context."
    if rules.restricts and rules.preferred_by(url) is None:
        return f"Results are restricted to preferred domains; {host} is none of them."
    return None


def _exclusion(candidate: Candidate, reason: str, question: Question, clock: Clock) -> Selection:
    return Selection(
        origin=Origin(activity="select", version="1", agent=DOMAINS, used=(candidate.id, question.id)),
        candidate=candidate.id,
        decision="excluded",
        reason=reason,
        reviewer=DOMAINS,
        decided_at=clock.now(),
        seen=("url",),
    )
