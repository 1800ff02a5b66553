"""Packed files read member by member, in pieces: gzip members (RFC 1952) and Zstandard frames (RFC 8878).

A member is inflated only as far as it is read, and its check value is compared at its end: common readers of WARC
files leave that out, and take a flipped byte for the page.
"""

import io
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO, Protocol

from loccit.zstd import ZstdDict, ZstdError, zstd_decompressor

GZIP = b"\x1f\x8b\x08"
ZSTD = b"\x28\xb5\x2f\xfd"
PIECE_BYTES = 64 * 1024
SEARCHED_BYTES = 1024 * 1024

_DICTIONARY = b"\x5d\x2a\x4d\x18"
"""Begins the skippable frame in which a ``.warc.zst`` carries its dictionary."""

_MAX_DICTIONARY_BYTES = 16 * 1024 * 1024
_BEGINNING = b"WARC/"
_HEADER_BYTES = 10
"""Of a gzip member without optional fields, as writers of WARC files make it."""


class BrokenMember(OSError):
    """A member can't be inflated to its end; the sentence says why."""


class _Inflater(Protocol):
    @property
    def ended(self) -> bool: ...

    @property
    def unused(self) -> bytes: ...

    def inflate(self, data: bytes, most: int) -> bytes: ...


class _Gzip:
    def __init__(self) -> None:
        self._inflater = zlib.decompressobj(wbits=31)

    @property
    def ended(self) -> bool:
        return self._inflater.eof

    @property
    def unused(self) -> bytes:
        return self._inflater.unused_data

    def inflate(self, data: bytes, most: int) -> bytes:
        return self._inflater.decompress(self._inflater.unconsumed_tail + data, most)


class _Zstd:
    def __init__(self, dictionary: ZstdDict | None) -> None:
        self._inflater = zstd_decompressor(dictionary)

    @property
    def ended(self) -> bool:
        return self._inflater.eof

    @property
    def unused(self) -> bytes:
        return self._inflater.unused_data

    def inflate(self, data: bytes, most: int) -> bytes:
        return self._inflater.decompress(data, most)


class Member(io.RawIOBase):
    """One member of a packed file, inflated as it is read; at most a piece of it is in memory.

    Attributes:
        offset: the byte of the file at which it begins.
    """

    def __init__(self, file: BinaryIO, offset: int, inflater: _Inflater) -> None:
        super().__init__()
        self.offset = offset
        self._file = file
        self._at = offset
        self._inflater = inflater
        self._broken = ""

    @property
    def end(self) -> int:
        """The byte of the file behind it, once it was read to its end."""
        return self._at - len(self._inflater.unused)

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Inflate some bytes; none at the end.

        Raises:
            BrokenMember: if its bytes are no member, end too soon, or do not give its check value.
        """
        if self._broken:
            raise BrokenMember(self._broken)
        data = b""
        while not self._inflater.ended:
            try:
                found = self._inflater.inflate(data, len(buffer))
            except (zlib.error, ZstdError) as error:
                self._broken = f"Its packed bytes are damaged ({_why(error)})."
                raise BrokenMember(self._broken) from error
            if found:
                buffer[: len(found)] = found
                return len(found)
            if not self._inflater.ended:
                data = self._more()
        return 0

    def _more(self) -> bytes:
        self._file.seek(self._at)
        data = self._file.read(PIECE_BYTES)
        if not data:
            self._broken = "Its packed bytes are cut off."
            raise BrokenMember(self._broken)
        self._at += len(data)
        return data


class PackedFile:
    """A file of gzip members or Zstandard frames.

    Args:
        file: open for reading; its position is changed.
        zstd: whether it holds Zstandard frames.
    """

    def __init__(self, file: BinaryIO, *, zstd: bool) -> None:
        self._file = file
        self._zstd = zstd
        self._dictionary, self.start = _dictionary(file) if zstd else (None, 0)

    def member(self, offset: int) -> Member:
        """Return the member that begins at an offset, whether there is one or not."""
        return Member(self._file, offset, _Zstd(self._dictionary) if self._zstd else _Gzip())

    def following(self, start: int) -> int | None:
        """Return where the next member that begins with a WARC record begins, from an offset on; null if none does."""
        magic, at = ZSTD if self._zstd else GZIP, start
        while True:
            self._file.seek(at)
            window = self._file.read(SEARCHED_BYTES)
            found = window.find(magic)
            while found >= 0:
                if self.beginning(at + found, len(_BEGINNING)) == _BEGINNING:
                    return at + found
                found = window.find(magic, found + 1)
            if len(window) < SEARCHED_BYTES:
                return None
            at += len(window) - len(magic) + 1

    def beginning(self, offset: int, length: int) -> bytes:
        """Return as much of the beginning of a member as its bytes still give."""
        head = b""
        member = self.member(offset)
        with suppress(BrokenMember):
            # In small steps: what stands before the damage is kept.
            while len(head) < length and (piece := member.read(min(16, length - len(head)))):
                head += piece
        if head or self._zstd:
            return head
        self._file.seek(offset + _HEADER_BYTES)
        inflater = zlib.decompressobj(wbits=-15)
        with suppress(zlib.error):
            while len(head) < length and not inflater.eof and (data := self._file.read(16)):
                head += inflater.decompress(data, length - len(head))
        return head


def packing(file: BinaryIO, name: str) -> PackedFile | None:
    """Return a file as packed, null if it is a plain one; by its first bytes, or else by what its name ends with."""
    file.seek(0)
    magic = file.read(len(ZSTD))
    zstd = magic in {ZSTD, _DICTIONARY} or (name.endswith(".zst") and not magic.startswith(GZIP))
    if zstd or magic.startswith(GZIP) or (name.endswith(".gz") and not magic.startswith(_BEGINNING[: len(magic)])):
        return PackedFile(file, zstd=zstd)
    return None


def _dictionary(file: BinaryIO) -> tuple[ZstdDict | None, int]:
    """Return the dictionary at the front of a file and where the frames begin."""
    file.seek(0)
    if file.read(4) != _DICTIONARY:
        return None, 0
    length = int.from_bytes(file.read(4), "little")
    if length > _MAX_DICTIONARY_BYTES:
        return None, 8 + length
    content = file.read(length)
    if content.startswith(ZSTD):
        content = b"".join(_inflated(content))
    with suppress(ValueError, ZstdError):
        return ZstdDict(content), 8 + length
    return None, 8 + length


def _inflated(content: bytes) -> Iterator[bytes]:
    inflater, most = zstd_decompressor(), _MAX_DICTIONARY_BYTES
    with suppress(ZstdError, EOFError):
        yield inflater.decompress(content, most)


def _why(error: Exception) -> str:
    return str(error).rpartition(": ")[2]  # what zlib says behind its number
