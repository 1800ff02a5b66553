"""Taking in finished answers, in the formats that come with loccit and those of plug-ins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from loccit import plugins
from loccit.cite.answer import Reading
from loccit.cite.conversations import last_reply
from loccit.cite.detect import detect, named, parse
from loccit.cite.formats.built_in import FORMATS
from loccit.cite.formats.format import GROUP, Format
from loccit.cite.streams import joined
from loccit.errors import BadInput
from loccit.ids import JsonValue
from loccit.records import Origin

_FILE_IS_TEXT = frozenset({"markdown", "html"})
"""Formats that are a text with its sources in it: they are not parsed as JSON first."""


@dataclass(frozen=True, slots=True)
class ReceivedAnswer:
    """An answer as it was read.

    Attributes:
        name: the file or other name it goes by.
        format: the name of its format.
        rendered: what a reader is shown, null where that is not known.
        lines: whether offsets of its text are those of the file.
    """

    name: str
    format: str
    reading: Reading
    rendered: str | None = None
    lines: bool = False


def formats() -> tuple[Format, ...]:
    """Return the formats: those that come with loccit first, then those of plug-ins, by name."""
    own = {one.name for one in FORMATS}
    further = (plugins.load(GROUP, name, field="format") for name in plugins.names(GROUP) if name not in own)
    return (*FORMATS, *(cast("Format", one) for one in further))


def receive(
    given: str | Mapping[str, JsonValue] | Sequence[JsonValue],
    *,
    name: str,
    origin: Origin,
    format_name: str | None = None,
    rendered: str | None = None,
) -> ReceivedAnswer:
    """Return the answer of a text or of a JSON value.

    Args:
        given: a text (JSON, JSON Lines, Markdown, HTML) or a payload as a service or library gives it.
        name: what it goes by in reports and errors.
        origin: who reads it.
        format_name: the name of its format; null: it is told by its structure.
        rendered: what a reader is shown, where that is not the text itself.

    Raises:
        BadInput: naming the answer and the field that can't be used.
    """
    known = formats()
    chosen = None if format_name is None else named(format_name, known)
    as_it_is = not isinstance(given, str) or (chosen is not None and chosen.name in _FILE_IS_TEXT)
    try:
        payload = cast("JsonValue", given) if as_it_is else parse(str(given))
        payload = last_reply(joined(payload))
        kind = chosen or detect(payload, known)
        reading = kind.read(payload, origin=origin)
    except BadInput as error:
        raise BadInput(f"{name}: {error.field}", error.expected) from error
    shown = given if isinstance(given, str) and kind.name in _FILE_IS_TEXT else None
    lines = kind.name == "markdown" and reading.answer.text == given
    return ReceivedAnswer(name, kind.name, reading, rendered or shown, lines)
