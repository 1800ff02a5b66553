"""Known faults of extraction: numbers that run together, values under the wrong header, marks read as digits."""

import pytest

from loccit.extract.html import HtmlPage, read_html
from loccit.policy import ExtractPolicy


def read(markup: str) -> HtmlPage:
    return read_html(f"<!doctype html>{markup}", ExtractPolicy())


def cells(page: HtmlPage) -> list[tuple[str, tuple[str, ...]]]:
    blocks = [block for block in page.layout.blocks if block.kind == "table_cell"]
    return [(page.text[block.start : block.end], block.heading_path) for block in blocks]


def test_cells_without_white_space_keep_apart_and_know_their_headers() -> None:
    page = read(
        "<table><tr><th>Year<th>Goats<th>Litres<tr><th>1998<td>30<td>411<tr><th>1999<td>31<td>4</table><p>5 farms</p>"
    )
    assert page.text.split("\n") == ["Year", "Goats", "Litres", "1998", "30", "411", "1999", "31", "4", "5 farms"]
    assert cells(page)[4:6] == [("30", ("Goats", "1998")), ("411", ("Litres", "1998"))]
    assert cells(page)[7:9] == [("31", ("Goats", "1999")), ("4", ("Litres", "1999"))]


def test_a_header_over_two_columns_counts_twice() -> None:
    page = read(
        "<table><tr><th rowspan=2>Port<th colspan=2>Day<th colspan=2>Night<tr><th>in<th>out<th>in<th>out"
        "<tr><th rowspan=2>Bergen<td>7<td>9<td>2<td>3<tr><td>8<td>10<td>1<td>0</table>"
    )
    assert cells(page)[-8:] == [
        ("7", ("Day", "in", "Bergen")),
        ("9", ("Day", "out", "Bergen")),
        ("2", ("Night", "in", "Bergen")),
        ("3", ("Night", "out", "Bergen")),
        ("8", ("Day", "in", "Bergen")),
        ("10", ("Day", "out", "Bergen")),
        ("1", ("Night", "in", "Bergen")),
        ("0", ("Night", "out", "Bergen")),
    ]


@pytest.mark.parametrize(
    "spelling", ["<br>", "<br/>", "<BR />", '<br clear="left">', "<br\n>", "</br>", "<br class=x/>"]
)
def test_every_spelling_of_a_line_break_breaks_the_line(spelling: str) -> None:
    assert read(f"<p>61{spelling}62</p>").text == "61\n62"


def test_a_break_opportunity_adds_nothing() -> None:
    assert read("<p>61<wbr>62 Super<wbr>cali&shy;fragil").text == "6162 Supercali\u00adfragil"


def test_a_mass_number_is_no_note_mark_and_a_note_mark_no_digit() -> None:
    page = read(
        "<p>Of <sup>235</sup>U and 5<sup><a href='#n2'>2</a></sup> kg<sup id=r1>[1]</sup>.<p id=n2>Weighed.</p>"
    )
    assert page.text == "Of ^235U and 5[2] kg[1].\nWeighed."
    assert page.layout.blocks[0].flags == ("reference_mark",)


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<b>€</b>24<sup>95</sup> a box", "€24.95 a box"),
        ("<b>£</b>1,024<sup>50</sup>", "£1,024.50"),
        ("24<sup>95</sup> € die Kiste", "24.95 € die Kiste"),
        ("9<sup>12</sup> tiles", "9^12 tiles"),
        ("<del>129</del><ins>99</ins> kr", "129 99 kr"),
    ],
)
def test_cents_set_high_are_no_power_and_no_hundreds(markup: str, text: str) -> None:
    assert read(f"<p>{markup}</p>").text == text


def test_reading_aids_are_no_part_of_the_sentence() -> None:
    page = read(
        "<meta charset=utf-8><p lang=ja><ruby>駅<rt>えき</rt>前<rt>まえ</rt></ruby>の<ruby>店<rp>（</rp><rt>みせ</rt>"
        "<rp>）</rp></ruby>は20時まで。</p>"
    )
    assert page.text == "駅前の店は20時まで。"
    pairs = [(part.base, part.text) for part in page.layout.hidden if part.reason == "ruby_reading"]
    assert pairs == [("駅", "えき"), ("前", "まえ"), ("店", "みせ")]


def test_a_heading_ends_the_deeper_headings_before_it() -> None:
    page = read(
        "<h1>Bees</h1><h3>Aside</h3><p>1</p><h2>Hives</h2><p>2</p><h2>Honey</h2><h4>Jars</h4><p>3</p><h1>Wax</h1><p>4"
    )
    paths = {page.text[block.start : block.end]: block.heading_path for block in page.layout.blocks}
    assert [paths[name] for name in "1234"] == [
        ("Bees", "Aside"),
        ("Bees", "Hives"),
        ("Bees", "Honey", "Jars"),
        ("Wax",),
    ]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ('<p>10<span style="vertical-align:super">6</span> cells', "10^6 cells"),
        ("<style>.e{vertical-align:.5em;font-size:70%}</style><p>10<span class=e>6</span> cells", "10^6 cells"),
        ('<p>10<span style="vertical-align: TEXT-TOP; font-size: 60%">6</span> cells', "10^6 cells"),
        ('<p>10<span style="vertical-align:super">\u22126</span> m', "10^\u22126 m"),
        ('<p>CO<span style="vertical-align:sub">2</span> in 7<span style="vertical-align:-3px">3</span>', "CO2 in 7_3"),
        (
            '<p>5<b style="vertical-align:super"><a href="#n2">2</a></b> kg.<p id=n2>Weighed.',
            "5[2] kg.\nWeighed.",
        ),
        ('<p>Goats <span style="vertical-align:super">(30)</span>', "Goats (30)"),
        ('<p>1<i style="vertical-align:-.125em">0</i>6<img style="vertical-align:top">', "106"),
        ("<style>b{vertical-align:super}.n{vertical-align:baseline}</style><p>10<b class=n>6</b>", "106"),
    ],
)
def test_what_a_style_sets_high_or_low_is_no_digit_of_its_line(markup: str, text: str) -> None:
    assert read(markup).text == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ('<p>12<span style="float:right">34</span> kg', "12 34 kg"),
        ("<style>.n{float: left}</style><p>12<span class=n>34</span> kg", "12 34 kg"),
        ('<p>Goats<span style="position:absolute;right:0">Sheep</span>', "Goats Sheep"),
        ("<style>.n{float:left}p .n{float:none}</style><p>12<span class=n>34</span> kg", "1234 kg"),
        ("<style>.d{float:left;font-size:3em}</style><p><span class=d>W</span>hen it rains", "When it rains"),
        ('<p><span style="float:left">\u201cW</span>hen it rains\u201d', "\u201cWhen it rains\u201d"),
    ],
)
def test_what_leaves_its_line_is_no_part_of_a_word_in_it(markup: str, text: str) -> None:
    assert read(markup).text == text


def test_a_cell_that_lists_its_headers_stands_under_these() -> None:
    page = read(
        "<table><tr><td><th id=g>Goats<th id=s>Sheep<tr><th id=y colspan=3>Summer<tr><th id=b>Bergen"
        "<td headers='y b g'>30<td headers='s y none'>4<tr><td id=o>Oslo<td headers='o g'>7<td headers=none>9</table>"
    )
    assert cells(page)[-6:] == [
        ("Bergen", ("Summer",)),
        ("30", ("Summer", "Bergen", "Goats")),
        ("4", ("Sheep", "Summer")),
        ("Oslo", ("Summer",)),
        ("7", ("Oslo", "Goats")),
        ("9", ("Sheep", "Summer")),
    ]


@pytest.mark.parametrize(("block", "cell"), [("div", "div"), ("div", "span"), ("my-rows", "my-cell"), ("ul", "li")])
def test_tables_made_of_roles_are_tables(block: str, cell: str) -> None:
    page = read(
        f"<{block} role=table><{block} role=rowgroup><{block} role=row>"
        f"<{cell} role=columnheader>Year</{cell}><{cell} role=columnheader>Goats</{cell}>"
        f"<{cell} role=columnheader>Sheep</{cell}></{block}></{block}><{block} role=row>"
        f"<{cell} role=rowheader>1998</{cell}><{cell} role=cell>30</{cell}><{cell} role=cell>4</{cell}></{block}>"
        f"</{block}><p>5 farms"
    )
    assert page.text.split("\n") == ["Year", "Goats", "Sheep", "1998", "30", "4", "5 farms"]
    assert cells(page)[-2:] == [("30", ("Goats", "1998")), ("4", ("Sheep", "1998"))]


def test_roles_do_not_take_an_html_table_apart_but_make_headers() -> None:
    page = read(
        "<table role=grid><thead role=rowgroup><tr role=row><td role=columnheader>Year<td role=columnheader>Goats"
        "<tbody role=rowgroup><tr role=row><td role=rowheader>1998<td role=gridcell>30</table>"
    )
    assert cells(page)[-1] == ("30", ("Goats", "1998"))


def test_an_empty_corner_is_no_data_but_an_empty_row_is() -> None:
    page = read("<table><tr><td>&nbsp;<th>Goats<th>Sheep<tr><th>1998<td><td><tr><th>1999<td>31<td>4</table>")
    assert cells(page)[-2:] == [("31", ("Goats", "1999")), ("4", ("Sheep", "1999"))]
