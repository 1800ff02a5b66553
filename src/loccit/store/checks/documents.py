"""Check documents against their text and layout, and passages against the text they were cut from."""

from collections.abc import Iterator

from loccit.errors import BadInput, BrokenPromise
from loccit.ids import ContentId
from loccit.records import Document, Layout, Passage
from loccit.records.layout import decode_layout
from loccit.store.checks.records import readable
from loccit.store.report import Tally
from loccit.store.sql import SqlStore


def check_documents(store: SqlStore, last: int, tally: Tally) -> None:
    """Check every document's text and layout.

    A blob that is missing or altered is a finding of ``check_blobs``; here its content is checked.
    """
    for document in readable(store, Document, last):
        try:
            text = store.blob(document.text).decode()
            layout = decode_layout(store.blob(document.layout))
        except UnicodeDecodeError:
            tally.problem("document_text", f"document {document.id}: its text is not UTF-8", document.id)
        except BadInput as error:
            tally.problem("document_layout", f"document {document.id}: {error}", document.id)
        except BrokenPromise:
            continue
        else:
            tally.count("documents")
            _check_document(document, text, layout, tally)


def check_passages(store: SqlStore, last: int, tally: Tally) -> None:
    """Check that every passage stands where it says; passages of one document mostly lie together."""
    document_id: ContentId | None = None
    text: str | None = None
    for passage in readable(store, Passage, last):
        if passage.document != document_id:
            document_id, text = passage.document, _text(store, passage.document)
        tally.count("passages")
        if text is None:
            tally.problem(
                "passage_not_checked",
                f"passage {passage.id}: the text of its document {passage.document} can't be read",
                passage.id,
            )
        elif not _stands(passage, text):
            tally.problem(
                "passage_moved",
                f"passage {passage.id} does not stand at {passage.start}-{passage.end} of document {passage.document}",
                passage.id,
            )


def layout_faults(layout: Layout, length: int) -> Iterator[str]:
    """Yield what is wrong with a layout over a text of so many code points, one sentence each."""
    end = 0
    for block in layout.blocks:
        if not end <= block.start <= block.end <= length:
            yield f"block {block.start}-{block.end} is out of order or beyond the text's {length} code points"
        end = max(end, block.end)
    end = 0
    for start, stop in layout.sentences:
        if not end <= start <= stop <= length:
            yield f"sentence {start}-{stop} is out of order or beyond the text's {length} code points"
        end = max(end, stop)


def _check_document(document: Document, text: str, layout: Layout, tally: Tally) -> None:
    if len(text) != document.length:
        tally.problem(
            "document_text",
            f"document {document.id}: its text has {len(text)} code points, not {document.length}",
            document.id,
        )
    for fault in layout_faults(layout, len(text)):
        tally.problem("document_layout", f"document {document.id}: {fault}", document.id)
    for date in document.dates:
        if date.start is not None and (date.end is None or not 0 <= date.start <= date.end <= len(text)):
            tally.problem(
                "document_text",
                f"document {document.id}: the date at {date.start}-{date.end} is beyond its text",
                document.id,
            )
    for version in document.versions:
        if not 0 <= version.start <= version.end <= len(text):
            tally.problem(
                "document_text",
                f"document {document.id}: the version statement at {version.start}-{version.end} is beyond its text",
                document.id,
            )


def _text(store: SqlStore, document_id: ContentId) -> str | None:
    try:
        return store.blob(store.get(document_id, Document).text).decode()
    except (BrokenPromise, UnicodeDecodeError):
        return None


def _stands(passage: Passage, text: str) -> bool:
    start, end = passage.start, passage.end
    return (
        0 <= start < end <= len(text)
        and text[start:end] == passage.exact
        and text.endswith(passage.prefix, 0, start)
        and text.startswith(passage.suffix, end)
    )
