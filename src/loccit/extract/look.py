"""How text appears, as far as it decides whether and how it is read."""

from dataclasses import dataclass, replace
from typing import Literal

NORMAL_FONT_PX = 16.0


@dataclass(frozen=True, slots=True)
class Look:
    """What an element hands on to its descendants.

    Attributes:
        reason: why the text is hidden, null where it is shown.
        final: no descendant can be shown again.
        unknown: a rule that might hide it can't be interpreted.
        space: how white space is kept.
        box: ``block`` or ``edge`` where a style makes an inline element a block or a box of its own.
        raised: a style sets an inline element higher or lower than its line.
        items: a style lays out the element's children (flex, grid), so that each is a box of its own.
        visibility_hidden, indented, painted_out: hidden by properties that descendants may set anew.
        painted_out: the reason code of a colour that can't be seen.
        custom: custom properties in force.
    """

    reason: str | None = None
    final: bool = False
    unknown: bool = False
    space: Literal["normal", "pre", "pre-line"] = "normal"
    box: Literal["block", "edge"] | None = None
    raised: Literal["super", "sub"] | None = None
    items: bool = False
    visibility_hidden: bool = False
    indented: bool = False
    painted_out: str | None = None
    font_px: float = NORMAL_FONT_PX
    custom: dict[str, str] | None = None

    @property
    def inherited(self) -> "Look":
        """What descendants take over of it: boxes and their place in the line are an element's own."""
        own = self.box is not None or self.items or self.raised is not None
        return self.but(box=None, items=False, raised=None) if own else self

    def but(self, **changes: object) -> "Look":
        """Return a copy with some attributes changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


SHOWN = Look()
