"""The process that parses pages: started by ``worker.WorkerPool``, killed when it must be.

It has an empty environment, no open files but its three pipes, an address space of limited size, and it may
write no file. It reads requests from standard input and answers each on standard output.
"""

import contextlib
import gc
import resource
import sys
from typing import Any, BinaryIO

from loccit.extract.document import ExtractionFailed, Source, extract
from loccit.extract.messages import read_frame, write_frame
from loccit.policy import ExtractPolicy
from loccit.records.record import Origin

MAX_REQUEST_BYTES = 1 << 31
BYTES_PER_COLLECTION = 2_000_000
"""So much source between two collections of garbage: a parsed tree refers to itself, and is some 30 times as big."""


def main(argv: list[str]) -> int:
    """Answer requests until standard input ends; ``argv[1]`` is the limit of the address space in bytes."""
    _limit(int(argv[1]))
    gc.freeze()
    gc.disable()  # a page in hand is no garbage: looking for some in the middle of it costs time and finds none
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    write_frame(answers, {"ready": True})
    uncollected_bytes = 0
    while (frame := read_frame(requests, max_bytes=MAX_REQUEST_BYTES)) is not None:
        try:
            _answer(answers, *frame)
        except MemoryError:
            write_frame(answers, {"code": "out_of_memory", "sentence": "The page needs more memory than is allowed."})
            return 1
        uncollected_bytes += sum(map(len, frame[1]))
        frame = None  # the page itself goes with its tree
        if uncollected_bytes >= BYTES_PER_COLLECTION:
            gc.collect()
            uncollected_bytes = 0
    return 0


def _answer(answers: BinaryIO, header: dict[str, Any], parts: list[bytes]) -> None:
    source = Source(
        digest=header["digest"],
        media_type=header["media_type"],
        content=parts[0].decode() if header["is_text"] else parts[0],
        charset=header["charset"],
        url=header["url"],
    )
    policy = ExtractPolicy.model_validate(header["policy"])
    extracted = extract(source, policy=policy, origin=Origin.model_validate(header["origin"]))
    if isinstance(extracted, ExtractionFailed):
        write_frame(answers, {"code": extracted.code, "sentence": extracted.sentence})
    else:
        record = extracted.document.record.model_dump_json(by_alias=True).encode()
        write_frame(answers, {"code": "ok"}, record, *extracted.blobs)


def _limit(max_memory_bytes: int) -> None:
    for limit, value in (
        (resource.RLIMIT_AS, max_memory_bytes),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # a stricter limit is in force already
            resource.setrlimit(limit, (value, value))


if __name__ == "__main__":
    sys.exit(main(sys.argv))
