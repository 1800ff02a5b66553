"""Which glyphs of a PDF page a person sees.

Text drawn in render mode 3 is invisible. Under or over a page image it is what a reader of scanned pages (OCR) added:
it is kept and flagged, because the image shows the same words; elsewhere it is hidden.
"""

from functools import lru_cache

import pypdfium2.raw as pdfium

from loccit.extract.pdf_glyphs import Color, Glyph, PageContent, Painted, Rect

OCR_LAYER = "ocr_layer"
"""Flag of text that stands for an image of the same text."""

MIN_SIZE = 1.5
"""Height in points below which nobody can read a glyph."""

_PAPER = Color(255, 255, 255, 255)
_INVISIBLE = frozenset((pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP))


class PageVisibility:
    """Answers for the glyphs of one page: shown, OCR layer, or hidden and why."""

    def __init__(self, page: PageContent) -> None:
        self._page = page
        self._of_object = lru_cache(maxsize=None)(self._judge_object)

    def verdict(self, glyph: Glyph) -> str:
        """Return an empty string for shown, ``ocr_layer``, or the reason why the glyph is hidden."""
        if glyph.painted is None:
            return ""
        if self._outside(glyph.rect):
            return "off_page"
        if glyph.size < MIN_SIZE:
            return "tiny"
        return self._of_object(glyph.painted, _cell(glyph.rect))

    def _outside(self, rect: Rect) -> bool:
        area = self._page.area
        return (
            rect.right <= area.left + 0.5
            or rect.left >= area.right - 0.5
            or rect.top <= area.bottom + 0.5
            or rect.bottom >= area.top - 0.5
        )

    def _judge_object(self, painted: Painted, rect: Rect) -> str:
        shapes = [shape for shape in self._page.shapes if shape.rect.covers(rect)]
        over_image = any(shape.kind == "image" for shape in shapes)
        if painted.render_mode in _INVISIBLE:
            return OCR_LAYER if over_image else "invisible_text"
        if painted.color.alpha <= 12:
            return OCR_LAYER if over_image else "transparent"
        later = [shape for shape in shapes if shape.order > painted.order and shape.color.alpha >= 250]
        if later:
            return OCR_LAYER if later[-1].kind == "image" else "covered"
        behind = [shape for shape in shapes if shape.order < painted.order]
        if behind and behind[-1].kind == "image":
            return ""
        background = next((shape.color for shape in reversed(behind) if shape.color.alpha >= 250), _PAPER)
        return "same_colour" if painted.color.like(background) else ""


def _cell(rect: Rect) -> Rect:
    """Round a glyph's box outwards, so that neighbours share one answer."""
    left, bottom = int(rect.left // 8) * 8, int(rect.bottom // 8) * 8
    return Rect(left, bottom, left + 8, bottom + 8)
