"""From the glyphs of a page to its lines and cells in reading order.

Glyphs become segments (runs on one line without a wide gap), segments become rows. Where a page is set in columns of
running text, column after column is read; where short segments stand side by side, they are cells of a table and are
read row by row and kept apart, also where they touch.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from loccit.extract.pdf_glyphs import Glyph, Rect

CELL_GAP = 1.0
"""A gap wider than so many line heights separates cells."""

_LINE_END = Glyph("\n", Rect(0, 0, 0, 0), 0, 0.01, 0, bold=False, painted=None)
_WORD_GAP = 0.18
_MIN_GUTTER = 8.0
_MIN_COLUMN_ROWS = 4


@dataclass(slots=True)
class Segment:
    """A run of glyphs on one line.

    ``order`` is its place in the content. The flag ``layout_uncertain`` stands where digits of two text objects touch
    and nothing tells whether they are one number or two cells.
    """

    text: str
    rect: Rect
    baseline: float
    size: float
    bold: bool
    order: int
    flags: tuple[str, ...] = ()


@dataclass(slots=True)
class Row:
    """Segments side by side, left to right."""

    segments: list[Segment] = field(default_factory=list)
    region: int = 0

    @property
    def rect(self) -> Rect:
        """The box around all segments."""
        return _around([segment.rect for segment in self.segments])


def read_rows(glyphs: Sequence[tuple[Glyph, str]], rules: Sequence[Rect]) -> list[Row]:
    """Return the rows of a page in reading order.

    Args:
        glyphs: the shown glyphs with a flag each (or an empty string), in the order of the content.
        rules: vertical lines on the page.
    """
    upright = [(glyph, flag) for glyph, flag in glyphs if _is_upright(glyph)]
    rows: list[Row] = []
    for region, part in enumerate(_regions(list(_segments(upright, _Boundaries(upright, rules))))):
        for row in _rows(part):
            row.region = region
            rows.append(row)
    return rows if len(upright) == len(glyphs) else [*rows, *_turned_rows(glyphs)]


def _is_upright(glyph: Glyph) -> bool:
    return abs(math.remainder(glyph.angle, math.tau)) < 0.1


def _turned_rows(glyphs: Sequence[tuple[Glyph, str]]) -> Iterator[Row]:
    """Yield the lines of text that is written at an angle, as the content orders them."""
    run: list[tuple[Glyph, str]] = []
    for number, (glyph, flag) in enumerate([*glyphs, (_LINE_END, "")]):
        if glyph.text in ("\r", "\n"):
            for segment in _segment(run, number, uncertain=False, upright=False):
                segment.flags = tuple(sorted((*segment.flags, "rotated")))
                yield Row([segment], region=-1)
            run = []
        elif not _is_upright(glyph) or (run and not glyph.text.strip()):
            run.append((glyph, flag))


# ---- segments --------------------------------------------------------------------------------------------------


class _Boundaries:
    """Knows where two touching text objects are two cells."""

    def __init__(self, glyphs: Sequence[tuple[Glyph, str]], rules: Sequence[Rect]) -> None:
        self._rules = rules
        self._lengths = Counter(id(glyph.painted) for glyph, _ in glyphs if glyph.painted)
        touching = [pair for pair in pairwise(glyphs) if self._touch(pair[0][0], pair[1][0])]
        # Objects of different lengths that end at one x where others begin: a right-aligned column meets a
        # left-aligned one, which is no chance.
        self._edges: dict[int, set[int]] = {}
        for (before, _), (after, _) in touching:
            begins = round(before.painted.rect.left) if before.painted else 0
            self._edges.setdefault(round(after.rect.left), set()).add(begins)

    def between(self, before: Glyph, after: Glyph) -> str:
        """Return ``cell``, ``uncertain`` or an empty string for two glyphs of one line that follow each other."""
        gap = after.rect.left - before.rect.right
        if before.painted is after.painted and gap < 0.2 * after.size:
            return ""
        if any(self._crosses(rule, before, after) for rule in self._rules):
            return "cell"
        if gap > CELL_GAP * max(before.size, after.size):
            return "cell"
        if not self._touch(before, after):
            return ""
        if len(self._edges.get(round(after.rect.left), ())) >= 2:
            return "cell"
        return "uncertain" if before.text.isdecimal() and after.text.isdecimal() else ""

    def _touch(self, before: Glyph, after: Glyph) -> bool:
        """Tell whether two objects of several glyphs meet inside what looks like one word."""
        one, other = before.painted, after.painted
        if one is None or other is None or one is other or abs(before.baseline - after.baseline) > 1:
            return False
        if not (before.text.strip() and after.text.strip()) or self._lengths[id(one)] + self._lengths[id(other)] < 4:
            return False
        return -0.3 * after.size < after.rect.left - before.rect.right <= 0.25 * after.size

    def _crosses(self, rule: Rect, before: Glyph, after: Glyph) -> bool:
        x = (rule.left + rule.right) / 2
        low, high = max(rule.bottom, after.rect.bottom), min(rule.top, after.rect.top)
        between = before.rect.right - 0.2 * before.size <= x <= after.rect.left + 0.2 * after.size
        return between and high - low >= 0.5 * after.size and _same_line(before, after)


def _segments(glyphs: Sequence[tuple[Glyph, str]], boundaries: _Boundaries) -> Iterator[Segment]:
    order = 0
    run: list[tuple[Glyph, str]] = []
    uncertain = False
    last: Glyph | None = None
    for glyph, flag in glyphs:
        inked = bool(glyph.text.strip())
        boundary = _boundary(last, glyph, boundaries) if last and inked else ""
        if boundary in ("line", "cell"):
            yield from _segment(run, order, uncertain=uncertain)
            run, uncertain = [], False
            order += 1
        uncertain = uncertain or boundary == "uncertain"
        if glyph.text in ("\r", "\n"):
            # PDFium ends a line at a superscript too, so its line ends count only where the place says so.
            continue
        if inked and last and not boundary and glyph.rect.left - last.rect.right > _WORD_GAP * last.size:
            run.append((_LINE_END, ""))
        run.append((glyph, flag))
        last = glyph if inked else last
    yield from _segment(run, order, uncertain=uncertain)


def _boundary(last: Glyph, glyph: Glyph, boundaries: _Boundaries) -> str:
    if not _same_line(last, glyph) or glyph.rect.left < last.rect.left - last.size:
        return "line"
    return boundaries.between(last, glyph)


def _same_line(one: Glyph, other: Glyph) -> bool:
    overlap = min(one.rect.top, other.rect.top) - max(one.rect.bottom, other.rect.bottom)
    return overlap >= 0.4 * min(one.size, other.size)


def _segment(run: list[tuple[Glyph, str]], order: int, *, uncertain: bool, upright: bool = True) -> Iterator[Segment]:
    inked = [glyph for glyph, _ in run if glyph.text.strip()]
    if not inked:
        return
    size = Counter(round(glyph.size, 1) for glyph in inked).most_common(1)[0][0]
    baseline = Counter(round(glyph.baseline, 1) for glyph in inked).most_common(1)[0][0]
    flags = {flag for _, flag in run if flag}
    flags |= {"layout_uncertain"} if uncertain else set()
    flags |= {"damaged"} if any(glyph.damaged for glyph in inked) else set()
    parts = _with_superscripts(run, size, baseline) if upright else (glyph.text for glyph, _ in run)
    yield Segment(
        text=" ".join("".join(parts).split()),
        rect=_around([glyph.rect for glyph in inked]),
        baseline=baseline,
        size=size,
        bold=sum(glyph.bold for glyph in inked) * 2 > len(inked),
        order=order,
        flags=tuple(sorted(flags)),
    )


def _with_superscripts(run: list[tuple[Glyph, str]], size: float, baseline: float) -> Iterator[str]:
    """Yield the text of a run; raised small glyphs after a word are marked, so that 10 to the 6th is no 106."""
    raised: list[str] = []
    previous = ""
    for glyph, _ in run:
        up = glyph.size <= 0.8 * size and glyph.baseline >= baseline + 0.15 * size and glyph.text.isalnum()
        if up:
            raised.append(glyph.text)
            continue
        yield from _raised(raised, previous)
        raised = []
        yield glyph.text
        previous = glyph.text
    yield from _raised(raised, previous)


def _raised(raised: list[str], previous: str) -> Iterator[str]:
    text = "".join(raised)
    if text:
        yield (f"^{text}" if len(text) == 1 else f"^({text})") if previous.strip() else text


# ---- reading order ---------------------------------------------------------------------------------------------


def _regions(segments: list[Segment]) -> list[list[Segment]]:
    """Split a page into columns of running text and what stands above, between and below them, in reading order."""
    if not segments:
        return []
    box = _around([segment.rect for segment in segments])
    regions: list[list[Segment]] = []
    plain: list[Segment] = []
    band: list[Segment] = []
    # Lines that reach over most of the page end a band in which columns may stand side by side.
    for segment in [*sorted(segments, key=_top), None]:
        if segment is not None and segment.rect.right - segment.rect.left <= 0.55 * (box.right - box.left):
            band.append(segment)
            continue
        columns = _columns(band)
        if len(columns) > 1:
            regions += [plain, *columns] if plain else columns
            plain = []
        else:
            plain += band
        band = []
        plain += [segment] if segment else []
    return [*regions, plain] if plain else regions


def _columns(band: list[Segment]) -> list[list[Segment]]:
    """Return the columns of running text, left to right, or the band whole."""
    for gutter in _gutters(band):
        left = [segment for segment in band if segment.rect.right <= gutter]
        right = [segment for segment in band if segment.rect.left >= gutter]
        in_turn = max(segment.order for segment in left) < min(segment.order for segment in right)
        if _is_running_text(left, strict=not in_turn) and _is_running_text(right, strict=not in_turn):
            return [*_columns(left), *_columns(right)]
    return [band]


def _gutters(band: list[Segment]) -> list[float]:
    """Return the middles of vertical strips that no segment reaches into, the widest first."""
    gaps: list[tuple[float, float]] = []
    reach: float | None = None
    for segment in sorted(band, key=lambda segment: segment.rect.left):
        if reach is not None and segment.rect.left - reach >= _MIN_GUTTER:
            gaps.append((segment.rect.left - reach, (segment.rect.left + reach) / 2))
        reach = max(segment.rect.right, reach or segment.rect.right)
    return [middle for _, middle in sorted(gaps, reverse=True)]


def _is_running_text(column: list[Segment], *, strict: bool) -> bool:
    """Tell running text from the cells of a table: many long lines that fill the column.

    ``strict`` where the content goes to and fro between the columns, as that of a table does.
    """
    rows = _rows(column)
    if len(rows) < _MIN_COLUMN_ROWS:
        return False
    width = _around([segment.rect for segment in column]).right - min(segment.rect.left for segment in column)
    text = "".join(segment.text for segment in column)
    # A letter of a script without spaces counts for two.
    length = sum(1 if character < "\u2e80" else 2 for character in text) / len(rows)
    filled = sum(row.rect.right - row.rect.left for row in rows) / len(rows) / max(width, 0.01)
    digits = sum(character.isdecimal() for character in text) / max(len(text), 1)
    # Lines of running text go on in the next one; cells begin with a capital or a number.
    going_on = sum(row.segments[0].text[0].islower() or row.segments[0].text[0] > "\u2e80" for row in rows) / len(rows)
    return digits < 0.3 and length >= (18 if strict else 15) and filled >= 0.5 and (going_on >= 0.3 or not strict)


def _top(segment: Segment) -> float:
    return -segment.rect.top


def _rows(segments: list[Segment]) -> list[Row]:
    rows: list[Row] = []
    for segment in sorted(segments, key=_top):
        fits = rows and _beside(rows[-1].segments[-1], segment)
        if not fits:
            rows.append(Row())
        rows[-1].segments.append(segment)
    for row in rows:
        row.segments.sort(key=lambda segment: segment.rect.left)
    return rows


def _beside(one: Segment, other: Segment) -> bool:
    overlap = min(one.rect.top, other.rect.top) - max(one.rect.bottom, other.rect.bottom)
    return overlap >= 0.5 * min(one.size, other.size)


def _around(rects: Sequence[Rect]) -> Rect:
    return Rect(
        min(rect.left for rect in rects),
        min(rect.bottom for rect in rects),
        max(rect.right for rect in rects),
        max(rect.top for rect in rects),
    )
