"""The ways in which a style hides text, each with its reason code.

=====================  ===========================================================================
``display_none``       ``display: none``
``hidden_attribute``   ``hidden``, unless a rule sets another ``display``
``popover``            ``popover`` and ``dialog`` that are not open (``dialog_closed``)
``content_hidden``     ``content-visibility: hidden``
``visibility_hidden``  ``visibility: hidden`` or ``collapse``
``opacity_zero``       ``opacity`` or ``filter: opacity()`` below a tenth
``tiny_text``          ``font-size`` of two pixels or less
``same_colour``        text that does not stand out from its background
``transparent_text``   text colour with an alpha below a tenth
``off_screen``         moved out of reach by position, margin, indent or transform
``scaled_to_nothing``  ``transform: scale(0)``
``clipped``            ``clip`` or ``clip-path`` that leaves nothing
``zero_size``          no width or height, and what overflows is not shown
``masked``             a mask that is transparent throughout
=====================  ===========================================================================
"""

import re
from collections.abc import Mapping
from typing import Literal

from turbohtml import Element

from loccit.extract.colours import INVISIBLE_ALPHA, colour
from loccit.extract.look import NORMAL_FONT_PX, Look
from loccit.extract.tags import BLOCK_KINDS

DECISIVE = frozenset({"display", "visibility", "opacity", "font-size", "content-visibility"})
"""Properties that alone decide whether text is shown."""

MIN_OPACITY = 0.1
MAX_TINY_PX = 2.0
FAR_PX = 999.0
"""Text moved this far to the left or up is out of reach; a screen scrolls to the right and down."""
BEYOND_PX = 10_000.0

_UNIT_PX = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54,
            "rem": NORMAL_FONT_PX, "vw": 12.8, "vh": 8.0, "vmin": 8.0, "vmax": 12.8, "": 1.0}  # fmt: skip
_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)\Z", re.IGNORECASE)
_FONT_KEYWORDS = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0,
                  "xx-large": 32.0, "xxx-large": 48.0}  # fmt: skip
_FONT_SIZE = re.compile(r"(?:^|\s)([\d.]+(?:px|pt|em|rem|%|ex|ch|vw|vh))(?=\s*/|\s)", re.IGNORECASE)
_NUMBERS = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)
_FUNCTION = re.compile(r"([a-z0-9-]+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)", re.IGNORECASE)
_BLOCKISH = ("block", "flex", "grid", "table", "list-item", "flow-root", "-webkit-box")
_EDGE = ("inline-block", "inline-flex", "inline-grid", "inline-table", "table-cell", "table-caption")
_LAID_OUT = ("flex", "grid", "-webkit-box", "-webkit-inline-box")
_FLOATED = frozenset({"left", "right", "inline-start", "inline-end"})
_INITIAL_LENGTH = 2
"""A letter, or a quotation mark and a letter."""
_SMALL = 0.85
_MIN_RAISE = 0.15
"""Shares of the size of the font: icons are commonly set an eighth lower than their line."""
_OUT_OF_FLOW = frozenset({"absolute", "fixed"})
_IMAGE = re.compile(r"url\(|gradient\(|image\(|image-set\(|paint\(|element\(", re.IGNORECASE)


def apply(element: Element, style: Mapping[str, str], inherited: Look) -> Look:
    """Return the look of an element from its winning declarations.

    Args:
        element: its tag and attributes give the defaults of the user agent's style sheet.
        style: property to value, variables substituted, weakest first.
        inherited: the parent's look.
    """
    look = inherited.inherited
    reason = _not_displayed(element, style)
    if reason is not None:
        return look.but(reason=reason, final=True)
    if not style:
        return look
    reason = _not_painted(element, style)
    if reason is not None:
        return look.but(reason=reason, final=True)
    changes = {**_box_changes(element, style, look), **_inherited_changes(style, look)}
    return with_reason(look.but(**changes)) if changes else look


def with_reason(look: Look) -> Look:
    """Return a look with the reason that its inherited properties give."""
    reason: str | None = look.painted_out
    if look.visibility_hidden:
        reason = "visibility_hidden"
    elif look.font_px <= MAX_TINY_PX:
        reason = "tiny_text"
    elif look.indented:
        reason = "off_screen"
    return look if reason == look.reason else look.but(reason=reason)


def _not_displayed(element: Element, style: Mapping[str, str]) -> str | None:
    display = _keyword(style, "display")
    if display == "none":
        return "display_none"
    if _keyword(style, "content-visibility") == "hidden":
        return "content_hidden"
    hidden = element.attr("hidden")
    if hidden is not None and (not display or hidden.lower() == "until-found"):
        return "hidden_attribute"
    if display:
        return None
    if element.attr("popover") is not None:
        return "popover"
    return "dialog_closed" if element.tag == "dialog" and element.attr("open") is None else None


def _not_painted(element: Element, style: Mapping[str, str]) -> str | None:
    """Return why nothing of the element or its descendants reaches the screen, null if it may."""
    opacity = _fraction(style.get("opacity"))
    if opacity is not None and opacity < MIN_OPACITY and not _animated(style):
        return "opacity_zero"
    for function, argument in _FUNCTION.findall(style.get("filter", "")):
        amount = _fraction(argument) if function.lower() == "opacity" else None
        if amount is not None and amount < MIN_OPACITY:
            return "opacity_zero"
    if _moved_away(style):
        return "off_screen"
    if _scaled_to_nothing(style):
        return "scaled_to_nothing"
    if _clipped(style):
        return "clipped"
    if _zero_size(element, style):
        return "zero_size"
    mask = style.get("mask") or style.get("-webkit-mask") or style.get("mask-image") or style.get("-webkit-mask-image")
    return "masked" if mask and _transparent_mask(mask) else None


def _box_changes(element: Element, style: Mapping[str, str], look: Look) -> dict[str, object]:
    """Return how an element stands in or beside the line of its parent."""
    changes: dict[str, object] = {}
    display = _keyword(style, "display")
    if display.startswith(_EDGE):
        changes["box"] = "edge"
    elif display.startswith(_BLOCKISH):
        changes["box"] = "block"
    if display.removeprefix("inline-").startswith(_LAID_OUT):
        changes["items"] = True
    if element.tag in BLOCK_KINDS:
        return changes
    if "box" not in changes and _leaves_line(element, style):
        changes["box"] = "edge"
    raised = _raised(style, look.font_px) if "vertical-align" in style else None
    if raised is not None:
        changes["raised"] = raised
    return changes


def out_of_line(style: Mapping[str, str]) -> bool:
    """Tell whether declarations take an inline box out of its line."""
    return _keyword(style, "position") in _OUT_OF_FLOW or _keyword(style, "float") in _FLOATED


def _leaves_line(element: Element, style: Mapping[str, str]) -> bool:
    """Tell whether an element is taken out of its line; the large first letter of a word is not."""
    if not out_of_line(style):
        return False
    text = "" if _keyword(style, "position") in _OUT_OF_FLOW else element.text.strip()
    return len(text) > _INITIAL_LENGTH or not text[-1:].isalpha()


def _raised(style: Mapping[str, str], font_px: float) -> Literal["super", "sub"] | None:
    """Return whether text stands above or below its line; at its top only small text looks raised."""
    value = _keyword(style, "vertical-align")
    if value in {"super", "sub"}:
        return value  # type: ignore[return-value]
    own_px = _font_px(style, font_px)
    size = font_px if own_px is None else own_px
    if value in ("top", "text-top"):
        return "super" if size < _SMALL * font_px else None
    offset = length_px(value, size, percent_of=size)
    if offset is None or abs(offset) < _MIN_RAISE * size:
        return None
    return "super" if offset > 0 else "sub"


def _inherited_changes(style: Mapping[str, str], look: Look) -> dict[str, object]:
    changes: dict[str, object] = {}
    if "opacity" in style and _animated(style):
        changes["unknown"] = True
    if "white-space" in style or "white-space-collapse" in style:
        changes["space"] = _space(_keyword(style, "white-space") or _keyword(style, "white-space-collapse"), look.space)
    visibility = _keyword(style, "visibility")
    if visibility in ("hidden", "collapse"):
        changes["visibility_hidden"] = True
    elif visibility in ("visible", "initial"):
        changes["visibility_hidden"] = False
    size = _font_px(style, look.font_px)
    if size is not None:
        changes["font_px"] = size
    indent = length_px(style.get("text-indent"), look.font_px)
    if indent is not None:
        changes["indented"] = abs(indent) >= FAR_PX
    return changes


def _moved_away(style: Mapping[str, str]) -> bool:
    position = _keyword(style, "position")
    if position in _OUT_OF_FLOW or position == "relative":
        for side in ("left", "top", "right", "bottom"):
            offset = length_px(style.get(side), NORMAL_FONT_PX)
            if offset is not None and (offset <= -FAR_PX or offset >= BEYOND_PX):
                return True
        if position in _OUT_OF_FLOW and any(
            (style.get(side) or "").strip() in ("-100%", "-100vw", "-100vh", "100vw", "-200%")
            for side in ("left", "right", "top")
        ):
            return True
    for margin in ("margin-left", "margin-top", "margin"):
        lengths = [length_px(part, NORMAL_FONT_PX) for part in (style.get(margin) or "").split()]
        if any(length is not None and length <= -FAR_PX for length in lengths):
            return True
    for function, argument in _transforms(style):
        if function.startswith("translate"):
            lengths = [length_px(part.strip(), NORMAL_FONT_PX) for part in argument.split(",")]
            if any(length is not None and (length <= -FAR_PX or length >= BEYOND_PX) for length in lengths):
                return True
    return False


def _animated(style: Mapping[str, str]) -> bool:
    """Tell whether an animation decides in the end how opaque an element is; its key frames are not read."""
    animation = style.get("animation") or style.get("animation-name") or style.get("-webkit-animation") or "none"
    return animation.strip().lower() != "none"


def _transforms(style: Mapping[str, str]) -> list[tuple[str, str]]:
    found = [(name.lower(), argument) for name, argument in _FUNCTION.findall(style.get("transform", ""))]
    if "translate" in style:
        found.append(("translate", ",".join(style["translate"].split())))
    if "scale" in style:
        found.append(("scale", ",".join(style["scale"].split())))
    return found


def _scaled_to_nothing(style: Mapping[str, str]) -> bool:
    for function, argument in _transforms(style):
        factors = [_fraction(part.strip()) for part in argument.split(",")]
        if (
            function.startswith("scale")
            and function != "scalez"
            and any(f is not None and abs(f) < 0.05 for f in factors)
        ):
            return True
        if function.startswith("matrix"):
            numbers = [float(number) for number in _NUMBERS.findall(argument)]
            if (
                function == "matrix"
                and len(numbers) == 6
                and abs(numbers[0] * numbers[3] - numbers[1] * numbers[2]) < 0.0025
            ):
                return True
        if function in ("rotatex", "rotatey") and argument.strip() in (
            "90deg",
            "-90deg",
            "270deg",
            "0.25turn",
            "100grad",
        ):
            return True
    return False


def _clipped(style: Mapping[str, str]) -> bool:
    if _keyword(style, "position") in _OUT_OF_FLOW and "rect" in style.get("clip", ""):
        sides = [float(number) for number in _NUMBERS.findall(style["clip"])]
        if len(sides) == 4 and (abs(sides[2] - sides[0]) <= 1 or abs(sides[1] - sides[3]) <= 1):
            return True
    path = style.get("clip-path") or style.get("-webkit-clip-path") or ""
    for function, argument in _FUNCTION.findall(path):
        name, numbers = function.lower(), [float(number) for number in _NUMBERS.findall(argument)]
        if (
            name == "inset"
            and "%" in argument
            and numbers
            and (max(numbers) >= 100 or min(numbers[: 4 if len(numbers) > 3 else 1]) >= 50)
        ):
            return True
        if name in ("circle", "ellipse") and numbers and numbers[0] == 0:
            return True
        if name == "polygon" and numbers and (len(set(numbers[0::2])) == 1 or len(set(numbers[1::2])) == 1):
            return True
        if name == "rect" and len(numbers) == 4 and (numbers[2] <= numbers[0] or numbers[1] <= numbers[3]):
            return True
    return False


def _zero_size(element: Element, style: Mapping[str, str]) -> bool:
    overflow = f"{style.get('overflow', '')} {style.get('overflow-x', '')} {style.get('overflow-y', '')}".lower()
    if "hidden" not in overflow and "clip" not in overflow:
        return False
    display = _keyword(style, "display")
    out_of_flow = _keyword(style, "position") in _OUT_OF_FLOW or _keyword(style, "float") in ("left", "right")
    inline = element.tag not in BLOCK_KINDS and not out_of_flow and display in ("", "inline", "contents")
    if inline:
        return False
    for name in ("height", "max-height", "width", "max-width", "block-size", "inline-size"):
        size = length_px(style.get(name), NORMAL_FONT_PX)
        if size is not None and size <= 1 and not _room(style, name):
            return True
    return False


def _room(style: Mapping[str, str], name: str) -> bool:
    """Tell whether padding or a minimum gives a box room although its size is nothing (aspect-ratio boxes)."""
    vertical = name in ("height", "max-height", "block-size")
    sides = (
        ("padding-top", "padding-bottom", "min-height") if vertical else ("padding-left", "padding-right", "min-width")
    )
    for side in (*sides, "padding"):
        numbers = [float(number) for number in _NUMBERS.findall(style.get(side, ""))]
        if any(number > 1 for number in numbers):
            return True
    return False


def _transparent_mask(mask: str) -> bool:
    stops = re.findall(r"#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|hsla?\([^)]*\)|\b[a-z]+\b", mask, re.IGNORECASE)
    colours = [parsed for parsed in map(colour, stops) if parsed is not None]
    return "gradient(" in mask.lower() and bool(colours) and all(parsed.alpha < INVISIBLE_ALPHA for parsed in colours)


def _font_px(style: Mapping[str, str], parent_px: float) -> float | None:
    size: float | None = None
    for name, value in style.items():
        if name == "font-size":
            text = value.strip().lower()
            parsed = (
                _FONT_KEYWORDS.get(text) if text in _FONT_KEYWORDS else length_px(text, parent_px, percent_of=parent_px)
            )
            size = parsed if parsed is not None else size
        elif name == "font":
            match = _FONT_SIZE.search(f"{value} ")
            size = length_px(match.group(1), parent_px, percent_of=parent_px) if match else size
    return size


def length_px(value: str | None, font_px: float, *, percent_of: float | None = None) -> float | None:
    """Return a length in CSS pixels, null where it is none or depends on a layout."""
    if not value:
        return None
    text = value.strip().lower()
    if text.startswith("calc("):
        return _calculated(text, font_px)
    match = _LENGTH.match(text)
    if match is None:
        return None
    number, unit = float(match.group(1)), match.group(2)
    if unit in ("em", "ch", "ex", "ic", "lh"):
        return number * font_px * (0.5 if unit in ("ch", "ex") else 1.0)
    if unit == "%":
        return number / 100 * percent_of if percent_of is not None else 0.0 if number == 0 else None
    factor = _UNIT_PX.get(unit)
    return None if factor is None or (not unit and number != 0) else number * factor


def _calculated(text: str, font_px: float) -> float | None:
    """Evaluate ``calc()`` of one product or sum without brackets, the forms that hiding uses."""
    inner = text.removeprefix("calc(").removesuffix(")").strip()
    if "(" in inner:
        return None
    total = 0.0
    for sign, term in re.findall(r"(^|\s[+-]\s)\s*([^\s].*?)(?=\s[+-]\s|$)", inner):
        product: float | None = 1.0
        for factor in term.split("*"):
            number = length_px(factor, font_px)
            if number is None and _LENGTH.match(factor.strip()):
                number = float(factor) if factor.strip().lstrip("+-").replace(".", "", 1).isdecimal() else None
            product = None if number is None or product is None else product * number
        if product is None:
            return None
        total += -product if sign.strip() == "-" else product
    return total


def _space(value: str, inherited: str) -> str:
    if value in ("pre", "pre-wrap", "break-spaces", "preserve"):
        return "pre"
    if value in ("pre-line", "preserve-breaks"):
        return "pre-line"
    return "normal" if value in ("normal", "nowrap", "collapse", "initial") else inherited


def _keyword(style: Mapping[str, str], name: str) -> str:
    return style.get(name, "").strip().lower()


def _fraction(value: str | None) -> float | None:
    match = _LENGTH.match((value or "").strip())
    if match is None or match.group(2) not in ("", "%"):
        return None
    return float(match.group(1)) / (100 if match.group(2) else 1)
