"""What a person sees on a page, and where it stands.

The canonical text of a document is what is displayed, in reading order. All offsets here count code points of
that text, end exclusive, unless a field says otherwise. The text and the layout (blocks, sentences, hidden
text) are big and live in blobs named by their digest.
"""

from bisect import bisect_right
from dataclasses import dataclass
from typing import ClassVar, Literal

from loccit.records.record import BlobDigest, Origin, Record, RecordId, Text, Value
from loccit.text import quote
from loccit.text.offsets import Span

BlockKind = Literal[
    "heading",
    "paragraph",
    "list_item",
    "table_cell",
    "code",
    "quote",
    "caption",
    "definition",
    "term",
    "form",
    "other",
]
Landmark = Literal["main", "article", "navigation", "header", "footer", "aside", "dialog", "consent", "advert", "none"]


@dataclass(frozen=True, slots=True)
class Block:
    """One displayed block of text.

    Attributes:
        start, end: code points of the canonical text.
        landmark: the nearest page region the block stands in.
        body: whether the block belongs to the body text of the page; only such blocks can support a claim.
        body_score: the score behind the label, in millionths.
        heading_path: headings above it, outermost first; definition terms and table headers count as headings.
        section_id: the nearest element id at or above the block.
        language: BCP 47 tag in force, or an empty string.
        source: span of the enclosing element in the decoded, newline-normalised source, in code points.
        visibility: ``unknown`` where a style rule that might hide it can't be interpreted.
        flags: e.g. ``aria_hidden`` (displayed all the same).
        page: page number of a PDF, from 1.
        boxes: where each line of a PDF block stands on its page, in order; lines are ended by a line feed.
    """

    start: int
    end: int
    kind: BlockKind
    landmark: Landmark
    body: bool
    body_score: int
    heading_path: tuple[str, ...]
    section_id: str | None
    language: str
    source: Span | None
    visibility: Literal["shown", "unknown"] = "shown"
    flags: tuple[str, ...] = ()
    page: int | None = None
    boxes: tuple["Box", ...] = ()


@dataclass(frozen=True, slots=True)
class HiddenText:
    """Text that is in the source but that a person does not see; it never enters a passage.

    ``revealable`` is true where a control on the page points at it. ``base`` is the displayed text that a reading aid
    (``ruby_reading``) stands over, null for other reasons.
    """

    text: str
    reason: str
    source: Span | None = None
    revealable: bool = False
    base: str | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The structure over one canonical text.

    ``sentences`` are spans of the canonical text, in order, none crossing a block.
    """

    blocks: tuple[Block, ...]
    sentences: tuple[Span, ...]
    hidden: tuple[HiddenText, ...]


class DateCandidate(Value):
    """A date the page shows or declares; every one is kept, none is guessed.

    Attributes:
        text: as written.
        value: ISO 8601 at the precision written (``2023-01-02``, ``2023-01``, ``2023``), null if ambiguous.
        place: where it stands: ``visible_text``, ``time_element``, ``meta:<name>``, ``json_ld:<property>`` ...
        start, end: code points of the canonical text, null for declared dates.
    """

    text: Text
    value: Text | None
    meaning: Literal["published", "modified", "accessed", "copyright", "accepted", "unknown"]
    displayed: bool
    place: Text
    start: int | None = None
    end: int | None = None


class VersionStatement(Value):
    """A statement about versions: ``New in version 3.7.``, ``Applies to: 12.2``."""

    text: Text
    version: Text
    relation: Literal["added", "changed", "deprecated", "removed", "applies_to"]
    heading_path: tuple[Text, ...]
    start: int
    end: int


class Document(Record):
    """The extracted page.

    Attributes:
        body: digest of the archived bytes it was extracted from (content coding removed).
        text: digest of the blob with the canonical text, UTF-8.
        layout: digest of the blob with blocks, sentences and hidden text (canonical JSON).
        length: code points of the canonical text.
        visibility_basis: ``partial`` when style sheets the page links to were not read.
        body_length: code points of the blocks labelled body.
    """

    KIND: ClassVar[str] = "loccit/document@1"

    body: BlobDigest
    extractor: Text
    extractor_version: Text
    options: dict[str, Text | int | bool | None]
    text: BlobDigest
    layout: BlobDigest
    length: int
    body_length: int
    title_displayed: Text | None
    title_declared: Text | None
    languages: tuple[Text, ...]
    dates: tuple[DateCandidate, ...]
    versions: tuple[VersionStatement, ...]
    visibility_basis: Literal["full", "partial"]
    findings: tuple[Text, ...] = ()


class Box(Value):
    """A rectangle on a PDF page, in thousandths of a point, origin at the lower left."""

    page: int
    left: int
    bottom: int
    right: int
    top: int


class Passage(Record):
    """An exact piece of a document's canonical text and how to find it again.

    Attributes:
        start, end: code points of the canonical text, end exclusive; ``exact`` is the slice.
        prefix, suffix: text around it, for W3C TextQuoteSelector.
        source: span of the enclosing element in the decoded source, code points, or null.
        deep_link: the fragment to append to the page's URL (``#id:~:text=...``, in a PDF ``#page=2:~:text=...`` as in
            RFC 8118).
    """

    KIND: ClassVar[str] = "loccit/passage@1"

    document: RecordId
    start: int
    end: int
    exact: Text
    prefix: Text
    suffix: Text
    heading_path: tuple[Text, ...]
    section_id: Text | None
    block_kind: BlockKind
    source: tuple[int, int] | None
    page: int | None = None
    boxes: tuple[Box, ...] = ()
    deep_link: Text


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document together with the text and layout its digests name: what judges read."""

    record: Document
    text: str
    layout: Layout

    def block_at(self, offset: int) -> Block | None:
        """Return the block that holds a code point of the canonical text, or null between blocks."""
        blocks = self.layout.blocks
        index = bisect_right(blocks, offset, key=lambda block: block.start) - 1
        return blocks[index] if index >= 0 and offset < blocks[index].end else None

    def cut(self, span: Span, *, origin: Origin, context_length: int) -> Passage:
        """Return the passage at a span of the canonical text.

        Args:
            span: code points of the canonical text, not empty, beginning inside a block.
            origin: who cuts it.
            context_length: code points of prefix and suffix.

        Raises:
            ValueError: if the span is empty, reversed, beyond the text or begins outside every block.
        """
        block = self.block_at(span.start)
        if block is None or not 0 <= span.start < span.end <= len(self.text):
            raise ValueError(f"no passage at {span.start}-{span.end} of a text of {len(self.text)} code points")
        prefix, suffix = quote.context(self.text, span.start, span.end, context_length)
        return Passage(
            origin=origin,
            document=self.record.id,
            start=span.start,
            end=span.end,
            exact=self.text[span.start : span.end],
            prefix=prefix,
            suffix=suffix,
            heading_path=block.heading_path,
            section_id=block.section_id,
            block_kind=block.kind,
            source=block.source,
            page=block.page,
            boxes=self._boxes(block, span),
            deep_link=f"#{_anchor(block)}{quote.text_directive(self.text, span.start, span.end)}",
        )

    def _boxes(self, block: Block, span: Span) -> tuple[Box, ...]:
        """Return the boxes of the lines of a block that a span reaches into."""
        first = self.text.count("\n", block.start, span.start)
        last = first + self.text.count("\n", span.start, min(span.end, block.end))
        return block.boxes[first : last + 1]

    def holds(self, passage: Passage) -> bool:
        """Tell whether a passage's slice stands at its offsets in this document's text."""
        return passage.document == self.record.id and self.text[passage.start : passage.end] == passage.exact


def _anchor(block: Block) -> str:
    if block.section_id is None and block.page is not None:
        return f"page={block.page}"
    return block.section_id or ""
