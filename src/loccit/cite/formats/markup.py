"""What an HTML page shows, as far as its citations depend on it."""

import re
from dataclasses import dataclass, field

from turbohtml import Element, Node, Text, parse

from loccit.cite.formats.links import Link
from loccit.text.offsets import Span

_NOT_SHOWN = frozenset(
    ("head", "script", "style", "template", "title", "noscript", "iframe", "svg", "math", "textarea", "select")
)
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
_CODE = frozenset(("code", "kbd", "samp", "var"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_PRESERVES = re.compile(r"white-space\s*:\s*(?:pre|pre-wrap|break-spaces)\s*(?:;|$)", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\n\r\f]+")
_MAX_DEPTH = 200


@dataclass(frozen=True, slots=True)
class Fragment:
    """A link to a place on the page itself."""

    label: Span
    target: str


@dataclass(slots=True)
class Page:
    """The text of a page and what stands where in it; spans count code points, end exclusive.

    Attributes:
        blocks, code: preformatted blocks, and code inside a line.
        targets: elements with an id, by it.
        raised: ``sup`` elements.
        lists: items of each numbered list, and the text of the heading directly before it.
    """

    text: str = ""
    links: list[Link] = field(default_factory=list)
    fragments: list[Fragment] = field(default_factory=list)
    targets: dict[str, Span] = field(default_factory=dict)
    blocks: list[Span] = field(default_factory=list)
    code: list[Span] = field(default_factory=list)
    headings: list[Span] = field(default_factory=list)
    raised: list[Span] = field(default_factory=list)
    lists: list[tuple[list[Span], str | None]] = field(default_factory=list)


def read_markup(markup: str) -> Page:
    """Return what a page or a fragment of one shows; elements nested deeper than 200 are left out."""
    walk = _Walk()
    root = parse(markup).root
    if root is not None:
        walk.visit(root, preserve=False, depth=0)
    walk.page.text = "".join(walk.pieces)
    return walk.page


class _Walk:
    def __init__(self) -> None:
        self.page = Page()
        self.pieces: list[str] = []
        self._length = 0
        self._break = ""
        self._last_heading: str | None = None

    def visit(self, node: Node, *, preserve: bool, depth: int) -> None:
        if isinstance(node, Text):
            self._write(node.data, preserve=preserve)
        elif isinstance(node, Element) and node.tag not in _NOT_SHOWN and depth < _MAX_DEPTH:
            self._enter(node, preserve=preserve, depth=depth)

    def _enter(self, element: Element, *, preserve: bool, depth: int) -> None:
        tag = element.tag
        if tag == "br":
            self._write("\n", preserve=True)
            return
        if tag in _BLOCKS and self._length:
            self._break = "\n\n"
        preserve = preserve or tag == "pre" or bool(_PRESERVES.search(_attribute(element, "style")))
        before, items = self._last_heading, []
        opened = len(self.pieces)
        for child in element.children:
            start = len(self.pieces)
            self.visit(child, preserve=preserve, depth=depth + 1)
            if isinstance(child, Element) and child.tag == "li":
                items.append(self._span(start))
        self._note(element, self._span(opened))
        if tag == "ol":
            self.page.lists.append(([item for item in items if item.end > item.start], before))
        if tag in _HEADINGS:
            self._last_heading = "".join(self.pieces[opened:]).strip()
        elif tag in ("p", "ol", "ul", "table"):
            self._last_heading = None
        if tag in _BLOCKS and self._length:
            self._break = "\n\n"

    def _note(self, element: Element, span: Span) -> None:
        if span.end <= span.start:
            return
        if element.tag == "pre":
            self.page.blocks.append(span)
        elif element.tag in _CODE:
            self.page.code.append(span)
        elif element.tag == "sup":
            self.page.raised.append(span)
        if element.tag in _HEADINGS:
            self.page.headings.append(span)
        identifier = _attribute(element, "id")
        if identifier:
            self.page.targets.setdefault(identifier, span)
        target = _attribute(element, "href").strip() if element.tag == "a" else ""
        if target.startswith("#") and len(target) > 1:
            self.page.fragments.append(Fragment(span, target[1:]))
        elif target.lower().startswith(("http://", "https://")):
            self.page.links.append(Link(span, span, target))

    def _span(self, opened: int) -> Span:
        """Return what the pieces since then take up, without the break before them."""
        length = sum(map(len, self.pieces[opened:]))
        start = self._length - length
        if opened < len(self.pieces) and self.pieces[opened] == "\n\n":
            start += 2
        return Span(start, self._length)

    def _write(self, data: str, *, preserve: bool) -> None:
        text = data if preserve else _SPACE.sub(" ", data)
        if not preserve and (self._break or not self._length or self.pieces[-1].endswith((" ", "\n"))):
            text = text.removeprefix(" ")
        if not text:
            return
        if self._break:
            self._put(self._break)
            self._break = ""
        self._put(text)

    def _put(self, piece: str) -> None:
        self.pieces.append(piece)
        self._length += len(piece)


def _attribute(element: Element, name: str) -> str:
    value = element.attr(name)
    return value if isinstance(value, str) else ""
