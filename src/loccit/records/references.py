"""Find the ids and digests a record names, by the type of its fields.

A text that happens to look like an id (a page may show the digest of a container image) names nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, get_args, get_origin

from pydantic import BaseModel

_Reader = Callable[[object], Iterator[str]]


class Reference:
    """Marks a type, within ``Annotated``, whose values name a stored record or blob."""


def references(model: BaseModel) -> Iterator[str]:
    """Yield what a model names, in the order of its fields; a value named twice comes twice."""
    for name, reader in _fields(type(model)):
        yield from reader(getattr(model, name))


@cache
def _fields(model_type: type[BaseModel]) -> tuple[tuple[str, _Reader], ...]:
    found: list[tuple[str, _Reader]] = []
    for name, field in model_type.model_fields.items():
        named_whole = any(isinstance(part, Reference) for part in field.metadata)
        reader = _text if named_whole else _reader(field.annotation)
        if reader is not None:
            found.append((name, reader))
    return tuple(found)


def _reader(annotation: object) -> _Reader | None:
    """Return how to read values of a type, or null if it can't hold a reference."""
    arguments = get_args(annotation)
    if get_origin(annotation) is Annotated:
        return _text if any(isinstance(part, Reference) for part in arguments[1:]) else _reader(arguments[0])
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return _model if _fields(annotation) else None
    inner = [reader for argument in arguments if (reader := _reader(argument)) is not None]
    return _any_of(inner) if inner else None


def _text(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value


def _model(value: object) -> Iterator[str]:
    if isinstance(value, BaseModel):
        yield from references(value)


def _any_of(readers: list[_Reader]) -> _Reader:
    """Return the reader of a container or union whose members any of the readers may fit."""

    def read(value: object) -> Iterator[str]:
        members = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple) else (value,)
        for member in members:
            for reader in readers:
                yield from reader(member)

    return read
