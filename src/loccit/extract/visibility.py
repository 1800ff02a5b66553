"""Whether a person sees an element's text: shown, hidden (with the reason), or unknown."""

from dataclasses import dataclass

from turbohtml import Element


@dataclass(frozen=True, slots=True)
class Look:
    """How text appears, as far as it decides whether and how it is read; inherited from element to element.

    Attributes:
        reason: why the text is hidden, null where it is shown.
        final: whether no descendant can be shown again.
        unknown: a rule that might hide it can't be interpreted.
        space: how white space is kept: ``normal``, ``pre`` or ``pre-line``.
        block: whether a style makes an inline element a block (true), a block inline (false), or neither (null).
    """

    reason: str | None = None
    final: bool = False
    unknown: bool = False
    space: str = "normal"
    block: bool | None = None


SHOWN = Look()


class Visibility:
    """What the attributes and style sheets of one page say about each element."""

    def __init__(self) -> None:
        self.partial = False

    def look(self, element: Element, inherited: Look) -> Look:
        """Return the look of an element under its parent's."""
        if element.attr("hidden") is not None:
            return Look("hidden_attribute", final=True)
        if element.attr("popover") is not None:
            return Look("popover", final=True)
        style = (element.attr("style") or "").replace(" ", "").lower()
        if "display:none" in style:
            return Look("display_none", final=True)
        if "visibility:hidden" in style:
            return Look("visibility_hidden")
        return inherited
