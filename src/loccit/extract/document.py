"""From an archived body to the Document record, and back from the store."""

from dataclasses import dataclass

from loccit.extract.html import HtmlPage, read_html
from loccit.extract.walk import TooDeep
from loccit.ids import Digest, digest, scalar_text
from loccit.policy import ExtractPolicy
from loccit.records.extract import Document, Layout, ReadDocument
from loccit.records.layout import decode_layout, encode_layout
from loccit.records.record import Origin

EXTRACTOR = "loccit"
EXTRACTOR_VERSION = "1"
"""Changes whenever the same bytes would give another text or layout."""


@dataclass(frozen=True, slots=True)
class Source:
    """An archived body, decoded.

    Attributes:
        digest: of the archived bytes, content coding removed.
        media_type: essence, lower case (``text/html``).
        content: decoded text, or the bytes themselves for types that are not text.
        charset: WHATWG name of the encoding the text was decoded with, null for bytes.
        url: where it was read, for locators and relative links.
    """

    digest: Digest
    media_type: str
    content: str | bytes
    charset: str | None = None
    url: str = ""


@dataclass(frozen=True, slots=True)
class Extracted:
    """A document and its two blobs: canonical text (UTF-8) and layout (canonical JSON)."""

    document: ReadDocument
    blobs: tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class ExtractionFailed:
    """Why a body gave no document: an expected outcome.

    Attributes:
        code: ``too_deep``, ``unsupported_type``, ``timeout``, ``out_of_memory``, ``worker_died`` ...
        sentence: one plain sentence for a person.
    """

    code: str
    sentence: str


def extract(source: Source, *, policy: ExtractPolicy, origin: Origin) -> Extracted | ExtractionFailed:
    """Return the document of an archived body, or why there is none."""
    if source.media_type in ("text/html", "application/xhtml+xml") and isinstance(source.content, str):
        try:
            page = read_html(scalar_text(source.content), policy)
        except TooDeep:
            return ExtractionFailed("too_deep", f"The page nests more than {policy.max_depth} elements.")
        return _html_document(source, page, origin)
    return ExtractionFailed("unsupported_type", f"Pages of type {source.media_type} can't be read.")


def read_document(record: Document, text_blob: bytes, layout_blob: bytes) -> ReadDocument:
    """Put a stored document together with its blobs.

    Raises:
        BadInput: if the layout blob is none.
        UnicodeDecodeError: if the text blob is not UTF-8.
    """
    return ReadDocument(record, text_blob.decode(), decode_layout(layout_blob))


def _html_document(source: Source, page: HtmlPage, origin: Origin) -> Extracted:
    record, blobs = _record(source, page, page.layout, origin)
    return Extracted(ReadDocument(record, page.text, page.layout), blobs)


def _record(source: Source, page: HtmlPage, layout: Layout, origin: Origin) -> tuple[Document, tuple[bytes, bytes]]:
    blobs = (page.text.encode(), encode_layout(layout))
    record = Document(
        origin=origin,
        body=source.digest,
        extractor=EXTRACTOR,
        extractor_version=EXTRACTOR_VERSION,
        options={"media_type": source.media_type},
        text=digest(blobs[0]),
        layout=digest(blobs[1]),
        length=len(page.text),
        body_length=sum(block.end - block.start for block in layout.blocks if block.body),
        title_displayed=page.title_displayed,
        title_declared=page.title_declared,
        languages=page.languages,
        dates=(),
        versions=(),
        visibility_basis="partial" if page.partial else "full",
        findings=page.findings,
    )
    return record, blobs
