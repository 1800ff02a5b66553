from pathlib import Path

import pytest

from loccit.errors import Damaged, NotStored
from loccit.ids import Digest, digest
from loccit.store.blobs import BlobFolder

HELLO = Digest("sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")


def test_a_blob_lies_under_its_digest(tmp_path: Path) -> None:
    folder = BlobFolder(tmp_path / "blobs")
    folder.write({digest(b"hello"): b"hello"})
    place = tmp_path / "blobs" / "2c" / "f24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    assert place.read_bytes() == b"hello"
    assert folder.read(HELLO) == b"hello"
    assert folder.measure(HELLO) == (HELLO, 5)
    assert list(folder.names()) == [HELLO]


def test_an_existing_blob_is_not_written_again(tmp_path: Path) -> None:
    folder = BlobFolder(tmp_path)
    folder.write({HELLO: b"hello"})
    before = folder.path(HELLO).stat()
    folder.write({HELLO: b"hello"})
    after = folder.path(HELLO).stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert len(list(folder.names())) == 1


@pytest.mark.parametrize("data", [b"", b"hellp", b"hello\n"])
def test_other_bytes_are_damaged(tmp_path: Path, data: bytes) -> None:
    folder = BlobFolder(tmp_path)
    folder.write({HELLO: b"hello"})
    folder.path(HELLO).write_bytes(data)
    with pytest.raises(Damaged, match=HELLO):
        folder.read(HELLO)


@pytest.mark.parametrize("name", [HELLO, "sha256:../../etc/passwd", "", "sha256:" + "A" * 64, HELLO + "\n"])
def test_what_is_not_there_is_not_stored(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotStored, match="is not stored"):
        BlobFolder(tmp_path).read(Digest(name))


def test_files_that_are_no_blobs_are_told_apart(tmp_path: Path) -> None:
    folder = BlobFolder(tmp_path)
    folder.write({HELLO: b"hello"})
    left = folder.path(HELLO).with_name(".new-0123")
    left.write_bytes(b"hel")
    deeper = folder.path(HELLO).parent / "2c" / HELLO[9:]
    deeper.parent.mkdir()
    deeper.write_bytes(b"hello")
    assert set(folder.names()) == {HELLO, left, deeper}
