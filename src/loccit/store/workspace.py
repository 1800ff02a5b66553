"""The folder that holds everything loccit keeps for one body of work.

loccit-workspace.json   marks the folder and says in which format it is
loccit.sqlite3          records, references, ledger, finished work
blobs/                  texts, layouts, bodies, captures, by digest
index.sqlite3           the full-text index; can be made again
archive/                exchanges with servers, byte for byte
imports/                archives that others made, as they were taken in
"""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from loccit.errors import BadInput
from loccit.store.blobs import BlobFolder
from loccit.store.database import Database
from loccit.store.leases import Leases
from loccit.store.sql import SqlStore

MARKER = "loccit-workspace.json"
FORMAT = "loccit/workspace"
FORMAT_VERSION = 1


class Workspace:
    """An open workspace; close it, or use it as a context manager.

    Attributes:
        folder: the workspace's folder.
        store: records, blobs and ledger.
        leases: who works on which item of the review queue.
        index_path: where the full-text index lies.
        archive_folder: where exchanges are archived.
        imports_folder: where archives of others are kept; not there before the first.
    """

    def __init__(self, folder: Path, database: Database) -> None:
        self._database = database
        self.folder = folder
        self.store = SqlStore(database, BlobFolder(folder / "blobs"))
        self.leases = Leases(database)
        self.index_path = folder / "index.sqlite3"
        self.archive_folder = folder / "archive"
        self.imports_folder = folder / "imports"

    @classmethod
    def open(cls, folder: Path, *, create: bool = True) -> Self:
        """Open the workspace in a folder, or make one where the folder is absent or empty.

        Several processes may open, and make, the same workspace at once.

        Args:
            folder: where the workspace is or shall be.
            create: whether to make one if there is none.

        Raises:
            BadInput: if the folder holds something else, can't be used, is of a newer format, or there is no
                workspace and ``create`` is false.
        """
        folder = folder.absolute()
        try:
            _refuse_other_folders(folder, create=create)
            if create:
                folder.mkdir(parents=True, exist_ok=True)
            with _marked(folder):
                database = Database(folder / "loccit.sqlite3")
                try:
                    if not database.is_current():
                        database.migrate()
                except BaseException:
                    database.close()
                    raise
        except OSError as error:
            raise BadInput(str(folder), f"expected a folder that can be read and written ({error.strerror})") from error
        return cls(folder, database)

    def close(self) -> None:
        """Close the database; the workspace can't be used after it."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _refuse_other_folders(folder: Path, *, create: bool) -> None:
    if (folder / MARKER).is_file():
        return
    if folder.exists() and not folder.is_dir():
        raise BadInput(str(folder), "expected a folder, got a file")
    if not create:
        raise BadInput(str(folder), f"expected a loccit workspace, found no {MARKER}")
    # Asked again because another process may have marked the folder in between.
    if folder.exists() and any(folder.iterdir()) and not (folder / MARKER).is_file():
        raise BadInput(str(folder), f"expected an empty folder or a loccit workspace, found files and no {MARKER}")


@contextmanager
def _marked(folder: Path) -> Iterator[None]:
    """Hold the workspace's lock, after its marker was checked or, where it is new or half written, written."""
    handle = os.open(folder / MARKER, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    with os.fdopen(handle, "r+b") as marker:
        fcntl.flock(marker, fcntl.LOCK_EX)
        content = marker.read()
        if content:
            _check_marker(folder, content)
        else:
            marker.write(json.dumps({"format": FORMAT, "version": FORMAT_VERSION}).encode() + b"\n")
            marker.flush()
            os.fsync(marker.fileno())
        yield


def _check_marker(folder: Path, content: bytes) -> None:
    try:
        marker = json.loads(content)
        known = marker["format"] == FORMAT
        version = int(marker["version"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(str(folder / MARKER), "expected the marker of a loccit workspace") from error
    if not known:
        raise BadInput(str(folder / MARKER), "expected the marker of a loccit workspace")
    if version > FORMAT_VERSION:
        raise BadInput(
            str(folder), f"expected format version {FORMAT_VERSION} or older, got {version} (a newer loccit wrote it)"
        )
