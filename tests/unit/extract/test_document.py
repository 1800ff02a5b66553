"""From an archived body to the Document record and back."""

from pathlib import Path

import pytest

from loccit.extract.document import Extracted, ExtractionFailed, Source, extract, read_document
from loccit.ids import digest
from loccit.policy import ExtractPolicy
from loccit.records import Origin

PAGE = """<!doctype html><html lang="en"><head><title>Cove 20 | Shop</title>
<meta name="dc.date" content="2023-01-02"></head><body><nav><a href="/">Home</a></nav>
<main><h1>Cove 20</h1><p>The tray must be level. New in version 3.7.</p>
<p style="display:none">The tray may be tilted.</p></main></body></html>"""


def source(content: str | bytes, media_type: str = "text/html") -> Source:
    data = content.encode() if isinstance(content, str) else content
    return Source(
        digest(data), media_type, content, "utf-8" if isinstance(content, str) else None, "https://example.org/"
    )


def test_a_page_becomes_a_record_whose_blobs_hold_its_text_and_layout(origin: Origin) -> None:
    extracted = extract(source(PAGE), policy=ExtractPolicy(), origin=origin)
    assert isinstance(extracted, Extracted)
    record, (text, layout) = extracted.document.record, extracted.blobs
    assert text.decode() == "Home\nCove 20\nThe tray must be level. New in version 3.7."
    assert (record.body, record.text, record.layout) == (digest(PAGE.encode()), digest(text), digest(layout))
    assert (record.length, record.body_length) == (56, 50)
    assert (record.title_displayed, record.title_declared) == ("Cove 20", "Cove 20 | Shop")
    assert record.languages == ("en",)
    assert record.visibility_basis == "full"
    assert [(date.value, date.meaning, date.place) for date in record.dates] == [
        ("2023-01-02", "published", "meta:dc.date")
    ]
    assert [(version.version, version.relation) for version in record.versions] == [("3.7", "added")]
    assert [(part.text, part.reason) for part in extracted.document.layout.hidden] == [
        ("The tray may be tilted.", "display_none")
    ]
    assert read_document(record, text, layout) == extracted.document


def test_sentences_are_cut_within_blocks(origin: Origin) -> None:
    extracted = extract(source(PAGE), policy=ExtractPolicy(), origin=origin)
    assert isinstance(extracted, Extracted)
    text = extracted.document.text
    assert [text[span.start : span.end] for span in extracted.document.layout.sentences] == [
        "Home",
        "Cove 20",
        "The tray must be level.",
        "New in version 3.7.",
    ]


def test_plain_text_is_read(origin: Origin) -> None:
    extracted = extract(source("First line.\r\nSecond.\n", "text/plain"), policy=ExtractPolicy(), origin=origin)
    assert isinstance(extracted, Extracted)
    assert "First line.\nSecond." in extracted.document.text


@pytest.mark.parametrize(
    ("content", "media_type", "code"),
    [
        (b"\x89PNG", "image/png", "unsupported_type"),
        (b"%PDF-1.4 broken", "application/pdf", "damaged_pdf"),
        ("<div>" * 200, "text/html", "too_deep"),
    ],
)
def test_what_can_not_be_read_is_an_outcome(content: str | bytes, media_type: str, code: str, origin: Origin) -> None:
    failed = extract(source(content, media_type), policy=ExtractPolicy(max_depth=100), origin=origin)
    assert isinstance(failed, ExtractionFailed)
    assert failed.code == code
    assert failed.sentence.endswith(".")


def test_lone_surrogates_become_replacement_characters(origin: Origin) -> None:
    broken = Source(digest(b"x"), "text/html", "<p id='\ud800'>a\ud800b</p>", "utf-8", "")
    extracted = extract(broken, policy=ExtractPolicy(), origin=origin)
    assert isinstance(extracted, Extracted)
    assert extracted.document.text == "a\ufffdb"


@pytest.mark.debian
def test_a_definition_term_heads_its_description_on_a_real_page(debian_docs: dict[str, Path], origin: Origin) -> None:
    page = (debian_docs["python"] / "library" / "asyncio-runner.html").read_text()
    extracted = extract(source(page), policy=ExtractPolicy(), origin=origin)
    assert isinstance(extracted, Extracted)
    document = extracted.document
    at = document.text.index("This function cannot be called when another asyncio event loop")
    block = document.block_at(at)
    assert block is not None
    assert block.heading_path == ("Runners", "Running an asyncio Program", "asyncio.run(coro, *, debug=None)")
    assert (block.section_id, block.kind, block.landmark, block.body) == ("asyncio.run", "definition", "main", True)
    assert document.record.title_displayed == "Runners"
