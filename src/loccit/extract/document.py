"""From an archived body to the Document record, and back from the store."""

from dataclasses import dataclass

from loccit.extract.dates import date_findings, declared_dates, displayed_dates, resolve_ambiguity
from loccit.extract.declared import declared_in
from loccit.extract.html import displayed_title, read_html, sentences_of
from loccit.extract.pdf import PdfUnreadable, extract_pdf
from loccit.extract.plain import extract_plain
from loccit.extract.versions import version_statements
from loccit.extract.walk import TooDeep
from loccit.ids import Digest, digest, scalar_text
from loccit.policy import ExtractPolicy
from loccit.records.extract import DateCandidate, Document, Layout, ReadDocument
from loccit.records.layout import decode_layout, encode_layout
from loccit.records.record import Origin

EXTRACTOR = "loccit"
EXTRACTOR_VERSION = "1"
"""Changes whenever the same bytes would give another text or layout."""

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})


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
    content = source.content
    if source.media_type == "application/pdf":
        page = _read_pdf(content.encode() if isinstance(content, str) else content)
    elif isinstance(content, bytes):
        return ExtractionFailed("unsupported_type", f"Pages of type {source.media_type} can't be read.")
    elif source.media_type in HTML_TYPES:
        page = _read_html(content, policy)
    else:
        page = _read_plain(content, source.media_type)
    return page if isinstance(page, ExtractionFailed) else _document(source, page, origin)


def read_document(record: Document, text_blob: bytes, layout_blob: bytes) -> ReadDocument:
    """Put a stored document together with its blobs.

    Raises:
        BadInput: if the layout blob is none.
        UnicodeDecodeError: if the text blob is not UTF-8.
    """
    return ReadDocument(record, text_blob.decode(), decode_layout(layout_blob))


@dataclass(frozen=True, slots=True)
class _Page:
    """What the readers of all media types give."""

    text: str
    layout: Layout
    title_displayed: str | None = None
    title_declared: str | None = None
    dates: tuple[DateCandidate, ...] = ()
    partial: bool = False
    findings: tuple[str, ...] = ()


def _read_html(markup: str, policy: ExtractPolicy) -> _Page | ExtractionFailed:
    try:
        page = read_html(scalar_text(markup), policy)
    except TooDeep:
        return ExtractionFailed("too_deep", f"The page nests more than {policy.max_depth} elements.")
    return _Page(
        page.text,
        page.layout,
        page.title_displayed,
        page.title_declared,
        declared_dates(declared_in(page.tree)),
        partial=page.partial,
    )


def _read_plain(text: str, media_type: str) -> _Page:
    plain = extract_plain(scalar_text(text), media_type)
    layout = Layout(plain.blocks, sentences_of(plain.text, plain.blocks), ())
    return _Page(plain.text, layout, title_displayed=plain.title)


def _read_pdf(data: bytes) -> _Page | ExtractionFailed:
    pdf = extract_pdf(data)
    if isinstance(pdf, PdfUnreadable):
        return ExtractionFailed(pdf.code, pdf.sentence)
    layout = Layout(pdf.blocks, sentences_of(pdf.text, pdf.blocks), pdf.hidden)
    return _Page(
        pdf.text,
        layout,
        displayed_title(pdf.text, pdf.blocks),
        pdf.title,
        declared_dates(pdf.declared),
        findings=pdf.findings,
    )


def _document(source: Source, page: _Page, origin: Origin) -> Extracted:
    text, layout = page.text, page.layout
    blobs = (text.encode(), encode_layout(layout))
    dates = resolve_ambiguity((*page.dates, *displayed_dates(text, layout.blocks, layout.sentences)))
    record = Document(
        origin=origin,
        body=source.digest,
        extractor=EXTRACTOR,
        extractor_version=EXTRACTOR_VERSION,
        options={"media_type": source.media_type},
        text=digest(blobs[0]),
        layout=digest(blobs[1]),
        length=len(text),
        body_length=sum(block.end - block.start for block in layout.blocks if block.body),
        title_displayed=page.title_displayed,
        title_declared=page.title_declared,
        languages=tuple(dict.fromkeys(block.language for block in layout.blocks if block.language)),
        dates=dates,
        versions=version_statements(text, layout.blocks),
        visibility_basis="partial" if page.partial else "full",
        findings=(*page.findings, *date_findings(dates)),
    )
    return Extracted(ReadDocument(record, text, layout), blobs)
