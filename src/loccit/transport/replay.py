"""The same protocol over WARC files: serves what an archive holds, newest record first."""

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import anyio.to_thread

from loccit.errors import BadInput
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.records.retrieve import Outcome
from loccit.transport.archive_index import UNDATED, IndexedRecord, index_of
from loccit.transport.message import Message, read_response, write_request, write_response
from loccit.transport.warc_file import Damage, RecordPlace, WarcPart, read_part
from loccit.urls import parse

MAX_REFERENCES = 10
"""Revisits of revisits that are followed."""

_FRAMING = frozenset({"transfer-encoding", "content-length"})


@dataclass(frozen=True, slots=True, order=True)
class _Place:
    """Where a record stands; places are ordered by date, later files last."""

    date: datetime
    rank: int
    at: RecordPlace
    file: Path = field(compare=False)
    digest: str = field(compare=False)

    def __str__(self) -> str:
        return f"The record at byte {self.at.offset} of {self.file.name}"


@dataclass(frozen=True, slots=True)
class _Replayed:
    raw: bytes
    message: Message


@dataclass(frozen=True, slots=True)
class _Unusable:
    outcome: Outcome
    sentence: str


class ReplayTransport:
    """Answers from the records of WARC files (1.0, 1.1; plain, gzip or zstd per record), as an archive would.

    A URL is answered by the newest record of exactly that URL, fragment aside: a response; a revisit, with the body
    of the record it refers to; or a resource, as a success. A 304 that stands alone is no page, so the record before
    it answers. The files are read once to find the records; only their places are kept. What comes before and after
    damage in a file is served.

    Attributes:
        problems: one sentence for each place in a file that could not be read.

    Raises:
        BadInput: at construction, for a file that is not there or holds no WARC record.
    """

    def __init__(self, files: Sequence[Path], *, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self.problems: list[str] = []
        self._places: dict[str, list[_Place]] = {}
        self._by_id: dict[str, _Place] = {}
        for rank, file in enumerate(files):
            self._index(file, rank)

    def covers(self, url: str) -> bool:
        """Whether an answer for this URL was recorded."""
        parsed = parse(url)
        return parsed is not None and parsed.without_fragment in self._places

    def urls(self) -> tuple[str, ...]:
        """Return the URLs an answer was recorded for, in the order in which they were met."""
        return tuple(self._places)

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Answer from the archive; ``not_archived`` if it holds no answer for the URL."""
        url = parse(request.url)
        if url is None:
            return _none(request.url, "invalid_url", "The URL can't be parsed.")
        places = self._places.get(url.without_fragment)
        if places is None:
            return _none(request.url, "not_archived", f"No archive holds a response for {url.without_fragment}.")
        answer = await anyio.to_thread.run_sync(self._answer, places)
        if isinstance(answer, _Unusable):
            return _none(request.url, answer.outcome, answer.sentence)
        replayed, place = answer
        return HttpResponse(
            url=url.without_fragment,
            status=replayed.message.status,
            headers=replayed.message.headers,
            body=replayed.message.body,
            via="replay",
            witnessed=False,
            raw_request=write_request(url, method=request.method),
            raw_response=replayed.raw,
            archived_at=None if place.date == UNDATED else place.date,
        )

    def _index(self, file: Path, rank: int) -> None:
        if not file.is_file():
            raise BadInput(str(file), "expected a WARC file")
        index = index_of(file)
        for problem in index.problems:
            record = "" if problem.record_id is None else f", {problem.record_id}"
            self.problems.append(f"{file}, byte {problem.place.offset}{record}: {problem.sentence}")
        if not index.records:
            why = index.problems[-1].sentence if index.problems else "found no record in it"
            raise BadInput(str(file), f"expected a WARC file: {why}")
        for page in index.pages:
            self._take(file, rank, page)

    def _take(self, file: Path, rank: int, page: IndexedRecord) -> None:
        url = parse(page.target)
        if url is None or not url.is_web:
            return
        place = _Place(page.date, rank, page.place, file, page.digest)
        insort(self._places.setdefault(url.without_fragment, []), place)
        if page.record_id is not None:
            self._by_id[page.record_id] = place

    def _answer(self, places: list[_Place]) -> tuple[_Replayed, _Place] | _Unusable:
        """Return the newest usable record, or why the newest can't be used."""
        for place in reversed(places):
            found = self._read(place, seen=frozenset())
            if isinstance(found, _Unusable):
                return found
            if found.message.status != 304:
                return found, place
        return _Unusable("truncated", "The archive holds nothing but answers that the page had not changed.")

    def _read(self, place: _Place, *, seen: frozenset[_Place]) -> _Replayed | _Unusable:
        part = read_part(place.file, place.at, max_bytes=self._max_bytes)
        if isinstance(part, Damage):
            return _Unusable("truncated", f"{place} can't be read: {part.sentence}")
        if not part.sound:
            return _Unusable("truncated", f"{place} is damaged: {part.problem}")
        if part.digest != place.digest:
            return _Unusable("truncated", f"{place} has other bytes than it had when the file was read through.")
        if part.block is None:
            return _Unusable("too_large", f"{place} has {part.length} bytes, over the limit of {self._max_bytes}.")
        if part.kind == "resource":
            content_type = part.headers.get("content-type", "application/octet-stream")
            message = Message(200, (("Content-Type", content_type),), part.block)
            return _Replayed(write_response(message), message)
        if part.kind == "revisit":
            return self._revisited(part, part.block, place, seen)
        response = read_response(part.block)
        if response is None:
            return _Unusable("truncated", f"{place} is no complete HTTP response.")
        return _Replayed(part.block, response)

    def _revisited(self, part: WarcPart, block: bytes, place: _Place, seen: frozenset[_Place]) -> _Replayed | _Unusable:
        """Return what a revisit stands for: the body it refers to, under its own head where that is one of success.

        ISO 28500:2017, 6.7: the record says which other one holds the body, by id or by URL and date.
        """
        referred = self._referred(part)
        if referred is None or referred in seen or referred == place or len(seen) > MAX_REFERENCES:
            return _Unusable("truncated", f"{place} refers to a record that no archive here holds.")
        original = self._read(referred, seen=seen | {place})
        own = read_response(block, bodiless=True)
        if isinstance(original, _Unusable) or own is None or own.status == 304:
            return original
        headers = tuple(pair for pair in own.headers if pair[0].lower() not in _FRAMING)
        message = Message(own.status, headers, original.message.body)
        return _Replayed(write_response(message), message)

    def _referred(self, part: WarcPart) -> _Place | None:
        by_id = self._by_id.get(part.headers.get("warc-refers-to", ""))
        if by_id is not None:
            return by_id
        url = parse(part.headers.get("warc-refers-to-target-uri", "").strip("<>"))
        places = self._places.get(url.without_fragment, []) if url is not None else []
        stated = part.headers.get("warc-refers-to-date", "")
        return next((one for one in places if one.date != UNDATED and _same_second(one.date, stated)), None)


def _same_second(date: datetime, stated: str) -> bool:
    # One of the two may carry fractions where the other has none.
    return date.astimezone(UTC).isoformat()[:19] == stated[:19]


def _none(url: str, outcome: Outcome, detail: str) -> NoResponse:
    return NoResponse(url=url, outcome=outcome, detail=detail, via="replay", witnessed=False)
