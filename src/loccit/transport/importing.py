"""Taking in other people's archives: WARC files, and WACZ files (Web Archive Collection Zipped 1.1) around them.

A file is copied byte for byte into a folder, under the name of its digest, and read through once, in pieces: check
values, lengths and digests are compared, and what does not hold is reported with the record's id and address. What
was found is kept as an index beside the file. What is sound can be replayed; nothing is repaired or left out.
"""

import hashlib
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from loccit.errors import BadInput
from loccit.transport.archive_index import beside, indexed, make_index
from loccit.transport.wacz_index import CDXJ_SUFFIXES, NamedFile, disagreements
from loccit.transport.zipped import ZippedFile

SUFFIXES = (".warc.gz", ".warc.zst", ".warc")
PIECE_LENGTH = 1024 * 1024
_OTHER_DIGEST = "Its bytes differ from the digest in datapackage.json."
MAX_DESCRIPTION_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """What does not hold, in one sentence.

    Attributes:
        file: which file of the import; within a WACZ, its path there.
        record_id, target: the record and the address it is of, null where they can't be told.
        offset: byte of the file at which it, or the packed member that holds it, begins.
    """

    file: str
    record_id: str | None
    offset: int
    sentence: str
    target: str | None = None


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
    found = [path for path in folder.glob("[!.]*") if path.name.endswith(SUFFIXES)]
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
    with file.open("rb") as stream, _copied(iter(lambda: stream.read(PIECE_LENGTH), b""), folder, file.name) as copy:
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
            infos = [one for one in archive.infolist() if one.filename.startswith("archive/")]
            infos = [one for one in infos if one.filename.endswith(SUFFIXES)]
            named: dict[str, NamedFile] = {}
            for info in infos:
                imported, found = _take_zipped(archive, info, folder, stated=stated.get(info.filename))
                problems += found
                if imported is not None:
                    files.append(imported)
                    altered = any(one.record_id is None for one in found)
                    named[info.filename] = NamedFile.of(imported.path, indexed(imported.path), altered=altered)
            problems += _index_problems(archive, folder, named, stated=stated)
            problems += [
                ImportProblem(name, None, 0, "It is listed in datapackage.json and is not there.")
                for name in stated
                if name.startswith("archive/") and name not in {info.filename for info in infos}
            ]
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise BadInput(str(file), f"expected a WACZ file ({error})") from error
    if not files:
        expected = "expected a WACZ file with WARC files in its folder archive/, found no record there"
        why = f" ({problems[0].file}: {problems[0].sentence})" if problems else ""
        raise BadInput(str(file), expected + why)
    return ImportReport(tuple(files), tuple(problems))


def _take_zipped(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, folder: Path, *, stated: str | None
) -> tuple[ImportedFile | None, list[ImportProblem]]:
    """Take in one file of a WACZ; where its bytes are damaged, as far as they can be unpacked."""
    unpacked = ZippedFile(archive, info)
    with _copied(unpacked.pieces(), folder, info.filename) as copy:
        imported, problems = _take(copy, info.filename, folder, stated=stated)
    # Where a record says what is damaged, it is known more exactly.
    if unpacked.problem is not None and not any(one.record_id for one in problems):
        problems.insert(0, ImportProblem(info.filename, None, 0, unpacked.problem))
    return imported, problems


def _index_problems(
    archive: zipfile.ZipFile, folder: Path, named: Mapping[str, NamedFile], *, stated: Mapping[str, str]
) -> list[ImportProblem]:
    """Return where the index of a WACZ says something else than its records."""
    problems: list[ImportProblem] = []
    for info in archive.infolist():
        if not (info.filename.startswith("indexes/") and info.filename.endswith(CDXJ_SUFFIXES)):
            continue
        unpacked = ZippedFile(archive, info)
        with _copied(unpacked.pieces(), folder, info.filename) as copy:
            if (digest := stated.get(info.filename)) is not None and not copy.has(digest):
                problems.append(ImportProblem(info.filename, None, 0, _OTHER_DIGEST))
            elif unpacked.problem is not None:
                problems.append(ImportProblem(info.filename, None, 0, unpacked.problem))
            problems += [
                ImportProblem(file, one.record_id, one.place.offset, one.sentence, one.target)
                for file, one in disagreements(copy.path, info.filename, named)
            ]
    return problems


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

    def has(self, stated: str) -> bool:
        """Tell whether its bytes have a digest as datapackage.json states them."""
        return stated.partition(":")[2].lower() == self.digest


@contextmanager
def _copied(pieces: Iterable[bytes], folder: Path, name: str) -> Iterator[_Copy]:
    """Write pieces into a file of the folder that goes away again unless it is renamed."""
    digest = hashlib.sha256()
    suffix = next((known for known in (*SUFFIXES, *CDXJ_SUFFIXES) if name.endswith(known)), ".warc")
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".import-", suffix=suffix, delete=False) as file:
        path = Path(file.name)
        try:
            for piece in pieces:
                digest.update(piece)
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
            yield _Copy(path, digest.hexdigest(), suffix)
        finally:
            path.unlink(missing_ok=True)
            beside(path).unlink(missing_ok=True)


def _take(
    copy: _Copy, name: str, folder: Path, *, stated: str | None = None
) -> tuple[ImportedFile | None, list[ImportProblem]]:
    """Read a copy through and, if it holds records, keep it under the name of its digest."""
    problems: list[ImportProblem] = []
    if stated is not None and not copy.has(stated):
        problems.append(ImportProblem(name, None, 0, _OTHER_DIGEST))
    found = make_index(copy.path)
    problems += [
        ImportProblem(name, one.record_id, one.place.offset, one.sentence, one.target) for one in found.problems
    ]
    if not found.records:
        return None, problems
    target = folder / f"{copy.digest}{copy.suffix}"
    copy.path.replace(target)  # the same bytes, or one that was damaged is whole again
    beside(copy.path).replace(beside(target))
    return ImportedFile(name, target, f"sha256:{copy.digest}", found.records, found.pages), problems
