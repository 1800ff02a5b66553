"""Getting the sources of an answer: from what was given, from the store, from a mounted site, or from the network.

A page that is in the store is not read again; one that could not be read is tried again. Nothing is contacted
without a request on record.
"""

from dataclasses import dataclass, replace

from anyio.to_thread import run_sync

from loccit.cite.audit import CitedSource
from loccit.ids import Digest, WorkKey, work_key
from loccit.pipeline.parts import PROGRAM, Parts
from loccit.pipeline.reading import Reader
from loccit.pipeline.side_by_side import side_by_side
from loccit.pipeline.steps import Made, Steps
from loccit.records import AnswerSource, DirectRequest, Failure, ReadDocument, Retrieval
from loccit.transport.given import GivenPages, address_of
from loccit.urls import parse
from loccit.version import __version__

SOURCES_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class _Read:
    """What came of one address."""

    request: DirectRequest | None
    retrieval: Retrieval
    document: ReadDocument | None
    failure: Failure | None = None


class SourceReader:
    """Reads the pages that answers cite; each address once.

    Args:
        parts: what the pipeline is made of.
        given: what stands for some addresses; they are taken from nowhere else.
        refresh: read pages again that are in the store.
    """

    def __init__(self, parts: Parts, *, given: GivenPages | None = None, refresh: bool = False) -> None:
        self._parts = parts
        self._given = given
        self._refresh = refresh
        self._steps = Steps(parts.store)
        self._reader = Reader(parts)
        self._given_reader = self._reader
        if given is not None:
            from_hand = replace(parts.retriever, transport=given, robots=None)
            self._given_reader = Reader(replace(parts, retriever=from_hand))
        self._done: dict[str, _Read] = {}
        self._stored: dict[str, Retrieval] = {}

    async def read(self, sources: dict[int, AnswerSource]) -> dict[int, CitedSource]:
        """Return what came of each source, by its position in the answer."""
        addresses = {position: self._address(source) for position, source in sources.items()}
        wanted = [one for one in dict.fromkeys(addresses.values()) if one is not None and one not in self._done]
        if wanted and not self._refresh:
            self._stored = await run_sync(self._pages_in_store)
        read = 0

        async def one(address: str) -> _Read:
            nonlocal read
            found = await self._read(address)
            read += 1
            self._parts.report("retrieve", address, done=read, total=len(wanted), detail=found.retrieval.outcome)
            return found

        async with self._parts.retriever.session():
            found = await side_by_side(wanted, one, at_once=SOURCES_AT_ONCE)
        self._done |= dict(zip(wanted, found, strict=True))
        return {position: self._source(position, source, addresses[position]) for position, source in sources.items()}

    def _address(self, source: AnswerSource) -> str | None:
        """Return what is asked for to read a source, null where nothing can be."""
        if self._given is not None and self._given.covers(source.url):
            return address_of(source.url)
        url = parse(source.url)
        return url.without_fragment if url is not None and url.is_web else None

    def _source(self, position: int, source: AnswerSource, address: str | None) -> CitedSource:
        read = None if address is None else self._done[address]
        if read is None:
            return CitedSource(position, source, trouble="no_address")
        trouble = ""
        if read.document is None:
            trouble = read.retrieval.outcome if read.retrieval.outcome != "ok" else "not_extracted"
        return CitedSource(position, source, read.request, read.retrieval, read.document, trouble)

    async def _read(self, address: str) -> _Read:
        if self._given is not None and self._given.covers(address):
            mark = await run_sync(self._given.mark, address)
            request = await self._request(address, mark)
            return _Read(request, *await self._given_reader.fetch(address, request))
        stored = self._stored.get(address)
        if stored is not None:
            return _Read(None, stored, *await self._reader.extract(stored))
        request = await self._request(address, None)
        return _Read(request, *await self._reader.fetch(address, request))

    async def _request(self, address: str, mark: Digest | None) -> DirectRequest:
        """Put on record that an address is to be read; once for the same given file."""
        request = DirectRequest(
            origin=self._parts.origin("request"),
            url=address,
            purpose="direct",
            requested_by=PROGRAM,
            requested_at=self._parts.clock.now(),
        )
        if mark is None:
            await self._steps.keep(request)
            return request

        async def make() -> Made:
            return Made(results=(request,))

        (done,) = await self._steps.once(_given_key(address, mark), make)
        return await self._steps.load(done, DirectRequest)

    def _pages_in_store(self) -> dict[str, Retrieval]:
        """Return the newest retrieval that brought a page, by address."""
        found: dict[str, Retrieval] = {}
        for retrieval in self._parts.store.records(Retrieval):
            if retrieval.outcome == "ok" and retrieval.body is not None:
                names = (retrieval.requested_url, retrieval.final_url or "")
                found |= dict.fromkeys((address_of(name) for name in names if name), retrieval)
        return found


def _given_key(address: str, mark: Digest) -> WorkKey:
    return work_key(activity="request", version=__version__, inputs=[address, mark], policy=None)
