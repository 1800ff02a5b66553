"""The declarations that apply to an element, and which of them win (CSS Cascade 5, section 6)."""

from functools import lru_cache
from typing import NamedTuple

from turbohtml.cssom import StyleDeclaration

from loccit.extract.threats import MATTERING


class Declared(NamedTuple):
    """One declaration of a property that matters here; names are in lower case, custom properties as written."""

    name: str
    value: str
    important: bool


class Match(NamedTuple):
    """A rule that applies to an element, sortable by the cascade (CSS Cascade 5, section 6)."""

    layer: int
    specificity: tuple[int, int, int]
    order: int
    certain: bool
    declarations: tuple[Declared, ...]


@lru_cache(maxsize=4096)
def declared(block: str) -> tuple[Declared, ...]:
    """Return the declarations of a block that decide how text is seen, in order."""
    style = StyleDeclaration.parse(block)
    found = []
    for written in style:
        name = written if written.startswith("--") else written.lower()
        if name in MATTERING or name.startswith("--"):
            found.append(Declared(name, style[written], style.important(written)))
    return tuple(found)
