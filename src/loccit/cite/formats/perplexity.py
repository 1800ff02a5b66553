"""Perplexity's answers: ``[n]`` in the text counts ``citations`` or ``search_results`` from 1.

A result's ``snippet`` is a search snippet, so it is no text of a source. Where the list of citations is shorter than
that of the search results, marks count the citations first.
"""

from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import Reading
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields
from loccit.cite.formats.marking import with_numbers
from loccit.cite.formats.prose import read_prose
from loccit.errors import BadInput
from loccit.ids import JsonValue, json_kind
from loccit.records import Answer, AnswerSource, Origin

name: Final = "perplexity"


def looks_like(payload: JsonValue) -> bool:
    """Tell by ``choices`` beside ``citations`` or ``search_results``."""
    if not isinstance(payload, Mapping) or not isinstance(payload.get("choices"), list | tuple):
        return False
    return any(isinstance(payload.get(one), list | tuple) for one in ("citations", "search_results"))


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of the first choice.

    Raises:
        BadInput: if a field is missing or of the wrong type; names the field.
    """
    whole = Fields.of(payload, "")
    choices = whole.objects("choices")
    message = choices[0].inner("message") if choices else None
    if message is None:
        raise BadInput("choices[0].message", "expected an object, got nothing")
    assembly = Assembly()
    assembly.add_part(message.text("content"))
    titles = {result.text("url"): result.text("title") for result in whole.objects("search_results")}
    cited = whole.items("citations")
    for number, url in enumerate(cited or titles):
        if not isinstance(url, str):
            raise BadInput(f"citations[{number}]", f"expected a URL, got {json_kind(url)}")
        assembly.list_source(
            AnswerSource(url=url, title=titles.get(url) or None, text=None, requires_attribution=False)
        )
    read_prose(assembly, numbered=len(assembly.sources), after_words=True)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return a completion with ``[n]`` behind each claim that has no such mark yet."""
    results: list[JsonValue] = [{"title": source.title or "", "url": source.url} for source in answer.sources]
    message = {"role": "assistant", "content": with_numbers(answer)}
    return {
        "object": "chat.completion",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "citations": [source.url for source in answer.sources],
        "search_results": results,
    }
