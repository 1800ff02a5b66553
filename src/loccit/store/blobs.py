"""Blobs in a folder, each in a file named by its digest: ``ab/cdef...`` for ``sha256:abcdef...``.

A blob is durable before anything names it: the bytes go to a new file, which is synced, renamed, and its folder
synced. A crash leaves at most a file that nobody names.
"""

import hashlib
import os
import re
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from loccit.errors import Damaged, NotStored
from loccit.ids import Digest, digest

_DIGEST = re.compile(r"sha256:([0-9a-f]{2})([0-9a-f]{62})")
_UNFINISHED = ".new-"


class Measured(NamedTuple):
    """What really lies in a blob's file; ``length`` in bytes."""

    digest: Digest
    length: int


class BlobFolder:
    """A content-addressed folder. Safe to use from several threads and processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, blobs: Mapping[Digest, bytes]) -> None:
        """Store blobs under their digests and return when they are durable; a file that exists is left as it is."""
        renamed: list[tuple[Path, Path]] = []
        touched: set[Path] = set()
        for name, data in blobs.items():
            path = self.path(name)
            if not path.parent.is_dir():
                path.parent.mkdir(parents=True, exist_ok=True)
                touched.add(self.folder)
            # Also where the file exists: the process that wrote it may not have synced its folder yet.
            touched.add(path.parent)
            if not path.exists():
                renamed.append((_written(path.parent, data), path))
        for new, path in renamed:
            new.replace(path)
        for folder in touched:
            _sync_folder(folder)

    def read(self, name: Digest) -> bytes:
        """Return a blob.

        Raises:
            NotStored: if there is no file for it.
            Damaged: if the file's bytes have another digest.
        """
        try:
            data = self.path(name).read_bytes()
        except (FileNotFoundError, ValueError) as error:
            raise NotStored(f"blob {name} is not stored") from error
        if digest(data) != name:
            raise Damaged(f"blob {name} is damaged: its bytes have another digest")
        return data

    def measure(self, name: Digest) -> Measured | None:
        """Return digest and length of the bytes in a blob's file, read in pieces; null if there is no file."""
        try:
            with self.path(name).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
                return Measured(Digest(f"sha256:{found}"), file.tell())
        except FileNotFoundError:
            return None

    def names(self) -> Iterator[Digest | Path]:
        """Yield the digest of every blob file, and the path of every file that is none, in no order."""
        for folder, _, files in os.walk(self.folder):
            for file in files:
                name = f"sha256:{Path(folder).name}{file}"
                is_blob = _DIGEST.fullmatch(name) and Path(folder).parent == self.folder
                yield Digest(name) if is_blob else Path(folder) / file

    def path(self, name: Digest) -> Path:
        """Return where a blob lies.

        Raises:
            ValueError: if the name is no digest.
        """
        match = _DIGEST.fullmatch(name)
        if match is None:
            raise ValueError(f"{name!r} is no digest")
        return self.folder / match[1] / match[2]


def _written(folder: Path, data: bytes) -> Path:
    """Write bytes to a new file, durable, and return its path."""
    path = folder / f"{_UNFINISHED}{secrets.token_hex(8)}"
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return path


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
