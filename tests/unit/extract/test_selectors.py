"""Which elements the selectors of a page's sheets apply to."""

import pytest
from turbohtml import Element, parse

from loccit.extract.selectors import Selectors
from loccit.extract.sheets import read_sheet

PAGE = """<!doctype html><html class=h><body id=b><div class="c d"><p class=c>1</p><P class="é" title="}">2</P></div>
<my-part><i class=e>3</i></my-part><svg><linearGradient id=g></linearGradient></svg></body></html>"""


def applied(css: str) -> list[tuple[str, list[str], str, bool]]:
    selectors = Selectors(parse(PAGE).root)
    return [
        (found.selector, sorted(map(_named, found.elements)), found.pseudo, found.certain)
        for rule in selectors.live(read_sheet(css).rules)
        for found in selectors.of(rule)
    ]


def _named(element: Element) -> str:
    return f"{element.tag}.{element.attr('class')}" if element.attr("class") else element.tag


@pytest.mark.parametrize(
    ("selector", "elements"),
    [
        (".c", ["div.c d", "p.c"]),
        (".c.d", ["div.c d"]),
        ("p", ["p.c", "p.é"]),
        ("P.c", ["p.c"]),
        ("html", ["html.h"]),
        (".h", ["html.h"]),
        ("#b", ["body"]),
        ("#b>.c", ["div.c d"]),
        (".d *", ["p.c", "p.é"]),
        (".d :first-child", ["p.c"]),
        (".d > p + p", ["p.é"]),
        ("p~.é", ["p.é"]),
        ("lineargradient", ["linearGradient"]),
        ("my-part .e", ["i.e"]),
        ('[title="\\7d "]', ["p.é"]),
        ("p[title]", ["p.é"]),
        (".d [title]", ["p.é"]),
        (".c:not(.d)", ["p.c"]),
        (".c:not(.absent)", ["div.c d", "p.c"]),
        (".c:not(:hover)", ["div.c d", "p.c"]),
        (":is(.absent, .é)", ["p.é"]),
        ("p:nth-child(2)", ["p.é"]),
        (".\\63", ["div.c d", "p.c"]),
    ],
)
def test_a_selector_applies_to_the_elements_of_the_page(selector: str, elements: list[str]) -> None:
    assert applied(f"{selector}{{x:y}}") == [(selector, elements, "", True)]


@pytest.mark.parametrize(
    "selector",
    [
        ".absent", "#absent", "table", ".c.absent", ".absent .c", ".c .absent", "table p", "#absent > .c", ".c[title]",
        ".absent:not(.c)", "[title] .absent", ".c:hover", "p:focus .c", "p::selection", "p:first-line", ".c..d", "!",
        "p:not(.c) .absent", "::-webkit-scrollbar", ":-moz-focusring", ".C", "",
    ],
)  # fmt: skip
def test_a_selector_that_applies_to_nothing_is_left_out(selector: str) -> None:
    assert applied(f"{selector}{{x:y}}") == []


def test_only_the_selectors_of_a_list_that_apply_are_kept() -> None:
    assert applied(".absent, .e , table,:is(.é,.x){x:y}") == [
        (".e", ["i.e"], "", True),
        (":is(.é,.x)", ["p.é"], "", True),
    ]


def test_generated_text_and_what_can_not_be_interpreted_are_told() -> None:
    assert applied(".e::before, .e:after, .e:unheard-of, p:unheard-of(.x){x:y}") == [
        (".e::before", ["i.e"], "before", True),
        (".e:after", ["i.e"], "after", True),
        (".e:unheard-of", ["i.e"], "", False),
        ("p:unheard-of(.x)", ["p.c", "p.é"], "", False),
    ]
