"""The rules in a page's style elements, and which elements they apply to.

turbohtml matches selectors and parses declarations fast but drops at-rules, so sheets are split here first (CSS
Syntax 3, section 5): ``@media`` is evaluated for a screen of fixed size, ``@supports`` by its form, ``@layer``
keeps its order, and what depends on a layout (``@container``) counts as not interpretable.
"""

import re
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from turbohtml import Element, SelectorSyntaxError
from turbohtml.convert import css_specificity
from turbohtml.cssom import StyleDeclaration

from loccit.extract.media import media_applies
from loccit.extract.threats import MATTERING

UNLAYERED = 1 << 30
_FEW = 300
"""Up to this many elements, asking each is faster than searching the page."""
_FEW_RULES = 24
"""Up to this many rules, searching the page for each is faster than noting all its names."""

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# Begins with one set of characters, which the engine scans for fast.
_STRING = re.compile(r"[\"'](?:(?<=\")(?:[^\"\\\n]|\\.)*\"|(?<=')(?:[^'\\\n]|\\.)*')")
_SIGNS_IN_STRING = re.compile(r"[{};]")
_NO_BRACES = str.maketrans("{};", "   ")
_AT_NAME = re.compile(r"@([\w-]+)")
_KEY = re.compile(r"[.#](?:[\w-]|[^\x00-\x7f])+")
_SUBJECT = re.compile(
    r"(?:^|[\s>+~])([a-z][a-z0-9]*)?((?:[.#](?:[\w-]|[^\x00-\x7f])+)*)"
    r"(?::[a-z-]+(?:\([^()\s]*\))?|\[[^\]\s\"']*\])*\Z"
)
_ARGUMENTS = re.compile(r":(?:not|is|where|has|matches|any|-webkit-any)\(|\[|\\")
_STATEFUL = re.compile(
    r":(?:hover|focus|active|focus-within|focus-visible|target|target-within|visited|popover-open|modal|open|fullscreen"
    r"|autofill|user-invalid|user-valid|playing|picture-in-picture|host|host-context|placeholder-shown|-[a-z-]+)"
    r"(?![\w-])"
)
_GENERATED = re.compile(r"::?(before|after)\s*$")
_PSEUDO_ELEMENT = re.compile(r"::|:(?:before|after|first-line|first-letter)(?![\w-])")
_UNKNOWN_PSEUDO = re.compile(r"(?<!\\):[\w-]+(?:\([^()]*\))?")


class Rule(NamedTuple):
    """A style rule.

    Attributes:
        selector: the list as written, nesting resolved.
        block: its declarations, as text.
        layer: cascade layer, the later the stronger; ``UNLAYERED`` outside every layer.
        certain: false where a condition around the rule can't be interpreted.
    """

    selector: str
    block: str
    layer: int
    order: int
    certain: bool


class LiveRule(NamedTuple):
    """A rule that may apply to an element of the page.

    Attributes:
        text: the block in lower case, for a first look.
        selectors: those of its list that name only classes and ids of the page.
    """

    rule: Rule
    text: str
    selectors: list[str]


class Declared(NamedTuple):
    """One declaration of a property that matters here; names are in lower case, custom properties as written."""

    name: str
    value: str
    important: bool


class Match(NamedTuple):
    """A rule that applies to an element, sortable by the cascade (CSS Cascade 5, section 6)."""

    layer: int
    specificity: tuple[int, int, int]
    order: int
    certain: bool
    declarations: tuple[Declared, ...]


class Sheet(NamedTuple):
    """The rules of all style elements of a page, in order, and whether other sheets are imported."""

    rules: tuple[Rule, ...]
    imports: bool


class _Context(NamedTuple):
    """An open block: of a style rule (then with its selector), of an at-rule, or the sheet itself."""

    selector: str
    is_style: bool
    layer: int
    certain: bool
    active: bool
    own: list[str]


@lru_cache(maxsize=16)
def read_sheet(css: str) -> Sheet:
    """Return the rules that apply, or may apply, on a screen. Pages of one site often carry the same sheet."""
    if "/*" in css:
        css = _COMMENT.sub(" ", css)
    css = css.replace("<!--", " ").replace("-->", " ")
    if any(map(_SIGNS_IN_STRING.search, _STRING.findall(css))):
        css = _STRING.sub(lambda match: match.group().translate(_NO_BRACES), css)
    rules: list[Rule] = []
    layers: dict[str, int] = {}
    imports = False
    context = _Context("", is_style=False, layer=UNLAYERED, certain=True, active=True, own=[])
    outer: list[_Context] = []
    for closed in css.split("}"):
        *openings, text = closed.split("{")
        leaf = openings.pop() if openings else None
        for opening in openings:
            prelude, imported = _prelude(opening, context, layers)
            imports = imports or imported
            outer.append(context)
            context = _opened(prelude, context, layers)
        if leaf is not None:
            prelude, imported = _prelude(leaf, context, layers)
            imports = imports or imported
            if prelude[:1] != "@":
                if context.active:
                    selector = _join(context.selector, prelude) if context.selector else prelude
                    rules.append(Rule(selector, text, context.layer, len(rules), context.certain))
                continue
            outer.append(context)
            context = _opened(prelude, context, layers)
        if context.is_style and context.active:
            block = ";".join((*context.own, text))
            rules.append(Rule(context.selector, block, context.layer, len(rules), context.certain))
        elif ";" in text and context.active:
            imports = _statements(text, layers) or imports
        if outer:
            context = outer.pop()
    return Sheet(tuple(rules), imports)


def _prelude(text: str, context: _Context, layers: dict[str, int]) -> tuple[str, bool]:
    """Return what stands directly before a block, and whether a statement before it imports a sheet."""
    if ";" not in text:
        return text.strip(), False
    before, _, prelude = text.rpartition(";")
    imports = False
    if context.is_style:
        context.own.append(before)
    elif context.active:
        imports = _statements(before, layers)
    return prelude.strip(), imports


def _statements(text: str, layers: dict[str, int]) -> bool:
    """Note the layers that at-rules without a block name; tell whether one imports a sheet."""
    imports = False
    for statement in text.split(";"):
        match = _AT_NAME.match(statement.strip())
        name = match.group(1).lower() if match else ""
        imports = imports or name == "import"
        if name == "layer":
            for layer in statement.strip()[len("@layer") :].split(","):
                layers.setdefault(layer.strip(), len(layers))
    return imports


def _opened(prelude: str, context: _Context, layers: dict[str, int]) -> _Context:
    """Return the context inside a block."""
    if not prelude.startswith("@"):
        selector = _join(context.selector, prelude) if context.selector else prelude
        return context._replace(selector=selector, is_style=True, own=[])
    match = _AT_NAME.match(prelude)
    name = match.group(1).lower() if match else ""
    condition = prelude[len(name) + 1 :].strip()
    if name == "media":
        applies = media_applies(condition)
        active, certain = context.active and applies is not False, context.certain and applies is True
        return _Context(context.selector, context.is_style, context.layer, certain, active, [])
    context = context._replace(own=[])
    if name == "layer":
        layer = layers.setdefault(condition or f"#{len(layers)}", len(layers))
        return context._replace(layer=layer)
    if name == "supports":
        return context._replace(active=context.active and not condition.lower().startswith("not"))
    if name in ("container", "scope", "document", "-moz-document", "when"):
        return context._replace(certain=False)
    return context._replace(active=False, is_style=False)


def _join(parents: str, selector: str) -> str:
    if not parents:
        return selector
    outer = f":is({parents})"
    return ", ".join(
        single.replace("&", outer) if "&" in single else f"{outer} {single}" for single in split_list(selector)
    )


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


class Selection(NamedTuple):
    """What one selector of a rule applies to.

    Attributes:
        pseudo: ``before`` or ``after`` where it names generated text, else empty.
        certain: false where a part of the selector can't be interpreted; the elements are those that may match.
    """

    selector: str
    elements: list[Element]
    pseudo: str
    certain: bool


class Selectors:
    """Finds the elements of one page that selectors apply to, and leaves out early what can't match."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._keyed: dict[str, list[Element]] = {}
        self._found: dict[str, Selection] = {}

    def live(self, rules: Sequence[Rule]) -> list[LiveRule]:
        """Return the rules that may apply to something on the page."""
        known = self._names() if len(rules) > _FEW_RULES else None
        live: list[LiveRule] = []
        for rule in rules:
            selector = rule.selector
            if known is None:
                selectors = split_list(selector)
            elif "," in selector:
                selectors = [each for each in split_list(selector) if _may_match(each, known)]
            elif _may_match(selector, known):
                selectors = [selector.strip()]
            else:
                continue
            if selectors:
                live.append(LiveRule(rule, rule.block.lower(), selectors))
        return live

    def _names(self) -> set[str]:
        """Return the classes and ids of the page, each with its sign, and keep the elements that have them."""
        keyed = self._keyed
        for element in (self._root, *self._root.select("[class]")):
            classes = element.attr("class")
            if classes:
                for name in {*classes.split()}:
                    keyed.setdefault(f".{name}", []).append(element)
        for element in (self._root, *self._root.select("[id]")):
            keyed.setdefault(f"#{element.attr('id')}", []).append(element)
        return {*keyed}

    def of(self, live: LiveRule, among: Set[Element] | None = None) -> list[Selection]:
        """Return what each selector of a rule applies to, without those that apply to nothing.

        Args:
            live: its selectors are tried one by one.
            among: only these elements matter; null: all.
        """
        selections: list[Selection] = []
        for selector in live.selectors:
            found = self._found.get(selector)
            if found is None:
                found = self._apply(selector, among)
                if among is None:
                    self._found[selector] = found
            elements = found.elements
            if elements and among is not None:
                elements = [element for element in elements if element in among]
            if elements:
                certain = live.rule.certain and found.certain
                selections.append(Selection(selector, elements, found.pseudo, certain))
        return selections

    def _apply(self, written: str, among: Set[Element] | None) -> Selection:
        selector, pseudo = written, ""
        if ":" in selector:
            if _STATEFUL.search(selector) and ":not(" not in selector:
                return Selection(written, [], "", certain=True)
            generated = _GENERATED.search(selector)
            if generated is not None:
                pseudo = generated.group(1)
                selector = selector[: generated.start()] or "*"
                selector += "*" if selector[-1] in " >+~" else ""
            elif _PSEUDO_ELEMENT.search(selector):
                return Selection(written, [], "", certain=True)
        try:
            return Selection(written, self._select(selector, among), pseudo, certain=True)
        except SelectorSyntaxError:
            base = _UNKNOWN_PSEUDO.sub("", selector).strip()
        try:
            elements = self._select(base, among) if base and base != selector else []
            return Selection(written, elements, pseudo, certain=False)
        except SelectorSyntaxError:
            return Selection(written, [], pseudo, certain=True)

    def _select(self, selector: str, among: Set[Element] | None) -> list[Element]:
        subject = _SUBJECT.search(selector)
        if subject is not None and (subject[1] or subject[2]):
            tag, keys = subject.groups()
            candidates = self._having(_KEY.findall(keys)[-1] if keys else tag)
            if selector == tag:
                return candidates
            if among is not None:
                candidates = [element for element in candidates if element in among]
            if len(candidates) <= _FEW:
                return [element for element in candidates if element.matches(selector)]
        if among is not None and len(among) <= _FEW:
            return [element for element in among if element.matches(selector)]
        found = self._root.select(selector)
        if self._root.matches(selector):
            found.append(self._root)
        return found

    def _having(self, key: str) -> list[Element]:
        """Return the elements with a class (``.name``), an id (``#name``) or a tag."""
        found = self._keyed.get(key)
        if found is None:
            found = self._root.select(key)
            if self._root.matches(key):
                found.append(self._root)
            self._keyed[key] = found
        return found


@lru_cache(maxsize=4096)
def declared(block: str) -> tuple[Declared, ...]:
    """Return the declarations of a block that decide how text is seen, in order."""
    style = StyleDeclaration.parse(block)
    found = []
    for written in style:
        name = written if written.startswith("--") else written.lower()
        if name in MATTERING or name.startswith("--"):
            found.append(Declared(name, style[written], style.important(written)))
    return tuple(found)


def _may_match(selector: str, known: set[str]) -> bool:
    """Tell whether a page has the classes and ids without which a selector matches nothing."""
    if ("(" in selector or "[" in selector or "\\" in selector) and _ARGUMENTS.search(selector):
        return True
    return known.issuperset(_KEY.findall(selector))


@lru_cache(maxsize=4096)
def specificity(selector: str) -> tuple[int, int, int]:
    """Return the specificity of one selector (Selectors 4, section 17); zero where it can't be told."""
    try:
        return css_specificity(_GENERATED.sub("", selector) or "*")[0]
    except (SelectorSyntaxError, IndexError):
        return (0, 0, 0)
