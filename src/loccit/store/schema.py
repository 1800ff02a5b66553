"""The tables, as this version reads and writes them; ``migrations`` brings older files to this form."""

from sqlalchemy import (
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
    text,
)

REVISION = "0003"
"""The revision of the newest migration; a file that says so needs none."""

metadata = MetaData()

record = Table(
    "record",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    UniqueConstraint("id", name="record_id"),
    Index("record_kind", "kind", "seq"),
    sqlite_strict=True,
)
"""Canonical bytes by content id; ``seq`` is the number of the record's ledger entry.

Two more indexes, ``record_first_url`` and ``record_final_url``, are over expressions, which can't be stated here so
that they are compared with a file: see the migration ``0003``. A query uses them only where its terms are written as
there.
"""

_BODY = "CAST(record.body AS TEXT)"

is_reading = text(
    f"record.kind = 'loccit/retrieval@1' AND json_valid({_BODY}) AND json_extract({_BODY}, '$.outcome') = 'ok'"
)
"""Whether a record is a retrieval that went well."""

first_url: ColumnElement[str] = literal_column(f"json_extract({_BODY}, '$.hops[0].url')", Text)
"""What such a record asked for, without fragment."""

final_url: ColumnElement[str] = literal_column(f"json_extract({_BODY}, '$.final_url')", Text)
"""Where it was read, without fragment."""

reference = Table(
    "reference",
    metadata,
    Column("target", Text, primary_key=True),
    Column("source", Integer, ForeignKey("record.seq"), primary_key=True, autoincrement=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Which records (``seq``) name an id or digest; derived from the records, and checked against them."""

ledger = Table(
    "ledger",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("record", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("record", name="ledger_record"),
    UniqueConstraint("previous", name="ledger_previous"),
    UniqueConstraint("hash", name="ledger_hash"),
    sqlite_strict=True,
)
"""The hash chain; see ``loccit.store.ledger``."""

work = Table(
    "work",
    metadata,
    Column("key", Text, primary_key=True),
    Column("result", Text, nullable=False),
    Column("seal", Text, nullable=False, server_default=""),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Finished steps: work key to a JSON list of record ids; the seal is a digest over both."""

blob = Table(
    "blob",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("length", Integer, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Blobs that lie in the folder, with their lengths in bytes."""

lease = Table(
    "lease",
    metadata,
    Column("item", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("expires_at", Text, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Who works on which item of the review queue; the only table whose rows change."""

APPEND_ONLY = (record, reference, ledger, work, blob)
