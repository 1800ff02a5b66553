"""The wire form of the grounding tool: ``cited_chunks`` and ``inline_citations``.

Field names are those of the tool's reference. Offsets count UTF-8 bytes of the answer's text; its reference does not
say whether the end is exclusive, and its sister services do, so it is here. Both spellings are read (``start_index``
as in protobuf, ``startIndex`` as in its JSON), and an absent number is zero, as protobuf leaves zeros out.
"""

from collections.abc import Mapping
from typing import Any

from loccit.cite.answer import Reading, Stretch, read_anchors
from loccit.errors import BadInput
from loccit.ids import JsonValue, scalar_text
from loccit.records import Answer, AnswerSource, Origin
from loccit.text.offsets import OffsetMap, Span, Unit


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return the citations of an answer; its text travels beside them.

    A chunk's ``text`` is the passage, never a search snippet; it is empty where only a URL is known. Only claim
    anchors are written: the form has no place for marks.
    """
    offsets = OffsetMap(answer.text)
    inline: list[JsonValue] = []
    for anchor in answer.anchors:
        if anchor.kind == "claim":
            span = offsets.from_code_points(Span(anchor.start, anchor.end), Unit.UTF8)
            inline.append(
                {"start_index": span.start, "end_index": span.end, "cited_chunk_indices": list(anchor.sources)}
            )
    chunks: list[JsonValue] = [
        {
            "uri": source.url,
            "title": source.title or "",
            "text": source.text or "",
            "requires_attribution": source.requires_attribution,
        }
        for source in answer.sources
    ]
    return {"cited_chunks": chunks, "inline_citations": inline}


def read(text: str, citations: Mapping[str, Any], *, origin: Origin) -> Reading:
    """Return the answer that a text and its citations make, and notes on what does not fit.

    Args:
        text: the answer's text, whole.
        citations: an object with ``cited_chunks`` and ``inline_citations``, or in camel case; other fields are
            ignored.
        origin: who reads it.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    text = scalar_text(text)
    sources = tuple(
        AnswerSource(
            url=_text(chunk, "uri", path),
            title=_text(chunk, "title", path) or None,
            text=_text(chunk, "text", path) or None,
            requires_attribution=_flag(chunk, "requires_attribution", path),
        )
        for path, chunk in _objects(citations, "cited_chunks")
    )
    stretches = [
        Stretch(
            _integer(inline, "start_index", path), _integer(inline, "end_index", path), _chunk_indices(inline, path)
        )
        for path, inline in _objects(citations, "inline_citations")
    ]
    anchors, notes = read_anchors(text, stretches, unit=Unit.UTF8, source_count=len(sources))
    return Reading(Answer(origin=origin, text=text, anchors=anchors, sources=sources), notes)


def _objects(parent: Mapping[str, Any], name: str) -> list[tuple[str, Mapping[str, Any]]]:
    if not isinstance(parent, Mapping):
        raise BadInput("citations", f"expected an object, got {type(parent).__name__}")
    found = []
    for number, value in enumerate(_list(parent, name, "citations")):
        path = f"citations.{name}[{number}]"
        if not isinstance(value, Mapping):
            raise BadInput(path, f"expected an object, got {type(value).__name__}")
        found.append((path, value))
    return found


def _list(parent: Mapping[str, Any], name: str, path: str) -> list[Any]:
    value = _get(parent, name)
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise BadInput(f"{path}.{name}", f"expected a list, got {type(value).__name__}")
    return list(value)


def _text(parent: Mapping[str, Any], name: str, path: str) -> str:
    value = _get(parent, name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadInput(f"{path}.{name}", f"expected a string, got {type(value).__name__}")
    return value


def _flag(parent: Mapping[str, Any], name: str, path: str) -> bool:
    value = _get(parent, name)
    if value is None:
        return False
    if not isinstance(value, bool):
        raise BadInput(f"{path}.{name}", f"expected true or false, got {value!r}")
    return value


def _integer(parent: Mapping[str, Any], name: str, path: str) -> int:
    value = _get(parent, name)
    return 0 if value is None else _as_integer(value, f"{path}.{name}")


def _chunk_indices(inline: Mapping[str, Any], path: str) -> tuple[int, ...]:
    name = "cited_chunk_indices"
    return tuple(_as_integer(one, f"{path}.{name}[{n}]") for n, one in enumerate(_list(inline, name, path)))


def _as_integer(value: object, path: str) -> int:
    """Protobuf's JSON form allows an integer to be written as a string or as ``5.0``."""
    if isinstance(value, str) and value.removeprefix("-").isascii() and value.removeprefix("-").isdecimal():
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise BadInput(path, f"expected an integer, got {value!r}")


def _get(parent: Mapping[str, Any], name: str) -> object:
    """Return a field by its snake_case name or its camelCase twin; null and absent are the same."""
    head, *rest = name.split("_")
    value = parent.get(name)
    return parent.get(head + "".join(word.capitalize() for word in rest)) if value is None else value
