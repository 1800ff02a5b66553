"""Who works on which item of the review queue, for how long.

A lease keeps two people from working on the same item; it decides nothing, so it is no record and stands outside
the ledger. It ends by itself.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select, update

from loccit.records.record import write_time
from loccit.store.database import Database
from loccit.store.schema import lease


@dataclass(frozen=True, slots=True)
class Lease:
    """An item is held by somebody until a time."""

    item: str
    holder: str
    expires_at: datetime


class Leases:
    """The leases of one workspace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take_lease(self, item: str, *, holder: str, now: datetime, duration_s: int) -> Lease:
        """Take or prolong the lease on an item and return the lease in force.

        Whoever gets back a lease with another ``holder`` has not got it: the item is taken until ``expires_at``.
        """
        with self._database.writing() as connection:
            row = connection.execute(select(lease).where(lease.c.item == item)).one_or_none()
            if row is not None and row.holder != holder and row.expires_at > write_time(now):
                return Lease(item, row.holder, datetime.fromisoformat(row.expires_at))
            expires_at = now + timedelta(seconds=duration_s)
            values = {"holder": holder, "expires_at": write_time(expires_at)}
            if row is None:
                connection.execute(insert(lease).values(item=item, **values))
            else:
                connection.execute(update(lease).where(lease.c.item == item).values(**values))
            return Lease(item, holder, expires_at)

    def release_lease(self, item: str, *, holder: str) -> None:
        """Give an item back; nothing happens if the holder has not got it."""
        with self._database.writing() as connection:
            connection.execute(delete(lease).where(lease.c.item == item, lease.c.holder == holder))

    def leases(self, *, now: datetime) -> tuple[Lease, ...]:
        """Return the leases in force, by item."""
        with self._database.reading() as connection:
            rows = connection.execute(
                select(lease).where(lease.c.expires_at > write_time(now)).order_by(lease.c.item)
            ).all()
        return tuple(Lease(row.item, row.holder, datetime.fromisoformat(row.expires_at)) for row in rows)
