"""How a style sheet is cut into rules."""

import pytest

from loccit.extract.sheets import UNLAYERED, read_sheet


def written(css: str) -> list[tuple[str, str]]:
    return [(selector.strip(), block.strip()) for selector, block, _ in read_sheet(css).rules]


@pytest.mark.parametrize(
    ("css", "rules"),
    [
        ("a{b:c}", [("a", "b:c")]),
        ("a{b:c", [("a", "b:c")]),
        ("a{b:c}}d{e:f}", [("a", "b:c"), ("d", "e:f")]),
        ("a, b > c {d:e;f:g}", [("a, b > c", "d:e;f:g")]),
        ("/* x{y:z} don't */a{b:c}/**/", [("a", "b:c")]),
        ("/* x *//* y */*{b:c}/* z */*.d{e:f}", [("*", "b:c"), ("*.d", "e:f")]),
        ("<!-- a{b:c} --> d{e:f} -->", [("a", "b:c"), ("d", "e:f")]),
        ("--> @media screen{a{b:c}}", [("a", "b:c")]),
        ("@charset 'x'; @namespace y 'z';a{b:c}", [("a", "b:c")]),
        ("@font-face{src:url(x)} @page{margin:0} a{b:c}", [("a", "b:c")]),
        ("@keyframes k{from{b:c}to{b:d}} a{b:c}", [("a", "b:c")]),
        ("@media print{a{b:c}} @media screen{d{e:f}}", [("d", "e:f")]),
        ("@media screen{@media print{a{b:c}}d{e:f}}g{h:i}", [("d", "e:f"), ("g", "h:i")]),
        ("@supports not (x:y){a{b:c}} @supports (x:y){d{e:f}}", [("d", "e:f")]),
        ("a{b:c;d{e:f}g:h}", [(":is(a) d", "e:f"), ("a", "b:c;g:h")]),
        ("a{b:c;&.d{e:f}}", [(":is(a).d", "e:f"), ("a", "b:c;")]),
        ("a{b:c;@media screen{d:e}@media print{f:g}}", [("a", "d:e"), ("a", "b:c;")]),
        ("a{b:url('x;y')}", [("a", "b:url('x;y')")]),
        ('[a=";b"]{c:d}', [('[a="\\3b b"]', "c:d")]),
        ('a{b:"}{"}c{d:e}', [("a", 'b:"\\7d \\7b "'), ("c", "d:e")]),
        ("a{b:'it\\'s }'}c{d:e}", [("a", "b:'it\\'s \\7d '"), ("c", "d:e")]),
        ("a{b:'\\}'}c{d:e}", [("a", "b:'\\7d '"), ("c", "d:e")]),
        (".a\\{b{c:d}", [(".a\\7b b", "c:d")]),
        ('a{b:"/*"}c{d:"*/"}', [("a", 'b:"/*"'), ("c", 'd:"*/"')]),
        ("a{b:'\"'}c{d:'\"'}", [("a", "b:'\"'"), ("c", "d:'\"'")]),
        ("a{b:'not closed\n}c{d:e}", [("a", "b:'not closed"), ("c", "d:e")]),
    ],
)
def test_a_sheet_is_cut_into_its_rules(css: str, rules: list[tuple[str, str]]) -> None:
    assert written(css) == rules


@pytest.mark.parametrize(
    ("css", "conditions"),
    [
        ("a{}", [(UNLAYERED, True)]),
        ("@media (unheard-of:1){a{}} b{}", [(UNLAYERED, False), (UNLAYERED, True)]),
        ("@container (width>1px){a{}} b{}", [(UNLAYERED, False), (UNLAYERED, True)]),
        ("@layer x,y; @layer y{a{}} @layer x{b{}} c{}", [(1, True), (0, True), (UNLAYERED, True)]),
        ("@layer{a{}} @layer{b{}}", [(0, True), (1, True)]),
        ("@layer x{@media screen{a{}}}", [(0, True)]),
    ],
)
def test_a_rule_knows_its_layer_and_whether_its_condition_is_understood(
    css: str, conditions: list[tuple[int, bool]]
) -> None:
    assert [tuple(condition) for _, _, condition in read_sheet(css).rules] == conditions


@pytest.mark.parametrize(
    ("css", "imports"),
    [
        ("@import 'x.css';", True),
        ("@charset 'u';@import url('x;y{}.css') screen;a{b:c}", True),
        ("a{b:c}", False),
        ("/* @import 'x.css'; */a{b:'@import;'}", False),
    ],
)
def test_imports_are_noticed(css: str, imports: bool) -> None:
    assert read_sheet(css).imports is imports
