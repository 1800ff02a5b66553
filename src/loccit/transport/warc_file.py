"""Reading WARC files that anybody wrote (WARC 1.0 and 1.1; plain, gzip or zstd), damage included.

A file is read in pieces, whatever a record says of its length, and every record is checked while it is read: that its
bytes unpack to their check value, that its block ends where its head says, that it has the digests it carries. What
does not hold is told with the record's offset, and with its id and address where these can still be read; what comes
after it is read on.
"""

import hashlib
import io
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from loccit.transport.members import PIECE_BYTES, SEARCHED_BYTES, BrokenMember, PackedFile, packing
from loccit.transport.warc_fields import StatedDigests, block_length, read_date, read_fields

MAX_HEAD_BYTES = 64 * 1024
MAX_LINE_END_BYTES = 16

_VERSION = re.compile(rb"WARC/[01]\.\d+\r?\n")
_BEGINNING = re.compile(rb"\nWARC/[01]\.\d")
_BEGIN = b"WARC/"
_RECORD_ID = re.compile(rb"\nWARC-Record-ID:[ \t]*([^\r\n]+)", re.IGNORECASE)
_TARGET = re.compile(rb"\nWARC-Target-URI:[ \t]*<?([^\r\n>]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class RecordPlace:
    """Where a record begins: a byte of the file and, in a packed file, a byte of what the member there unpacks to."""

    offset: int
    within: int = 0


@dataclass(frozen=True, slots=True)
class WarcPart:
    """A record.

    Attributes:
        headers: names in lower case.
        digest: hex SHA-256 of its head and block as they stand in the unpacked file.
        length: bytes of its block that are there.
        block: null unless it was asked for, is sound, and is not larger than what was asked for.
        problem: what is wrong with it, in one sentence; null if nothing is.
        sound: whether its block is what its writer wrote, as far as can be told; a fault of its head alone is none.
        ended: whether the next record, or the end, stands where its block ends, so that it can be read on from there.
    """

    place: RecordPlace
    headers: dict[str, str]
    digest: str
    length: int
    block: bytes | None
    problem: str | None
    sound: bool
    ended: bool

    @property
    def kind(self) -> str:
        """The WARC-Type."""
        return self.headers.get("warc-type", "").lower()

    @property
    def date(self) -> datetime | None:
        """The WARC-Date, null if it has none that can be read."""
        return read_date(self.headers.get("warc-date", ""))

    @property
    def record_id(self) -> str | None:
        """The WARC-Record-ID."""
        return self.headers.get("warc-record-id")

    @property
    def target(self) -> str | None:
        """The WARC-Target-URI; writers of WARC 1.0 put it in angle brackets, after the grammar of that version."""
        uri = self.headers.get("warc-target-uri")
        return None if uri is None else uri.strip("<>")


@dataclass(frozen=True, slots=True)
class Damage:
    """A place where no record can be read; its WARC-Record-ID and WARC-Target-URI, if that much of it can."""

    place: RecordPlace
    sentence: str
    record_id: str | None = None
    target: str | None = None


class _NoRecord(ValueError):
    """What stands there is no head of a record; the sentence says why."""


def scan(file: Path) -> Iterator[WarcPart | Damage]:
    """Yield the records of a file in order, without their blocks; after damage, go on at the next record."""
    with file.open("rb") as stream:
        packed = packing(stream, file.name)
        yield from _plain_records(stream) if packed is None else _packed_records(packed, stream)


def read_part(file: Path, place: RecordPlace, *, max_bytes: int) -> WarcPart | Damage:
    """Return the record at a place, with its block unless that is larger than ``max_bytes``."""
    try:
        with file.open("rb") as stream:
            packed = packing(stream, file.name)
            if packed is None:
                stream.seek(place.offset)
                reader = _Reader(stream)
            else:
                reader = _Reader(io.BufferedReader(packed.member(place.offset), PIECE_BYTES))
                reader.skip(place.within)
            part = _part(reader, lambda _: place, keep=max_bytes)
    except (OSError, _NoRecord) as error:
        return Damage(place, str(error))
    return part or Damage(place, "No record is there.")


def _packed_records(packed: PackedFile, stream: BinaryIO) -> Iterator[WarcPart | Damage]:
    size = stream.seek(0, os.SEEK_END)
    start: int | None = packed.start
    while start is not None and start < size:
        member = packed.member(start)
        reader = _Reader(io.BufferedReader(member, PIECE_BYTES))
        last: WarcPart | None = None
        records = 0
        try:
            while (part := _part(reader, _within(start), keep=None)) is not None:
                last, records = part, records + 1
                yield part
                if not part.ended:
                    reader.skip(None)
                    break
            start = member.end
        except (BrokenMember, _NoRecord) as error:
            if last is None or last.ended:
                yield _damage(packed, start, records, str(error))
            start = packed.following(start + 1)


def _behind(start: int) -> Callable[[int], RecordPlace]:
    return lambda at: RecordPlace(start + at)


def _within(start: int) -> Callable[[int], RecordPlace]:
    return lambda at: RecordPlace(start, at)


def _damage(packed: PackedFile, start: int, records: int, sentence: str) -> Damage:
    """Return what is to be said of a member that can't be read to its end, after so many records in it."""
    if records:
        behind = f"What stands behind the first {records} of the records packed there can't be read. {sentence}"
        return Damage(RecordPlace(start), behind)
    head = packed.beginning(start, MAX_HEAD_BYTES).partition(b"\r\n\r\n")[0]
    return Damage(RecordPlace(start), sentence, _stated(_RECORD_ID, head), _stated(_TARGET, head))


def _stated(field: re.Pattern[bytes], head: bytes) -> str | None:
    found = field.search(head)
    return found[1].decode("utf-8", "replace").strip() if found else None


def _plain_records(stream: io.BufferedReader) -> Iterator[WarcPart | Damage]:
    start: int | None = 0
    while start is not None:
        stream.seek(start)
        reader = _Reader(stream)
        place = RecordPlace(start)
        try:
            while (part := _part(reader, _behind(start), keep=None)) is not None:
                place = part.place
                yield part
                if not part.ended:
                    break
            else:
                return
        except _NoRecord as error:
            place = RecordPlace(start + reader.began)
            yield Damage(place, str(error))
        start = _next_beginning(stream, place.offset)


def _next_beginning(stream: BinaryIO, start: int) -> int | None:
    """Return where the next line begins that opens a record, behind an offset; null if there is none."""
    at = start
    while True:
        stream.seek(at)
        window = stream.read(SEARCHED_BYTES)
        found = _BEGINNING.search(window)
        if found is not None:
            return at + found.start() + 1
        if len(window) < SEARCHED_BYTES:
            return None
        at += len(window) - len(b"\nWARC/1.1")


def _part(reader: "_Reader", place: Callable[[int], RecordPlace], *, keep: int | None) -> WarcPart | None:
    """Return the next record, null at the end.

    Args:
        place: makes of the count of the reader where the record begins.
        keep: bytes of a block up to which it is kept, null to keep none.

    Raises:
        BrokenMember, _NoRecord: if not even its head can be read.
    """
    head = reader.head()
    if not head:
        return None
    headers, fault = read_fields(head)
    digest = hashlib.sha256(head)
    stated = StatedDigests(headers)
    kept: list[bytes] = []
    wanted, length, ended = block_length(headers), 0, False
    damage: str | None = None
    try:
        for piece in reader.pieces(wanted):
            length += len(piece)
            digest.update(piece)
            stated.update(piece)
            if keep is not None and length <= keep:
                kept.append(piece)
            else:
                kept.clear()
        ended = reader.ends()
        damage = stated.difference()
        if length < wanted:
            damage = f"It is cut off: {length} of {wanted} bytes are there."
        elif not ended:
            damage = "Its block does not end where its head says."
            ended = reader.finds_next()
    except BrokenMember as error:
        damage = str(error)
    block = b"".join(kept) if keep is not None and length <= keep and damage is None else None
    return WarcPart(
        place(reader.began), headers, digest.hexdigest(), length, block, damage or fault, damage is None, ended
    )


class _Reader:
    """Reads unpacked bytes in order and counts them.

    Attributes:
        at: bytes read.
        began: count at which the last head began.
    """

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self.at = 0
        self.began = 0

    def head(self) -> bytes:
        """Return the bytes of a head up to its empty line, empty lines before it left out; none at the end.

        Raises:
            _NoRecord: if other bytes stand there.
        """
        line = b"\n"
        while line in {b"\r\n", b"\n"}:
            self.began = self.at
            line = self._line(MAX_HEAD_BYTES)
        if not line:
            return b""
        if not _VERSION.fullmatch(line):
            raise _NoRecord("No record begins there.")
        head = line
        while line not in {b"\r\n", b"\n"}:
            line = self._line(MAX_HEAD_BYTES)
            head += line
            if len(head) > MAX_HEAD_BYTES:
                raise _NoRecord(f"The head of the record is over {MAX_HEAD_BYTES} bytes.")
            if not line.endswith(b"\n"):
                raise _NoRecord("The head of the record is cut off.")
        return head

    def pieces(self, length: int | None) -> Iterator[bytes]:
        """Yield the next so many bytes, fewer at the end; all that are left for null."""
        left = length
        while left is None or left > 0:
            piece = self._stream.read(PIECE_BYTES if left is None else min(left, PIECE_BYTES))
            if not piece:
                return
            self.at += len(piece)
            left = None if left is None else left - len(piece)
            yield piece

    def skip(self, length: int | None) -> None:
        """Read over so many bytes, or to the end."""
        for _ in self.pieces(length):
            pass

    def ends(self) -> bool:
        """Tell whether a block ends here: two line ends follow."""
        lines = 0
        while self._stream.peek(1)[:1] in {b"\r", b"\n"}:
            lines += self._stream.read(1) == b"\n"
            self.at += 1
        return lines > 1

    def finds_next(self) -> bool:
        """Tell whether a record begins a few bytes on, where line ends were damaged, and go there."""
        place = self._stream.peek(MAX_LINE_END_BYTES)[:MAX_LINE_END_BYTES].find(_BEGIN)
        self.skip(max(0, place))
        return place >= 0

    def _line(self, most: int) -> bytes:
        line = self._stream.readline(most)
        self.at += len(line)
        return line
