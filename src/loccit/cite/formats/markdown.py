"""Answers in Markdown or plain text, with links, footnotes or ``[n]`` marks and a list of what they point at.

The answer's text is the whole file, so offsets count in it as it is; marks are anchors of kind ``marker``, and each has
the sentence it stands in or ends as an anchor of kind ``claim``.
"""

from typing import Final

from loccit.cite.answer import Reading
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.html import looks_like as looks_like_html
from loccit.cite.formats.marking import with_footnotes
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue, json_kind, scalar_text
from loccit.records import Answer, Origin

name: Final = "markdown"


def looks_like(payload: JsonValue) -> bool:
    """Tell whether it is a text that does not begin as HTML."""
    return isinstance(payload, str) and not looks_like_html(payload)


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of a text.

    Raises:
        BadInput: if it is no text.
    """
    if not isinstance(payload, str):
        raise BadInput("answer", f"expected Markdown text, got {json_kind(payload)}")
    assembly = Assembly()
    assembly.add_part(scalar_text(payload))
    read_prose(assembly)
    return assembly.reading(origin)


def write(answer: Answer) -> str:
    """Return the answer's text with a footnote behind each claim that it does not mark already.

    Raises:
        VerificationFailed: if a source that must be attributed would not be shown.
    """
    return with_footnotes(answer)
