"""Whether a person sees an element's text: shown, hidden (with the reason), or unknown.

Only what stands in the page itself is read: attributes, inline styles and style elements. No layout is computed;
what a rule declares is taken at its word, so text that something else covers counts as shown.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from turbohtml import Element
from turbohtml.cssom import StyleDeclaration

from loccit.extract import hiding
from loccit.extract.colours import BLACK, WHITE, Colour, can_be_seen, colour
from loccit.extract.look import SHOWN, Look
from loccit.extract.media import media_applies
from loccit.extract.styles import Match, Rule, Sheet, Vocabulary, matches, read_sheet, specificity

_INLINE_COLOUR = re.compile(r"(?:^|[;\s])((?:-webkit-text-fill-)?color|background(?:-color)?)\s*:\s*([^;!]+)", re.I)
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'|attr\(\s*([\w-]+)\s*\)")
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)")
_MAX_SUBSTITUTIONS = 20


class Generated(NamedTuple):
    """Text that style rules put before and after an element's own."""

    before: str = ""
    after: str = ""


class Visibility:
    """What the attributes and style elements of one page say about each of its elements.

    Attributes:
        partial: style sheets that the page links to or imports were not read.
        styled: elements that a relevant rule or inline style applies to.
        generated: elements with generated text.
    """

    def __init__(self, root: Element) -> None:
        inline = root.select("[style]")
        if root.attr("style") is not None:
            inline.append(root)
        css = "\n".join(_css_of(style) for style in root.select("style"))
        sheet = _sheet(css) if css else Sheet((), imports=False)
        self.partial = sheet.imports or any(_is_read_by_browsers(link) for link in root.select("link[rel][href]"))
        self.generated: dict[Element, Generated] = {}
        self._matches: dict[Element, list[Match]] = {}
        self._painted_over: set[Element] = set()
        self._root = root
        self._colours = _can_hide_by_colour(sheet.rules, inline)
        if sheet.rules:
            self._match(sheet.rules)
        self.styled = {*self._matches, *inline}

    def look(self, element: Element, inherited: Look) -> Look:
        """Return the look of an element under its parent's."""
        found = self._matches.get(element, ())
        style = element.attr("style")
        if all(match.certain for match in found):
            return self._evaluate(element, found, style, inherited)
        possible = self._evaluate(element, found, style, inherited)
        sure = self._evaluate(element, [match for match in found if match.certain], style, inherited)
        if (possible.reason is None) == (sure.reason is None):
            return sure
        return (sure if sure.reason is None else possible).but(unknown=True)

    def _match(self, rules: Sequence[Rule]) -> None:
        vocabulary = Vocabulary(self._root)
        for rule in rules:
            if (rule.colours_only and not self._colours) or not vocabulary.may_match(rule.selector):
                continue
            elements, pseudo, certain = matches(self._root, rule)
            if not elements:
                continue
            if pseudo:
                self._generate(elements, pseudo, rule)
                continue
            match = Match(rule.layer, specificity(rule.selector), rule.order, certain, rule.declarations)
            for element in elements:
                self._matches.setdefault(element, []).append(match)

    def _generate(self, elements: Sequence[Element], pseudo: str, rule: Rule) -> None:
        if rule.declarations.get("background") or rule.declarations.get("background-color"):
            self._painted_over.update(elements)
        content = rule.declarations.get("content")
        hidden = (rule.declarations.get("display") or "").strip().lower() == "none"
        if content is None and not hidden:
            return
        for element in elements:
            text = "" if hidden else _generated_text(content or "", element)
            before = self.generated.get(element, Generated())
            changed = before._replace(before=text) if pseudo == "before" else before._replace(after=text)
            self.generated[element] = changed

    def _evaluate(self, element: Element, found: Sequence[Match], style: str | None, inherited: Look) -> Look:
        declared = _cascade(found, style)
        custom = inherited.custom
        own = {name: value for name, value in declared.items() if name.startswith("--")}
        if own:
            custom = {**(custom or {}), **own}
        unresolved = False
        properties: dict[str, str] = {}
        for name, value in declared.items():
            if name.startswith("--"):
                continue
            resolved = _resolve(value, custom or {}) if "var(" in value else value
            if resolved is None:
                unresolved = unresolved or (self.partial and name in hiding.DECISIVE)
            else:
                properties[name] = resolved.strip()
        look = inherited.but(custom=custom) if own else inherited
        colours = self._colours and element not in self._painted_over
        look = hiding.apply(element, properties, look, partial=self.partial, colours=colours)
        if not colours and self._colours:
            look = look.but(background=None)
        return look.but(unknown=True) if unresolved and look.reason is None else look


def _css_of(style: Element) -> str:
    if media_applies(style.attr("media") or "") is False:
        return ""
    kind = (style.attr("type") or "text/css").strip().lower()
    return style.text if kind in ("", "text/css") else ""


@lru_cache(maxsize=16)
def _sheet(css: str) -> Sheet:
    """Return the rules of a page's style elements; pages of one site often carry the same."""
    return read_sheet(css)


def _is_read_by_browsers(link: Element) -> bool:
    kinds = (link.attr("rel") or "").lower().split()
    if "stylesheet" not in kinds or "alternate" in kinds or link.attr("disabled") is not None:
        return False
    return media_applies(link.attr("media") or "") is not False


def _can_hide_by_colour(rules: Sequence[Rule], inline: Sequence[Element]) -> bool:
    """Tell whether any text colour the page declares is lost on any background it declares, or on white."""
    texts: set[Colour] = {BLACK}
    backgrounds: set[Colour] = {WHITE}
    declared: list[tuple[str, str]] = []
    for rule in rules:
        for name in ("color", "-webkit-text-fill-color", "background", "background-color"):
            value = rule.declarations.get(name)
            if value is not None:
                declared.append((name, value))
    for element in inline:
        style = element.attr("style") or ""
        if "color" in style or "background" in style:
            declared.extend(_INLINE_COLOUR.findall(style))
    for name, value in declared:
        if "var(" in value:
            return True
        parsed = colour(value.strip())
        if parsed is not None:
            (backgrounds if name.lower().startswith("background") else texts).add(parsed)
    opaque = [back for back in backgrounds if back.alpha == 1.0]
    return any(not can_be_seen(text, back) for text in texts for back in opaque)


def _cascade(found: Sequence[Match], style: str | None) -> dict[str, str]:
    """Return the winning declarations, weakest first, so that a shorthand overrides what came before it."""
    winners: dict[str, str] = {}
    ordered = sorted(found, key=lambda match: match[:3])
    inline = StyleDeclaration.parse(style) if style else None
    for important in (False, True):
        layers = ordered if not important else sorted(found, key=lambda match: (-match.layer, *match[1:3]))
        for declarations in [match.declarations for match in layers] + ([inline] if inline is not None else []):
            for name in declarations:
                if declarations.important(name) is important:
                    key = name if name.startswith("--") else name.lower()
                    winners.pop(key, None)
                    winners[key] = declarations[name]
    return winners


def _resolve(value: str, custom: dict[str, str]) -> str | None:
    """Substitute custom properties; null where one is not defined and has no fallback."""
    for _ in range(_MAX_SUBSTITUTIONS):
        match = _VARIABLE.search(value)
        if match is None:
            return value
        name, fallback = match.groups()
        replacement = custom.get(name, fallback)
        if replacement is None:
            return None
        value = f"{value[: match.start()]}{replacement}{value[match.end() :]}"
    return None


def _generated_text(content: str, element: Element) -> str:
    """Return the words of a ``content`` value; icons, bullets and quotation marks alone are no text."""
    parts: list[str] = []
    for double, single, attribute in _STRING.findall(content):
        parts.append((element.attr(attribute) or "") if attribute else _ESCAPE.sub(_unescape, double or single))
    text = "".join(parts)
    return text if any(character.isalnum() for character in text) else ""


def _unescape(match: re.Match[str]) -> str:
    if match.group(2) is not None:
        return match.group(2)
    code = int(match.group(1), 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


__all__ = ["SHOWN", "Generated", "Look", "Visibility"]
