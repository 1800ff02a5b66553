"""What PDFium knows of one page: glyphs with their boxes and looks, and what else is painted.

All coordinates are points in the page's own system, origin at the lower left (PDF 32000-1, 8.3.2.3).
"""

import ctypes
from dataclasses import dataclass
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

MAX_OBJECTS = 200_000
_LINE_END_HYPHEN = "\x02"
_RULE_THICKNESS = 2.5


class Rect(NamedTuple):
    """A rectangle, in points."""

    left: float
    bottom: float
    right: float
    top: float

    def covers(self, other: "Rect", share: float = 0.7) -> bool:
        """Tell whether this rectangle covers at least so much of another's area."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        area = max(other.right - other.left, 0.01) * max(other.top - other.bottom, 0.01)
        return width > 0 and height > 0 and width * height >= share * area


class Color(NamedTuple):
    """Red, green, blue and opacity, 0 to 255."""

    red: int
    green: int
    blue: int
    alpha: int

    def like(self, other: "Color") -> bool:
        """Tell whether a person can't tell the two apart."""
        return all(abs(one - two) <= 12 for one, two in zip(self[:3], other[:3], strict=True))


@dataclass(frozen=True, slots=True)
class Painted:
    """A text object, image or filled shape, in painting order."""

    order: int
    kind: str
    rect: Rect
    color: Color
    render_mode: int = 0


@dataclass(slots=True)
class Glyph:
    """One character and where it stands; ``painted`` is the text object it belongs to, null where PDFium added it."""

    text: str
    rect: Rect
    baseline: float
    size: float
    angle: float
    bold: bool
    painted: Painted | None
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class PageContent:
    """Everything read from one page.

    Attributes:
        number: page number, from 1.
        area: the part of the page that is shown.
        glyphs: in the order of the content, with the spaces and line ends that PDFium adds.
        shapes: images and filled shapes, in painting order.
        rules: x of vertical lines, each with the y range it covers.
    """

    number: int
    area: Rect
    glyphs: tuple[Glyph, ...]
    shapes: tuple[Painted, ...]
    rules: tuple[Rect, ...]


def read_page(document: pypdfium2.PdfDocument, index: int) -> PageContent:
    """Read one page.

    Raises:
        pypdfium2.PdfiumError: if the page can't be loaded.
    """
    page = document[index]
    try:
        objects = _Objects()
        objects.collect(page.raw)
        textpage = page.get_textpage()
        try:
            glyphs = _glyphs(textpage.raw, objects.by_address)
        finally:
            textpage.close()
        return PageContent(index + 1, Rect(*page.get_bbox()), glyphs, tuple(objects.shapes), tuple(objects.rules))
    finally:
        page.close()


class _Objects:
    """The painted objects of a page, forms opened."""

    def __init__(self) -> None:
        self.by_address: dict[int, Painted] = {}
        self.shapes: list[Painted] = []
        self.rules: list[Rect] = []
        self._order = 0

    def collect(self, page: object) -> None:
        for index in range(pdfium.FPDFPage_CountObjects(page)):
            self._take(pdfium.FPDFPage_GetObject(page, index), _IDENTITY, depth=0)

    def _take(self, raw: object, matrix: "_Matrix", depth: int) -> None:
        if not raw or self._order >= MAX_OBJECTS:
            return
        self._order += 1
        kind = pdfium.FPDFPageObj_GetType(raw)
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            inner = _matrix_of(raw).then(matrix)
            for index in range(pdfium.FPDFFormObj_CountObjects(raw) if depth < 20 else 0):
                self._take(pdfium.FPDFFormObj_GetObject(raw, index), inner, depth + 1)
            return
        rect = matrix.apply(_bounds(raw))
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            mode = pdfium.FPDFTextObj_GetTextRenderMode(raw)
            stroked = mode in (pdfium.FPDF_TEXTRENDERMODE_STROKE, pdfium.FPDF_TEXTRENDERMODE_STROKE_CLIP)
            color = _color(raw, pdfium.FPDFPageObj_GetStrokeColor if stroked else pdfium.FPDFPageObj_GetFillColor)
            self.by_address[_address(raw)] = Painted(self._order, "text", rect, color, mode)
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            self.shapes.append(Painted(self._order, "image", rect, Color(0, 0, 0, 255)))
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            self._take_path(raw, rect)

    def _take_path(self, raw: object, rect: Rect) -> None:
        if rect.right - rect.left <= _RULE_THICKNESS < rect.top - rect.bottom:
            self.rules.append(rect)
            return
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        if pdfium.FPDFPath_GetDrawMode(raw, fill, stroke) and fill.value:
            self.shapes.append(Painted(self._order, "fill", rect, _color(raw, pdfium.FPDFPageObj_GetFillColor)))
        elif stroke.value and rect.top - rect.bottom > _RULE_THICKNESS:
            # The sides of a stroked box separate cells too.
            self.rules.append(Rect(rect.left, rect.bottom, rect.left, rect.top))
            self.rules.append(Rect(rect.right, rect.bottom, rect.right, rect.top))


class _Matrix(NamedTuple):
    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def apply(self, rect: Rect) -> Rect:
        corners = [(x, y) for x in (rect.left, rect.right) for y in (rect.bottom, rect.top)]
        xs = [self.a * x + self.c * y + self.e for x, y in corners]
        ys = [self.b * x + self.d * y + self.f for x, y in corners]
        return Rect(min(xs), min(ys), max(xs), max(ys))

    def then(self, outer: "_Matrix") -> "_Matrix":
        return _Matrix(
            self.a * outer.a + self.b * outer.c,
            self.a * outer.b + self.b * outer.d,
            self.c * outer.a + self.d * outer.c,
            self.c * outer.b + self.d * outer.d,
            self.e * outer.a + self.f * outer.c + outer.e,
            self.e * outer.b + self.f * outer.d + outer.f,
        )


_IDENTITY = _Matrix(1, 0, 0, 1, 0, 0)


def _matrix_of(raw: object) -> _Matrix:
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(raw, matrix):
        return _IDENTITY
    return _Matrix(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _bounds(raw: object) -> Rect:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    pdfium.FPDFPageObj_GetBounds(raw, left, bottom, right, top)
    return Rect(left.value, bottom.value, right.value, top.value)


def _color(raw: object, getter: "ctypes._FuncPointer") -> Color:
    red, green, blue, alpha = (ctypes.c_uint(255 if index == 3 else 0) for index in range(4))
    getter(raw, red, green, blue, alpha)
    return Color(red.value, green.value, blue.value, alpha.value)


def _address(raw: object) -> int:
    return ctypes.cast(raw, ctypes.c_void_p).value or 0  # type: ignore[arg-type]


def _glyphs(textpage: object, by_address: dict[int, Painted]) -> tuple[Glyph, ...]:
    count = pdfium.FPDFText_CountChars(textpage)
    box, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    glyphs: list[Glyph] = []
    high = ""
    for index in range(count):
        code = pdfium.FPDFText_GetUnicode(textpage, index)
        raw = pdfium.FPDFText_GetTextObject(textpage, index)
        pdfium.FPDFText_GetLooseCharBox(textpage, index, box)
        pdfium.FPDFText_GetCharOrigin(textpage, index, x, y)
        text = chr(code) if 0 < code < 0x110000 else "\ufffd"
        if "\ud800" <= text <= "\udbff":
            high = text
            continue
        if high:
            text = (high + text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            high = ""
        damaged = code == 0 or text in "\ufffd\ufffe\uffff" or "\ud800" <= text <= "\udfff"
        glyphs.append(
            Glyph(
                text="\ufffd" if damaged else "-" if text == _LINE_END_HYPHEN else text,
                rect=Rect(box.left, box.bottom, box.right, box.top),
                baseline=y.value,
                size=max(box.top - box.bottom, 0.01),
                angle=pdfium.FPDFText_GetCharAngle(textpage, index),
                bold=pdfium.FPDFText_GetFontWeight(textpage, index) >= 600,
                painted=by_address.get(_address(raw)) if raw else None,
                damaged=damaged,
            )
        )
    return tuple(glyphs)
