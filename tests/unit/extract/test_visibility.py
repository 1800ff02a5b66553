"""What a person sees, and why the rest is hidden."""

import json
import re
from pathlib import Path

import pytest

from loccit.extract.html import HtmlPage, read_html
from loccit.policy import ExtractPolicy


def read(markup: str) -> HtmlPage:
    return read_html(markup, ExtractPolicy())


def reasons(page: HtmlPage) -> list[tuple[str, str]]:
    return [(part.text, part.reason) for part in page.layout.hidden]


@pytest.mark.parametrize(
    ("style", "reason"),
    [
        ("display:none", "display_none"),
        ("DISPLAY : None !important", "display_none"),
        ("content-visibility:hidden", "content_hidden"),
        ("visibility:hidden", "visibility_hidden"),
        ("opacity:0", "opacity_zero"),
        ("opacity:5%", "opacity_zero"),
        ("filter:opacity(0)", "opacity_zero"),
        ("font-size:0", "tiny_text"),
        ("font:1px/1 serif", "tiny_text"),
        ("color:#fefefe", "same_colour"),
        ("color:#808080;background:#818181", "same_colour"),
        ("background:black", "same_colour"),
        ("color:transparent", "transparent_text"),
        ("color:rgb(0 0 0 / 2%)", "transparent_text"),
        ("position:absolute;left:-9999px", "off_screen"),
        ("position:fixed;top:-200em", "off_screen"),
        ("text-indent:-9999px", "off_screen"),
        ("margin-left:-5000px", "off_screen"),
        ("transform:translateX(-9999px)", "off_screen"),
        ("position:absolute;left:calc(-1 * 9999px)", "off_screen"),
        ("transform:scale(0)", "scaled_to_nothing"),
        ("height:0;overflow:hidden", "zero_size"),
        ("max-height:0px;overflow-y:clip", "zero_size"),
        ("clip-path:inset(50%)", "clipped"),
        ("position:absolute;clip:rect(1px,1px,1px,1px)", "clipped"),
        ("mask:linear-gradient(transparent,transparent)", "masked"),
    ],
)
def test_inline_styles_hide_with_a_reason(style: str, reason: str) -> None:
    page = read(f'<p>shown</p><p style="{style}">secret</p>')
    assert page.text == "shown"
    assert reasons(page) == [("secret", reason)]


@pytest.mark.parametrize(
    "style",
    [
        "opacity:.5",
        "color:#fff;background:#000",
        "color:#fff;background:url(x.png)",
        "color:transparent;background-clip:text;background-image:linear-gradient(red,blue)",
        "font-size:9px",
        "left:-9999px",
        "height:0",
        "height:0;overflow:hidden;padding-bottom:56%",
        "text-indent:-2em",
        "transform:translate(-50%,-50%)",
        "display:contents",
        "line-height:1;overflow:hidden",
        "clip-path:inset(10%)",
        "position:relative;left:-10px",
    ],
)
def test_harmless_styles_hide_nothing(style: str) -> None:
    assert read(f'<p style="{style}">shown</p>').text == "shown"


@pytest.mark.parametrize(
    ("css", "text"),
    [
        ("p{display:none}", ""),
        ("@media screen{p{display:none}}", ""),
        ("@media print{p{display:none}}", "x"),
        ("@media (max-width:600px){p{display:none}}", "x"),
        ("@media (min-width:600px) and (orientation:landscape){p{display:none}}", ""),
        ("@supports (display:grid){p{display:none}}", ""),
        ("p{display:none} .c{display:block}", "x"),
        ("#i{display:none} .c{display:block}", ""),
        (".c{display:none} p{display:block!important}", "x"),
        ("p{display:none!important} #i{display:block!important}", "x"),
        ("@layer a{#i{display:none}} p{display:block}", "x"),
        ("@layer a,b; @layer b{p{display:block}} @layer a{p{display:none}}", "x"),
        (":root{--d:none} p{display:var(--d)}", ""),
        ("p{display:var(--missing,none)}", ""),
        ("p:hover{display:none}", "x"),
        ("p:not(:hover){display:none}", ""),
        ("div > p.c{visibility:hidden}", ""),
        ("div{color:#fff} p{color:#000}", "x"),
        ("div{font-size:0} p{font-size:16px}", "x"),
        ("body{background:#000;color:#000}", ""),
        ("body{background:#000} p{color:#fff}", "x"),
        (".c{& .never{display:none} color:#fff}", ""),
        (".absent{display:none}", "x"),
        ("p{display:none", ""),
        ('p::before{content:"}";} p{display:none}', ""),
        ("/* p{display:none} */", "x"),
        ('p{content:"/*"} p{display:none} i{content:"*/"}', ""),
        ('p::before{content:"a;b}c "}', "a;b}c x"),
        ("--> p{display:none}", ""),
    ],
)
def test_style_rules_cascade(css: str, text: str) -> None:
    assert read(f"<style>{css}</style><div><p class=c id=i>x</p></div>").text == text


@pytest.mark.parametrize(
    ("markup", "text", "hidden"),
    [
        ("<p hidden>a</p>", "", [("a", "hidden_attribute")]),
        ('<p hidden style="display:block">a</p>', "a", []),
        ("<details><summary>s</summary>a</details>", "s", [("a", "details_closed")]),
        ("<details open><summary>s</summary>a</details>", "s\na", []),
        ("<dialog>a</dialog>", "", [("a", "dialog_closed")]),
        ("<div popover>a</div>", "", [("a", "popover")]),
        ("<p>x</p><template>a</template>", "x", [("a", "template")]),
        ("<p>x</p><noscript><b>a</b></noscript>", "x", [("a", "noscript")]),
        ("<video>a</video><object>b</object>", "", [("a", "fallback"), ("b", "fallback")]),
        ("<script>a</script><style>b</style><!-- c -->", "", []),
        ('<p aria-hidden="true">a</p>', "a", []),
        ("<input type=hidden value=a><input type=password value=b><input value=c>", "c", []),
        ("<svg width=9 height=9><defs><text>a</text></defs><text>b</text></svg>", "b", [("a", "not_rendered")]),
        ('<style>.i::after{content:"new"}</style><p class=i>x</p>', "xnew", []),
    ],
)
def test_elements_that_hide_their_content(markup: str, text: str, hidden: list[tuple[str, str]]) -> None:
    page = read(markup)
    assert page.text == text
    assert reasons(page) == hidden


def test_an_animation_that_another_rule_starts_makes_it_unknown_whether_text_is_transparent() -> None:
    page = read("<style>.i{opacity:0} p{animation:appear 1s}</style><p class=i>x</p><p>y</p>")
    assert page.text == "x\ny"
    assert [block.visibility for block in page.layout.blocks] == ["unknown", "shown"]


def test_hidden_text_leaves_no_trace_and_can_be_shown_again_inside() -> None:
    page = read(
        '<div>before <span style="visibility:hidden">gone <b style="visibility:visible">seen</b> too</span> after'
        '<span style="opacity:0"><div>x</div></span>, on</div>'
    )
    assert page.text == "before seen after, on"
    assert reasons(page) == [("gone", "visibility_hidden"), ("too", "visibility_hidden"), ("x", "opacity_zero")]


def test_text_of_the_colour_of_its_background_can_hold_text_that_is_seen() -> None:
    page = read('<div style="color:#fff"><p>gone</p><p style="color:#000">seen</p></div>')
    assert page.text == "seen"
    assert reasons(page) == [("gone", "same_colour")]


def test_a_control_that_points_at_hidden_text_makes_it_revealable() -> None:
    page = read(
        "<button aria-controls=a1>?</button><div id=a1 style='display:none'>answer</div><div hidden>no control</div>"
    )
    assert [(part.text, part.revealable) for part in page.layout.hidden] == [("answer", True), ("no control", False)]


def test_aria_hidden_text_is_displayed_and_flagged() -> None:
    (only,) = read('<div aria-hidden="true"><p>a</p></div>').layout.blocks
    assert (only.visibility, only.flags) == ("shown", ("aria_hidden",))


@pytest.mark.parametrize(
    "css",
    [
        "@container (width > 1px){p{display:none}}",
        "@media (horizontal-viewport-segments:2){p{display:none}}",
        "p:state(x){opacity:0}",
        "p{opacity:0;animation:appear 300ms forwards}",
    ],
)
def test_a_rule_that_cannot_be_interpreted_makes_text_unknown(css: str) -> None:
    page = read(f"<style>{css}</style><p>a</p><div>b</div>")
    assert [(page.text[block.start : block.end], block.visibility) for block in page.layout.blocks] == [
        ("a", "unknown"),
        ("b", "shown"),
    ]


def test_linked_sheets_that_were_not_read_make_the_basis_partial() -> None:
    assert read("<link rel=stylesheet href=a.css><p>x").partial
    assert read("<style>@import url(a.css);</style><p>x").partial
    assert not read("<link rel=stylesheet media=print href=a.css><link rel=icon href=i><p>x").partial
    guess = read('<link rel=stylesheet href=a.css><p style="color:#fff">maybe on a dark picture</p>')
    assert [block.visibility for block in guess.layout.blocks] == ["unknown"]


def test_text_spelt_invisibly_goes_to_the_hidden_channel() -> None:
    tags = "".join(chr(0xE0000 + ord(character)) for character in "obey me")
    selectors = "".join(chr(0xE0100 + ord(character) - 16) for character in "obey")
    page = read(f"<p>Looks fine{tags}</p><p>a{selectors} b</p>")
    assert page.text == "Looks fine\na b"
    assert reasons(page) == [("obey me", "invisible_characters"), ("obey", "invisible_characters")]
    assert page.layout.blocks[0].flags == ("tag_characters",)


@pytest.mark.data
def test_no_hidden_token_leaks_and_no_visible_one_is_lost(data_dir: Path) -> None:
    probe = read((data_dir / "hidden-text" / "probe.html").read_text())
    text = probe.text.replace("\u00ad", "")
    wrong = []
    for case in json.loads((data_dir / "hidden-text" / "cases.json").read_text())["cases"]:
        token = re.search(r"ZQ\w+?QZ", case["html"].replace("\u00ad", ""))
        if token is not None and (token.group() in text) is not case["shown"]:
            wrong.append(case["id"])
    assert wrong == []


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ('<div style="display:flex"><span>10</span><span>20</span></div>', "10 20"),
        ("<style>.r{display:inline-grid}</style><p>a <span class=r><b>10</b>20<i>km</i></span></p>", "a 10 20 km"),
        ("<style>.r{display:grid}</style><div class=r><a href=/x>Price</a><span>9</span></div>", "Price 9"),
        ("<style>.r{display:-webkit-box}</style><div class=r><span>10</span><span>20</span></div>", "10 20"),
        ("<style>.r{display:flex}#r{display:block}</style><div class=r id=r><b>1</b><b>2</b></div>", "12"),
        ("<style>.r{display:flex}</style><div class=r><span><b>1</b><b>2</b></span><i>3</i></div>", "12 3"),
        ("<style>@media print{.r{display:flex}}</style><div class=r><b>1</b><b>2</b></div>", "12"),
        ("<style>.r{display:flex}</style><div class=r><b style='display:block'>1</b><b>2</b></div>", "1\n2"),
    ],
)
def test_children_of_flex_and_grid_containers_are_boxes_of_their_own(markup: str, text: str) -> None:
    assert read(markup).text == text


def test_colours_of_other_elements_matter_only_where_one_hides_text() -> None:
    sheet = "<style>.w{color:#fff}.k{background:#000}.s{color:#333}.t{color:#fff}</style>"
    shown = read(f"{sheet}<div class=k><p class=w>light on dark</p></div><p class=s>grey</p>")
    assert shown.text == "light on dark\ngrey"
    assert reasons(shown) == []
    hidden = read(f"{sheet}<div class=w>lost <b class=s>seen</b> <i class=k>dark</i></div>")
    assert hidden.text == "seen dark"
    assert [reason for _, reason in reasons(hidden)] == ["same_colour"]


def test_generated_text_of_a_link_is_read_with_it() -> None:
    markup = "<style>a::before{content:'Part '}a::after{content:' (new)'}</style><p>See <a href=/x>seven</a>.</p>"
    assert read(markup).text == "See Part seven (new)."


@pytest.mark.parametrize(
    ("css", "markup", "text"),
    [
        (".a::before{content:'-'}", "<p>at <b class=a>5</b> \u00b0C", "at -5 \u00b0C"),
        (".a:before{content:'$'}.a:after{content:'%'}", "<table><tr><td class=a>61</table>", "$61%"),
        (".a::before{content:'-'}", "<p>at <b class=a><i></i> <i><u>5</u> <u>x</u></i></b>", "at - 5 x"),
        (".a::after{content:'%'}", "<p>to <b class=a>x <i><u>5</u> </i><!-- y --><i></i></b>", "to x 5 %"),
        (".a::before{content:'.'}", "<p>24<b class=a>95</b> kr", "24.95 kr"),
        (".a+.a::before{content:', '}", "<p><b class=a>61</b><b class=a>62</b>", "61, 62"),
        (".a+.a::before{content:' \u00b7 '}", "<p><b class=a>goats</b><b class=a>sheep</b>", "goats sheep"),
        (".a::after{content:'\\e900'}", "<p><b class=a>61</b>62", "61 62"),
        (".a::after{content:'';display:block}", "<p><b class=a>61</b>62", "61 62"),
        (".a::after{content:attr(data-unit)}", "<p>61<b class=a data-unit='kg'></b>", "61kg"),
        (".a::before{content:'Note';display:block}", "<p class=a>61 goats", "Note\n61 goats"),
        (".a::before{content:'Note';position:absolute}", "<p class=a>61 goats", "Note 61 goats"),
        (".a::before{content:'1\\1 2\\\n3'}", "<p class=a> goats", "1\ufffd23 goats"),
        ("li::before{content:'-'}", "<ul><li>5 goats</ul>", "5 goats"),
        (".a::after{content:'Note'}.a.b::after{content:none}", "<p class='a b'>61 goats", "61 goats"),
        (".b::after{content:none}.b.a::after{content:'!1'}", "<p class='a b'>61 goats", "61 goats!1"),
        (".a::after{opacity:0}.a::after{content:attr(title)}", "<p class=a title=Tip>61 goats", "61 goats"),
        (".a::after{display:none;content:'Tip'}", "<p class=a>61 goats", "61 goats"),
    ],
)
def test_generated_words_and_signs_of_numbers_are_text_others_keep_apart(css: str, markup: str, text: str) -> None:
    assert read(f"<style>{css}</style>{markup}").text == text


def test_only_generated_text_is_flagged() -> None:
    page = read("<style>.a::before{content:'$'}.b::after{content:'/'}</style><p class=a>61<p><b class=b>x</b>y")
    assert page.text == "$61\nx y"
    assert [block.flags for block in page.layout.blocks] == [("generated_text",), ()]
