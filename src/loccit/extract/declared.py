"""What a page declares about itself in its mark-up: dates in ``<meta>``, ``<time>`` and JSON-LD."""

from collections.abc import Iterator

from turbohtml import Document as Tree
from turbohtml import Element, Text

from loccit.extract.dates import Declared, json_ld_declared

_LABEL_LENGTH = 60
"""So many code points before a ``<time>`` may say what it means."""
_MAX_TIME_ELEMENTS = 200


def declared_in(tree: Tree) -> Iterator[Declared]:
    """Yield the dates, and what may be dates, that mark-up declares, in document order of each kind."""
    for meta in tree.select("meta[content]"):
        name = meta.attr("property") or meta.attr("name") or meta.attr("itemprop") or meta.attr("http-equiv")
        content = (meta.attr("content") or "").strip()
        if name and content:
            yield Declared(f"meta:{name}", content)
    for script in tree.select('script[type="application/ld+json" i]'):
        yield from json_ld_declared(script.text)
    for element in tree.select("time")[:_MAX_TIME_ELEMENTS]:
        written = (element.attr("datetime") or element.text).strip()
        if written:
            yield Declared("time_element", written, _label(element))


def _label(element: Element) -> str:
    parts = [element.attr("itemprop") or "", element.attr("class") or ""]
    parent = element.parent
    if isinstance(parent, Element):
        parts += [parent.attr("itemprop") or "", parent.attr("class") or ""]
    before = element.previous_sibling
    if before is not None:
        text = before.data if isinstance(before, Text) else before.text if isinstance(before, Element) else ""
        parts.append(" ".join(text[-_LABEL_LENGTH:].split()))
    return " ".join(part for part in parts if part)
