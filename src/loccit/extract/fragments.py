"""Where the text directives of a link lead on a page, as a browser searches it.

A browser does not search documents in frames, and what stands before and after a frame is one text to it (WICG text
fragments draft, "search invisible"). It does take a hidden block for the end of a block; here hidden text leaves no
trace in the text, so a directive that a browser refuses for that reason alone is found.
"""

from collections.abc import Sequence

from loccit.records.extract import Block
from loccit.text.fragment import find_directive, parse_directives
from loccit.text.offsets import Span

EMBEDDED = "embedded_document"
"""Flag of blocks that stand in a frame."""


def find_fragment(text: str, blocks: Sequence[Block], fragment: str) -> tuple[Span | None, ...]:
    """Return what each valid text directive of a URL's fragment points at, null where it points at nothing.

    Args:
        text: canonical text of a page.
        blocks: its blocks, in order.
        fragment: with or without ``#``; what stands before ``:~:`` is passed over.
    """
    searched, spans = _searched(text, blocks)
    return tuple(find_directive(searched, spans, directive) for directive in parse_directives(fragment))


def _searched(text: str, blocks: Sequence[Block]) -> tuple[str, list[Span]]:
    """Return the text with framed documents blanked, and its blocks, those that only a frame divides joined."""
    spans: list[Span] = []
    pieces: list[str] = []
    done = 0
    before: Block | None = None
    framed = False
    for block in blocks:
        if EMBEDDED in block.flags:
            pieces += text[done : block.start], " " * (block.end - block.start)
            done, framed = block.end, True
            continue
        divided = framed and before is not None and before.source is not None and before.source == block.source
        start = spans.pop().start if divided else block.start
        spans.append(Span(start, block.end))
        before, framed = block, False
    return "".join([*pieces, text[done:]]), spans
