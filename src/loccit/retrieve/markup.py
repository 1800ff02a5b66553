"""A page's tags and text in one linear pass, for the few questions that must be answered before extraction.

Nothing here is evidence: the text is only counted. Tags inside comments, scripts, styles and ``noscript`` are not
seen, as in a browser that runs scripts.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice

import turbohtml
from turbohtml import TokenType

MAX_PARSED_BYTES = 8 * 1024 * 1024
MAX_TOKENS = 150_000
"""How much of a page is looked at. Few bytes on the wire can become millions of tags: one second must do for them."""

_SILENT = frozenset({"script", "style", "noscript", "template", "title", "textarea", "iframe", "noembed", "noframes"})

_ENDS_PARAGRAPH = frozenset(
    {"address", "article", "aside", "blockquote", "div", "dl", "fieldset", "figure", "footer", "form", "header", "hr"}
    | {"h1", "h2", "h3", "h4", "h5", "h6", "main", "nav", "ol", "pre", "section", "table", "ul"}
)
"""Start tags that end an open paragraph (HTML Standard, 4.4.1)."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A start tag; names are lower-case, the first of equal attributes counts."""

    name: str
    attributes: dict[str, str]


@dataclass(slots=True)
class Markup:
    """What one pass found.

    Attributes:
        tags: start tags in order.
        title: text of the first ``title``.
        heading: text of the first ``h1``.
        text_length: code points of text outside scripts, styles and the like, white space collapsed.
        paragraph_length: how many of them stand in paragraphs.
        consent_length: how many of them stand in a container of a consent tool.
        scripts: the text of inline scripts, data blocks included.
        has_scripts: whether there is any script, inline or not, that is no data block.
    """

    tags: list[Tag] = field(default_factory=list)
    title: str = ""
    heading: str = ""
    text_length: int = 0
    paragraph_length: int = 0
    consent_length: int = 0
    scripts: list[str] = field(default_factory=list)
    has_scripts: bool = False

    def first(self, name: str) -> Tag | None:
        """Return the first tag of that name."""
        return next((tag for tag in self.tags if tag.name == name), None)


def read_markup(text: str, *, consent_ids: Collection[str] = ()) -> Markup:
    """Return the tags and the amount of text of an HTML page.

    Args:
        text: the page, decoded; of one with more than ``MAX_TOKENS`` tags and texts, its beginning counts.
        consent_ids: ids, or beginnings of ids, of elements whose text is counted as consent text too.
    """
    reading = _Reading(tuple(consent_ids))
    for token in _tokens(text):
        if token.type is TokenType.START_TAG:
            reading.start(_tag(token))
        elif token.type is TokenType.END_TAG:
            reading.end(token.tag or "")
        elif token.type is TokenType.TEXT:
            reading.text(token.data or "")
    return reading.found


@dataclass(slots=True)
class _Inside:
    """An element one is in: how many of its name are open, itself included."""

    name: str
    depth: int = 1


class _Reading:
    """The state of the pass."""

    def __init__(self, consent_ids: tuple[str, ...]) -> None:
        self.found = Markup()
        self._consent_ids = consent_ids
        self._silent: _Inside | None = None
        self._consent: _Inside | None = None
        self._paragraph = False
        self._heading = False

    def start(self, tag: Tag) -> None:
        if self._silent is not None:
            self._silent.depth += tag.name == self._silent.name
            return
        self.found.tags.append(tag)
        if tag.name in _SILENT:
            self._silent = _Inside(tag.name)
            self.found.has_scripts |= tag.name == "script" and _is_program(tag)
        elif self._consent is not None:
            self._consent.depth += tag.name == self._consent.name
        elif self._consent_ids and tag.attributes.get("id", "").startswith(self._consent_ids):
            self._consent = _Inside(tag.name)
        if tag.name == "p" or tag.name in _ENDS_PARAGRAPH:
            self._paragraph = tag.name == "p"
        self._heading |= tag.name == "h1" and not self.found.heading

    def end(self, name: str) -> None:
        if self._silent is not None:
            self._silent.depth -= name == self._silent.name
            self._silent = self._silent if self._silent.depth else None
            return
        if self._consent is not None:
            self._consent.depth -= name == self._consent.name
            self._consent = self._consent if self._consent.depth else None
        self._paragraph &= name != "p" and name not in _ENDS_PARAGRAPH
        self._heading &= name != "h1"

    def text(self, data: str) -> None:
        found, collapsed = self.found, " ".join(data.split())
        if self._silent is None:
            found.text_length += len(collapsed)
            found.paragraph_length += len(collapsed) if self._paragraph else 0
            found.consent_length += len(collapsed) if self._consent is not None else 0
            if self._heading:
                found.heading = f"{found.heading} {collapsed}".strip()
        elif self._silent.name == "title" and not found.title:
            found.title = collapsed
        elif self._silent.name == "script":
            found.scripts.append(data)


def _is_program(tag: Tag) -> bool:
    kind = tag.attributes.get("type", "").lower()
    return not kind or kind == "module" or "javascript" in kind or "ecmascript" in kind


def _tokens(text: str) -> Iterator[turbohtml.Token]:
    yield from islice(turbohtml.tokenize(text), MAX_TOKENS)


def _tag(token: turbohtml.Token) -> Tag:
    attributes: dict[str, str] = {}
    for name, value in token.attrs or ():
        attributes.setdefault(name, value or "")
    return Tag(token.tag or "", attributes)
