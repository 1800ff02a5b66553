"""One segment of the archive, and the lines beside it that say where each record lies and what its digest is.

Whatever became of the lines or the segment is a finding: nothing here takes what they say for granted.
"""

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from fastwarc.warc import ArchiveIterator

from loccit.ids import sha256_hex

SEGMENT_SUFFIX = ".warc.gz"
LINES_SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record lies; offsets and lengths are bytes of the compressed segment."""

    record_id: str
    type: str
    offset: int
    length: int
    sha256: str | None


@dataclass(frozen=True, slots=True)
class ArchivedRecord:
    """A record read back: WARC headers and the block, i.e. the bytes as sent or received."""

    record_id: str
    headers: dict[str, str]
    block: bytes


@dataclass(frozen=True, slots=True)
class ArchiveProblem:
    """What is wrong with one record or one segment; ``record_id`` is null where no record can be named."""

    segment: str
    record_id: str | None
    offset: int
    sentence: str


def lines_of(segment: Path) -> Path:
    """Return the file of lines beside a segment."""
    return segment.with_name(segment.name + LINES_SUFFIX)


def parse_lines(data: bytes) -> tuple[list[Place], int]:
    """Return the places and the number of lines that can't be read.

    A last line that a crash left unfinished is ignored: what it tells of was never acknowledged.
    """
    places: list[Place] = []
    unreadable = 0
    for line in data.splitlines(keepends=True):
        place = _parse_line(line) if line.endswith(b"\n") else None
        if place is not None:
            places.append(place)
        else:
            unreadable += line.endswith(b"\n") or b"}" in line[:-1]
    return places, unreadable


def _parse_line(line: bytes) -> Place | None:
    """Return the place a line states, null for what is none: whoever damages a line may leave it valid JSON."""
    try:
        place = Place(**json.loads(line))
    except (ValueError, TypeError, RecursionError):
        return None
    numbers = (place.offset, place.length)
    texts = (place.record_id, place.type, place.sha256 or "")
    sound = all(type(one) is int and one >= 0 for one in numbers) and all(
        isinstance(one, str) and one.isascii() and (one.isprintable() or not one) for one in texts
    )
    return place if sound else None


def read_place(file: BinaryIO, place: Place) -> bytes:
    """Return the bytes that lie at a place, fewer where the segment ends before."""
    left = os.fstat(file.fileno()).st_size - place.offset
    if left <= 0:
        return b""
    file.seek(place.offset)
    return file.read(min(place.length, left))


def read_member(member: bytes) -> ArchivedRecord | None:
    """Return the one record of a gzip member, null if the bytes hold no whole record."""
    try:
        for record in ArchiveIterator(BytesIO(member), parse_http=False):
            length = record.content_length
            headers, block = record.headers.to_dict(), bytes(record.reader.read())
            whole = len(block) == length
            return ArchivedRecord(headers.get("WARC-Record-ID", ""), headers, block) if whole else None
    except OSError:
        pass
    return None


def find_places(segment: Path) -> list[Place]:
    """Find the records of a segment that has no lines beside it; damage ends what is found."""
    with segment.open("rb") as file:
        found = list(_records_from(file, 0))
    ends = [offset for offset, _, _ in found[1:]] + [segment.stat().st_size]
    return [
        Place(record_id, kind, offset, end - offset, None)
        for (offset, record_id, kind), end in zip(found, ends, strict=True)
    ]


def verify_segment(segment: Path) -> Iterator[ArchiveProblem]:
    """Yield what is wrong with a segment or its lines, record by record."""
    lines = lines_of(segment)
    if not lines.is_file():
        yield ArchiveProblem(segment.name, None, 0, "No digests lie beside the segment; its records are not checked.")
        return
    places, unreadable = parse_lines(lines.read_bytes())
    if unreadable:
        yield ArchiveProblem(lines.name, None, 0, f"{unreadable} of its lines can't be read.")
    size = segment.stat().st_size
    end = 0
    told: set[str] = set()
    with segment.open("rb") as file:
        for place in places:
            data = read_place(file, place)
            if len(data) == place.length and sha256_hex(data) == place.sha256:
                yield from _misplaced(segment, file, place, data, end, told)
                end = max(end, place.offset + place.length)
                told.clear()
                continue
            told.add(place.record_id)
            cut = place.offset + place.length > size
            sentence = "The segment is cut off inside it." if cut else "Its bytes differ from its digest."
            yield ArchiveProblem(segment.name, place.record_id, place.offset, sentence)
        if unreadable and end < size:
            yield from _unlisted(segment, file, end, size, told)


def _misplaced(
    segment: Path, file: BinaryIO, place: Place, data: bytes, end: int, told: set[str]
) -> Iterator[ArchiveProblem]:
    """Yield what is wrong with what a line says of a record whose bytes are whole, and with what lies before it."""
    if place.offset > end:
        yield from _unlisted(segment, file, end, place.offset, told)
    record_id, kind = next(((name, kind) for _, name, kind in _records_from(BytesIO(data), 0)), ("", ""))
    if (record_id, kind) != (place.record_id, place.type):
        sentence = "Its line beside the segment names another record."
        yield ArchiveProblem(segment.name, record_id or None, place.offset, sentence)
    elif place.offset < end:
        yield ArchiveProblem(segment.name, place.record_id, place.offset, "Two lines beside the segment tell of it.")


def _unlisted(segment: Path, file: BinaryIO, start: int, end: int, told: set[str]) -> Iterator[ArchiveProblem]:
    """Yield the records between two bytes that no readable line tells of, but those of which something was said."""
    found = False
    for offset, record_id, _ in _records_from(file, start):
        if offset >= end:
            break
        found = True
        if record_id not in told:
            sentence = f"Its line beside the segment is missing or damaged; it begins at byte {offset}."
            yield ArchiveProblem(segment.name, record_id or None, offset, sentence)
    if not found and not told:
        sentence = f"The bytes {start} to {end} belong to no known record."
        yield ArchiveProblem(segment.name, None, start, sentence)


def _records_from(file: BinaryIO, start: int) -> Iterator[tuple[int, str, str]]:
    """Yield offset, id and type of the records from a byte on; damage ends them."""
    file.seek(start)
    with contextlib.suppress(OSError):
        for record in ArchiveIterator(file, parse_http=False):
            yield record.stream_pos, record.headers.get("WARC-Record-ID") or "", str(record.headers.get("WARC-Type"))
