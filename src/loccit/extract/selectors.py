"""Which elements of a page the selectors of its style sheets apply to.

Sheets are written for whole sites: most selectors name a class, an id or a tag that the page at hand does not have.
These are dropped by the names alone; the others are tried on the elements that have the last name of the selector.
"""

import re
from collections import defaultdict
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from turbohtml import Element, SelectorSyntaxError
from turbohtml.convert import css_specificity

from loccit.extract.sheets import Condition, Rule, split_list

_FEW = 300
"""Up to this many elements, asking each is faster than searching the page."""

_FEW_RULES = 12
"""Up to this many rules, asking for each is faster than collecting the names of the page."""

_KEY = re.compile(r"[.#](?:[\w-]|[^\x00-\x7f])+")
_SUBJECT = re.compile(
    r"(?:^|[\s>+~])([a-z][a-z0-9]*)?((?:[.#](?:[\w-]|[^\x00-\x7f])+)*)"
    r"(?::[a-z-]+(?:\([^()\s]*\))?|\[[^\]\s\"']*\])*\Z"
)
_ARGUMENT = re.compile(r"\([^(){]*\)")
_ATTRIBUTE = re.compile(r"""\[[^\]\["'{]*+(?:"[^"{]*+"|'[^'{]*+')?[^\]\["'{]*+\]""")
_ESCAPE = re.compile(r"\\(?:[0-9a-fA-F]{1,6}\s?|.)", re.DOTALL)
_STATEFUL = re.compile(
    r":(?:hover|focus|active|focus-within|focus-visible|target|target-within|visited|popover-open|modal|open|fullscreen"
    r"|autofill|user-invalid|user-valid|playing|picture-in-picture|host|host-context|placeholder-shown|-[a-z-]+)"
    r"(?![\w-])"
)
_GENERATED = re.compile(r"::?(before|after)\s*$")
_PSEUDO_ELEMENT = re.compile(r"::|:(?:before|after|first-line|first-letter)(?![\w-])")
_UNKNOWN_PSEUDO = re.compile(r"(?<!\\):[\w-]+(?:\([^()]*\))?")


class Selector(NamedTuple):
    """One selector of a list; ``key`` is a name its elements have: ``tag``, ``.class``, ``#id`` or empty."""

    text: str
    key: str


class LiveRule(NamedTuple):
    """A rule that may apply to an element of the page.

    Attributes:
        order: its place among the rules of the page.
        block: its declarations as written.
        text: the same in lower case, for a first look.
        selectors: those of its list that name nothing the page lacks.
    """

    order: int
    block: str
    text: str
    condition: Condition
    selectors: list[Selector]


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
        self._classed: defaultdict[str, list[Element]] = defaultdict(list)
        self._classes: defaultdict[str, list[str]] = defaultdict(list)
        self._keyed: dict[str, list[Element]] = {}
        self._found: dict[str, Selection] = {}

    def live(self, rules: Sequence[Rule]) -> list[LiveRule]:
        """Return the rules that may apply to something on the page."""
        # No prelude holds a brace; taking all apart at once costs a tenth of one by one.
        bare = "{".join([selector for selector, _, _ in rules])
        if "\\" in bare:
            bare = _ESCAPE.sub(r"\\", bare)
        if "[" in bare:
            bare = _ATTRIBUTE.sub(":", bare)
        while "(" in bare and bare != (inner := _ARGUMENT.sub("", bare)):
            bare = inner
        spaced = _spaced(bare)
        missing = _missing(spaced, self._names() if len(rules) > _FEW_RULES else None)
        live: list[LiveRule] = []
        for order, (rule, names) in enumerate(zip(rules, spaced.split("{"), strict=True)):
            if "," not in names:
                if not missing.isdisjoint(tokens := names.split()):
                    continue
                found = [(0, _key(tokens))]
            else:
                found = [
                    (at, _key(tokens))
                    for at, single in enumerate(names.split(","))
                    if missing.isdisjoint(tokens := single.split())
                ]
                if not found:
                    continue
            written, block, condition = rule
            live.append(LiveRule(order, block, block.lower(), condition, _selectors(written, names, found)))
        return live

    def _names(self) -> set[str]:
        """Return the tags, classes (``.name``) and ids (``#name``) of the page."""
        root = self._root
        classed, classes = self._classed, self._classes
        for element in (root, *root.select("[class]")):
            classed[element.attr("class") or ""].append(element)
        # Many elements share one class attribute, so each is taken apart once.
        for attribute in classed:
            for name in {*attribute.split()}:
                classes[f".{name}"].append(attribute)
        for element in (root, *root.select("[id]")):
            self._keyed.setdefault(f"#{element.attr('id')}", []).append(element)
        tags = {element.tag.lower() for element in (root, *root.select("*"))}
        return {*classes, *self._keyed, *tags}

    def of(self, live: LiveRule, among: Set[Element] | None = None) -> list[Selection]:
        """Return what each selector of a rule applies to, without those that apply to nothing.

        Args:
            live: its selectors are tried one by one.
            among: only these elements matter; null: all.
        """
        selections: list[Selection] = []
        for selector in live.selectors:
            found = self._found.get(selector.text)
            if found is None:
                found = self._apply(selector, among)
                if among is None:
                    self._found[selector.text] = found
            elements = found.elements
            if elements and among is not None:
                elements = [element for element in elements if element in among]
            if elements:
                certain = live.condition.certain and found.certain
                selections.append(Selection(selector.text, elements, found.pseudo, certain))
        return selections

    def _apply(self, written: Selector, among: Set[Element] | None) -> Selection:
        selector, pseudo = written.text, ""
        if ":" in selector:
            if "(" in selector and _STATEFUL.search(selector) and ":not(" not in selector:
                return Selection(selector, [], "", certain=True)
            generated = _GENERATED.search(selector)
            if generated is not None:
                pseudo = generated.group(1)
                selector = selector[: generated.start()] or "*"
                selector += "*" if selector[-1] in " >+~" else ""
            elif _PSEUDO_ELEMENT.search(selector):
                return Selection(selector, [], "", certain=True)
        try:
            return Selection(written.text, self._select(selector, written.key, among), pseudo, certain=True)
        except SelectorSyntaxError:
            base = _UNKNOWN_PSEUDO.sub("", selector).strip()
        try:
            elements = self._select(base, "", among) if base and base != selector else []
            return Selection(written.text, elements, pseudo, certain=False)
        except SelectorSyntaxError:
            return Selection(written.text, [], pseudo, certain=True)

    def _select(self, selector: str, key: str, among: Set[Element] | None) -> list[Element]:
        if not key:
            subject = _SUBJECT.search(selector)
            if subject is not None:
                key = _KEY.findall(subject[2])[-1] if subject[2] else subject[1] or ""
        if key:
            candidates = self._having(key)
            if selector == key:
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
            attributes = self._classes.get(key)
            if attributes is not None:
                found = [element for attribute in attributes for element in self._classed[attribute]]
            else:
                found = self._root.select(key)
                if self._root.matches(key):
                    found.append(self._root)
            self._keyed[key] = found
        return found


@lru_cache(maxsize=4096)
def specificity(selector: str) -> tuple[int, int, int]:
    """Return the specificity of one selector (Selectors 4, section 17); zero where it can't be told."""
    try:
        return css_specificity(_GENERATED.sub("", selector) or "*")[0]
    except (SelectorSyntaxError, IndexError):
        return (0, 0, 0)


def _spaced(selectors: str) -> str:
    """Return selectors with white space around each name, in place of combinators too."""
    for sign in ">+~":
        selectors = selectors.replace(sign, " ")
    for sign in ".#:":
        selectors = selectors.replace(sign, f" {sign}")
    return selectors.replace(": :", "::")


def _missing(spaced: str, known: set[str] | None) -> set[str]:
    """Return the names in selectors that no element of a page has, and the states that none is in.

    Names with escapes are not among them, and none at all if those of the page are not known.
    """
    missing: set[str] = set()
    for name in {*spaced.replace("{", " ").replace(",", " ").split()} - (known or set()):
        sign = name[0]
        if sign == ":":
            if _STATEFUL.match(name) or (name.startswith("::") and name not in ("::before", "::after")):
                missing.add(name)
        elif known is not None and ("\\" not in name if sign in ".#" else name.isalnum() and name.lower() not in known):
            missing.add(name)
    return missing


def _selectors(written: str, bare: str, found: list[tuple[int, str]]) -> list[Selector]:
    """Return the selectors of a list that may match something.

    Args:
        written: the list.
        bare: the same without arguments and attributes, as far as they could be taken out.
        found: place in the bare list, and last name.
    """
    if "," not in written:
        return [Selector(written.strip(), found[0][1])]
    singles = split_list(written)
    if len(singles) == bare.count(",") + 1:
        return [Selector(singles[at], key) for at, key in found]
    return [Selector(single, "") for single in singles]


def _key(names: list[str]) -> str:
    """Return the last name of a selector if it belongs to the elements it applies to for sure."""
    last = names[-1] if names else ""
    return "" if last[:1] == ":" or last == "*" or "\\" in last else last
