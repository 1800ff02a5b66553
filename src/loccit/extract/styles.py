"""The style rules of a page that decide whether and how text is read.

turbohtml parses and matches plain rules fast but drops at-rules, so sheets are split here first (CSS Syntax 3,
section 5): ``@media`` is evaluated for a screen of fixed size, ``@supports`` by its form, ``@layer`` keeps its
order, and what depends on a layout (``@container``) counts as not interpretable.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from turbohtml import Element, SelectorSyntaxError
from turbohtml.convert import css_specificity
from turbohtml.cssom import StyleDeclaration

from loccit.extract.media import media_applies

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_TOKEN = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?|\\.|[{};]", re.DOTALL)
_KEY = re.compile(r"([.#])((?:[\w-]|[^\x00-\x7f])+)")
_ARGUMENTS = re.compile(r":(?:not|is|where|has|matches|any)\(|\[|\\")
_STATEFUL = re.compile(
    r":(?:hover|focus|active|focus-within|focus-visible|target|target-within|visited|popover-open|modal|open|fullscreen"
    r"|autofill|user-invalid|user-valid|playing|picture-in-picture|host|host-context|-[a-z-]+)(?![\w-])"
)
_GENERATED = re.compile(r"::?(before|after)\s*$")
_AT_NAME = re.compile(r"@([\w-]+)")
_PSEUDO_ELEMENT = re.compile(r"::|:(?:before|after|first-line|first-letter)(?![\w-])")
_UNKNOWN_PSEUDO = re.compile(r"(?<!\\):[\w-]+(?:\([^()]*\))?")

RELEVANT = re.compile(
    r"(?:^|[;{\s])(?:display|visibility|content-visibility|opacity|filter|font|font-size|position|padding-(?:top|bottom)|left|right|top|bottom|inset"
    r"(?:-[a-z-]+)?|margin(?:-left|-top)?|text-indent|transform|translate|scale|clip|clip-path|(?:-webkit-)?clip-path"
    r"|(?:max-)?(?:width|height)|overflow(?:-[xy])?|white-space|content|(?:-webkit-)?mask(?:-image)?|--[\w-]+)\s*:",
    re.IGNORECASE,
)
COLOURS = re.compile(r"(?:^|[;{\s])(?:color|background(?:-color|-image|-clip)?|-webkit-text-fill-color)\s*:", re.IGNORECASE)
UNLAYERED = 1 << 30


class Rule(NamedTuple):
    """One selector and its declarations.

    Attributes:
        layer: cascade layer, the later the stronger; ``UNLAYERED`` outside every layer.
        certain: false where a condition around the rule can't be interpreted.
    """

    selector: str
    declarations: StyleDeclaration
    layer: int
    order: int
    certain: bool
    colours_only: bool


class Match(NamedTuple):
    """A rule that applies to an element, sortable by the cascade (CSS Cascade 5, section 6)."""

    layer: int
    specificity: tuple[int, int, int]
    order: int
    certain: bool
    declarations: StyleDeclaration


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rules of all style elements of a page, in order, and whether other sheets are imported."""

    rules: tuple[Rule, ...]
    imports: bool


class _Part(NamedTuple):
    css: str
    parents: str
    layer: int
    certain: bool


def read_sheet(css: str) -> Sheet:
    """Return the relevant rules of the style elements' text."""
    rules: list[Rule] = []
    layers: dict[str, int] = {}
    imports = False
    whole = _Part(_COMMENT.sub(" ", css), "", UNLAYERED, certain=True)
    open_parts = [(_rules(whole.css), whole)]
    while open_parts:
        iterator, part = open_parts[-1]
        prelude, block = next(iterator, ("", ""))
        if not prelude and not block:
            open_parts.pop()
        elif prelude.startswith("@"):
            name, condition = _at_rule(prelude)
            imports = imports or name == "import"
            nested = _nested(name, condition, block, part, layers)
            if nested is not None:
                open_parts.append((_rules(nested.css), nested))
        elif block is not None:
            inner = list(_style_rules(prelude, block, part, rules))
            open_parts.extend((_rules(part.css), part) for part in reversed(inner))
    return Sheet(tuple(rules), imports)


def _at_rule(prelude: str) -> tuple[str, str]:
    match = _AT_NAME.match(prelude)
    name = match.group(1) if match else ""
    return name.lower(), prelude[len(name) + 1 :].strip()


def _nested(name: str, condition: str, block: str | None, part: _Part, layers: dict[str, int]) -> _Part | None:
    """Return what an at-rule holds, or null where it holds no style rules for a screen."""
    if name == "layer":
        if block is None:
            for layer in condition.split(","):
                layers.setdefault(layer.strip(), len(layers))
            return None
        return _Part(block, part.parents, layers.setdefault(condition or f"#{len(layers)}", len(layers)), part.certain)
    if block is None:
        return None
    if name == "media":
        applies = media_applies(condition)
        return None if applies is False else _Part(block, part.parents, part.layer, part.certain and applies is True)
    if name == "supports":
        negated = condition.lower().startswith("not")
        return None if negated else _Part(block, part.parents, part.layer, part.certain)
    if name in ("container", "scope", "document", "-moz-document", "when"):
        return _Part(block, part.parents, part.layer, certain=False)
    return None


def _style_rules(prelude: str, block: str, part: _Part, rules: list[Rule]) -> Iterator[_Part]:
    """Add the rules of one style rule; yield what is nested in it (CSS Nesting 1)."""
    selector = _join(part.parents, prelude)
    if "{" in block:
        plain: list[str] = []
        for inner, inner_block in _rules(block):
            if inner_block is None:
                plain.append(inner)
            elif inner.startswith("@"):
                yield _Part(f"{inner}{{&{{{inner_block}}}}}", selector, part.layer, part.certain)
            else:
                yield _Part(f"{inner}{{{inner_block}}}", selector, part.layer, part.certain)
        block = ";".join(plain)
    relevant = RELEVANT.search(block) is not None
    if not relevant and COLOURS.search(block) is None:
        return
    declarations = StyleDeclaration.parse(block)
    for single in split_list(selector):
        rules.append(Rule(single, declarations, part.layer, len(rules), part.certain, colours_only=not relevant))


def _join(parents: str, selector: str) -> str:
    if not parents:
        return selector
    outer = f":is({parents})"
    return ", ".join(
        single.replace("&", outer) if "&" in single else f"{outer} {single}" for single in split_list(selector)
    )


def _rules(css: str) -> Iterator[tuple[str, str | None]]:
    """Yield each rule of a sheet as its prelude and its block, null for rules that end in a semicolon."""
    start = block_start = depth = 0
    prelude = ""
    for match in _TOKEN.finditer(css):
        sign = match.group()
        if sign == "{":
            if depth == 0:
                prelude, block_start = css[start : match.start()].strip(), match.end()
            depth += 1
        elif sign == "}":
            depth = max(0, depth - 1)
            if depth == 0 and block_start > start:
                if prelude:
                    yield prelude, css[block_start : match.start()]
                start = match.end()
            elif depth == 0:
                start = match.end()
        elif sign == ";" and depth == 0:
            if css[start : match.start()].strip():
                yield css[start : match.start()].strip(), None
            start = match.end()
    if depth > 0 and prelude:
        yield prelude, css[block_start:]
    elif depth == 0 and css[start:].strip():
        yield css[start:].strip(), None


def split_list(text: str) -> list[str]:
    """Split a selector list at its top-level commas."""
    if "," not in text:
        return [text.strip()]
    if "(" not in text and "[" not in text and "\\" not in text:
        return [part.strip() for part in text.split(",")]
    parts, depth, start = [], 0, 0
    for at, character in enumerate(text):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == "," and depth <= 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


class Vocabulary:
    """The class names and ids of a page, to leave out rules that can't match."""

    def __init__(self, root: Element) -> None:
        classes: set[str] = set()
        for element in (root, *root.select("[class]")):
            classes.update((element.attr("class") or "").split())
        self._classes = classes
        self._ids = {element.attr("id") for element in (root, *root.select("[id]"))}

    def may_match(self, selector: str) -> bool:
        """Tell whether every class and id the selector asks for occurs on the page."""
        if _ARGUMENTS.search(selector):
            return True
        return all(
            name in (self._classes if sign == "." else self._ids) for sign, name in _KEY.findall(selector)
        )


def matches(root: Element, rule: Rule) -> tuple[list[Element], str, bool]:
    """Return the elements a rule applies to, the pseudo-element it names, and whether that is certain.

    A selector that can't be interpreted is tried without the part that can't: what that finds may match.
    """
    selector = rule.selector
    if _STATEFUL.search(selector) and ":not(" not in selector:
        return [], "", True
    pseudo = ""
    generated = _GENERATED.search(selector)
    if generated is not None:
        pseudo = generated.group(1)
        selector = selector[: generated.start()] or "*"
        if selector[-1] in " >+~":
            selector += "*"
    elif _PSEUDO_ELEMENT.search(selector):
        return [], "", True
    try:
        return _select(root, selector), pseudo, rule.certain
    except SelectorSyntaxError:
        base = _UNKNOWN_PSEUDO.sub("", selector)
        if base == selector or not base.strip():
            return [], pseudo, True
    try:
        return _select(root, base), pseudo, False
    except SelectorSyntaxError:
        return [], pseudo, True


def _select(root: Element, selector: str) -> list[Element]:
    found = root.select(selector)
    if root not in found and root.matches(selector):
        found.append(root)
    return found


def specificity(selector: str) -> tuple[int, int, int]:
    """Return the specificity of one selector (Selectors 4, section 17); zero where it can't be told."""
    try:
        return css_specificity(_GENERATED.sub("", selector) or "*")[0]
    except (SelectorSyntaxError, IndexError):
        return (0, 0, 0)
