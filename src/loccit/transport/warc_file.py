"""Reading WARC files that anybody wrote (WARC 1.0 and 1.1; plain, gzip or zstd), damage included.

FastWARC reads; what it does not tell is told here: that a record is shorter than it says, that its bytes differ from
the digests it carries, and what comes after a damaged gzip member.
"""

import base64
import binascii
import hashlib
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from fastwarc.warc import ArchiveIterator, WarcRecord

_GZIP = b"\x1f\x8b\x08"
_SEARCHED_LENGTH = 1024 * 1024
_ID_WITHIN = 4096
_RECORD_ID = re.compile(rb"\nWARC-Record-ID:[ \t]*([^\r\n]+)", re.IGNORECASE)
_ALGORITHMS = {"sha1": "sha1", "sha256": "sha256", "sha512": "sha512", "sha384": "sha384", "md5": "md5"}


@dataclass(frozen=True, slots=True)
class WarcPart:
    """A record: where it begins (byte of the file), its headers, and its block if it was asked for and is whole.

    Attributes:
        headers: names in lower case.
        date: its WARC-Date, null if it has none that can be read.
        problem: what is wrong with it, in one sentence; null if nothing is, as far as it was read.
    """

    offset: int
    kind: str
    headers: dict[str, str]
    date: datetime | None
    block: bytes | None = None
    problem: str | None = None

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
    """A place where no record can be read; its WARC-Record-ID, if that much of it can."""

    offset: int
    sentence: str
    record_id: str | None = None


def scan(file: Path, *, verify: bool = False) -> Iterator[WarcPart | Damage]:
    """Yield the records of a file in order, without their blocks; after damage, go on at the next record.

    Args:
        file: read once, from its start.
        verify: also read every block and compare lengths and digests.
    """
    with file.open("rb") as stream:
        start, gap = 0, None
        while True:
            last: int | None = None
            stream.seek(start)
            try:
                for record in ArchiveIterator(stream, parse_http=False):
                    if gap is not None:
                        yield gap
                    gap, last = None, record.stream_pos
                    yield _part(record, record.stream_pos, verify=verify, keep=False)
                break
            except OSError as error:
                # What failed is the record that follows the last one, or the one this pass began with.
                if last is None:
                    yield Damage(start, f"The record can't be read ({error}).", _id_at(stream, start))
                    gap = None
                else:
                    gap = Damage(last, f"What follows the record at byte {last} can't be read ({error}).")
            following = _next_member(stream, (start if last is None else last) + 1)
            if following is None:
                break
            start = following
        if gap is not None:
            yield gap


def read_part(file: Path, offset: int) -> WarcPart | None:
    """Return the record at an offset with its block; null if none can be read there."""
    try:
        with file.open("rb") as stream:
            stream.seek(offset)
            for record in ArchiveIterator(stream, parse_http=False):
                return _part(record, offset, verify=True, keep=True)
    except OSError:
        pass
    return None


def _part(record: WarcRecord, offset: int, *, verify: bool, keep: bool) -> WarcPart:
    headers = {name.lower(): value for name, value in record.headers.items()}
    kind = headers.get("warc-type", "").lower()
    date = record.record_date if "warc-date" in headers else None
    if not verify:
        return WarcPart(offset, kind, headers, date)
    length = record.content_length
    block = bytes(record.reader.read())
    problem = _problem(headers, block, length)
    return WarcPart(offset, kind, headers, date, block if keep and len(block) == length else None, problem)


def _problem(headers: dict[str, str], block: bytes, length: int) -> str | None:
    if len(block) != length:
        return f"It is cut off: {len(block)} of {length} bytes are there."
    if matches(block, headers.get("warc-block-digest")) is False:
        return "Its bytes differ from its WARC-Block-Digest."
    return None


def matches(data: bytes, digest: str | None) -> bool | None:
    """Compare bytes with a labelled digest (``sha1:BASE32``, ``sha-256:hex``); null if it can't be checked."""
    label, colon, value = (digest or "").strip().partition(":")
    algorithm = _ALGORITHMS.get(label.lower().replace("-", ""))
    if not colon or algorithm is None:
        return None
    actual = hashlib.new(algorithm, data, usedforsecurity=False).digest()
    if value.lower() == actual.hex():
        return True
    try:
        padded = value.upper() + "=" * (-len(value) % 8)
        return base64.b32decode(padded) == actual
    except (binascii.Error, ValueError):
        return False


def _next_member(stream: BinaryIO, start: int) -> int | None:
    """Return where the next gzip member with a WARC record begins; null if there is none, or the file is no gzip."""
    stream.seek(0)
    if stream.read(len(_GZIP)) != _GZIP:
        return None
    at = start
    while True:
        stream.seek(at)
        window = stream.read(_SEARCHED_LENGTH)
        found = window.find(_GZIP)
        while found >= 0:
            if _is_record(window[found : found + 1024]):
                return at + found
            found = window.find(_GZIP, found + 1)
        if len(window) < _SEARCHED_LENGTH:
            return None
        at += len(window) - 1024


def _is_record(data: bytes) -> bool:
    try:
        return zlib.decompressobj(wbits=31).decompress(data, 5) == b"WARC/"
    except zlib.error:
        return False


def _id_at(stream: BinaryIO, start: int) -> str | None:
    """Return the id that the readable beginning of a damaged gzip member states."""
    stream.seek(start)
    inflater, head = zlib.decompressobj(wbits=31), b""
    with suppress(zlib.error):
        while len(head) < _ID_WITHIN and (piece := stream.read(16)):
            head += inflater.decompress(piece, _ID_WITHIN)
    found = _RECORD_ID.search(head)
    return found[1].decode("ascii", "replace") if found else None
