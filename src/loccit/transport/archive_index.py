"""Where the records of a WARC file lie: found by reading the file through, or in an index kept beside it.

``<file>.index`` holds one line of JSON a record, after a line that says which file it was made from and before one
with the digest of all lines before. It can be made again from the file at any time, and is where it is missing,
damaged, or made from a file of another size or time. The digest of each record is kept too, so that a byte that
changes later is noticed when the record is read, also in a plain file that carries no digests.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from loccit.transport.warc_file import Damage, RecordPlace, WarcPart, scan

SUFFIX = ".index"
FORMAT = "loccit-warc-index/1"
UNDATED = datetime.min.replace(tzinfo=UTC)
_MAX_STAMP_BYTES = 1024
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


def index_of(file: Path) -> FileIndex:
    """Return what a file holds: by the index beside it if that was made from it as it is now, else by reading it.

    Raises:
        OSError: if it can't be read.
    """
    return _read(file) or read_through(file)


def read_through(file: Path) -> FileIndex:
    """Read a file from its first byte to its last and return what it holds.

    Raises:
        OSError: if it can't be read.
    """
    pages: list[IndexedRecord] = []
    problems: list[Damage] = []
    records = 0
    for found in scan(file):
        if isinstance(found, Damage):
            problems.append(found)
            continue
        records += 1
        if found.problem is not None:
            problems.append(Damage(found.place, found.problem, found.record_id, found.target))
        if found.kind in PAGE_KINDS and found.target is not None:
            pages.append(_indexed(found, found.target))
    return FileIndex(records, tuple(pages), tuple(problems))


def _indexed(part: WarcPart, target: str) -> IndexedRecord:
    return IndexedRecord(part.place, target, part.record_id, part.date or UNDATED, part.digest)


def is_indexed(file: Path) -> bool:
    """Tell whether an index lies beside a file that says it was made from it as it is now.

    Raises:
        OSError: if the file is not there.
    """
    stamp = _stamp(file)
    try:
        with _beside(file).open("rb") as lines:
            first = json.loads(lines.readline(_MAX_STAMP_BYTES))
        return isinstance(first, dict) and first | stamp == first
    except (OSError, ValueError):
        return False


def write_index(file: Path, index: FileIndex) -> None:
    """Keep an index beside its file; where that can't be written, the file is read through again next time."""
    whole = hashlib.sha256()
    with suppress(OSError), tempfile.NamedTemporaryFile(dir=file.parent, prefix=".index-", delete=False) as out:
        try:
            for line in _lines(file, index):
                data = json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
                whole.update(data)
                out.write(data)
            out.write(json.dumps({"sha256": whole.hexdigest()}).encode() + b"\n")
            out.flush()
            os.fsync(out.fileno())
            Path(out.name).replace(_beside(file))
        finally:
            Path(out.name).unlink(missing_ok=True)


def _beside(file: Path) -> Path:
    return file.with_name(file.name + SUFFIX)


def _stamp(file: Path) -> dict[str, object]:
    found = file.stat()
    return {"format": FORMAT, "size": found.st_size, "mtime_ns": found.st_mtime_ns}


def _lines(file: Path, index: FileIndex) -> Iterator[object]:
    yield _stamp(file) | {"records": index.records}
    for page in index.pages:
        date = "" if page.date == UNDATED else page.date.isoformat()
        yield [page.place.offset, page.place.within, page.target, page.record_id, date, page.digest]
    for one in index.problems:
        yield {"at": [one.place.offset, one.place.within], "says": [one.sentence, one.record_id, one.target]}


def _read(file: Path) -> FileIndex | None:
    """Return the index beside a file, null if there is none that was made from the file as it is now and is whole."""
    try:
        data = _beside(file).read_bytes()
        body, _, last = data.removesuffix(b"\n").rpartition(b"\n")
        body += b"\n"
        if json.loads(last) != {"sha256": hashlib.sha256(body).hexdigest()}:
            return None
        first, *lines = [json.loads(line) for line in body.splitlines()]
        records = first.pop("records")
        return _index(records, lines) if first == _stamp(file) else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _index(records: int, lines: Iterable[object]) -> FileIndex:
    pages: list[IndexedRecord] = []
    problems: list[Damage] = []
    for line in lines:
        match line:
            case [int(offset), int(within), str(target), str() | None as record_id, str(date), str(digest)]:
                when = datetime.fromisoformat(date) if date else UNDATED
                pages.append(IndexedRecord(RecordPlace(offset, within), target, record_id, when, digest))
            case {"at": [int(offset), int(within)], "says": [str(sentence), record_id, target]}:
                problems.append(Damage(RecordPlace(offset, within), sentence, record_id, target))
            case _:
                raise ValueError
    return FileIndex(records, tuple(pages), tuple(problems))
