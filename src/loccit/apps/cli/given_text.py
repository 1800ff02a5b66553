"""Text that somebody gives as evidence, without a page around it, as a document that judges can read."""

from collections.abc import Iterator, Sequence

from loccit.apps.cli.pages import origin
from loccit.ids import digest, scalar_text
from loccit.records import Block, Document, Layout, ReadDocument
from loccit.records.layout import encode_layout
from loccit.text.offsets import Span
from loccit.text.sentences import sentence_spans

EXTRACTOR = "given-text"
VERSION = "1"


def document_of(evidence: str | Sequence[str]) -> ReadDocument:
    """Return the document of a text, or of sentences, each of which is then a paragraph of its own.

    Lines of a text are paragraphs. All of it counts as displayed body text.
    """
    given = evidence.splitlines() if isinstance(evidence, str) else [" ".join(part.split()) for part in evidence]
    paragraphs = [scalar_text(part.strip()) for part in given if part.strip()]
    text = "\n".join(paragraphs)
    blocks = tuple(_paragraphs(paragraphs))
    spans = [
        span
        for block in blocks
        for span in (sentence_spans(text, block.start, block.end) if isinstance(evidence, str) else [_whole(block)])
    ]
    layout = Layout(blocks=blocks, sentences=tuple(spans), hidden=())
    return ReadDocument(_record(text, layout), text, layout)


def _paragraphs(texts: Sequence[str]) -> Iterator[Block]:
    start = 0
    for text in texts:
        yield Block(
            start=start,
            end=start + len(text),
            kind="paragraph",
            landmark="main",
            body=True,
            body_score=1_000_000,
            heading_path=(),
            section_id=None,
            language="",
            source=None,
        )
        start += len(text) + 1


def _whole(block: Block) -> Span:
    return Span(block.start, block.end)


def _record(text: str, layout: Layout) -> Document:
    return Document(
        origin=origin("extract"),
        body=digest(text.encode()),
        extractor=EXTRACTOR,
        extractor_version=VERSION,
        options={},
        text=digest(text.encode()),
        layout=digest(encode_layout(layout)),
        length=len(text),
        body_length=len(text),
        title_displayed=None,
        title_declared=None,
        languages=(),
        dates=(),
        versions=(),
        visibility_basis="full",
    )
