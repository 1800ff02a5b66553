"""The SQLite file: connections, transactions, migrations.

Write-ahead log, so readers never wait; ``BEGIN IMMEDIATE`` for writers, so a writer waits once, at its start, and
never fails half-way; ``synchronous=FULL``, so what was acknowledged survives a loss of power.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    Row,
    Select,
    create_engine,
    event,
    inspect,
    select,
    text,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from loccit.errors import BadInput, BrokenPromise, Damaged
from loccit.store.schema import REVISION

BUSY_TIMEOUT_S = 30
PAGE_ROWS = 256
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BEGIN = "loccit_begin"
_NAMES_PER_STATEMENT = 900

_Name = TypeVar("_Name", bound=str)


class Database:
    """One SQLite file. Safe to use from several threads; several processes may have it open.

    Few connections are kept, and each is used for one short transaction at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._engine = _engine(path)

    def is_current(self) -> bool:
        """Tell whether the tables are there, in the form of this version.

        Raises:
            BadInput: if a newer version of loccit wrote the file, or it is no SQLite file.
        """
        if not self.path.is_file() or self.path.stat().st_size == 0:
            return False
        with self.reading() as connection:
            return _revision(connection, self.path) == REVISION

    def migrate(self) -> None:
        """Bring the tables to the form of this version, in one transaction; the caller holds the folder's lock."""
        with self._transaction(None) as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        with self.writing() as connection:
            if _revision(connection, self.path) != REVISION:
                _upgrade(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Hand over a connection in a transaction that sees one state of the file."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Hand over a connection in the only writing transaction; committed and durable when the block ends."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def _transaction(self, begin: str | None) -> Iterator[Connection]:
        with (
            _foreign_errors_translated(self.path),
            self._engine.connect().execution_options(**{_BEGIN: begin}) as connection,
            connection.begin(),
        ):
            yield connection

    def pages(self, statement: Select[Any], key: Column[Any]) -> Iterator[Sequence[Row[Any]]]:
        """Yield the rows of a statement in pages, in the order of a unique column that is among its columns.

        Each page has a transaction of its own: a slow reader keeps none open.
        """
        page = statement.order_by(key).limit(PAGE_ROWS)
        while True:
            with self.reading() as connection:
                rows = connection.execute(page).all()
            if rows:
                yield rows
            if len(rows) < PAGE_ROWS:
                return
            page = statement.where(key > getattr(rows[-1], key.name)).order_by(key).limit(PAGE_ROWS)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


def absent(connection: Connection, column: ColumnElement[str], names: Iterable[_Name]) -> list[_Name]:
    """Return the names a column does not hold, in their order."""
    asked = list(names)
    present: set[str] = set()
    for start in range(0, len(asked), _NAMES_PER_STATEMENT):
        part = asked[start : start + _NAMES_PER_STATEMENT]
        present.update(connection.scalars(select(column).where(column.in_(part))))
    return [name for name in asked if name not in present]


def _engine(path: Path) -> Engine:
    engine = create_engine(
        URL.create("sqlite+pysqlite", database=str(path)),
        connect_args={"timeout": BUSY_TIMEOUT_S},
        pool_size=5,
        max_overflow=0,
        pool_timeout=2 * BUSY_TIMEOUT_S,
    )
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def _configure(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # the driver must not begin transactions by its own rules: see _begin
    for pragma in ("synchronous = FULL", "foreign_keys = ON", "recursive_triggers = ON", "mmap_size = 0"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    statement = connection.get_execution_options()[_BEGIN]
    if statement is not None:
        connection.exec_driver_sql(statement)


def _revision(connection: Connection, path: Path) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    if found is not None and found > REVISION:
        raise BadInput(
            str(path), f"expected tables of revision {REVISION} or older, got {found} (a newer loccit wrote it)"
        )
    return found


def made_schema() -> dict[str, str]:
    """Return what the migrations make, built in memory: each table, index and trigger by name, with its SQL."""
    engine = create_engine("sqlite+pysqlite://")
    try:
        with engine.begin() as connection:
            _upgrade(connection)
            return stored_schema(connection)
    finally:
        engine.dispose()


def stored_schema(connection: Connection) -> dict[str, str]:
    """Return each table, index, view and trigger of a file by name, with its SQL; SQLite's own have none."""
    rows = connection.execute(text("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))
    return {str(row.name): str(row.sql) for row in rows}


def _upgrade(connection: Connection) -> None:
    # Alembic takes as long to import as the rest of the store; a file that is current never needs it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    command.upgrade(config, "head")


@contextmanager
def _foreign_errors_translated(path: Path) -> Iterator[None]:
    """The one place where errors of the database become errors of loccit."""
    try:
        yield
    except DBAPIError as error:
        cause: Any = error.orig
        if getattr(cause, "sqlite_errorcode", 0) & 0xFF in _DAMAGE:
            raise Damaged(f"{path} is damaged or no SQLite file: {cause}") from error
        raise BrokenPromise(f"{path} did not do what was asked: {cause}") from error
