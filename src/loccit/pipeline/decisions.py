"""Decisions of people: what waits for one, and taking it."""

from dataclasses import dataclass
from typing import Literal, TypeVar

from loccit.discover.fusion import queue_order
from loccit.errors import BadInput
from loccit.ids import ContentId
from loccit.protocols import Clock, Store
from loccit.records import Agent, Assessment, Candidate, Origin, Selection, SourceGroup
from loccit.review import queue

D = TypeVar("D", Selection, Assessment)

SEEN = ("title", "snippet", "url")


class DecisionConflict(BadInput):
    """Another person decided otherwise meanwhile; having seen that, the reviewer may decide again.

    Attributes:
        others: the decisions the reviewer had not seen.
    """

    def __init__(self, others: tuple[Selection, ...]) -> None:
        self.others = others
        first = others[0]
        super().__init__("decision", f"{first.reviewer.name} has decided {first.decision!r} meanwhile: {first.reason}")


@dataclass(frozen=True, slots=True)
class Decisions:
    """The review queue over one store."""

    store: Store
    clock: Clock

    def waiting(self) -> tuple[Candidate, ...]:
        """Return the candidates on which no decision is in force, run by run, oldest first.

        Within a run, what several engines or queries show near their top comes first, and what looks like one page
        stands together.
        """
        waiting = queue.candidates_waiting(self.store.records(Candidate), self.store.records(Selection))
        groups = tuple(self.store.records(SourceGroup))
        runs: dict[str, list[Candidate]] = {}
        for candidate in waiting:
            runs.setdefault(candidate.run_id, []).append(candidate)
        return tuple(candidate for one in runs.values() for candidate in queue_order(one, groups))

    def decide(
        self,
        candidate: ContentId,
        decision: Literal["selected", "excluded"],
        *,
        reason: str,
        reviewer: Agent,
        seen: tuple[ContentId, ...] = (),
    ) -> Selection:
        """Record a reviewer's decision; it replaces an earlier one of the same reviewer.

        Args:
            candidate: what is decided on.
            decision: whether it is worth reading.
            reason: in a sentence.
            reviewer: who decides.
            seen: the decisions of others that lay before the reviewer.

        Raises:
            NotStored: if there is no such candidate.
            DecisionConflict: if another person decided otherwise and the reviewer had not seen it; nothing is stored.
        """
        self.store.get(candidate, Candidate)
        known = tuple(self.store.referring(candidate, Selection))
        own = [one for one in queue.standing(known).decisions if one.reviewer == reviewer]
        made = Selection(
            origin=Origin(activity="select", version="1", agent=reviewer, used=(candidate,)),
            candidate=candidate,
            decision=decision,
            reason=reason,
            reviewer=reviewer,
            decided_at=self.clock.now(),
            seen=SEEN,
            replaces=own[-1].id if own else None,
        )
        return self._keep(made, known, seen)

    def undo(self, selection: Selection, *, reason: str) -> Selection:
        """Take a decision back by a new record; the candidate waits for that reviewer again."""
        known = tuple(self.store.referring(selection.candidate, Selection))
        return self._keep(queue.undo(selection, at=self.clock.now(), reason=reason), known, ())

    def _keep(self, made: Selection, known: tuple[Selection, ...], seen: tuple[ContentId, ...]) -> Selection:
        outcome = queue.decide(made, known=known, seen=seen)
        if isinstance(outcome, queue.Conflict):
            raise DecisionConflict(outcome.others)
        self.store.put([made])
        return made


def standing_of(store: Store, kind: type[D], subject: ContentId, *, own: D | None) -> queue.Standing[D]:
    """Return where a candidate or a page stands in one run.

    People and models decide on it once for all; of the rules only this run's own decision counts, because others
    were made for other claims, or by rules that this run does not follow.

    Args:
        store: where the decisions are.
        kind: selections of a candidate, or assessments of a retrieval.
        subject: the candidate's or retrieval's id.
        own: the decision of this run's rule, null if it made none.
    """
    decisions = store.referring(subject, kind)
    return queue.standing(tuple(one for one in decisions if one.reviewer.kind != "rule" or one == own))
