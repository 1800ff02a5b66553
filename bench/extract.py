"""Page source to Document: pages per second and peak memory, beside other extractors on the same pages.

Both sides run in one process, one after the other, on the same pages; a ratio is what counts. Our side does all of
it: blocks, headings, visibility, sentences, dates, stored form, digests. Goals: 3 times trafilatura fast on articles
(aimed at: 5), 10 times on the Python documentation (aimed at: 20).
"""

import importlib
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import turbohtml

from body import pages
from loccit.extract.document import Source, extract
from loccit.extract.worker import WorkerPool
from loccit.ids import digest
from loccit.policy import ExtractPolicy
from loccit.records import Agent, Origin

PYTHON_DOCS = Path("/usr/share/doc/python3.11/html")
ORIGIN = Origin(activity="bench", version="1", agent=Agent(kind="program", name="bench"))
POLICY = ExtractPolicy()
EVERY_NTH = 4
"""Of the Python documentation, so that the slowest peer ends in minutes."""


def source(markup: str) -> Source:
    """Return a page as the extractor takes it."""
    return Source(digest(markup.encode()), "text/html", markup, "utf-8", "https://example.org/")


def ours(markup: str) -> object:
    """Make the Document of a page."""
    return extract(source(markup), policy=POLICY, origin=ORIGIN)


def sides() -> Iterator[tuple[str, Callable[[str], object]]]:
    """Yield what is measured, by name; peers that are not installed are named and left out."""
    yield "loccit", ours
    yield "turbohtml parse, text", lambda markup: turbohtml.parse(markup).to_text()
    for name, module, make in (
        ("trafilatura fast", "trafilatura", lambda peer: lambda markup: peer.extract(markup, fast=True)),
        ("trafilatura", "trafilatura", lambda peer: peer.extract),
        ("readability-lxml", "readability", lambda peer: lambda markup: peer.Document(markup).summary()),
        (
            "resiliparse",
            "resiliparse.extract.html2text",
            lambda peer: lambda markup: peer.extract_plain_text(markup, main_content=True),
        ),
    ):
        try:
            yield name, make(importlib.import_module(module))
        except ImportError:
            print(f"  {name:<22} not installed")


def rate(extractor: Callable[[str], object], markups: Sequence[str]) -> float:
    """Return pages per second of processor time."""
    started = time.process_time()
    for markup in markups:
        extractor(markup)
    return len(markups) / (time.process_time() - started)


def compare(title: str, markups: Sequence[str], goal: float) -> None:
    """Print the rate of each side and the ratio to trafilatura fast."""
    print(f"{title}: {len(markups)} pages, {sum(map(len, markups)) / 1e6:.1f} million characters")
    ours(markups[0])
    rates = {}
    for name, extractor in sides():
        rates[name] = rate(extractor, markups)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"  {name:<22} {rates[name]:8.0f} pages/s   peak memory so far {peak:.0f} MiB")
    if "trafilatura fast" in rates:
        ratio = rates["loccit"] / rates["trafilatura fast"]
        print(f"  ratio to trafilatura fast: {ratio:.2f} (goal {goal:.0f}: {'reached' if ratio >= goal else 'MISSED'})")


def pool(markups: Sequence[str]) -> None:
    """Print the rate of the worker pool, wall clock, and of one process beside it."""
    with WorkerPool(POLICY) as workers, ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda markup: workers.extract_blocking(source(markup), ORIGIN), markups[:16]))
        started = time.perf_counter()
        list(threads.map(lambda markup: workers.extract_blocking(source(markup), ORIGIN), markups))
        print(f"  worker pool            {len(markups) / (time.perf_counter() - started):8.0f} pages/s wall clock")


def hostile() -> None:
    """Print how long pages take that are made to break parsers."""
    attributes = " ".join(f"a{at}=b" for at in range(100_000))
    for name, markup in (
        ("500 KB of nested <div>", "<div>" * 100_000),
        ("100,000 attributes", f"<p {attributes}>x</p>"),
    ):
        started = time.process_time()
        outcome = type(ours(markup)).__name__
        print(f"  {name:<22} {time.process_time() - started:.2f} s   {outcome}")


def main() -> None:
    """Print all comparisons."""
    articles = [page.markup for page in pages()]
    compare("articles", articles, 3.0)
    pool(articles)
    documentation = sorted(PYTHON_DOCS.rglob("*.html"))[::EVERY_NTH]
    if documentation:
        compare("Python documentation", [path.read_text() for path in documentation], 10.0)
    hostile()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(5):
        for markup in articles:
            ours(markup)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"  {5 * len(articles)} more pages: peak memory grew by {grown:.0f} MiB")


if __name__ == "__main__":
    main()
