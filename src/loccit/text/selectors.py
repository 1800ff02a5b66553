"""W3C Web Annotation selectors, in and out.

Positions count code points, as the Web Annotation Data Model asks (section 4.2.5). Annotation tools that run in a
browser count UTF-16 units; name that unit when reading theirs.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, TypedDict

from loccit.errors import BadInput
from loccit.text.offsets import OffsetMap, Span, Unit
from loccit.text.quote import Locator


class TextQuoteSelector(TypedDict):
    """A quotation with the text around it."""

    type: Literal["TextQuoteSelector"]
    exact: str
    prefix: str
    suffix: str


class TextPositionSelector(TypedDict):
    """A range of code points, end exclusive."""

    type: Literal["TextPositionSelector"]
    start: int
    end: int


def to_selectors(locator: Locator) -> tuple[TextQuoteSelector | TextPositionSelector, ...]:
    """Return a locator as W3C selectors; the position selector is left out where the position is unknown."""
    quotation = TextQuoteSelector(
        type="TextQuoteSelector", exact=locator.exact, prefix=locator.prefix, suffix=locator.suffix
    )
    if locator.position is None:
        return (quotation,)
    end = locator.position + len(locator.exact)
    return quotation, TextPositionSelector(type="TextPositionSelector", start=locator.position, end=end)


def from_selectors(
    selectors: Iterable[Mapping[str, object]], *, text: str = "", unit: Unit = Unit.CODE_POINT
) -> Locator:
    """Read a locator from W3C selectors; other kinds of selector (range, fragment, CSS) are passed over.

    Args:
        selectors: JSON objects as an annotation holds them.
        text: the text the annotation was made on; needed where the unit is another than code points.
        unit: what the position selector counts.

    Raises:
        BadInput: where there is no text quote selector, or a field has the wrong type.
    """
    quotation: Mapping[str, object] | None = None
    position: int | None = None
    for selector in selectors:
        if selector.get("type") == "TextQuoteSelector":
            quotation = selector
        elif selector.get("type") == "TextPositionSelector":
            position = _position(selector, text, unit)
    if quotation is None:
        raise BadInput("selector", "expected a TextQuoteSelector among the selectors")
    return Locator(
        exact=_string(quotation, "exact"),
        prefix=_string(quotation, "prefix"),
        suffix=_string(quotation, "suffix"),
        position=position,
    )


def _position(selector: Mapping[str, object], text: str, unit: Unit) -> int:
    start = selector.get("start")
    if not isinstance(start, int) or isinstance(start, bool) or start < 0:
        raise BadInput("selector.start", f"expected an offset, a whole number from 0, got {start!r}")
    if unit is Unit.CODE_POINT:
        return start
    return OffsetMap(text).to_code_points(Span(start, start), unit).start


def _string(selector: Mapping[str, object], name: str) -> str:
    value = selector.get(name, "")
    if not isinstance(value, str) or (name == "exact" and not value):
        raise BadInput(f"selector.{name}", f"expected text, got {value!r}")
    return value
