"""Fields of a foreign payload, read with their path, so that an error can name the one at fault.

Names are given in snake case; the camel-case twin is read too, as protobuf's JSON form writes it. A field that is
null is absent, and an absent number is zero, as protobuf leaves zeros out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from loccit.errors import BadInput
from loccit.ids import json_kind, scalar_text


@dataclass(frozen=True, slots=True)
class Fields:
    """An object of a payload and the path it stands at; every reading of a wrong type raises BadInput."""

    value: Mapping[str, Any]
    path: str

    @classmethod
    def of(cls, value: object, path: str) -> "Fields":
        """Return the fields of an object.

        Raises:
            BadInput: if it is none.
        """
        if not isinstance(value, Mapping):
            raise BadInput(path, f"expected an object, got {json_kind(value)}")
        return cls(value, path)

    def get(self, name: str) -> object:
        """Return a field by its snake-case name or its camel-case twin."""
        value = self.value.get(name)
        return self.value.get(_camel(name)) if value is None else value

    def at(self, name: str) -> str:
        """Return the path of a field."""
        return f"{self.path}.{name}" if self.path else name

    def text(self, name: str) -> str:
        """Return a string, empty where it is absent; lone surrogates become U+FFFD."""
        return self.optional_text(name) or ""

    def optional_text(self, name: str) -> str | None:
        """Return a string, null where it is absent."""
        value = self.get(name)
        if value is not None and not isinstance(value, str):
            raise BadInput(self.at(name), f"expected a string, got {json_kind(value)}")
        return None if value is None else scalar_text(value)

    def flag(self, name: str) -> bool:
        """Return true or false, false where it is absent."""
        value = self.get(name)
        if value is not None and not isinstance(value, bool):
            raise BadInput(self.at(name), f"expected true or false, got {value!r}")
        return bool(value)

    def integer(self, name: str) -> int:
        """Return an integer, zero where it is absent."""
        return self.optional_integer(name) or 0

    def optional_integer(self, name: str) -> int | None:
        """Return an integer, null where it is absent."""
        value = self.get(name)
        return None if value is None else as_integer(value, self.at(name))

    def integers(self, name: str) -> tuple[int, ...]:
        """Return a list of integers."""
        return tuple(as_integer(one, f"{self.at(name)}[{n}]") for n, one in enumerate(self.items(name)))

    def items(self, name: str) -> list[Any]:
        """Return a list, empty where it is absent."""
        value = self.get(name)
        if value is not None and not isinstance(value, list | tuple):
            raise BadInput(self.at(name), f"expected a list, got {json_kind(value)}")
        return list(value or ())

    def objects(self, name: str) -> list["Fields"]:
        """Return a list of objects."""
        return objects(self.items(name), self.at(name))

    def inner(self, name: str) -> "Fields | None":
        """Return an object, null where it is absent."""
        value = self.get(name)
        return None if value is None else Fields.of(value, self.at(name))


def objects(values: object, path: str) -> list[Fields]:
    """Return the fields of each object of a list.

    Raises:
        BadInput: if it is no list, or holds something else.
    """
    if not isinstance(values, list | tuple):
        raise BadInput(path, f"expected a list, got {json_kind(values)}")
    return [Fields.of(value, f"{path}[{number}]") for number, value in enumerate(values)]


def as_integer(value: object, path: str) -> int:
    """Return an integer that protobuf's JSON form may have written as a string or as ``5.0``.

    Raises:
        BadInput: if it is none, or has more than 18 digits.
    """
    if isinstance(value, str) and len(value) < 20:
        digits = value.removeprefix("-")
        if digits.isascii() and digits.isdecimal():
            return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise BadInput(path, f"expected an integer, got {value!r}")


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)
