"""Result pages per second, against ddgs, on the saved pages that both can read.

Needs ddgs (extra ``bench``) and the measuring data beside the repository (``LOCCIT_DATA``). Both sides get the same
bytes and give rows with title, address and snippet; loccit gives the page's state and what links were unwrapped to as
well. A page counts if each side finds a row with an address on it.
"""

import gzip
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ddgs.engines.bing import Bing
from ddgs.engines.brave import Brave
from ddgs.engines.duckduckgo import Duckduckgo
from ddgs.engines.google import Google
from turbohtml import Document, parse

from loccit import urls
from loccit.discover.engines.bing import BingEngine
from loccit.discover.engines.brave import BraveEngine
from loccit.discover.engines.duckduckgo import DuckDuckGoEngine
from loccit.discover.engines.google import GoogleEngine
from loccit.protocols import HttpResponse

ROUNDS = 7
GOAL = 5.0
OURS = {"bing": BingEngine(), "brave": BraveEngine(), "duckduckgo": DuckDuckGoEngine(), "google": GoogleEngine()}
THEIRS = {"bing": Bing(), "brave": Brave(), "duckduckgo": Duckduckgo(), "google": Google()}


class Page(NamedTuple):
    """A saved page."""

    engine: str
    name: str
    body: bytes


class Measured(NamedTuple):
    """Best times in seconds and rows with an http(s) address, ours and theirs."""

    page: Page
    ours_s: float
    theirs_s: float
    our_rows: int
    their_rows: int


def ours(page: Page) -> list[str | None]:
    """Return the addresses of organic rows."""
    reply = HttpResponse(url="saved:", status=200, headers=(), body=page.body, via="mirror", witnessed=False)
    return [row.url for row in OURS[page.engine].parse(reply).rows if not row.sponsored]


def theirs(page: Page) -> list[str | None]:
    """Return what ddgs gives as addresses; an error counts as no row."""
    engine = THEIRS[page.engine]
    text = page.body.decode("utf-8", "replace")
    try:
        return [row.href for row in engine.post_extract_results(engine.extract_results(text))]
    except Exception:  # whatever another program raises on a page, it has no rows for it
        return []


def parsed(page: Page) -> Document:
    """Parse a page and read nothing."""
    return parse(page.body, positions=False)


def measure(page: Page) -> Measured | None:
    """Return what both sides need for a page and find on it; null unless both find a row."""
    our_rows, their_rows = addresses(ours(page)), addresses(theirs(page))
    if not our_rows or not their_rows:
        return None
    return Measured(page, best(ours, page), best(theirs, page), our_rows, their_rows)


def best(work: Callable[[Page], object], page: Page) -> float:
    """Return the shortest of some rounds, in seconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work(page)
        times.append(time.perf_counter() - start)
    return min(times)


def addresses(found: list[str | None]) -> int:
    """Count http(s) addresses that are not redirects of the engine itself."""
    parsed = [urls.parse(one) for one in found if one]
    return sum(url is not None and url.is_web and url.path not in {"/ck/a", "/aclick", "/y.js"} for url in parsed)


def pages(folder: Path) -> list[Page]:
    """Return the saved pages of all engines."""
    return [
        Page(engine, path.name, gzip.decompress(path.read_bytes()))
        for engine in OURS
        for path in sorted((folder / "serp" / engine).glob("*.html.gz"))
    ]


def main() -> None:
    """Print pages per second and rows of both, and the bound that parsing alone sets."""
    folder = Path(os.environ.get("LOCCIT_DATA", Path(__file__).parents[2] / "shared" / "data"))
    if not folder.is_dir():
        sys.exit(f"measuring data not found at {folder} (set LOCCIT_DATA)")
    both = [measured for page in pages(folder) if (measured := measure(page)) is not None]
    for one in both:
        print(
            f"{one.page.engine:10} {one.page.name[:48]:48} {len(one.page.body):>8} bytes  "
            f"{one.ours_s * 1000:7.2f} ms  ddgs {one.theirs_s * 1000:7.2f} ms  "
            f"{one.theirs_s / one.ours_s:5.1f}x  rows {one.our_rows} / {one.their_rows}"
        )
    ours_s, theirs_s = sum(one.ours_s for one in both), sum(one.theirs_s for one in both)
    parse_s = sum(best(parsed, one.page) for one in both)
    our_rows, their_rows = sum(one.our_rows for one in both), sum(one.their_rows for one in both)
    print(
        f"{len(both)} pages: {len(both) / ours_s:.0f} pages/s, ddgs {len(both) / theirs_s:.0f} pages/s: "
        f"{theirs_s / ours_s:.1f} times (parsing alone: {theirs_s / parse_s:.1f}); rows {our_rows}, ddgs {their_rows}"
    )
    reached = theirs_s / ours_s >= GOAL and our_rows >= their_rows
    print(f"goal: {GOAL:.0f} times, no fewer rows: {'reached' if reached else 'MISSED'}")


if __name__ == "__main__":
    main()
