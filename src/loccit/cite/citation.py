"""One citation: does this passage carry this sentence, and is it really the passage?"""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher

from loccit.ids import digest
from loccit.policy import DeliverPolicy
from loccit.protocols import Judge
from loccit.records import (
    AdmittedEvidence,
    Agent,
    Anchor,
    Answer,
    AnswerSource,
    Citation,
    Claim,
    Handoff,
    Origin,
    Passage,
    ReadDocument,
    Retrieval,
    State,
    passes,
)
from loccit.records.deliver import CheckOutcome, numbered
from loccit.version import __version__

CHECKER = Agent(kind="program", name="citation-check", version=__version__)


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """What stands behind one source of an answer, as stored."""

    passage: Passage
    document: ReadDocument
    retrieval: Retrieval


Read = Callable[[AnswerSource], CitedPassage | None]
"""Finds what a source names in the store; null where it is not there."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One claim anchor and the position of one of its sources, with the answer and handoff they belong to.

    ``number`` is the anchor's position in the answer.
    """

    answer: Answer
    handoff: Handoff
    number: int
    anchor: Anchor
    position: int

    @property
    def source(self) -> AnswerSource | None:
        """The source, null if the answer lists none at this position."""
        listed = 0 <= self.position < len(self.answer.sources)
        return self.answer.sources[self.position] if listed else None

    @property
    def admitted(self) -> AdmittedEvidence | None:
        """The anchor's claim as the handoff admits it, null if it does not."""
        return next((entry for entry in self.handoff.admitted if entry.claim == self.anchor.claim), None)


async def check_citation(pair: Pair, *, read: Read, judge: Judge, policy: DeliverPolicy) -> Citation:
    """Check one anchor against one of its sources.

    1. ``anchor``: the anchor's slice is the answer's text at its offsets.
    2. ``source``: the source is listed and names a passage and a retrieval that are on record.
    3. ``passage``: the passage is found, code point for code point, in the stored text of the page that was retrieved,
       and the source shows that passage and that page.
    4. ``admitted``: the handoff admits the anchor's claim on that passage.
    5. ``carried``: the passage carries the sentence: its recorded verdict where the sentence is the claim's wording,
       else a judge's opinion that rests on that passage.

    A sentence that takes over a long piece of its passage gets the reason ``long_quotation``, which stops nothing.
    """
    source = pair.source
    cited = read(source) if source and source.passage and source.retrieval else None
    sound = (
        ("anchor", _anchor(pair)),  # 1
        ("source", _source(source, cited)),  # 2
        ("passage", _passage(source, cited)),  # 3
        ("admitted", _admitted(pair, source)),  # 4
    )
    state: State | None = None
    carried = CheckOutcome("not_checked", "There is no sound passage to compare the sentence with.")
    if cited is not None and passes(numbered(sound)):
        state = await _verdict(pair, cited, judge)
        carried = _carried(state)
    checks = numbered((*sound, ("carried", carried)))  # 5
    reasons = [one.name for one in checks if one.result != "passed"]
    if cited is not None and _quotes_at_length(pair.anchor.slice, cited.passage.exact, policy.max_quotation_length):
        reasons.append("long_quotation")
    used = (pair.answer.id,) if cited is None else (pair.answer.id, cited.passage.id, cited.retrieval.id)
    return Citation(
        origin=Origin(activity="check", version=__version__, agent=CHECKER, used=used),
        answer=pair.answer.id,
        anchor=pair.number,
        source=pair.position,
        claim=pair.anchor.claim,
        passage=source.passage if source else None,
        retrieval=source.retrieval if source else None,
        candidate=source.candidate if source else None,
        state=state,
        reasons=tuple(reasons),
        checks=checks,
    )


def _anchor(pair: Pair) -> CheckOutcome:
    anchor, text = pair.anchor, pair.answer.text
    if 0 <= anchor.start < anchor.end <= len(text) and text[anchor.start : anchor.end] == anchor.slice:
        return CheckOutcome("passed", "The slice stands at its offsets.")
    return CheckOutcome("failed", "The slice does not stand at its offsets.")


def _source(source: AnswerSource | None, cited: CitedPassage | None) -> CheckOutcome:
    if source is None:
        return CheckOutcome("failed", "The answer lists no source at this position.")
    if source.passage is None or source.retrieval is None:
        return CheckOutcome("failed", "The source names no passage or no retrieval.")
    if cited is None or (cited.passage.id, cited.retrieval.id) != (source.passage, source.retrieval):
        return CheckOutcome("failed", "Passage or retrieval is not on record.")
    return CheckOutcome("passed", "Passage and retrieval are on record.")


def _passage(source: AnswerSource | None, cited: CitedPassage | None) -> CheckOutcome:
    if source is None or cited is None:
        return CheckOutcome("not_checked", "There is no passage to look for.")
    document, retrieval = cited.document, cited.retrieval
    if not document.holds(cited.passage) or digest(document.text.encode()) != document.record.text:
        return CheckOutcome("failed", "The passage is not in the stored text of the page.")
    if retrieval.body is None or retrieval.body.digest != document.record.body:
        return CheckOutcome("failed", "The text is not that of the page that was retrieved.")
    if source.text != cited.passage.exact or source.url not in {retrieval.final_url, retrieval.requested_url}:
        return CheckOutcome("failed", "The source shows another text or another page than the passage.")
    return CheckOutcome("passed", "The passage is found in the stored text of the page.")


def _admitted(pair: Pair, source: AnswerSource | None) -> CheckOutcome:
    entry = pair.admitted
    if entry is None:
        return CheckOutcome("failed", "The handoff admits no such claim.")
    named = {(place.passage, place.retrieval) for place in entry.passages}
    if source is None or (source.passage, source.retrieval) not in named:
        return CheckOutcome("failed", "The handoff does not admit the claim on this passage.")
    return CheckOutcome("passed", "The handoff admits the claim on this passage.")


async def _verdict(pair: Pair, cited: CitedPassage, judge: Judge) -> State | None:
    """Return the recorded state for the claim's own wording, else the judge's, if it rests on this very passage."""
    entry, sentence = pair.admitted, pair.anchor.slice.strip()
    if entry is not None and sentence == entry.wording.strip():
        return entry.state
    origin = Origin(activity="check", version=__version__, agent=CHECKER, used=(pair.answer.id,))
    claim = Claim(origin=origin, wording=pair.anchor.slice, question=pair.handoff.question)
    opinion, found = await judge.opine(claim, cited.document, (cited.passage,))
    here = cited.passage
    rests_here = any(one.document == here.document and one.start < here.end and here.start < one.end for one in found)
    return opinion.state if rests_here or opinion.state != "supported" else None


def _carried(state: State | None) -> CheckOutcome:
    if state is None:
        return CheckOutcome("not_checked", "No judge has found that this passage carries the sentence.")
    if state != "supported":
        return CheckOutcome("failed", f"By this passage the sentence is {state}.")
    return CheckOutcome("passed", "The passage carries the sentence.")


def _quotes_at_length(sentence: str, passage: str, limit: int) -> bool:
    if min(len(sentence), len(passage)) <= limit:
        return False
    return SequenceMatcher(None, sentence, passage, autojunk=False).find_longest_match().size > limit
