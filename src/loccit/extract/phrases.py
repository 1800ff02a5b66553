"""Elements inside a line of text: links, note marks, super- and subscripts, form controls, ruby."""

from collections.abc import Callable
from typing import Literal

from turbohtml import Element, Text

from loccit.extract import inline, tags
from loccit.extract.inline import EDGE, EDIT, END, MARK, MARK_LENGTH, SUB, SUP
from loccit.extract.reading import Children, Entered, Reading, readable_text
from loccit.extract.tables import span_of

_PERMALINK_SIGNS = frozenset({"", "¶", "#", "§", "🔗", "\uf0c1", "⚓", "link", "anchor", "permalink", "[#]", "∞"})
_PERMALINK_CLASSES = ("headerlink", "permalink", "header-anchor", "anchorjs-link", "heading-anchor", "headinglink")
_FRACTION = "/"
_BRACKETS = ("(", "[", "{")
_MAX_RUBY_SIBLINGS = 64
_NOTE_CLASSES = ("footnote", "noteref", "fn-ref", "fnref")


def enter_phrase(reading: Reading, element: Element, tag: str) -> Entered | None:
    """Handle an element that is no block; return what to walk inside it, or null if it is done with."""
    special = _SPECIAL_PHRASES.get(tag)
    if special is not None:
        return special(reading, element)
    if tag in tags.NOT_DISPLAYED_PARTS:
        reading.hide(element, tags.NOT_DISPLAYED_PARTS[tag])
        return None
    if tag in tags.SEPARATE_INLINE:
        reading.has_control = reading.has_control or tag in ("button", "label")
        return (EDGE, *element.children, EDGE), None
    if tag in tags.EDITS:
        return (EDIT, *element.children, EDIT), None
    return element.children, None


def _enter_link(reading: Reading, element: Element) -> Entered | None:
    href = element.attr("href")
    if href is None:
        reading.note_anchor(element)
        return element.children, None
    if element not in reading.holds:
        text = element.text
        if len(text) < MARK_LENGTH:
            if _is_permalink(element, href, text):
                reading.hide(element, "permalink")
                return None
            if _is_note_link(reading, element, href, text):
                return (MARK, text, END), None
        reading.pieces.append(reading.spaced(text))
        reading.link_length += len(text)
        return None
    if href.startswith("#") and _is_permalink(element, href, _own_text(reading, element)):
        reading.hide(element, "permalink")
        return None
    reading.links_open += 1

    def leave() -> None:
        reading.links_open -= 1
        reading.link_length += sum(map(len, reading.pieces))

    return element.children, leave


def _is_note_link(reading: Reading, element: Element, href: str, text: str) -> bool:
    """Tell whether a link is a note mark.

    Either it says so, or it is a number that leads to a place on the page and would else run into what stands before.
    """
    if element.attr("role") == "doc-noteref" or element.attr("epub:type") == "noteref":
        return True
    if not href.startswith("#"):
        return False
    if any(name in (element.attr("class") or "") for name in _NOTE_CLASSES):
        return True
    before = reading.pieces[-1][-1:] if reading.pieces else ""
    return text.isdecimal() and before.isalnum()


def _own_text(reading: Reading, element: Element) -> str:
    """Return the text of an element without parts that styles or attributes may hide."""
    styled = reading.visibility.styled
    left_out = {inner for inner in element.descendants if inner in styled}
    parts = [node for node in element.descendants if isinstance(node, Text) and node.parent not in left_out]
    return "".join(part.data for part in parts)


def _is_permalink(element: Element, href: str, text: str) -> bool:
    if text.strip().lower() not in _PERMALINK_SIGNS:
        return False
    classes = element.attr("class") or ""
    return any(name in classes for name in _PERMALINK_CLASSES) or (href.startswith("#") and len(href) > 1)


def raised(reading: Reading, element: Element, children: Children, direction: Literal["super", "sub"]) -> Children:
    """Return what to walk inside an element that its style sets above or below the line.

    What stands in brackets can't be taken for digits or letters of the line.
    """
    if element.text.strip()[:1] in _BRACKETS:
        return children
    if direction == "sub":
        return SUB, *children, END
    return MARK if _is_note_mark(reading, element) else SUP, *children, END


def _enter_superscript(reading: Reading, element: Element) -> Entered:
    return (MARK if _is_note_mark(reading, element) else SUP, *element.children, END), None


def _is_note_mark(reading: Reading, element: Element) -> bool:
    classes = element.attr("class") or ""
    if "reference" in classes or "footnote" in classes or element.attr("role") == "doc-noteref":
        return True
    if element in reading.holds:
        link = element.select_one("a[href]")
    else:
        parent = element.parent
        link = parent if isinstance(parent, Element) and parent.tag == "a" else None
    return link is not None and (link.attr("href") or "").startswith("#")


def _enter_subscript(_: Reading, element: Element) -> Entered:
    return (SUB, *element.children, END), None


def _enter_span(reading: Reading, element: Element) -> Entered:
    reading.note_anchor(element)
    return element.children, None


def _enter_break(reading: Reading, _: Element) -> None:
    reading.line_break()


def _enter_rule(reading: Reading, _: Element) -> None:
    reading.flush()


def _enter_opportunity(_: Reading, __: Element) -> None:
    """A place where a line may break: adds nothing."""


def _enter_textarea(reading: Reading, element: Element) -> Entered:
    reading.has_control = True
    return (" ", inline.preserved(element.text), " "), None


def _enter_input(reading: Reading, element: Element) -> Entered:
    reading.has_control = True
    value = element.attr("value")
    if value and (element.attr("type") or "text").lower() in tags.INPUTS_WITH_VALUE:
        return (" ", value, " "), None
    return (EDGE,), None


def _enter_select(reading: Reading, element: Element) -> Entered:
    """A closed list shows one of its options; the others are hidden until somebody opens it."""
    reading.has_control = True
    options = [option for option in element.select("option") if option not in reading.visibility.styled]
    if element.attr("multiple") is not None or span_of(element.attr("size")) > 1:
        return [piece for option in options for piece in (" ", option.text, " ")], None
    chosen = next((option for option in options if option.attr("selected") is not None), None)
    chosen = chosen or (options[0] if options else None)
    for option in options:
        if option is not chosen:
            reading.hide(option, "unselected_option")
    return (" ", chosen.text if chosen is not None else "", " "), None


def _enter_ruby_text(reading: Reading, element: Element) -> None:
    """A reading aid is displayed, but beside the line: kept apart, with the text it stands over."""
    before = len(reading.hidden)
    reading.hide(element, "ruby_reading")
    if len(reading.hidden) > before:
        reading.hidden[-1] = reading.hidden[-1]._replace(base=_ruby_base(element))


def _ruby_base(element: Element) -> str:
    """Return what a reading stands over: the nth of a run over the nth ``rb``, else the text since the last run."""
    readings = 0
    named: list[str] = []
    text = ""
    node = element.previous_sibling
    for _ in range(_MAX_RUBY_SIBLINGS):
        if node is None:
            break
        tag = node.tag if isinstance(node, Element) else ""
        if tag == "rt":
            if named or text:
                break
            readings += 1
        elif tag == "rb":
            named.append(" ".join(readable_text(node).split()))
        elif tag != "rp":
            text = readable_text(node).strip() + text
        node = node.previous_sibling
    if named:
        return named[-1 - readings] if readings < len(named) else ""
    return text if readings == 0 else ""


def _enter_svg(reading: Reading, element: Element) -> Entered | None:
    if (element.attr("width") or "").strip() in ("0", "0px") or (element.attr("height") or "").strip() in ("0", "0px"):
        reading.hide(element, "zero_size")
        return None
    return (EDGE, *element.children, EDGE), None


def _enter_svg_text(_: Reading, element: Element) -> Entered:
    return (" ", *element.children, " "), None


def _shown_parts(reading: Reading, element: Element) -> list[Element]:
    styled = reading.visibility.styled
    return [child for child in element.children if isinstance(child, Element) and child not in styled]


def _enter_fraction(reading: Reading, element: Element) -> Entered:
    parts = _shown_parts(reading, element)
    if len(parts) != 2:
        return element.children, None
    return (EDGE, parts[0], _FRACTION, parts[1], EDGE), None


def _enter_power(reading: Reading, element: Element) -> Entered:
    parts = _shown_parts(reading, element)
    if len(parts) != 2:
        return element.children, None
    return (parts[0], SUP if element.tag == "msup" else SUB, parts[1], END), None


_SPECIAL_PHRASES: dict[str, Callable[[Reading, Element], Entered | None]] = {
    "a": _enter_link,
    "br": _enter_break,
    "hr": _enter_rule,
    "input": _enter_input,
    "mfrac": _enter_fraction,
    "msub": _enter_power,
    "msup": _enter_power,
    "rt": _enter_ruby_text,
    "select": _enter_select,
    "span": _enter_span,
    "sub": _enter_subscript,
    "sup": _enter_superscript,
    "svg": _enter_svg,
    "text": _enter_svg_text,
    "textarea": _enter_textarea,
    "wbr": _enter_opportunity,
}
