"""Whether a person sees an element's text: shown, hidden (with the reason), or unknown.

Only what stands in the page itself is read: attributes, inline styles and style elements. No layout is computed;
what a rule declares is taken at its word, so text that something else covers counts as shown.
"""

import re
from collections.abc import Mapping, Sequence

from turbohtml import Element, parse

from loccit.extract import hiding
from loccit.extract.generated import Generated, generated_text
from loccit.extract.look import SHOWN, Look
from loccit.extract.media import media_applies
from loccit.extract.paint import Paint, Palette
from loccit.extract.selectors import LiveRule, Selection, Selectors, specificity
from loccit.extract.sheets import UNLAYERED, Sheet, read_sheet
from loccit.extract.styles import Match, declared
from loccit.extract.tags import BLOCK_KINDS
from loccit.extract.threats import INHERITED, Group, declares, generates_text, lays_out, makes_box, may_hide, threats_in

_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_TELLING = "[style], [hidden], [popover], dialog, style, noscript, link[rel][href]"
"""What is looked for first; elements that say nothing of these are seen as their parents are, but for rules."""
_MAX_SUBSTITUTIONS = 20


class Visibility:
    """What the attributes and style elements of one page say about its elements.

    Attributes:
        partial: style sheets that the page links to or imports were not read.
        styled: the elements whose look may differ from their parent's.
        generated: elements with generated text, or signs that keep theirs apart.
    """

    def __init__(self, root: Element) -> None:
        self.partial = False
        self.styled: set[Element] = set()
        self.generated: dict[Element, Generated] = {}
        self._root = root
        self._looks: dict[object, tuple[Look, Look]] = {}
        self._matches: dict[Element, list[Match]] = {}
        self._done: set[int] = set()
        self._painted_over: set[Element] = set()
        self._colour_marks: set[Element] = set()
        self._paint: Paint | None = None
        telling = [root, *root.select(_TELLING)]
        self._inline = [element for element in telling if element.attr("style") is not None]
        sheet = _sheet(telling)
        self.partial = sheet.imports or any(_is_read_by_browsers(each) for each in telling if each.tag == "link")
        threatened = self._inline_threats(telling)
        selectors = Selectors(root) if sheet.rules else None
        rules: list[LiveRule] = []
        if selectors is not None:
            rules = selectors.live(sheet.rules)
            self._match_threats(rules, selectors, threatened)
            self._match_others(rules, selectors, threatened)
        self._match_colours(rules, selectors)
        self.styled.update(threatened)

    def look(self, element: Element, inherited: Look) -> Look:
        """Return the look of an element under its parent's."""
        found = self._matches.get(element, ())
        style = element.attr("style")
        if all(match.certain for match in found):
            look = self._evaluate(element, found, style, inherited)
        else:
            possible = self._evaluate(element, found, style, inherited)
            look = self._evaluate(element, [match for match in found if match.certain], style, inherited)
            if (possible.reason is None) != (look.reason is None):
                look = (look if look.reason is None else possible).but(unknown=True)
        marked = element in self._colour_marks or (inherited.painted_out and element in self._colour_declared)
        if marked and not look.final and self._paint is not None:
            hidden = self._paint.hides(element)
            look = look.but(
                painted_out=None if hidden == "unknown" else hidden, unknown=look.unknown or hidden == "unknown"
            )
            look = hiding.with_reason(look)
        return look

    def colours_inside(self, element: Element) -> list[Element]:
        """Return the descendants of text that can't be seen for its colour which declare a colour of their own."""
        return [inner for inner in element.select("*") if inner in self._colour_declared]

    # --- matching ---------------------------------------------------------------------------------------------

    def _inline_threats(self, telling: Sequence[Element]) -> dict[Element, set[Group]]:
        threatened: dict[Element, set[Group]] = {}
        for element in self._inline:
            style = (element.attr("style") or "").lower()
            groups = threats_in(style)
            if groups and (
                may_hide(style, groups) or _makes_boxes(element, box=makes_box(style), lays_out=lays_out(style))
            ):
                threatened[element] = groups
        for element in telling:
            if element.attr("hidden") is not None or element.attr("popover") is not None or element.tag == "dialog":
                threatened.setdefault(element, set()).add("display")
        return threatened

    def _match_threats(
        self, rules: Sequence[LiveRule], selectors: Selectors, threatened: dict[Element, set[Group]]
    ) -> None:
        """Find the elements that a rule may hide, or make boxes of their own, and the text that rules generate."""
        of_pseudo: list[tuple[Selection, LiveRule]] = []
        for rule in rules:
            groups = threats_in(rule.text)
            hides = may_hide(rule.text, groups)
            box = "display" in groups and makes_box(rule.text)
            if not hides and not box and not generates_text(rule.text):
                continue
            by_child = box and lays_out(rule.text)
            for selection in selectors.of(rule):
                if selection.pseudo:
                    of_pseudo.append((selection, rule))
                    continue
                for element in selection.elements if groups else ():
                    if hides or _makes_boxes(element, box=box, lays_out=by_child):
                        threatened.setdefault(element, set()).update(groups)
        self._generate(of_pseudo)

    def _match_others(
        self, rules: Sequence[LiveRule], selectors: Selectors, threatened: dict[Element, set[Group]]
    ) -> None:
        """Match every rule that may override one that hides."""
        active: set[Group] = set().union(*threatened.values()) if threatened else set()
        if not active:
            return
        if any("var(" in rule.text for rule in rules):
            active.add("custom")
        if "place" in active:
            active.add("display")
        among = {group: {e for e, groups in threatened.items() if group in groups} for group in active}
        among["display"] = among.get("display", set()) | among.get("place", set())
        unions: dict[frozenset[Group], set[Element]] = {}
        for rule in rules:
            groups = frozenset(declares(rule.text, active))
            if not groups:
                continue
            if groups.isdisjoint(INHERITED):
                if groups not in unions:
                    unions[groups] = set().union(*(among[group] for group in groups))
                self._record(rule, selectors.of(rule, unions[groups]))
            else:
                self._record(rule, selectors.of(rule))
                self._done.add(rule.order)
        self.styled.update(self._matches)

    def _match_colours(self, rules: Sequence[LiveRule], selectors: Selectors | None) -> None:
        palette = Palette()
        coloured = [rule for rule in rules if palette.add(rule.text)]
        inline = [element for element in self._inline if palette.add((element.attr("style") or "").lower())]
        suspect = palette.suspects()
        self._colour_declared: set[Element] = set(inline)
        marks = {element for element in inline if suspect((element.attr("style") or "").lower())}
        suspects = [rule for rule in coloured if suspect(rule.text)]
        if selectors is not None and (marks or suspects):
            if any("var(" in rule.text for rule in coloured):
                known = {rule.order for rule in coloured}
                coloured.extend(rule for rule in rules if "--" in rule.text and rule.order not in known)
            suspected = {rule.order for rule in suspects}
            for rule in coloured:
                selections = selectors.of(rule)
                for selection in selections:
                    if selection.pseudo:
                        self._painted_over.update(selection.elements)
                        continue
                    self._colour_declared.update(selection.elements)
                    if rule.order in suspected:
                        marks.update(selection.elements)
                if rule.order not in self._done:
                    self._record(rule, selections)
        self._colour_marks = marks
        self.styled.update(marks)
        self._paint = Paint(self._own_style, partial=self.partial, painted_over=self._painted_over)

    def _record(self, rule: LiveRule, selections: Sequence[Selection]) -> None:
        for selection in selections:
            if selection.pseudo:
                continue
            match = _match(rule, selection)
            for element in selection.elements:
                self._matches.setdefault(element, []).append(match)

    def _generate(self, rules: Sequence[tuple[Selection, LiveRule]]) -> None:
        """Find the text of pseudo-elements; those that no rule gives content do not exist."""
        found: dict[tuple[Element, str], list[Match]] = {}
        for selection, rule in rules:
            if generates_text(rule.text):
                found.update(((element, selection.pseudo), []) for element in selection.elements)
        for selection, rule in rules if found else ():
            match = _match(rule, selection)
            for element in selection.elements:
                if (element, selection.pseudo) in found:
                    found[element, selection.pseudo].append(match)
        for (element, pseudo), matches in found.items():
            text = generated_text(element, pseudo, _cascade(matches, None))
            if text:
                generated = self.generated.get(element, Generated())
                self.generated[element] = (
                    generated._replace(before=text) if pseudo == "before" else generated._replace(after=text)
                )

    # --- evaluating -------------------------------------------------------------------------------------------

    def _evaluate(self, element: Element, found: Sequence[Match], style: str | None, inherited: Look) -> Look:
        """Return the look that declarations give; elements of one kind under one look share it."""
        attributes = (element.attr("hidden"), element.attr("popover") is None, element.attr("open") is None)
        key = (element.tag, style, attributes, id(inherited), tuple(map(id, found)))
        known = self._looks.get(key)
        if known is None:
            known = self._looks[key] = (self._evaluated(element, found, style, inherited), inherited)
        return known[0]

    def _evaluated(self, element: Element, found: Sequence[Match], style: str | None, inherited: Look) -> Look:
        winners = _cascade(found, style)
        custom = inherited.custom
        own = {name: value for name, value in winners.items() if name.startswith("--")}
        if own:
            custom = {**(custom or {}), **own}
            inherited = inherited.but(custom=custom)
        unresolved = False
        properties: dict[str, str] = {}
        for name, value in winners.items():
            if name.startswith("--"):
                continue
            resolved = _resolve(value, custom or {}) if "var(" in value else value
            if resolved is None:
                unresolved = unresolved or (self.partial and name in hiding.DECISIVE)
            else:
                properties[name] = resolved.strip()
        look = hiding.apply(element, properties, inherited)
        return look.but(unknown=True) if unresolved and look.reason is None else look

    def _own_style(self, element: Element) -> Mapping[str, str]:
        if element not in self._colour_declared:
            return {}
        winners = _cascade(self._matches.get(element, ()), element.attr("style"))
        if not any("var(" in value for value in winners.values()):
            return winners
        custom = self._custom_of(element)
        resolved = {name: _resolve(value, custom) for name, value in winners.items()}
        return {name: value for name, value in resolved.items() if value is not None}

    def _custom_of(self, element: Element) -> dict[str, str]:
        custom: dict[str, str] = {}
        node: object = element
        while isinstance(node, Element):
            for name, value in _cascade(self._matches.get(node, ()), node.attr("style")).items():
                if name.startswith("--"):
                    custom.setdefault(name, value)
            node = node.parent
        return custom


def _match(rule: LiveRule, selection: Selection) -> Match:
    return Match(
        rule.condition.layer,
        specificity(selection.selector),
        rule.order,
        selection.certain,
        declared(rule.block),
    )


def _makes_boxes(element: Element, *, box: bool, lays_out: bool) -> bool:
    """Tell whether a block gives an inline element, or inline children of the element, boxes of their own.

    Args:
        element: what the block applies to.
        box: the block makes a box of an inline element.
        lays_out: the block makes a box of each child.
    """
    if element.tag not in BLOCK_KINDS:
        return box
    if not lays_out:
        return False
    children = element.children
    return len(children) > 1 and any(isinstance(c, Element) and c.tag not in BLOCK_KINDS for c in children)


def _sheet(telling: Sequence[Element]) -> Sheet:
    """Return the rules of the style elements, those that are read where scripts do not run behind the others."""
    css = "\n".join([_css_of(element) for element in telling if element.tag == "style"])
    for element in telling:
        # Scripts do not run here either; what they would reveal, this shows.
        inner = parse(element.text).root if element.tag == "noscript" and "<style" in element.text else None
        if inner is not None:
            css += "\n".join(_css_of(style) for style in inner.select("style"))
    return read_sheet(css) if css.strip() else Sheet([], imports=False)


def _css_of(style: Element) -> str:
    if media_applies(style.attr("media") or "") is False:
        return ""
    kind = (style.attr("type") or "text/css").strip().lower()
    return style.text if kind in ("", "text/css") else ""


def _is_read_by_browsers(link: Element) -> bool:
    kinds = (link.attr("rel") or "").lower().split()
    if "stylesheet" not in kinds or "alternate" in kinds or link.attr("disabled") is not None:
        return False
    return media_applies(link.attr("media") or "") is not False


def _cascade(found: Sequence[Match], style: str | None) -> dict[str, str]:
    """Return the winning declarations, weakest first, so that a shorthand overrides what came before it."""
    ordered = [match.declarations for match in (sorted(found, key=_strength) if len(found) > 1 else found)]
    if style:
        ordered.append(declared(style))
    winners: dict[str, str] = {}
    important: list[tuple[str, str]] = []
    for declarations in ordered:
        for name, value, is_important in declarations:
            if is_important:
                important.append((name, value))
            else:
                winners.pop(name, None)
                winners[name] = value
    if important and any(match.layer != UNLAYERED for match in found):
        important = _important_by_layer(found, style)
    for name, value in important:
        winners.pop(name, None)
        winners[name] = value
    return winners


def _strength(match: Match) -> tuple[int, tuple[int, int, int], int]:
    return match[:3]


def _important_by_layer(found: Sequence[Match], style: str | None) -> list[tuple[str, str]]:
    """Return important declarations, weakest first: among layers, the earlier wins."""
    ordered = [match.declarations for match in sorted(found, key=lambda match: (-match.layer, *match[1:3]))]
    if style:
        ordered.append(declared(style))
    return [(each.name, each.value) for declarations in ordered for each in declarations if each.important]


def _resolve(value: str, custom: Mapping[str, str]) -> str | None:
    """Substitute custom properties; null where one is not defined and has no fallback."""
    for _ in range(_MAX_SUBSTITUTIONS):
        match = _VARIABLE.search(value)
        if match is None:
            return value
        fallback: str | None = match.group(2)
        replacement = custom.get(match.group(1), fallback)
        if replacement is None:
            return None
        value = f"{value[: match.start()]}{replacement}{value[match.end() :]}"
    return None


__all__ = ["SHOWN", "Generated", "Look", "Visibility"]
