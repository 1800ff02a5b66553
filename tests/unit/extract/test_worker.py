"""A page that breaks the parser is an outcome, and the run goes on."""

import io
import os
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from loccit.extract.document import Extracted, ExtractionFailed, Source, extract
from loccit.extract.messages import BadFrame, read_frame, write_frame
from loccit.extract.worker import WorkerPool
from loccit.ids import digest
from loccit.policy import ExtractPolicy
from loccit.records import Origin


def html(markup: str) -> Source:
    return Source(digest(markup.encode()), "text/html", markup, "utf-8", "https://example.org/")


def test_a_worker_gives_the_same_document_as_the_calling_process(origin: Origin) -> None:
    source = html("<title>Ovens</title><h1>Cove 20</h1><p>The tray must be level. 水平 \U0001f600</p>")
    with WorkerPool(ExtractPolicy(), size=1) as pool:
        there = anyio.run(pool.extract, source, origin)
        again = anyio.run(pool.extract, source, origin)  # another event loop, the same worker
    here = extract(source, policy=ExtractPolicy(), origin=origin)
    assert isinstance(here, Extracted)
    assert there == here
    assert again == here
    assert here.document.text == "Cove 20\nThe tray must be level. 水平 \U0001f600"


def test_a_page_that_takes_too_long_is_an_outcome_and_the_next_page_is_read(origin: Origin) -> None:
    slow = html("<p>x</p>" * 400_000)
    with WorkerPool(ExtractPolicy(timeout_s=1), size=1) as pool:
        assert pool.extract_blocking(slow, origin) == ExtractionFailed(
            "timeout", "The page took longer than 1 s to read."
        )
        assert isinstance(pool.extract_blocking(html("<p>next"), origin), Extracted)


def test_a_page_that_needs_too_much_memory_is_an_outcome_and_the_next_page_is_read(origin: Origin) -> None:
    big = html("<p>x</p>" * 1_000_000)
    with WorkerPool(ExtractPolicy(max_memory_bytes=400 * 1024 * 1024), size=1) as pool:
        failed = pool.extract_blocking(big, origin)
        assert isinstance(failed, ExtractionFailed)
        assert failed.code in ("out_of_memory", "worker_died")
        assert isinstance(pool.extract_blocking(html("<p>next"), origin), Extracted)


def test_a_worker_that_is_killed_from_outside_is_replaced(origin: Origin) -> None:
    with WorkerPool(ExtractPolicy(), size=1) as pool:
        assert isinstance(pool.extract_blocking(html("<p>one"), origin), Extracted)
        (worker,) = pool._running.values()
        worker.process.kill()
        worker.process.wait()
        assert isinstance(pool.extract_blocking(html("<p>two"), origin), Extracted)


def test_no_process_outlives_the_pool(origin: Origin) -> None:
    with WorkerPool(ExtractPolicy(), size=2) as pool:
        pool.extract_blocking(html("<p>one"), origin)
        processes = [worker.process for worker in pool._running.values()]
        assert len(processes) == 1
    assert all(process.poll() is not None for process in processes)


def test_a_worker_sees_no_environment_and_no_files(origin: Origin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCCIT_SECRET", "do not hand on")
    here = Path(__file__)
    with WorkerPool(ExtractPolicy(), size=1) as pool, here.open() as kept:
        os.set_inheritable(kept.fileno(), True)
        pool.extract_blocking(html("<p>one"), origin)
        (worker,) = pool._running.values()
        process = Path(f"/proc/{worker.process.pid}")
        assert b"LOCCIT_SECRET" not in (process / "environ").read_bytes()
        opened = [link.readlink() for link in (process / "fd").iterdir()]
    assert here not in opened


def test_a_frame_that_is_cut_short_is_refused() -> None:
    code = "import sys; sys.stdout.buffer.write(b'\\x00\\x00\\x00\\x05{}')"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    with pytest.raises(BadFrame, match="cut short"):
        read_frame(io.BytesIO(process.stdout), max_bytes=10)
    stream = io.BytesIO()
    write_frame(stream, {"a": 1}, b"four", b"")
    stream.seek(0)
    assert read_frame(stream, max_bytes=4) == ({"a": 1}, [b"four", b""])
    stream.seek(0)
    with pytest.raises(BadFrame, match="too long"):
        read_frame(stream, max_bytes=3)


def test_a_closed_pool_starts_no_worker(origin: Origin) -> None:
    with WorkerPool(ExtractPolicy(), size=1) as pool:
        pass
    data = b"<p>Too late.</p>"
    source = Source(digest(data), "text/html", data.decode(), "utf-8", "https://late.example/")
    result = pool.extract_blocking(source, origin)
    assert isinstance(result, ExtractionFailed)
    assert result.code == "worker_died"
    assert not pool._running
