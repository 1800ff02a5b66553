"""Every sentence of real documentation: its locator must resolve to itself, also after a change of white space.

Reads the documentation that ``tools/install-debian-packages`` installs, or the folders given as arguments. Each page
is read twice again from other bytes: indented by another serialiser, and with every run of white space written
differently. Prints how many locators came to which status, and how long making and resolving one takes.
Goals: all ``exact`` on the page itself; all ``exact`` or ``normalised`` on the re-serialised pages. Without its
position a sentence that is repeated with its surroundings is ambiguous, but none may be found in another place.
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from turbohtml import Element, Html, Indent, Node, Text, parse

from loccit.extract.html import HtmlPage, read_html
from loccit.policy import ExtractPolicy
from loccit.retrieve.sniff import decode, sniff_charset
from loccit.text.quote import Locator, locator, resolve

FOLDERS = (
    Path("/usr/share/doc/python3.11/html"),
    Path("/usr/share/doc/postgresql-doc-15/html"),
    Path("/usr/share/doc/sqlite3"),
    Path("/usr/share/debian-reference"),
)
POLICY = ExtractPolicy()
_PRESERVING = "pre, textarea, listing, plaintext, xmp, script, style, title, [style*='white-space']"
_SPACE = re.compile(r"[ \t\n\r\f]+")


def respaced(markup: str) -> str:
    """Return the page with every run of white space that a browser collapses written differently."""
    tree = parse(markup, scripting=True)
    kept: set[Node] = {text for element in tree.select(_PRESERVING) for text in element.descendants}
    for node in tree.descendants:
        if type(node) is Text and node not in kept and isinstance(node.parent, Element):
            node.data = _SPACE.sub(" \n\t ", node.data)
    return tree.serialize()


def indented(markup: str) -> str:
    """Return the page pretty-printed."""
    return parse(markup, scripting=True).serialize(Html(layout=Indent()))


def statuses(locators: list[Locator], page: HtmlPage) -> Iterator[str]:
    """Yield what each locator comes to on a page."""
    for one in locators:
        found = resolve(one.exact, page.text, prefix=one.prefix, suffix=one.suffix, position=one.position)
        yield found.status


def without_position(locators: list[Locator], page: HtmlPage) -> Iterator[str]:
    """Yield what the quotation and its surroundings come to alone; ``elsewhere`` is a fault."""
    for one in locators:
        found = resolve(one.exact, page.text, prefix=one.prefix, suffix=one.suffix)
        yield "elsewhere" if found.span is not None and found.span.start != one.position else found.status


def measure(folder: Path) -> None:
    """Print the statuses of all sentences of the pages in a folder."""
    paths = sorted(folder.rglob("*.html"))
    counts = {name: Counter[str]() for name in ("same page", "without position", "indented", "respaced")}
    taken_s = 0.0
    for path in paths:
        body = path.read_bytes()
        markup = decode(body, sniff_charset("text/html", "text/html", body).name)
        page = read_html(markup, POLICY)
        started = time.process_time()
        locators = [locator(page.text, sentence) for sentence in page.layout.sentences]
        counts["same page"].update(statuses(locators, page))
        taken_s += time.process_time() - started
        counts["without position"].update(without_position(locators, page))
        for name, change in (("indented", indented), ("respaced", respaced)):
            found = list(statuses(locators, read_html(change(markup), POLICY)))
            counts[name].update(found)
            if not {"exact", "normalised"}.issuperset(found):
                print(f"  {path.name}, {name}: {dict(Counter(found))}")
    sentences = counts["same page"].total()
    print(f"{folder}: {len(paths)} pages, {sentences} sentences, {1e6 * taken_s / max(1, sentences):.0f} µs a locator")
    for name, count in counts.items():
        print(f"  {name:<17} {dict(count)}")


def main() -> None:
    """Measure each folder that is there."""
    for folder in [Path(argument) for argument in sys.argv[1:]] or FOLDERS:
        if folder.is_dir():
            measure(folder)
        else:
            print(f"{folder}: not installed (tools/install-debian-packages)")


if __name__ == "__main__":
    main()
