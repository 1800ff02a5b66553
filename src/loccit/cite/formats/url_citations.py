"""``url_citation`` annotations as OpenAI gives them: they mark the link in the text, not the claim it is for.

The unit of their offsets is not stated; they are read as code points, end exclusive, and where they miss the link that
their ``url`` names, that link tells where they belong. An annotation of words that are no link is taken for the claim
itself, as gateways to other services write it.
"""

import re
from collections.abc import Iterator

from loccit.cite.answer import Stretch
from loccit.cite.formats.assembly import Assembly, unmarked_claims
from loccit.cite.formats.fields import Fields
from loccit.cite.formats.links import Link, links
from loccit.cite.markers import blanked, find_marks
from loccit.ids import JsonValue
from loccit.records import Anchor, Answer, AnswerSource

_BRACKETS = "()[]（）【】 \t\n"
_HOST = re.compile(r"(?:https?://)?(?:www\.)?(?P<host>[^/?#:\s]+)", re.IGNORECASE)


def add(assembly: Assembly, citation: Fields, part: int, text: str) -> None:
    """Add one citation.

    Args:
        assembly: what is being read.
        citation: ``start_index end_index url title``.
        part: the part it is about.
        text: that part's text.
    """
    url = citation.text("url")
    source = AnswerSource(url=url, title=citation.text("title") or None, text=None, requires_attribution=False)
    position = assembly.source(source)
    start, end = citation.integer("start_index"), citation.integer("end_index")
    piece = text[start:end] if 0 <= start <= end <= len(text) else ""
    stretch = Stretch(start, end, (position,))
    if is_mark(piece, source):
        whole = text[start : end + 1]
        cut = not links(piece, []) and any(link.url == url and not link.bare for link in links(whole, []))
        stretch = Stretch(start, end, (position,), kind="marker", text=whole if cut else None)
    else:
        link = _only_link(text, url)
        if link is not None and not (piece and link.span.start >= start and link.span.end <= end):
            stretch = Stretch(start, end, (position,), kind="marker", text=text[link.span.start : link.span.end])
    assembly.cite(stretch, part=part)


def is_mark(piece: str, source: AnswerSource) -> bool:
    """Tell whether a piece of text only names its source: a link, an address, a mark, the host or the title."""
    bare = piece.strip(_BRACKETS)
    host = _HOST.match(source.url)
    if not bare:
        return False
    if bare.casefold() in {source.url.casefold(), (source.title or "").casefold()} - {""}:
        return True
    named = _HOST.fullmatch(bare)
    if host and named and named["host"].casefold() == host["host"].casefold():
        return True
    found = [link.span for link in links(piece, [])]
    rest = blanked(piece, found)
    rest = blanked(rest, [mark.span for mark in find_marks(rest, after_words=True)])
    if rest != piece and not any(map(str.isalnum, rest)):
        return True
    return source.url in piece and bare.startswith(("http://", "https://"))


def written(answer: Answer) -> Iterator[tuple[Anchor, AnswerSource]]:
    """Yield each anchor with each of its sources: the marks, and the claims that no mark gives."""
    marks = [one for one in answer.anchors if one.kind == "marker"]
    for one in sorted([*marks, *unmarked_claims(answer)], key=lambda anchor: (anchor.start, anchor.end)):
        for position in one.sources:
            yield one, answer.sources[position]


def annotation(one: Anchor, source: AnswerSource) -> dict[str, JsonValue]:
    """Return ``start_index end_index url title`` of one anchor and source."""
    return {"start_index": one.start, "end_index": one.end, "url": source.url, "title": source.title or ""}


def _only_link(text: str, url: str) -> Link | None:
    found = [link for link in links(text, []) if link.url == url]
    return found[0] if len(found) == 1 and url else None
