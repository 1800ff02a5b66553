"""Stored citations checked again: citations a second, beside a plain loop over the same columns, and full verification.

The plain loop reads the same rows of the same SQLite file with the standard library, derives both ids by SHA-256,
parses both records and compares the slice; it pages nothing and reports nothing. Goal: at least half its rate.
Memory is the peak of the process after a tenth of the citations and after all of them; it must be flat.

    python bench/check.py [CITATIONS]      (default 20,000; 20 of each passage, 1,000 passages a page)
"""

import json
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from loccit.ids import ContentId, digest
from loccit.records import Agent, Answer, Block, Citation, Document, Layout, Origin, Passage, ReadDocument
from loccit.records.deliver import Check
from loccit.records.layout import encode_layout
from loccit.store.ledger import Head, following
from loccit.store.recheck import recheck_citations
from loccit.store.verify import verify
from loccit.store.workspace import Workspace
from loccit.text.offsets import Span

CITATIONS = 20_000
PER_DOCUMENT, PER_PASSAGE = 1_000, 20
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


def passages_of(read: ReadDocument) -> list[Passage]:
    """Return a passage for each line of a document."""
    passages: list[Passage] = []
    start = 0
    for line in read.text.split("\n"):
        passages.append(read.cut(Span(start, start + len(line)), origin=ORIGIN, context_length=32))
        start += len(line) + 1
    return passages


def citation_form(answer: ContentId) -> tuple[bytes, bytes]:
    """Return the canonical bytes of a citation with marks in place of its passage and number, and the passage's mark."""
    passage = digest(b"the passage")
    one = Citation(
        origin=Origin(activity="bench", version="@number@", agent=ORIGIN.agent, used=(passage,)),
        answer=answer,
        anchor=0,
        source=0,
        claim=None,
        passage=passage,
        retrieval=None,
        candidate=None,
        state="supported",
        reasons=("stated",),
        checks=CHECKS,
    )
    return one.canonical(), passage.encode()


def cite(folder: Path, head: Head, answer: ContentId, passages: Sequence[Passage], numbers: range) -> None:
    """Write citations of passages straight into the tables, which is quicker than making records of them."""
    form, mark = citation_form(answer)
    rows, entries, references = [], [], []
    for number in numbers:
        passage = passages[number % len(passages)].id
        body = form.replace(mark, passage.encode()).replace(b"@number@", str(number).encode())
        name = ContentId("sha256:" + sha256(body).hexdigest())
        previous, head = head, following(head, name)
        rows.append((head.seq, name, Citation.KIND, body))
        entries.append((head.seq, name, previous.hash, head.hash))
        references += [(passage, head.seq), (answer, head.seq)]
    with closing(sqlite3.connect(folder / "loccit.sqlite3")) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.executemany("INSERT INTO record (seq, id, kind, body) VALUES (?, ?, ?, ?)", rows)
        connection.executemany("INSERT INTO ledger (seq, record, previous, hash) VALUES (?, ?, ?, ?)", entries)
        connection.executemany("INSERT INTO reference (target, source) VALUES (?, ?)", references)


def fill(folder: Path, citations: int) -> None:
    """Store so many citations, ``PER_PASSAGE`` of each passage."""
    each = PER_PASSAGE * PER_DOCUMENT
    with Workspace.open(folder) as workspace:
        answer = Answer(origin=ORIGIN, text="Stated.", anchors=(), sources=())
        workspace.store.put([answer])
        for number, first in enumerate(range(0, citations, each)):
            read, blobs = document(number)
            passages = passages_of(read)
            workspace.store.put([read.record, *passages], blobs=blobs)
            cite(folder, workspace.store.head(), answer.id, passages, range(first, min(first + each, citations)))


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
            tell(f"peak memory: {before:.0f} MiB after a tenth, {filled:.0f} after filling, {after:.0f} after all")
            started = time.perf_counter()
            held = plain_loop(whole)
            plain = held / (time.perf_counter() - started)
            assert held == citations
            tell(f"{citations} citations: {ours:.0f}/s, plain loop {plain:.0f}/s, ratio {ours / plain:.2f} (goal 0.5)")
            started = time.perf_counter()
            report = verify(workspace.store)
            assert report.result == "passed"
            tell(f"full verification of the store: {citations / (time.perf_counter() - started):.0f} citations/s")


def tell(line: str) -> None:
    """Print a figure as soon as it is known; the next may take a while."""
    print(line, flush=True)


if __name__ == "__main__":
    main()
