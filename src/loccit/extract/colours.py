"""Whether text of one colour can be seen on another.

Contrast is the ratio of WCAG 2.2 (relative luminance), from 1 (the same) to 21 (black on white).
"""

from functools import lru_cache
from typing import NamedTuple

from tinycss2.color4 import parse_color

INVISIBLE_CONTRAST = 1.1
"""Below this ratio nobody reads the text; #fefefe on white has 1.008, #eee on white 1.16."""
INVISIBLE_ALPHA = 0.1
VISIBLE_DISTANCE = 0.15
"""Colours that differ by more in one component can be told apart."""


class Colour(NamedTuple):
    """sRGB, each component from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float


BLACK = Colour(0.0, 0.0, 0.0, 1.0)
WHITE = Colour(1.0, 1.0, 1.0, 1.0)


@lru_cache(maxsize=4096)
def colour(text: str) -> Colour | None:
    """Return a CSS colour, null for what is none or depends on more (``currentcolor``, system colours)."""
    try:
        parsed = parse_color(text)
    except (ValueError, IndexError, TypeError):
        return None
    if parsed is None or isinstance(parsed, str):
        return None
    try:
        converted = parsed.to("srgb")
        return Colour(*(min(max(float(part), 0.0), 1.0) for part in (*converted.coordinates, converted.alpha)))
    except (ValueError, NotImplementedError, TypeError, AttributeError):
        return None


def over(front: Colour, back: Colour) -> Colour:
    """Return what is seen of a colour laid over an opaque one."""
    share = front.alpha
    red, green, blue = (share * f + (1 - share) * b for f, b in zip(front[:3], back[:3], strict=True))
    return Colour(red, green, blue, 1.0)


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast ratio of two opaque colours."""
    bright, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@lru_cache(maxsize=16_384)
def can_be_seen(text: Colour, background: Colour) -> bool:
    """Tell whether text of a colour stands out from an opaque background.

    Colours of equal luminance but different hue (red on green) can be seen.
    """
    if text.alpha < INVISIBLE_ALPHA:
        return False
    seen = text if text.alpha == 1.0 else over(text, background)
    if any(abs(f - b) > VISIBLE_DISTANCE for f, b in zip(seen[:3], background[:3], strict=True)):
        return True
    return contrast(seen, background) >= INVISIBLE_CONTRAST


def _luminance(colour: Colour) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
