"""How text appears, as far as it decides whether and how it is read."""

from dataclasses import dataclass, replace
from typing import Literal

from loccit.extract.colours import BLACK, WHITE, Colour

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
        visibility_hidden, indented: hidden by a property that descendants inherit and may change.
        background: colour behind the text, null where it is an image or otherwise not known.
        colours_declared: text or background colour was declared by a style that was read.
        custom: custom properties in force.
    """

    reason: str | None = None
    final: bool = False
    unknown: bool = False
    space: Literal["normal", "pre", "pre-line"] = "normal"
    box: Literal["block", "edge"] | None = None
    visibility_hidden: bool = False
    indented: bool = False
    font_px: float = NORMAL_FONT_PX
    foreground: Colour = BLACK
    background: Colour | None = WHITE
    foreground_declared: bool = False
    background_declared: bool = False
    custom: dict[str, str] | None = None

    def but(self, **changes: object) -> "Look":
        """Return a copy with some attributes changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


SHOWN = Look()
