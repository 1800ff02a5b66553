"""HTML: what the page shows, raised marks by the fragment they lead to, links as words and as marks."""

import pytest

from loccit.cite.formats import html


def claims(reading):
    return [
        (one.slice, [reading.answer.sources[position].url for position in one.sources])
        for one in reading.answer.anchors
        if one.kind == "claim"
    ]


@pytest.mark.parametrize(
    ("markup", "is_html"),
    [
        ("<!DOCTYPE html><title>x</title>", True),
        ("\ufeff <!-- a --> <p class=x>y</p>", True),
        ("<span>y</span>", True),
        ("<https://x.example/> is a link", False),
        ("Text <b>bold</b>", False),
        ("<bold>", False),
    ],
)
def test_what_begins_as_html(markup, is_html):
    assert html.looks_like(markup) is is_html


def test_raised_marks_lead_to_their_entry_and_other_raised_numbers_are_none(origin):
    markup = (
        "<h1>Boron</h1><p>It is captured by <sup>10</sup>B &amp; <sup>14</sup>C."
        '<sup id="b1"><a href="#r10">10</a></sup> See <a href="#part">part 2</a>. 10<sup>6</sup> atoms.</p>'
        '<h2 id="part">Part 2</h2><p>東京は大きい。<sup><a href="#r9">[9]</a></sup></p>'
        '<h2>References</h2><ol><li id="r9"><a href="https://t.example/">東京</a></li>'
        '<li id="r10">Boron book, <a href="https://b.example/?a=1&amp;b=2">B</a> <a href="#b1">↩</a></li></ol>'
    )
    reading = html.read(markup, origin=origin)
    assert reading.answer.text == (
        "Boron\n\nIt is captured by 10B & 14C.10 See part 2. 106 atoms.\n\nPart 2\n\n東京は大きい。[9]"
    )
    assert claims(reading) == [
        ("It is captured by 10B & 14C.", ["https://b.example/?a=1&b=2"]),
        ("東京は大きい。", ["https://t.example/"]),
    ]
    assert [one.slice for one in reading.answer.anchors if one.kind == "marker"] == ["10", "[9]"]


def test_links_brackets_and_a_list_without_heading(origin):
    markup = (
        "<p>The <a href='https://a.example/'>tidal\n range</a> is 4 m. It rises (<a href='https://b.example/'>Tides</a>)."
        " So it is [1][7]. Here <code>a[2]</code> is code.</p><pre>x = y [1]\n  z</pre><script>[1]</script>"
        "<ol><li><a href='https://c.example/'>C</a></li></ol>"
    )
    reading = html.read(markup, origin=origin)
    assert claims(reading) == [
        ("The tidal range is 4 m.", ["https://a.example/"]),
        ("It rises (Tides).", ["https://b.example/"]),
        ("So it is [1][7].", ["https://c.example/"]),
    ]
    assert [note.detail for note in reading.notes] == ["no source is listed as 7"]
    assert [reading.answer.text[span.start : span.end] for span in reading.apart] == ["x = y [1]\n  z"]


def test_deep_nesting_is_left_out(origin):
    assert html.read("<div>" * 5000 + "deep", origin=origin).answer.text == ""


def test_written_html_is_escaped_and_shows_each_source(origin):
    reading = html.read(
        "<p>1 &lt; 2.<sup><a href='#x'>1</a></sup></p><p id=x><a href='https://x.example/?a&amp;b'>A&lt;B</a></p>",
        origin=origin,
    )
    assert html.write(reading.answer) == (
        '<div style="white-space: pre-wrap">1 &lt; 2.<a href="#source-1">1</a></div>'
        '<h2>Sources</h2><ol><li id="source-1"><a href="https://x.example/?a&amp;b">A&lt;B</a></li></ol>'
    )


def test_raised_numbers_without_links(origin):
    text = (
        "<p>Cork regrows.<sup>1</sup> It floats<sup>[2]</sup>. It has 10<sup>2</sup> cells in 3 km<sup>2</sup>.</p>"
        "<h2>References</h2><ol><li>Trees, https://1.example/</li>"
        "<li>https://2.example/ <a href='#r'>\u21a9</a></li></ol>"
    )
    reading = html.read(text, origin=origin)
    answer = reading.answer
    assert [(one.url, one.title) for one in answer.sources] == [
        ("https://1.example/", "Trees"),
        ("https://2.example/", None),
    ]
    claims = [(one.slice, one.sources) for one in answer.anchors if one.kind == "claim"]
    assert claims == [("Cork regrows.", (0,)), ("It floats[2].", (1,))]
    assert reading.notes == ()
