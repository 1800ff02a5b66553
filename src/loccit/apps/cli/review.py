"""``loccit review``: the queue of sources, decided with one key each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

import typer

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.keys import keystrokes
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, tell, write_json
from loccit.apps.present import record_object
from loccit.errors import BadInput
from loccit.ids import ContentId
from loccit.pipeline import Pipeline, open_pipeline
from loccit.pipeline.decisions import DecisionConflict, Decisions
from loccit.policy import Policy
from loccit.records import Agent, Candidate, Claim, DiscoveryRun, Query, Question, Selection
from loccit.review.queue import standing, standings

KEYS = "s select   x exclude   l later   u undo   q quit   ? help"
HELP = """s  select: worth reading
x  exclude: not worth reading
l  later: leave it in the queue
u  undo: take the last decision back; the withdrawal is recorded and the decision kept
q  quit; what is decided is kept
What you see is what a search service said about a page. It is a reason to read the page, never evidence."""
VERDICTS: Mapping[str, Literal["selected", "excluded"]] = {"s": "selected", "x": "excluded"}

app = command_app()


@app.command()
@takes_session
def review(
    session: Session,
    *,
    reviewer: Annotated[str, typer.Option(metavar="NAME", help="Who decides; every decision is signed with it.")],
    reason: Annotated[
        str, typer.Option(metavar="TEXT", help="The reason recorded with the decisions.")
    ] = "decided at the terminal",
    by_rules: Annotated[
        bool, typer.Option("--all", help="Show also the sources that only a rule has decided on.")
    ] = False,
) -> None:
    """Decide which sources are worth reading.

    One key a source: s selects, x excludes, l leaves it for later, u takes the last decision back, q quits, ? helps.
    A person's decision goes before that of a rule. Keys are read from standard input when it is no terminal. With
    --json the queue is listed and nothing is decided.
    """
    if not reviewer.strip() or not reason.strip():
        raise BadInput("--reviewer" if not reviewer.strip() else "--reason", "expected text, got nothing")
    with open_pipeline(session.workspace, policy=Policy(), create=False) as pipeline:
        waiting = without_a_person(pipeline) if by_rules else pipeline.decisions.waiting()
        if session.json:
            write_json({"candidates": [record_object(candidate) for candidate in waiting]})
            return
        person = Agent(kind="person", name=reviewer.strip())
        desk = Desk(pipeline.decisions, person, reason.strip(), criteria(pipeline), earlier(pipeline))
        desk.work(waiting, keystrokes())
    tell(f"{len(desk.decided)} decided, {len(waiting) - len(desk.decided)} left")


def without_a_person(pipeline: Pipeline) -> tuple[Candidate, ...]:
    """Return the candidates that no person has decided on, oldest first."""
    stand = standings(pipeline.store.records(Selection))
    decided = {
        candidate
        for candidate, standing in stand.items()
        if any(decision.reviewer.kind == "person" for decision in standing.decisions)
    }
    candidates = pipeline.store.records(Candidate)
    return tuple(one for one in candidates if one.review_state == "needs_review" and one.id not in decided)


@dataclass(frozen=True, slots=True)
class Criteria:
    """What a source is wanted for."""

    question: str
    claims: tuple[str, ...]


@dataclass(slots=True)
class Desk:
    """One reviewer at the queue.

    Attributes:
        earlier: by address, what people decided on candidates with it, of whatever search; shown, and carried over to
            no other candidate, since each search has its own reasons.
        decided: the decisions made here and in force, by candidate.
        seen: the decisions of others that were shown, by candidate.
    """

    decisions: Decisions
    reviewer: Agent
    reason: str
    criteria: Mapping[str, Criteria]
    earlier: Mapping[str, Sequence[Selection]]
    decided: dict[str, Selection] = field(default_factory=dict)
    seen: dict[str, tuple[ContentId, ...]] = field(default_factory=dict)

    def work(self, waiting: Sequence[Candidate], keys: Iterable[str]) -> None:
        """Show the candidates one after the other and take a key for each, until the queue or the keys end."""
        place = 0
        past: list[int] = []
        self._show(waiting, place)
        for key in keys:
            if key == "q" or (place >= len(waiting) and key != "u"):
                break
            if key == "?":
                tell(HELP)
                continue
            if key == "u" and past:
                place = past.pop()
                self._withdraw(waiting[place])
            elif key in VERDICTS:
                if not self._decide(waiting[place], VERDICTS[key]):
                    continue
                past.append(place)
                place += 1
            elif key == "l":
                place += 1
            else:
                tell(f"{'nothing to undo' if key == 'u' else 'no such key'}; {KEYS}")
                continue
            self._show(waiting, place)

    def _decide(self, candidate: Candidate, decision: Literal["selected", "excluded"]) -> bool:
        """Record a decision; false if another person decided otherwise meanwhile and this one must be confirmed."""
        seen = self.seen.get(candidate.id, ())
        try:
            selection = self.decisions.decide(
                candidate.id, decision, reason=self.reason, reviewer=self.reviewer, seen=seen
            )
        except DecisionConflict as conflict:
            self.seen[candidate.id] = (*seen, *(other.id for other in conflict.others))
            tell(f"{conflict}; the same key again decides otherwise")
            return False
        self.decided[candidate.id] = selection
        tell(f"{decision}: {candidate.url}")
        return True

    def _decisions_on(self, candidate: Candidate) -> tuple[Selection, ...]:
        """Return the decisions in force, and note that they were shown."""
        known = standing(tuple(self.decisions.store.referring(candidate.id, Selection))).decisions
        self.seen[candidate.id] = tuple(one.id for one in known)
        return known

    def _withdraw(self, candidate: Candidate) -> None:
        self.decisions.undo(self.decided.pop(candidate.id), reason="taken back")
        tell(f"withdrawn: {candidate.url}")

    def _show(self, waiting: Sequence[Candidate], place: int) -> None:
        if place >= len(waiting):
            tell("\nEnd of the queue.   u undo   q quit" if waiting else "Nothing waits for a decision.")
            return
        candidate = waiting[place]
        wanted = self.criteria.get(candidate.run_id)
        lines = ["", f"[{place + 1}/{len(waiting)}] {candidate.title or '(no title)'}", str(candidate.url)]
        if candidate.snippet:
            lines.append(f"  {candidate.snippet}")
        lines += [f"{one.reviewer.name}: {one.decision}. {one.reason}" for one in self._decisions_on(candidate)]
        for one in self.earlier.get(candidate.url or "", ()):
            if one.candidate != candidate.id:
                lines.append(
                    f"In another search, {one.decided_at:%Y-%m-%d}, {one.reviewer.name}: {one.decision}. {one.reason}"
                )
        if wanted is not None:
            lines += [f"For: {wanted.question}", *(f"  - {claim}" for claim in wanted.claims)]
        tell("\n".join(map(printable, [*lines, KEYS])))


def earlier(pipeline: Pipeline) -> dict[str, list[Selection]]:
    """Return the decisions of people that are in force, oldest search first, by the address decided on."""
    stand = standings(pipeline.store.records(Selection))
    found: dict[str, list[Selection]] = {}
    for candidate in pipeline.store.records(Candidate):
        decisions = stand[candidate.id].decisions if candidate.id in stand else ()
        people = [decision for decision in decisions if decision.reviewer.kind == "person"]
        if people and candidate.url:
            found.setdefault(candidate.url, []).extend(people)
    return found


def criteria(pipeline: Pipeline) -> dict[str, Criteria]:
    """Return, for each discovery run, the question and the claims its sources are wanted for."""
    store = pipeline.store
    questions = {question.id: question for question in store.records(Question)}
    asked = {query.id: query.question for query in store.records(Query)}
    claims: dict[str, list[str]] = {}
    for claim in store.records(Claim):
        if claim.question is not None:
            claims.setdefault(claim.question, []).append(claim.wording)
    found: dict[str, Criteria] = {}
    for run in store.records(DiscoveryRun):
        question = next((questions[one] for query in run.queries if (one := asked.get(query)) in questions), None)
        if question is not None:
            found[run.run_id] = Criteria(question.text, tuple(claims.get(question.id, ())))
    return found
