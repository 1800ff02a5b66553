"""Which format an answer is in: told by its structure, or named."""

import json
import re
from collections.abc import Sequence

from loccit.cite.formats.format import Format
from loccit.cite.streams import server_sent
from loccit.errors import BadInput
from loccit.ids import JsonValue

_BEGINS_AS_JSON = re.compile(r"\{\s*\"(?:[^\"\\]|\\.){0,200}\"\s*:|\[\s*\{\s*\"")


def parse(data: str) -> JsonValue:
    """Return what a file holds: a JSON object or list, the objects of JSON Lines or of events, or the text itself.

    Raises:
        BadInput: if it begins as JSON does and is none: a file that was cut is no prose.
    """
    bare = data.removeprefix("\ufeff").strip()
    events = server_sent(bare)
    if events is not None:
        return events
    if not bare.startswith(("{", "[")):
        return data
    try:
        value: JsonValue = json.loads(bare)
    except (ValueError, RecursionError) as error:
        lines = _lines(bare)
        if lines is None and _BEGINS_AS_JSON.match(bare):
            raise BadInput("answer", f"expected JSON, as it begins ({error})") from error
        return lines or data
    return value


def detect(payload: JsonValue, formats: Sequence[Format]) -> Format:
    """Return the one format a payload looks like.

    Raises:
        BadInput: if it looks like none, or like several.
    """
    found = [one for one in formats if one.looks_like(payload)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(one.name for one in found or formats)
    if found:
        raise BadInput("answer", f"expected one format, but it looks like {names}; name one with --format")
    raise BadInput("answer", f"expected one of the formats {names}; it has the structure of none")


def named(name: str, formats: Sequence[Format]) -> Format:
    """Return the format of a name.

    Raises:
        BadInput: if there is none.
    """
    found = next((one for one in formats if one.name == name), None)
    if found is None:
        raise BadInput("format", f"expected one of {', '.join(one.name for one in formats)}, got {name!r}")
    return found


def _lines(text: str) -> list[JsonValue] | None:
    try:
        values = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return None
    return values if len(values) > 1 and all(isinstance(value, dict) for value in values) else None
