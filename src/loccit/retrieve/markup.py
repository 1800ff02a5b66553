"""A page's tags and text in one linear pass, for the few questions that must be answered before extraction.

Nothing here is evidence: the text is only counted. Tags inside comments, scripts, styles and ``noscript`` are not
seen, as in a browser that runs scripts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import turbohtml
from turbohtml import TokenType

_SILENT = frozenset({"script", "style", "noscript", "template", "title", "textarea", "iframe", "noembed", "noframes"})


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
        text_length: code points of text outside scripts, styles and the like, white space collapsed.
        scripts: the text of inline scripts.
    """

    tags: list[Tag] = field(default_factory=list)
    title: str = ""
    text_length: int = 0
    scripts: list[str] = field(default_factory=list)

    def first(self, name: str) -> Tag | None:
        """Return the first tag of that name."""
        return next((tag for tag in self.tags if tag.name == name), None)


def read_markup(text: str) -> Markup:
    """Return the tags and the amount of text of an HTML page."""
    found = Markup()
    silent: str | None = None
    depth = 0
    for token in _tokens(text):
        if token.type is TokenType.START_TAG:
            if silent is None:
                found.tags.append(_tag(token))
            if silent is None and token.tag in _SILENT:
                silent, depth = token.tag, 1
            elif token.tag == silent:
                depth += 1
        elif token.type is TokenType.END_TAG and token.tag == silent:
            depth -= 1
            silent = silent if depth else None
        elif token.type is TokenType.TEXT:
            _take(found, silent, token.data or "")
    return found


def _take(found: Markup, silent: str | None, data: str) -> None:
    if silent is None:
        found.text_length += len(" ".join(data.split()))
    elif silent == "title" and not found.title:
        found.title = " ".join(data.split())
    elif silent == "script":
        found.scripts.append(data)


def _tokens(text: str) -> Iterator[turbohtml.Token]:
    yield from turbohtml.tokenize(text)


def _tag(token: turbohtml.Token) -> Tag:
    attributes: dict[str, str] = {}
    for name, value in token.attrs or ():
        attributes.setdefault(name, value or "")
    return Tag(token.tag or "", attributes)
