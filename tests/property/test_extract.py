"""What holds for every page, however it is written."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from turbohtml import Element, parse

from loccit.extract.html import HtmlPage, read_html, read_tree
from loccit.policy import ExtractPolicy
from loccit.records.layout import decode_layout, encode_layout

POLICY = ExtractPolicy()
TAGS = [
    "p", "div", "span", "b", "a", "ul", "li", "dl", "dt", "dd", "table", "tr", "td", "th", "thead", "caption", "h1",
    "h2", "h3", "section", "article", "nav", "aside", "pre", "sup", "sub", "br", "wbr", "img", "button", "select",
    "option", "textarea", "input", "details", "summary", "ruby", "rt", "rp", "svg", "text", "math", "mfrac", "mi",
    "noscript", "template", "iframe", "style", "script", "blockquote", "figure", "figcaption", "form", "label",
    "font", "center", "x-y",
]  # fmt: skip
ATTRIBUTES = [
    "", " hidden", " id=a", ' class="c d"', ' href="#n1"', ' href="/x"', " colspan=3", " rowspan=2", " open",
    ' role="heading"', ' aria-level="9"', ' lang="zh-TW"', ' style="display:none"', ' style="display:block"',
    ' style="visibility:hidden"', ' style="visibility:visible"', ' style="color:#fff"', ' style="white-space:pre"',
    ' style="font-size:0"', ' style="}{;"', ' aria-hidden="true"', ' style="display:var(--x)"', " popover",
    ' scope="col"', " dir=rtl",
]  # fmt: skip
CSS = [
    "p{display:none}", ".c{visibility:hidden}", "@media print{b{display:none}}", "b{font-size:0}", "*{color:#fff}",
    "p{", "@layer a{.d{opacity:0}}", "a::before{content:'new 1'}", "#a{left:-9999px;position:absolute}", "}}", "@",
    "p:x(y){opacity:0}",
]  # fmt: skip
TEXTS = st.text(alphabet=st.sampled_from("ab 1.,\n\t\u00a0\u3000\u200b\u202eé漢字😀\u0301\x01\x07<&;"), max_size=12)
PIECES = st.one_of(
    st.builds(lambda tag, attribute: f"<{tag}{attribute}>", st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)),
    st.builds(lambda tag: f"</{tag}>", st.sampled_from(TAGS)),
    st.builds(lambda css: f"<style>{css}</style>", st.sampled_from(CSS)),
    st.sampled_from(["<!-- c -->", "<!doctype html>", "&#1;", "&amp;", "&#x202e;", "<![CDATA[x]]>", "\r\n", "\x00"]),
    TEXTS,
)
PAGES = st.lists(PIECES, max_size=40).map("".join)
HIDDEN_ATTRIBUTES = [
    {"hidden": ""},
    {"style": "display:none"},
    {"style": "visibility:hidden"},
    {"style": "opacity:0"},
    {"style": "font-size:0"},
    {"style": "color:transparent"},
    {"style": "position:absolute;left:-9999px"},
    {"style": "text-indent:-9999px"},
    {"style": "position:absolute;clip:rect(0,0,0,0)"},
]


def check(page: HtmlPage, length: int) -> None:
    text, layout = page.text, page.layout
    end = -1
    for block in layout.blocks:
        assert end < block.start < block.end <= len(text)
        assert any(character.isprintable() for character in text[block.start : block.end])
        assert block.source is None or 0 <= block.source.start <= block.source.end <= length
        assert 0 <= block.body_score <= 1_000_000
        end = block.end
    assert text == "\n".join(text[block.start : block.end] for block in layout.blocks)
    blocks = iter(layout.blocks)
    block = next(blocks, None)
    for sentence in layout.sentences:
        while block is not None and block.end < sentence.end:
            block = next(blocks, None)
        assert block is not None
        assert block.start <= sentence.start < sentence.end <= block.end


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(PAGES)
def test_blocks_are_slices_in_order_and_the_same_page_gives_the_same_bytes(markup: str) -> None:
    page = read_html(markup, POLICY)
    check(page, len(markup.replace("\r\n", "\n")))
    stored = encode_layout(page.layout)
    assert decode_layout(stored) == page.layout
    again = read_html(markup, POLICY)
    assert (again.text, encode_layout(again.layout)) == (page.text, stored)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_at_all_can_be_read(markup: str) -> None:
    markup = markup.encode("utf-8", "replace").decode()
    check(read_html(markup, POLICY), len(markup))


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    PAGES, st.sampled_from(HIDDEN_ATTRIBUTES), st.sampled_from(["span", "div", "p", "i", "li", "td", "h2"]), st.data()
)
def test_a_hidden_element_put_into_the_tree_never_changes_the_text(
    markup: str, attributes: dict[str, str], tag: str, data: st.DataObject
) -> None:
    before = read_html(markup, POLICY).text
    tree = parse(markup, source_locations=True, scripting=True)
    places = [element for element in tree.select("*") if element.namespace.name == "HTML" and not _raw(element)]
    parent = data.draw(st.sampled_from(places))
    index = data.draw(st.integers(0, len(parent.children)))
    hidden = Element(tag, dict(attributes))
    hidden.append(Element("b", {}))
    hidden.set_text("secret 42")
    parent.insert(index, hidden)
    page = read_tree(tree, POLICY, source_length=len(markup))
    if "\x01" in markup or "\x07" in markup or "&#1;" in markup:
        return
    assert page.text == before
    assert "secret" not in page.text


def _raw(element: Element) -> bool:
    node: object = element
    while isinstance(node, Element):
        if node.tag in ("script", "style", "textarea", "title", "noscript", "iframe", "template", "option", "select"):
            return True
        node = node.parent
    return False
