"""One walk over the parsed tree of a page: blocks of displayed text in reading order, and the hidden text.

Most elements of a page neither break a line nor carry anything else that matters here. ``Walk`` finds the others
first, with selectors that run in C, and takes the text of each remaining subtree in one piece; the Python loop
only meets elements that matter and their direct children. There is no recursion: depth costs memory, not stack.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from turbohtml import CData, Element, Node, Text, parse

from loccit.extract import inline, tags
from loccit.extract.headings import NO_ANCHOR, TERM_LEVEL, Anchor, HeadingTrail, TrailMark
from loccit.extract.inline import BREAK, EDGE, END, MARK, SUB, SUP
from loccit.extract.regions import landmark_of
from loccit.extract.tables import TableGrid, span_of
from loccit.extract.look import SHOWN, Look
from loccit.extract.visibility import Visibility
from loccit.records.extract import BlockKind, Landmark

_SPECIAL = "[style], [hidden], [popover], [lang], [xml\\:lang], [role], [aria-hidden], dialog"
_MATTERS = f":not({', '.join(sorted(tags.PLAIN_INLINE))}), {_SPECIAL}, span[id], ins[class]"
_REVEALING = "[aria-controls], [data-target], [data-bs-target], [popovertarget], [role=tab][href], label[for]"
_PERMALINK_SIGNS = frozenset({"", "¶", "#", "§", "🔗", "\uf0c1", "⚓", "link", "anchor", "permalink", "[#]", "∞"})
_PERMALINK_CLASSES = ("headerlink", "permalink", "header-anchor", "anchorjs-link", "heading-anchor", "headinglink")
_MARK_LENGTH = 8
"""A note mark is at most this long: ``[12]``, ``†``, ``1, 2``."""

Children = Iterable[Node | str]
Leave = Callable[[], None]
Entered = tuple[Children, Leave | None]
"""What to walk inside an element, and what to do after it."""


class TooDeep(Exception):
    """The page nests elements beyond the limit; ``html.read_html`` turns it into an outcome."""


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
    """A block before its place in the canonical text is known."""

    text: str
    scope: Scope
    kind: BlockKind
    heading_path: tuple[str, ...]
    anchor: Anchor
    flags: tuple[str, ...]
    link_length: int


class HiddenPart(NamedTuple):
    """Text that is not displayed, with the element it stands in."""

    text: str
    reason: str
    element: Element
    revealable: bool


@dataclass(slots=True)
class _TermList:
    mark: TrailMark
    described: bool = False


@dataclass(slots=True)
class Walk:
    """The state of one walk; ``run`` fills ``drafts`` and ``hidden``."""

    root: Element
    visibility: Visibility
    max_depth: int
    embedded: bool = False
    drafts: list[Draft] = field(default_factory=list)
    hidden: list[HiddenPart] = field(default_factory=list)
    trail: HeadingTrail = field(default_factory=HeadingTrail)
    _scope: Scope = field(init=False)
    _pieces: list[str] = field(default_factory=list)
    _matters: set[Node] = field(default_factory=set)
    _holds: set[Node] = field(default_factory=set)
    _special: set[Node] = field(default_factory=set)
    _revealable: frozenset[str] = frozenset()
    _tables: list[TableGrid] = field(default_factory=list)
    _term_lists: list[_TermList] = field(default_factory=list)
    _loose_anchor: Anchor = NO_ANCHOR
    _anchors: int = 0
    _link_length: int = 0
    _in_link: int = 0
    _form: bool = False
    _hidden_from: int | None = None
    _generated: bool = False

    def __post_init__(self) -> None:
        """Start at the root element."""
        self._scope = Scope(self.root, "other", None, "none", NO_ANCHOR, "", SHOWN, ())

    def run(self) -> None:
        """Walk the whole tree."""
        self._prepare(self.root)
        matters, holds, pieces = self._matters, self._holds, self._pieces
        append = pieces.append
        stack: list[tuple[Iterator[Node | str], Leave | None]] = []
        children: Iterator[Node | str] = iter((self.root,))
        leave: Leave | None = None
        space = "normal"
        while True:
            for node in children:
                cls = type(node)
                if cls is Text or cls is CData:
                    append(node.data if space == "normal" else self._spaced(node.data))  # type: ignore[union-attr]
                elif cls is str:
                    append(node)  # type: ignore[arg-type]
                elif cls is not Element:
                    continue
                elif node not in matters:
                    if node not in holds:
                        append(node.text if space == "normal" else self._spaced(node.text))  # type: ignore[union-attr]
                        continue
                    stack.append((children, leave))
                    children, leave = iter(node.children), None  # type: ignore[union-attr]
                    break
                else:
                    entered = self._enter(node)  # type: ignore[arg-type]
                    if entered is None:
                        continue
                    stack.append((children, leave))
                    children, leave = iter(entered[0]), entered[1]
                    space = self._scope.look.space
                    break
            else:
                if leave is not None:
                    leave()
                    space = self._scope.look.space
                if not stack:
                    break
                children, leave = stack.pop()
                continue
            if len(stack) > self.max_depth:
                raise TooDeep
        self._flush()

    def _prepare(self, root: Element) -> None:
        """Find the elements that matter, and those that hold one."""
        matters, holds = self._matters, self._holds
        matters.update(root.select(_MATTERS), self.visibility.styled, self.visibility.generated)
        matters.add(root)
        self._special.update(root.select(_SPECIAL), self.visibility.styled, self.visibility.generated)
        self._special.add(root)
        for element in matters:
            parent = element.parent
            while parent is not None and parent not in holds:
                holds.add(parent)
                parent = parent.parent
        names: list[str] = []
        for control in root.select(_REVEALING):
            for attribute in ("aria-controls", "data-target", "data-bs-target", "popovertarget", "href", "for"):
                names.extend(name.lstrip("#") for name in (control.attr(attribute) or "").split())
        self._revealable = self._revealable | frozenset(names)

    # --- entering elements ------------------------------------------------------------------------------------

    def _enter(self, element: Element) -> Entered | None:
        """Handle an element that matters; return what to walk inside it and what to do after it."""
        tag = element.tag
        if tag in tags.NOT_TEXT:
            return None
        if element not in self._special:
            reason = tags.NOT_RENDERED.get(tag)
            if reason is not None:
                return self._hide(element, reason)
            if tag == "iframe":
                return self._enter_frame(element)
            kind = tags.BLOCK_KINDS.get(tag)
            if kind is not None:
                return self._enter_block(element, tag, kind, self._scope.look, special=False)
            return self._enter_inline(element, tag)
        look = self.visibility.look(element, self._scope.look)
        if look.final and look.reason is not None:
            return self._hide(element, look.reason)
        reason = tags.NOT_RENDERED.get(tag)
        if reason is not None:
            return self._hide(element, reason)
        if tag == "iframe":
            return self._enter_frame(element)
        hidden = look.reason is not None
        if hidden is (self._scope.look.reason is not None):
            return self._enter_styled(element, tag, look)
        return self._enter_across(element, tag, look, hidden=hidden)

    def _enter_across(self, element: Element, tag: str, look: Look, *, hidden: bool) -> Entered | None:
        """Enter hidden text from displayed text, or the other way round."""
        if hidden:
            self._hidden_from = len(self._pieces)
        else:
            self._flush()
            self._hidden_from = None
        saved = self._link_length, self._form
        entered = self._enter_styled(element, tag, look)
        children, inner = entered if entered is not None else ((), None)

        def leave() -> None:
            if hidden:
                self._flush()
            if inner is not None:
                inner()
            self._hidden_from = None if hidden else len(self._pieces)
            if hidden:
                self._link_length, self._form = saved

        return children, leave

    def _enter_styled(self, element: Element, tag: str, look: Look) -> Entered | None:
        kind = tags.BLOCK_KINDS.get(tag)
        generated = self.visibility.generated.get(element)
        if kind is not None:
            entered: Entered | None = self._enter_block(element, tag, kind, look, special=True)
        elif look is self._scope.look:
            entered = self._enter_inline(element, tag)
        else:
            entered = self._enter_styled_inline(element, tag, look)
        if generated is not None and entered is not None and look.reason is None:
            self._generated = self._generated or any(generated)
            entered = ((generated.before, *entered[0], generated.after), entered[1])
        return entered

    def _enter_styled_inline(self, element: Element, tag: str, look: Look) -> Entered | None:
        outer = self._scope
        if look.box == "block":
            self._flush()
        elif look.box == "edge":
            self._pieces.append(EDGE)
        self._scope = outer._replace(look=look)
        entered = self._enter_inline(element, tag)
        children, inner = entered if entered is not None else ((), None)

        def leave() -> None:
            if inner is not None:
                inner()
            if look.box == "block" or look.unknown is not outer.look.unknown:
                self._flush()
            elif look.box == "edge":
                self._pieces.append(EDGE)
            elif look.reason is not None and outer.look.reason is not None and look.reason != outer.look.reason:
                self._flush()
            self._scope = outer

        return children, leave

    def _enter_inline(self, element: Element, tag: str) -> Entered | None:
        if tag == "a":
            return self._enter_link(element)
        if tag == "br":
            self._line_break()
            return None
        if tag == "hr":
            self._flush()
            return None
        if tag == "sup":
            return self._enter_superscript(element)
        if tag == "sub":
            return (SUB, *element.children, END), None
        if tag in ("input", "select", "textarea"):
            return self._enter_control(element, tag)
        if tag == "span" or tag == "a":
            self._note_anchor(element)
        if tag in tags.SEPARATE_INLINE:
            self._form = self._form or tag == "button" or tag == "label"
            return (EDGE, *element.children, EDGE), None
        if tag == "wbr":
            return None
        if tag == "rt":
            return self._hide(element, "ruby_reading")
        if tag in tags.SVG_NOT_RENDERED or tag in tags.MATHML_NOT_RENDERED:
            return self._hide(element, "not_rendered")
        return element.children, None

    def _enter_block(
        self, element: Element, tag: str, kind: BlockKind, look: Look, *, special: bool
    ) -> Entered:
        self._flush()
        outer = self._scope
        role = element.attr("role") if special else None
        flags = outer.flags
        language = outer.language
        if special:
            language = element.attr("lang") or element.attr("xml:lang") or language
            if (element.attr("aria-hidden") or "").lower() == "true" and "aria_hidden" not in flags:
                flags = (*flags, "aria_hidden")
        anchor = outer.anchor
        name = element.attr("id")
        if name:
            anchor = self._anchor(name)
        landmark = outer.landmark
        if kind == "other" or kind == "quote":
            landmark = landmark_of(element, tag, role, landmark)
        container = outer.container
        if kind in tags.CONTAINER_KINDS:
            container = kind
        elif container is not None and (kind == "paragraph" or kind == "other"):
            kind = container
        if tag in tags.PRESERVED_SPACE and look.space == "normal":
            look = look.but(space="pre")
        self._scope = Scope(element, kind, container, landmark, anchor, language, look, flags)
        return self._enter_structure(element, tag, role, outer)

    def _enter_structure(
        self, element: Element, tag: str, role: str | None, outer: Scope
    ) -> Entered:
        """Handle what a block means for headings, lists and tables."""
        children: Children = element.children
        if role == "heading" or (len(tag) == 2 and tag[0] == "h" and tag[1] in "123456"):
            return children, self._enter_heading(element, tag, outer)
        if tag == "p" or tag == "div" or tag == "ul":
            return children, lambda: self._leave_block(outer)
        if tag == "td" or tag == "th":
            return children, self._enter_cell(element, tag, outer)
        if tag == "tr":
            self._begin_row(element)
        elif tag in ("thead", "tbody", "tfoot") and self._tables:
            self._tables[-1].in_head = tag == "thead"
        elif tag == "dt":
            return children, self._enter_term(element, outer)
        elif tag == "table":
            self._tables.append(TableGrid())
            return children, lambda: self._leave_table(outer)
        elif tag == "dl":
            self._term_lists.append(_TermList(self.trail.mark()))
            return children, lambda: self._leave_term_list(outer)
        elif tag == "dd":
            if self._term_lists:
                self._term_lists[-1].described = True
            mark = self.trail.enter_below()
            return children, lambda: self._leave_region(outer, mark)
        elif tag in ("section", "article"):
            mark, first = self.trail.mark(), len(self.drafts)
            return children, lambda: self._leave_section(outer, mark, first)
        elif tag in ("aside", "nav", "footer", "li", "blockquote", "dialog", "figure"):
            mark = self.trail.mark()
            return children, lambda: self._leave_region(outer, mark)
        elif tag == "details":
            return self._details_children(element), lambda: self._leave_block(outer)
        return children, lambda: self._leave_block(outer)

    def _leave_block(self, outer: Scope) -> None:
        self._flush()
        self._scope = outer

    def _leave_region(self, outer: Scope, mark: TrailMark) -> None:
        self._flush()
        self._scope = outer
        self.trail.leave(mark)

    def _leave_section(self, outer: Scope, mark: TrailMark, first: int) -> None:
        self._flush()
        self._scope = outer
        if any(draft.kind != "heading" for draft in self.drafts[first:]):
            self.trail.leave_section(mark)

    # --- headings, terms, tables ------------------------------------------------------------------------------

    def _enter_heading(self, element: Element, tag: str, outer: Scope) -> Leave:
        level = int(tag[1]) if tag[0] == "h" and tag[1:].isdecimal() else 2
        declared = element.attr("aria-level")
        if declared and declared.isascii() and declared.isdecimal():
            level = max(1, min(int(declared[:3]), TERM_LEVEL - 1))
        self._scope = self._scope._replace(kind="heading")
        mark, first = self.trail.mark(), len(self.drafts)
        self.trail.close(level)
        own = self._scope.anchor if element.attr("id") else NO_ANCHOR

        def leave() -> None:
            self._flush()
            self._scope = outer
            text = self._text_since(first)
            if text:
                self.trail.open(level, text, own if own.name else self._loose_anchor)
                self._loose_anchor = NO_ANCHOR
            else:
                self.trail.leave(mark)

        return leave

    def _enter_term(self, element: Element, outer: Scope) -> Leave:
        lists = self._term_lists
        if lists and lists[-1].described:
            self.trail.leave(lists[-1].mark)
            lists[-1].described = False
        first = len(self.drafts)
        own = self._scope.anchor if element.attr("id") else NO_ANCHOR

        def leave() -> None:
            self._flush()
            self._scope = outer
            text = self._text_since(first)
            if text and lists:
                self.trail.open(TERM_LEVEL, text, own if own.name else self._loose_anchor)
                self._loose_anchor = NO_ANCHOR

        return leave

    def _leave_term_list(self, outer: Scope) -> None:
        self._leave_region(outer, self._term_lists.pop().mark)

    def _begin_row(self, row: Element) -> None:
        if self._tables:
            cells = [child.tag for child in row.children if type(child) is Element]
            self._tables[-1].begin_row(only_headers="th" in cells and "td" not in cells)

    def _enter_cell(self, element: Element, tag: str, outer: Scope) -> Leave:
        mark = self.trail.enter_below()
        if not self._tables:
            return lambda: self._leave_region(outer, mark)
        grid = self._tables[-1]
        columns = span_of(element.attr("colspan"))
        rows = span_of(element.attr("rowspan"))
        column, headers = grid.place(columns, rows)
        for header in headers:
            self.trail.open(TERM_LEVEL, header)
        first = len(self.drafts)
        heads = grid.heads(tag, element.attr("scope"))

        def leave() -> None:
            self._flush()
            self._scope = outer
            self.trail.leave(mark)
            text = self._text_since(first) if heads else ""
            if text and heads == "column":
                grid.head_columns(column, columns, text)
            elif text:
                grid.head_rows(column, rows, text)

        return leave

    def _leave_table(self, outer: Scope) -> None:
        self._flush()
        self._scope = outer
        self._tables.pop()

    def _text_since(self, first: int) -> str:
        return " ".join(draft.text.replace("\n", " ") for draft in self.drafts[first:])

    # --- links, marks, controls -------------------------------------------------------------------------------

    def _enter_link(self, element: Element) -> Entered | None:
        href = element.attr("href")
        if href is None:
            self._note_anchor(element)
            return element.children, None
        if element not in self._holds:
            text = element.text
            if len(text) < _MARK_LENGTH and self._is_permalink(element, href, text):
                return self._hide(element, "permalink")
            if len(text) < _MARK_LENGTH and element.attr("role") == "doc-noteref":
                return (MARK, text, END), None
            self._pieces.append(text if self._scope.look.space == "normal" else self._spaced(text))
            self._link_length += len(text)
            return None
        if href.startswith("#") and self._is_permalink(element, href, element.text):
            return self._hide(element, "permalink")
        self._in_link += 1
        return element.children, self._leave_link

    def _leave_link(self) -> None:
        self._in_link -= 1
        self._link_length += sum(map(len, self._pieces))

    def _is_permalink(self, element: Element, href: str, text: str) -> bool:
        sign = text.strip().lower()
        if sign not in _PERMALINK_SIGNS:
            return False
        classes = element.attr("class") or ""
        return any(name in classes for name in _PERMALINK_CLASSES) or (href.startswith("#") and len(href) > 1)

    def _enter_superscript(self, element: Element) -> Entered:
        text = element.text.strip()
        if 0 < len(text) <= _MARK_LENGTH and self._is_note_mark(element):
            return (MARK, text, END), None
        return (SUP, *element.children, END), None

    def _is_note_mark(self, element: Element) -> bool:
        classes = element.attr("class") or ""
        if "reference" in classes or "footnote" in classes or element.attr("role") == "doc-noteref":
            return True
        if element not in self._holds:
            parent = element.parent
            link = parent if type(parent) is Element and parent.tag == "a" else None
        else:
            link = element.select_one("a[href]")
        return link is not None and (link.attr("href") or "").startswith("#")

    def _enter_control(self, element: Element, tag: str) -> Entered | None:
        self._form = True
        if tag == "textarea":
            return (" ", inline.preserved(element.text), " "), None
        if tag == "input":
            value = element.attr("value")
            shown = value and (element.attr("type") or "text").lower() in tags.INPUTS_WITH_VALUE
            return ((" ", value or "", " "), None) if shown else ((EDGE,), None)
        options = element.select("option")
        if element.attr("multiple") is not None or span_of(element.attr("size")) > 1:
            return [piece for option in options for piece in (" ", option.text, " ")], None
        chosen = next((option for option in options if option.attr("selected") is not None), None)
        chosen = chosen or (options[0] if options else None)
        for option in options:
            if option is not chosen:
                self._hide(option, "unselected_option")
        return (" ", chosen.text if chosen is not None else "", " "), None

    def _enter_frame(self, element: Element) -> None:
        """Read the document in ``srcdoc``: it is displayed here, but it is a document of its own."""
        markup = element.attr("srcdoc")
        root = parse(markup).root if markup and not self.embedded else None
        if root is None or self._scope.look.reason is not None:
            return
        self._flush()
        frame = Walk(root, Visibility(root), self.max_depth, embedded=True)
        frame.run()
        outer = self._scope
        for draft in frame.drafts:
            draft.scope = draft.scope._replace(element=element, landmark=outer.landmark)
            draft.anchor = outer.anchor
            draft.flags = (*draft.flags, "embedded_document")
        self.drafts.extend(frame.drafts)
        self.hidden.extend(part._replace(element=element) for part in frame.hidden)

    def _details_children(self, element: Element) -> Children:
        if element.attr("open") is not None:
            return element.children
        shown: list[Node] = []
        for child in element.children:
            if type(child) is Element and child.tag == "summary" and not shown:
                shown.append(child)
            else:
                self._add_hidden(child, "details_closed", element, revealable=True)
        return shown

    # --- anchors, text, hidden text ---------------------------------------------------------------------------

    def _anchor(self, name: str) -> Anchor:
        self._anchors += 1
        return Anchor(name, self._anchors)

    def _note_anchor(self, element: Element) -> None:
        name = element.attr("id") or element.attr("name")
        if name:
            self._loose_anchor = self._anchor(name)

    def _spaced(self, text: str) -> str:
        return inline.preserved(text) if self._scope.look.space == "pre" else inline.kept_lines(text)

    def _line_break(self) -> None:
        pieces = self._pieces
        last = len(pieces) - 1
        while last >= 0 and pieces[last].isspace():
            last -= 1
        if last >= 0 and pieces[last] == BREAK:
            self._flush()
        else:
            pieces.append(BREAK)

    def _hide(self, element: Element, reason: str) -> None:
        self._add_hidden(element, reason, element, revealable=(element.attr("id") or "") in self._revealable)

    def _add_hidden(self, node: Node, reason: str, element: Element, *, revealable: bool) -> None:
        text = " ".join(node.data.split() if type(node) is Text else _readable(node).split())
        if text:
            self.hidden.append(HiddenPart(text, reason, element, revealable))

    def _flush(self) -> None:
        """End the block in progress."""
        pieces = self._pieces
        if not pieces:
            return
        scope = self._scope
        if self._hidden_from is not None:
            text, _, _ = inline.block_text("".join(pieces[self._hidden_from :]))
            del pieces[self._hidden_from :]
            if text:
                self.hidden.append(HiddenPart(text, scope.look.reason or "hidden", scope.element, revealable=False))
            return
        text, flags, unseen = inline.block_text("".join(pieces))
        pieces.clear()
        if unseen:
            self.hidden.append(HiddenPart(unseen, "invisible_characters", scope.element, revealable=False))
        if text:
            anchor = self.trail.anchor if self.trail.anchor.ordinal > scope.anchor.ordinal else scope.anchor
            kind = "form" if self._form and scope.kind == "other" else scope.kind
            if self._generated:
                flags = (*flags, "generated_text")
                self._generated = False
            link_length = len(text) if self._in_link else min(self._link_length, len(text))
            self.drafts.append(
                Draft(text, scope, kind, self.trail.path, anchor, scope.flags + flags, link_length)
            )
            if scope.kind != "heading" and scope.kind != "term":
                self._loose_anchor = NO_ANCHOR
        self._link_length = 0
        self._form = False


def _readable(node: Node) -> str:
    """Return the text of a subtree without scripts and style sheets."""
    if not isinstance(node, Element):
        return node.text if not isinstance(node, Text) else node.data
    if node.select_one("script, style") is None:
        return node.text
    left_out = set(node.select("script, style"))
    return "".join(part.data for part in node.descendants if type(part) is Text and part.parent not in left_out)
