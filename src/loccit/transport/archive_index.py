"""Where the records of a WARC file lie: found by reading the file through, or in an index kept beside it.

``<file>.index`` holds one line of JSON a record, after a line that says which file it was made from and before one
with the digest of all that it holds. It is written and read line by line. It can be made again from the file at any
time, and is where it is missing, damaged, or made from a file of another size or time. The digest of each record is
kept too, so that a byte that changes later is noticed when the record is read, also in a plain file that carries no
digests.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING

from loccit.transport.warc_file import Damage, RecordPlace, WarcPart, scan

if TYPE_CHECKING:
    from hashlib import _Hash

SUFFIX = ".index"
FORMAT = "loccit-warc-index/2"
UNDATED = datetime.min.replace(tzinfo=UTC)
MAX_LISTED = 10_000
"""Problems of one file that a summary lists; the rest is only counted."""

_MAX_LINE_BYTES = 1024 * 1024
PAGE_KINDS = frozenset({"response", "revisit", "resource"})
"""Types of records that can answer a request."""


@dataclass(frozen=True, slots=True)
class IndexedRecord:
    """A record that can answer a request.

    Attributes:
        date: ``UNDATED`` where it has none.
        digest: hex SHA-256 of its head and block.
    """

    place: RecordPlace
    target: str
    record_id: str | None
    date: datetime
    digest: str


@dataclass(frozen=True, slots=True)
class FileIndex:
    """What a WARC file holds.

    Attributes:
        records: how many records were read, of any type.
        pages: those that can answer a request, in the order of the file.
        problems: what does not hold, in the same order.
    """

    records: int
    pages: tuple[IndexedRecord, ...]
    problems: tuple[Damage, ...]


@dataclass(frozen=True, slots=True)
class IndexSummary:
    """What was found when a file was read through: numbers of records and of pages, and what does not hold."""

    records: int
    pages: int
    problems: tuple[Damage, ...]


def index_of(file: Path) -> FileIndex:
    """Return what a file holds: by the index beside it if that was made from it as it is now, else by reading it.

    Raises:
        OSError: if it can't be read.
    """
    records = _records_in_index(file)
    if records is None:
        return read_through(file)
    try:
        return _file_index(records, indexed(file))
    except (OSError, ValueError, TypeError, RecursionError):
        return read_through(file)


def read_through(file: Path) -> FileIndex:
    """Read a file from its first byte to its last and return what it holds.

    Raises:
        OSError: if it can't be read.
    """
    records = 0
    entries: list[IndexedRecord | Damage] = []
    for found in scan(file):
        records += isinstance(found, WarcPart)
        entries += _entries(found)
    return _file_index(records, entries)


def make_index(file: Path) -> IndexSummary:
    """Read a file from its first byte to its last and keep an index beside it; at most a line of it is in memory.

    Raises:
        OSError: if the file can't be read, or nothing can be written beside it.
    """
    records = pages = unlisted = 0
    problems: list[Damage] = []
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".index-", delete=False) as out:
        try:
            whole = _write(out, hashlib.sha256(), _stamp(file))
            for found in scan(file):
                records += isinstance(found, WarcPart)
                for entry in _entries(found):
                    whole = _write(out, whole, _line(entry))
                    if isinstance(entry, IndexedRecord):
                        pages += 1
                    elif len(problems) < MAX_LISTED:
                        problems.append(entry)
                    else:
                        unlisted += 1
            whole.update(b"%d" % records)
            _write(out, whole, {"records": records, "sha256": whole.hexdigest()})
            out.flush()
            os.fsync(out.fileno())
            Path(out.name).replace(beside(file))
        finally:
            Path(out.name).unlink(missing_ok=True)
    if unlisted:
        problems.append(Damage(RecordPlace(0), f"{unlisted} more of its records are damaged or can't be read."))
    return IndexSummary(records, pages, tuple(problems))


def is_indexed(file: Path) -> bool:
    """Tell whether an index lies beside a file that is whole and was made from it as it is now.

    Raises:
        OSError: if the file is not there.
    """
    return _records_in_index(file) is not None


def indexed(file: Path) -> Iterator[IndexedRecord | Damage]:
    """Yield what the index beside a file holds, line by line; whether it is whole is told by ``is_indexed``.

    Raises:
        OSError, ValueError, TypeError: if it is not.
    """
    with beside(file).open("rb") as lines:
        lines.readline(_MAX_LINE_BYTES)
        for line in lines:
            entry = _entry(json.loads(line))
            if entry is not None:
                yield entry


def beside(file: Path) -> Path:
    """Return where the index of a file lies."""
    return file.with_name(file.name + SUFFIX)


def _entries(found: WarcPart | Damage) -> Iterator[IndexedRecord | Damage]:
    """Yield what an index tells of what was found in a file."""
    if isinstance(found, Damage):
        yield found
        return
    if found.problem is not None:
        yield Damage(found.place, found.problem, found.record_id, found.target)
    if found.kind in PAGE_KINDS and found.target is not None:
        yield IndexedRecord(found.place, found.target, found.record_id, found.date or UNDATED, found.digest)


def _file_index(records: int, entries: Iterable[IndexedRecord | Damage]) -> FileIndex:
    pages: list[IndexedRecord] = []
    problems: list[Damage] = []
    for entry in entries:
        if isinstance(entry, IndexedRecord):
            pages.append(entry)
        else:
            problems.append(entry)
    return FileIndex(records, tuple(pages), tuple(problems))


def _stamp(file: Path) -> dict[str, object]:
    found = file.stat()
    return {"format": FORMAT, "size": found.st_size, "mtime_ns": found.st_mtime_ns}


def _write(out: IO[bytes], whole: "_Hash", line: object) -> "_Hash":
    data = json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
    whole.update(data)
    out.write(data)
    return whole


def _line(entry: IndexedRecord | Damage) -> object:
    place = entry.place
    if isinstance(entry, Damage):
        return {"at": [place.offset, place.within], "says": [entry.sentence, entry.record_id, entry.target]}
    date = "" if entry.date == UNDATED else entry.date.isoformat()
    return [place.offset, place.within, entry.target, entry.record_id, date, entry.digest]


def _entry(line: object) -> IndexedRecord | Damage | None:
    """Return what a line of an index tells, null for the last one."""
    match line:
        case [int(offset), int(within), str(target), str() | None as record_id, str(date), str(digest)]:
            when = datetime.fromisoformat(date) if date else UNDATED
            return IndexedRecord(RecordPlace(offset, within), target, record_id, when, digest)
        case {"at": [int(offset), int(within)], "says": [str(sentence), record_id, target]}:
            return Damage(RecordPlace(offset, within), sentence, record_id, target)
        case {"records": int(), "sha256": str()}:
            return None
        case _:
            raise ValueError


def _records_in_index(file: Path) -> int | None:
    """Return how many records the index beside a file tells of, null if none is whole and made from it as it is now."""
    stamp = _stamp(file)
    whole = hashlib.sha256()
    try:
        with beside(file).open("rb") as lines:
            first = lines.readline(_MAX_LINE_BYTES)
            if json.loads(first) != stamp:
                return None
            held = first
            while line := lines.readline(_MAX_LINE_BYTES):
                whole.update(held)
                held = line
        last = json.loads(held)
        records = last["records"]
        whole.update(b"%d" % records)
        return records if last == {"records": records, "sha256": whole.hexdigest()} else None
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
