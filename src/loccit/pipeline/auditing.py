"""Checking a finished answer: read what it cites, judge each sentence on each of its sources, say what came of it.

1. The answer is cut into sentences that state something, with the sources each cites (``cite.coverage``).
2. Each source that is cited is read (``pipeline.cited_sources``).
3. Each sentence is judged on each page it cites; a quotation that does not stand on the page is an opinion too.
4. A compound sentence that no page carries alone is judged part by part.
5. A sentence that its pages do not carry is held against the other pages the answer cites: a fact may be cited to the
   wrong one.

Every step is stored under its key and done once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from anyio.to_thread import run_sync

from loccit.cite.audit import CARRIED_JOINTLY, Audit, AuditedSentence, CheckedPair, CitedSource, audited_answer
from loccit.cite.clauses import parts_of
from loccit.cite.coverage import CitedSentence, sentences_of
from loccit.cite.duties import duties_of
from loccit.cite.opinion import CitedPlace, Judged, pair_citation, quotation_opinion, quotation_reasons
from loccit.cite.quotations import PlacedQuotation, is_copied, only_quotes, place, quotations_in
from loccit.errors import BrokenPromise, NotStored
from loccit.ids import ContentId
from loccit.judge.combine import Trace, evidence, finding
from loccit.judge.copies import copies_of
from loccit.pipeline.cited_sources import SourceReader
from loccit.pipeline.judging import opinions_of
from loccit.pipeline.parts import Parts
from loccit.pipeline.receiving import ReceivedAnswer
from loccit.pipeline.steps import Steps
from loccit.records import Answer, AnswerSource, Claim, Opinion, Passage, Record
from loccit.text.tokens import content_tokens, tokens
from loccit.transport.given import GivenPages


@dataclass(slots=True)
class _Statement:
    """One sentence on its way through the audit.

    Attributes:
        number: its place among the answer's sentences, and of its anchor.
        judged: what each page says on it, by the source's position.
        parts: the same for its separate assertions, in their order.
        records: what was made of it and is not stored yet, in the order in which one names the other.
    """

    number: int
    sentence: CitedSentence
    claim: Claim
    quotations: tuple[PlacedQuotation, ...]
    judged: dict[int, Judged] = field(default_factory=dict)
    parts: list[dict[int, Judged]] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)

    @property
    def carried(self) -> bool:
        return any(self._state(position) == "supported" for position in self.sentence.sources)

    @property
    def contradicted(self) -> bool:
        return any(self._state(position) == "contradicted" for position in self.sentence.sources)

    @property
    def carried_by_parts(self) -> bool:
        """Whether each separate assertion is carried by a page that is cited."""
        return bool(self.parts) and not self.contradicted and all(self._carriers(one) for one in self.parts)

    def part_for(self, position: int) -> Judged | None:
        """Return the first assertion that a page carries, where the sentence is carried part by part."""
        carried = (part[position] for part in self.parts if position in self._carriers(part))
        return next(carried, None) if self.carried_by_parts else None

    def carried_elsewhere(self) -> tuple[int, ...]:
        """Return the sources it does not cite and that support it, where its own do not."""
        return tuple(one for one in self.judged if one not in self.sentence.sources and self._state(one) == "supported")

    def _state(self, position: int) -> str | None:
        judged = self.judged.get(position)
        return None if judged is None else judged.evidence.state

    def _carriers(self, part: Mapping[int, Judged]) -> list[int]:
        return [position for position, judged in part.items() if judged.evidence.state == "supported"]


class Auditor:
    """Checks answers over one workspace.

    Args:
        parts: what the pipeline is made of.
        given: sources that were handed over.
        refresh: read pages again that are in the store.
    """

    def __init__(self, parts: Parts, *, given: GivenPages | None = None, refresh: bool = False) -> None:
        self._parts = parts
        self._steps = Steps(parts.store)
        self._sources = SourceReader(parts, given=given, refresh=refresh)

    async def check(self, received: ReceivedAnswer) -> Audit:
        """Check one answer; everything its result rests on is stored."""
        answer, dead = await run_sync(self._with_known_ids, received.reading.answer)
        sentences = await run_sync(sentences_of, replace(received.reading, answer=answer))
        cited = sorted({position for one in sentences for position in one.sources})
        sources = await self._sources.read({position: answer.sources[position] for position in cited})
        statements = [
            await run_sync(self._statement, answer, number, sentence, sources)
            for number, sentence in enumerate(sentences)
        ]
        claims = [one.claim for one in statements]
        origin = self._parts.origin("audit", answer.id, *dict.fromkeys(claim.id for claim in claims))
        audited = audited_answer(answer, sentences, [claim.id for claim in claims], origin)
        await self._steps.keep(answer, *claims, audited)
        await self._judge_all(statements, sources)
        documents = [source.document for source in sources.values() if source.document is not None]
        copies = await run_sync(copies_of, documents)
        checked = [await run_sync(self._close, audited, one, sources, copies) for one in statements]
        await self._steps.keep(*(record for one in statements for record in one.records))
        return Audit(
            name=received.name,
            format=received.format,
            answer=audited,
            sentences=tuple(checked),
            sources=tuple(sources.values()),
            notes=received.reading.notes,
            duties=duties_of(answer, rendered=received.rendered),
            max_quotation_length=self._parts.policy.deliver.max_quotation_length,
            dead_sources=dead,
            lines=received.lines,
        )

    def _with_known_ids(self, answer: Answer) -> tuple[Answer, tuple[int, ...]]:
        """Return the answer without the ids that are not on record here, and the sources that had such."""
        known = {one: self._is_stored(one) for one in answer.references()}
        dead: list[int] = []
        sources: list[AnswerSource] = []
        for position, source in enumerate(answer.sources):
            ids = {name: getattr(source, name) for name in ("passage", "retrieval", "candidate")}
            unknown = [name for name, value in ids.items() if value is not None and not known[value]]
            dead += [position] if unknown else []
            sources.append(source.model_copy(update=dict.fromkeys(unknown)))
        anchors = [
            one.model_copy(update={"claim": None}) if one.claim and not known[one.claim] else one
            for one in answer.anchors
        ]
        handoff = answer.handoff if answer.handoff and known[answer.handoff] else None
        return answer.replacing(sources=tuple(sources), anchors=tuple(anchors), handoff=handoff), tuple(dead)

    def _is_stored(self, record_id: str) -> bool:
        try:
            self._parts.store.get(ContentId(record_id), Record)
        except NotStored:
            return False
        return True

    def _statement(
        self, answer: Answer, number: int, sentence: CitedSentence, sources: Mapping[int, CitedSource]
    ) -> _Statement:
        texts = {position: one.document.text if one.document else None for position, one in sources.items()}
        found = quotations_in(answer.text, sentence.span)
        quotations = tuple(place(one, sentence.sources, texts) for one in found) if sentence.sources else ()
        names = " ".join(sources[position].names for position in sentence.sources)
        said = only_quotes(sentence.wording, names) if len(quotations) == 1 else None
        claim = Claim(
            origin=self._parts.origin("frame", answer.id),
            wording=said or sentence.said,
            parts=parts_of(sentence.said) if len(sentence.sources) > 1 and said is None else (),
        )
        return _Statement(number, sentence, claim, quotations)

    async def _judge_all(self, statements: Sequence[_Statement], sources: Mapping[int, CitedSource]) -> None:
        """Judge page by page, so that no page is taken apart twice in a row."""
        for done, (position, source) in enumerate(sources.items(), start=1):
            for one in statements:
                if position in one.sentence.sources and source.retrieval is not None:
                    one.judged[position] = await self._judge(one, one.claim, source)
            self._parts.report("judge", source.source.url, done=done, total=len(sources))
        for position, source in sources.items():
            if source.document is not None:
                words = frozenset(await run_sync(tokens, source.document.text))
                for one in statements:
                    if not one.carried:
                        await self._judge_further(one, position, source, words)

    async def _judge_further(self, one: _Statement, position: int, source: CitedSource, words: frozenset[str]) -> None:
        """Judge the parts of a sentence on a page it cites, or the sentence on one it does not and that may carry it.

        Args:
            words: those of the page.
        """
        if position in one.sentence.sources:
            if one.claim.parts and not one.parts:
                one.parts = [{} for _ in one.claim.parts]
            for wording, part in zip(one.claim.parts, one.parts, strict=True):
                part[position] = await self._judge(one, self._part(one.claim, wording), source)
        elif (
            one.sentence.sources
            and not one.contradicted
            and _shares_words(one.claim.wording, words)
            and await self._carries(one.claim, source)
        ):
            one.judged[position] = await self._judge(one, one.claim, source)

    async def _carries(self, claim: Claim, source: CitedSource) -> bool:
        """Tell whether a page that is not cited carries a claim; only if it does is anything stored of that."""
        if source.retrieval is None or source.document is None:
            return False
        given = [await judge.opine(claim, source.document, ()) for judge in self._parts.judges]
        opinions = [one.opinion for one in given]
        trace = Trace(source.retrieval, source.document)
        return evidence(claim, trace, opinions, policy=self._parts.policy.judge).state == "supported"

    def _part(self, claim: Claim, wording: str) -> Claim:
        return Claim(origin=self._parts.origin("frame", claim.id), wording=wording)

    async def _judge(self, one: _Statement, claim: Claim, source: CitedSource) -> Judged:
        """Judge a sentence, or an assertion of it, on a page; its quotations count where it cites the page."""
        retrieval, document = source.retrieval, source.document
        if retrieval is None:
            raise BrokenPromise(f"source {source.position} is judged and was never asked for")
        opinions: list[Opinion] = []
        passages: list[Passage] = []
        if document is not None:
            opinions, passages = await opinions_of(self._parts, claim, document)
            quoted = one.quotations if source.position in one.sentence.sources else ()
            opinion = quotation_opinion(claim, document, quoted)
            opinions += [opinion] if opinion else []
            one.records += [claim, *opinions]
        record = evidence(claim, Trace(retrieval, document), opinions, policy=self._parts.policy.judge)
        one.records.append(record)
        named = {passage.id: passage for passage in passages}
        return Judged(retrieval, document, record, tuple(named[one] for one in record.passages))

    def _close(
        self,
        audited: Answer,
        one: _Statement,
        sources: Mapping[int, CitedSource],
        copies: Mapping[ContentId, ContentId],
    ) -> AuditedSentence:
        pairs = tuple(self._pair(audited, one, sources[position]) for position in one.sentence.sources)
        judged = [one.judged[position].evidence for position in one.sentence.sources if position in one.judged]
        found = finding(one.claim, judged, copies=copies) if judged else None
        if found is not None and one.carried_by_parts and not one.carried:
            found = found.replacing(state="supported", reasons=(CARRIED_JOINTLY,), settle=None)
        one.records += [*(pair.citation for pair in pairs), *([found] if found else [])]
        elsewhere = () if one.carried or one.carried_by_parts else one.carried_elsewhere()
        limit = self._parts.policy.deliver.max_quotation_length
        documents = [pair.source.document for pair in pairs if pair.source.document is not None]
        return AuditedSentence(
            sentence=one.sentence,
            claim=one.claim,
            state=found.state if found else ("unavailable" if pairs else None),
            reasons=tuple(_reasons(one, found.reasons if found else (), elsewhere=bool(elsewhere))),
            pairs=pairs,
            finding=found,
            quotations=one.quotations,
            carried_by=elsewhere,
            copied=any(is_copied(one.sentence.wording, document.text, limit) for document in documents),
        )

    def _pair(self, audited: Answer, one: _Statement, source: CitedSource) -> CheckedPair:
        part = one.part_for(source.position) if not one.carried else None
        judged = part or one.judged.get(source.position)
        where = CitedPlace(audited.id, one.number, source.position, one.claim.id)
        citation = pair_citation(where, judged, one.quotations, carries_part=part is not None)
        if judged is None:
            return CheckedPair(source, citation)
        return CheckedPair(source, citation, judged.evidence, judged.passages)


def _shares_words(wording: str, words: frozenset[str]) -> bool:
    """Tell whether a page has at least half of the words of a statement; any other is no likely source of it."""
    wanted = set(content_tokens(wording))
    return 2 * len(wanted & words) >= len(wanted)


def _reasons(one: _Statement, found: Iterable[str], *, elsewhere: bool) -> Iterator[str]:
    """Yield why a sentence has its state, each reason once."""
    reasons = dict.fromkeys(found)
    if not one.sentence.sources:
        reasons["uncited"] = None
    elif not one.judged:
        reasons["no_address"] = None
    reasons |= dict.fromkeys(["unknown_source"] if one.sentence.unlisted else [])
    reasons |= dict.fromkeys(quotation_reasons(one.quotations))
    reasons |= dict.fromkeys(["carried_by_other_source"] if elsewhere else [])
    yield from reasons
