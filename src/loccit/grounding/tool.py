"""The tool: one call over the pipeline."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from loccit.cite.statements import Statements
from loccit.errors import BadInput
from loccit.grounding.config import GroundingConfig
from loccit.grounding.context_urls import MAX_CONTEXT_URLS, read_context_urls
from loccit.grounding.instructions import ContextRule, read_instructions
from loccit.grounding.result import Grounded
from loccit.grounding.trace import ContextUrl, trace
from loccit.pipeline import AskRequest, AskResult, Pipeline, Wording
from loccit.protocols import Modality
from loccit.records import Requirements

MAX_QUOTATIONS = 3
"""Sentences of pages that answer a query for which no claims were given."""

DEEP_RESULTS = 100
"""Rows that are asked for where rules on domains may leave most of them out."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One query of a conversation and what is known with it.

    Attributes:
        query: the user's words; they are not sent anywhere.
        claims: statements that the answer may make, if pages carry them.
        draft: an answer somebody has written: each of its sentences is one more claim.
        context_urls: pages to be read for this query alone, at most 20.
        queries: what to send; none: derived from query and claims by a named rule.
        index: counts the turns of a session, from 1.
        refresh: search and read again instead of re-using what is stored.
    """

    query: str
    claims: tuple[str, ...] = ()
    draft: str | None = None
    context_urls: tuple[str, ...] = ()
    modality: Modality = "text"
    queries: tuple[str, ...] = ()
    engines: tuple[str, ...] = ("local",)
    max_results: int = 20
    requirements: Requirements = field(default_factory=Requirements)
    index: int = 1
    refresh: bool = False


class GroundingTool:
    """A grounding tool with one operator's settings, over one pipeline.

    Args:
        config: the settings.
        pipeline: what searches, reads and checks; the tool binds it to the settings' domain rules for itself alone.
        instructions: the operator's instructions to the agent that uses the tool; rules in them that name this tool
            have pages read at run time.

    Raises:
        BadInput: if a rule of the instructions names too many pages, or something that is no web address.
    """

    def __init__(self, config: GroundingConfig, pipeline: Pipeline, *, instructions: str = "") -> None:
        self.config = config
        self.instructions = read_instructions(instructions, tool=config.name)
        self._pipeline = Pipeline(pipeline.parts.within(config.domains))

    async def ground(
        self,
        query: str | Turn,
        *,
        claims: Sequence[str] = (),
        draft: str | None = None,
        modality: Modality = "text",
    ) -> Grounded:
        """Answer a query from pages; every statement of the answer is carried by a passage that is cited.

        The evidence is delivered before the answer is drafted, and the answer leaves only after each of its citations
        was checked. What no page carries is left out and named: as a gap, and of a draft as ``dropped``. Without claims
        and draft the answer quotes the sentences of the pages that match the query best, each checked like a claim.

        Args:
            query: the user's words, or a turn that says more; a turn brings its own claims, draft and modality.
            claims: statements that the answer may make.
            draft: an answer somebody has written, to be kept as far as pages carry it.
            modality: ``voice``: the text is short and has no addresses in it; its sources are shown beside.

        Raises:
            BadInput: naming the field, if something given can't be used.
        """
        turn = query if isinstance(query, Turn) else Turn(query, tuple(claims), draft, modality=modality)
        applied = self.instructions.applying_to(turn.query)
        context = self._context(turn, applied)
        sentences = () if turn.draft is None else tuple(_sentences(turn.draft))
        wording = Wording(turn.modality, self.config.prompt(turn.modality))
        domains = self._pipeline.parts.policy.domains
        request = AskRequest(
            question=turn.query,
            claims=(*turn.claims, *sentences),
            queries=turn.queries,
            requirements=turn.requirements,
            engines=turn.engines,
            max_results=max(turn.max_results, DEEP_RESULTS)
            if domains.excluded or domains.preferred
            else turn.max_results,
            refresh=turn.refresh,
            context_urls=tuple(one.url for one in context),
            wording=wording,
        )
        result = await self._pipeline.ask(request)
        if not request.claims:
            result = await self._pipeline.quote(result, limit=MAX_QUOTATIONS, wording=wording)
        return Grounded(
            config=self.config,
            query=turn.query,
            modality=turn.modality,
            turn=turn.index,
            result=result,
            applied=applied,
            dropped=_dropped(sentences, result),
            trace=trace(result, self.config, context),
        )

    def _context(self, turn: Turn, applied: Sequence[ContextRule]) -> tuple[ContextUrl, ...]:
        """Return the pages to read as context, each once: those of the settings, of the turn and of the rules."""
        given = read_context_urls(turn.context_urls, field="context_urls")
        runtime = dict.fromkeys(given, "the caller")
        for rule in applied:
            runtime |= {url: f"the instruction {rule.text!r}" for url in rule.urls if url not in runtime}
        if len(runtime) > MAX_CONTEXT_URLS:
            expected = f"expected at most {MAX_CONTEXT_URLS} URLs at run time, got {len(runtime)}"
            raise BadInput("context_urls" if len(given) > MAX_CONTEXT_URLS else "instructions", expected)
        fixed = self.config.context
        return (
            *(ContextUrl(url, "context", "the setting context_urls") for url in fixed),
            *(ContextUrl(url, "runtime_context", by) for url, by in runtime.items() if url not in fixed),
        )


def _sentences(draft: str) -> Iterator[str]:
    for span in Statements(draft, marks=()).sentences:
        yield " ".join(draft[span.start : span.end].split())


def _dropped(sentences: Sequence[str], result: AskResult) -> tuple[str, ...]:
    """Return the sentences of a draft that the answer does not state."""
    released = result.answer if result.release is not None and result.release.released else None
    stated = {anchor.slice for anchor in released.anchors} if released is not None else set()
    return tuple(dict.fromkeys(sentence for sentence in sentences if sentence not in stated))
