"""The plain shape many programs use: a text with ``[n]`` and a list of sources that ``n`` counts from 1.

The text is ``answer`` or ``text``, the list ``sources``, ``citations`` or ``references``: addresses, or objects with
``url`` and maybe ``title`` and ``text``.
"""

from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import Reading
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields
from loccit.cite.formats.marking import with_numbers
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue, scalar_text
from loccit.records import Answer, AnswerSource, Origin

name: Final = "numbered"

_LISTS = ("sources", "citations", "references")
_ELSEWHERE = frozenset(("sourceType", "start", "end", "start_index", "end_index"))
"""Fields of formats that say where a source is cited."""

_FOREIGN = frozenset(("format", "choices", "candidates", "source_nodes", "content", "output", "message", "claims"))


def looks_like(payload: JsonValue) -> bool:
    """Tell by ``sources`` beside ``answer`` or ``text``, sources that are not parts of another format."""
    if not isinstance(payload, Mapping) or _FOREIGN & payload.keys():
        return False
    if not any(isinstance(payload.get(one), str) for one in ("answer", "text")):
        return False
    sources = next((payload[one] for one in _LISTS if isinstance(payload.get(one), list | tuple)), None)
    if not isinstance(sources, list | tuple):
        return False
    return all(
        isinstance(one, str) or (isinstance(one, Mapping) and "url" in one and not _ELSEWHERE & one.keys())
        for one in sources
    )


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer.

    Raises:
        BadInput: if a field is missing or of the wrong type; names the field.
    """
    whole = Fields.of(payload, "")
    text = whole.optional_text("answer")
    if text is None:
        text = whole.optional_text("text")
    if text is None:
        raise BadInput("answer", "expected a text, got nothing")
    assembly = Assembly()
    assembly.add_part(text)
    listed = next((one for one in _LISTS if whole.get(one) is not None), "sources")
    for number, source in enumerate(whole.items(listed)):
        assembly.list_source(_source(source, f"{listed}[{number}]"))
    read_prose(assembly, numbered=len(assembly.sources))
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return the text with ``[n]`` behind each claim that has no such mark yet, and the sources."""
    sources: list[JsonValue] = [
        {
            "url": source.url,
            **({"title": source.title} if source.title else {}),
            **({"text": source.text} if source.text else {}),
        }
        for source in answer.sources
    ]
    return {"answer": with_numbers(answer), "sources": sources}


def _source(value: object, path: str) -> AnswerSource:
    if isinstance(value, str):
        return AnswerSource(url=scalar_text(value), title=None, text=None, requires_attribution=False)
    given = Fields.of(value, path)
    return AnswerSource(
        url=given.text("url"),
        title=given.text("title") or None,
        text=given.text("text") or None,
        requires_attribution=given.flag("requires_attribution"),
    )
