"""Stored citations checked again: citations a second, beside a plain loop over the same columns, and full verification.

The plain loop reads the same rows of the same SQLite file with the standard library, derives both ids by SHA-256,
parses both records and compares the slice; it pages nothing and reports nothing. Goal: at least half its rate.
Memory is the peak of the process after a tenth of the citations and after all of them; it must be flat.

    python bench/check.py [CITATIONS]      (default 20,000; each passage is cited twice, on documents of 1,000 passages)
"""

import json
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from loccit.ids import ContentId, digest
from loccit.records import Agent, Answer, Block, Citation, Document, Layout, Origin, Passage, ReadDocument, Record
from loccit.records.deliver import Check
from loccit.records.layout import encode_layout
from loccit.store.recheck import recheck_citations
from loccit.store.verify import verify
from loccit.store.workspace import Workspace
from loccit.text.offsets import Span

CITATIONS = 20_000
PER_DOCUMENT = 1_000
ORIGIN = Origin(activity="bench", version="1", agent=Agent(kind="program", name="bench"))
CHECKS = tuple(
    Check(number=number, name=name, result="passed", detail="It holds.")
    for number, name in enumerate(("address", "read", "passage", "quotations", "carried"), start=1)
)


def document(number: int) -> tuple[ReadDocument, list[bytes]]:
    """Return a document of many sentences and its blobs."""
    text = "\n".join(
        f"Sentence {place} of page {number} says that value {place * number} holds." for place in range(PER_DOCUMENT)
    )
    block = Block(
        start=0,
        end=len(text),
        kind="paragraph",
        landmark="main",
        body=True,
        body_score=900_000,
        heading_path=("Page",),
        section_id="s",
        language="en",
        source=None,
    )
    layout = Layout(blocks=(block,), sentences=(), hidden=())
    blobs = [text.encode(), encode_layout(layout), f"<p>{text}</p>".encode()]
    record = Document(
        origin=ORIGIN,
        body=digest(blobs[2]),
        extractor="bench",
        extractor_version="1",
        options={},
        text=digest(blobs[0]),
        layout=digest(blobs[1]),
        length=len(text),
        body_length=len(text),
        title_displayed=None,
        title_declared=None,
        languages=("en",),
        dates=(),
        versions=(),
        visibility_basis="full",
    )
    return ReadDocument(record, text, layout), blobs


def records_of(read: ReadDocument, answer: ContentId, count: int) -> Iterator[Record]:
    """Yield passages of a document and citations of them."""
    passages: list[Passage] = []
    start = 0
    for line in read.text.split("\n"):
        passages.append(read.cut(Span(start, start + len(line)), origin=ORIGIN, context_length=32))
        start += len(line) + 1
    yield from passages
    for number in range(count):
        passage = passages[number % PER_DOCUMENT].id
        yield Citation(
            origin=Origin(activity="bench", version=str(number), agent=ORIGIN.agent, used=(passage,)),
            answer=answer,
            anchor=number,
            source=0,
            claim=None,
            passage=passage,
            retrieval=None,
            candidate=None,
            state="supported",
            reasons=("stated",),
            checks=CHECKS,
        )


def fill(folder: Path, citations: int) -> None:
    """Store so many citations, two of each passage."""
    each = 2 * PER_DOCUMENT
    with Workspace.open(folder) as workspace:
        answer = Answer(origin=ORIGIN, text="Stated.", anchors=(), sources=())
        workspace.store.put([answer])
        for number in range((citations + each - 1) // each):
            read, blobs = document(number)
            count = min(each, citations - number * each)
            workspace.store.put([read.record, *records_of(read, answer.id, count)], blobs=blobs)


def plain_loop(folder: Path) -> int:
    """Check the citations as one would in a script; return how many hold."""
    connection = sqlite3.connect(folder / "loccit.sqlite3")
    texts: dict[str, str] = {}
    held = 0
    for name, body in connection.execute("SELECT id, body FROM record WHERE kind = 'loccit/citation@1'"):
        citation = json.loads(body)
        found = connection.execute("SELECT id, body FROM record WHERE id = ?", (citation["passage"],)).fetchone()
        passage = json.loads(found[1])
        if passage["document"] not in texts:
            (row,) = connection.execute("SELECT body FROM record WHERE id = ?", (passage["document"],)).fetchone()
            named = json.loads(row)["text"].removeprefix("sha256:")
            texts = {passage["document"]: (folder / "blobs" / named[:2] / named[2:]).read_text(encoding="utf-8")}
        same = texts[passage["document"]][passage["start"] : passage["end"]] == passage["exact"]
        derived = all("sha256:" + sha256(data).hexdigest() == one for one, data in ((name, body), found))
        held += same and derived
    connection.close()
    return held


def peak_mib() -> float:
    """Return the peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Fill a store and print the figures."""
    citations = int(sys.argv[1]) if len(sys.argv) > 1 else CITATIONS
    with tempfile.TemporaryDirectory() as name:
        small, whole = Path(name) / "small", Path(name) / "whole"
        fill(small, citations // 10)
        with Workspace.open(small, create=False) as workspace:
            recheck_citations(workspace.store)
        before = peak_mib()
        fill(whole, citations)
        filled = peak_mib()
        with Workspace.open(whole, create=False) as workspace:
            started = time.perf_counter()
            done = recheck_citations(workspace.store)
            ours = done.citations / (time.perf_counter() - started)
            after = peak_mib()
            assert (done.citations, done.with_passage, done.problem_count) == (citations, citations, 0)
            started = time.perf_counter()
            held = plain_loop(whole)
            plain = held / (time.perf_counter() - started)
            assert held == citations
            started = time.perf_counter()
            report = verify(workspace.store)
            full = citations / (time.perf_counter() - started)
            assert report.result == "passed"
    print(f"{citations} citations: {ours:.0f}/s, plain loop {plain:.0f}/s, ratio {ours / plain:.2f} (goal 0.5)")
    print(f"full verification of the store: {full:.0f} citations/s")
    print(f"peak memory: {before:.0f} MiB after a tenth, {filled:.0f} MiB after filling, {after:.0f} MiB after all")


if __name__ == "__main__":
    main()
