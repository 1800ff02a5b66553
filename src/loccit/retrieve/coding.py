"""Undoing the one content coding a response may have, piece by piece, so that a bomb stops at the cap.

Bytes behind the coded data are no part of the content and are left out, whatever the coding; they stay in the archived
response. RFC 9110, 8.4.1, leaves the end of the data to the format, and each format says where it is: RFC 1951, 3.2.3
(deflate), RFC 1950, 2.2 (zlib), RFC 1952, 2.2 (gzip: members follow each other), RFC 7932, 9.1 (br), RFC 8878, 3 (zstd:
frames follow each other). Further members of gzip and further frames of zstd are data. Chromium skips such bytes too;
curl hands over the same content and then reports a failure; of several gzip members both give the first only.
"""

import zlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from io import BytesIO

import brotli  # type: ignore[import-untyped]

from loccit.records.retrieve import Outcome
from loccit.zstd import ZstdDecompressor, ZstdError, zstd_decompressor

ACCEPTED = "gzip, deflate, br, zstd"
"""What a request may say it accepts (RFC 9110, 8.4.1)."""

PIECE = 64 * 1024
FEED = 16 * 1024
"""Coded bytes given to a decompressor at once: what it hands back unused is copied, so this stays small."""

MAX_MEMBERS = 10_000
"""Members of gzip, frames of zstd. Compressors that work in blocks make hundreds; only an attack makes more."""

SHOWN_CODINGS = 5
SHOWN_LENGTH = 30
"""How many names of codings a sentence shows, and how much of each: they come from strangers."""

KEPT_AT_FIRST = 8 * 1024 * 1024
"""Decoded bytes kept before it is known that the body stays below the cap; a longer one is decoded a second time."""


_ZSTD_FRAME = b"\x28\xb5\x2f\xfd"
_ZSTD_SKIPPABLE = b"\x2a\x4d\x18"
"""Behind a first byte of 0x50 to 0x5F."""


class _TooManyMembers(Exception):
    pass


class _OutOfTime(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Decoded:
    """The body without content coding; or, with ``outcome`` other than ``ok``, why there is none."""

    body: bytes
    outcome: Outcome = "ok"
    detail: str = ""


def _never() -> bool:
    return False


def decode_content(
    content_encoding: str | None, body: bytes, *, max_bytes: int, expired: Callable[[], bool] = _never
) -> Decoded:
    """Remove at most one content coding.

    Args:
        content_encoding: the header's value, null if it was not sent. ``identity`` counts as nothing.
        body: bytes with transfer coding removed.
        max_bytes: where decoding stops with ``too_large``. Of a body that is larger, only its beginning is ever held.
        expired: asked between pieces whether the time is over; decoding stops with ``timeout`` then.
    """
    codings = _codings(content_encoding)
    if not codings or not body:
        return Decoded(body) if len(body) <= max_bytes else _too_large(max_bytes)
    return _undone(codings, body, lambda pieces: _collect(pieces, max_bytes, expired))


def decode_beginning(
    content_encoding: str | None, body: bytes, *, max_bytes: int, expired: Callable[[], bool] = _never
) -> Decoded:
    """Do the same, but of a body that is larger return the beginning; what is behind it is not looked at."""
    codings = _codings(content_encoding)
    if not codings or not body:
        return Decoded(body[:max_bytes])
    return _undone(codings, body, lambda pieces: _begin(pieces, max_bytes, expired))


def _codings(content_encoding: str | None) -> list[str]:
    named = [coding.strip().lower() for coding in (content_encoding or "").split(",")]
    return [coding for coding in named if coding not in {"", "identity"}]


def _undone(codings: list[str], body: bytes, collect: Callable[[Callable[[], Iterator[bytes]]], Decoded]) -> Decoded:
    if len(codings) > 1:
        names = ", ".join(map(_shown, codings[:SHOWN_CODINGS]))
        return Decoded(b"", "undecodable", f"The body is coded more than once ({names}).")
    pieces = _DECODERS.get(codings[0])
    if pieces is None:
        return Decoded(b"", "undecodable", f"The content coding '{_shown(codings[0])}' is not known.")
    try:
        return collect(lambda: pieces(body))
    except EOFError:
        return Decoded(b"", "truncated", f"The {codings[0]} data end before they are complete.")
    except _TooManyMembers:
        return Decoded(b"", "undecodable", f"The body is made of more than {MAX_MEMBERS} pieces of {codings[0]} data.")
    except _OutOfTime:
        return Decoded(b"", "timeout", f"The {codings[0]} data could not be decoded in the time a page has.")
    except (zlib.error, brotli.error, ZstdError) as error:
        return Decoded(b"", "undecodable", f"The body is no valid {codings[0]} data ({error}).")


def _shown(name: str) -> str:
    """Return a name from a header as it may stand in a sentence."""
    return ascii(name[:SHOWN_LENGTH])[1:-1]


def _collect(pieces: Callable[[], Iterator[bytes]], max_bytes: int, expired: Callable[[], bool]) -> Decoded:
    begun, length = BytesIO(), 0
    for piece in _timed(pieces(), expired):
        length += len(piece)
        if length > max_bytes:
            return _too_large(max_bytes)
        if length <= KEPT_AT_FIRST:
            begun.write(piece)
    if length <= KEPT_AT_FIRST:
        return Decoded(begun.getvalue())
    whole = BytesIO()
    whole.writelines(_timed(pieces(), expired))
    return Decoded(whole.getvalue())


def _begin(pieces: Callable[[], Iterator[bytes]], max_bytes: int, expired: Callable[[], bool]) -> Decoded:
    begun = BytesIO()
    for piece in _timed(pieces(), expired):
        begun.write(piece[: max_bytes - begun.tell()])
        if begun.tell() >= max_bytes:
            break
    return Decoded(begun.getvalue())


def _timed(pieces: Iterator[bytes], expired: Callable[[], bool]) -> Iterator[bytes]:
    for piece in pieces:
        if expired():
            raise _OutOfTime
        yield piece


def _too_large(max_bytes: int) -> Decoded:
    return Decoded(b"", "too_large", f"The body without content coding is larger than {max_bytes} bytes.")


def _gzip(body: bytes) -> Iterator[bytes]:
    """Yield the members one after the other."""
    at = members = 0
    while not members or body.startswith(b"\x1f\x8b", at):
        members += 1
        if members > MAX_MEMBERS:
            raise _TooManyMembers
        at = yield from _inflate(body, at, wbits=31)


def _deflate(body: bytes) -> Iterator[bytes]:
    """Yield zlib data (RFC 1950), or the bare deflate data that some servers send under this name."""
    wrapped = len(body) > 1 and body[0] & 0x0F == 8 and (body[0] << 8 | body[1]) % 31 == 0
    yield from _inflate(body, 0, wbits=15 if wrapped else -15)


def _inflate(body: bytes, at: int, *, wbits: int) -> Generator[bytes, None, int]:
    """Yield what begins at an offset, piece by piece, some of them empty; return the offset behind it."""
    inflater = zlib.decompressobj(wbits=wbits)
    pending = b""
    while not inflater.eof:
        if not pending:
            pending = body[at : at + FEED]
            at += len(pending)
        fed = bool(pending)
        piece = inflater.decompress(pending, PIECE)
        pending = inflater.unconsumed_tail
        if not (piece or fed or inflater.eof):
            raise EOFError
        yield piece
    return at - len(inflater.unused_data)


def _brotli(body: bytes) -> Iterator[bytes]:
    """Yield the data; the library fails where it was fed more than their end, and is then fed byte by byte there."""
    decompressor, at, yielded = brotli.Decompressor(), 0, 0
    while not decompressor.is_finished():
        try:
            at, piece = _fed(decompressor, body, at, FEED)
        except brotli.error:
            yield from _brotli_to_its_end(body, max(0, at - FEED), yielded)
            return
        yielded += len(piece)
        yield piece


def _brotli_to_its_end(body: bytes, last: int, yielded: int) -> Iterator[bytes]:
    """Yield what comes behind so many decoded bytes, decoded anew, fed byte by byte from an offset on."""
    decompressor, at = brotli.Decompressor(), 0
    while not decompressor.is_finished():
        at, piece = _fed(decompressor, body, at, FEED if at + FEED <= last else 1)
        while piece:  # all that comes out must be out before the next byte is fed
            skipped = min(yielded, len(piece))
            yielded -= skipped
            yield piece[skipped:]
            piece = b"" if decompressor.is_finished() else decompressor.process(b"", output_buffer_limit=PIECE)


def _fed(decompressor: brotli.Decompressor, body: bytes, at: int, length: int) -> tuple[int, bytes]:
    """Give the decompressor what it can take; return the offset behind that, and what came out."""
    hungry = decompressor.can_accept_more_data()
    pending = body[at : at + length] if hungry else b""
    piece: bytes = decompressor.process(pending, output_buffer_limit=PIECE)
    if hungry and not (pending or piece or decompressor.is_finished()):
        raise EOFError
    return at + len(pending), piece


def _zstd(body: bytes) -> Iterator[bytes]:
    at = frames = 0
    while not frames or _is_frame(body[at : at + 4]):
        frames += 1
        if frames > MAX_MEMBERS:
            raise _TooManyMembers
        decompressor: ZstdDecompressor = zstd_decompressor()
        while not decompressor.eof:
            pending = body[at : at + FEED] if decompressor.needs_input else b""
            at += len(pending)
            if decompressor.needs_input and not pending:
                raise EOFError
            yield decompressor.decompress(pending, PIECE)
        at -= len(decompressor.unused_data)


def _is_frame(magic: bytes) -> bool:
    return magic == _ZSTD_FRAME or (magic[1:] == _ZSTD_SKIPPABLE and magic[0] & 0xF0 == 0x50)


_DECODERS: dict[str, Callable[[bytes], Iterator[bytes]]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
