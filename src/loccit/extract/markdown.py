"""Blocks of Markdown (CommonMark 0.31 block structure, with the tables of GitHub).

Only the structure is read: headings, paragraphs, list items, quotations, code and table cells. Marks inside a line
stay in the text as they stand.
"""

import re
from dataclasses import dataclass, field

from loccit.extract.headings import HeadingTrail
from loccit.extract.plain_text import PlainText, text_block, trimmed
from loccit.records.extract import Block, BlockKind
from loccit.text.offsets import Span

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(?P<text>.*?))?(?:[ \t]+#+)?[ \t]*\Z")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*\Z")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(?:\[[ xX]\][ \t]+)?|\Z)")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\Z")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_CELL = re.compile(r"(?:[^|\\`]|\\.|`[^`]*`|`)+")
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|\Z)")


@dataclass
class _Reader:
    """What is open while the lines go by: headings, and a paragraph not ended yet."""

    text: str
    blocks: list[Block] = field(default_factory=list)
    trail: HeadingTrail = field(default_factory=HeadingTrail)
    open_span: Span | None = None
    open_kind: BlockKind = "paragraph"
    title: str | None = None
    headers: tuple[str, ...] | None = None

    def close(self) -> None:
        if self.open_span:
            self.emit(self.open_span, self.open_kind)
        self.open_span = None
        self.open_kind = "paragraph"

    def emit(self, span: Span, kind: BlockKind, extra: tuple[str, ...] = ()) -> None:
        inner = trimmed(self.text, *span)
        if inner:
            self.blocks.append(text_block(inner, kind, path=(*self.trail.path, *extra)))

    def extend(self, span: Span, kind: BlockKind | None = None) -> None:
        if kind is not None and (kind != self.open_kind or self.open_span is None):
            self.close()
            self.open_kind = kind
        self.open_span = Span(self.open_span.start if self.open_span else span.start, span.end)

    def heading(self, span: Span, level: int) -> None:
        self.trail.close(level)
        inner = trimmed(self.text, *span)
        if inner:
            self.emit(inner, "heading")
            name = " ".join(self.text[inner.start : inner.end].split())
            self.title = self.title or name
            self.trail.open(level, name)

    def row(self, line: Span, *, header: bool) -> None:
        cells = [Span(*match.span()) for match in _CELL.finditer(self.text, *line)]
        cells = [cell for cell in cells if self.text[cell.start : cell.end] != "\n"]
        if (
            cells
            and not self.text[cells[0].start : cells[0].end].strip()
            and self.text[line.start : line.end].strip()[:1] == "|"
        ):
            cells = cells[1:]
        if header:
            self.headers = tuple(self.text[cell.start : cell.end].strip() for cell in cells)
        for number, cell in enumerate(cells):
            name = self.headers[number] if self.headers and not header and number < len(self.headers) else ""
            self.emit(cell, "table_cell", (name,) if name else ())


def markdown_blocks(text: str) -> PlainText:
    """Return the blocks of a Markdown text; the first heading is its title."""
    reader = _Reader(text)
    front = _FRONT_MATTER.match(text)
    lines = [Span(*match.span()) for match in _LINE.finditer(text, front.end() if front else 0)]
    if front:
        reader.emit(Span(*front.span()), "other")
    index = 0
    while index < len(lines):
        index = _read_line(reader, lines, index)
    reader.close()
    return PlainText(text, tuple(reader.blocks), reader.title)


def _read_line(reader: _Reader, lines: list[Span], index: int) -> int:
    """Read one line, or a fenced block, and return the index of the next line."""
    span = lines[index]
    line = reader.text[span.start : span.end].rstrip("\n")
    if not line.strip():
        reader.close()
        reader.headers = None
    elif fence := _FENCE.match(line):
        reader.close()
        return _fenced(reader, lines, index, fence.group(1))
    elif heading := _ATX.match(line):
        reader.close()
        at = span.start + max(0, heading.start("text"))
        reader.heading(Span(at, at + len(heading["text"] or "")), len(heading.group(1)))
    elif reader.open_span and reader.open_kind == "paragraph" and (under := _SETEXT.match(line)):
        title, reader.open_span = reader.open_span, None
        reader.heading(title, 1 if under.group(1)[0] == "=" else 2)
    elif _RULE.match(line):
        reader.close()
    elif _begins_table(reader, lines, index, line):
        reader.close()
        reader.row(span, header=True)
        return index + 2
    elif reader.headers is not None and "|" in line:
        reader.row(span, header=False)
    else:
        _continue(reader, span, line)
    return index + 1


def _begins_table(reader: _Reader, lines: list[Span], index: int, line: str) -> bool:
    if reader.headers is not None or "|" not in line or index + 1 >= len(lines):
        return False
    rule = reader.text[lines[index + 1].start : lines[index + 1].end].rstrip("\n")
    return "|" in rule and bool(_TABLE_RULE.match(rule))


def _continue(reader: _Reader, span: Span, line: str) -> None:
    quote = _QUOTE.match(line)
    item = _ITEM.match(line)
    if quote:
        reader.extend(Span(span.start + quote.end(), span.end), "quote")
    elif item:
        reader.close()
        reader.extend(Span(span.start + item.end(), span.end), "list_item")
    elif reader.open_span is None and line.startswith(("    ", "\t")):
        reader.extend(span, "code")
    else:
        reader.extend(span)


def _fenced(reader: _Reader, lines: list[Span], index: int, fence: str) -> int:
    closing = re.compile(rf" {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}[ \t]*\n?\Z")
    last = index + 1
    while last < len(lines) and not closing.match(reader.text[lines[last].start : lines[last].end]):
        last += 1
    if last > index + 1:
        reader.emit(Span(lines[index].end, lines[last - 1].end), "code")
    return last + 1
