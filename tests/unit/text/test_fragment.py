"""Text fragment links: made, read, resolved."""

import re
from urllib.parse import unquote

import pytest

from loccit.text.fragment import TextDirective, find_directive, parse_directives, text_directive
from loccit.text.offsets import Span

PAGE = "\n".join(
    [
        "Menu Level Drain",
        "The tray must be level. It's 3.5 cm deep, e.g. for tea.",
        "Drain it, then rinse & dry-clean the tray.",
        "The tray must be level.",
        "水位必須高於標記，否則不會加熱。按下開關。",
        "水位必須高於標記，再按下開關。",
    ]
)
BLOCKS = [Span(*match.span()) for match in re.finditer("[^\n]+", PAGE)]


def resolve(directive: str) -> str | None:
    (parsed,) = parse_directives(f"#:~:text={directive}")
    span = find_directive(PAGE, BLOCKS, parsed)
    return None if span is None else PAGE[span.start : span.end]


@pytest.mark.parametrize(
    ("directive", "expected"),
    [
        ("the%20TRAY%20must", "The tray must"),
        ("tray,drain", "tray must be level. It's 3.5 cm deep, e.g. for tea.\nDrain"),
        ("ray%20must", None),
        ("The%20t-,ray%20must", "ray must"),
        ("must%20b,-e%20level", "must b"),
        ("rinse%20%26%20dry%2Dclean", "rinse & dry-clean"),
        ("tea.-,drain%20it", "Drain it"),
        ("Drain%20The", None),
        ("it", "it"),
        ("5%20cm", None),
        ("tray.-,The%20tray", "The tray"),
        ("level,-水位必須高於標記，否則", None),
        ("level.,-水位必須高於標記，否則", "level."),
        ("高於標記,-，再", "高於標記"),
        ("level,nothing", None),
    ],
)
def test_finding(directive: str, expected: str | None) -> None:
    assert resolve(directive) == expected


@pytest.mark.parametrize(
    ("fragment", "directives"),
    [
        ("#intro:~:text=a%2Cb", [TextDirective("a,b")]),
        (":~:text=p-,s,e,-x&text=second", [TextDirective("s", "e", "p", "x"), TextDirective("second")]),
        ("#:~:text=", []),
        ("#:~:text=a,b,c", []),
        ("#:~:text=p-,-s", []),
        ("#:~:TEXT=a", []),
        ("#plain", []),
    ],
)
def test_reading(fragment: str, directives: list[TextDirective]) -> None:
    assert list(parse_directives(fragment)) == directives


@pytest.mark.parametrize(
    ("quotation", "occurrence", "link"),
    [
        ("Drain it", 0, "text=Drain%20it"),
        ("rinse & dry-clean", 0, "text=rinse%20%26%20dry%2Dclean"),
        ("deep, e.g. for", 0, "text=deep%2C%20e.g.%20for"),
        ("ray must be", 0, "text=t-,ray%20must%20be,-level."),
    ],
)
def test_making(quotation: str, occurrence: int, link: str) -> None:
    start = [match.start() for match in re.finditer(re.escape(quotation), PAGE)][occurrence]
    assert text_directive(PAGE, start, start + len(quotation)) == f":~:{link}"


@pytest.mark.parametrize(
    "quotation",
    [
        "The tray must be level.",
        "水位必須高於標記",
        "必須高於",
        "按下開關",
        "Drain",
        "tea.\nDrain it, then rinse & dry-clean the tray.\nThe tray",
    ],
)
def test_every_occurrence_gets_a_link_that_leads_to_it(quotation: str) -> None:
    for match in re.finditer(re.escape(quotation), PAGE):
        (directive,) = parse_directives("#" + text_directive(PAGE, *match.span()))
        assert find_directive(PAGE, BLOCKS, directive) == Span(*match.span())


def test_long_quotations_go_by_their_ends() -> None:
    text = "Begin here now. " + "The same words again and again. " * 30 + "And here it ends at last."
    link = text_directive(text, 0, len(text))
    assert unquote(link) == ":~:text=Begin here now. The,it ends at last."
    assert text_directive(text, 0, 0) == ""


def test_unspaced_edges_get_context() -> None:
    text = "將水位調至標記處再加熱即可。"
    assert unquote(text_directive(text, 1, 3)) == ":~:text=將-,水位,-調至標記處再加熱即可"
