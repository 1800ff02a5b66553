"""What HTML elements are, as far as reading order and separation of words depend on it.

Source: HTML Living Standard, sections 4 (elements) and 15.3 (the style sheet of the user agent).
"""

from loccit.records.extract import BlockKind

PLAIN_INLINE = frozenset((
    "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "dfn", "em", "font", "i", "kbd", "mark",
    "nobr", "samp", "small", "span", "strong", "time", "tt", "u", "var",
))  # fmt: skip
"""Elements that neither break a line nor change how their text is read."""

_OTHER_BLOCKS = (
    "address", "article", "aside", "body", "center", "colgroup", "details", "dialog", "dir", "div", "dl",
    "fieldset", "figure", "footer", "frameset", "header", "hgroup", "html", "main", "menu", "nav", "ol",
    "optgroup", "search", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
)  # fmt: skip
BLOCK_KINDS: dict[str, BlockKind] = {
    "blockquote": "quote",
    "caption": "caption",
    "dd": "definition",
    "dt": "term",
    "figcaption": "caption",
    "fieldset": "form",
    "form": "other",
    "h1": "heading",
    "h2": "heading",
    "h3": "heading",
    "h4": "heading",
    "h5": "heading",
    "h6": "heading",
    "legend": "form",
    "li": "list_item",
    "listing": "code",
    "p": "paragraph",
    "plaintext": "code",
    "pre": "code",
    "td": "table_cell",
    "th": "table_cell",
    "xmp": "code",
    **dict.fromkeys(_OTHER_BLOCKS, "other"),
}
"""Elements that begin and end a block, and the kind of the text directly in them."""

_TABLE_ROLES = {
    "cell": "td", "columnheader": "th", "grid": "table", "gridcell": "td", "row": "tr", "rowgroup": "tbody",
    "rowheader": "th", "table": "table", "treegrid": "table",
}  # fmt: skip
_TABLE_TAGS = frozenset({"caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr"})


def table_part(tag: str, role: str | None) -> str | None:
    """Return the tag of the part of a table that an element is by its role, null where it is none but by its tag.

    Source: WAI-ARIA 1.2, roles ``table`` and ``grid``. Roles do not take the parts of an HTML table apart, but may make
    a header of a cell.
    """
    part = _TABLE_ROLES.get(role.strip().lower()) if role else None
    if part is None or (tag in _TABLE_TAGS and (tag, part) != ("td", "th")):
        return None
    return part if tag in BLOCK_KINDS or tag in PLAIN_INLINE or "-" in tag else None


CONTAINER_KINDS = frozenset({"list_item", "table_cell", "definition", "term", "quote", "caption"})
"""Kinds that paragraphs inside take on: a ``p`` in a ``li`` is still a list item."""

PRESERVED_SPACE = frozenset({"pre", "listing", "xmp", "plaintext", "textarea"})

SEPARATE_INLINE = frozenset({"button", "embed", "img", "meter", "progress", "picture", "label", "output"})
"""Inline boxes of their own: a digit inside one is not glued to a digit outside."""

EDITS = frozenset({"del", "ins", "s", "strike"})
"""Text that replaces other text, or is replaced: a struck price is not glued to the new one."""

REPLACED = frozenset({"canvas", "iframe", "object", "video"})
"""Elements that something else is displayed in place of; it keeps what stands before and after apart."""

NOT_TEXT = frozenset((
    "area", "base", "basefont", "bgsound", "col", "frame", "head", "link", "meta", "param", "script", "source",
    "style", "track",
))  # fmt: skip
"""Elements whose content is code or metadata, never text of the page."""

NOT_RENDERED = {
    "audio": "fallback",
    "canvas": "fallback",
    "datalist": "datalist",
    "noembed": "fallback",
    "noframes": "fallback",
    "noscript": "noscript",
    "object": "fallback",
    "rp": "ruby_parenthesis",
    "template": "template",
    "title": "not_rendered",
    "video": "fallback",
}
"""Elements whose content a person does not see although it is text, and the reason that is recorded."""

NOT_DISPLAYED_PARTS = dict.fromkeys(
    ("defs", "desc", "metadata", "symbol", "clipPath", "mask", "marker", "pattern", "filter", "annotation",
     "annotation-xml"),
    "not_rendered",
)  # fmt: skip
"""Parts of pictures and formulas that are not drawn."""

INPUTS_WITH_VALUE = frozenset(
    {"text", "search", "url", "tel", "email", "number", "date", "time", "month", "week", "datetime-local",
     "submit", "reset", "button"}
)  # fmt: skip
"""Input types whose value is displayed as text; a password is not."""
