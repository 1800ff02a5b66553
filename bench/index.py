"""A hundred thousand pages in the local index: latency of queries, memory while indexing.

Pages are made from the paragraphs of real documentation (Debian's python3.11-doc), each page a few of them under a
heading, drawn by a generator with a fixed seed; queries are headings of that documentation. ``LOCCIT_INDEX_PAGES`` sets
another number of pages. Goals: median below 20 ms, memory flat.
"""

import os
import random
import re
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from turbohtml import parse

from loccit.discover.index import FtsIndex
from loccit.ids import digest
from loccit.protocols import IndexPage

DOCS = Path("/usr/share/doc/python3.11/html")
PAGES = int(os.environ.get("LOCCIT_INDEX_PAGES", "100000"))
BATCH = 500
QUERIES = 200
GOAL_MS = 20.0
FLAT = 1.10
"""Memory at the end, as a share of that after a tenth of the pages, that still counts as flat."""


def material() -> tuple[list[str], list[str]]:
    """Return headings and paragraphs of the documentation."""
    headings: list[str] = []
    paragraphs: list[str] = []
    for path in sorted((DOCS / "library").glob("*.html")):
        document = parse(path.read_bytes(), positions=False)
        headings += [_text(one.text) for one in document.select("section > h2, section > h3")]
        paragraphs += [text for one in document.select("section p, dd > p") if len(text := _text(one.text)) > 80]
    return list(dict.fromkeys(headings)), list(dict.fromkeys(paragraphs))


def _text(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("\u00b6", " ")).strip()


def pages(headings: list[str], paragraphs: list[str]) -> Iterator[IndexPage]:
    """Yield pages, the same ones every time."""
    draw = random.Random(20261130)
    for number in range(PAGES):
        heading = draw.choice(headings)
        body = "\n".join(draw.choices(paragraphs, k=draw.randint(1, 6)))
        url = f"https://docs{number % 50}.example/{number // 50}/page.html"
        yield IndexPage(url, f"{heading} {number}", heading, body, "en", digest(body.encode()))


def memory_mb() -> float:
    """Return the greatest resident memory so far, in MB (2**20 bytes)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def timed(index: FtsIndex, query: str) -> float:
    """Return how long a search for ten pages takes, in ms."""
    start = time.perf_counter()
    index.search(query, limit=10)
    return (time.perf_counter() - start) * 1000


def main() -> None:
    """Index, then search, and print both."""
    if not DOCS.is_dir():
        sys.exit(f"documentation not found at {DOCS} (install python3.11-doc)")
    headings, paragraphs = material()
    made = pages(headings, paragraphs)
    with tempfile.TemporaryDirectory() as folder, FtsIndex(Path(folder) / "index.sqlite") as index:
        start = time.perf_counter()
        early = 0.0
        for done in range(BATCH, PAGES + 1, BATCH):
            index.add(islice(made, BATCH))
            early = memory_mb() if done <= PAGES // 10 else early
        took_s = time.perf_counter() - start
        late = memory_mb()
        size_mb = (Path(folder) / "index.sqlite").stat().st_size / 2**20
        print(f"{PAGES} pages indexed in {took_s:.0f} s ({PAGES / took_s:.0f}/s), file {size_mb:.0f} MB")
        print(f"memory at most {early:.0f} MB after a tenth, {late:.0f} MB at the end")
        asked = random.Random(7).sample(headings, min(QUERIES, len(headings)))
        kinds = {
            "headings": asked,
            "phrases": [f'"{query}"' for query in asked],
            "one site": [f"{query} site:docs7.example" for query in asked],
        }
        for kind, queries in kinds.items():
            times = sorted(timed(index, query) for query in queries)
            p95 = times[len(times) * 95 // 100]
            print(f"{kind:10} median {statistics.median(times):6.1f} ms, 95 % below {p95:6.1f} ms")
        median = statistics.median(timed(index, query) for query in asked)
        reached = median < GOAL_MS and late <= early * FLAT
        print(f"goal: median below {GOAL_MS:.0f} ms, memory flat: {'reached' if reached else 'MISSED'}")


if __name__ == "__main__":
    main()
