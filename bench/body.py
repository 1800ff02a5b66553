"""F1 of the ``body`` label on article-extraction-benchmark, beside other extractors on the same pages.

The metric is the benchmark's: hits, wrong and missed 4-word shingles of the article text, in shares of each page,
summed over pages. Goal: F1 above 0.962.
"""

import gzip
import importlib
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from loccit.extract.html import read_html
from loccit.policy import ExtractPolicy

GOAL = 0.962
_WORD = re.compile(r"\w+", re.UNICODE)


class Page(NamedTuple):
    """A page and the text of its article as a person marked it."""

    name: str
    markup: str
    article: str


class Score(NamedTuple):
    """Precision, recall and their harmonic mean."""

    f1: float
    precision: float
    recall: float


def data_folder() -> Path:
    """Return the folder of the measuring data."""
    return Path(os.environ.get("LOCCIT_DATA", Path(__file__).parents[2] / "shared" / "data"))


def pages() -> Iterator[Page]:
    """Yield the benchmark's pages."""
    folder = data_folder() / "pages" / "article-extraction"
    if not folder.is_dir():
        sys.exit(f"measuring data not found at {folder} (set LOCCIT_DATA)")
    truth = json.loads((folder / "ground-truth.json").read_text())
    for name, entry in sorted(truth.items()):
        body = gzip.decompress((folder / "html" / f"{name}.html.gz").read_bytes())
        yield Page(name, body.decode("utf-8", "replace"), entry["articleBody"])


def shingles(text: str) -> Counter[tuple[str, ...]]:
    """Return the 4-word shingles of a text; a shorter text is one shingle."""
    words = _WORD.findall(text)
    if not words:
        return Counter()
    return Counter(tuple(words[at : at + 4]) for at in range(max(1, len(words) - 3)))


def score(expected: list[str], found: list[str]) -> Score:
    """Return the scores of texts against the expected ones; every page weighs the same."""
    hits = wrong = missed = 0.0
    for want, have in zip(expected, found, strict=True):
        wanted, got = shingles(want), shingles(have)
        page_hits = sum((wanted & got).values())
        page_wrong, page_missed = sum((got - wanted).values()), sum((wanted - got).values())
        weight = max(1, page_hits + page_wrong + page_missed)
        hits += page_hits / weight
        wrong += page_wrong / weight
        missed += page_missed / weight
    precision, recall = hits / max(1e-9, hits + wrong), hits / max(1e-9, hits + missed)
    return Score(2 * precision * recall / max(1e-9, precision + recall), precision, recall)


def loccit_body(markup: str) -> str:
    """Return the text of the blocks labelled body."""
    page = read_html(markup, ExtractPolicy())
    return "\n".join(page.text[block.start : block.end] for block in page.layout.blocks if block.body)


def peers() -> Iterator[tuple[str, Callable[[str], str]]]:
    """Yield the other extractors that are installed."""
    for name, module in (("trafilatura fast", "trafilatura"), ("resiliparse main", "resiliparse.extract.html2text")):
        try:
            peer = importlib.import_module(module)
        except ImportError:
            print(f"{name:<20} not installed")
            continue
        if module == "trafilatura":
            yield name, lambda markup, peer=peer: peer.extract(markup, fast=True) or ""  # type: ignore[misc]
        else:
            yield name, lambda markup, peer=peer: peer.extract_plain_text(markup, main_content=True)  # type: ignore[misc]


def main() -> None:
    """Print F1, precision and recall of each."""
    every = list(pages())
    expected = [page.article for page in every]
    print(f"{len(every)} pages, 4-word shingles\n{'':<20}     F1      P      R")
    ours = score(expected, [loccit_body(page.markup) for page in every])
    print(f"{'loccit':<20}  {ours.f1:.3f}  {ours.precision:.3f}  {ours.recall:.3f}")
    for name, extract in peers():
        other = score(expected, [extract(page.markup) for page in every])
        print(f"{name:<20}  {other.f1:.3f}  {other.precision:.3f}  {other.recall:.3f}")
    print(f"goal: above {GOAL}: {'reached' if ours.f1 > GOAL else 'MISSED'}")


if __name__ == "__main__":
    main()
