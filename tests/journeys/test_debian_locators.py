"""About a thousand pages of documentation: every sentence can be found again, also when the page is written anew.

``bench/locators.py`` does the same with all pages; here are every page of the Debian Reference in three languages and
an even share of the others.
"""

import re
from pathlib import Path

import pytest
from turbohtml import Html, Indent, Node, Text, parse

from loccit.extract.html import HtmlPage, read_html
from loccit.policy import ExtractPolicy
from loccit.retrieve.sniff import decode, sniff_charset
from loccit.text.normalise import folded
from loccit.text.quote import Locator, locator, resolve

pytestmark = pytest.mark.debian

POLICY = ExtractPolicy()
PAGES = {
    "debian-reference": ("*.zh-tw.html", "*.zh-cn.html", "*.id.html"),
    "python": ("**/*.html",),
    "postgresql": ("**/*.html",),
    "sqlite": ("**/*.html",),
}
EVERY_NTH = {"debian-reference": 1, "python": 3, "postgresql": 3, "sqlite": 2}
LEAST = {"debian-reference": 45, "python": 170, "postgresql": 380, "sqlite": 380}
KEEPING_SPACE = "pre, textarea, script, style, title, [style*='white-space']"


def markup_of(path: Path) -> str:
    body = path.read_bytes()
    return decode(body, sniff_charset("text/html", "text/html", body).name)


def respaced(markup: str) -> str:
    """The page with each run of white space that a browser collapses written as another one."""
    tree = parse(markup, scripting=True)
    kept: set[Node] = {text for element in tree.select(KEEPING_SPACE) for text in element.descendants}
    for node in tree.descendants:
        if type(node) is Text and node not in kept:
            node.data = re.sub(r"[ \t\n\f]+", " \n\t ", node.data)
    return tree.serialize()


def indented(markup: str) -> str:
    return parse(markup, scripting=True).serialize(Html(layout=Indent()))


def check_again(locators: list[Locator], page: HtmlPage) -> None:
    for one in locators:
        found = resolve(one.exact, page.text, prefix=one.prefix, suffix=one.suffix, position=one.position)
        assert found.status in {"exact", "normalised"}, one
        assert found.span is not None
        assert folded(page.text[slice(*found.span)]).text == folded(one.exact).text


@pytest.mark.parametrize("manual", PAGES)
def test_every_sentence_is_found_again(all_debian_docs: dict[str, Path], manual: str) -> None:
    paths = sorted(path for pattern in PAGES[manual] for path in all_debian_docs[manual].glob(pattern))
    paths = paths[:: EVERY_NTH[manual]]
    assert len(paths) >= LEAST[manual]
    for number, path in enumerate(paths):
        markup = markup_of(path)
        page = read_html(markup, POLICY)
        locators = [locator(page.text, sentence) for sentence in page.layout.sentences]
        assert locators, path
        for one, sentence in zip(locators, page.layout.sentences, strict=True):
            found = resolve(one.exact, page.text, prefix=one.prefix, suffix=one.suffix, position=one.position)
            assert (found.status, found.span) == ("exact", sentence), (path, one)
        change = respaced if number % 2 else indented
        check_again(locators, read_html(change(markup), POLICY))


@pytest.mark.parametrize("manual", PAGES)
def test_a_sentence_without_its_position_is_found_or_ambiguous(all_debian_docs: dict[str, Path], manual: str) -> None:
    paths = sorted(path for pattern in PAGES[manual] for path in all_debian_docs[manual].glob(pattern))
    for path in paths[:: 20 * EVERY_NTH[manual]]:
        page = read_html(markup_of(path), POLICY)
        for sentence in page.layout.sentences:
            one = locator(page.text, sentence)
            found = resolve(one.exact, page.text, prefix=one.prefix, suffix=one.suffix)
            assert (found.status, found.span) in {("exact", sentence), ("ambiguous", None)}, (path, one)
