"""Canonical JSON, content ids and work keys.

Canonical JSON is RFC 8785 (JCS) restricted to what records hold: no floats, and integers that a double can carry
exactly. The fields of records have ASCII names; a mapping in one (result counts by query) may have any key. JCS
sorts keys by UTF-16 unit, which differs from code points only where a key goes beyond the surrogates (U+D800).
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
_PLAIN = {str, bool, type(None)}
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\N{REPLACEMENT CHARACTER}")


def scalar_text(text: str) -> str:
    """Replace lone surrogates by U+FFFD, so that the text can be encoded as UTF-8."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.translate(_SURROGATES)
    return text


def canonical_json(value: JsonValue) -> bytes:
    """Return the one UTF-8 form of a JSON value.

    Raises:
        ValueError: for a float, an integer beyond ±(2**53 - 1), a key that is no string, a lone surrogate, or
            another type.
    """
    if _check(value):
        ordered = _ordered(value)
        return json.dumps(ordered, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
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


def json_kind(value: object) -> str:
    """Return what a value is in the words of JSON (RFC 8259, section 3), to say what was given instead."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, list | tuple):
        return "a list"
    return "a number" if isinstance(value, int | float) else type(value).__name__


def _check(value: object) -> bool:
    """Refuse what has no canonical form; tell whether a key is there that code points would sort wrongly."""
    if value is None or isinstance(value, bool | str):
        return False
    if isinstance(value, int):
        if abs(value) > MAX_SAFE_INTEGER:
            raise ValueError(f"integer {value} is beyond ±(2**53 - 1)")
        return False
    if isinstance(value, Mapping):
        beyond = False
        for key, inner in value.items():
            if not isinstance(key, str):
                raise ValueError(f"key {key!r} is no string")  # noqa: TRY004 - one error type
            beyond |= not key.isascii() and max(key) >= "\ud800"
            beyond |= _check(inner)
        return beyond
    if isinstance(value, list | tuple):
        types = set(map(type, value))
        if types <= _PLAIN:
            return False
        if types == {int}:
            _check(max(value, key=abs))
            return False
        return any([_check(inner) for inner in value])  # noqa: C419 - all of them are to be checked
    raise ValueError(f"{type(value).__name__} has no canonical JSON form here")


def _ordered(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _ordered(value[key]) for key in sorted(value, key=_utf16)}
    return [_ordered(inner) for inner in value] if isinstance(value, list | tuple) else value


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be")
