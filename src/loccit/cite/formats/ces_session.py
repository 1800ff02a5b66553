"""Outputs of a session with the grounding tool: text and citations come in separate outputs of one turn.

Source of the shape: ``SessionOutput`` of Google's ``ces`` service, as its JSON (camel case) and as protobuf (snake
case): ``turnIndex`` from 1, ``text`` in one or more outputs, ``citations`` as in ``ces``. The outputs may stand in
``outputs``, in a list, alone, or each in ``sessionOutput`` as a two-way session sends them.
"""

from typing import Final

from loccit.cite.answer import Reading
from loccit.cite.formats import ces
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue
from loccit.records import Answer, Origin
from loccit.text.offsets import Unit

name: Final = "ces"

_OUTPUT_FIELDS = frozenset(("citations", "turnIndex", "turn_index", "googleSearchSuggestions", "turnCompleted"))
_CITATION_FIELDS = frozenset(("citedChunks", "cited_chunks", "inlineCitations", "inline_citations"))


def looks_like(payload: JsonValue) -> bool:
    """Tell by ``turnIndex`` or by ``citations`` with cited chunks."""
    try:
        outputs = _outputs(payload)
    except BadInput:
        return False
    return any(_is_output(output) for output in outputs)


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of all turns, each after an empty line; offsets count bytes of the text of their turn.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    turns: dict[int, list[Fields]] = {}
    for output in _outputs(payload):
        turns.setdefault(output.integer("turn_index"), []).append(output)
    assembly = Assembly()
    for turn in sorted(turns):
        text = "".join(output.text("text") for output in turns[turn])
        part = assembly.add_part(text, apart_from_last=True)
        for output in turns[turn]:
            citations = output.inner("citations")
            if citations is not None:
                _add(assembly, citations, part)
    if not assembly.cited:
        read_prose(assembly)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return the two outputs of one turn, in camel case: the text, and its citations."""
    return {"outputs": write_turn(answer, 1)}


def write_turn(answer: Answer, turn: int) -> list[JsonValue]:
    """Return the outputs of one turn of a session; turns count from 1."""
    citations = _camel(ces.write(answer))
    return [
        {"text": answer.text, "turnIndex": turn},
        {"citations": citations, "turnIndex": turn, "turnCompleted": True},
    ]


def _outputs(payload: JsonValue) -> list[Fields]:
    if isinstance(payload, list | tuple):
        messages = [Fields.of(one, f"[{number}]") for number, one in enumerate(payload)]
    else:
        whole = Fields.of(payload, "")
        messages = whole.objects("outputs") if whole.get("outputs") is not None else [whole]
    return [message.inner("session_output") or message for message in messages]


def _is_output(output: Fields) -> bool:
    citations = output.get("citations")
    if isinstance(citations, dict):
        return bool(_CITATION_FIELDS & citations.keys()) or not citations
    if isinstance(citations, list | tuple):
        return False
    return isinstance(output.get("text"), str) and bool(_OUTPUT_FIELDS & output.value.keys())


def _add(assembly: Assembly, citations: Fields, part: int) -> None:
    first = len(assembly.sources)
    chunks = citations.objects("cited_chunks")
    for chunk in chunks:
        assembly.list_source(ces.source_of(chunk))
    for inline in citations.objects("inline_citations"):
        stretch = ces.stretch_of(inline)
        assembly.cite(stretch.moved(first, len(chunks)), part=part, unit=Unit.UTF8)


def _camel(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {_camel_name(key): _camel(inner) for key, inner in value.items()}
    return [_camel(inner) for inner in value] if isinstance(value, list) else value


def _camel_name(snake: str) -> str:
    head, *rest = snake.split("_")
    return head + "".join(word.capitalize() for word in rest)
