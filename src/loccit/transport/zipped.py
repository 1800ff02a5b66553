"""The bytes of one file in a ZIP archive as far as they can be unpacked, also where they are damaged.

The standard library withholds the last piece of a file whose check value is wrong; of an archive of web pages, every
record but one may still be whole.
"""

import zipfile
import zlib
from collections.abc import Iterator

PIECE_BYTES = 1024 * 1024
_LOCAL_HEADER = b"PK\x03\x04"
_LOCAL_HEADER_BYTES = 30
_ENCRYPTED = 1


class ZippedFile:
    """One file of an archive (APPNOTE 6.3, stored or deflated).

    Args:
        archive: open for reading; nothing else may read from it meanwhile.
        info: its entry in the directory.

    Attributes:
        problem: what is wrong with it, in one sentence, once it was read; null if nothing is.
    """

    def __init__(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
        self._archive = archive
        self._info = info
        self.problem: str | None = None

    def pieces(self) -> Iterator[bytes]:
        """Yield its bytes up to its end or to where they can't be unpacked."""
        check = length = 0
        for piece in self._unpacked():
            check = zlib.crc32(piece, check)
            length += len(piece)
            yield piece
        if self.problem is None and (check, length) != (self._info.CRC, self._info.file_size):
            self.problem = "Its bytes differ from its check value in the ZIP archive."

    def _unpacked(self) -> Iterator[bytes]:
        info = self._info
        if info.flag_bits & _ENCRYPTED or info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            self.problem = "It is packed in a way that is not read here."
        elif info.compress_type == zipfile.ZIP_STORED:
            yield from self._packed()
        else:
            inflater = zlib.decompressobj(wbits=-15)
            try:
                for packed in self._packed():
                    data = packed
                    while data and not inflater.eof:
                        yield inflater.decompress(data, PIECE_BYTES)
                        data = inflater.unconsumed_tail
            except zlib.error as error:
                self.problem = f"Its packed bytes are damaged ({str(error).rpartition(': ')[2]})."

    def _packed(self) -> Iterator[bytes]:
        file = self._archive.fp
        if file is None:
            raise ValueError("the archive is closed")
        file.seek(self._info.header_offset)
        header = file.read(_LOCAL_HEADER_BYTES)
        if not header.startswith(_LOCAL_HEADER) or len(header) < _LOCAL_HEADER_BYTES:
            self.problem = "Its header in the ZIP archive is damaged."
            return
        skipped = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        at, left = self._info.header_offset + _LOCAL_HEADER_BYTES + skipped, self._info.compress_size
        while left:
            file.seek(at)
            piece = file.read(min(left, PIECE_BYTES))
            if not piece:
                self.problem = "It is cut off."
                return
            at, left = at + len(piece), left - len(piece)
            yield piece
