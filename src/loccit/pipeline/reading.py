"""Reading pages: retrieve, extract, assess; each step once, several pages side by side."""

from collections.abc import Sequence
from functools import partial

from anyio.to_thread import run_sync

from loccit.domains import DomainRules
from loccit.errors import BrokenPromise
from loccit.extract.document import ExtractionFailed, Source, read_document
from loccit.ids import ContentId
from loccit.pipeline import keys
from loccit.pipeline.earlier import EarlierReadings
from loccit.pipeline.parts import Parts
from loccit.pipeline.results import Discovered, Reading
from loccit.pipeline.side_by_side import side_by_side
from loccit.pipeline.steps import Made, Steps
from loccit.records import (
    Assessment,
    Body,
    Candidate,
    Claim,
    DirectRequest,
    Document,
    Failure,
    Question,
    ReadDocument,
    Record,
    Retrieval,
    Selection,
)
from loccit.retrieve.fetch import Allowance
from loccit.retrieve.sniff import decode
from loccit.review.rules import assess

PAGES_AT_ONCE = 4


class Reader:
    """Reads pages that a selection or a direct request allows."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._steps = Steps(parts.store)
        self._earlier = EarlierReadings(parts.store)

    async def read(
        self, question: Question, claims: Sequence[Claim], selections: Sequence[Selection], discovered: Discovered
    ) -> tuple[Reading, ...]:
        """Read every selected candidate, in the order of the selections."""
        candidates = {candidate.id: candidate for candidate in discovered.candidates}
        query_of = {query.id: query for query in discovered.queries}
        chosen = [selection for selection in selections if selection.decision == "selected"]
        read = 0

        async def one(selection: Selection) -> Reading:
            nonlocal read
            candidate = candidates[selection.candidate]
            query = query_of.get(candidate.sightings[0].query) if candidate.sightings else None
            retrieval, document, failure = await self.fetch(candidate.url or "", selection, candidate)
            assessment = await self._assess(retrieval, document, question, claims)
            read += 1
            self._parts.report(
                "retrieve", retrieval.requested_url, done=read, total=len(chosen), detail=retrieval.outcome
            )
            return Reading(selection, candidate, query, retrieval, document, failure, assessment)

        async with self._parts.retriever.session():
            return tuple(await side_by_side(chosen, one, at_once=PAGES_AT_ONCE))

    async def requested(self, request: DirectRequest, question: Question, claims: Sequence[Claim]) -> Reading:
        """Read a page that somebody named, for every claim of a question."""
        retrieval, document, failure = await self.fetch(request.url, request)
        assessment = await self._assess(retrieval, document, question, claims)
        return Reading(request, None, None, retrieval, document, failure, assessment)

    async def fetch(
        self, url: str, authority: Selection | DirectRequest, candidate: Candidate | None = None
    ) -> tuple[Retrieval, ReadDocument | None, Failure | None]:
        """Retrieve one page and extract it; where it was read before, the server is asked whether it changed since."""
        retrieval = await self.retrieve(url, authority, candidate)
        document, failure = await self.extract(retrieval)
        return retrieval, document, failure

    async def retrieve(
        self, url: str, authority: Selection | DirectRequest, candidate: Candidate | None = None
    ) -> Retrieval:
        """Retrieve one page; where it was read before, the server is asked whether it changed since."""
        allowance = Allowance(authority.id, candidate.id if candidate else None)
        origin = self._parts.origin("retrieve", authority.id)

        async def make() -> Made:
            previous = await run_sync(self._earlier.of, url)
            fetched = await self._parts.retriever.retrieve(url, allowance=allowance, origin=origin, previous=previous)
            return Made(results=(fetched.retrieval,), blobs=() if fetched.body is None else (fetched.body,))

        key = keys.retrieve(authority.id, policy=self._parts.policy)
        (done,) = await self._steps.once(key, make)
        return await self._steps.load(done, Retrieval)

    async def rendered(self, url: str) -> Retrieval | None:
        """Return the newest reading of a page if a browser had to make it, null if it is to be read as usual.

        Only what would come from the network is meant: what has been mounted or imported since goes before.
        """
        robots, rules = self._parts.retriever.robots, DomainRules(self._parts.policy.domains)
        if rules.excluded_by(url) is not None or (robots is not None and not robots.applies_to(url)):
            return None
        return await run_sync(self._earlier.rendered, url)

    async def extract(self, retrieval: Retrieval) -> tuple[ReadDocument | None, Failure | None]:
        """Return the document of what was retrieved, or why there is none; null and null where nothing was."""
        body, media_type = retrieval.body, retrieval.media_type
        if retrieval.outcome != "ok" or body is None or media_type is None:
            return None, None

        url = retrieval.final_url or retrieval.requested_url
        key = keys.extract(body, media_type, retrieval.charset, url, policy=self._parts.policy)
        failed = keys.failed_extract(key, retrieval.id)
        done = await self._steps.known(key) or await self._steps.known(failed)
        if done is None:
            made = await self._extracted(retrieval, body)
            done = await self._steps.finish(failed if isinstance(made.results[0], Failure) else key, made)
        kept = await run_sync(self._parts.store.get, done[0], Record)
        if isinstance(kept, Failure):
            return None, kept
        if not isinstance(kept, Document):
            raise BrokenPromise(f"extraction is recorded as {kept.KIND} {kept.id}")
        return await self.document(kept), None

    async def _extracted(self, retrieval: Retrieval, body: Body) -> Made:
        data = await run_sync(self._parts.store.blob, body.digest)
        source = await run_sync(source_of, retrieval, data)
        extracted = await self._parts.extractor(source, self._parts.origin("extract", ContentId(body.digest)))
        if isinstance(extracted, ExtractionFailed):
            return Made(results=(self._failed(retrieval, extracted),))
        return Made(results=(extracted.document.record,), blobs=extracted.blobs)

    async def document(self, record: Document) -> ReadDocument:
        """Return a stored document with its text and layout."""
        text = await run_sync(self._parts.store.blob, record.text)
        layout = await run_sync(self._parts.store.blob, record.layout)
        return await run_sync(read_document, record, text, layout)

    async def _assess(
        self, retrieval: Retrieval, document: ReadDocument | None, question: Question, claims: Sequence[Claim]
    ) -> Assessment:
        async def make() -> Made:
            clock = self._parts.clock
            judge = partial(assess, retrieval, document, question=question, claims=claims, clock=clock)
            return Made(results=(await run_sync(judge),))

        document_id = None if document is None else document.record.id
        (done,) = await self._steps.once(keys.assess(retrieval.id, document_id, question, claims), make)
        return await self._steps.load(done, Assessment)

    def _failed(self, retrieval: Retrieval, why: ExtractionFailed) -> Failure:
        return Failure(
            origin=self._parts.origin("extract", retrieval.id),
            stage="extract",
            subject=retrieval.final_url or retrieval.requested_url,
            code=why.code,
            sentence=why.sentence,
            failed_at=self._parts.clock.now(),
        )


def source_of(retrieval: Retrieval, data: bytes) -> Source:
    """Return what an extractor needs of an archived body.

    Args:
        retrieval: one whose outcome is ``ok``.
        data: its body, content coding removed.
    """
    if retrieval.body is None or retrieval.media_type is None:
        raise BrokenPromise(f"retrieval {retrieval.id} is ok and has no body or type")
    charset = retrieval.charset.name if retrieval.charset else None
    return Source(
        digest=retrieval.body.digest,
        media_type=retrieval.media_type.sniffed,
        content=data if charset is None else decode(data, charset),
        charset=charset,
        url=retrieval.final_url or retrieval.requested_url,
    )
