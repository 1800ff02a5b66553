"""PDF to text, blocks and boxes, through PDFium.

The text is what a page shows, page after page, in reading order: lines of a paragraph are ended by one line feed,
blocks by two, cells of a row by a tab. Hyphens at line ends and ligatures stay as they are; comparing folds them.
Invisible, page-coloured and off-page text is kept apart with its reason.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from loccit.extract.dates import Declared
from loccit.extract.pdf_blocks import ReadPage, write_pages
from loccit.extract.pdf_glyphs import Glyph, PageContent, read_page
from loccit.extract.pdf_layout import read_rows
from loccit.extract.pdf_visibility import OCR_LAYER, PageVisibility
from loccit.records.extract import Block, HiddenText

_HEADER_WINDOW = 1024


@dataclass(frozen=True, slots=True)
class PdfText:
    """The text of a PDF.

    Attributes:
        text: canonical text.
        blocks: with page and one box a line.
        hidden: text that is on a page but not seen.
        title: as the file declares it.
        declared: dates of the file itself (``meta:CreationDate``, ``meta:ModDate``), as they are written.
        page_count: pages of the file; fewer are read where ``max_pages`` is lower.
        findings: ``ocr_layer``, ``pages_without_text``, ``pages_not_read``.
    """

    text: str
    blocks: tuple[Block, ...]
    hidden: tuple[HiddenText, ...]
    title: str | None
    declared: tuple[Declared, ...]
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
    pages: list[ReadPage] = []
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
    text, blocks = write_pages(pages)
    findings = {
        OCR_LAYER: any(OCR_LAYER in s.flags for page in pages for row in page.rows for s in row.segments),
        "pages_without_text": any(page.has_images and not page.rows for page in pages),
        "pages_not_read": count > max_pages,
    }
    return PdfText(
        text=text,
        blocks=blocks,
        hidden=tuple(part for page in pages for part in page.hidden),
        title=(document.get_metadata_value("Title") or "").strip() or None,
        declared=tuple(
            Declared(f"meta:{name}", value)
            for name in ("CreationDate", "ModDate")
            if (value := document.get_metadata_value(name))
        ),
        page_count=count,
        findings=tuple(name for name, found in findings.items() if found),
    )


def _page(content: PageContent) -> ReadPage:
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
    return ReadPage(
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
