"""Taking in other people's archives: WARC files, and WACZ files (Web Archive Collection Zipped 1.1) around them.

A file is copied byte for byte into a folder, under the name of its digest, and read through once: every record's
length and digests are compared, and what does not hold is reported with the record's id. What is sound can be
replayed; nothing is repaired or left out.
"""

import hashlib
import json
import os
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from loccit.errors import BadInput
from loccit.transport.replay import KINDS
from loccit.transport.warc_file import Damage, WarcPart, scan

SUFFIXES = (".warc.gz", ".warc.zst", ".warc")
PIECE_LENGTH = 1024 * 1024
MAX_DESCRIPTION_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """What does not hold: in which file of the import, at which record (null where none can be named), one sentence."""

    file: str
    record_id: str | None
    offset: int
    sentence: str


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """One WARC file that was taken in.

    Attributes:
        name: as it was called; within a WACZ, its path there.
        path: where it lies now.
        digest: ``sha256:`` of its bytes.
        records: how many were read.
        pages: how many of them can answer a request.
    """

    name: str
    path: Path
    digest: str
    records: int
    pages: int


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import brought."""

    files: tuple[ImportedFile, ...]
    problems: tuple[ImportProblem, ...]


def imported_files(folder: Path) -> list[Path]:
    """Return the WARC files that were taken into a folder, in the order they were; none if it is not there."""
    found = [path for path in folder.glob("*") if path.name.endswith(SUFFIXES)]
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name))


def import_archive(file: Path, folder: Path) -> ImportReport:
    """Take in a WARC or WACZ file; taking it in again changes nothing.

    Args:
        file: ``.warc``, ``.warc.gz``, ``.warc.zst`` or ``.wacz``.
        folder: made if it is not there.

    Raises:
        BadInput: if the file can't be read, is neither, or holds no record that can be read; nothing is kept then.
    """
    try:
        with file.open("rb") as stream:
            zipped = stream.read(4) == b"PK\x03\x04"
        folder.mkdir(parents=True, exist_ok=True)
        return _import_wacz(file, folder) if zipped else _import_warc(file, folder)
    except OSError as error:
        raise BadInput(str(file), f"expected a file that can be read ({error.strerror or error})") from error


def _import_warc(file: Path, folder: Path) -> ImportReport:
    with file.open("rb") as stream, _copied(stream, folder, file.name) as copy:
        imported, problems = _take(copy, file.name, folder)
    if imported is None:
        why = f": {problems[0].sentence}" if problems else ""
        raise BadInput(str(file), f"expected a WARC or WACZ file{why}")
    return ImportReport((imported,), tuple(problems))


def _import_wacz(file: Path, folder: Path) -> ImportReport:
    files: list[ImportedFile] = []
    problems: list[ImportProblem] = []
    try:
        with zipfile.ZipFile(file) as archive:
            stated = _stated_digests(archive, file)
            names = [name for name in archive.namelist() if name.startswith("archive/") and name.endswith(SUFFIXES)]
            for name in names:
                with archive.open(name) as stream, _copied(stream, folder, name) as copy:
                    imported, found = _take(copy, name, folder, stated=stated.get(name))
                files += [imported] if imported is not None else []
                problems += found
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
        raise BadInput(str(file), f"expected a WACZ file ({error})") from error
    if not files:
        raise BadInput(str(file), "expected a WACZ file with WARC files in its folder archive/, found no record there")
    return ImportReport(tuple(files), tuple(problems))


def _stated_digests(archive: zipfile.ZipFile, file: Path) -> dict[str, str]:
    """Return the digests that ``datapackage.json`` gives for the files of a WACZ."""
    try:
        with archive.open("datapackage.json") as stream:
            package = json.loads(stream.read(MAX_DESCRIPTION_BYTES))
        resources = package["resources"]
        return {one["path"]: one["hash"] for one in resources if isinstance(one.get("hash"), str)}
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadInput(str(file), "expected a WACZ file with a list of its resources in datapackage.json") from error


@dataclass(slots=True)
class _Copy:
    path: Path
    digest: str
    suffix: str


@contextmanager
def _copied(stream: IO[bytes], folder: Path, name: str) -> Iterator[_Copy]:
    """Copy a stream into a file of the folder that goes away again unless it is renamed."""
    digest = hashlib.sha256()
    suffix = next((known for known in SUFFIXES if name.endswith(known)), ".warc")
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".import-", delete=False) as file:
        path = Path(file.name)
        try:
            while piece := stream.read(PIECE_LENGTH):
                digest.update(piece)
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
            yield _Copy(path, digest.hexdigest(), suffix)
        finally:
            path.unlink(missing_ok=True)


def _take(
    copy: _Copy, name: str, folder: Path, *, stated: str | None = None
) -> tuple[ImportedFile | None, list[ImportProblem]]:
    """Read a copy through and, if it holds records, keep it under the name of its digest."""
    problems: list[ImportProblem] = []
    if stated is not None and stated.partition(":")[2].lower() != copy.digest:
        problems.append(ImportProblem(name, None, 0, "Its bytes differ from the digest in datapackage.json."))
    records = pages = 0
    for found in scan(copy.path, verify=True):
        records += isinstance(found, WarcPart)
        pages += isinstance(found, WarcPart) and found.kind in KINDS
        sentence = found.sentence if isinstance(found, Damage) else found.problem
        if sentence is not None:
            problems.append(ImportProblem(name, found.record_id, found.offset, sentence))
    if not records:
        return None, problems
    target = folder / f"{copy.digest}{copy.suffix}"
    copy.path.replace(target)  # the same bytes, or one that was damaged is whole again
    return ImportedFile(name, target, f"sha256:{copy.digest}", records, pages), problems
