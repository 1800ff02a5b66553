"""Read records back from their stored bytes."""

import json

from pydantic import ValidationError

from loccit.errors import BadInput
from loccit.ids import canonical_json, sha256_hex
from loccit.records import RECORD_TYPES
from loccit.records.record import Record


def read_record(kind: str, body: bytes) -> Record:
    """Return the record that canonical bytes hold.

    The stored bytes are authoritative: the record's ``id`` is their digest, not derived again from its fields, so
    it stays the same where a later version of the kind adds a field with a default. That the bytes are the one
    canonical form of the record is checked by ``is_canonical``.

    Args:
        kind: the kind the caller expects, e.g. ``loccit/claim@1``.
        body: canonical JSON of kind and content, UTF-8.

    Raises:
        BadInput: if the kind is unknown, the bytes name another kind, or they don't hold such a record.
    """
    record_type = RECORD_TYPES.get(kind)
    if record_type is None:
        raise BadInput("kind", f"expected a kind of record this version knows, got {kind!r}")
    try:
        content = json.loads(body.decode())
    except (ValueError, RecursionError) as error:
        raise BadInput("record", f"expected a JSON object in UTF-8 ({error})") from error
    named = content.pop("kind", None) if isinstance(content, dict) else None
    if named != kind:
        raise BadInput("record", f"expected a JSON object of kind {kind}, got kind {named!r}")
    try:
        record = record_type.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "content"
        raise BadInput(f"record.{place}", f"expected a field of {kind}: {first['msg']}") from error
    record.__dict__["id"] = sha256_hex(body)
    return record


def is_canonical(body: bytes) -> bool:
    """Tell whether bytes are canonical JSON; whether they hold a record is for ``read_record`` to say.

    They need not be what this version would write: a later one may have added fields with defaults.
    """
    try:
        return canonical_json(json.loads(body)) == body
    except (ValueError, RecursionError):
        return False
