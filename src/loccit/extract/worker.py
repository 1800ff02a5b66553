"""Extraction out of reach of what a page may do to a parser: in processes that can be killed."""

import os
import queue
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, BinaryIO, Self, cast

import anyio.to_thread
from pydantic import ValidationError

from loccit.errors import LoccitError
from loccit.extract.document import Extracted, ExtractionFailed, Source, read_document
from loccit.extract.messages import BadFrame, read_frame, write_frame
from loccit.ids import digest, scalar_text
from loccit.policy import ExtractPolicy
from loccit.records.extract import Document
from loccit.records.record import Origin

START_TIMEOUT_S = 60
PAGES_PER_WORKER = 2_000
"""A worker is replaced after this many pages, so that no leak of a parser adds up."""
_WORKER_IS_LOST = frozenset({"timeout", "worker_died", "out_of_memory"})


@dataclass(slots=True)
class _Worker:
    process: subprocess.Popen[bytes]
    pages: int = 0

    @property
    def pipes(self) -> tuple[BinaryIO, BinaryIO]:
        """Its standard input and output."""
        return cast("BinaryIO", self.process.stdin), cast("BinaryIO", self.process.stdout)

    def stop(self) -> None:
        """Kill it and give its pipes back."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            _close(pipe)


@dataclass(slots=True)
class _Deadline:
    """Kills a worker that does not answer in time."""

    worker: _Worker
    timeout_s: float
    passed: bool = False
    _timer: threading.Timer = field(init=False)

    def __enter__(self) -> Self:
        self._timer = threading.Timer(self.timeout_s, self._pass)
        self._timer.daemon = True
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def _pass(self) -> None:
        self.passed = True
        self.worker.process.kill()


class WorkerPool:
    """Workers that are started when they are needed and live as long as the pool.

    Use it as a context manager; it works from several threads and over several event loops.
    """

    def __init__(self, policy: ExtractPolicy, *, size: int | None = None) -> None:
        self._policy = policy
        self._places: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        for _ in range(size or max(1, len(os.sched_getaffinity(0)))):
            self._places.put(None)
        self._running: dict[int, _Worker] = {}
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._lock:
            self._closed = True
            running, self._running = list(self._running.values()), {}
        for worker in running:
            worker.stop()

    async def extract(self, source: Source, origin: Origin) -> Extracted | ExtractionFailed:
        """Return the document of an archived body, or why there is none; a cancelled call writes nothing."""
        return await anyio.to_thread.run_sync(self.extract_blocking, source, origin, abandon_on_cancel=True)

    def extract_blocking(self, source: Source, origin: Origin) -> Extracted | ExtractionFailed:
        """Do the same in the calling thread."""
        worker = self._places.get()
        try:
            if worker is not None and worker.process.poll() is not None:
                self._discard(worker)
                worker = None
            worker = worker or self._start()
            if worker is None:
                return ExtractionFailed("worker_died", "The process that parses pages could not be started.")
            result = self._ask(worker, source, origin)
            worker.pages += 1
            lost = isinstance(result, ExtractionFailed) and result.code in _WORKER_IS_LOST
            if lost or worker.pages >= PAGES_PER_WORKER:
                self._discard(worker)
                worker = None
            return result
        finally:
            self._places.put(worker)

    def _start(self) -> _Worker | None:
        process = subprocess.Popen(  # noqa: S603 - our own module, no shell
            [sys.executable, "-I", "-m", "loccit.extract.worker_process", str(self._policy.max_memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            cwd="/",
            close_fds=True,
            start_new_session=True,
        )
        worker = _Worker(process)
        with self._lock:
            # A thread that waited for a place while the pool was closed must leave no process behind.
            closed = self._closed
            if not closed:
                self._running[process.pid] = worker
        if closed:
            worker.stop()
            return None
        try:
            with _Deadline(worker, START_TIMEOUT_S):
                if read_frame(worker.pipes[1], max_bytes=0) is not None:
                    return worker
        except BadFrame:
            pass
        self._discard(worker)
        return None

    def _discard(self, worker: _Worker) -> None:
        with self._lock:
            self._running.pop(worker.process.pid, None)
        worker.stop()

    def _ask(self, worker: _Worker, source: Source, origin: Origin) -> Extracted | ExtractionFailed:
        is_text = isinstance(source.content, str)
        content = scalar_text(source.content).encode() if isinstance(source.content, str) else source.content
        header = {
            "digest": source.digest,
            "media_type": source.media_type,
            "charset": source.charset,
            "url": scalar_text(source.url),
            "is_text": is_text,
            "policy": self._policy.model_dump(mode="json"),
            "origin": origin.model_dump(mode="json"),
        }
        requests, answers = worker.pipes
        deadline = _Deadline(worker, self._policy.timeout_s)
        try:
            with deadline:
                write_frame(requests, header, content)
                frame = read_frame(answers, max_bytes=self._policy.max_memory_bytes)
            if frame is not None:
                return _result(source, origin, *frame)
        except (BadFrame, OSError):
            pass
        if deadline.passed:
            return ExtractionFailed("timeout", f"The page took longer than {self._policy.timeout_s} s to read.")
        return ExtractionFailed("worker_died", "The page made the process that parses it stop.")


def _result(
    source: Source, origin: Origin, header: dict[str, object], parts: list[bytes]
) -> Extracted | ExtractionFailed:
    """Return what a worker answered, believed only as far as it can be checked here.

    Raises:
        BadFrame: if the record is not about this source, or does not name its blobs.
    """
    if header.get("code") != "ok":
        return ExtractionFailed(str(header.get("code")), str(header.get("sentence")))
    try:
        record = Document.model_validate_json(parts[0])
        text, layout = parts[1], parts[2]
        document = read_document(record, text, layout)
    except (ValidationError, LoccitError, UnicodeDecodeError, IndexError) as error:
        raise BadFrame("no document") from error
    named = (record.text, record.layout, record.body, record.origin)
    if named != (digest(text), digest(layout), source.digest, origin):
        raise BadFrame("a document of something else")
    return Extracted(document, (text, layout))


def _close(pipe: IO[bytes] | None) -> None:
    try:
        if pipe is not None:
            pipe.close()
    except OSError:
        pass  # what was buffered for a killed worker can't be flushed
