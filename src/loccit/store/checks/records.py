"""Check records against their ids, and the index of references against the records."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, func, select, tuple_

from loccit.errors import BadInput
from loccit.ids import ContentId, sha256_hex
from loccit.records import Record
from loccit.records.codec import is_canonical, read_record
from loccit.store.database import absent
from loccit.store.report import Tally
from loccit.store.schema import blob, record, reference
from loccit.store.sql import SqlStore

R = TypeVar("R", bound=Record)

_PAIRS_PER_STATEMENT = 400


def check_records(store: SqlStore, last: int, tally: Tally) -> None:
    """Check every record up to a ledger number: id, form, what it names."""
    named = 0
    for page in store.database.pages(select(record).where(record.c.seq <= last), record.c.seq):
        pairs: dict[tuple[str, int], ContentId] = {}
        for row in page:
            one = _checked(row, tally)
            if one is not None:
                pairs |= dict.fromkeys(((target, row.seq) for target in one.references()), row.id)
        with store.database.reading() as connection:
            _check_references(connection, pairs, tally)
        tally.count("records", len(page))
        tally.count("references", len(pairs))
        named += len(pairs)
    with store.database.reading() as connection:
        indexed = connection.scalar(select(func.count()).where(reference.c.source <= last)) or 0
    if indexed > named:
        tally.problem("reference_extra", f"the index holds {indexed - named} references that no readable record makes")


def readable(store: SqlStore, kind: type[R], last: int) -> Iterator[R]:
    """Yield the records of a kind whose bytes hold them; the others are found by ``check_records``."""
    for row in store.rows(record.c.kind == kind.KIND, record.c.seq <= last):
        try:
            one = read_record(row.kind, row.body)
        except BadInput:
            continue
        if isinstance(one, kind) and one.id == row.id:
            yield one


def _checked(row: Row[Any], tally: Tally) -> Record | None:
    if sha256_hex(row.body) != row.id:
        tally.problem("record_altered", f"record {row.id}: its stored bytes have another digest", row.id)
        return None
    try:
        one = read_record(row.kind, row.body)
    except BadInput as error:
        tally.problem("record_unreadable", f"record {row.id} can't be read: {error}", row.id)
        return None
    if not is_canonical(row.body):
        tally.problem("record_not_canonical", f"record {row.id} is not stored in its canonical form", row.id)
    return one


def _check_references(connection: Connection, pairs: dict[tuple[str, int], ContentId], tally: Tally) -> None:
    targets = dict.fromkeys(target for target, _ in pairs)
    unknown = set(absent(connection, blob.c.digest, absent(connection, record.c.id, targets)))
    missing = set(pairs) - _indexed(connection, list(pairs))
    for (target, seq), record_id in pairs.items():
        if target in unknown:
            tally.problem("reference_dangling", f"record {record_id} names {target}, which is not stored", record_id)
        if (target, seq) in missing:
            tally.problem("reference_missing", f"the index does not know that {record_id} names {target}", record_id)


def _indexed(connection: Connection, pairs: Sequence[tuple[str, int]]) -> set[tuple[str, int]]:
    found: set[tuple[str, int]] = set()
    both = tuple_(reference.c.target, reference.c.source)
    for start in range(0, len(pairs), _PAIRS_PER_STATEMENT):
        part = pairs[start : start + _PAIRS_PER_STATEMENT]
        found |= {(row.target, row.source) for row in connection.execute(select(reference).where(both.in_(part)))}
    return found
