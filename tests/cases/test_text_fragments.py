"""The find-a-range cases of web-platform-tests: what a browser scrolls to, and what it does not."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from turbohtml import Element, Text, parse

from loccit.extract.fragments import find_fragment
from loccit.extract.html import read_html
from loccit.policy import ExtractPolicy
from loccit.text.fragment import find_directive, parse_directives
from loccit.text.offsets import Span

CASES = 60
BLOCK_TAGS = frozenset(("html", "body", "div", "p"))
HIDDEN_BOUNDARY = "start element contains hidden text, which is a block boundary"
"""The one case that canonical text can't tell: hidden text leaves no trace in it."""
SEARCH_INVISIBLE_TAGS = frozenset(("head", "iframe", "img", "script", "style", "title"))


@pytest.fixture(scope="module")
def folder(data_dir: Path) -> Path:
    return data_dir / "anchoring" / "wpt-text-fragment"


@pytest.fixture(scope="module")
def page(folder: Path) -> tuple[str, list[Span]]:
    """The page as the draft's algorithm sees it: blocks of text, search-invisible elements left out."""
    root = parse((folder / "find-range-target.html").read_text()).root
    assert root is not None
    text, blocks = "", []
    for block in "".join(_pieces(root, shown=True)).split("\x00"):
        content = " ".join(block.split())
        if content:
            blocks.append(Span(len(text), len(text) + len(content)))
            text += content + "\n"
    return text, blocks


def _pieces(element: Element, *, shown: bool) -> Iterator[str]:
    """Yield the text in document order, with a NUL at each edge of a block."""
    style = (element.attrs.get("style") or "").replace(" ", "")
    if element.tag in SEARCH_INVISIBLE_TAGS or "display:none" in style:
        return
    shown = shown and "visibility:hidden" not in style
    edge = "\x00" if element.tag in BLOCK_TAGS else ""
    yield edge
    for child in element.children:
        if isinstance(child, Text):
            yield child.data if shown else ""
        elif isinstance(child, Element):
            yield from _pieces(child, shown=shown)
    yield edge


@pytest.mark.data
@pytest.mark.parametrize("number", range(CASES))
def test_find_a_range(folder: Path, page: tuple[str, list[Span]], number: int) -> None:
    cases = json.loads((folder / "find_range_cases.json").read_text())["cases"]
    assert len(cases) == CASES
    case = cases[number]
    text, blocks = page
    found = [find_directive(text, blocks, directive) for directive in parse_directives(case["fragment"])]
    # The text above the spacer is in view already: a match there scrolls nowhere.
    scrolls = any(span is not None and span.start > text.index("suffix3") for span in found)
    assert scrolls == case["match"], case["description"]


@pytest.mark.data
@pytest.mark.parametrize("number", range(CASES))
def test_find_a_range_on_the_text_of_the_page(folder: Path, number: int) -> None:
    case = json.loads((folder / "find_range_cases.json").read_text())["cases"][number]
    page = read_html((folder / "find-range-target.html").read_text(), ExtractPolicy())
    found = find_fragment(page.text, page.layout.blocks, case["fragment"])
    scrolls = any(span is not None and span.start > page.text.index("suffix3") for span in found)
    assert scrolls == (case["match"] or case["description"] == HIDDEN_BOUNDARY), case["description"]


def test_a_frame_divides_no_text_and_is_not_searched() -> None:
    page = read_html(
        "<div>Open the <iframe srcdoc='lower valve'></iframe> upper valve.</div><p>Then wait.</p>", ExtractPolicy()
    )
    assert page.text == "Open the\nlower valve\nupper valve.\nThen wait."
    found = find_fragment(
        page.text, page.layout.blocks, "#:~:text=open%20the%20upper&text=lower&text=valve.,then&text=valve.%20then"
    )
    assert [span and page.text[slice(*span)] for span in found] == [
        "Open the\nlower valve\nupper",
        None,
        "valve.\nThen",
        None,
    ]
