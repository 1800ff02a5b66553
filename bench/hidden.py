"""Hidden text: leaks and lost controls on the probe page, and agreement with Chromium on real pages.

Goals: 0 leaked tokens, 0 lost controls; hidden characters within 1 % of the text or 20 characters of Chromium's on
at least 95 % of the pages. Chromium rendered them with scripts off and without sub-requests.
"""

import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from turbohtml import Element, Text, parse

from body import data_folder
from loccit.extract.html import HtmlPage, read_html
from loccit.policy import ExtractPolicy

GOAL = 0.95
_NOT_HIDDEN_THERE = frozenset({"noscript", "permalink", "ruby_reading", "invisible_characters"})
"""Displayed by Chromium with scripts off, or put into the hidden channel for another reason than style."""

_WHOLE_ELEMENTS = frozenset({"display_none", "hidden_attribute", "opacity_zero", "off_screen", "clipped", "zero_size"})


def probe(folder: Path) -> tuple[list[str], list[str]]:
    """Return the cases whose token leaked, and the visible ones that were lost."""
    page = read_html((folder / "probe.html").read_text(), ExtractPolicy())
    text = page.text.replace("\u00ad", "")
    leaked, lost = [], []
    for case in json.loads((folder / "cases.json").read_text())["cases"]:
        written = re.search(r"ZQ\w+?QZ", case["html"].replace("\u00ad", ""))
        found = (written.group() if written is not None else f"ZQ{case['id']}QZ") in text
        if found and not case["shown"]:
            leaked.append(case["id"])
        elif case["shown"] and not found:
            lost.append(case["id"])
    return leaked, lost


def hidden_length(page: HtmlPage, markup: str) -> int:
    """Return the characters of hidden text as the rendering counted them: text node by text node, trimmed."""
    total = 0
    for part in page.layout.hidden:
        if part.reason in _NOT_HIDDEN_THERE:
            continue
        if part.source is None or part.reason not in _WHOLE_ELEMENTS:
            total += len(part.text)
            continue
        fragment = parse(markup[part.source.start : part.source.end], scripting=True)
        nodes = [node for node in fragment.descendants if isinstance(node, Text) and not _is_code(node)]
        total += sum(len(" ".join(node.data.split())) for node in nodes)
    return total


def _is_code(node: Text) -> bool:
    parent = node.parent
    return isinstance(parent, Element) and parent.tag in ("script", "style", "noscript", "template", "iframe")


def agreement(folder: Path) -> tuple[int, int, list[tuple[int, str, int, dict[str, Any]]]]:
    """Return how many pages agree, of how many, and those that do not, farthest first."""
    rendered = json.loads(gzip.decompress((folder / "chromium_rendered.json.gz").read_bytes()))
    apart = []
    for name, there in sorted(rendered.items()):
        markup = gzip.decompress((folder / "html" / f"{name}.html.gz").read_bytes()).decode("utf-8", "replace")
        page = read_html(markup, ExtractPolicy())
        difference = abs(hidden_length(page, markup.replace("\r\n", "\n").replace("\r", "\n")) - there["hiddenChars"])
        if difference > max(20, there["totalChars"] / 100):
            reasons = Counter[str]()
            for part in page.layout.hidden:
                reasons[part.reason] += len(part.text)
            apart.append((difference, name[:8], there["totalChars"], {"here": dict(reasons), "there": there["hidden"]}))
    return len(rendered) - len(apart), len(rendered), sorted(apart, key=lambda row: -row[0])


def main() -> None:
    """Print leaks, lost controls and the pages that differ from Chromium."""
    leaked, lost = probe(data_folder() / "hidden-text")
    print(f"leaked tokens: {len(leaked)} {leaked or ''}\nlost controls: {len(lost)} {lost or ''}")
    agreed, total, apart = agreement(data_folder() / "pages" / "article-extraction")
    print(f"hidden characters as in Chromium: {agreed} of {total} pages ({agreed / total:.1%}, goal {GOAL:.0%})")
    for difference, name, length, detail in apart:
        print(f"  {name} {difference} characters of {length}: {detail}")


if __name__ == "__main__":
    main()
