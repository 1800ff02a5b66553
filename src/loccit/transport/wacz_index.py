"""The index in a WACZ (CDXJ, plain or in gzip members) held against the records it names.

Pages are read by the records, never by this index; but other readers go by it, and where it names a record that does
not lie there, one of the two was altered. Its digests also tell which record of an altered file changed where the
record itself has no check value.
"""

import hashlib
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from loccit.transport.archive_index import IndexedRecord
from loccit.transport.members import PIECE_BYTES, BrokenMember, packing
from loccit.transport.warc_file import Damage, RecordPlace, WarcPart, read_part
from loccit.urls import parse

CDXJ_SUFFIXES = (".cdx", ".cdxj", ".cdx.gz", ".cdxj.gz")
MAX_LINE_BYTES = 256 * 1024

_START = RecordPlace(0)


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A WARC file whose records an index may name.

    Attributes:
        altered: whether its bytes are others than they were.
        broken: bytes at which records begin of which something was said already, by their address or id.
        pages: hashes of offset and address of what can answer a request.
    """

    path: Path
    altered: bool
    broken: frozenset[int]
    pages: frozenset[int]

    @classmethod
    def of(cls, path: Path, found: Iterable[IndexedRecord | Damage], *, altered: bool) -> "NamedFile":
        """Return a file by what was found when it was read through."""
        broken: set[int] = set()
        pages: set[int] = set()
        for one in found:
            if isinstance(one, IndexedRecord):
                pages.add(hash((one.place.offset, one.target)))
            elif one.target or one.record_id:
                broken.add(one.place.offset)
        return cls(path, altered, frozenset(broken), frozenset(pages))


@dataclass(frozen=True, slots=True)
class _Line:
    file: str
    offset: int
    length: int | None
    url: str
    digest: str | None


def disagreements(file: Path, name: str, files: Mapping[str, NamedFile]) -> Iterator[tuple[str, Damage]]:
    """Yield what an index says that the records do not, each with the file it is of.

    Args:
        file: the index, as it was unpacked.
        name: its path in the WACZ.
        files: the WARC files by their paths in the WACZ.
    """
    by_name = {path.rpartition("/")[2]: path for path in files}
    unreadable = 0
    try:
        for data in _lines(file):
            line = _read(data)
            if line is None:
                unreadable += 1
                continue
            path = by_name.get(line.file.rpartition("/")[2])
            if path is None:
                yield name, Damage(_START, f"It names the file {line.file}, which is not there.", target=line.url)
            elif (fault := _fault(line, files[path], name)) is not None:
                yield path, fault
    except BrokenMember as error:
        yield name, Damage(_START, f"It can't be read to its end. {error}")
    if unreadable:
        yield name, Damage(_START, f"{unreadable} of its lines can't be read.")


def _fault(line: _Line, file: NamedFile, index: str) -> Damage | None:
    """Return how a line disagrees with the record it names; null if it does not, or the record is known as damaged."""
    if line.offset in file.broken:
        return None
    place = RecordPlace(line.offset)
    known = hash((line.offset, line.url)) in file.pages
    if known and not (file.altered and line.digest):
        return None
    found = read_part(file.path, place, max_bytes=0)
    if not isinstance(found, WarcPart) or not _is_same(found.target, line.url):
        record_id = found.record_id
        return Damage(place, f"{index} says that the record of this address begins there.", record_id, line.url)
    if file.altered and _differs(line, file.path):
        return Damage(place, f"Its bytes differ from its digest in {index}.", found.record_id, line.url)
    return None


def _is_same(target: str | None, url: str) -> bool:
    """Tell whether two spellings are one address; makers of an index encode what a record leaves as it was."""
    if target == url:
        return True
    one, other = parse(target or ""), parse(url)
    return one is not None and other is not None and one.href == other.href


def _differs(line: _Line, path: Path) -> bool:
    algorithm, _, value = (line.digest or "").partition(":")
    if algorithm != "sha256" or line.length is None:
        return False
    digest = hashlib.sha256()
    with path.open("rb") as file:
        file.seek(line.offset)
        left = line.length
        while left and (piece := file.read(min(left, PIECE_BYTES))):
            digest.update(piece)
            left -= len(piece)
    return digest.hexdigest() != value.lower()


def _lines(file: Path) -> Iterator[bytes]:
    """Yield the lines of an index; one that is too long to be any is yielded in parts.

    Raises:
        BrokenMember: where it can't be unpacked.
    """
    with file.open("rb") as stream:
        packed = packing(stream, file.name)
        if packed is None:
            stream.seek(0)
            yield from _lines_in(stream)
            return
        size = stream.seek(0, os.SEEK_END)
        start = packed.start
        while start < size:
            member = packed.member(start)
            yield from _lines_in(io.BufferedReader(member, PIECE_BYTES))
            start = member.end


def _lines_in(stream: BinaryIO) -> Iterator[bytes]:
    while line := stream.readline(MAX_LINE_BYTES):
        if line.strip() and not line.startswith(b"!"):
            yield line


def _read(data: bytes) -> _Line | None:
    """Return what a line names: ``<key> <time> <JSON>``; null if it can't be read."""
    try:
        fields = json.loads(data[data.index(b"{") :])
        url, file, digest = fields["url"], fields["filename"], fields.get("recordDigest")
        length = fields.get("length")
        line = _Line(file, int(fields["offset"]), None if length is None else int(length), url, digest)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    numbers = (line.offset, line.length or 0)
    sound = isinstance(url, str) and isinstance(file, str) and isinstance(digest, str | None)
    return line if sound and all(0 <= one < 1 << 62 for one in numbers) else None
