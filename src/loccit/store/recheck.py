"""Check stored citations again, fast: each against the passage it names, each passage against the text it stands in.

For each citation: its id is derived again from the stored bytes, and so is its passage's; the passage's slice stands at
its offsets in the document's text, whose bytes have the digest the document names. What has no passage (the page could
not be read, or says nothing) has nothing to stand on and is only counted. ``loccit.store.verify`` checks far more.

Memory stays flat: rows are read in pages, and few texts are held at a time.
"""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from sqlalchemy import select, text

from loccit.errors import BrokenPromise
from loccit.ids import ContentId, Digest
from loccit.records import Citation, Document, Passage
from loccit.store.report import MAX_LISTED
from loccit.store.schema import record
from loccit.store.sql import SqlStore

TEXTS_HELD = 16
_BY_ID = text("SELECT id, body FROM record WHERE id IN (SELECT value FROM json_each(:names))")
"""One statement for any number of names, so that it is compiled once."""


@dataclass(slots=True)
class Recheck:
    """What came of it.

    Attributes:
        citations: how many were checked; ``with_passage`` of them name one.
        problems: one sentence each, at most ``MAX_LISTED``; ``problem_count`` counts all.
    """

    citations: int = 0
    with_passage: int = 0
    problem_count: int = 0
    problems: list[str] = field(default_factory=list)

    def problem(self, sentence: str) -> None:
        """Add a problem."""
        self.problem_count += 1
        if len(self.problems) < MAX_LISTED:
            self.problems.append(sentence)


def recheck_citations(store: SqlStore) -> Recheck:
    """Check every stored citation; nothing is fetched, extracted or judged again."""
    done = Recheck()
    texts = _Texts(store)
    statement = select(record.c.seq, record.c.id, record.c.body).where(record.c.kind == Citation.KIND)
    for page in store.database.pages(statement, record.c.seq):
        cited: list[tuple[str, str]] = []
        for row in page:
            name, body = row.id, row.body
            done.citations += 1
            if not _derives(name, body):
                done.problem(f"citation {name} is damaged: its stored bytes have another digest")
                continue
            passage = json.loads(body)["passage"]
            if passage is not None:
                cited.append((name, passage))
        done.with_passage += len(cited)
        _check_passages(store, cited, texts, done)
    return done


def _check_passages(store: SqlStore, cited: Sequence[tuple[str, str]], texts: "_Texts", done: Recheck) -> None:
    bodies = _bodies(store, list({passage for _, passage in cited}))
    sound: dict[str, bool] = {}
    for name, passage in cited:
        if passage not in sound:
            body = bodies.get(passage)
            sound[passage] = body is not None and _derives(passage, body) and _stands(json.loads(body), texts)
        if not sound[passage]:
            done.problem(f"citation {name}: its passage {passage} does not stand in the text of its document")


def _stands(passage: Mapping[str, Any], texts: "_Texts") -> bool:
    if passage["kind"] != Passage.KIND:
        return False
    page = texts.of(passage["document"])
    start, end = passage["start"], passage["end"]
    return page is not None and 0 <= start < end and page[start:end] == passage["exact"]


def _derives(name: str, body: bytes) -> bool:
    return name == "sha256:" + sha256(body).hexdigest()


def _bodies(store: SqlStore, names: list[str]) -> dict[str, bytes]:
    with store.database.reading() as connection:
        return {row.id: row.body for row in connection.execute(_BY_ID, {"names": json.dumps(names)})}


class _Texts:
    """The texts of documents, the last few held."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._held: OrderedDict[str, str | None] = OrderedDict()

    def of(self, document: str) -> str | None:
        """Return a document's text, null where it can't be read as what the document says it is."""
        if document not in self._held:
            self._held[document] = self._read(document)
            if len(self._held) > TEXTS_HELD:
                self._held.popitem(last=False)
        else:
            self._held.move_to_end(document)
        return self._held[document]

    def _read(self, document: str) -> str | None:
        try:
            stored = self._store.get(ContentId(document), Document)
            return self._store.blob(Digest(stored.text)).decode()
        except (BrokenPromise, UnicodeDecodeError):
            return None
