"""Ten thousand real pages through the worker pool: peak memory of the parent and of the workers, step by step.

Pages are read over and over from the documentation that ``tools/install-debian-packages`` installs, and from the
measuring data where it is at hand. At each step the peaks are reset, so that each line shows that step alone. Goal:
flat, no later step more than a tenth above the worst of the first half. The rate is wall clock, all workers; one
process without a pool is measured on a share of the same pages beside it.

Usage: ``python bench/memory.py [PAGES]``.
"""

import gzip
import itertools
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from body import data_folder
from locators import FOLDERS
from loccit.extract.document import Extracted, Source, extract
from loccit.extract.worker import WorkerPool
from loccit.ids import digest
from loccit.policy import ExtractPolicy
from loccit.records import Agent, Origin
from loccit.retrieve.sniff import decode, sniff_charset

PAGES = 10_000
STEPS = 10
ALONE = 500
"""Pages read without a pool."""

TOLERANCE = 1.1
ORIGIN = Origin(activity="bench", version="1", agent=Agent(kind="program", name="bench"))
POLICY = ExtractPolicy()


def paths() -> list[Path]:
    """Return the pages that are installed, sets mixed."""
    sets = [sorted(folder.rglob("*.html")) for folder in FOLDERS if folder.is_dir()]
    sets.append(sorted((data_folder() / "pages" / "article-extraction" / "html").glob("*.html.gz")))
    mixed = itertools.zip_longest(*[pages for pages in sets if pages])
    return [path for row in mixed for path in row if path is not None]


def source(path: Path) -> Source:
    """Return a page as the extractor takes it."""
    stored = path.read_bytes()
    body = gzip.decompress(stored) if path.suffix == ".gz" else stored
    charset = sniff_charset("text/html", "text/html", body).name
    return Source(digest(body), "text/html", decode(body, charset), charset, path.as_uri())


def children() -> list[int]:
    """Return the process ids of the workers."""
    tasks = Path("/proc/self/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def peak_mib(process: int) -> float:
    """Return the peak resident size of a process since it was last reset."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def reset_peak(process: int) -> None:
    """Begin a new step for a process (proc(5), clear_refs)."""
    Path(f"/proc/{process}/clear_refs").write_text("5")


def main() -> None:
    """Print a line a step, whether memory is flat, and the rates."""
    total = int(sys.argv[1]) if len(sys.argv) > 1 else PAGES
    known = paths()
    if not known:
        sys.exit("no pages: run tools/install-debian-packages, or set LOCCIT_DATA")
    parents: list[float] = []
    workers: list[float] = []
    turn = itertools.cycle(known)
    taken_s = 0.0
    print(f"{total} pages ({len(known)} different)\n  pages   parent MiB   largest worker MiB   pages/s")
    with WorkerPool(POLICY) as pool, ThreadPoolExecutor(2 * len(os.sched_getaffinity(0))) as threads:
        for step in range(1, STEPS + 1):
            for process in (os.getpid(), *children()):
                reset_peak(process)
            started = time.perf_counter()
            results = threads.map(
                lambda path: type(pool.extract_blocking(source(path), ORIGIN)),
                itertools.islice(turn, total // STEPS),
            )
            read = sum(kind is Extracted for kind in results)
            step_s = time.perf_counter() - started
            taken_s += step_s
            parents.append(peak_mib(os.getpid()))
            workers.append(max(map(peak_mib, children())))
            print(f"  {step * total // STEPS:5} {parents[-1]:12.0f} {workers[-1]:20.0f} {read / step_s:9.0f}")
    half = STEPS // 2
    flat = all(max(peaks[half:]) <= TOLERANCE * max(peaks[:half]) for peaks in (parents, workers))
    print(f"flat: {'reached' if flat else 'MISSED'}")
    print(f"worker pool, {len(os.sched_getaffinity(0))} cores: {total / taken_s:.0f} pages/s wall clock")
    some = [source(path) for path in known[:: max(1, len(known) // ALONE)]]
    started = time.perf_counter()
    for one in some:
        extract(one, policy=POLICY, origin=ORIGIN)
    print(f"one process, no pool, {len(some)} of them: {len(some) / (time.perf_counter() - started):.0f} pages/s")


if __name__ == "__main__":
    main()
