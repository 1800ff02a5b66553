"""Canonical JSON, content ids and work keys.

Canonical JSON is RFC 8785 (JCS) restricted to what records hold: no floats, ASCII keys, integers that a
double can carry exactly. Under these rules sorting keys by code point equals JCS's sorting by UTF-16 unit.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import NewType

JsonScalar = str | int | bool | None
JsonValue = JsonScalar | Sequence["JsonValue"] | Mapping[str, "JsonValue"]

ContentId = NewType("ContentId", str)
"""``sha256:`` and 64 hex digits over the canonical JSON of a record's kind and content."""

Digest = NewType("Digest", str)
"""``sha256:`` and 64 hex digits over raw bytes."""

WorkKey = NewType("WorkKey", str)
"""``work:`` and 64 hex digits over inputs, activity, version and policy of one step."""

MAX_SAFE_INTEGER = 2**53 - 1
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\N{REPLACEMENT CHARACTER}")


def scalar_text(text: str) -> str:
    """Replace lone surrogates by U+FFFD, so that the text can be encoded as UTF-8."""
    return text if text.isascii() else text.translate(_SURROGATES)


def canonical_json(value: JsonValue) -> bytes:
    """Return the one UTF-8 form of a JSON value.

    Raises:
        ValueError: for a float, an integer beyond ±(2**53 - 1), a key that is not ASCII, or another type.
    """
    _check(value)
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode()


def content_id(kind: str, content: Mapping[str, JsonValue]) -> ContentId:
    """Return the id of a record: the digest of its canonical JSON with its kind."""
    return ContentId(sha256_hex(canonical_json({**content, "kind": kind})))


def digest(data: bytes) -> Digest:
    """Return the digest that names a blob."""
    return Digest(sha256_hex(data))


def work_key(*, activity: str, version: str, inputs: Sequence[JsonValue], policy: JsonValue) -> WorkKey:
    """Return the key under which one step's result is found again.

    Two runs share a key only if they would do the same work: same activity, same version of it, same inputs
    (content ids, digests or plain values, in order) and same policy.
    """
    content: JsonValue = {"activity": activity, "inputs": list(inputs), "policy": policy, "version": version}
    return WorkKey("work:" + hashlib.sha256(canonical_json(content)).hexdigest())


def sha256_hex(data: bytes) -> str:
    """Return ``sha256:`` and the hex digest of the bytes."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def _check(value: object) -> None:
    if value is None or isinstance(value, bool | str):
        return
    if isinstance(value, int):
        if abs(value) > MAX_SAFE_INTEGER:
            raise ValueError(f"integer {value} is beyond ±(2**53 - 1)")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if not isinstance(key, str) or not key.isascii():
                raise ValueError(f"key {key!r} is not an ASCII string")
            _check(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _check(inner)
    else:
        raise ValueError(f"{type(value).__name__} has no canonical JSON form here")  # noqa: TRY004 - one error type
