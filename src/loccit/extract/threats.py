"""Which declarations could hide text, told from their text alone.

Most rules of a sheet neither hide anything nor override a rule that does. Telling the few others apart by a look
at their text spares matching and evaluating the rest. The tests err on the side of looking: a name that occurs
anywhere in a block counts as declared.
"""

import re
from typing import Literal

Group = Literal["display", "paint", "place", "visibility", "font", "space", "custom"]
"""Properties that override each other's effect."""

INHERITED: frozenset[Group] = frozenset({"visibility", "font", "space", "custom"})
"""Groups whose effect on an element may be undone by a rule on a descendant."""

_END = r"\s*(?:!|;|$)"
_OPACITY = re.compile(rf"opacity\s*:\s*(?:0?\.0|0{_END}|\d%|var|calc)|opacity\(|mask")
_HIDDEN = re.compile(r"visibility\s*:\s*(?:hidden|collapse|var)")
_TINY = re.compile(r"font(?:-size)?\s*:\s*(?:0|[12](?:\.\d+)?(?:px|pt)|\.[01]|\d%|var|calc|[^;]*[\s(][012](?:px|pt))")
_KEPT = re.compile(r"white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces|var)")
_FAR = re.compile(r"-(?<=[\s:(,]-)(?:\d{3,}|\d{2}\s*(?:r?em|vw|vh))")
_NOTHING = re.compile(
    rf"(?<![\w-])(?:max-)?(?:height|width|block-size|inline-size)\s*:\s*(?:[01]px|0(?:r?em|%|vh|vw)?{_END}|var|0?\.)"
)
_LITTLE = re.compile(r":\s*(?:[01.]|var)")
_MOVED = re.compile(
    r"clip|scale\w*\(\s*0|scale\s*:\s*0|matrix\(|rotate[xy]\(|text-indent\s*:\s*(?:-|\d{3}|var)|\d{5,}(?:px|em)"
)
_NOT_DISPLAYED = re.compile(r"display\s*:\s*(?:none|var)|content-visibility")
_BOX = re.compile(r"display\s*:\s*(?:inline-)?(?:block|flex|grid|table|list-item|flow-root|-webkit-(?:inline-)?box)")
_APART = re.compile(
    r"float\s*:\s*(?:left|right|inline-)|position\s*:\s*(?:absolute|fixed)|vertical-align\s*:\s*(?:su|top|text-t|[-+.\d])"
)
_LAYS_OUT = re.compile(r"display\s*:\s*(?:inline-)?(?:flex|grid|-webkit-(?:inline-)?box)")
_GENERATED = re.compile(r"(?<![\w-])content\s*:(?:[^;]*(?:[\"']|attr\()|\s*(?:none|normal|initial|unset))")

MATTERING = frozenset((
    "animation", "animation-name", "background", "background-clip", "background-color", "background-image",
    "block-size", "bottom", "clip", "clip-path", "color", "content", "content-visibility", "display", "filter", "float",
    "font", "font-size", "height", "inline-size", "left", "margin", "margin-left", "margin-top", "mask", "mask-image",
    "max-height", "max-width", "min-height", "min-width", "opacity", "overflow", "overflow-x", "overflow-y", "padding",
    "padding-bottom", "padding-left", "padding-right", "padding-top", "position", "right", "scale", "text-indent",
    "text-shadow", "top", "transform", "translate", "vertical-align", "visibility", "white-space",
    "white-space-collapse", "width",
    "-webkit-animation", "-webkit-background-clip", "-webkit-clip-path", "-webkit-mask", "-webkit-mask-image",
    "-webkit-text-fill-color",
))  # fmt: skip
"""The properties that decide whether and how text is seen."""

PROPERTIES: dict[Group, tuple[str, ...]] = {
    "display": ("display", "content-visibility", "float", "position", "vertical-align"),
    "paint": ("opacity", "filter", "mask", "animation"),
    "visibility": ("visibility",),
    "font": ("font-size", "font:", "font :"),
    "space": ("white-space",),
    "place": ("position", "left", "right", "top", "bottom", "inset", "margin", "padding", "indent", "transform",
              "translate", "scale", "clip", "width", "height", "size", "overflow", "float"),
    "custom": ("--",),
}  # fmt: skip
"""Names that occur in every block that declares a property of the group."""


def threats_in(block: str) -> set[Group]:
    """Return the groups in which a declaration block (lower case) may hide text or make a box."""
    groups: set[Group] = set()
    if ("display" in block and _NOT_DISPLAYED.search(block)) or "content-vis" in block or makes_box(block):
        groups.add("display")
    if ("opacity" in block or "mask" in block) and _OPACITY.search(block):
        groups.add("paint")
    if "visibility" in block and _HIDDEN.search(block):
        groups.add("visibility")
    if "font" in block and _TINY.search(block):
        groups.add("font")
    if "white-space" in block and _KEPT.search(block):
        groups.add("space")
    if (
        _FAR.search(block)
        or (_LITTLE.search(block) and _NOTHING.search(block))
        or (("clip" in block or "(" in block or "indent" in block or "scale" in block) and _MOVED.search(block))
    ):
        groups.add("place")
    return groups


def may_hide(block: str, groups: set[Group]) -> bool:
    """Tell whether a block with these threats can hide text, and does not only make a box."""
    return bool(groups - {"display"}) or ("display" in groups and _NOT_DISPLAYED.search(block) is not None)


def makes_box(block: str) -> bool:
    """Tell whether a block gives an inline element a box of its own, in the line or out of it, or raises it."""
    if "display" in block and _BOX.search(block) is not None:
        return True
    return ("float" in block or "position" in block or "vertical" in block) and _APART.search(block) is not None


def lays_out(block: str) -> bool:
    """Tell whether a block makes each child of an element a box of its own."""
    return "display" in block and _LAYS_OUT.search(block) is not None


def generates_text(block: str) -> bool:
    """Tell whether a block may generate text, or take back what another generates."""
    return "content" in block and _GENERATED.search(block) is not None


def declares(block: str, groups: set[Group]) -> set[Group]:
    """Return those of the groups in which a block declares a property."""
    declared: set[Group] = set()
    for group in groups:
        for name in PROPERTIES[group]:
            if name in block:
                declared.add(group)
                break
    return declared
