"""The review queue: what waits, what stands, and what happens when two people decide differently.

Pure functions over records. Nothing is ever overwritten: each reviewer has decisions of their own, a correction or an
undo is a new record that names the one it replaces, and what is in force is derived.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from loccit.ids import ContentId
from loccit.records import Assessment, Candidate, Retrieval, Selection

D = TypeVar("D", Selection, Assessment)

WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Standing(Generic[D]):
    """Where a candidate or a page stands.

    Attributes:
        decisions: each reviewer's decision in force, oldest first.
        current: the one that counts: a person's before a model's or rule's, of several machines the latest; null if
            nobody decided or people disagree.
        disputed: people disagree.
    """

    decisions: tuple[D, ...] = ()
    current: D | None = None
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Accepted(Generic[D]):
    """A decision that may be stored."""

    decision: D


@dataclass(frozen=True, slots=True)
class Conflict(Generic[D]):
    """A decision made on something that has moved on; it is not stored.

    Attributes:
        others: the decisions the reviewer had not seen, oldest first. Having seen them, the reviewer may decide again.
    """

    decision: D
    others: tuple[D, ...]


def subject_of(decision: Selection | Assessment) -> ContentId:
    """Return the id of what was decided on: a candidate or a retrieval."""
    return decision.candidate if isinstance(decision, Selection) else decision.retrieval


def verdict_of(decision: Selection | Assessment) -> str:
    """Return the decision's one word."""
    return decision.decision if isinstance(decision, Selection) else decision.verdict


def standings(decisions: Iterable[D]) -> dict[ContentId, Standing[D]]:
    """Return the standing of everything that was ever decided on, by its id.

    Args:
        decisions: all records, oldest first.
    """
    by_subject: dict[ContentId, list[D]] = {}
    for decision in decisions:
        by_subject.setdefault(subject_of(decision), []).append(decision)
    return {subject: standing(made) for subject, made in by_subject.items()}


def standing(decisions: Sequence[D]) -> Standing[D]:
    """Return the standing that decisions on one subject, oldest first, come to."""
    replaced = {decision.replaces for decision in decisions}
    latest: dict[tuple[str, str], D] = {}
    for decision in decisions:
        if decision.id not in replaced:
            reviewer = (decision.reviewer.kind, decision.reviewer.name)
            latest.pop(reviewer, None)
            latest[reviewer] = decision
    in_force = tuple(decision for decision in latest.values() if verdict_of(decision) != WITHDRAWN)
    people = [decision for decision in in_force if decision.reviewer.kind == "person"]
    if len({verdict_of(decision) for decision in people}) > 1:
        return Standing(in_force, None, disputed=True)
    counting = people or in_force
    return Standing(in_force, counting[-1] if counting else None)


def decide(decision: D, *, known: Sequence[D], seen: Collection[ContentId]) -> Accepted[D] | Conflict[D]:
    """Check a decision against what has been decided meanwhile.

    Args:
        decision: the new one.
        known: every stored decision on the same subject, oldest first.
        seen: ids of the decisions that lay before the reviewer.

    Returns:
        A conflict if another person decided otherwise and the reviewer had not seen it, or if the reviewer has another
        decision in force than the one this replaces. A machine's decision that a person had not seen is none, and
        taking a decision back stands in nobody's way.
    """
    others = tuple(other for other in standing(known).decisions if _stands_against(other, decision, seen))
    return Conflict(decision, others) if others else Accepted(decision)


def undo(decision: D, *, at: datetime, reason: str) -> D:
    """Return the record by which a reviewer takes a decision back; the subject waits for that reviewer again."""
    outcome = "decision" if isinstance(decision, Selection) else "verdict"
    origin = decision.origin.model_copy(update={"used": (decision.id,)})
    changes = {outcome: WITHDRAWN, "decided_at": at, "reason": reason, "replaces": decision.id, "origin": origin}
    return decision.replacing(**changes)


def candidates_waiting(candidates: Iterable[Candidate], selections: Iterable[Selection]) -> tuple[Candidate, ...]:
    """Return the candidates on which no decision is in force, disputed ones included, in the order given."""
    stand = standings(selections)
    return tuple(
        candidate
        for candidate in candidates
        if candidate.review_state == "needs_review" and stand.get(candidate.id, Standing()).current is None
    )


def pages_waiting(retrievals: Iterable[Retrieval], assessments: Iterable[Assessment]) -> tuple[Retrieval, ...]:
    """Return the retrievals, failed ones included, on which no assessment is in force, in the order given."""
    stand = standings(assessments)
    return tuple(retrieval for retrieval in retrievals if stand.get(retrieval.id, Standing()).current is None)


def disputes(decisions: Iterable[D]) -> tuple[Standing[D], ...]:
    """Return the standings on which people disagree."""
    return tuple(one for one in standings(decisions).values() if one.disputed)


def _stands_against(other: D, decision: D, seen: Collection[ContentId]) -> bool:
    """Tell whether a decision in force keeps another one from being stored unseen."""
    if (other.reviewer.kind, other.reviewer.name) == (decision.reviewer.kind, decision.reviewer.name):
        return other.id != decision.replaces
    if other.id in seen or verdict_of(decision) in (WITHDRAWN, verdict_of(other)):
        return False
    return other.reviewer.kind == "person" or decision.reviewer.kind != "person"
