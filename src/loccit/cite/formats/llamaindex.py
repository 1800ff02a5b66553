"""LlamaIndex's responses: ``[n]`` in ``response`` counts ``source_nodes`` from 1.

A node's text begins with ``Source n:`` where a citation query engine made it; an address is looked for in its metadata.
"""

import re
from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import Reading
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields
from loccit.cite.formats.marking import with_numbers
from loccit.cite.formats.prose import read_prose
from loccit.ids import JsonValue, scalar_text
from loccit.records import Answer, AnswerSource, Origin

name: Final = "llamaindex"

_ADDRESS_FIELDS = ("url", "source_url", "source", "link", "file_path", "file_name")
_HEADER = re.compile(r"Source \d+:\s*\n")


def looks_like(payload: JsonValue) -> bool:
    """Tell by ``source_nodes``."""
    return isinstance(payload, Mapping) and isinstance(payload.get("source_nodes"), list | tuple)


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of a response.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    whole = Fields.of(payload, "")
    assembly = Assembly()
    assembly.add_part(whole.text("response"))
    for number, scored in enumerate(whole.objects("source_nodes"), 1):
        assembly.list_source(_source(scored.inner("node") or scored, number))
    read_prose(assembly, numbered=len(assembly.sources), after_words=True)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return a response with ``[n]`` behind each claim that has no such mark yet, and a node a source."""
    nodes: list[JsonValue] = [
        {
            "node": {
                "text": f"Source {number}:\n{source.text or ''}",
                "metadata": {"url": source.url, **({"title": source.title} if source.title else {})},
                "class_name": "TextNode",
            },
            "score": None,
        }
        for number, source in enumerate(answer.sources, 1)
    ]
    return {"response": with_numbers(answer), "source_nodes": nodes}


def _source(node: Fields, number: int) -> AnswerSource:
    metadata = node.inner("metadata")
    given = metadata.value if metadata else {}
    text = _HEADER.sub("", node.text("text"), count=1)
    address = next((value for one in _ADDRESS_FIELDS if isinstance(value := given.get(one), str) and value), None)
    title = given.get("title")
    return AnswerSource(
        url=scalar_text(address or node.text("id_") or f"node:{number}"),
        title=scalar_text(title) if isinstance(title, str) and title else None,
        text=text or None,
        requires_attribution=False,
    )
