"""Which glyphs of a PDF page a person sees.

Text drawn in render mode 3 is invisible. Under or over a page image it is what a reader of scanned pages (OCR) added:
it is kept and flagged, because the image shows the same words; elsewhere it is hidden.
"""

import pypdfium2.raw as pdfium

from loccit.extract.pdf_glyphs import Color, Glyph, PageContent, Painted, Rect

OCR_LAYER = "ocr_layer"
"""Flag of text that stands for an image of the same text."""

MIN_SIZE = 1.5
"""Height in points below which nobody can read a glyph."""

_PAPER = Color(255, 255, 255, 255)
_OPAQUE = 250
_SEE_THROUGH = 12
_BAND = 24.0
_INVISIBLE = frozenset((pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP))


class PageVisibility:
    """Answers for the glyphs of one page: shown, OCR layer, or hidden and why."""

    def __init__(self, page: PageContent) -> None:
        self._area = page.area
        # Shapes by horizontal band of the page, so that a glyph is compared with its neighbours only.
        self._bands: dict[int, list[Painted]] = {}
        for shape in page.shapes:
            bottom, top = max(shape.rect.bottom, page.area.bottom), min(shape.rect.top, page.area.top)
            for band in range(int(bottom // _BAND), int(top // _BAND) + 1):
                self._bands.setdefault(band, []).append(shape)

    def verdict(self, glyph: Glyph) -> str:
        """Return an empty string for shown, ``ocr_layer``, or the reason why the glyph is hidden."""
        painted = glyph.painted
        if painted is None:
            return ""
        if self._outside(glyph.rect):
            return "off_page"
        if glyph.size < MIN_SIZE:
            return "tiny"
        middle = (glyph.rect.bottom + glyph.rect.top) / 2
        shapes = [shape for shape in self._bands.get(int(middle // _BAND), ()) if shape.rect.covers(glyph.rect)]
        over_image = any(shape.kind == "image" for shape in shapes)
        if painted.render_mode in _INVISIBLE:
            return OCR_LAYER if over_image else "invisible_text"
        if painted.color.alpha <= _SEE_THROUGH:
            return OCR_LAYER if over_image else "transparent"
        return _under_and_over(painted, shapes)

    def _outside(self, rect: Rect) -> bool:
        area = self._area
        return (
            rect.right <= area.left + 0.5
            or rect.left >= area.right - 0.5
            or rect.top <= area.bottom + 0.5
            or rect.bottom >= area.top - 0.5
        )


def _under_and_over(painted: Painted, shapes: list[Painted]) -> str:
    """Judge by what is painted later over a text and what it stands on."""
    opaque = [shape for shape in shapes if shape.color.alpha >= _OPAQUE]
    later = [shape for shape in opaque if shape.order > painted.order]
    if later:
        return OCR_LAYER if later[-1].kind == "image" else "covered"
    behind = opaque[-1] if opaque else None
    if behind and behind.kind == "image":
        return ""
    return "same_colour" if painted.color.like(behind.color if behind else _PAPER) else ""
