"""One walk over the parsed tree of a page: blocks of displayed text in reading order, and the hidden text.

Most elements of a page neither break a line nor carry anything else that matters here. The others are found first,
with selectors that run in C; the text of each remaining subtree is taken in one piece, so that the Python loop only
meets elements that matter and their direct children. There is no recursion: depth costs memory, not stack.
"""

from collections.abc import Iterable, Iterator

from turbohtml import CData, Element, Namespace, Node, Text, parse

from loccit.extract import tags
from loccit.extract.blocks import PLAIN_BLOCKS, begin_plain, enter_block
from loccit.extract.drafts import Scope
from loccit.extract.inline import EDGE, MARK_LENGTH
from loccit.extract.look import Look
from loccit.extract.phrases import enter_phrase, raised
from loccit.extract.reading import Entered, Leave, Reading
from loccit.extract.visibility import Visibility

_SPECIAL = "[style], [hidden], [popover], [lang], [xml\\:lang], [role], [aria-hidden], dialog"
_MATTERS = f":not({', '.join(sorted(tags.PLAIN_INLINE))}), {_SPECIAL}, span[id], ins[class]"


_Frame = tuple[Iterator[Node | str], Leave | None, Scope | None]
"""What is left to walk of an element, and what to do after it: a call, or the scope to return to."""


class TooDeep(Exception):
    """The page nests elements beyond the limit; ``html.read_html`` turns it into an outcome."""


def walk(root: Element, visibility: Visibility, *, max_depth: int, embedded: bool = False) -> Reading:
    """Return what there is to read below an element.

    Args:
        root: the root element of a page.
        visibility: what its styles say.
        max_depth: how deep elements that matter may nest.
        embedded: the page stands in a frame of another; frames within it are not read.

    Raises:
        TooDeep: if elements nest deeper.
    """
    one = _Walk(root, visibility, max_depth, embedded=embedded)
    one.run()
    return one.reading


class _Walk:
    def __init__(self, root: Element, visibility: Visibility, max_depth: int, *, embedded: bool) -> None:
        self.reading = Reading(root, visibility)
        self._visibility = visibility
        self._max_depth = max_depth
        self._embedded = embedded
        self._special: set[Node] = {root, *root.select(_SPECIAL), *visibility.styled, *visibility.generated}
        self._matters: set[Node] = {*self._special, *root.select(_MATTERS)}
        self._note_holders(self._matters)

    def run(self) -> None:  # noqa: C901, PLR0912, PLR0915 - the hot loop: calls would cost more than they clear up
        """Walk the whole tree."""
        reading, matters, special, holds = self.reading, self._matters, self._special, self.reading.holds
        pieces = reading.pieces
        stack: list[_Frame] = []
        children: Iterator[Node | str] = iter((reading.root,))
        leave: Leave | None = None
        outer: Scope | None = None
        plain = True
        while True:
            for node in children:
                if type(node) is Element:
                    if node not in matters:
                        if node in holds:
                            stack.append((children, leave, outer))
                            children, leave, outer = iter(node.children), None, None
                            break
                        pieces.append(node.text if plain else reading.spaced(node.text))
                        continue
                    if node not in special:
                        tag = node.tag
                        if tag in PLAIN_BLOCKS:
                            before = begin_plain(reading, node, tag)
                            if node in holds:
                                stack.append((children, leave, outer))
                                children, leave, outer = iter(node.children), None, before
                                break
                            pieces.append(node.text if plain else reading.spaced(node.text))
                            reading.flush()
                            reading.scope = before
                            continue
                        if tag == "a" and node not in holds and node.attr("href") is not None:
                            text = node.text
                            if len(text) >= MARK_LENGTH:
                                pieces.append(text if plain else reading.spaced(text))
                                reading.link_length += len(text)
                                continue
                    entered = self._enter(node)
                    if entered is None:
                        continue
                    stack.append((children, leave, outer))
                    children, leave, outer = iter(entered[0]), entered[1], None
                    plain = reading.scope.look.space == "normal"
                    break
                if type(node) is Text or type(node) is CData:
                    data = node.data
                    if not plain:
                        pieces.append(reading.spaced(data))
                    elif pieces or not data.isspace():
                        pieces.append(data)
                elif type(node) is str:
                    pieces.append(node)
            else:
                if outer is not None:
                    if pieces:
                        reading.flush()
                    reading.scope = outer
                elif leave is not None:
                    leave()
                    plain = reading.scope.look.space == "normal"
                if not stack:
                    break
                children, leave, outer = stack.pop()
                continue
            if len(stack) > self._max_depth:
                raise TooDeep
        reading.flush()

    def _note_holders(self, elements: set[Node]) -> None:
        holds = self.reading.holds
        for element in elements:
            parent = element.parent
            while parent is not None and parent not in holds:
                holds.add(parent)
                parent = parent.parent

    def _enter(self, element: Element) -> Entered | None:
        """Handle an element that matters; return what to walk inside it and what to do after it."""
        tag = element.tag
        reading = self.reading
        special = element in self._special
        if special:
            if tag in tags.NOT_TEXT:
                return None
            look = self._visibility.look(element, reading.scope.look)
            if look.final and look.reason is not None:
                reading.hide(element, look.reason)
                return None
        else:
            look = reading.scope.look
            if tag in tags.BLOCK_KINDS:
                return enter_block(reading, element, tag, look, special=False)
            if tag in tags.NOT_TEXT:
                return None
        reason = tags.NOT_RENDERED.get(tag)
        if reason is not None:
            if tag != "title" or element.namespace is not Namespace.HTML:  # the title of the page is kept elsewhere
                reading.hide(element, reason)
            if tag in tags.REPLACED:
                reading.pieces.append(EDGE)
            return None
        if tag == "iframe":
            reading.pieces.append(EDGE)
            self._read_frame(element)
            return None
        if not special:
            return enter_phrase(reading, element, tag)
        if (look.reason is None) is (reading.scope.look.reason is None):
            return self._enter_styled(element, tag, look)
        return self._enter_across(element, tag, look)

    def _enter_across(self, element: Element, tag: str, look: Look) -> Entered | None:
        """Enter hidden text from displayed text, or the other way round.

        Hidden elements leave no trace in the block they stand in: the pieces after ``hidden_from`` are taken out.
        """
        reading = self.reading
        hidden = look.reason is not None
        if hidden:
            reading.hidden_from = len(reading.pieces)
            if look.painted_out is not None:
                self._visit_colours_inside(element)
        else:
            reading.flush()
            reading.hidden_from = None
        saved = reading.link_length, reading.has_control
        children, inner = self._enter_styled(element, tag, look) or ((), None)

        def leave() -> None:
            if hidden:
                reading.flush()
            if inner is not None:
                inner()
            if not hidden:
                reading.pieces.append(EDGE)  # hidden text takes its room: what is shown around it stands apart
            reading.hidden_from = None if hidden else len(reading.pieces)
            if hidden:
                reading.link_length, reading.has_control = saved

        return children, leave

    def _enter_styled(self, element: Element, tag: str, look: Look) -> Entered | None:
        reading = self.reading
        generated = self._visibility.generated.get(element)
        if look.items or generated is not None:
            reading.holds.add(element)  # its text is not taken in one piece
        if tag in tags.BLOCK_KINDS or tags.table_part(tag, element.attr("role")) is not None:
            entered: Entered | None = enter_block(reading, element, tag, look, special=True)
        elif look is reading.scope.look:
            entered = enter_phrase(reading, element, tag)
        else:
            entered = self._enter_styled_phrase(element, tag, look)
        if look.items and entered is not None:
            entered = (_apart(entered[0]), entered[1])
        if generated is not None and entered is not None and look.reason is None:
            reading.has_generated = reading.has_generated or generated.is_text
            entered = ((generated.before, *entered[0], generated.after), entered[1])
        return entered

    def _enter_styled_phrase(self, element: Element, tag: str, look: Look) -> Entered | None:
        reading = self.reading
        outer = reading.scope
        apart = look.box == "block" or look.unknown is not outer.look.unknown
        if apart:
            reading.flush()
        elif look.box == "edge":
            reading.pieces.append(EDGE)
        reading.scope = outer._replace(look=look)
        children, inner = enter_phrase(reading, element, tag) or ((), None)
        if look.raised is not None and tag not in ("sup", "sub"):
            children = raised(reading, element, children, look.raised)

        def leave() -> None:
            if inner is not None:
                inner()
            if apart or (None not in {look.reason, outer.look.reason} and look.reason != outer.look.reason):
                reading.flush()
            elif look.box == "edge":
                reading.pieces.append(EDGE)
            reading.scope = outer

        return children, leave

    def _visit_colours_inside(self, element: Element) -> None:
        """Meet descendants of text that can't be seen for its colour which set a colour of their own."""
        found: set[Node] = set(self._visibility.colours_inside(element))
        self._matters |= found
        self._special |= found
        self._note_holders(found)

    def _read_frame(self, element: Element) -> None:
        """Read the document in ``srcdoc``: it is displayed here, but it is a document of its own."""
        markup = element.attr("srcdoc")
        reading = self.reading
        root = parse(markup).root if markup and not self._embedded else None
        if root is None or reading.scope.look.reason is not None:
            return
        reading.flush()
        frame = walk(root, Visibility(root), max_depth=self._max_depth, embedded=True)
        outer = reading.scope
        for draft in frame.drafts:
            draft.scope = draft.scope._replace(element=element, landmark=outer.landmark)
            draft.anchor = outer.anchor
            draft.flags = (*draft.flags, "embedded_document")
        reading.drafts.extend(frame.drafts)
        reading.hidden.extend(part._replace(element=element) for part in frame.hidden)


def _apart(children: Iterable[Node | str]) -> Iterator[Node | str]:
    """Yield the children of a flex or grid container, each a box of its own (CSS Flexbox 1, section 4)."""
    for child in children:
        if isinstance(child, Element) and child.tag not in tags.BLOCK_KINDS:
            yield EDGE
            yield child
            yield EDGE
        else:
            yield child
