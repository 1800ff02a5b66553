"""Readers of text formats, dates and version statements over any text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loccit.extract.dates import Declared, date_findings, declared_dates, displayed_dates, json_ld_declared
from loccit.extract.pdf import PdfText, PdfUnreadable, extract_pdf
from loccit.extract.plain import extract_plain
from loccit.extract.versions import version_statements

PIECE = st.sampled_from(
    [
        *"#-*>|`=~{}[]:,;<>&/\"'\n\t ",
        "\r\n",
        "\n\n",
        "| a | b |\n|--|--|\n",
        "<a>",
        "</a>",
        "<!--",
        "]]>",
        "<![CDATA[",
        "&#x41;",
        "2023",
        "-01-02",
        "07/11/2023",
        " January ",
        "年1月2日",
        "民國112年",
        "二〇二三年十二月",
        "Updated ",
        "©",
        "3.7",
        " version ",
        "New in ",
        "Applies to: ",
        "版新加入",
        "```\n",
        "İ",
        "ſ",
        "\u2028",
    ]
)
TEXT = st.lists(PIECE | st.characters(), max_size=60).map("".join)


@pytest.mark.parametrize("media_type", ["text/plain", "text/markdown", "application/json", "text/csv", "text/xml"])
@given(text=TEXT)
def test_blocks_are_ordered_trimmed_and_inside(media_type: str, text: str) -> None:
    page = extract_plain(text, media_type)
    edges = [edge for block in page.blocks for edge in (block.start, block.end)]
    assert edges == sorted(edges)
    for block in page.blocks:
        piece = page.text[block.start : block.end]
        assert piece == piece.strip() != ""
    assert extract_plain(text, media_type) == page


@given(TEXT)
def test_dates_and_versions_stand_where_they_say(text: str) -> None:
    page = extract_plain(text, "text/plain")
    for found in displayed_dates(page.text, page.blocks):
        assert page.text[found.start : found.end] == found.text
    for statement in version_statements(page.text, page.blocks):
        assert page.text[statement.start : statement.end] == statement.text
        assert statement.version in statement.text
    declared = declared_dates([Declared("meta:date", text), Declared("time_element", text), *json_ld_declared(text)])
    assert set(date_findings(declared)) <= {"modified_before_published"}


PDF = b"""%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>
endobj
4 0 obj
<< /Length 52 >>
stream
BT /F1 12 Tf 20 50 Td (Level) Tj 3 Tr 9 0 Td (x) Tj ET
endstream
endobj
5 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
endobj
trailer << /Size 6 /Root 1 0 R >>
%%EOF
"""


@settings(max_examples=60)
@given(st.integers(0, len(PDF)), st.integers(0, 40), st.binary(max_size=12))
def test_a_damaged_pdf_is_an_outcome(start: int, length: int, patch: bytes) -> None:
    result = extract_pdf(PDF[:start] + patch + PDF[start + length :])
    assert isinstance(result, PdfText | PdfUnreadable)
    if isinstance(result, PdfText):
        assert all(result.text[block.start : block.end].strip() for block in result.blocks)
