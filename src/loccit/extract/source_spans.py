"""Where an element stands in the source it was parsed from."""

from turbohtml import Element, Node

from loccit.text.offsets import Span


class SourceSpans:
    """Spans of elements in one decoded, newline-normalised source, in code points.

    An element without an end tag ends where the next element or its parent's end tag begins. An element that the
    parser made up, or moved, has the span of the nearest ancestor that was written.
    """

    def __init__(self, length: int) -> None:
        self._length = length
        self._ends: dict[Node, int] = {}
        self._spans: dict[Node, Span | None] = {}

    def of(self, element: Element) -> Span | None:
        """Return the span of an element, or null where neither it nor an ancestor was written."""
        if element in self._spans:
            return self._spans[element]
        span: Span | None = None
        node: Node | None = element
        while isinstance(node, Element):
            location = node.source_location
            if location is not None:
                start = location.start_tag.start_offset
                written_end = location.end_tag.end_offset if location.end_tag is not None else self._end(node)
                span = Span(start, max(written_end, location.start_tag.end_offset))
                break
            node = node.parent
        self._spans[element] = span
        return span

    def _end(self, element: Element) -> int:
        passed: list[Node] = []
        node: Node | None = element
        end = self._length
        while isinstance(node, Element):
            if node in self._ends:
                end = self._ends[node]
                break
            passed.append(node)
            following = _next_written(node)
            if following is not None:
                end = following
                break
            node = node.parent
            location = node.source_location if isinstance(node, Element) else None
            if location is not None and location.end_tag is not None:
                end = location.end_tag.start_offset
                break
        self._ends.update(dict.fromkeys(passed, end))
        return end


def _next_written(node: Node) -> int | None:
    following = node.next_sibling
    while following is not None:
        if isinstance(following, Element):
            location = following.source_location
            if location is not None:
                return location.start_tag.start_offset
        following = following.next_sibling
    return None
