"""Verify everything that is stored, from the bytes up.

1. database: SQLite's own check; tables and indexes, and the triggers that keep tables append-only, are as made.
2. records: each id is derived again from the stored bytes; they hold a record of their kind, in its canonical form;
   what it names is stored and indexed.
3. blobs: each file has the digest and length it is stored under.
4. documents: text and layout are what the document says of them, all offsets inside the text.
5. passages: each slice stands at its offsets, between its prefix and suffix.
6. ledger: each entry follows its predecessor, none is left out, each record stands in it once.
7. work: each finished step has the seal over its key and the records it names, and they are stored.
8. files: files among the blobs that nothing names are noted.

What no check of one store can find: that its newest records and their ledger entries were cut off together (compare
the ledger's head with one noted earlier), that finished work was forgotten (a step that is not found is done again),
and what somebody altered who also made its seal or hash anew. Leases are not evidence and are not looked at.

Memory stays flat: rows are read in pages, and one document's text is held at a time. Records that are put while
this runs are not looked at.
"""

from collections.abc import Callable
from functools import partial

from sqlalchemy import func, select

from loccit.errors import BrokenPromise
from loccit.protocols import Observer, Progress, ignore
from loccit.store.checks.documents import check_documents, check_passages
from loccit.store.checks.files import check_blobs, check_database, note_unnamed_files
from loccit.store.checks.ledger import check_ledger, check_work
from loccit.store.checks.records import check_records
from loccit.store.ledger import EMPTY
from loccit.store.report import Tally, VerificationReport
from loccit.store.schema import ledger, record
from loccit.store.sql import SqlStore


def verify(store: SqlStore, *, observe: Observer = ignore) -> VerificationReport:
    """Check everything in a store and say what does not hold.

    Args:
        store: what to check.
        observe: is told of each of the eight checks as it begins.
    """
    tally = Tally()
    try:
        head, last = store.head(), _last(store)
    except BrokenPromise as error:
        tally.problem("database_damaged", f"the end of the ledger can't be read: {error}")
        return tally.report(EMPTY)
    checks: dict[str, Callable[[Tally], None]] = {
        "database": partial(check_database, store),
        "records": partial(check_records, store, last),
        "blobs": partial(check_blobs, store),
        "documents": partial(check_documents, store, last),
        "passages": partial(check_passages, store, last),
        "ledger": partial(check_ledger, store, last),
        "work": partial(check_work, store),
        "files": partial(note_unnamed_files, store),
    }
    for number, (name, check) in enumerate(checks.items()):
        observe(Progress("verify", name, number, len(checks)))
        try:
            check(tally)
        except BrokenPromise as error:
            tally.problem("database_damaged", f"the check of the {name} broke off: {error}")
    observe(Progress("verify", "done", len(checks), len(checks)))
    return tally.report(head)


def _last(store: SqlStore) -> int:
    """Return the number up to which records and ledger entries are looked at."""
    with store.database.reading() as connection:
        newest = [connection.scalar(select(func.max(table.c.seq))) for table in (record, ledger)]
    return max(number or 0 for number in newest)
