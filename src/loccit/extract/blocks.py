"""Elements that begin and end a block: headings, lists, tables, sections."""

from itertools import dropwhile

from turbohtml import Element, Node

from loccit.extract import tags
from loccit.extract.drafts import Scope
from loccit.extract.headings import NO_ANCHOR, TERM_LEVEL, TrailMark
from loccit.extract.look import Look
from loccit.extract.reading import Children, Entered, Leave, Reading, TermList
from loccit.extract.regions import landmark_of
from loccit.extract.tables import TableGrid, span_of
from loccit.records.extract import BlockKind

_PLAIN = frozenset({"p", "div", "ul", "ol", "body", "html", "pre"})
_REGIONS = frozenset({"aside", "nav", "footer", "li", "blockquote", "dialog", "figure"})
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_HEADER_ROLES = {"columnheader": "col", "rowheader": "row"}
_ROLE_HEADING_LEVEL = 2
"""Level of ``role=heading`` without ``aria-level`` (WAI-ARIA 1.2)."""


PLAIN_BLOCKS = frozenset({"p", "div", "ul", "ol", "body", "html"})
"""Blocks that mean nothing for headings, lists and tables."""


def begin_plain(reading: Reading, element: Element, tag: str) -> Scope:
    """Begin one of ``PLAIN_BLOCKS`` without attributes that matter beside class and id; return the scope around it.

    The same as ``enter_block``, for the elements that pages have most of.
    """
    if reading.pieces:
        reading.flush()
    outer = reading.scope
    _, _, container, landmark, anchor, language, look, flags = outer
    name = element.attr("id")
    if name:
        anchor = reading.anchor(name)
    if tag == "p":
        kind: BlockKind = container or "paragraph"
    else:
        kind = container or "other"
        landmark = landmark_of(element, tag, None, landmark)
    reading.scope = Scope(element, kind, container, landmark, anchor, language, look, flags)
    return outer


def enter_block(reading: Reading, element: Element, tag: str, look: Look, *, special: bool) -> Entered:
    """Begin a block; return what to walk inside it and what to do at its end.

    Args:
        reading: the state of the walk.
        element: the block's element.
        tag: its name.
        look: how its text appears.
        special: whether it has attributes beside class and id that matter, such as the role of a table's part.
    """
    reading.flush()
    outer = reading.scope
    kind: BlockKind = tags.BLOCK_KINDS.get(tag, "other")
    name = element.attr("id")
    anchor = reading.anchor(name) if name else outer.anchor
    role, language, flags = None, outer.language, outer.flags
    if special:
        role = element.attr("role")
        part = tags.table_part(tag, role) if role else None
        if part is not None:
            tag, kind = part, tags.BLOCK_KINDS[part]
        language = element.attr("lang") or element.attr("xml:lang") or language
        if (element.attr("aria-hidden") or "").lower() == "true" and "aria_hidden" not in flags:
            flags = (*flags, "aria_hidden")
    landmark = outer.landmark
    if kind in ("other", "quote"):
        landmark = landmark_of(element, tag, role, landmark)
    container = outer.container
    if kind in tags.CONTAINER_KINDS:
        container = kind
    elif container is not None and kind in ("paragraph", "other"):
        kind = container
    if tag in tags.PRESERVED_SPACE and look.space == "normal":
        look = look.but(space="pre")
    reading.scope = Scope(element, kind, container, landmark, anchor, language, look, flags)
    if tag in _PLAIN and role != "heading":
        return reading.children(element), lambda: _leave(reading, outer)
    return _enter_structure(reading, element, tag, role, outer)


def _enter_structure(reading: Reading, element: Element, tag: str, role: str | None, outer: Scope) -> Entered:
    """Handle what a block means for headings, lists and tables."""
    children: Children = reading.children(element)
    if tag in _HEADINGS or role == "heading":
        return children, _enter_heading(reading, element, tag, outer)
    if tag in ("td", "th"):
        return children, _enter_cell(reading, element, tag, outer)
    if tag in _REGIONS:
        mark = reading.trail.mark()
        return children, lambda: _leave_region(reading, outer, mark)
    if tag in ("tr", "thead", "tbody", "tfoot"):
        _begin_rows(reading, element, tag)
    elif tag == "dt":
        return children, _enter_term(reading, element, outer)
    elif tag == "dd":
        if reading.term_lists:
            reading.term_lists[-1].described = True
        mark = reading.trail.enter_below()
        return children, lambda: _leave_region(reading, outer, mark)
    elif tag == "dl":
        reading.term_lists.append(TermList(reading.trail.mark()))
        return children, lambda: _leave_region(reading, outer, reading.term_lists.pop().mark)
    elif tag == "table":
        reading.tables.append(TableGrid())
        return children, lambda: _leave_table(reading, outer)
    elif tag in ("section", "article"):
        mark, first = reading.trail.mark(), len(reading.drafts)
        return children, lambda: _leave_section(reading, outer, mark, first)
    elif tag == "details":
        return _details_children(reading, element), lambda: _leave(reading, outer)
    return children, lambda: _leave(reading, outer)


def _leave(reading: Reading, outer: Scope) -> None:
    if reading.pieces:
        reading.flush()
    reading.scope = outer


def _leave_region(reading: Reading, outer: Scope, mark: TrailMark) -> None:
    reading.flush()
    reading.scope = outer
    reading.trail.leave(mark)


def _leave_section(reading: Reading, outer: Scope, mark: TrailMark, first: int) -> None:
    reading.flush()
    reading.scope = outer
    if any(draft.kind != "heading" for draft in reading.drafts[first:]):
        reading.trail.leave_section(mark)


def _enter_heading(reading: Reading, element: Element, tag: str, outer: Scope) -> Leave:
    level = _HEADINGS.get(tag, _ROLE_HEADING_LEVEL)
    declared = element.attr("aria-level")
    if declared and declared.isascii() and declared.isdecimal():
        level = max(1, min(int(declared[:3]), TERM_LEVEL - 1))
    reading.scope = reading.scope._replace(kind="heading")
    trail = reading.trail
    mark, first = trail.mark(), len(reading.drafts)
    trail.close(level)
    own = reading.scope.anchor if element.attr("id") else NO_ANCHOR

    def leave() -> None:
        reading.flush()
        reading.scope = outer
        text = reading.text_since(first)
        if text:
            trail.open(level, text, own if own.name else reading.loose_anchor)
            reading.loose_anchor = NO_ANCHOR
        else:
            trail.leave(mark)

    return leave


def _enter_term(reading: Reading, element: Element, outer: Scope) -> Leave:
    lists = reading.term_lists
    if lists and lists[-1].described:
        reading.trail.leave(lists[-1].mark)
        lists[-1].described = False
    first = len(reading.drafts)
    own = reading.scope.anchor if element.attr("id") else NO_ANCHOR

    def leave() -> None:
        reading.flush()
        reading.scope = outer
        text = reading.text_since(first)
        if text and lists:
            reading.trail.open(TERM_LEVEL, text, own if own.name else reading.loose_anchor)
            reading.loose_anchor = NO_ANCHOR

    return leave


def _begin_rows(reading: Reading, element: Element, tag: str) -> None:
    if not reading.tables:
        return
    if tag == "tr":
        # The corner over row headers is often an empty data cell.
        children = dropwhile(_is_empty_cell, [child for child in element.children if type(child) is Element])
        cells = {tags.table_part(child.tag, child.attr("role")) or child.tag for child in children}
        reading.tables[-1].begin_row(only_headers="th" in cells and "td" not in cells)
    else:
        reading.tables[-1].in_head = tag == "thead"


def _is_empty_cell(element: Element) -> bool:
    return element.tag == "td" and not element.text.strip() and element.select_one("img, input, select, svg") is None


def _enter_cell(reading: Reading, element: Element, tag: str, outer: Scope) -> Leave:
    mark = reading.trail.enter_below()
    if not reading.tables:
        return lambda: _leave_region(reading, outer, mark)
    grid = reading.tables[-1]
    columns = span_of(element.attr("colspan") or element.attr("aria-colspan"))
    rows = span_of(element.attr("rowspan") or element.attr("aria-rowspan"))
    column, headers = grid.place(columns, rows)
    listed = element.attr("headers")
    for header in (grid.listed(listed) if listed else ()) or headers:
        reading.trail.open(TERM_LEVEL, header)
    first = len(reading.drafts)
    name = element.attr("id")
    heads = grid.heads(tag, element.attr("scope") or _HEADER_ROLES.get(element.attr("role") or ""))

    def leave() -> None:
        reading.flush()
        reading.scope = outer
        reading.trail.leave(mark)
        text = reading.text_since(first) if heads or name else ""
        if text and name:
            grid.named[name] = text
        if text and heads == "column":
            grid.head_columns(column, columns, text)
        elif text and heads:
            grid.head_rows(column, rows, text)

    return leave


def _leave_table(reading: Reading, outer: Scope) -> None:
    reading.flush()
    reading.scope = outer
    reading.tables.pop()


def _details_children(reading: Reading, element: Element) -> Children:
    if element.attr("open") is not None:
        return element.children
    shown: list[Node] = []
    for child in element.children:
        if type(child) is Element and child.tag == "summary" and not shown:
            shown.append(child)
        else:
            reading.add_hidden(child, "details_closed", element, revealable=True)
    return shown
