"""The pipeline: one short method a stage, and ``ask``, which runs them in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path

from anyio.to_thread import run_sync

from loccit.cite.check import CitedPassage, check
from loccit.deliver.admit import examine
from loccit.deliver.chain import Chain, Dossier, Verdict
from loccit.deliver.handoff import build
from loccit.discover import queries
from loccit.discover.candidates import candidates_of, source_groups
from loccit.discover.run import Means, Search, run
from loccit.domains import DomainRules
from loccit.ids import ContentId, WorkKey
from loccit.judge.combine import Trace, confidence, evidence, finding
from loccit.judge.copies import copies_of
from loccit.judge.find import best_spans
from loccit.pipeline import keys
from loccit.pipeline.archive_pages import ArchiveIndexer
from loccit.pipeline.context import read_context, strayed
from loccit.pipeline.decisions import Decisions, standing_of
from loccit.pipeline.framing import frame
from loccit.pipeline.parts import PROGRAM, Parts
from loccit.pipeline.quoting import quotable
from loccit.pipeline.reading import Reader
from loccit.pipeline.results import (
    AskRequest,
    AskResult,
    Discovered,
    IndexReport,
    Judged,
    Reading,
    ReviewItem,
    Wording,
)
from loccit.pipeline.site import FolderIndexer
from loccit.pipeline.sitemap_pages import SitemapIndexer
from loccit.pipeline.steps import Made, Steps
from loccit.policy import JudgePolicy
from loccit.protocols import Judge
from loccit.records import (
    Answer,
    AnswerSource,
    Assessment,
    Candidate,
    Citation,
    Claim,
    DirectRequest,
    DiscoveryRun,
    EvidenceRecord,
    Failure,
    Handoff,
    Opinion,
    Passage,
    Query,
    Question,
    ReadDocument,
    Release,
    Retrieval,
    SearchTask,
    Selection,
)
from loccit.review.domains import DOMAINS, leave_out, preferred
from loccit.review.rules import select
from loccit.text.tokens import content_tokens

NO_PROSE = frozenset({"heading", "term", "code", "form"})
REVIEW_ITEMS = 10
"""Passages that come back for review where no claim was given."""


@dataclass(slots=True)
class _Open:
    """What has been gathered about one claim so far."""

    claim: Claim
    readings: list[Reading] = field(default_factory=list)
    evidence: list[EvidenceRecord] = field(default_factory=list)
    opinions: list[Opinion] = field(default_factory=list)
    passages: dict[ContentId, Passage] = field(default_factory=dict)

    def take(
        self, reading: Reading, opinions: Sequence[Opinion], passages: Sequence[Passage], *, policy: JudgePolicy
    ) -> None:
        trace = Trace(
            reading.retrieval,
            reading.document,
            candidate=reading.candidate.id if reading.candidate else None,
            query=reading.query.id if reading.query else None,
        )
        self.readings.append(reading)
        self.evidence.append(evidence(self.claim, trace, opinions, policy=policy))
        self.opinions += opinions
        self.passages.update((passage.id, passage) for passage in passages)

    def close(self, *, seen: int, copies: Mapping[ContentId, ContentId]) -> Judged:
        return Judged(
            claim=self.claim,
            finding=finding(self.claim, self.evidence, candidates_seen=seen, copies=copies),
            evidence=tuple(sorted(self.evidence, key=self._place)),
            opinions=tuple(self.opinions),
            passages=tuple(self.passages.values()),
            readings=tuple(self.readings),
        )

    def _place(self, record: EvidenceRecord) -> tuple[int, int]:
        """Return the order in which pages are shown: by the judges' confidence, never by rank.

        Of pages that say the same equally well the shortest comes first: a chapter before the whole book.
        """
        sure = confidence([one for one in self.opinions if one.id in record.opinions]) or 0
        read = (one.document.record for one in self.readings if one.document is not None)
        return -sure, next((one.body_length for one in read if one.id == record.document), 0)


@dataclass(frozen=True, slots=True)
class _Gathered:
    """What was found and read for one question; ``within`` are the readings that may be judged."""

    discovered: Discovered
    selections: tuple[Selection, ...]
    readings: tuple[Reading, ...]
    within: tuple[Reading, ...]
    strayed: tuple[Failure, ...]


def _is_settled(run: DiscoveryRun) -> bool:
    """Tell whether a search came to an answer that asking again would only repeat."""
    return run.output.enginesSuccessful > 0 and all(page.state != "pending" for page in run.pages)


class Pipeline:
    """Runs the stages over one workspace."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.store = parts.store
        self._steps = Steps(parts.store)
        self._reader = Reader(parts)
        self.decisions = Decisions(parts.store, parts.clock)

    async def ask(self, request: AskRequest) -> AskResult:
        """Run the whole path for one question.

        Raises:
            BadInput: naming the field, if the question, a claim, a query or an engine can't be used.
        """
        framed = frame(request, self.parts)
        question, claims = framed.question, framed.claims
        await self._steps.keep(question, *claims, *framed.queries)
        discovered = await self._discover(framed.task, framed.queries, refresh=request.refresh)
        context = await read_context(
            request.context_urls, parts=self.parts, question=question, claims=claims, refresh=request.refresh
        )
        selections = await self.select(
            question, claims, discovered.candidates, context_urls=[one.retrieval.requested_url for one in context]
        )
        readings = (*context, *await self._reader.read(question, claims, selections, discovered))
        within, led_away = await self._keep_within(readings)
        gathered = _Gathered(discovered, selections, readings, within, led_away)
        concluded = await self._conclude(question, claims, gathered, wording=request.wording if claims else None)
        return concluded if claims else replace(concluded, review_items=await self._items(question, within))

    async def quote(self, result: AskResult, *, limit: int, wording: Wording) -> AskResult:
        """Answer a question that came without claims: by sentences of its pages, each checked like any claim.

        Args:
            result: what ``ask`` came to without claims.
            limit: how many sentences to quote at most; longer ones than a quotation may be are passed over.
            wording: goes to whoever writes the answer.
        """
        question = result.question
        away = {used for failure in result.strayed for used in failure.origin.used}
        within = tuple(reading for reading in result.readings if reading.retrieval.id not in away)
        read = [reading.document for reading in within if reading.document is not None]
        longest = self.parts.policy.deliver.max_quotation_length
        sentences = await run_sync(partial(quotable, question.text, read, limit=limit, max_length=longest))
        origin = self.parts.origin("quote", question.id, *(document.record.id for document in read))
        claims = [Claim(origin=origin, wording=sentence, question=question.id) for sentence in sentences]
        gathered = _Gathered(result.discovered, result.selections, result.readings, within, result.strayed)
        concluded = await self._conclude(question, claims, gathered, wording=wording)
        return replace(concluded, review_items=result.review_items)

    async def _conclude(
        self, question: Question, claims: Sequence[Claim], gathered: _Gathered, *, wording: Wording | None
    ) -> AskResult:
        """Judge claims on what was gathered, deliver, and draft an answer if its wording is given."""
        judged = await self.judge(claims, gathered.within, seen=len(gathered.discovered.candidates))
        dossiers = await self._examine(judged)
        handoff = await self.deliver(question, dossiers)
        passages = [passage for one in judged for passage in one.passages]
        drafted = await self.cite(handoff, gathered.readings, passages, wording=wording) if wording else None
        answer, citations, release = drafted or (None, (), None)
        return AskResult(
            question=question,
            discovered=gathered.discovered,
            readings=gathered.readings,
            judged=judged,
            admissions=tuple(exhibit.admission for dossier in dossiers for exhibit in dossier.exhibits),
            handoff=handoff,
            answer=answer,
            citations=citations,
            release=release,
            review_items=(),
            selections=gathered.selections,
            strayed=gathered.strayed,
        )

    async def discover(
        self, task: SearchTask, *, question: Question | None = None, refresh: bool = False
    ) -> Discovered:
        """Search with the task's queries as given."""
        sent = queries.given(task.queries, question=question, origin=self.parts.origin("query"))
        return await self._discover(task, sent, refresh=refresh)

    async def select(
        self,
        question: Question,
        claims: Sequence[Claim],
        candidates: Sequence[Candidate],
        *,
        context_urls: Sequence[str] = (),
    ) -> tuple[Selection, ...]:
        """Let the policy's rules decide which candidates are worth reading.

        What the rule ``domains`` leaves out stays out. On the others the policy's rule decides, and a person's decision
        goes before it; what another rule decided, or this one for other claims, does not count here.

        Args:
            question: what they are for.
            claims: likewise.
            candidates: of one run.
            context_urls: pages that are read as context.
        """
        parts = self.parts
        key = keys.select(
            question, claims, [one.id for one in candidates], context_urls=context_urls, policy=parts.policy
        )

        async def make() -> Made:
            rules = DomainRules(parts.policy.domains)
            left_out = leave_out(candidates, rules, question=question, context_urls=context_urls, clock=parts.clock)
            out = {one.candidate for one in left_out}
            chosen = select(
                parts.policy.review.select_rule,
                [candidate for candidate in candidates if candidate.id not in out],
                question=question,
                claims=claims,
                clock=parts.clock,
                first=preferred(candidates, rules),
            )
            return Made(results=(*left_out, *chosen))

        ruled = [await self._steps.load(one, Selection) for one in await self._steps.once(key, make)]
        return await run_sync(self._in_force, candidates, {one.candidate: one for one in ruled})

    async def judge(self, claims: Sequence[Claim], readings: Sequence[Reading], *, seen: int) -> tuple[Judged, ...]:
        """Judge each claim on every page that was selected for it, page by page, and combine.

        Args:
            claims: in the order they come back.
            readings: the pages, read or not.
            seen: how many candidates the search showed.
        """
        open_claims = {claim.id: _Open(claim) for claim in claims}
        for done, reading in enumerate(readings, start=1):
            for claim in claims:
                if reading.serves(claim.id):
                    opinions, passages = await self._opinions(claim, reading)
                    open_claims[claim.id].take(reading, opinions, passages, policy=self.parts.policy.judge)
            self.parts.report("judge", reading.retrieval.requested_url, done=done, total=len(readings))
        documents = [reading.document for reading in readings if reading.document is not None]
        copies = await run_sync(copies_of, documents)
        judged = tuple(one.close(seen=seen, copies=copies) for one in open_claims.values())
        for one in judged:
            await self._steps.keep(one.claim, *one.evidence, one.finding)
        return judged

    async def deliver(self, question: Question, dossiers: Sequence[Dossier]) -> Handoff:
        """Make the handoff; it is on record before any answer is drafted."""
        findings = [dossier.verdict.finding.id for dossier in dossiers]
        admissions = [exhibit.admission.id for dossier in dossiers for exhibit in dossier.exhibits]
        policy = self.parts.policy.deliver

        async def make() -> Made:
            return Made(results=(build(question, dossiers, policy=policy, clock=self.parts.clock),))

        (done,) = await self._steps.once(
            keys.deliver(question.id, findings, admissions, policy=self.parts.policy), make
        )
        return await self._steps.load(done, Handoff)

    async def cite(
        self,
        handoff: Handoff,
        readings: Sequence[Reading],
        passages: Sequence[Passage],
        *,
        wording: Wording | None = None,
    ) -> tuple[Answer, tuple[Citation, ...], Release]:
        """Draft an answer from the handoff alone, then check each of its citations before it is released."""
        asked = wording or Wording()
        answer = await self.parts.writer.write(handoff, modality=asked.modality, prompt=asked.prompt)
        cited = {passage.id: passage for passage in passages}
        read = {reading.retrieval.id: reading for reading in readings}

        def stored(source: AnswerSource) -> CitedPassage | None:
            if source.passage is None or source.retrieval is None:
                return None
            passage, reading = cited.get(source.passage), read.get(source.retrieval)
            if passage is None or reading is None or reading.document is None:
                return None
            return CitedPassage(passage, reading.document, reading.retrieval)

        async def make() -> Made:
            citations, release = await check(
                answer,
                handoff=handoff,
                read=stored,
                judge=self.parts.judges[0],
                policy=self.parts.policy.deliver,
                clock=self.parts.clock,
            )
            return Made(results=(*citations, release), others=(answer,))

        key = keys.release(answer.id, self.parts.judges[0], policy=self.parts.policy)
        *cited_ids, released = await self._steps.once(key, make)
        citations = [await self._steps.load(one, Citation) for one in cited_ids]
        return answer, tuple(citations), await self._steps.load(released, Release)

    async def retrieve(self, url: str) -> tuple[Retrieval, ReadDocument | None]:
        """Read one page that somebody asked for by its URL, without a search."""
        request = DirectRequest(
            origin=self.parts.origin("request"),
            url=url,
            purpose="direct",
            requested_by=PROGRAM,
            requested_at=self.parts.clock.now(),
        )
        await self._steps.keep(request)
        retrieval, document, _ = await self._reader.fetch(url, request)
        return retrieval, document

    async def page(self, url: str) -> tuple[Retrieval, ReadDocument | None]:
        """Return a page for work on it: as a browser read it, where one made the newest reading; else read now."""
        known = await self._reader.rendered(url)
        return await self.retrieve(url) if known is None else (known, (await self._reader.extract(known))[0])

    async def index_folder(self, folder: Path, base_url: str) -> IndexReport:
        """Make a folder of pages searchable and mount it as the site it mirrors."""
        return await FolderIndexer(self.parts).index(folder, base_url)

    async def index_archive(self, file: Path) -> IndexReport:
        """Make the pages of a WARC or WACZ file searchable and read them from it."""
        return await ArchiveIndexer(self.parts).index(file)

    async def index_sitemap(self, sitemap: str, base_url: str | None = None) -> IndexReport:
        """Make the pages searchable that a sitemap lists; it is a file or a web address."""
        return await SitemapIndexer(self.parts).index(sitemap, base_url)

    async def _discover(self, task: SearchTask, sent: Sequence[Query], *, refresh: bool) -> Discovered:
        key = await self._current(task, sent, refresh=refresh)
        origin = self.parts.origin("discover", *(query.id for query in sent))

        async def make() -> Made:
            run_id = f"run-{self.parts.clock.now():%Y%m%dT%H%M%S}-{key[-8:]}"
            search = Search(run_id, task, {query.text: query for query in sent}, origin)
            parts = self.parts
            means = Means(parts.services, parts.clock, parts.policy.discover, parts.observer)
            found = await run(search, means)
            candidates = candidates_of(found.run, origin=origin)
            groups = source_groups(candidates, origin=origin)
            return Made(results=(found.run, *candidates), others=(*sent, *found.captures, *groups), blobs=found.blobs)

        ran, *candidate_ids = await self._steps.once(key, make)
        candidates = [await self._steps.load(one, Candidate) for one in candidate_ids]
        return Discovered(await self._steps.load(ran, DiscoveryRun), tuple(sent), tuple(candidates))

    async def _current(self, task: SearchTask, sent: Sequence[Query], *, refresh: bool) -> WorkKey:
        """Return the key of the newest generation of a search; of the one after it, to search again.

        A search that no engine answered, or that an engine has yet to finish, is made again without being asked to.
        """
        engines = [await run_sync(self._engine_mark, name) for name in task.engines]
        newest: WorkKey | None = None
        done: tuple[ContentId, ...] = ()
        for generation in count():
            key = keys.discover(task, sent, engines=engines, policy=self.parts.policy, generation=generation)
            known = await run_sync(self.store.work, key)
            if known is None:
                again = newest is None or refresh or not _is_settled(await self._steps.load(done[0], DiscoveryRun))
                return key if again or newest is None else newest
            newest, done = key, known
        raise AssertionError("count() has no end")

    def _engine_mark(self, name: str) -> str:
        service = self.parts.services[name]
        return f"{name} {service.engine.version} {service.revision()}"

    def _in_force(self, candidates: Sequence[Candidate], ruled: Mapping[ContentId, Selection]) -> tuple[Selection, ...]:
        """Return the decision that counts on each candidate, where one does."""
        in_force: list[Selection] = []
        for candidate in candidates:
            own = ruled.get(candidate.id)
            if own is not None and own.reviewer == DOMAINS:
                in_force.append(own)
                continue
            current = standing_of(self.store, Selection, candidate.id, own=own).current
            if current is not None:
                in_force.append(current)
        return tuple(in_force)

    async def _keep_within(self, readings: Sequence[Reading]) -> tuple[tuple[Reading, ...], tuple[Failure, ...]]:
        """Return the readings that may be judged, and why the others may not: they led out of the domains allowed."""
        rules = DomainRules(self.parts.policy.domains)
        away = {reading.retrieval.id: strayed(reading, rules, self.parts) for reading in readings}
        failures = tuple(failure for failure in away.values() if failure is not None)
        await self._steps.keep(*failures)
        return tuple(reading for reading in readings if away[reading.retrieval.id] is None), failures

    async def _examine(self, judged: Sequence[Judged]) -> tuple[Dossier, ...]:
        dossiers = tuple([await run_sync(self._dossier, one) for one in judged])
        await self._steps.keep(*(exhibit.admission for dossier in dossiers for exhibit in dossier.exhibits))
        return dossiers

    def _dossier(self, judged: Judged) -> Dossier:
        readings = {reading.retrieval.id: reading for reading in judged.readings}
        chains = [self._chain(record, readings[record.retrieval], judged.passages) for record in judged.evidence]
        failed = [reading.retrieval for reading in judged.readings if reading.document is None]
        verdict = Verdict(judged.claim, judged.finding, judged.evidence)
        return examine(verdict, chains, failed=failed, policy=self.parts.policy)

    def _chain(self, record: EvidenceRecord, reading: Reading, passages: Sequence[Passage]) -> Chain:
        named = {passage.id: passage for passage in passages}
        candidate, authority = reading.candidate, reading.authority
        selected = authority if isinstance(authority, Selection) else None
        selections = standing_of(self.store, Selection, candidate.id, own=selected).decisions if candidate else ()
        return Chain(
            retrieval=reading.retrieval,
            authority=authority,
            document=reading.document,
            passages=tuple(named[one] for one in record.passages),
            assessments=standing_of(self.store, Assessment, reading.retrieval.id, own=reading.assessment).decisions,
            blob=self.store.blob,
            selections=selections,
            candidate=candidate,
            query=reading.query,
        )

    async def _items(self, question: Question, readings: Sequence[Reading]) -> tuple[ReviewItem, ...]:
        """Return the passages that match a question best; they wait for a person and are no evidence.

        Left out are headings and code, passages of which only the headings above them speak of the question, those
        that match less than half as well as the best one, and the same text again.
        """
        found: list[tuple[int, ReviewItem]] = []
        asked = set(content_tokens(question.text))
        origin = self.parts.origin("find", question.id)
        context_length = self.parts.policy.extract.context_length
        for reading in readings:
            if reading.document is None:
                continue
            best = partial(best_spans, question.text, reading.document, limit=3 * REVIEW_ITEMS)
            for span, score in await run_sync(best):
                passage = reading.document.cut(span, origin=origin, context_length=context_length)
                if passage.block_kind not in NO_PROSE and asked & set(content_tokens(passage.exact)):
                    found.append((score, ReviewItem(passage, reading)))
        found.sort(key=lambda one: (-one[0], one[1].reading.retrieval.requested_url, one[1].passage.start))
        near_best = {item.passage.exact: item for score, item in reversed(found) if 2 * score >= found[0][0]}
        items = tuple(reversed(near_best.values()))[:REVIEW_ITEMS]
        await self._steps.keep(*(item.passage for item in items))
        return items

    async def _opinions(self, claim: Claim, reading: Reading) -> tuple[list[Opinion], list[Passage]]:
        """Return every judge's opinion of a claim on one page, and the passages they name."""
        document = reading.document
        opinions: list[Opinion] = []
        passages: list[Passage] = []
        if document is None:
            return opinions, passages
        for judge in self.parts.judges:

            async def make(judge: Judge = judge) -> Made:
                given = await judge.opine(claim, document, ())
                return Made(results=(given.opinion, *given.passages), others=(claim,))

            key = keys.judge(claim.id, document.record.id, judge, policy=self.parts.policy)
            opinion, *named = await self._steps.once(key, make)
            opinions.append(await self._steps.load(opinion, Opinion))
            passages += [await self._steps.load(one, Passage) for one in named]
        return opinions, passages
