"""Text that is no HTML."""

import pytest

from loccit.extract.plain import PlainText, extract_plain


def blocks(page: PlainText) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(block.kind, page.text[block.start : block.end], block.heading_path) for block in page.blocks]


def test_plain_text_splits_at_blank_lines_and_bullets() -> None:
    page = extract_plain("\ufeffTitle\r\n\r\nA line\r\nthat wraps.\r\n\r\n- one\r\n- two\r\n  more\r\n", "text/plain")
    assert page.text == "Title\n\nA line\nthat wraps.\n\n- one\n- two\n  more\n"
    assert blocks(page) == [
        ("paragraph", "Title", ()),
        ("paragraph", "A line\nthat wraps.", ()),
        ("list_item", "one", ()),
        ("list_item", "two\n  more", ()),
    ]
    assert all(block.source == (block.start, block.end) for block in page.blocks)


def test_markdown_headings_reset_the_levels_below() -> None:
    page = extract_plain(
        "# Manual\n\n### Notes\n\nFirst.\n\n## Cleaning\nSecond.\n\nTray ##\n----\n\nThird.\n\nIndex\n=====\nLast.",
        "text/markdown",
    )
    assert page.title == "Manual"
    assert blocks(page) == [
        ("heading", "Manual", ()),
        ("heading", "Notes", ("Manual",)),
        ("paragraph", "First.", ("Manual", "Notes")),
        ("heading", "Cleaning", ("Manual",)),
        ("paragraph", "Second.", ("Manual", "Cleaning")),
        ("heading", "Tray ##", ("Manual",)),
        ("paragraph", "Third.", ("Manual", "Tray ##")),
        ("heading", "Index", ()),
        ("paragraph", "Last.", ("Index",)),
    ]


def test_markdown_blocks() -> None:
    page = extract_plain(
        "---\ntags: a\n---\n> a quotation\n> goes on\n\n1. first\n2. second\n\n```\n# no heading\n```\n\n***\n"
        "| Model | Litres |\n|---|--:|\n| A | 10 |\n| B \\| C | 20 |\n\n    code\n",
        "text/markdown",
    )
    assert blocks(page) == [
        ("other", "---\ntags: a\n---", ()),
        ("quote", "a quotation\n> goes on", ()),
        ("list_item", "first", ()),
        ("list_item", "second", ()),
        ("code", "# no heading", ()),
        ("table_cell", "Model", ()),
        ("table_cell", "Litres", ()),
        ("table_cell", "A", ("Model",)),
        ("table_cell", "10", ("Litres",)),
        ("table_cell", "B \\| C", ("Model",)),
        ("table_cell", "20", ("Litres",)),
        ("code", "code", ()),
    ]


def test_json_keeps_its_text_and_points_at_values() -> None:
    text = '{"fan": {"a/b": [1.50, "x\\u00e9"]}, "on": true}'
    page = extract_plain(text, "application/ld+json")
    assert page.text == text
    assert blocks(page) == [
        ("other", "1.50", ("fan", "a/b")),
        ("other", '"x\\u00e9"', ("fan", "a/b")),
        ("other", '"on": true', ()),
    ]
    assert [block.section_id for block in page.blocks] == ["/fan/a~1b/0", "/fan/a~1b/1", "/on"]


@pytest.mark.parametrize("text", ["{broken", '{"a" 1}', "[1, 2", "[1}}", '{"a": 1} trailing'])
def test_what_is_no_json_is_plain_text(text: str) -> None:
    assert blocks(extract_plain(text, "application/json")) == [("paragraph", text, ())]


def test_json_lines_and_deep_nesting() -> None:
    assert [t for _, t, _ in blocks(extract_plain('{"a":1}\n{"a":2}\n', "application/x-ndjson"))] == ['"a":1', '"a":2']
    deep = "[" * 50_000 + "1" + "]" * 50_000
    assert blocks(extract_plain(deep, "application/json")) == [("paragraph", deep, ())]


def test_csv_cells_stand_under_their_column() -> None:
    page = extract_plain('year;note\n2021;"a; b"\n2022;\n', "text/csv")
    assert blocks(page) == [
        ("table_cell", "year", ()),
        ("table_cell", "note", ()),
        ("table_cell", "2021", ("year",)),
        ("table_cell", "a; b", ("note",)),
        ("table_cell", "2022", ("year",)),
    ]


def test_feed() -> None:
    source = (
        '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x "y">]><rss><channel><title>News &amp; more</title>'
        "<item><title>Kettle</title><description><![CDATA[<p>It <b>boils</b>.</p><p>Fast.</p>]]></description></item>"
        "<item><title>Tray</title><description>&lt;p&gt;Level it &x;.</description></item></channel></rss>"
    )
    page = extract_plain(source, "application/rss+xml")
    assert page.title == "News & more"
    assert blocks(page) == [
        ("heading", "News & more", ()),
        ("heading", "Kettle", ("News & more",)),
        ("paragraph", "It boils.\nFast.", ("News & more", "Kettle")),
        ("heading", "Tray", ("News & more",)),
        ("paragraph", "Level it &x;.", ("News & more", "Tray")),
    ]
    assert page.blocks[2].section_id == "/rss[1]/channel[1]/item[1]/description[1]"
    span = page.blocks[0].source
    assert span is not None
    assert source[span.start : span.end] == "News &amp; more"


def test_xml_mixed_text_is_one_block_and_broken_xml_is_read_on() -> None:
    page = extract_plain(
        "<doc><p>Mind the <em>hot</em> lid.</p><p><b>Bold</b> start.</p></nope><q>5<1</doc>", "text/xml"
    )
    assert [text for _, text, _ in blocks(page)] == ["Mind the hot lid.", "Bold start.", "5<1"]


@pytest.mark.parametrize(
    "text", ["", " \n ", "<a " * 2_000, "<![CDATA[" * 1_000, "<a>" * 20_000, "|" * 9_999, "# " * 999]
)
@pytest.mark.parametrize("media_type", ["text/plain", "text/markdown", "application/json", "text/csv", "text/xml"])
def test_hostile_text_is_read(text: str, media_type: str) -> None:
    page = extract_plain(text, media_type)
    ends = [edge for block in page.blocks for edge in (block.start, block.end)]
    assert ends == sorted(ends)
    assert all(page.text[block.start : block.end].strip() for block in page.blocks)
