"""What the head of a WARC record states: its fields, its date, and the digests its bytes are held against.

ISO 28500:2017 (WARC/1.1), read as leniently as WARC 1.0 wants; what can't be read as it should is said.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash

MAX_MESSAGE_HEAD_BYTES = 64 * 1024
"""Of the head of an HTTP message behind which its payload is looked for."""

KNOWN_TYPES = frozenset(
    {"warcinfo", "response", "resource", "request", "metadata", "revisit", "conversion", "continuation"}
)
_NEEDED = ("WARC-Type", "WARC-Record-ID", "WARC-Date", "Content-Length")
_AIMED = frozenset({"response", "resource", "request", "revisit", "conversion", "continuation"})
_LENGTH = re.compile(r"\d{1,18}", re.ASCII)
_ALGORITHMS = {"sha1": "sha1", "sha256": "sha256", "sha512": "sha512", "sha384": "sha384", "md5": "md5"}
_MESSAGE_HEAD = re.compile(rb"\r?\n\r?\n")
_CODED = re.compile(rb"\ntransfer-encoding[ \t]*:", re.IGNORECASE)


def read_fields(head: bytes) -> tuple[dict[str, str], str | None]:
    """Return the fields of a head by their names in lower case, and what is wrong with it in one sentence, if anything.

    Args:
        head: from the version line to the empty line.
    """
    fields: dict[str, str] = {}
    problem, name = None, ""
    for line in head.decode("utf-8", "replace").split("\n")[1:]:
        if line[:1] in {" ", "\t"} and name:
            fields[name] += " " + line.strip()
            continue
        name, colon, value = line.partition(":")
        if colon:
            name = name.strip().lower()
            fields[name] = value.strip()
        elif line.strip():
            problem = "A line of its head can't be read."
    return fields, problem or _fault(fields)


def _fault(fields: Mapping[str, str]) -> str | None:
    lacking = next((name for name in _NEEDED if not fields.get(name.lower())), None)
    if lacking is not None:
        return f"It lacks {lacking}."
    if not _LENGTH.fullmatch(fields["content-length"]):
        return "Its Content-Length is no number."
    if read_date(fields["warc-date"]) is None:
        return "Its WARC-Date is no time."
    kind = fields["warc-type"].lower()
    if kind not in KNOWN_TYPES:
        return f"Its WARC-Type, {kind!r}, is none of the standard."
    return "It lacks WARC-Target-URI." if kind in _AIMED and not fields.get("warc-target-uri") else None


def block_length(fields: Mapping[str, str]) -> int:
    """Return the bytes of the block a head announces, 0 where it states no number."""
    stated = fields.get("content-length", "")
    return int(stated) if _LENGTH.fullmatch(stated) else 0


def read_date(stated: str) -> datetime | None:
    """Return a WARC-Date (W3C-DTF, down to a year), null if it is none; without an offset it is UTC."""
    whole = stated + {4: "-01-01", 7: "-01"}.get(len(stated), "")
    try:
        date = datetime.fromisoformat(whole)
    except ValueError:
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)


class StatedDigests:
    """Holds the bytes of a block against the digests its head states, piece by piece.

    The digest of the block is compared; without one, that of the payload, which stands behind the head of the HTTP
    message. Where the message has a transfer coding, writers differ in what they take a payload's digest of, and it is
    not compared.
    """

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._name = "WARC-Block-Digest"
        self._stated = _Stated.read(fields.get("warc-block-digest"))
        self._message_head: bytes | None = None
        kind = fields.get("warc-type", "").lower()
        if self._stated is None and kind in {"response", "resource"}:
            self._name = "WARC-Payload-Digest"
            self._stated = _Stated.read(fields.get("warc-payload-digest"))
            if kind == "response":
                self._message_head = b""

    def update(self, piece: bytes) -> None:
        """Take in the next bytes of the block."""
        if self._stated is None:
            return
        if self._message_head is None:
            self._stated.update(piece)
            return
        head = self._message_head + piece
        found = _MESSAGE_HEAD.search(head)
        if found is None:
            self._message_head = head
            if len(head) > MAX_MESSAGE_HEAD_BYTES:
                self._stated = None
        elif _CODED.search(head[: found.start() + 1]):
            self._stated = None
        else:
            self._message_head = None
            self._stated.update(head[found.end() :])

    def difference(self) -> str | None:
        """Return the sentence that the bytes differ, null if they do not or nothing can be compared."""
        if self._stated is None or self._message_head is not None or self._stated.holds():
            return None
        return f"Its bytes differ from its {self._name}."


class _Stated:
    """A labelled digest (``sha1:BASE32``, ``sha-256:hex``) and the bytes seen so far."""

    def __init__(self, value: str, actual: "_Hash") -> None:
        self._value = value
        self._actual = actual

    @classmethod
    def read(cls, stated: str | None) -> "_Stated | None":
        """Return what a field states, null if it can't be compared."""
        label, colon, value = (stated or "").strip().partition(":")
        algorithm = _ALGORITHMS.get(label.lower().replace("-", ""))
        if not colon or algorithm is None:
            return None
        return cls(value, hashlib.new(algorithm, usedforsecurity=False))

    def update(self, piece: bytes) -> None:
        self._actual.update(piece)

    def holds(self) -> bool:
        if self._value.lower() == self._actual.hexdigest():
            return True
        try:
            padded = self._value.upper() + "=" * (-len(self._value) % 8)
            return base64.b32decode(padded) == self._actual.digest()
        except (binascii.Error, ValueError):
            return False
