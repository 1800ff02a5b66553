"""Check the hash chain, and that it and the records are one and the same; check finished work."""

import json

from sqlalchemy import and_, select

from loccit.ids import ContentId
from loccit.store.database import absent
from loccit.store.ledger import EMPTY, entry_hash, work_seal
from loccit.store.report import Tally
from loccit.store.schema import ledger, record, work
from loccit.store.sql import SqlStore


def check_ledger(store: SqlStore, last: int, tally: Tally) -> None:
    """Follow the chain from its beginning to a number; after a break, go on from what is stored."""
    entries = (
        select(ledger, record.c.id.label("stored"))
        .outerjoin(record, and_(record.c.seq == ledger.c.seq, record.c.id == ledger.c.record))
        .where(ledger.c.seq <= last)
    )
    seq, previous = EMPTY
    for page in store.database.pages(entries, ledger.c.seq):
        for row in page:
            record_id = ContentId(row.record)
            if row.seq != seq + 1:
                tally.problem("ledger_gap", f"ledger entry {row.seq} follows entry {seq}", record_id)
            elif row.previous != previous:
                tally.problem("ledger_broken", f"ledger entry {row.seq} names another predecessor", record_id)
            if row.hash != entry_hash(previous=row.previous, seq=row.seq, record_id=record_id):
                tally.problem("ledger_altered", f"ledger entry {row.seq} has not the hash of its content", record_id)
            if row.stored is None:
                tally.problem("ledger_without_record", f"ledger entry {row.seq}: no record {record_id}", record_id)
            seq, previous = row.seq, row.hash
        tally.count("ledger_entries", len(page))
    _find_records_without_entry(store, last, tally)


def check_work(store: SqlStore, tally: Tally) -> None:
    """Check that every finished step names the records it named when it was finished, and that they are stored."""
    for page in store.database.pages(select(work), work.c.key):
        for row in page:
            try:
                ids = [ContentId(str(one)) for one in json.loads(row.result)]
            except (ValueError, TypeError, RecursionError):
                tally.problem("work_damaged", f"work {row.key}: its result can't be read")
                continue
            with store.database.reading() as connection:
                missing = absent(connection, record.c.id, ids)
            if missing:
                tally.problem(
                    "work_damaged", f"work {row.key} names record {missing[0]}, which is not stored", *missing
                )
            elif row.seal != work_seal(key=row.key, result=row.result):
                sentence = f"work {row.key} names other records than when it was finished, or has another key"
                tally.problem("work_damaged", sentence, *ids)
        tally.count("work", len(page))


def _find_records_without_entry(store: SqlStore, last: int, tally: Tally) -> None:
    entry = and_(ledger.c.seq == record.c.seq, ledger.c.record == record.c.id)
    lost = (
        select(record.c.seq, record.c.id).outerjoin(ledger, entry).where(record.c.seq <= last, ledger.c.seq.is_(None))
    )
    for page in store.database.pages(lost, record.c.seq):
        for row in page:
            tally.problem("record_not_in_ledger", f"record {row.id} has no ledger entry {row.seq}", row.id)
