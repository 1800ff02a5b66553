"""What a format of answers is: a name, a test by structure, a reader and a writer.

A module of this package is a format if it has these four; a plug-in may offer any object that has them, as an entry
point in the group ``loccit.formats``.
"""

from typing import Protocol

from loccit.cite.answer import Reading
from loccit.ids import JsonValue
from loccit.records import Answer, Origin

GROUP = "loccit.formats"
"""Entry point group of formats."""


class Format(Protocol):
    """One way to write an answer with its citations."""

    @property
    def name(self) -> str:
        """The name people choose it by."""
        ...

    def looks_like(self, payload: JsonValue) -> bool:
        """Tell by structure whether a payload is of this format; never raises."""
        ...

    def read(self, payload: JsonValue, *, origin: Origin) -> Reading:
        """Return the answer of a payload and what is wrong with its citations.

        Args:
            payload: a JSON value as the service or library gives it, or a text.
            origin: who reads it.

        Raises:
            BadInput: if it is not of this format; names the field.
        """
        ...

    def write(self, answer: Answer) -> JsonValue:
        """Return the answer in this format; what the format has no place for is left out."""
        ...
