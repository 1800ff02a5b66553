"""From the rows of all pages to one text with its blocks: paragraphs, headings, cells, running lines."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from loccit.extract.headings import HeadingTrail
from loccit.extract.pdf_glyphs import Rect
from loccit.extract.pdf_layout import Row, Segment
from loccit.records.extract import Block, BlockKind, Box, HiddenText, Landmark

_DIGITS = re.compile(r"\d+")
_BULLET = re.compile(r"(?:[•‣▪●○◦–*-]|\(?\d{1,3}[.)])\s")
_MARGIN_LINES = 2


@dataclass(frozen=True, slots=True)
class ReadPage:
    """The rows of one page in reading order, and what is hidden on it."""

    number: int
    rows: tuple[Row, ...]
    hidden: tuple[HiddenText, ...]
    has_images: bool


def write_pages(pages: Sequence[ReadPage]) -> tuple[str, tuple[Block, ...]]:
    """Return the canonical text of all pages and its blocks."""
    writer = _Writer(_heading_sizes(pages))
    running = _running_lines(pages)
    for page in pages:
        writer.write(page, running)
    return "".join(writer.written), tuple(writer.blocks)


@dataclass
class _Writer:
    """Writes pages to one text and remembers the headings in force."""

    heading_sizes: tuple[float, ...]
    written: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    trail: HeadingTrail = field(default_factory=HeadingTrail)
    length: int = 0

    def write(self, page: ReadPage, running: dict[str, Landmark]) -> None:
        paragraph: list[Row] = []
        for row in page.rows:
            landmark = running.get(_running_key(row))
            single = len(row.segments) == 1 and landmark is None
            if paragraph and not (single and self._continues(paragraph[-1], row)):
                self._paragraph(paragraph, page.number)
                paragraph = []
            if single:
                paragraph.append(row)
            elif landmark:
                self._block(row.segments, "other", page.number, landmark=landmark)
            else:
                self._cells(row, page.number)
        if paragraph:
            self._paragraph(paragraph, page.number)

    def _continues(self, above: Row, row: Row) -> bool:
        one, other = above.segments[0], row.segments[0]
        distance = one.baseline - other.baseline
        same_look = abs(one.size - other.size) <= 0.12 * one.size and one.bold == other.bold
        near = 0 < distance <= 1.6 * max(one.size, other.size)
        # A line that stops well before the one below it ends a paragraph.
        ended = one.rect.right < other.rect.right - 6 * one.size and one.text[-1:] in ".:!?。！？："
        indented = other.rect.left > one.rect.left + 0.9 * one.size
        outdented = other.rect.left < one.rect.left - 4 * one.size
        return (
            above.region == row.region
            and same_look
            and near
            and not (ended or indented or outdented or _BULLET.match(other.text))
        )

    def _paragraph(self, rows: list[Row], page: int) -> None:
        segments = [row.segments[0] for row in rows]
        level = self._level(segments)
        if level is not None:
            self.trail.close(level)
            self._block(segments, "heading", page)
            self.trail.open(level, " ".join(segment.text for segment in segments))
        else:
            self._block(segments, "list_item" if _BULLET.match(segments[0].text) else "paragraph", page)

    def _cells(self, row: Row, page: int) -> None:
        for number, segment in enumerate(row.segments):
            self._block([segment], "table_cell", page, separator="\t" if number else None)

    def _level(self, segments: list[Segment]) -> int | None:
        first = segments[0]
        length = sum(len(segment.text) for segment in segments)
        if len(segments) > 3 or length > 200 or not any(c.isalpha() for s in segments for c in s.text):
            return None
        for level, size in enumerate(self.heading_sizes, 1):
            if abs(first.size - size) <= 0.06 * size:
                return level
        bold = all(segment.bold for segment in segments) and length <= 120 and first.text[-1:] not in ".,;"
        return len(self.heading_sizes) + 1 if bold and len(segments) <= 2 else None

    def _block(
        self,
        segments: list[Segment],
        kind: BlockKind,
        page: int,
        *,
        landmark: Landmark = "main",
        separator: str | None = None,
    ) -> None:
        content = "\n".join(segment.text for segment in segments)
        between = (separator or "\n\n") if self.written else ""
        self.written += [between, content]
        start = self.length + len(between)
        self.length = start + len(content)
        self.blocks.append(
            Block(
                start=start,
                end=self.length,
                kind=kind,
                landmark=landmark,
                body=landmark == "main",
                body_score=1_000_000 if landmark == "main" else 0,
                heading_path=self.trail.path,
                section_id=None,
                language="",
                source=None,
                flags=tuple(sorted({flag for segment in segments for flag in segment.flags})),
                page=page,
                boxes=tuple(_box(page, segment.rect) for segment in segments),
            )
        )


def _box(page: int, rect: Rect) -> Box:
    left, bottom, right, top = (round(value * 1000) for value in rect)
    return Box(page=page, left=left, bottom=bottom, right=right, top=top)


def _body_size(pages: Sequence[ReadPage]) -> float:
    sizes = _sizes(pages)
    return sizes.most_common(1)[0][0] if sizes else 0


def _heading_sizes(pages: Sequence[ReadPage]) -> tuple[float, ...]:
    body = _body_size(pages)
    larger = sorted((size for size in _sizes(pages) if size >= 1.15 * body), reverse=True)
    levels: list[float] = []
    for size in larger:
        if not levels or size < 0.94 * levels[-1]:
            levels.append(size)
    return tuple(levels[:6])


def _sizes(pages: Sequence[ReadPage]) -> Counter[float]:
    sizes: Counter[float] = Counter()
    for page in pages:
        for row in page.rows:
            for segment in row.segments:
                sizes[round(segment.size * 2) / 2] += len(segment.text)
    return sizes


def _running_lines(pages: Sequence[ReadPage]) -> dict[str, Landmark]:
    """Return the lines at the top and bottom that most pages repeat, page numbers aside."""
    tops: Counter[str] = Counter()
    bottoms: Counter[str] = Counter()
    for page in pages:
        rows = sorted(page.rows, key=lambda row: -row.rect.top)
        tops.update({_running_key(row) for row in rows[:_MARGIN_LINES]})
        bottoms.update({_running_key(row) for row in rows[-_MARGIN_LINES:]})
    enough = max(3, len(pages) // 3)
    return {
        **{key: "header" for key, count in tops.items() if count >= enough},
        **{key: "footer" for key, count in bottoms.items() if count >= enough},
    }


def _running_key(row: Row) -> str:
    text = _DIGITS.sub("#", " ".join(segment.text for segment in row.segments))
    return f"{round(row.rect.bottom / 4)} {text}"
