"""Find the rows of a result page by the selectors of its engine."""

from collections.abc import Iterable, Iterator, Mapping

from turbohtml import Document, Element

from loccit import urls
from loccit.discover.engines.layout import Block, Layout
from loccit.discover.unwrap import unwrap
from loccit.protocols import ParsedRow

_MAX_ROWS_OF_ONE_RESULT = 4
"""Elements that one result takes up at most where title and snippet are rows of a table."""


def rows_of(layout: Layout, document: Document, base: str) -> tuple[ParsedRow, ...]:
    """Return organic rows and adverts in page order, an advert that is repeated only once.

    Args:
        base: address of the page, for relative links.
    """
    # Few pages have adverts; where there are none, one look at the titles of results is enough.
    adverts: dict[Element, Block] = {}
    for block in layout.adverts:
        for title in document.select(block.titles):
            adverts.setdefault(title, block)
    found: list[ParsedRow] = []
    for organic in layout.organic:
        titles = document.select(organic.titles)
        if not titles and (found or not adverts):
            continue
        found = list(_distinct(_rows(_in_page_order(document, titles, adverts), organic, adverts, base)))
        if any(not row.sponsored for row in found):
            break
    return tuple(found)


def _in_page_order(document: Document, titles: list[Element], adverts: Mapping[Element, Block]) -> list[Element]:
    """Return the titles of results and adverts in page order, which is that of all elements of a tag."""
    wanted = {*titles, *adverts}
    if len(wanted) == len(titles):
        return titles
    return [element for element in document.select(", ".join({title.tag for title in wanted})) if element in wanted]


def _rows(
    titles: Iterable[Element], organic: Block, adverts: Mapping[Element, Block], base: str
) -> Iterator[ParsedRow]:
    seen: set[Element] = set()
    for title in titles:
        block = adverts.get(title, organic)
        row = title.closest(block.row)
        if row is None or row in seen or (block.excluded and title.closest(block.excluded)):
            continue
        parsed = _row(title, row, block, base, sponsored=block is not organic)
        if parsed is not None:
            seen.add(row)
            yield parsed


def _row(title: Element, row: Element, block: Block, base: str, *, sponsored: bool) -> ParsedRow | None:
    """Return a row, or null if it leads nowhere but to the engine itself."""
    link = title.closest("a[href]") or _first_link(title)
    href = link.attr("href") if link is not None else None
    heading = _text(title)
    if not href or not heading:
        return None
    target = unwrap(href, base=base)
    if target.kind == "own" or target.rule == "no_web_url":
        return None
    advert = sponsored or target.kind == "advert"
    return ParsedRow(
        title=heading,
        href=href,
        url=target.url,
        snippet=_snippet(row, block),
        sponsored=advert,
        advertiser_domain=_advertiser(row, block) if advert else None,
        unwrapped_by=target.rule,
    )


def _first_link(title: Element) -> Element | None:
    first = title.select_one("a[href]")
    if first is None or first.text.strip():
        return first
    return next((link for link in title.select("a[href]") if link.text.strip()), first)


def _snippet(row: Element, block: Block) -> str:
    for element in (row, *_rows_below(row, block)):
        for selector in block.snippet:
            found = element.select_one(selector)
            if found is not None and (text := _text(found)):
                return text
    return ""


def _rows_below(row: Element, block: Block) -> Iterator[Element]:
    """Yield the few elements after a row that hold no title of their own: one result over several rows of a table."""
    if row.tag != "tr":
        return
    siblings = (node for node in row.next_siblings if isinstance(node, Element))
    for _, sibling in zip(range(_MAX_ROWS_OF_ONE_RESULT - 1), siblings, strict=False):
        if sibling.select_one(block.titles) is not None:
            return
        yield sibling


def _advertiser(row: Element, block: Block) -> str | None:
    """Return the advertiser's domain as the page attributes it: named in the mark-up, or shown."""
    for name in block.domains:
        holder = row if row.attr(name) else row.select_one(f"[{name}]")
        domain = domain_shown(holder.attr(name) or "") if holder is not None else None
        if domain:
            return domain
    for shown in row.select(block.displayed):
        domain = domain_shown(_text(shown))
        if domain:
            return domain
    return None


def domain_shown(text: str) -> str | None:
    """Return the domain of an address as a page shows it: ``www.example.org › shop``, ``example.org/a``; or null."""
    words = text.replace("›", " ").replace(",", " ").split()
    first = words[0] if words else ""
    href = urls.serialise(first if "://" in first else f"https://{first}", base="about:blank") or ""
    domain = urls.parts_of(href).hostname.removeprefix("www.")
    return domain if "." in domain else None


def _text(element: Element) -> str:
    return " ".join(element.text.split())


def _distinct(rows: Iterator[ParsedRow]) -> Iterator[ParsedRow]:
    """Leave out adverts that a page shows again, above and below the results."""
    seen: set[tuple[str, str | None]] = set()
    for row in rows:
        advert = (row.title, row.advertiser_domain or row.href)
        if row.sponsored and advert in seen:
            continue
        if row.sponsored:
            seen.add(advert)
        yield row
