"""Show an answer together with its sources; no duty to name one is ever dropped.

Source of the rule: the reference of the grounding tool: where ``requires_attribution`` is true, the application must
show the source and link to its URI for the end user.
"""

import html
import re
from collections.abc import Callable
from typing import Literal, get_args

from loccit.errors import BadInput, VerificationFailed
from loccit.records import Answer, AnswerSource
from loccit.text import markdown

Style = Literal["footnotes", "inline_links", "badges", "plain"]

_ADDRESS_ENDS = r"(?=\Z|[\s)\]>\"'<#]|[.,;](?:\s|\Z))"
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def render(answer: Answer, style: Style) -> str:
    """Return an answer with marks where sources are cited, and its sources.

    ``footnotes`` are Markdown footnotes, ``inline_links`` Markdown links after each cited piece, ``badges`` linked
    superscript numbers with a list, ``plain`` bracketed numbers with a list and bare addresses. The answer's own text
    is left as it is. Every style also lists the sources that must be attributed and that no piece cites.

    Raises:
        BadInput: for an unknown style.
        VerificationFailed: if a source that must be attributed can't be linked; nothing is rendered then.
    """
    if style not in get_args(Style):
        raise BadInput("style", f"expected one of {', '.join(get_args(Style))}, got {style!r}")
    for source in answer.sources:
        if source.requires_attribution and not _linkable(source.url):
            raise VerificationFailed(f"{source.url!r} must be shown as a source, but is no web address to link to")
    rendered = {"footnotes": _footnotes, "inline_links": _inline_links, "badges": _badges, "plain": _plain}[style](
        answer
    )
    verify(answer, rendered)
    return rendered


def verify(answer: Answer, rendered: str) -> None:
    """Check that a rendering shows the address of every source that must be attributed.

    Renderers outside this module call it before they let anything out.

    Raises:
        VerificationFailed: naming the first source that is missing.
    """
    for source in answer.sources:
        if source.requires_attribution and not _shows(rendered, source.url):
            raise VerificationFailed(f"{source.url} must be shown as a source, but the rendering leaves it out")


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
