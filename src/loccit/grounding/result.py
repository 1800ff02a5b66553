"""What one call of the grounding tool comes to."""

from dataclasses import dataclass

from loccit.cite.attribution import SourceLink, spoken
from loccit.cite.formats import ces, ces_session
from loccit.grounding.config import GroundingConfig
from loccit.grounding.instructions import ContextRule
from loccit.grounding.trace import TraceEntry
from loccit.ids import JsonValue
from loccit.pipeline import AskResult
from loccit.protocols import Modality
from loccit.records import Answer


@dataclass(frozen=True, slots=True)
class Grounded:
    """An answer with its citations, and how it came about.

    Attributes:
        turn: counts the turns of a session, from 1.
        result: the records of the whole path.
        applied: rules of the instructions whose pages were read for this query.
        dropped: sentences of the draft that no page carries; they are not in the text.
        trace: what was done about every URL, and why.
    """

    config: GroundingConfig
    query: str
    modality: Modality
    turn: int
    result: AskResult
    applied: tuple[ContextRule, ...]
    dropped: tuple[str, ...]
    trace: tuple[TraceEntry, ...]

    @property
    def answer(self) -> Answer | None:
        """The answer, null unless it was released: each of its citations was checked and holds."""
        release = self.result.release
        return self.result.answer if release is not None and release.released else None

    @property
    def text(self) -> str:
        """The answer's text; empty if none was released."""
        return "" if self.answer is None else self.answer.text

    @property
    def citations(self) -> dict[str, JsonValue]:
        """The citations in the tool's form, in snake case: ``cited_chunks`` and ``inline_citations`` (bytes)."""
        return {"cited_chunks": [], "inline_citations": []} if self.answer is None else ces.write(self.answer)

    @property
    def outputs(self) -> list[JsonValue]:
        """The outputs of one turn of a session, in camel case: the text, and then its citations."""
        if self.answer is None:
            return [{"text": "", "turnIndex": self.turn}, {"turnIndex": self.turn, "turnCompleted": True}]
        return ces_session.write_turn(self.answer, self.turn)

    @property
    def beside(self) -> tuple[SourceLink, ...]:
        """The sources to be shown or sent beside speech.

        Raises:
            VerificationFailed: if a source that must be attributed can't be linked, or the words have an address in
                them.
        """
        return () if self.answer is None else spoken(self.answer).beside
