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
from loccit.transport.message import Message, read_response, write_request, write_response
from loccit.transport.warc_file import Damage, WarcPart, read_part, scan
from loccit.urls import parse

KINDS = frozenset({"response", "revisit", "resource"})

_FRAMING = frozenset({"transfer-encoding", "content-length"})
_UNDATED = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, order=True)
class _Place:
    """Where a record stands; places are ordered by date, later files last."""

    date: datetime
    rank: int
    offset: int
    file: Path = field(compare=False)


@dataclass(frozen=True, slots=True)
class _Replayed:
    raw: bytes
    message: Message


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

    def __init__(self, files: Sequence[Path]) -> None:
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
        if isinstance(answer, str):
            return _none(request.url, "truncated", answer)
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
            archived_at=None if place.date == _UNDATED else place.date,
        )

    def _index(self, file: Path, rank: int) -> None:
        if not file.is_file():
            raise BadInput(str(file), "expected a WARC file")
        records = 0
        for found in scan(file):
            if isinstance(found, Damage):
                self.problems.append(f"{file}: {found.sentence}")
            else:
                records += 1
                self._take(file, rank, found)
        if not records:
            why = self.problems[-1].partition(": ")[2] if self.problems else "found no record in it"
            raise BadInput(str(file), f"expected a WARC file, {why}")

    def _take(self, file: Path, rank: int, part: WarcPart) -> None:
        url = parse(part.target) if part.target is not None else None
        if part.kind not in KINDS or url is None or not url.is_web:
            return
        place = _Place(part.date or _UNDATED, rank, part.offset, file)
        insort(self._places.setdefault(url.without_fragment, []), place)
        if part.record_id is not None:
            self._by_id[part.record_id] = place

    def _answer(self, places: list[_Place]) -> tuple[_Replayed, _Place] | str:
        """Return the newest usable record, or the sentence that says why the newest can't be used."""
        why: str | None = None
        for place in reversed(places):
            found = self._read(place, seen=frozenset())
            if isinstance(found, _Replayed) and found.message.status != 304:
                return found, place
            why = why or (found if isinstance(found, str) else None)
            if isinstance(found, str):
                break
        return why or "The archive holds nothing but answers that the page had not changed."

    def _read(self, place: _Place, *, seen: frozenset[_Place]) -> _Replayed | str:
        part = read_part(place.file, place.offset)
        if part is None or part.block is None:
            return f"The record at byte {place.offset} of {place.file} is not whole."
        if part.problem is not None:
            return f"The record at byte {place.offset} of {place.file}: {part.problem}"
        if part.kind == "resource":
            content_type = part.headers.get("content-type", "application/octet-stream")
            message = Message(200, (("Content-Type", content_type),), part.block)
            return _Replayed(write_response(message), message)
        if part.kind == "revisit":
            return self._revisited(part, place, seen)
        response = read_response(part.block)
        if response is None:
            return f"The record at byte {place.offset} of {place.file} is no complete HTTP response."
        return _Replayed(part.block, response)

    def _revisited(self, part: WarcPart, place: _Place, seen: frozenset[_Place]) -> _Replayed | str:
        """Return what a revisit stands for: the body it refers to, under its own head where that is one of success.

        ISO 28500:2017, 6.7: the record says which other one holds the body, by id or by URL and date.
        """
        referred = self._referred(part)
        if referred is None or referred in seen or referred == place:
            return f"The record at byte {place.offset} of {place.file} refers to a record that no archive here holds."
        original = self._read(referred, seen=seen | {place})
        own = read_response(part.block or b"", bodiless=True)
        if isinstance(original, str) or own is None or own.status == 304:
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
        return next((one for one in places if one.date != _UNDATED and _same_second(one.date, stated)), None)


def _same_second(date: datetime, stated: str) -> bool:
    # One of the two may carry fractions where the other has none.
    return date.astimezone(UTC).isoformat()[:19] == stated[:19]


def _none(url: str, outcome: Outcome, detail: str) -> NoResponse:
    return NoResponse(url=url, outcome=outcome, detail=detail, via="replay", witnessed=False)
