"""What a pool and its workers say to each other over pipes: a JSON header of fixed-size length, then raw parts.

Frame: 4 bytes, the length of the header (big-endian); the header, a JSON object whose ``parts`` are the lengths
of what follows; the parts.
"""

import json
import struct
from typing import Any, BinaryIO

_LENGTH = struct.Struct(">I")
MAX_HEADER_BYTES = 16 * 1024 * 1024


class BadFrame(Exception):
    """The other side said something that is no frame, or stopped in the middle of one."""


def write_frame(stream: BinaryIO, header: dict[str, Any], *parts: bytes) -> None:
    """Write one frame and flush it."""
    encoded = json.dumps({**header, "parts": [len(part) for part in parts]}).encode()
    stream.write(_LENGTH.pack(len(encoded)) + encoded)
    stream.writelines(parts)
    stream.flush()


def read_frame(stream: BinaryIO, *, max_bytes: int) -> tuple[dict[str, Any], list[bytes]] | None:
    """Read one frame; null at the end of the stream.

    Raises:
        BadFrame: if it is cut short, malformed, or its parts are longer than ``max_bytes`` together.
    """
    prefix = stream.read(_LENGTH.size)
    if not prefix:
        return None
    if len(prefix) < _LENGTH.size:
        raise BadFrame("cut short")
    (length,) = _LENGTH.unpack(prefix)
    if length > MAX_HEADER_BYTES:
        raise BadFrame("header too long")
    try:
        header = json.loads(_exactly(stream, length))
    except ValueError as error:
        raise BadFrame("header is no JSON") from error
    lengths = header.pop("parts", None) if isinstance(header, dict) else None
    if not isinstance(lengths, list) or not all(type(part) is int and part >= 0 for part in lengths):
        raise BadFrame("header without parts")
    if sum(lengths) > max_bytes:
        raise BadFrame("parts too long")
    return header, [_exactly(stream, part) for part in lengths]


def _exactly(stream: BinaryIO, length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise BadFrame("cut short")
    return data
