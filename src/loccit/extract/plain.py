"""Text that is no HTML: plain text, Markdown, JSON, CSV and XML with its feeds.

The canonical text is the decoded source with its lines ended by line feeds (for XML: the text of its elements), since
that is what a person sees who opens the address; marks such as ``#`` stay in the text but outside the blocks.
"""

from collections.abc import Callable

from loccit.extract.csv_text import csv_blocks
from loccit.extract.json_text import json_blocks
from loccit.extract.markdown import markdown_blocks
from loccit.extract.plain_text import PlainText, paragraph_blocks, plain_text
from loccit.extract.xml_text import read_xml

__all__ = ["PlainText", "extract_plain"]

_READERS: dict[str, Callable[[str], PlainText]] = {
    "text/markdown": markdown_blocks,
    "text/x-markdown": markdown_blocks,
    "application/json": json_blocks,
    "application/x-ndjson": json_blocks,
    "application/jsonl": json_blocks,
    "text/csv": csv_blocks,
    "text/tab-separated-values": csv_blocks,
    "application/xml": read_xml,
    "text/xml": read_xml,
}


def extract_plain(text: str, media_type: str) -> PlainText:
    """Return the canonical text and blocks of a decoded text.

    Args:
        text: decoded body, with or without byte order mark, lines ended in any way.
        media_type: essence of the type, lower case; types ending in ``+json`` and ``+xml`` count as these, others as
            plain text.
    """
    reader = _READERS.get(media_type)
    if reader is None and media_type.endswith("+json"):
        reader = json_blocks
    if reader is None and media_type.endswith("+xml"):
        reader = read_xml
    return (reader or paragraph_blocks)(plain_text(text))
