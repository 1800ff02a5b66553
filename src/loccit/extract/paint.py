"""Text that has the colour of what is behind it.

An element's colours are looked up only where a rule or inline style declares one that is lost on another colour
the page declares, or on white. What pictures, gradients and positioned boxes paint is not known.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from turbohtml import Element

from loccit.extract.colours import BLACK, INVISIBLE_ALPHA, WHITE, Colour, can_be_seen, colour, over

_DECLARED = re.compile(
    r"(?:^|[;\s{])(color|-webkit-text-fill-color|background(?:-color)?)\s*:\s*([^;!]+)", re.IGNORECASE
)
_IMAGE = re.compile(r"url\(|gradient\(|image\(|image-set\(|paint\(|element\(", re.IGNORECASE)

Reason = str
Cascade = Callable[[Element], Mapping[str, str]]


class _Painted(NamedTuple):
    """The colours in force in an element; a null background is not known."""

    text: Colour
    background: Colour | None
    declared: bool


_PAGE = _Painted(BLACK, WHITE, declared=False)


class Palette:
    """The colours a page declares."""

    def __init__(self) -> None:
        self._texts: set[Colour] = {BLACK}
        self._backgrounds: set[Colour] = {WHITE}
        self._open = False

    def add(self, block: str) -> bool:
        """Add the colours that a declaration block sets; tell whether there are any."""
        if "color" not in block and "background" not in block:
            return False
        found = _DECLARED.findall(block)
        for name, value in found:
            parsed = colour(value.strip()) or (_background(value) if name[0] in "bB" else None)
            if parsed is not None:
                (self._backgrounds if name[0] in "bB" else self._texts).add(parsed)
            elif "var(" in value:
                self._open = True
        return bool(found)

    def suspects(self) -> Callable[[str], bool]:
        """Return the test whether a declaration block sets a colour that is lost on another."""
        opaque = [back for back in self._backgrounds if back.alpha == 1.0]
        texts = {text for text in self._texts if any(not can_be_seen(text, back) for back in opaque)}
        backs = {back for back in opaque if back != WHITE and any(not can_be_seen(text, back) for text in self._texts)}
        if texts - {BLACK} or len(texts) > 1:
            backs.add(WHITE)

        def suspect(block: str) -> bool:
            for name, value in _DECLARED.findall(block):
                if self._open and "var(" in value:
                    return True
                is_background = name[0] in "bB"
                parsed = (_background if is_background else colour)(value.strip())
                if parsed is not None and parsed in (backs if is_background else texts):
                    return True
            return False

        return suspect


class Paint:
    """Colours of the elements of one page."""

    def __init__(self, cascade: Cascade, *, partial: bool, painted_over: set[Element]) -> None:
        self._cascade = cascade
        self._partial = partial
        self._painted_over = painted_over
        self._known: dict[Element, _Painted] = {}

    def hides(self, element: Element) -> Reason | None:
        """Return why the element's own text can't be seen: a reason code, ``unknown``, or null if it can be."""
        style = self._cascade(element)
        painted = self._painted(element)
        if painted.text.alpha < INVISIBLE_ALPHA:
            clipped = "text" in style.get("background-clip", style.get("-webkit-background-clip", ""))
            return None if clipped or "text-shadow" in style else "transparent_text"
        if painted.background is None or can_be_seen(painted.text, painted.background):
            return None
        own = {"color", "-webkit-text-fill-color"} & style.keys() and {"background", "background-color"} & style.keys()
        return "unknown" if self._partial and not own else "same_colour"

    def _painted(self, element: Element) -> _Painted:
        chain: list[Element] = []
        node: object = element
        painted = _PAGE
        while isinstance(node, Element):
            if node in self._known:
                painted = self._known[node]
                break
            chain.append(node)
            node = node.parent
        for inner in reversed(chain):
            painted = self._known[inner] = self._inside(inner, painted)
        return painted

    def _inside(self, element: Element, outer: _Painted) -> _Painted:
        if element in self._painted_over:
            outer = outer._replace(background=None)
        style = self._cascade(element)
        if not style:
            return outer
        text = colour(style.get("-webkit-text-fill-color") or style.get("color") or "") or outer.text
        background = outer.background
        for name, value in style.items():
            if name in ("background", "background-image") and _IMAGE.search(value):
                background = None
            elif name in ("background", "background-color"):
                own = _background(value)
                if own is not None and own.alpha > 0:
                    background = own if own.alpha == 1.0 else over(own, background) if background else None
        return _Painted(text, background, declared=True)


def _background(value: str) -> Colour | None:
    whole = colour(value.strip())
    if whole is not None or " " not in value.strip():
        return whole
    found: Sequence[Colour] = [parsed for parsed in map(colour, value.split()) if parsed is not None]
    return found[-1] if found else None
