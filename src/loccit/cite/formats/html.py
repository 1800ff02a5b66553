"""Answers in HTML: links, raised marks, and the list their fragments lead to.

The answer's text is what the page shows, one empty line between blocks, white space collapsed outside ``pre``.
"""

import html
import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

from loccit.cite import attribution
from loccit.cite.answer import Reading, Stretch
from loccit.cite.formats.assembly import Assembly, unmarked_claims
from loccit.cite.formats.links import Link, links
from loccit.cite.formats.markup import Page, read_markup
from loccit.cite.formats.prose import Prose, cite_prose
from loccit.cite.formats.references import is_list_heading, source_of
from loccit.cite.markers import blanked, stands_as_mark
from loccit.errors import BadInput
from loccit.ids import JsonValue, json_kind, scalar_text
from loccit.records import Anchor, Answer, AnswerSource, Origin
from loccit.text.offsets import Span

name: Final = "html"

_OPENING = re.compile(
    r"\s*(?:<!--[\s\S]{0,20000}?-->\s*)*<(?:!doctype\b|(?:html|head|body|main|article|section|div|span|p|h[1-6]|ul|ol|table|"
    r"blockquote|b|i|em|strong|a)(?=[\s>/]))",
    re.IGNORECASE,
)
_RAISED_LABEL = re.compile(r"[\s\[(【]*(?:\d{1,3}|[a-z]|[*†‡§]{1,3}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})[\s\])】]*", re.IGNORECASE)


def looks_like(payload: JsonValue) -> bool:
    """Tell whether it is a text that begins with a document type or an element."""
    return isinstance(payload, str) and bool(_OPENING.match(payload.removeprefix("\ufeff")))


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the answer of a page or fragment.

    Raises:
        BadInput: if it is no text.
    """
    if not isinstance(payload, str):
        raise BadInput("answer", f"expected HTML text, got {json_kind(payload)}")
    page = read_markup(scalar_text(payload))
    marks = [one for one in page.fragments if _is_mark(page, one.label, one.target)]
    entries = {"#" + one.target: page.targets[one.target] for one in marks}
    entries |= {str(number): span for number, span in enumerate(_listed(page), 1)}
    headings = [span for span in page.headings if is_list_heading(page.text[span.start : span.end])]
    listed = sorted({*headings, *entries.values()})
    apart = sorted({*page.blocks, *listed})
    assembly = Assembly()
    assembly.add_part(page.text[: _end_of_prose(page.text, listed)])
    labels = {label: assembly.source(_source(page, span, label)) for label, span in entries.items()}
    assembly.apart += [span for span in apart if span.end <= len(assembly.text)]
    for one in marks:
        if not _within(one.label, apart):
            assembly.cite(Stretch(*one.label, (labels["#" + one.target],), kind="marker"))
    words = blanked(assembly.text, [*apart, *page.code, *(one.label for one in page.fragments)])
    for raised in page.raised:
        label = page.text[raised.start : raised.end].strip(" []")
        if label in labels and _marks(page, raised) and not _within(raised, apart):
            assembly.cite(Stretch(*raised, (labels[label],), kind="marker"))
            words = blanked(words, [raised])
    shown = [link for link in page.links if not _within(link.span, apart)]
    cite_prose(assembly, Prose(assembly.text, words[: len(assembly.text)], shown, labels))
    return assembly.reading(origin)


def write(answer: Answer) -> str:
    """Return a fragment: the text, its marks and a raised one behind each claim without, and the list they lead to.

    Raises:
        VerificationFailed: if a source that must be attributed can't be shown.
    """
    pieces: dict[int, list[str]] = {}
    marks = [one for one in answer.anchors if one.kind == "marker" and len(one.sources) == 1]
    for one in marks:
        pieces.setdefault(one.start, []).append(_opening(one, answer))
        pieces.setdefault(one.end, []).insert(0, "</a>")
    for claim in unmarked_claims(answer):
        pieces.setdefault(claim.end, []).extend(
            f'<sup><a href="#source-{position + 1}">[{position + 1}]</a></sup>' for position in claim.sources
        )
    cuts = sorted({0, len(answer.text), *pieces})
    body = "".join(
        "".join(pieces.get(start, [])) + html.escape(answer.text[start:end], quote=False)
        for start, end in pairwise([*cuts, len(answer.text)])
    )
    items = "".join(f'<li id="source-{number}">{_link(source)}</li>' for number, source in enumerate(answer.sources, 1))
    sources = f"<h2>Sources</h2><ol>{items}</ol>" if items else ""
    rendered = f'<div style="white-space: pre-wrap">{body}</div>{sources}'
    attribution.verify(answer, rendered)
    return rendered


def _opening(mark: Anchor, answer: Answer) -> str:
    position = mark.sources[0]
    numbered = _RAISED_LABEL.fullmatch(mark.slice)
    target = f"#source-{position + 1}" if numbered else html.escape(answer.sources[position].url)
    return f'<a href="{target}">'


def _end_of_prose(text: str, listed: list[Span]) -> int:
    """Return where the text ends if the list of sources at its end is left out."""
    end = len(text.rstrip())
    for span in reversed(listed):
        if len(text[: span.end].rstrip()) < end:
            break
        end = len(text[: span.start].rstrip())
    return end


def _within(inner: Span, spans: list[Span]) -> bool:
    return any(span.start <= inner.start < span.end for span in spans)


def _is_mark(page: Page, label: Span, target: str) -> bool:
    if target not in page.targets or not _RAISED_LABEL.fullmatch(page.text[label.start : label.end]):
        return False
    place = page.targets[target]
    return not place.start <= label.start < place.end and place.start > label.start


def _marks(page: Page, raised: Span) -> bool:
    """Tell whether raised digits can be a mark: no link holds them, and they are no power of a number or unit."""
    linked = [one.label for one in page.fragments] + [one.span for one in page.links]
    inside = any(one.start <= raised.start < one.end or raised.start <= one.start < raised.end for one in linked)
    return not inside and stands_as_mark(page.text, raised.start)


def _listed(page: Page) -> list[Span]:
    """Return the items of the list of sources: the last numbered one whose heading says so, or all of links."""
    for items, heading in reversed(page.lists):
        linked = [_link_in(page, item) is not None for item in items]
        if items and (all(linked) if heading is None else is_list_heading(heading)):
            return items
    return []


def _source(page: Page, span: Span, label: str) -> AnswerSource:
    link = _link_in(page, span)
    if link is not None and link.bare:
        return source_of(page.text, span, label)
    words = page.text[span.start : span.end] if link is None else page.text[link.label.start : link.label.end]
    return AnswerSource(
        url=link.url if link else f"reference:{label.removeprefix('#')}",
        title=" ".join(words.split()) or None,
        text=None,
        requires_attribution=False,
    )


def _link_in(page: Page, span: Span) -> Link | None:
    """Return the first link to a web address in a stretch, else the first address written out in it."""
    link = next((one for one in page.links if span.start <= one.span.start < span.end), None)
    if link is not None:
        return link
    words = page.text[span.start : span.end]
    return next((replace(one, label=one.span) for one in links(words, []) if one.bare), None)


def _link(source: AnswerSource) -> str:
    address = source.deep_link or source.url
    label = html.escape(source.title if source.title and source.title.strip() else source.url)
    if address.lower().startswith(("http://", "https://")):
        return f'<a href="{html.escape(address)}">{label}</a>'
    return label
