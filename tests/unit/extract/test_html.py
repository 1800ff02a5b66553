"""Canonical text, blocks and headings of HTML pages."""

import pytest

from loccit.extract.html import HtmlPage, read_html
from loccit.extract.walk import TooDeep
from loccit.policy import ExtractPolicy
from loccit.records import Block
from loccit.records.layout import decode_layout, encode_layout


def read(markup: str) -> HtmlPage:
    return read_html(markup, ExtractPolicy())


def block(page: HtmlPage, text: str) -> Block:
    return next(block for block in page.layout.blocks if page.text[block.start : block.end] == text)


def paths(page: HtmlPage) -> dict[str, tuple[str, ...]]:
    return {page.text[block.start : block.end]: block.heading_path for block in page.layout.blocks}


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>10<br>20<br/>30<br clear=all>40<BR />50<wbr>51</p>", "10\n20\n30\n40\n5051"),
        ("<table><tr><td>12</td><td>205</td></tr></table>", "12\n205"),
        ("<ul><li>4<li>5</ul>6", "4\n5\n6"),
        ("<dl><dt>7<dd>8<dt>9<dd>1</dl>", "7\n8\n9\n1"),
        ("1<hr>2<div>3</div>4", "1\n2\n3\n4"),
        ("<p>a\n  <b>b </b> c\t<i>d</i></p>", "a b c d"),
        ("<p>10\u00a0km  und\u3000mehr</p>", "10\u00a0km und\u3000mehr"),
        ("<pre>a\n  b &lt;c&gt;</pre>", "a\n  b <c>"),
        ("<p>one<br><br>two</p>", "one\ntwo"),
        ("<p>5<img src=x>6 <img src=y>, 7</p>", "5 6 , 7"),
        ("<p>5<button>6</button></p>", "5 6"),
        ('<p><span style="display:block">5</span><span style="display:block">6</span></p>', "5\n6"),
        ('<p><span style="display:inline-block">5</span><span style="display:inline-block">6</span></p>', "5 6"),
        ('<p style="white-space:pre-line">a\n b   c</p>', "a\nb c"),
        ("<textarea>x  y</textarea>", "x  y"),
        ("<select><option>a<option selected>b</select>", "b"),
        ("<p>ig\u200bnore \u202eabc\u202c so\u00adft</p>", "ig\u200bnore abc so\u00adft"),
        ("<p>family 👨\u200d👩\u200d👧, flag 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f</p>",
         "family 👨\u200d👩\u200d👧, flag 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"),
        ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "1/2"),
        ("<p>a&#1;b\x02c</p>", "a\ufffdb\ufffdc"),
        ("", ""),
    ],
)  # fmt: skip
def test_words_and_numbers_stay_apart_and_white_space_follows_css(markup: str, text: str) -> None:
    assert read(markup).text == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("10<sup>6</sup> m", "10^6 m"),
        ("10<sup>-3</sup>", "10^-3"),
        ("7<sup>2</sup> tiles", "7^2 tiles"),
        ("2<sup>n+1</sup>", "2^(n+1)"),
        ("1<sup>st</sup> of M<sup>me</sup> X<sup>™</sup>", "1st of Mme X™"),
        ("by <sup>10</sup>B and <sup>14</sup>C", "by ^10B and ^14C"),
        ("H<sub>2</sub>O, x<sub>i</sub>, 10<sub>2</sub>", "H2O, x_i, 10_2"),
        ("<span>$</span>11<sup>99</sup> per jar", "$11.99 per jar"),
        ("11<sup>99</sup> € je Glas", "11.99 € je Glas"),
        ("$1,299<sup>99</sup> or US$ 5<sup>50</sup>", "$1,299.99 or US$ 5.50"),
        ("Rp12.500<sup>00</sup>, 99<sup>90</sup> Kč", "Rp12.500,00, 99.90 Kč"),
        ("$11<sup>.99</sup>, 7<sup>,50</sup> each", "$11.99, 7,50 each"),
        ("$10<sup>6</sup>", "$10^6"),
        ("5 m<sup>2</sup>7 and log<sub>10</sub>5", "5 m^(2)7 and log_(10)5"),
        ("x<sup>2</sup><sub>1</sub> and CO<sub>2</sub><sup>2-</sup>", "x^2_1 and CO2^(2-)"),
        ("<sup>14</sup><sub>6</sub>C", "^14_6C"),
        ("20<sup>1)</sup> or 20<sup>1, 2</sup> or met<sup>3,4</sup>", "20[1] or 20[1, 2] or met[3,4]"),
        ("10<sup>1,5</sup>", "10^(1,5)"),
        ('see 12<a href="#n3">3</a> and b<a class=footnote href="#n4">4</a>', "see 12[3] and b[4]"),
        ('12<a epub:type=noteref href="notes.html#n3">3</a>', "12[3]"),
        ('chapter <a href="#c2">2</a>', "chapter 2"),
        ("<del>20</del><ins>30</ins> and colo<ins>u</ins>r", "20 30 and colour"),
        ("10<object>20</object>30<video>4</video>5<canvas></canvas>6<iframe></iframe>7", "10 30 5 6 7"),
        ("10<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "10 1/2"),
        ('It is 5.<sup><a href="#fn1">1</a></sup> Next', "It is 5.[1] Next"),
        ('It is 5<a href="#cite_note-7"><sup>[7]</sup></a>.', "It is 5[7]."),
        ('<sup class="reference"><a href="#n2"><span>[</span>2<span>]</span></a></sup>', "[2]"),
        ('m<sup><a href="/wiki/Square">2</a></sup>', "m^2"),
    ],
)
def test_raised_and_lowered_digits_are_never_glued(markup: str, text: str) -> None:
    assert read(f"<p>{markup}</p>").text == text


def test_a_note_mark_flags_its_block() -> None:
    page = read('<p>It is 5.<sup><a href="#fn1">1</a></sup></p><p>Plain.</p>')
    assert block(page, "It is 5.[1]").flags == ("reference_mark",)
    assert block(page, "Plain.").flags == ()


def test_ruby_keeps_the_base_and_hides_the_readings() -> None:
    page = read(
        "<p><ruby>図<rt>と</rt>書<rt>しょ</rt></ruby><ruby>館<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>は9時に開く。</p>"
    )
    assert page.text == "図書館は9時に開く。"
    assert readings(page) == [("図", "と"), ("書", "しょ"), ("館", "かん")]


@pytest.mark.parametrize(
    ("ruby", "pairs"),
    [
        ("<ruby>漢字<rt>かんじ</rt></ruby>", [("漢字", "かんじ")]),
        ("<ruby><rb>東<rb>京<rt>とう<rt>きょう</ruby>", [("東", "とう"), ("京", "きょう")]),
        ("<ruby><rb>東</rb><rt>とう</rt><rb>京</rb><rt>きょう</rt></ruby>", [("東", "とう"), ("京", "きょう")]),
        ("<ruby><b>臺</b>北<rp>（</rp><rt>ㄊㄞˊ ㄅㄟˇ</rt></ruby>", [("臺北", "ㄊㄞˊ ㄅㄟˇ")]),
        ("<ruby>上手<rt>じょうず<rt>うま</ruby>", [("上手", "じょうず"), ("", "うま")]),
        ("<ruby><rt>alone</rt></ruby>x", [("", "alone")]),
    ],
)
def test_a_reading_keeps_the_text_it_stands_over(ruby: str, pairs: list[tuple[str, str]]) -> None:
    page = read(f"<p>{ruby}。</p>")
    assert readings(page) == pairs
    assert decode_layout(encode_layout(page.layout)) == page.layout


def readings(page: HtmlPage) -> list[tuple[str | None, str]]:
    return [(part.base, part.text) for part in page.layout.hidden if part.reason == "ruby_reading"]


def test_headings_close_deeper_ones_and_open_again() -> None:
    page = read("<h1>Guide</h1><h3>Notes</h3><p>A.</p><h2>Use</h2><h3>Tips</h3><p>C.</p><h1>Annex</h1><p>D.</p>")
    assert paths(page)["A."] == ("Guide", "Notes")
    assert paths(page)["C."] == ("Guide", "Use", "Tips")
    assert paths(page)["D."] == ("Annex",)
    assert paths(page)["Use"] == ("Guide",)


def test_a_role_makes_a_heading() -> None:
    page = read("<div role=heading aria-level=3>Deep</div><p>A.</p><div role=heading aria-level=2>Upper</div><p>B.</p>")
    assert paths(page) == {"Deep": (), "A.": ("Deep",), "Upper": (), "B.": ("Upper",)}


def test_what_a_region_holds_does_not_reach_beyond_it() -> None:
    page = read(
        "<h1>T</h1><aside><h2>Box</h2><p>in</p></aside><p>after</p>"
        "<section><h2>S</h2><p>inside</p></section><p>behind</p>"
        "<section class=hero><h2>Head</h2></section><p>under it</p>"
    )
    assert paths(page)["in"] == ("T", "Box")
    assert paths(page)["after"] == ("T",)
    assert paths(page)["inside"] == ("T", "S")
    assert paths(page)["behind"] == ("T",)
    assert paths(page)["under it"] == ("T", "Head")


def test_a_page_title_stays_in_force_when_its_section_ends() -> None:
    page = read("<section><h1>Cove 20</h1><p>lead</p></section><section><p>body</p></section>")
    assert paths(page)["body"] == ("Cove 20",)


def test_a_term_stands_over_its_descriptions_and_nested_lists_come_back() -> None:
    page = read(
        '<h2>Runners</h2><dl><dt id="run">run()<a class=headerlink href="#run">¶</a></dt><dd><p>One.</p>'
        "<dl><dt>debug</dt><dd>Two.</dd></dl><p>Three.</p></dd><dt>close()</dt><dt>stop()</dt><dd>Four.</dd></dl><p>Five.</p>"
    )
    assert paths(page)["One."] == ("Runners", "run()")
    assert paths(page)["Two."] == ("Runners", "run()", "debug")
    assert paths(page)["Three."] == ("Runners", "run()")
    assert paths(page)["Four."] == ("Runners", "close()", "stop()")
    assert paths(page)["Five."] == ("Runners",)
    assert block(page, "Three.").section_id == "run"
    assert block(page, "Three.").kind == "definition"
    assert [part.reason for part in page.layout.hidden] == ["permalink"]


def test_cells_carry_their_column_and_row_headers() -> None:
    page = read(
        "<table><tr><th rowspan=2>City</th><th colspan=2>Summer</th><th>Winter</th></tr>"
        "<tr><th>min</th><th>max</th><th>min</th></tr>"
        "<tr><th rowspan=2>Oslo</th><td>11</td><td>24</td><td>-3</td></tr><tr><td>12</td><td>25</td><td>-5</td></tr>"
        "<tr><th colspan=4>Notes</th></tr><tr><td>none</td></tr></table>"
    )
    assert paths(page)["24"] == ("Summer", "max", "Oslo")
    assert paths(page)["-3"] == ("Winter", "min", "Oslo")
    assert paths(page)["12"] == ("Summer", "min", "Oslo")
    assert paths(page)["-5"] == ("Winter", "min", "Oslo")
    assert paths(page)["none"] == ("Notes",)
    assert block(page, "24").kind == "table_cell"


def test_declared_scopes_and_heads_of_tables_count() -> None:
    page = read(
        "<table><thead><tr><td>Model<td>Litres<tbody><tr><th scope=row>Cove<td>20</table>"
        '<table><tr><th scope="col">Year<th scope="col">Kg<tr><td>2021<td>7</table>'
    )
    assert paths(page)["20"] == ("Litres", "Cove")
    assert paths(page)["7"] == ("Kg",)


@pytest.mark.parametrize(
    ("markup", "section"),
    [
        ('<h2 id="a">A</h2><p>x</p>', "a"),
        ('<div id="d"><p id="own">x</p></div>', "own"),
        ('<h2 id="a">A</h2><div id="box"><p>x</p></div>', "box"),
        ('<div id="page"><h2 id="a">A</h2><div id="box"></div><p>x</p></div>', "a"),
        ('<a name="old"></a><h2>A</h2><p>x</p>', "old"),
        ('<span id="mark"></span><h2>A</h2><p>x</p>', "mark"),
        ('<h2><a id="in">A</a></h2><p>x</p>', "in"),
        ('<h2 id="a">A</h2><h2>B</h2><p>x</p>', None),
    ],
)
def test_the_nearest_id_is_the_section(markup: str, section: str | None) -> None:
    assert block(read(markup), "x").section_id == section


@pytest.mark.parametrize(
    ("markup", "landmark"),
    [
        ("<main><p>x</p></main>", "main"),
        ("<article><header><p>x</p></header></article>", "article"),
        ("<header><p>x</p></header>", "header"),
        ("<nav><p>x</p></nav>", "navigation"),
        ('<div role="navigation"><p>x</p></div>', "navigation"),
        ("<main><footer><p>x</p></footer></main>", "footer"),
        ("<aside><p>x</p></aside>", "aside"),
        ('<div id="cookie-banner"><p>x</p></div>', "consent"),
        ('<div class="onetrust-pc-dark-filter"><div class=footer><p>x</p></div></div>', "consent"),
        ('<div class="ad-slot"><p>x</p></div>', "advert"),
        ('<div class="shadow"><p>x</p></div>', "none"),
        ('<div class="sidebar"><main><p>x</p></main></div>', "main"),
        ("<dialog open><p>x</p></dialog>", "dialog"),
    ],
)
def test_regions_come_from_elements_roles_and_names(markup: str, landmark: str) -> None:
    assert block(read(markup), "x").landmark == landmark


def test_source_spans_count_code_points_of_the_normalised_source() -> None:
    markup = "<p>😀 eins\r\nzwei</p>\r\n<ul><li>drei<li>vier</ul>"
    source = markup.replace("\r\n", "\n")
    page = read(markup)
    cut = [source[block.source.start : block.source.end] for block in page.layout.blocks if block.source]
    assert cut == ["<p>😀 eins\nzwei</p>", "<li>drei", "<li>vier"]


def test_languages_are_inherited() -> None:
    page = read('<html lang="zh-TW"><p>一</p><div lang="id"><p>dua</p></div><p>三</p>')
    assert [block.language for block in page.layout.blocks] == ["zh-TW", "id", "zh-TW"]


def test_titles_are_kept_as_displayed_and_as_declared() -> None:
    page = read(
        "<title>Cove 20 | Shop</title><nav><h2>Menu</h2></nav><h1>Cove <b>20</b></h1><p>The tray must be level.</p>"
    )
    assert (page.title_displayed, page.title_declared) == ("Cove 20", "Cove 20 | Shop")


def test_kinds_follow_the_container() -> None:
    page = read(
        "<ul><li><p>li</p></ul><blockquote><p>bq</p></blockquote><figure><figcaption>cap</figcaption></figure>"
        "<pre>code</pre><form><button>Go</button></form><p>par</p>"
    )
    kinds = {page.text[block.start : block.end]: block.kind for block in page.layout.blocks}
    assert kinds == {
        "li": "list_item",
        "bq": "quote",
        "cap": "caption",
        "code": "code",
        "Go": "form",
        "par": "paragraph",
    }


def test_a_document_in_a_frame_is_read_and_flagged() -> None:
    page = read('<p>outer</p><iframe srcdoc="<p>inner</p><p hidden>secret</p>"></iframe>')
    assert page.text == "outer\ninner"
    assert block(page, "inner").flags == ("embedded_document",)
    assert [part.text for part in page.layout.hidden] == ["secret"]


def test_depth_beyond_the_limit_is_said() -> None:
    deep = "<div>" * 200 + "x"
    assert read_html(deep, ExtractPolicy(max_depth=300)).text == "x"
    with pytest.raises(TooDeep):
        read_html(deep, ExtractPolicy(max_depth=100))


def test_hostile_nesting_and_attributes_are_read() -> None:
    assert read_html("<div>" * 100_000 + "x", ExtractPolicy(max_depth=200_000)).text == "x"
    attributes = " ".join(f"a{at}=b" for at in range(100_000))
    assert read(f"<p {attributes}>x</p>").text == "x"
