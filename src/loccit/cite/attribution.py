"""Show an answer together with its sources; no duty to name one is ever dropped.

Source of the rule: the reference of the grounding tool: where ``requires_attribution`` is true, the application must
show the source and link to its URI for the end user.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from loccit.errors import BadInput, VerificationFailed
from loccit.records import Answer, AnswerSource
from loccit.text import markdown

Style = Literal["footnotes", "inline_links", "badges", "plain"]

_ADDRESS_ENDS = r"(?=\Z|[\s)\]>\"'<#]|[.,;](?:\s|\Z))"
_RAW_ADDRESS = re.compile(
    r"[a-z][a-z0-9+.-]*://\S|\bwww\.[\w-]+\.|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?/[\w%~#?=-]", re.IGNORECASE
)
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def render(answer: Answer, style: Style) -> str:
    """Return an answer with marks where sources are cited, and its sources.

    ``footnotes`` are Markdown footnotes, ``inline_links`` Markdown links after each cited piece, ``badges`` linked
    superscript numbers with a list, ``plain`` bracketed numbers with a list and bare addresses. The answer's own text
    is left as it is. Every style also lists the sources that must be attributed and that no piece cites.

    Raises:
        BadInput: for an unknown style.
        VerificationFailed: if a source that must be attributed can't be linked, or sources are bound by terms that keep
            them apart (see ``apart``); nothing is rendered then.
    """
    if style not in get_args(Style):
        raise BadInput("style", f"expected one of {', '.join(get_args(Style))}, got {style!r}")
    _check_sources(answer)
    rendered = {"footnotes": _footnotes, "inline_links": _inline_links, "badges": _badges, "plain": _plain}[style](
        answer
    )
    verify(answer, rendered)
    return rendered


@dataclass(frozen=True, slots=True)
class SourceLink:
    """A source as it is shown beside speech: what it is called and where the link leads."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """A spoken answer: the words, and the sources that must be shown or sent beside them."""

    speech: str
    beside: tuple[SourceLink, ...]


def spoken(answer: Answer) -> Spoken:
    """Return an answer for the ear: no marks and no addresses in the words, its sources as links beside them.

    Raises:
        VerificationFailed: if the words have a raw web address in them, a source that must be attributed can't be
            linked, or sources are bound by terms that keep them apart; nothing is rendered then.
    """
    _check_sources(answer)
    if found := _RAW_ADDRESS.search(answer.text):
        raise VerificationFailed(f"a spoken answer must not read out a web address, got one at {found.start()}")
    links = tuple(SourceLink(_label(source), _address(source)) for _, source in _listed(answer))
    return Spoken(answer.text, links)


def has_raw_address(text: str) -> bool:
    """Tell whether a text has a web address in it that nobody wants to hear: a URL, or a host with a path."""
    return _RAW_ADDRESS.search(text) is not None


def verify(answer: Answer, rendered: str) -> None:
    """Check that a rendering shows the address of every source that must be attributed.

    Renderers outside this module call it before they let anything out.

    Raises:
        VerificationFailed: naming the first source that is missing.
    """
    for source in answer.sources:
        if source.requires_attribution and not _shows(rendered, source.url):
            raise VerificationFailed(f"{source.url} must be shown as a source, but the rendering leaves it out")


def apart(answer: Answer) -> tuple[Answer, ...]:
    """Return the answer as answers that may each be shown in a place of their own, by the terms of their sources.

    Terms such as "no other results beside it" forbid one view of sources under them and of any others. The first answer
    keeps the sources without terms, then comes one for each terms. Each has the statements that one of its sources
    carries, with their text alone, and loses what no source of its own carries.
    """
    terms = dict.fromkeys(source.terms for source in answer.sources)
    if len(terms) < 2:
        return (answer,)
    return tuple(_under(answer, one) for one in sorted(terms, key=lambda one: (one is not None, one or "")))


def _under(answer: Answer, terms: str | None) -> Answer:
    kept = [position for position, source in enumerate(answer.sources) if source.terms == terms]
    new_position = {position: place for place, position in enumerate(kept)}
    text, anchors = "", []
    for one in sorted(answer.anchors, key=lambda one: (one.start, one.end)):
        sources = tuple(new_position[position] for position in one.sources if position in new_position)
        if one.kind == "claim" and sources:
            text += " " if text else ""
            piece = {"start": len(text), "end": len(text) + len(one.slice), "sources": sources}
            anchors.append(one.model_copy(update=piece))
            text += one.slice
    return answer.replacing(text=text, anchors=anchors, sources=[answer.sources[position] for position in kept])


def _check_sources(answer: Answer) -> None:
    terms = dict.fromkeys(source.terms for source in answer.sources)
    if len(terms) > 1:
        named = ", ".join(repr(one) for one in terms if one is not None)
        raise VerificationFailed(f"the terms {named} allow no other sources beside theirs; show them apart")
    for source in answer.sources:
        if source.requires_attribution and not _linkable(source.url):
            raise VerificationFailed(f"{source.url!r} must be shown as a source, but is no web address to link to")


def _shows(rendered: str, address: str) -> bool:
    """Tell whether an address stands there whole, as it is or as HTML or Markdown write it, with any fragment."""
    forms = {address, html.escape(address), markdown.target(address)}
    return any(re.search(re.escape(form) + _ADDRESS_ENDS, rendered) for form in forms if form)


def marked(answer: Answer, mark: Callable[[int], str]) -> str:
    """Return the text with the marks of an anchor's sources after its end.

    Args:
        answer: anchors of kind ``marker`` are citations already and get no further mark.
        mark: gives the mark of a source by its position.
    """
    marks: dict[int, dict[int, None]] = {}
    for anchor in answer.anchors:
        if anchor.kind == "claim":
            marks.setdefault(anchor.end, {}).update(dict.fromkeys(anchor.sources))
    pieces: list[str] = []
    position = 0
    for end in sorted(marks):
        pieces += [answer.text[position:end], *(mark(source) for source in marks[end])]
        position = end
    return "".join([*pieces, answer.text[position:]])


def _footnotes(answer: Answer) -> str:
    notes = [f"[^{number}]: {_markdown_link(source)}" for number, source in _listed(answer)]
    return "\n\n".join([marked(answer, lambda position: f"[^{position + 1}]"), *notes])


def _inline_links(answer: Answer) -> str:
    text = marked(answer, lambda position: f" ({_markdown_link(answer.sources[position])})")
    cited = _cited(answer)
    rest = [_markdown_link(source) for number, source in _listed(answer) if number - 1 not in cited]
    return "\n\n".join([text, *([f"Sources: {', '.join(rest)}"] if rest else [])])


def _badges(answer: Answer) -> str:
    def badge(position: int) -> str:
        label = str(position + 1).translate(_SUPERSCRIPTS)
        address = _address(answer.sources[position])
        return markdown.link(label, address) if _linkable(address) else label

    lines = [f"{str(number).translate(_SUPERSCRIPTS)} {_markdown_link(source)}" for number, source in _listed(answer)]
    return "\n\n".join([marked(answer, badge), *lines])


def _plain(answer: Answer) -> str:
    text = marked(answer, lambda position: f"[{position + 1}]")
    lines = [f"[{number}] {' '.join(_label(source).split())} {source.url}" for number, source in _listed(answer)]
    return "\n".join([text, *([""] if lines else []), *lines])


def _listed(answer: Answer) -> list[tuple[int, AnswerSource]]:
    """Sources to be listed, by number from 1: those that are cited and those that must be named."""
    cited = _cited(answer)
    return [
        (position + 1, source)
        for position, source in enumerate(answer.sources)
        if position in cited or source.requires_attribution
    ]


def _cited(answer: Answer) -> set[int]:
    return {position for anchor in answer.anchors if anchor.kind == "claim" for position in anchor.sources}


def _markdown_link(source: AnswerSource) -> str:
    address = _address(source)
    return markdown.link(_label(source), address) if _linkable(address) else markdown.escape(_label(source))


def _label(source: AnswerSource) -> str:
    return source.title if source.title and source.title.strip() else source.url


def _address(source: AnswerSource) -> str:
    return source.deep_link or source.url


def _linkable(address: str) -> bool:
    return address.lower().startswith(("http://", "https://")) and not any(map(str.isspace, address))
