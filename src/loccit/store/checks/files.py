"""Check the files: the database as SQLite sees it, and the blobs."""

from itertools import islice
from typing import Any

from sqlalchemy import Row, select, text

from loccit.ids import ContentId, Digest
from loccit.store.database import absent, made_schema, stored_schema
from loccit.store.report import ProblemCode, Tally
from loccit.store.schema import APPEND_ONLY, blob, record, reference
from loccit.store.sql import SqlStore

_RECORDS_NAMED = 20
"""Records that one broken blob's problem lists."""

_FILES_AT_ONCE = 500


def check_database(store: SqlStore, tally: Tally) -> None:
    """Ask SQLite to check its own file, and see that tables, indexes and triggers are those that loccit makes."""
    with store.database.reading() as connection:
        for (finding,) in connection.execute(text("PRAGMA integrity_check(10)")):
            if finding != "ok":
                tally.problem("database_damaged", f"{store.database.path} is damaged: {finding}")
        found = stored_schema(connection)
    made = made_schema()
    triggers = {f"{table.name}_no_{change}" for table in APPEND_ONLY for change in ("update", "delete")}
    for name in sorted(triggers):
        if found.get(name) != made[name]:
            table, _, change = name.partition("_no_")
            tally.problem("append_only_off", f"the trigger that forbids to {change} rows of {table} is gone or altered")
    for name in sorted((made.keys() | found.keys()) - triggers):
        if found.get(name) != made.get(name):
            fault = "is not there" if name not in found else "is not as loccit makes it"
            tally.problem("schema_altered", f"{name} in the schema of {store.database.path} {fault}")


def check_blobs(store: SqlStore, tally: Tally) -> None:
    """Check every blob's file against digest and length."""
    for page in store.database.pages(select(blob), blob.c.digest):
        for row in page:
            _check_blob(store, row, tally)
        tally.count("blobs", len(page))


def note_unnamed_files(store: SqlStore, tally: Tally) -> None:
    """Note blob files that no row names: a crash leaves them behind, and so does a put that is still going on."""
    names = store.blobs.names()
    while part := list(islice(names, _FILES_AT_ONCE)):
        with store.database.reading() as connection:
            unnamed = absent(connection, blob.c.digest, [str(name) for name in part])
        for name in unnamed:
            tally.note(f"{name} lies among the blobs, and nothing stored names it")


def _check_blob(store: SqlStore, row: Row[Any], tally: Tally) -> None:
    name = Digest(row.digest)
    try:
        found = store.blobs.measure(name)
    except (OSError, ValueError) as error:
        fault = f"it can't be read ({error})"
        found = None
    else:
        fault = "there is no file for it"
    if found is None:
        code: ProblemCode = "blob_missing"
    elif found != (name, row.length):
        code, fault = "blob_altered", f"its file holds {found.length} bytes with digest {found.digest}"
    else:
        return
    records = _naming(store, name)
    tally.problem(code, f"blob {name}: {fault}; named by {', '.join(records) or 'no record'}", *records)


def _naming(store: SqlStore, name: Digest) -> tuple[ContentId, ...]:
    ids = (
        select(record.c.id)
        .join(reference, reference.c.source == record.c.seq)
        .where(reference.c.target == name)
        .order_by(record.c.seq)
        .limit(_RECORDS_NAMED)
    )
    with store.database.reading() as connection:
        return tuple(connection.scalars(ids).all())
