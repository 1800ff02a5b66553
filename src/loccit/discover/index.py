"""The local full-text index: SQLite FTS5 over our own tokens.

FTS5 sees only tokens joined by spaces, and its tokenizer is told that everything but a space belongs to a token, so
one token rule holds for pages and queries alike and a query can never be FTS5 syntax. Pages are kept beside the
inverted lists: snippets come from their text, and a page that is replaced is first taken out of the lists by
cutting its old text into tokens again.
"""

import math
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Self

from loccit import urls
from loccit.discover import ranking
from loccit.discover.asked_words import AskedWords, Site, read_query
from loccit.errors import BadInput
from loccit.ids import Digest, scalar_text
from loccit.protocols import IndexHit, IndexPage
from loccit.text.tokens import tokens

TOKENS_VERSION = "1"
"""Changes whenever equal text gives other tokens; an index made with other tokens is made anew."""

FORMAT = "3"
"""Changes with the tables; an index of another format is refused, for its pages can be indexed again."""

RANKED_AGAIN = 30
"""How many of the best pages by BM25 are looked at again."""

MAX_PAGES_WEIGHED = 10_000
"""How many pages that hold some words of a query, but not all, are weighed: those with the rarest words."""

_FIELD_WEIGHTS = (8.0, 3.0, 1.0, 2.0)
_SCHEMA = """
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS page (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    host TEXT NOT NULL,
    path TEXT NOT NULL,
    language TEXT NOT NULL,
    digest TEXT NOT NULL,
    source TEXT NOT NULL,
    stamp TEXT NOT NULL,
    prose INTEGER NOT NULL,
    title TEXT NOT NULL,
    headings TEXT NOT NULL,
    body TEXT NOT NULL
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
    "INSERT INTO page (title, headings, body, url, host, path, language, digest, source, stamp, prose)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_TERMS = "INSERT INTO page_terms (rowid, title, headings, body, url) VALUES (?, ?, ?, ?, ?)"
_DELETE_TERMS = (
    "INSERT INTO page_terms (page_terms, rowid, title, headings, body, url) VALUES ('delete', ?, ?, ?, ?, ?)"
)
_SEARCH = """
SELECT page_terms.rowid, -bm25(page_terms, ?, ?, ?, ?) AS score FROM page_terms{joined}
WHERE page_terms MATCH ?{sites} ORDER BY score DESC, page_terms.rowid LIMIT ?
"""
_JOINED = " CROSS JOIN page ON page.id = page_terms.rowid"
_IN_SITE = (
    "((page.host = ? OR (? AND substr(page.host, -length(?) - 1) = '.' || ?)) AND substr(page.path, 1, length(?)) = ?)"
)


class _Cut(NamedTuple):
    """A page ready to be stored: title, headings, body and URL as text and as tokens, and the other columns."""

    url: str
    fields: tuple[str, str, str, str]
    terms: tuple[str, str, str, str]
    others: tuple[str, str, str, str, str, str, int]

    @classmethod
    def of(cls, page: IndexPage) -> Self:
        url = scalar_text(page.url)
        fields = (scalar_text(page.title), scalar_text(page.headings), scalar_text(page.body), url)
        parts = urls.parts_of(urls.serialise(url, base="about:blank") or url)
        prose = ranking.prose_millionths(page.body)
        others = (parts.hostname, parts.path, page.language, page.digest, page.source, page.stamp, prose)
        return cls(url, fields, _terms(*fields), others)


class FtsIndex:
    """A full-text index in one SQLite file; several processes may use it, one writes at a time.

    Args:
        path: the file; it is made if it is not there.

    Raises:
        BadInput: if the file is there and is no index.
    """

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        self._connection = _opened(path)
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            self._connection.close()
            raise BadInput(str(path), f"expected a search index ({error})") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def add(self, pages: Iterable[IndexPage]) -> None:
        """Add or replace pages by URL, in one transaction: after a crash all of them are there or none."""
        cut = [_Cut.of(page) for page in pages]
        with self._writing() as connection:
            for one in cut:
                self._remove(connection, one.url)
                row = connection.execute(_INSERT_PAGE, (*one.fields, *one.others))
                connection.execute(_INSERT_TERMS, (row.lastrowid, *one.terms))
            if cut:
                _count_change(connection)

    def remove(self, urls: Iterable[str]) -> int:
        """Take pages out, in one transaction, and return how many were there."""
        with self._writing() as connection:
            removed = sum([self._remove(connection, scalar_text(url)) for url in urls])
            if removed:
                _count_change(connection)
        return removed

    def revision(self) -> str:
        """Return a mark that changes whenever pages are added, replaced or removed: equal marks, equal hits.

        It holds a name drawn when the file was made, so a file that is made anew never has a mark of the one before.
        """
        with self._lock:
            known = dict(self._connection.execute("SELECT name, value FROM setting"))
        return f"{known['made']}-{known['revision']}"

    def digest_of(self, url: str) -> Digest | None:
        """Return the digest a URL was indexed under, or null."""
        with self._lock:
            row = self._connection.execute("SELECT digest FROM page WHERE url = ?", (scalar_text(url),)).fetchone()
        return Digest(row[0]) if row else None

    def stamp_of(self, url: str) -> str | None:
        """Return the stamp a URL was indexed with, or null."""
        with self._lock:
            row = self._connection.execute("SELECT stamp FROM page WHERE url = ?", (scalar_text(url),)).fetchone()
        return row[0] if row else None

    def urls_of(self, source: str) -> Sequence[str]:
        """Return the URLs that were indexed from a source."""
        with self._lock:
            return [row[0] for row in self._connection.execute("SELECT url FROM page WHERE source = ?", (source,))]

    def search(self, query: str, *, limit: int, offset: int = 0) -> Sequence[IndexHit]:
        """Return hits, best first, in the same order for the same index; an empty query finds nothing.

        Phrases and ``site:`` are understood as ``asked_words`` says.
        """
        asked = read_query(query)
        with self._lock:
            weighed = self._weigh(asked.words)
            if not weighed.weights or limit < 1:
                return ()
            found = self._best(asked, weighed, count=max(RANKED_AGAIN, offset + limit))
            return [self._hit(page_id, weighed) for page_id in found[offset : offset + limit]]

    def _prepare(self) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        with self._writing() as connection:
            for statement in _SCHEMA.split(";"):
                connection.execute(statement)
            known = dict(connection.execute("SELECT name, value FROM setting"))
            if known.get("format", FORMAT) != FORMAT:
                raise sqlite3.DatabaseError("made by another version of loccit; remove it and index again")
            if known.get("tokens", TOKENS_VERSION) != TOKENS_VERSION:
                connection.execute("INSERT INTO page_terms (page_terms) VALUES ('delete-all')")
                pages = connection.execute("SELECT id, title, headings, body, url FROM page")
                connection.executemany(_INSERT_TERMS, ((row[0], *_terms(*row[1:])) for row in pages))
            fresh = {"revision": "0", "made": secrets.token_hex(8)}
            settings = {**fresh, **known, "format": FORMAT, "tokens": TOKENS_VERSION}
            connection.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", settings.items())

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @staticmethod
    def _remove(connection: sqlite3.Connection, url: str) -> bool:
        row = connection.execute("SELECT id, title, headings, body, url FROM page WHERE url = ?", (url,)).fetchone()
        if row is not None:
            connection.execute(_DELETE_TERMS, (row[0], *_terms(*row[1:])))
            connection.execute("DELETE FROM page WHERE id = ?", (row[0],))
        return row is not None

    def _weigh(self, query: str) -> ranking.Query:
        """Return the rarest tokens of a query that some page holds, with their inverse document frequency."""
        total = self._connection.execute("SELECT count(*) FROM page").fetchone()[0]
        counts: dict[str, int] = {}
        for token in ranking.query_tokens(query):
            row = self._connection.execute("SELECT doc FROM term_counts WHERE term = ?", (token,)).fetchone()
            if row is not None:
                counts[token] = row[0]
        rarest = sorted(counts, key=lambda token: counts[token])[: ranking.MAX_QUERY_TOKENS]
        weights = {token: math.log(1 + total / counts[token]) for token in rarest}
        lookups = accumulate(counts[token] for token in rarest)
        rare = [token for token, pages in zip(rarest, lookups, strict=True) if pages <= MAX_PAGES_WEIGHED]
        return ranking.Query(weights=weights, length=len(query), rare=tuple(rare or rarest[:1]))

    def _best(self, asked: AskedWords, query: ranking.Query, *, count: int) -> list[int]:
        """Return the first pages: those that hold every word before those that hold some, then by BM25.

        Most queries have enough pages that hold every word, and finding those is many times cheaper.
        """
        rows = self._found(asked, tuple(query.weights), joint=" AND ", count=count)
        if len(rows) < count and len(query.weights) > 1:
            whole = {row[0] for row in rows}
            some = self._found(asked, query.rare, joint=" OR ", count=count + len(rows))
            rows += [row for row in some if row[0] not in whole]
        top = max((score for _, score in rows[:RANKED_AGAIN]), default=0.0) or 1.0
        again = [(page_id, score, *self._text(page_id)) for page_id, score in rows[:RANKED_AGAIN]]
        scores = [(ranking.score(query, text, bm25=score / top), url) for _, score, url, text in again]
        return [again[at][0] for at in ranking.ranked(scores)] + [row[0] for row in rows[RANKED_AGAIN:]]

    def _found(self, asked: AskedWords, words: Sequence[str], *, joint: str, count: int) -> list[tuple[int, float]]:
        """Return the ids and scores of pages that hold words of the query, best first, then as they were added."""
        sites, values = _within(asked)
        statement = _SEARCH.format(sites=sites, joined=_JOINED if sites else "")
        given = (*_FIELD_WEIGHTS, _match(asked, words, joint), *values, count)
        return self._connection.execute(statement, given).fetchall()

    def _text(self, page_id: int) -> tuple[str, ranking.PageText]:
        statement = "SELECT url, title, headings, body, prose FROM page WHERE id = ?"
        url, *text = self._connection.execute(statement, (page_id,)).fetchone()
        return url, ranking.PageText(*text)

    def _hit(self, page_id: int, query: ranking.Query) -> IndexHit:
        row = self._connection.execute("SELECT url, title, body FROM page WHERE id = ?", (page_id,)).fetchone()
        return IndexHit(url=row[0], title=row[1], snippet=ranking.snippet(row[2], query))


def _count_change(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE setting SET value = value + 1 WHERE name = 'revision'")


def _match(asked: AskedWords, words: Sequence[str], joint: str) -> str:
    """Return an FTS5 expression of quoted tokens: the words, joined, and every phrase."""
    any_or_all = joint.join(map(_quoted, words))
    phrases = [_quoted(" ".join(cut)) for phrase in asked.phrases if (cut := tokens(phrase))]
    return " AND ".join([f"({any_or_all})", *phrases])


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _within(asked: AskedWords) -> tuple[str, list[str | bool]]:
    """Return a condition on host and path, and its values."""
    values: list[str | bool] = []

    def any_of(sites: Sequence[Site]) -> str:
        for site in sites:
            values.extend((site.host, site.subdomains, site.host, site.host, site.path, site.path))
        return "(" + " OR ".join([_IN_SITE] * len(sites)) + ")"

    condition = f" AND {any_of(asked.sites)}" if asked.sites else ""
    return condition + (f" AND NOT {any_of(asked.left_out)}" if asked.left_out else ""), values


def _opened(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Transactions are begun by hand; one lock keeps threads apart.
        return sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
    except (sqlite3.Error, OSError) as error:
        raise BadInput(str(path), f"expected a place for a search index that can be written ({error})") from error


def _terms(title: str, headings: str, body: str, url: str) -> tuple[str, str, str, str]:
    path = url.partition("://")[2] or url
    return (" ".join(tokens(title)), " ".join(tokens(headings)), " ".join(tokens(body)), " ".join(tokens(path)))
