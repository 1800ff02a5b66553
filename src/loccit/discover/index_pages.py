"""The pages of the local index and its inverted lists, in one SQLite file.

FTS5 sees only tokens joined by spaces, and its tokenizer is told that everything but a space belongs to a token, so
one token rule holds for pages and queries alike and a query can never be FTS5 syntax. Pages are kept beside the
inverted lists: snippets come from their text, and a page that is replaced is first taken out of the lists by
cutting its old text into tokens again.

A URL has one page for each source that holds it; only the one that would be read is in the lists.
"""

import secrets
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Self

from loccit import urls
from loccit.discover import ranking
from loccit.errors import BadInput
from loccit.ids import scalar_text
from loccit.protocols import IndexPage
from loccit.text.tokens import tokens

TOKENS_VERSION = "1"
"""Changes whenever equal text gives other tokens; an index made with other tokens is made anew."""

FORMAT = "4"
"""Changes with the tables; an index of another format is refused, for its pages can be indexed again."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS source (name TEXT PRIMARY KEY, mark TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS page (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL,
    source TEXT NOT NULL,
    listed INTEGER NOT NULL,
    host TEXT NOT NULL,
    path TEXT NOT NULL,
    language TEXT NOT NULL,
    digest TEXT NOT NULL,
    stamp TEXT NOT NULL,
    via TEXT NOT NULL,
    captured_at TEXT NOT NULL,
    prose INTEGER NOT NULL,
    title TEXT NOT NULL,
    headings TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (url, source)
) STRICT;
CREATE INDEX IF NOT EXISTS page_source ON page (source);
CREATE VIRTUAL TABLE IF NOT EXISTS page_terms USING fts5 (
    title, headings, body, url,
    content = 'page', content_rowid = 'id',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);
CREATE VIRTUAL TABLE IF NOT EXISTS term_counts USING fts5vocab (page_terms, 'row');
"""
_INSERT_PAGE = (
    "INSERT INTO page (title, headings, body, url, source, listed, host, path, language, digest, stamp, via,"
    " captured_at, prose) VALUES (?, ?, ?, ?, ?, FALSE, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_TERMS = "INSERT INTO page_terms (rowid, title, headings, body, url) VALUES (?, ?, ?, ?, ?)"
_DELETE_TERMS = (
    "INSERT INTO page_terms (page_terms, rowid, title, headings, body, url) VALUES ('delete', ?, ?, ?, ?, ?)"
)
_FIRST = """
SELECT id, listed FROM page WHERE url = ?
ORDER BY via = 'mirror' DESC, via = 'replay' DESC, captured_at DESC, source LIMIT 1
"""


class _Cut(NamedTuple):
    """A page ready to be stored: title, headings, body and URL as text and as tokens, and the other columns."""

    url: str
    source: str
    fields: tuple[str, str, str, str]
    terms: tuple[str, str, str, str]
    others: tuple[str, str, str, str, str, str, str, int]

    @classmethod
    def of(cls, page: IndexPage) -> Self:
        url = scalar_text(page.url)
        fields = (scalar_text(page.title), scalar_text(page.headings), scalar_text(page.body), url)
        parts = urls.parts_of(urls.serialise(url, base="about:blank") or url)
        prose = ranking.prose_millionths(page.body)
        captured_at = _utc(page.captured_at)
        others = (parts.hostname, parts.path, page.language, page.digest, page.stamp, page.via, captured_at, prose)
        return cls(url, page.source, fields, _terms(*fields), others)


def cut(pages: Iterable[IndexPage]) -> list[_Cut]:
    """Return pages ready to be stored; this takes most of the time that adding them takes."""
    return [_Cut.of(page) for page in pages]


def put(connection: sqlite3.Connection, page: _Cut) -> None:
    """Store a page in the place of the one that its source held before."""
    _drop(connection, page.url, page.source)
    added = connection.execute(_INSERT_PAGE, (*page.fields, page.source, *page.others)).lastrowid
    _list_first(connection, page.url, known=(added, page.terms))


def take_out(connection: sqlite3.Connection, url: str, source: str) -> bool:
    """Remove a source's page and tell whether there was one; the page of another source takes its place."""
    was_there = _drop(connection, url, source)
    if was_there:
        _list_first(connection, url)
    return was_there


def opened(path: Path) -> sqlite3.Connection:
    """Open a file; it is made if it is not there.

    Raises:
        BadInput: if it can't be.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Transactions are begun by hand; one lock keeps threads apart.
        return sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
    except (sqlite3.Error, OSError) as error:
        raise BadInput(str(path), f"expected a place for a search index that can be written ({error})") from error


def prepare(connection: sqlite3.Connection) -> None:
    """Make what is missing of the tables, within a transaction.

    Raises:
        sqlite3.DatabaseError: if the file is no index or one of another format.
    """
    for statement in _SCHEMA.split(";"):
        connection.execute(statement)
    known = dict(connection.execute("SELECT name, value FROM setting"))
    if known.get("format", FORMAT) != FORMAT:
        raise sqlite3.DatabaseError("made by another version of loccit; remove it and index again")
    if known.get("tokens", TOKENS_VERSION) != TOKENS_VERSION:
        connection.execute("INSERT INTO page_terms (page_terms) VALUES ('delete-all')")
        pages = connection.execute("SELECT id, title, headings, body, url FROM page WHERE listed")
        connection.executemany(_INSERT_TERMS, ((row[0], *_terms(*row[1:])) for row in pages))
    fresh = {"revision": "0", "made": secrets.token_hex(8)}
    settings = {**fresh, **known, "format": FORMAT, "tokens": TOKENS_VERSION}
    connection.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", settings.items())


def _drop(connection: sqlite3.Connection, url: str, source: str) -> bool:
    row = connection.execute("SELECT id, listed FROM page WHERE url = ? AND source = ?", (url, source)).fetchone()
    if row is None:
        return False
    page_id, listed = row
    if listed:
        connection.execute(_DELETE_TERMS, (page_id, *_terms_of(connection, page_id)))
    connection.execute("DELETE FROM page WHERE id = ?", (page_id,))
    return True


def _list_first(
    connection: sqlite3.Connection, url: str, *, known: tuple[int | None, tuple[str, ...]] = (None, ())
) -> None:
    """Bring into the lists the page of a URL that would be read, and no other; ``known`` are the tokens of one."""
    first = connection.execute(_FIRST, (url,)).fetchone()
    if first is None or first[1]:
        return
    for (page_id,) in connection.execute("SELECT id FROM page WHERE url = ? AND listed", (url,)).fetchall():
        connection.execute(_DELETE_TERMS, (page_id, *_terms_of(connection, page_id)))
        connection.execute("UPDATE page SET listed = FALSE WHERE id = ?", (page_id,))
    terms = known[1] if known[0] == first[0] else _terms_of(connection, first[0])
    connection.execute(_INSERT_TERMS, (first[0], *terms))
    connection.execute("UPDATE page SET listed = TRUE WHERE id = ?", (first[0],))


def _terms_of(connection: sqlite3.Connection, page_id: int) -> tuple[str, str, str, str]:
    return _terms(
        *connection.execute("SELECT title, headings, body, url FROM page WHERE id = ?", (page_id,)).fetchone()
    )


def _terms(title: str, headings: str, body: str, url: str) -> tuple[str, str, str, str]:
    path = url.partition("://")[2] or url
    return (" ".join(tokens(title)), " ".join(tokens(headings)), " ".join(tokens(body)), " ".join(tokens(path)))


def _utc(time: datetime | None) -> str:
    """Return a time so that texts sort as times do; empty for none, which comes before all others."""
    return "" if time is None else time.astimezone(UTC).isoformat(timespec="microseconds")
