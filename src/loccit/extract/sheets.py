"""The rules in a page's style sheets, cut apart at braces (CSS Syntax 3, section 5).

turbohtml parses declarations and matches selectors fast, but drops at-rules, so a sheet is split here: ``@media`` is
evaluated for a screen of fixed size, ``@supports`` by its form, ``@layer`` keeps its order, and what depends on a
layout (``@container``) counts as not interpretable. Nothing of a rule is parsed: most rules turn out to name
nothing that the page has.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from loccit.extract.media import media_applies

UNLAYERED = 1 << 30

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# Possessive throughout, so that a sheet is read once whatever stands in it.
_WHOLE_STRINGS = re.compile(
    r"""[^"'\\]*+(?:(?:\\[^{}]"""
    r"""|"[^"\\\n{}]*+(?:\\[^{}][^"\\\n{}]*+)*+\""""
    r"""|'[^'\\\n{}]*+(?:\\[^{}][^'\\\n{}]*+)*+'"""
    r""")[^"'\\]*+)*+""",
    re.DOTALL,
)
_COMMENT_OR_STRING = re.compile(
    r"""/\*.*?(?:\*/|\Z)|\\.|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'""", re.DOTALL
)
_SIGN = re.compile(r"\\[{};]|\\.|[{};]", re.DOTALL)
_AT_NAME = re.compile(r"@([\w-]+)")


class Condition(NamedTuple):
    """What a rule stands in.

    Attributes:
        layer: cascade layer, the later the stronger; ``UNLAYERED`` outside every layer.
        certain: false where a condition around the rule can't be interpreted.
    """

    layer: int
    certain: bool


Rule = tuple[str, str, Condition]
"""Selector list as written (nesting resolved), declarations as text, condition. Plain, as a sheet has thousands."""


class Sheet(NamedTuple):
    """The style rules of a page that apply, or may apply, on a screen, in order, and whether others are imported."""

    rules: list[Rule]
    imports: bool


class _Block(NamedTuple):
    """An open block: of a style rule (then with its selector), of an at-rule, or the sheet itself."""

    selector: str
    is_style: bool
    condition: Condition
    active: bool
    own: list[str]


_SHEET = _Block("", is_style=False, condition=Condition(UNLAYERED, certain=True), active=True, own=[])


@lru_cache(maxsize=16)
def read_sheet(css: str) -> Sheet:
    """Return the rules of a sheet. Pages of one site often carry the same sheet."""
    reader = _Reader()
    rules = reader.rules
    block = _SHEET
    outer: list[_Block] = []
    plain, condition = True, block.condition
    for closed in _cut(css):
        prelude, opening, text = closed.partition("{")
        if plain and opening and "@" not in prelude and ";" not in prelude and "{" not in text:
            rules.append((prelude, text, condition))
            continue
        while "{" in text:
            outer.append(block)
            block = reader.opened(reader.prelude(prelude, block), block)
            prelude, _, text = text.partition("{")
        if opening:
            prelude = reader.prelude(prelude, block)
            if prelude[:1] != "@":
                if block.active:
                    rules.append((_join(block.selector, prelude), text, block.condition))
                plain, condition = block.active and not block.is_style, block.condition
                continue
            outer.append(block)
            block = reader.opened(prelude, block)
        else:
            text = prelude
        reader.close(text, block)
        if outer:
            block = outer.pop()
        plain, condition = block.active and not block.is_style, block.condition
    return Sheet(rules, reader.imports)


def _cut(css: str) -> list[str]:
    """Return the text before each closing brace, without comments, and no brace left inside a string.

    Strings that hold braces or the signs of a comment are rare. They are found out by the ends they leave: the text
    before such a brace or comment does not consist of whole strings. Such a sheet is written anew with the signs
    escaped.
    """
    if "-->" in css or "<!--" in css:
        css = css.replace("<!--", " ").replace("-->", " ")
    parts = _COMMENT.split(css) if "/*" in css else [css]
    pieces = (" ".join(parts) if len(parts) > 1 else css).split("}")
    if '"' in css or "'" in css or "\\" in css:
        before_comments = [part.rpartition("}")[2] for part in parts[:-1]]
        for piece in (*before_comments, *pieces):
            if ('"' in piece or "'" in piece or "\\" in piece) and not _WHOLE_STRINGS.fullmatch(piece):
                return _COMMENT_OR_STRING.sub(_plain, css).split("}")
    return pieces


def _plain(match: re.Match[str]) -> str:
    text = match.group()
    return " " if text.startswith("/*") else _SIGN.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    sign = match.group()[-1]
    return f"\\{ord(sign):x} " if sign in "{};" else match.group()


class _Reader:
    """Collects the rules, layers and imports of one sheet."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self.imports = False
        self._layers: dict[str, int] = {}

    def close(self, text: str, block: _Block) -> None:
        """Take what stands between the last block inside a block, if any, and its end."""
        if block.is_style:
            if block.active:
                self.rules.append((block.selector, ";".join((*block.own, text)), block.condition))
        elif ";" in text and block.active:
            self.note_statements(text)

    def prelude(self, text: str, block: _Block) -> str:
        """Return what stands directly before a block; what stands before that are declarations or statements."""
        if ";" not in text:
            return text.strip()
        if '"' in text or "'" in text:
            text = _COMMENT_OR_STRING.sub(_plain, text)
        before, _, prelude = text.rpartition(";")
        if block.is_style:
            block.own.append(before)
        elif block.active:
            self.note_statements(before)
        return prelude.strip()

    def note_statements(self, text: str) -> None:
        """Note imports, and the layers that at-rules without a block name."""
        for statement in text.split(";"):
            name, names = _at_rule(statement.strip())
            self.imports = self.imports or name == "import"
            if name == "layer":
                for layer in names.split(","):
                    self._layers.setdefault(layer.strip(), len(self._layers))

    def opened(self, prelude: str, block: _Block) -> _Block:
        """Return the block that a prelude opens inside another."""
        selector, is_style, condition, active, _ = block
        if not prelude.startswith("@"):
            return _Block(_join(selector, prelude), True, condition, active, [])
        name, argument = _at_rule(prelude)
        if name == "media":
            applies = media_applies(argument)
            active = active and applies is not False
            if applies is None:
                condition = condition._replace(certain=False)
        elif name == "layer":
            layer = self._layers.setdefault(argument or f"#{len(self._layers)}", len(self._layers))
            condition = condition._replace(layer=layer)
        elif name == "supports":
            active = active and not argument.lower().startswith("not")
        elif name in ("container", "scope", "document", "-moz-document", "when"):
            condition = condition._replace(certain=False)
        else:
            active = is_style = False
        return _Block(selector, is_style, condition, active, [])


@lru_cache(maxsize=1024)
def _at_rule(prelude: str) -> tuple[str, str]:
    """Return name and argument of an at-rule, both empty where it is none. Sheets repeat their media queries."""
    match = _AT_NAME.match(prelude)
    return (match.group(1).lower(), prelude[match.end() :].strip()) if match else ("", "")


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
