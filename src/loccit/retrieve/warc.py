"""The archive: every exchange as WARC/1.1 records, byte for byte as it was sent and received.

A folder of segments, ``<name>.warc.gz``, one gzip member a record. Beside each lies ``<name>.warc.gz.jsonl``, one line
a record with offset, length and SHA-256 of the member: truncated or flipped members pass common WARC checks, and
this one they do not pass. The lines can be rebuilt from the segment, but then say nothing about later damage.

A record is acknowledged only after its member and then its line are on disk (fsync). What a crash leaves behind the
last line was never acknowledged and is ignored. Every process writes segments of its own.
"""

import json
import os
import threading
import uuid
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from loccit.errors import Damaged, NotStored
from loccit.ids import sha256_hex
from loccit.protocols import ArchivedExchange, Clock, HttpResponse, NoResponse
from loccit.retrieve.warc_record import Part, Referred, exchange_parts, warcinfo_part, write_member
from loccit.retrieve.warc_segment import (
    LINES_SUFFIX,
    SEGMENT_SUFFIX,
    ArchivedRecord,
    ArchiveProblem,
    Place,
    find_places,
    lines_of,
    parse_lines,
    read_member,
    read_place,
    verify_segment,
)


class WarcArchive:
    """Keeps exchanges in a folder; safe to use from several threads and processes.

    Args:
        folder: made if it is not there.
        clock: names and dates the segments.
        max_segment_bytes: a segment that has grown beyond this is closed and a new one begun.
    """

    def __init__(self, folder: Path, clock: Clock, *, max_segment_bytes: int = 256 * 1024 * 1024) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._clock = clock
        self._max_segment_bytes = max_segment_bytes
        self._lock = threading.Lock()
        self._segment: _Segment | None = None
        self._places: dict[str, tuple[Path, Place]] = {}
        self._read_until: dict[Path, int] = {}

    def append(
        self, exchange: HttpResponse | NoResponse, *, at: datetime, revisits: str | None = None
    ) -> ArchivedExchange:
        """Write request and response records; they are on disk when this returns.

        Nothing is written for bytes that were never sent or received. An answer that nothing changed is a ``revisit``
        of the earlier one if that can still be read; else it is a ``response`` as it was sent, which refers to none.
        """
        earlier = None if revisits is None else self._referred(revisits)
        request, response = exchange_parts(exchange, at=at, revisits=earlier)
        with self._lock:
            parts = [part for part in (request, response) if part is not None]
            if parts:
                self._write(parts)
        return ArchivedExchange(
            request_record=None if request is None else request.record_id,
            response_record=None if response is None else response.record_id,
        )

    def read(self, record_id: str) -> ArchivedRecord:
        """Return a record.

        Raises:
            NotStored: if no segment holds it.
            Damaged: if its bytes differ from the digest beside the segment.
        """
        member = self.member(record_id)
        record = read_member(member)
        if record is None or record.record_id != record_id:
            raise Damaged(f"{record_id}: its bytes are no WARC record of that id")
        return record

    def member(self, record_id: str) -> bytes:
        """Return the gzip member of a record, checked: a WARC file of one record, to be copied elsewhere.

        Raises:
            NotStored, Damaged: as for `read`.
        """
        with self._lock:
            segment, place = self._find(record_id)
        with segment.open("rb") as file:
            data = read_place(file, place)
        if place.sha256 is not None and sha256_hex(data) != place.sha256:
            raise Damaged(f"{record_id}: its bytes in {segment.name} differ from the digest beside the segment")
        return data

    def verify(self) -> Iterator[ArchiveProblem]:
        """Yield what is wrong with the archive, record by record; nothing if all is well."""
        for segment in sorted(self._folder.glob("*" + SEGMENT_SUFFIX)):
            if segment.is_file():
                yield from verify_segment(segment)
            else:
                yield ArchiveProblem(segment.name, None, 0, "It is no file.")
        for lines in sorted(self._folder.glob("*" + SEGMENT_SUFFIX + LINES_SUFFIX)):
            segment = lines.with_name(lines.name.removesuffix(LINES_SUFFIX))
            if not segment.exists():
                yield ArchiveProblem(segment.name, None, 0, "The segment is missing; its digests are there.")

    def tails(self) -> Iterator[tuple[str, int, int]]:
        """Yield segments with bytes behind their last acknowledged record: name, offset, number of bytes.

        A crash leaves such bytes; so does whoever appends to a segment. They are never read.
        """
        for segment in self._segments():
            lines = lines_of(segment)
            if lines.is_file():
                places = parse_lines(lines.read_bytes())[0]
                end = max((place.offset + place.length for place in places), default=0)
                behind = segment.stat().st_size - end
                if behind > 0:
                    yield segment.name, end, behind

    def close(self) -> None:
        """End the segment that is being written; a later `append` begins another."""
        with self._lock:
            self._segment = None

    def _write(self, parts: list[Part]) -> None:
        if self._segment is None or self._segment.size > self._max_segment_bytes or self._segment.pid != os.getpid():
            self._segment = _Segment.begin(self._folder, self._clock.now())
        segment, self._segment = self._segment, None
        segment.write(parts)
        # Only a segment whose last write went well is written on; half a line must stay the last one.
        self._segment = segment

    def _referred(self, record_id: str) -> Referred | None:
        try:
            return Referred.read(self.read(record_id).headers)
        except (NotStored, Damaged, OSError):
            return None

    def _find(self, record_id: str) -> tuple[Path, Place]:
        if record_id not in self._places:
            self._load_new_lines()
        if record_id not in self._places:
            raise NotStored(f"{record_id}: no segment of the archive holds it")
        return self._places[record_id]

    def _segments(self) -> list[Path]:
        return [path for path in sorted(self._folder.glob("*" + SEGMENT_SUFFIX)) if path.is_file()]

    def _load_new_lines(self) -> None:
        """Learn the places of records that were written since the last time, here or by another process.

        What is written is not remembered: a long run would keep all of it in memory.
        """
        for segment in self._segments():
            lines, known = lines_of(segment), self._read_until.get(segment, 0)
            if lines.is_file():
                with lines.open("rb") as file:
                    file.seek(known)
                    new = file.read()
                complete = new[: new.rfind(b"\n") + 1]
                size, places = known + len(complete), parse_lines(complete)[0]
            else:
                size = segment.stat().st_size
                places = find_places(segment) if size != known else []
            self._places.update((place.record_id, (segment, place)) for place in places)
            self._read_until[segment] = size


class _Segment:
    """A segment this process writes. No file stays open between writes; the fsync costs more than the opening."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pid = os.getpid()
        self.size = 0

    @classmethod
    def begin(cls, folder: Path, now: datetime) -> "_Segment":
        name = f"loccit-{now:%Y%m%dT%H%M%S}-{os.getpid()}-{uuid.uuid4().hex[:8]}{SEGMENT_SUFFIX}"
        segment = cls(folder / name)
        segment.write([warcinfo_part(name, at=now)])
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        return segment

    def write(self, parts: list[Part]) -> None:
        places: list[Place] = []
        members: list[bytes] = []
        size = self.size
        for part in parts:
            member = write_member(part)
            places.append(Place(part.record_id, part.type, size, len(member), sha256_hex(member)))
            members.append(member)
            size += len(member)
        _append_durably(self.path, members)
        self.size = size
        _append_durably(lines_of(self.path), [json.dumps(asdict(one)).encode() + b"\n" for one in places])


def _append_durably(path: Path, pieces: list[bytes]) -> None:
    with path.open("ab") as file:
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())
