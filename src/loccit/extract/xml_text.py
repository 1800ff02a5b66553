"""XML and feeds read as text: the text of each element is a block, with the titles above it as its path.

No parser of the platform is used, since none gives offsets; nothing is expanded but the five predefined entities and
character references (XML 1.0, 4.6), so a document can't grow. An element that mixes text and elements is one block.
"""

import html
import re
from dataclasses import dataclass, field, replace

from loccit.extract.plain_text import PlainText, text_block
from loccit.records.extract import Block
from loccit.text.offsets import Span

_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[(?P<cdata>.*?)(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>"
    r"|</(?P<close>[^\s>]+)\s*>|<(?P<open>[A-Za-z_:\u0080-\U0010ffff][^\s/><]*)(?:[^>\"']|\"[^\"]*\"|'[^']*'){0,4096}?(?P<empty>/)?>|(?P<text>[^<]+|<)",
    re.DOTALL,
)
_REFERENCE = re.compile(r"&(?:lt|gt|amp|quot|apos|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_MARKUP = re.compile(r"<(?:(?P<block>/?(?:p|div|br|li|ul|ol|tr|td|th|h[1-6]|table|blockquote|pre)\b)|/?[a-zA-Z])[^>]*>")
_HTML_IN_FEED = frozenset(("description", "content", "summary", "encoded", "title"))
_TITLES = frozenset(("title", "name", "head", "label", "dt", "term"))
_INLINE = frozenset(
    ("a", "b", "i", "u", "em", "strong", "code", "tt", "sub", "sup", "span", "emphasis", "literal", "ulink", "link")
)
MAX_DEPTH = 1_000
"""Elements deeper than this belong to the element above them."""


@dataclass
class _Element:
    """An element being read."""

    name: str
    step: str
    pieces: list[str] = field(default_factory=list)
    source: Span | None = None
    children: dict[str, int] = field(default_factory=dict)
    title: str = ""
    mixed_in: bool = False


def read_xml(text: str) -> PlainText:
    """Return the text of an XML document and its blocks; source spans count in the document as it was written."""
    return _Reader().read(text)


class _Reader:
    def __init__(self) -> None:
        self._open: list[_Element] = [_Element("", "")]
        self._written: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._title: str | None = None

    def read(self, source: str) -> PlainText:
        for match in _TOKEN.finditer(source):
            if match["open"] is not None:
                self._begin(match["open"])
                if match["empty"]:
                    self._end(match["open"])
            elif match["close"] is not None:
                self._end(match["close"])
            elif match["cdata"] is not None:
                self._add(match["cdata"], Span(*match.span()))
            elif match["text"] is not None:
                self._add(_REFERENCE.sub(lambda m: html.unescape(m.group()), match["text"]), Span(*match.span()))
        while len(self._open) > 1:
            self._end(self._open[-1].name)
        self._write(self._open[0])
        return PlainText("".join(self._written), tuple(self._blocks), self._title)

    def _begin(self, name: str) -> None:
        if len(self._open) > MAX_DEPTH:
            return
        parent = self._open[-1]
        local = name.rpartition(":")[2]
        number = parent.children[local] = parent.children.get(local, 0) + 1
        # Text before a child makes the parent mixed; its children then are part of its one block.
        mixed = parent.mixed_in or local in _INLINE or any(piece.strip() for piece in parent.pieces)
        self._open.append(_Element(local, f"{local}[{number}]", mixed_in=mixed))

    def _end(self, name: str) -> None:
        local = name.rpartition(":")[2]
        if local not in [element.name for element in self._open[-20:]]:
            return
        while len(self._open) > 1:
            element = self._open.pop()
            if element.mixed_in:
                self._hand_up(element)
            else:
                self._write(element)
            if element.name == local:
                return

    def _add(self, text: str, span: Span) -> None:
        element = self._open[-1]
        element.pieces.append(text)
        if text.strip():
            element.source = Span(element.source.start if element.source else span.start, span.end)

    def _hand_up(self, element: _Element) -> None:
        outer = self._open[-1]
        outer.pieces.extend(element.pieces)
        if element.source:
            outer.source = Span(outer.source.start if outer.source else element.source.start, element.source.end)

    def _write(self, element: _Element) -> None:
        content = "".join(element.pieces)
        if element.name in _HTML_IN_FEED:
            content = _MARKUP.sub(lambda match: "\n" if match["block"] else "", content)
        lines = [" ".join(line.split()) for line in content.split("\n")]
        content = "\n".join(line for line in lines if line)
        if not content:
            return
        is_title = element.name.lower() in _TITLES
        path = tuple(outer.title for outer in self._open if outer.title)
        if is_title and self._open:
            self._open[-1].title = self._open[-1].title or content
            self._title = self._title or content
        separator = "\n" if self._written else ""
        self._written += [separator, content]
        start = self._length + len(separator)
        self._length = start + len(content)
        place = "/" + "/".join(e.step for e in [*self._open, element] if e.step)
        block = text_block(
            Span(start, self._length), "heading" if is_title else "paragraph", path=path, section_id=place
        )
        self._blocks.append(replace(block, source=element.source))
