"""What a walk over a page produces: blocks whose place in the text is not known yet, and hidden text."""

from dataclasses import dataclass
from typing import NamedTuple

from turbohtml import Element

from loccit.extract.headings import Anchor
from loccit.extract.look import Look
from loccit.records.extract import BlockKind, Landmark


class Scope(NamedTuple):
    """What holds inside a block element, down to the next one."""

    element: Element
    kind: BlockKind
    container: BlockKind | None
    landmark: Landmark
    anchor: Anchor
    language: str
    look: Look
    flags: tuple[str, ...]


@dataclass(slots=True)
class Draft:
    """A block before its place in the canonical text is known; lengths in code points."""

    text: str
    scope: Scope
    kind: BlockKind
    heading_path: tuple[str, ...]
    anchor: Anchor
    flags: tuple[str, ...]
    link_length: int


class HiddenPart(NamedTuple):
    """Text that is not displayed, with the element it stands in; ``base`` is what a reading aid stands over."""

    text: str
    reason: str
    element: Element
    revealable: bool
    base: str | None = None
