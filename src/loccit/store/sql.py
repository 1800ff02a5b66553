"""The store on SQLite: records by content id, what they refer to, finished work, and the ledger."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, Row, Select, insert, select, true, union

from loccit.errors import BadInput, BrokenPromise, Damaged, NotStored
from loccit.ids import ContentId, Digest, WorkKey, digest, sha256_hex
from loccit.records import Record, Retrieval
from loccit.records.codec import read_record
from loccit.store.blobs import BlobFolder
from loccit.store.database import Database, absent
from loccit.store.ledger import EMPTY, Head, following, work_seal
from loccit.store.schema import blob, final_url, first_url, is_reading, ledger, record, reference, work

R = TypeVar("R", bound=Record)

READINGS_AT_ONCE = 8
"""Retrievals of one address read at once: mostly the newest is wanted."""


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A record ready to be written."""

    id: ContentId
    kind: str
    body: bytes
    references: tuple[str, ...]


class SqlStore:
    """Implements ``protocols.Store`` over one database and one folder of blobs."""

    def __init__(self, database: Database, blobs: BlobFolder) -> None:
        self.database = database
        self.blobs = blobs

    def put(
        self,
        records: Iterable[Record],
        *,
        blobs: Iterable[bytes] = (),
        key: WorkKey | None = None,
        results: Iterable[Record] | None = None,
    ) -> None:
        """Store blobs, records, their ledger entries and the finished work, all or nothing.

        When it returns, everything is durable. What is there already is not written again; a key that is known
        keeps its first result.

        Raises:
            BrokenPromise: if a record names a record or blob that is neither stored nor part of this call, or
                ``results`` holds a record that is neither; nothing is stored then.
        """
        given = [_prepare(one) for one in records]
        finished = [one.id for one in (given if results is None else results)]
        prepared = {one.id: one for one in given}
        data = {digest(one): one for one in blobs}
        self.blobs.write(data)
        with self.database.writing() as connection:
            new = absent(connection, record.c.id, prepared)
            _refuse_dangling(connection, [prepared[one] for one in new], known={*prepared, *data})
            _insert_blobs(connection, data)
            _append(connection, [prepared[one] for one in new])
            if key is not None:
                _finish(connection, key, finished)

    def get(self, record_id: ContentId, kind: type[R]) -> R:
        """Return a record; ``Record`` itself stands for every kind.

        Raises:
            NotStored: if it is not there or is of another kind.
            Damaged: if its stored bytes do not hash to its id or do not hold such a record.
        """
        with self.database.reading() as connection:
            row = connection.execute(select(record).where(record.c.id == record_id)).one_or_none()
        if row is None:
            raise NotStored(f"record {record_id} is not stored")
        return _read(row, kind)

    def records(self, kind: type[R]) -> Iterator[R]:
        """Yield all records of a kind, oldest first; ``Record`` itself stands for every kind.

        Records that are put meanwhile may be among them.
        """
        for row in self.rows(*_of_kind(kind)):
            yield _read(row, kind)

    def referring(self, record_id: ContentId, kind: type[R]) -> Iterator[R]:
        """Yield the records of a kind that name this id or digest, oldest first."""
        sources = select(reference.c.source).where(reference.c.target == record_id)
        for row in self.rows(record.c.seq.in_(sources), *_of_kind(kind)):
            yield _read(row, kind)

    def readings(self, url: str) -> Iterator[Retrieval]:
        """Yield the retrievals that went well and began or ended at a URL, newest first; found by an index."""
        wanted = readings_of(url)
        below: ColumnElement[bool] = true()
        while True:
            page = wanted.where(below).order_by(record.c.seq.desc()).limit(READINGS_AT_ONCE)
            with self.database.reading() as connection:
                rows = connection.execute(page).all()
            for row in rows:
                yield _read(row, Retrieval)
            if len(rows) < READINGS_AT_ONCE:
                return
            below = record.c.seq < rows[-1].seq

    def blob(self, digest: Digest) -> bytes:
        """Return a blob, checked against its digest.

        Raises:
            NotStored: if it is not there.
            Damaged: if its bytes have another digest.
        """
        return self.blobs.read(digest)

    def work(self, key: WorkKey) -> tuple[ContentId, ...] | None:
        """Return the records of a finished step in the order they were given, or null if it was not done."""
        with self.database.reading() as connection:
            result = connection.execute(select(work.c.result).where(work.c.key == key)).scalar_one_or_none()
        return None if result is None else tuple(json.loads(result))

    def head(self) -> Head:
        """Return the last entry of the ledger; noting it elsewhere shows later whether the end was cut off."""
        with self.database.reading() as connection:
            return _head(connection)

    def rows(self, *conditions: ColumnElement[bool]) -> Iterator[Row[tuple[int, str, str, bytes]]]:
        """Yield rows of the record table as stored, unchecked, oldest first."""
        for page in self.database.pages(select(record).where(*conditions), record.c.seq):
            yield from page


def readings_of(url: str) -> Select[tuple[int, str, str, bytes]]:
    """Return the query for the retrievals that went well and began or ended at a URL."""
    # Each index by itself: SQLite uses no partial index for the sides of an OR.
    found = (select(record.c.seq).where(is_reading, place == url) for place in (first_url, final_url))
    return select(record).where(record.c.seq.in_(union(*found)))


def _prepare(one: Record) -> _Prepared:
    body = one.canonical()
    return _Prepared(ContentId(sha256_hex(body)), one.KIND, body, tuple(one.references()))


def _of_kind(kind: type[Record]) -> tuple[ColumnElement[bool], ...]:
    return () if kind is Record else (record.c.kind == kind.KIND,)


def _read(row: Row[tuple[int, str, str, bytes]], kind: type[R]) -> R:
    if sha256_hex(row.body) != row.id:
        raise Damaged(f"record {row.id} is damaged: its stored bytes have another digest")
    if kind is not Record and row.kind != kind.KIND:
        raise NotStored(f"record {row.id} is of kind {row.kind}, not {kind.KIND}")
    try:
        found = read_record(row.kind, row.body)
    except BadInput as error:
        raise Damaged(f"record {row.id} can't be read: {error}") from error
    if not isinstance(found, kind):
        raise NotStored(f"record {row.id} is of kind {row.kind}")
    return found


def _refuse_dangling(connection: Connection, new: Sequence[_Prepared], *, known: set[str]) -> None:
    """Refuse records that name what is not there."""
    wanted = {target: one.id for one in new for target in one.references if target not in known}
    missing = absent(connection, blob.c.digest, absent(connection, record.c.id, wanted))
    if missing:
        raise BrokenPromise(f"record {wanted[missing[0]]} names {missing[0]}, which is not stored")


def _insert_blobs(connection: Connection, data: Mapping[Digest, bytes]) -> None:
    rows = [{"digest": name, "length": len(data[name])} for name in absent(connection, blob.c.digest, data)]
    if rows:
        connection.execute(insert(blob), rows)


def _append(connection: Connection, new: Sequence[_Prepared]) -> None:
    """Write new records, their references and their ledger entries."""
    if not new:
        return
    head = _head(connection)
    records: list[dict[str, object]] = []
    entries: list[dict[str, object]] = []
    references: list[dict[str, object]] = []
    for one in new:
        previous, head = head, following(head, one.id)
        records.append({"seq": head.seq, "id": one.id, "kind": one.kind, "body": one.body})
        entries.append({"seq": head.seq, "record": one.id, "previous": previous.hash, "hash": head.hash})
        references.extend({"target": target, "source": head.seq} for target in one.references)
    connection.execute(insert(record), records)
    connection.execute(insert(ledger), entries)
    if references:
        connection.execute(insert(reference), references)


def _finish(connection: Connection, key: WorkKey, result: Sequence[ContentId]) -> None:
    if connection.scalar(select(work.c.key).where(work.c.key == key)) is not None:
        return
    missing = absent(connection, record.c.id, result)
    if missing:
        raise BrokenPromise(f"work {key} names record {missing[0]}, which is not stored")
    text = json.dumps(result, separators=(",", ":"))
    connection.execute(insert(work).values(key=key, result=text, seal=work_seal(key=key, result=text)))


def _head(connection: Connection) -> Head:
    last = connection.execute(select(ledger.c.seq, ledger.c.hash).order_by(ledger.c.seq.desc()).limit(1)).one_or_none()
    return EMPTY if last is None else Head(last.seq, last.hash)
