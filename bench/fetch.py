"""Reading pages over HTTP on loopback: the guarded transport and the archived retrieval against bare httpcore2.

All sides ask the same server for the same page, in turn, in one run. A ratio is the median over many short rounds of
each round's ratio to bare httpcore2 with its connection pool, so that a busy machine disturbs both alike. The guarded
transport judges every URL and address, records every byte and keeps its caps; the archived retrieval also decodes,
sniffs and judges the page and writes it to a WARC on disk (fsync). Then 10,000 different URLs are retrieved in one
process, whose memory is printed on the way.

Goals: the guarded transport at 0.9 of bare httpcore2 (0.75 first), at concurrency 1 and 32; memory flat.
"""

import asyncio
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from pathlib import Path

import anyio
import httpcore2

from loccit.clock import SystemClock
from loccit.ids import ContentId
from loccit.policy import FetchPolicy, GuardPolicy
from loccit.protocols import HttpRequest, HttpResponse
from loccit.records import Agent, Origin
from loccit.retrieve.fetch import Allowance, Retriever
from loccit.retrieve.warc import WarcArchive
from loccit.transport.network import NetworkTransport

ROUNDS = 31
REQUESTS = {1: 100, 32: 320}
LONG_RUN = 10_000
GOAL, FIRST_GOAL = 0.9, 0.75
PAGE = b"<!doctype html><title>Tray</title>" + b"<p>The tray must be level before the first use of the machine." * 300
ALLOWANCE = Allowance(ContentId("sha256:" + "a" * 64))
ORIGIN = Origin(activity="bench", version="1", agent=Agent(kind="program", name="bench"))

Fetch = Callable[[str], Awaitable[None]]


class PageServer(asyncio.Protocol):
    """Answers every request with the same page and keeps the connection open."""

    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(PAGE)}\r\n\r\n".encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where to answer."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._pending = b""

    def data_received(self, data: bytes) -> None:
        """Answer each complete request."""
        self._pending += data
        while b"\r\n\r\n" in self._pending:
            request, _, self._pending = self._pending.partition(b"\r\n\r\n")
            self._transport.write(self.head + PAGE)
            if b"connection: close" in request.lower():
                self._transport.close()


def serve(ready: Connection) -> None:
    """Run the server in a process of its own and send its port."""

    async def run() -> None:
        server = await asyncio.get_running_loop().create_server(PageServer, "127.0.0.1", 0)
        ready.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


async def timed(fetch: Fetch, base: str, concurrency: int, requests: int) -> float:
    """Return pages per second."""
    urls = iter([f"{base}/page-{number}" for number in range(requests)])

    async def worker() -> None:
        for url in urls:
            await fetch(url)

    started = time.perf_counter()
    async with anyio.create_task_group() as group:
        for _ in range(concurrency):
            group.start_soon(worker)
    return requests / (time.perf_counter() - started)


async def compare(base: str, policy: FetchPolicy, folder: Path, concurrency: int) -> bool:
    """Print the rates of all sides at one concurrency; say whether the goal was reached."""
    network = NetworkTransport(policy)
    retriever = Retriever(network, WarcArchive(folder, SystemClock()), policy, SystemClock())
    async with httpcore2.AsyncConnectionPool(max_connections=concurrency) as pool, network.session():

        async def bare(url: str) -> None:
            response = await pool.request("GET", url)
            assert len(response.content) == len(PAGE)

        async def guarded(url: str) -> None:
            response = await network.send(HttpRequest(url))
            assert isinstance(response, HttpResponse)
            assert len(response.body) == len(PAGE)

        async def archived(url: str) -> None:
            fetched = await retriever.retrieve(url, allowance=ALLOWANCE, origin=ORIGIN)
            assert fetched.retrieval.outcome == "ok"

        sides: dict[str, Fetch] = {"bare httpcore2": bare, "guarded transport": guarded, "archived retrieval": archived}
        rates: dict[str, list[float]] = {name: [] for name in sides}
        for number in range(ROUNDS + 1):
            for name, fetch in sides.items():
                requests = REQUESTS[concurrency] // (4 if name == "archived retrieval" else 1)
                rate = await timed(fetch, base, concurrency, requests)
                if number:  # the first round warms up
                    rates[name].append(rate)
    ratios = {}
    for name, side in rates.items():
        ratios[name] = statistics.median(one / floor for one, floor in zip(side, rates["bare httpcore2"], strict=True))
        print(f"  {name:<20} {statistics.median(side):8.0f} pages/s  {ratios[name]:5.2f} x")
    ratio = ratios["guarded transport"]
    reached = "reached" if ratio >= GOAL else f"{FIRST_GOAL} reached" if ratio >= FIRST_GOAL else "MISSED"
    print(f"  goal {GOAL}: {reached}")
    return ratio >= FIRST_GOAL


async def long_run(base: str, policy: FetchPolicy, folder: Path) -> None:
    """Retrieve many different URLs and print the memory in use on the way."""
    network = NetworkTransport(policy)
    archive = WarcArchive(folder, SystemClock(), max_segment_bytes=16 * 1024 * 1024)
    retriever = Retriever(network, archive, policy, SystemClock())

    async def archived(url: str) -> None:
        fetched = await retriever.retrieve(url, allowance=ALLOWANCE, origin=ORIGIN)
        assert fetched.retrieval.outcome == "ok"

    marks = []
    async with network.session():
        for part in range(10):
            await timed(archived, f"{base}/{part}", 8, LONG_RUN // 10)
            marks.append(resident_mib())
    print(f"  {LONG_RUN} URLs: resident {' '.join(f'{mark:.0f}' for mark in marks)} MiB")
    print(f"  growth over the last 9,000: {marks[-1] - marks[0]:+.1f} MiB")


def resident_mib() -> float:
    """Return the memory this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1024 / 1024


def main() -> int:
    """Print all figures; the exit code is 1 if a first goal was missed."""
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,), daemon=True)
    server.start()
    port = ours.recv()
    policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=(f"127.0.0.1:{port}",)), obey_robots=False)
    reached = []
    with tempfile.TemporaryDirectory() as folder:
        for concurrency in REQUESTS:
            print(f"concurrency {concurrency}:")
            place = Path(folder) / str(concurrency)
            reached.append(anyio.run(compare, f"http://127.0.0.1:{port}", policy, place, concurrency))
        print("long run:")
        anyio.run(long_run, f"http://127.0.0.1:{port}", policy, Path(folder) / "long")
    server.terminate()
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
