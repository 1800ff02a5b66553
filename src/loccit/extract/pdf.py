"""PDF to text, blocks and boxes, through PDFium.

The text is what a page shows, page after page, in reading order: lines of a paragraph are ended by one line feed,
blocks by two, cells of a row by a tab. Hyphens at line ends and ligatures stay as they are; comparing folds them.
Invisible, page-coloured and off-page text is kept apart with its reason.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import pypdfium2
import pypdfium2.raw as pdfium

from loccit.extract.headings import HeadingTrail
from loccit.extract.pdf_glyphs import Glyph, PageContent, Rect, read_page
from loccit.extract.pdf_layout import Row, Segment, read_rows
from loccit.extract.pdf_visibility import OCR_LAYER, PageVisibility
from loccit.records.extract import Block, BlockKind, Box, HiddenText, Landmark

_HEADER_WINDOW = 1024
_DIGITS = re.compile(r"\d+")
_BULLET = re.compile(r"(?:[•‣▪●○◦–*-]|\(?\d{1,3}[.)])\s")
_MARGIN_LINES = 2


@dataclass(frozen=True, slots=True)
class PdfText:
    """The text of a PDF.

    Attributes:
        text: canonical text.
        blocks: with page and one box a line.
        hidden: text that is on a page but not seen.
        title: as the file declares it.
        page_count: pages of the file; fewer are read where ``max_pages`` is lower.
        findings: ``ocr_layer``, ``pages_without_text``, ``pages_not_read``.
    """

    text: str
    blocks: tuple[Block, ...]
    hidden: tuple[HiddenText, ...]
    title: str | None
    page_count: int
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PdfUnreadable:
    """Why a PDF gave no text: an expected outcome.

    ``code`` is ``encrypted``, ``damaged_pdf``, ``no_text_layer`` (pages are images) or ``empty_pdf``.
    """

    code: str
    sentence: str


def extract_pdf(data: bytes, *, max_pages: int = 2_000) -> PdfText | PdfUnreadable:
    """Return the text of a PDF, or why there is none.

    Args:
        data: the file; up to 1024 bytes may stand before its header (PDF 32000-1, annex H, note 13).
        max_pages: pages to read; a finding says where there are more.
    """
    start = data.find(b"%PDF-", 0, _HEADER_WINDOW)
    try:
        document = pypdfium2.PdfDocument(data[max(start, 0) :])
    except pypdfium2.PdfiumError as error:
        if error.err_code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
            return PdfUnreadable("encrypted", "The PDF can't be read without its password.")
        return PdfUnreadable("damaged_pdf", "The file is no PDF that can be read.")
    try:
        return _read(document, max_pages)
    finally:
        document.close()


def _read(document: pypdfium2.PdfDocument, max_pages: int) -> PdfText | PdfUnreadable:
    count = len(document)
    pages: list[_Page] = []
    for index in range(min(count, max_pages)):
        try:
            pages.append(_page(read_page(document, index)))
        except pypdfium2.PdfiumError:
            return PdfUnreadable("damaged_pdf", f"Page {index + 1} of the PDF can't be read.")
    if not any(page.rows for page in pages):
        if any(page.has_images for page in pages):
            return PdfUnreadable("no_text_layer", "The pages of the PDF are images without text.")
        if not any(page.hidden for page in pages):
            return PdfUnreadable("empty_pdf", "The PDF shows no text.")
    writer = _Writer(_body_size(pages), _heading_sizes(pages))
    running = _running_lines(pages)
    for page in pages:
        writer.write(page, running)
    findings = {
        OCR_LAYER: any(OCR_LAYER in s.flags for page in pages for row in page.rows for s in row.segments),
        "pages_without_text": any(page.has_images and not page.rows for page in pages),
        "pages_not_read": count > max_pages,
    }
    return PdfText(
        text="".join(writer.written),
        blocks=tuple(writer.blocks),
        hidden=tuple(part for page in pages for part in page.hidden),
        title=(document.get_metadata_value("Title") or "").strip() or None,
        page_count=count,
        findings=tuple(name for name, found in findings.items() if found),
    )


@dataclass(frozen=True, slots=True)
class _Page:
    number: int
    rows: tuple[Row, ...]
    hidden: tuple[HiddenText, ...]
    has_images: bool


def _page(content: PageContent) -> _Page:
    visibility = PageVisibility(content)
    shown: list[tuple[Glyph, str]] = []
    hidden: list[tuple[str, str]] = []
    verdict = ""
    for glyph in content.glyphs:
        # White space goes with what stands before it.
        verdict = visibility.verdict(glyph) if glyph.text.strip() else verdict
        if verdict in ("", OCR_LAYER):
            shown.append((glyph, verdict))
            hidden.append(("", ""))
        else:
            hidden.append((glyph.text, verdict))
    return _Page(
        number=content.number,
        rows=tuple(read_rows(shown, content.rules)),
        hidden=tuple(_hidden(hidden)),
        has_images=any(shape.kind == "image" for shape in content.shapes),
    )


def _hidden(glyphs: list[tuple[str, str]]) -> Iterable[HiddenText]:
    run, reason = "", ""
    for text, why in [*glyphs, ("", "")]:
        if why != reason:
            if run.strip():
                yield HiddenText(" ".join(run.split()), reason)
            run, reason = "", why
        run += text


# ---- blocks ----------------------------------------------------------------------------------------------------


@dataclass
class _Writer:
    """Writes pages to one text and remembers the headings in force."""

    body_size: float
    heading_sizes: tuple[float, ...]
    written: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    trail: HeadingTrail = field(default_factory=HeadingTrail)
    length: int = 0

    def write(self, page: _Page, running: dict[str, Landmark]) -> None:
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


# ---- what the pages have in common -----------------------------------------------------------------------------


def _body_size(pages: list[_Page]) -> float:
    sizes = _sizes(pages)
    return sizes.most_common(1)[0][0] if sizes else 0


def _heading_sizes(pages: list[_Page]) -> tuple[float, ...]:
    body = _body_size(pages)
    larger = sorted((size for size in _sizes(pages) if size >= 1.15 * body), reverse=True)
    levels: list[float] = []
    for size in larger:
        if not levels or size < 0.94 * levels[-1]:
            levels.append(size)
    return tuple(levels[:6])


def _sizes(pages: list[_Page]) -> Counter[float]:
    sizes: Counter[float] = Counter()
    for page in pages:
        for row in page.rows:
            for segment in row.segments:
                sizes[round(segment.size * 2) / 2] += len(segment.text)
    return sizes


def _running_lines(pages: list[_Page]) -> dict[str, Landmark]:
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
