"""Undoing the one content coding a response may have, piece by piece, so that a bomb stops at the cap."""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import brotli  # type: ignore[import-untyped]

from loccit.records.retrieve import Outcome
from loccit.retrieve.zstd import ZstdDecompressor, ZstdError, zstd_decompressor

ACCEPTED = "gzip, deflate, br, zstd"
"""What a request may say it accepts (RFC 9110, 8.4.1)."""

PIECE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Decoded:
    """The body without content coding; or, with ``outcome`` other than ``ok``, why there is none."""

    body: bytes
    outcome: Outcome = "ok"
    detail: str = ""


def decode_content(content_encoding: str | None, body: bytes, *, max_bytes: int) -> Decoded:
    """Remove at most one content coding.

    Args:
        content_encoding: the header's value, null if it was not sent. ``identity`` counts as nothing.
        body: bytes with transfer coding removed.
        max_bytes: where decoding stops with ``too_large``; never more than this plus one piece is held.
    """
    codings = [coding.strip().lower() for coding in (content_encoding or "").split(",")]
    codings = [coding for coding in codings if coding not in {"", "identity"}]
    if not codings or not body:
        too_large = len(body) > max_bytes
        return _too_large(max_bytes) if too_large else Decoded(body)
    if len(codings) > 1:
        return Decoded(b"", "undecodable", f"The body is coded more than once ({', '.join(codings)}).")
    pieces = _DECODERS.get(codings[0])
    if pieces is None:
        return Decoded(b"", "undecodable", f"The content coding {codings[0]!r} is not known.")
    try:
        return _collect(pieces(body), max_bytes)
    except EOFError:
        return Decoded(b"", "truncated", f"The {codings[0]} data end before they are complete.")
    except (zlib.error, brotli.error, ZstdError) as error:
        return Decoded(b"", "undecodable", f"The body is no valid {codings[0]} data ({error}).")


def _collect(pieces: Iterator[bytes], max_bytes: int) -> Decoded:
    parts: list[bytes] = []
    length = 0
    for piece in pieces:
        length += len(piece)
        if length > max_bytes:
            return _too_large(max_bytes)
        parts.append(piece)
    return Decoded(b"".join(parts))


def _too_large(max_bytes: int) -> Decoded:
    return Decoded(b"", "too_large", f"The body without content coding is larger than {max_bytes} bytes.")


def _gzip(body: bytes) -> Iterator[bytes]:
    """Yield the members one after the other; what follows them and is no member is ignored, as browsers do."""
    rest = body
    first = True
    while first or rest.startswith(b"\x1f\x8b"):
        first = False
        inflater = zlib.decompressobj(wbits=31)
        yield from _inflate(inflater.decompress, lambda i=inflater: (i.unconsumed_tail, i.eof), rest)  # type: ignore[misc]
        rest = inflater.unused_data


def _deflate(body: bytes) -> Iterator[bytes]:
    """Yield zlib data (RFC 1950), or the bare deflate data that some servers send under this name."""
    wrapped = len(body) > 1 and body[0] & 0x0F == 8 and (body[0] << 8 | body[1]) % 31 == 0
    inflater = zlib.decompressobj(wbits=15 if wrapped else -15)
    yield from _inflate(inflater.decompress, lambda: (inflater.unconsumed_tail, inflater.eof), body)


def _inflate(
    decompress: Callable[[bytes, int], bytes], state: Callable[[], tuple[bytes, bool]], body: bytes
) -> Iterator[bytes]:
    pending, ended = body, False
    while not ended:
        piece = decompress(pending, PIECE)
        pending, ended = state()
        if piece:
            yield piece
        elif not ended:
            raise EOFError


def _brotli(body: bytes) -> Iterator[bytes]:
    decompressor = brotli.Decompressor()
    pending = body
    while not decompressor.is_finished():
        piece = decompressor.process(pending, output_buffer_limit=PIECE)
        pending = b""
        if piece:
            yield piece
        elif decompressor.can_accept_more_data() and not decompressor.is_finished():
            raise EOFError


def _zstd(body: bytes) -> Iterator[bytes]:
    rest = body
    while rest:
        decompressor: ZstdDecompressor = zstd_decompressor()
        pending = rest
        while not decompressor.eof:
            piece = decompressor.decompress(pending, PIECE)
            pending = b""
            if piece:
                yield piece
            elif decompressor.needs_input and not decompressor.eof:
                raise EOFError
        rest = decompressor.unused_data


_DECODERS: dict[str, Callable[[bytes], Iterator[bytes]]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
