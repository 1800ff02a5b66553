"""Taking archives of others into a workspace, on record, and checking later that they are still what was taken in."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from loccit.ids import Digest
from loccit.pipeline.parts import PROGRAM
from loccit.protocols import Clock
from loccit.records import ImportedArchive, Origin
from loccit.store.report import Problem
from loccit.store.workspace import Workspace
from loccit.transport.importing import ImportedFile, ImportReport, import_archive
from loccit.version import __version__

MAX_PROBLEMS = 100
"""Sentences that a record keeps."""


@dataclass(frozen=True, slots=True)
class Import:
    """What an import came to: its report, and one record for each WARC file."""

    report: ImportReport
    archives: tuple[ImportedArchive, ...]


def take_in(workspace: Workspace, file: Path, *, clock: Clock) -> Import:
    """Take a WARC or WACZ file into a workspace: from now on its pages are read from it.

    Taking in the same bytes again changes nothing.

    Raises:
        BadInput: if the file can't be read, is neither, or holds no record that can be read.
    """
    report = import_archive(file, workspace.imports_folder)
    known = {str(one.file_digest): one for one in workspace.store.records(ImportedArchive)}
    archives = tuple(known.get(one.digest) or _record(one, report, clock=clock) for one in report.files)
    workspace.store.put(archives)
    return Import(report, archives)


def check_imports(workspace: Workspace) -> Iterator[Problem]:
    """Yield what no longer holds of the archives that were taken in: missing files, and other bytes than were taken."""
    for archive in workspace.store.records(ImportedArchive):
        path = workspace.imports_folder / archive.file
        if not path.is_file():
            sentence = f"{archive.file}, taken in as {archive.name}, is not there."
            yield Problem("archive_missing", (archive.id,), sentence)
        elif file_digest(path) != archive.file_digest:
            sentence = f"{archive.file}, taken in as {archive.name}, has other bytes than were taken in."
            yield Problem("archive_altered", (archive.id,), sentence)


def _record(file: ImportedFile, report: ImportReport, *, clock: Clock) -> ImportedArchive:
    problems = [f"byte {one.offset}: {one.sentence}" for one in report.problems if one.file == file.name]
    return ImportedArchive(
        origin=Origin(activity="import", version=__version__, agent=PROGRAM),
        name=file.name,
        file=file.path.name,
        file_digest=Digest(file.digest),
        records=file.records,
        pages=file.pages,
        problems=tuple(problems[:MAX_PROBLEMS]),
        imported_at=clock.now(),
    )


def file_digest(path: Path) -> str:
    """Return the digest of a file's bytes.

    Raises:
        OSError: if it can't be read.
    """
    with path.open("rb") as file:
        return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"
