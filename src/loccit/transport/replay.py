"""The same protocol over WARC files: serves what an archive holds, newest record first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import anyio.to_thread
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from loccit.errors import BadInput
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.records.retrieve import Outcome
from loccit.transport.message import read_response, write_request
from loccit.urls import Url, parse


@dataclass(frozen=True, slots=True)
class _Place:
    file: Path
    offset: int
    date: datetime


class ReplayTransport:
    """Answers from the response records of WARC files (plain, gzip or zstd per record).

    A URL is answered by the newest response recorded for exactly that URL, fragment aside. The files are read once
    to find the records; only their places are kept. What comes before damage in a file is served.

    Attributes:
        problems: one sentence for each file that could not be read to its end.

    Raises:
        BadInput: at construction, for a file that is not there or holds no WARC record.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        self.problems: list[str] = []
        self._places: dict[str, _Place] = {}
        for file in files:
            self._index(file)

    def covers(self, url: str) -> bool:
        """Whether a response for this URL was recorded."""
        parsed = parse(url)
        return parsed is not None and parsed.without_fragment in self._places

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Answer from the archive; ``not_archived`` if it holds no response for the URL."""
        url = parse(request.url)
        if url is None:
            return _none(request.url, "invalid_url", "The URL can't be parsed.")
        place = self._places.get(url.without_fragment)
        if place is None:
            return _none(request.url, "not_archived", f"No archive holds a response for {url.without_fragment}.")
        raw = await anyio.to_thread.run_sync(_block, place)
        message = None if raw is None else read_response(raw)
        if raw is None or message is None:
            return _none(request.url, "truncated", f"The record at byte {place.offset} of {place.file} is not whole.")
        return HttpResponse(
            url=url.without_fragment,
            status=message.status,
            headers=message.headers,
            body=message.body,
            via="replay",
            witnessed=False,
            raw_request=write_request(url, method=request.method),
            raw_response=raw,
        )

    def _index(self, file: Path) -> None:
        if not file.is_file():
            raise BadInput(str(file), "expected a WARC file")
        records = 0
        try:
            with file.open("rb") as stream:
                for record in ArchiveIterator(stream, parse_http=False):
                    records += 1
                    self._take(file, record)
        except OSError as error:
            if not records:
                raise BadInput(str(file), f"expected a WARC file ({error})") from error
            self.problems.append(f"{file} can't be read beyond its record {records} ({error}).")
        if not records:
            raise BadInput(str(file), "expected a WARC file, found no record in it")

    def _take(self, file: Path, record: WarcRecord) -> None:
        url = _target(record.headers.get("WARC-Target-URI"))
        if url is None or record.record_type != WarcRecordType.response:
            return
        place = _Place(file, record.stream_pos, record.record_date)
        known = self._places.get(url.without_fragment)
        if known is None or place.date >= known.date:
            self._places[url.without_fragment] = place


def _target(text: str | None) -> Url | None:
    # WARC 1.0 writers put the URI in angle brackets, after the grammar of that version.
    return None if text is None else parse(text.strip("<>"))


def _block(place: _Place) -> bytes | None:
    """Return the block of a record, null if it is not whole: the reader itself cuts a record short in silence."""
    try:
        with place.file.open("rb") as stream:
            stream.seek(place.offset)
            for record in ArchiveIterator(stream, parse_http=False):
                length = record.content_length
                block = bytes(record.reader.read())
                return block if len(block) == length else None
    except OSError:
        pass
    return None


def _none(url: str, outcome: Outcome, detail: str) -> NoResponse:
    return NoResponse(url=url, outcome=outcome, detail=detail, via="replay", witnessed=False)
