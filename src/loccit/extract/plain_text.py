"""Paragraphs of plain text, and what the readers of other text formats share."""

import re
from dataclasses import dataclass
from itertools import pairwise

from loccit.records.extract import Block, BlockKind
from loccit.text.offsets import Span

_PARAGRAPH = re.compile(r"[^\S\n]*\S[^\n]*(?:\n[^\S\n]*\S[^\n]*)*")
_BULLET = re.compile(r"(?m)^[^\S\n]*(?:[-*+•‣◦]|\d{1,3}[.)]|[一二三四五六七八九十]{1,3}、)[^\S\n]+(?=\S)")


@dataclass(frozen=True, slots=True)
class PlainText:
    """Canonical text and blocks of a page that is no HTML; ``title`` is what it shows as its title, if anything."""

    text: str
    blocks: tuple[Block, ...]
    title: str | None = None


def plain_text(text: str) -> str:
    """Return a decoded text without byte order mark, its lines ended by line feeds."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def text_block(
    span: Span, kind: BlockKind = "paragraph", *, path: tuple[str, ...] = (), section_id: str | None = None
) -> Block:
    """Return a block of a text in which everything is body text and stands at the same place in the source."""
    return Block(
        start=span.start,
        end=span.end,
        kind=kind,
        landmark="main",
        body=True,
        body_score=1_000_000,
        heading_path=path,
        section_id=section_id,
        language="",
        source=span,
    )


def trimmed(text: str, start: int, end: int) -> Span | None:
    """Return a span without the white space at its ends, or null if nothing else is in it."""
    body = text[start:end].strip()
    if not body:
        return None
    begin = text.index(body[0], start)
    return Span(begin, begin + len(body))


def paragraph_blocks(text: str) -> PlainText:
    """Split plain text at blank lines; lines that begin with a bullet or number are list items."""
    blocks: list[Block] = []
    for paragraph in _PARAGRAPH.finditer(text):
        marks = list(_BULLET.finditer(text, *paragraph.span()))
        edges = [paragraph.start(), *(mark.start() for mark in marks), paragraph.end()]
        starts = {mark.start(): mark.end() for mark in marks}
        for first, last in pairwise(edges):
            span = trimmed(text, starts.get(first, first), last)
            if span:
                blocks.append(text_block(span, "list_item" if first in starts else "paragraph"))
    return PlainText(text, tuple(blocks))
