"""The state of a walk over one page: the block in progress, what came of the others, and the headings in force."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from turbohtml import Element, Node, Text, parse

from loccit.extract import inline
from loccit.extract.drafts import Draft, HiddenPart, Scope
from loccit.extract.headings import NO_ANCHOR, Anchor, HeadingTrail, TrailMark
from loccit.extract.inline import BREAK
from loccit.extract.look import SHOWN
from loccit.extract.tables import TableGrid
from loccit.extract.visibility import Visibility

_REVEALING = "[aria-controls], [data-target], [data-bs-target], [popovertarget], [role=tab][href], label[for]"
_TARGETS = ("aria-controls", "data-target", "data-bs-target", "popovertarget", "href", "for")

Children = Iterable[Node | str]
Leave = Callable[[], None]
Entered = tuple[Children, Leave | None]
"""What to walk inside an element, and what to do after it."""


@dataclass(slots=True)
class TermList:
    """A definition list: the headings before it, and whether its last term has been described."""

    mark: TrailMark
    described: bool = False


@dataclass(slots=True)
class Reading:
    """What has been read of one page so far.

    Attributes:
        holds: elements with a descendant that matters (see ``walk``); the text of others is taken in one piece.
        pieces: of the block in progress; ``inline.block_text`` makes its text from them.
        hidden_from: index of the first piece that is not displayed, null where the present place is displayed.
        link_length: code points of the block in progress that are links.
    """

    root: Element
    visibility: Visibility
    drafts: list[Draft] = field(default_factory=list)
    hidden: list[HiddenPart] = field(default_factory=list)
    trail: HeadingTrail = field(default_factory=HeadingTrail)
    tables: list[TableGrid] = field(default_factory=list)
    term_lists: list[TermList] = field(default_factory=list)
    holds: set[Node] = field(default_factory=set)
    pieces: list[str] = field(default_factory=list)
    loose_anchor: Anchor = NO_ANCHOR
    link_length: int = 0
    links_open: int = 0
    has_control: bool = False
    has_generated: bool = False
    hidden_from: int | None = None
    scope: Scope = field(init=False)
    _anchors: int = 0
    _revealable: frozenset[str] | None = None

    def __post_init__(self) -> None:
        """Start at the root element."""
        self.scope = Scope(self.root, "other", None, "none", NO_ANCHOR, "", SHOWN, ())

    def children(self, element: Element) -> Children:
        """Return what to walk inside an element: its text in one piece where nothing in it matters."""
        return element.children if element in self.holds else (self.spaced(element.text),)

    def spaced(self, text: str) -> str:
        """Return a piece with its white space marked where it is preserved."""
        space = self.scope.look.space
        if space == "normal":
            return text
        return inline.preserved(text) if space == "pre" else inline.kept_lines(text)

    def anchor(self, name: str) -> Anchor:
        """Number an element id."""
        self._anchors += 1
        return Anchor(name, self._anchors)

    def note_anchor(self, element: Element) -> None:
        """Remember an anchor that belongs to no block: the next heading may take it."""
        name = element.attr("id") or element.attr("name")
        if name:
            self.loose_anchor = self.anchor(name)

    def line_break(self) -> None:
        """Break the line; two breaks in a row end the block."""
        pieces = self.pieces
        last = len(pieces) - 1
        while last >= 0 and pieces[last].isspace():
            last -= 1
        if last >= 0 and pieces[last] == BREAK:
            self.flush()
        else:
            pieces.append(BREAK)

    def hide(self, element: Element, reason: str) -> None:
        """Put the text of an element into the hidden channel."""
        if self._revealable is None:
            self._revealable = self._find_revealable()
        self.add_hidden(element, reason, element, revealable=(element.attr("id") or "") in self._revealable)

    def add_hidden(self, node: Node, reason: str, element: Element, *, revealable: bool) -> None:
        """Put the text of a node into the hidden channel, as part of an element."""
        text = " ".join((_noscript_text(node) if reason == "noscript" else readable_text(node)).split())
        if text:
            self.hidden.append(HiddenPart(text, reason, element, revealable))

    def text_since(self, first: int) -> str:
        """Return the text of the blocks from an index on, in one line."""
        return " ".join([draft.text.replace("\n", " ") for draft in self.drafts[first:]])

    def flush(self) -> None:
        """End the block in progress."""
        pieces = self.pieces
        if not pieces:
            return
        if self.hidden_from is not None:
            self._flush_hidden(self.hidden_from)
            return
        text, flags, unseen = inline.block_text("".join(pieces))
        pieces.clear()
        scope = self.scope
        if unseen:
            self.hidden.append(HiddenPart(unseen, "invisible_characters", scope.element, revealable=False))
        if text:
            kind, trail = scope.kind, self.trail
            if self.has_generated:
                flags = (*flags, "generated_text")
            length = len(text)
            self.drafts.append(
                Draft(
                    text,
                    scope,
                    "form" if self.has_control and kind == "other" else kind,
                    trail.path,
                    trail.anchor if trail.anchor.ordinal > scope.anchor.ordinal else scope.anchor,
                    scope.flags + flags if flags else scope.flags,
                    length if self.links_open or self.link_length > length else self.link_length,
                )
            )
            if kind not in ("heading", "term"):
                self.loose_anchor = NO_ANCHOR
        self.link_length = 0
        self.has_control = self.has_generated = False

    def _flush_hidden(self, first: int) -> None:
        """Put the pieces from an index on into the hidden channel."""
        scope = self.scope
        text, _, _ = inline.block_text("".join(self.pieces[first:]))
        del self.pieces[first:]
        if text:
            self.hidden.append(HiddenPart(text, scope.look.reason or "hidden", scope.element, revealable=False))

    def _find_revealable(self) -> frozenset[str]:
        names: list[str] = []
        for control in self.root.select(_REVEALING):
            for attribute in _TARGETS:
                names.extend(name.lstrip("#") for name in (control.attr(attribute) or "").split())
        return frozenset(names) - {""}


def readable_text(node: Node) -> str:
    """Return the text of a subtree without scripts, style sheets and what is written for browsers without scripts."""
    if isinstance(node, Text):
        return node.data
    if not isinstance(node, Element):
        return ""
    left_out = set(node.select("script, style, noscript"))
    if not left_out:
        return node.text
    return "".join(part.data for part in node.descendants if type(part) is Text and part.parent not in left_out)


def _noscript_text(node: Node) -> str:
    """Return the text of a ``noscript``; where scripts are on, a parser takes its mark-up for text."""
    markup = node.text if isinstance(node, Element) else ""
    root = parse(markup).root if "<" in markup else None
    return markup if root is None else readable_text(root)
