"""The trail of headings above a place on the page.

A heading closes all headings of its level and below; a definition term stands over its descriptions as a heading
does; what a self-contained region (an aside, a list item, a quotation) holds does not reach beyond it.
"""

from typing import NamedTuple

TERM_LEVEL = 100
"""Level of definition terms and table headers: below every heading of a section."""


class Anchor(NamedTuple):
    """An element id and its ordinal number among the ids of the page; the higher, the nearer."""

    name: str
    ordinal: int


NO_ANCHOR = Anchor("", 0)


class Heading(NamedTuple):
    """A heading or term in force."""

    level: int
    text: str
    anchor: Anchor


class TrailMark(NamedTuple):
    """The trail as it stood where a region began."""

    entries: tuple[Heading, ...]
    floor: int


class HeadingTrail:
    """Headings in force, outermost first."""

    def __init__(self) -> None:
        self._entries: tuple[Heading, ...] = ()
        self._floor = 0
        self.path: tuple[str, ...] = ()
        self.anchor = NO_ANCHOR

    def mark(self) -> TrailMark:
        """Return what ``leave`` needs to put the present headings in force again."""
        return TrailMark(self._entries, self._floor)

    def close(self, level: int) -> None:
        """Close headings of this level and deeper, down to the region's own."""
        entries = self._entries
        length = len(entries)
        while length > self._floor and entries[length - 1].level >= level:
            length -= 1
        if length < len(entries):
            self._set(entries[:length])

    def open(self, level: int, text: str, anchor: Anchor = NO_ANCHOR) -> None:
        """Put a heading in force."""
        self._set((*self._entries, Heading(level, text, anchor)))

    def enter_below(self) -> TrailMark:
        """Begin a region whose headings stand below those outside, whatever their level."""
        mark = self.mark()
        self._floor = len(self._entries)
        return mark

    def leave(self, mark: TrailMark) -> None:
        """End a region: the headings before it are in force again."""
        self._floor = mark.floor
        if self._entries is not mark.entries:
            self._set(mark.entries)

    def leave_section(self, mark: TrailMark) -> None:
        """End a section; a page's first top-level heading stays in force, wherever it was wrapped."""
        titled = self._entries and self._entries[0].level == 1
        if titled and not any(entry.level == 1 for entry in mark.entries):
            mark = TrailMark((self._entries[0], *mark.entries), mark.floor)
        self.leave(mark)

    def _set(self, entries: tuple[Heading, ...]) -> None:
        self._entries = entries
        self.path = tuple([entry.text for entry in entries])
        anchor = NO_ANCHOR
        for entry in entries:
            if entry.anchor.ordinal > anchor.ordinal:
                anchor = entry.anchor
        self.anchor = anchor
