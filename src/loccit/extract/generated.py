"""Text that style rules put before and after an element's own (CSS Generated Content 3).

Words are text. Signs are text where they are part of a number: a currency, a minus, a decimal point. Other signs are
icons, bullets, quotation marks and separators; they only keep apart what stands on both sides of them.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Literal, NamedTuple

from turbohtml import Element, Node, Text

from loccit.extract import hiding
from loccit.extract.inline import BREAK, EDGE, clean_controls
from loccit.extract.look import SHOWN
from loccit.extract.tags import BLOCK_KINDS

_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'|attr\(\s*([\w-]+)[^()]*\)", re.DOTALL)
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)|\\\n")
_UNITS = frozenset("%‰°′″")
_NUMBER_SIGNS = _UNITS | frozenset("+-−±–—~≈<>≤≥×/:.,")
_MAX_DESCENT = 8
_CELLS = frozenset({"td", "th"})


class Generated(NamedTuple):
    """What stands before and after an element's own text: text, or an edge that keeps it apart."""

    before: str = ""
    after: str = ""

    @property
    def is_text(self) -> bool:
        """Whether there is more than edges."""
        return bool((self.before + self.after).strip(EDGE + BREAK))


def generated_text(element: Element, pseudo: str, style: Mapping[str, str]) -> str:
    """Return what the pseudo-element of an element adds to its text.

    Args:
        element: the element that it belongs to.
        pseudo: ``before`` or ``after``.
        style: its winning declarations.
    """
    content = style.get("content", "").strip()
    if content.lower() in ("", "none", "normal", "initial", "unset"):
        return ""
    parts = (
        (element.attr(attribute) or "") if attribute else _ESCAPE.sub(_unescape, double or single)
        for double, single, attribute in _STRING.findall(content)
    )
    text = clean_controls("".join(parts))
    is_text = any(map(str.isalnum, text)) or _belongs_to_number(text, element, pseudo)
    if not is_text and element.tag in BLOCK_KINDS:
        return ""
    look = hiding.apply(element, style, SHOWN)
    if look.reason is not None:
        return ""
    if not is_text:
        return EDGE if text or look.box == "block" or "url(" in content else ""
    if look.box is None and not hiding.out_of_line(style):
        return text
    edge = BREAK if look.box == "block" else EDGE
    return text + edge if pseudo == "before" else edge + text


def _belongs_to_number(text: str, element: Element, pseudo: str) -> bool:
    """Tell whether signs stand directly at a number; before a block, a dash is more likely a bullet."""
    signs = set(text.strip())
    is_block = element.tag in BLOCK_KINDS and element.tag not in _CELLS
    allowed = _UNITS if is_block else _NUMBER_SIGNS
    if not signs or any(sign not in allowed and unicodedata.category(sign) != "Sc" for sign in signs):
        return False
    return _neighbour(element, 0 if pseudo == "before" else -1).isdecimal()


def _neighbour(element: Element, place: Literal[0, -1]) -> str:
    """Return the first (0) or last (-1) character of an element, empty where it lies deep inside."""
    inner = element
    for _ in range(_MAX_DESCENT):
        children = inner.children if place == 0 else reversed(inner.children)
        child = next(filter(_has_content, children), None)
        if isinstance(child, Text):
            return child.data.strip()[place]
        if not isinstance(child, Element):
            break
        inner = child
    return ""


def _has_content(node: Node) -> bool:
    return bool(node.data.strip()) if isinstance(node, Text) else isinstance(node, Element) and bool(node.children)


def _unescape(match: re.Match[str]) -> str:
    if match.lastindex is None:
        return ""
    if match.lastindex == 2:
        return match.group(2)
    code = int(match.group(1), 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
