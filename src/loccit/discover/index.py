"""The local full-text index: pages and inverted lists as ``index_pages`` keeps them, and the search over them."""

import math
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import Self

from loccit.discover import ranking
from loccit.discover.asked_words import AskedWords, Site, read_query
from loccit.discover.index_pages import cut, opened, prepare, put, take_out
from loccit.errors import BadInput
from loccit.ids import Digest, scalar_text
from loccit.protocols import IndexHit, IndexPage
from loccit.text.tokens import tokens

RANKED_AGAIN = 30
"""How many of the best pages by BM25 are looked at again."""

MAX_PAGES_WEIGHED = 10_000
"""How many pages that hold some words of a query, but not all, are weighed: those with the rarest words."""

_FIELD_WEIGHTS = (8.0, 3.0, 1.0, 2.0)
_SEARCH = """
SELECT page_terms.rowid, -bm25(page_terms, ?, ?, ?, ?) AS score FROM page_terms{joined}
WHERE page_terms MATCH ?{sites} ORDER BY score DESC, page_terms.rowid LIMIT ?
"""
_JOINED = " CROSS JOIN page ON page.id = page_terms.rowid"
_IN_SITE = (
    "((page.host = ? OR (? AND substr(page.host, -length(?) - 1) = '.' || ?)) AND substr(page.path, 1, length(?)) = ?)"
)


class FtsIndex:
    """A full-text index in one SQLite file; several processes may use it, one writes at a time.

    Args:
        path: the file; it is made if it is not there.

    Raises:
        BadInput: if the file is there and is no index.
    """

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        self._connection = opened(path)
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
        """Add or replace pages by URL and source, in one transaction: after a crash all of them are there or none."""
        ready = cut(pages)
        with self._writing() as connection:
            for one in ready:
                put(connection, one)
            if ready:
                _count_change(connection)

    def remove(self, urls: Iterable[str], *, source: str = "") -> int:
        """Take a source's pages out, in one transaction, and return how many were there."""
        with self._writing() as connection:
            removed = sum([take_out(connection, scalar_text(url), source) for url in urls])
            if removed:
                _count_change(connection)
        return removed

    def mark(self, source: str, mark: str) -> None:
        """Give a source a mark that shows later whether it has changed."""
        with self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO source VALUES (?, ?)", (source, mark))

    def mark_of(self, source: str) -> str | None:
        """Return the mark of a source, or null."""
        return self._one("SELECT mark FROM source WHERE name = ?", source)

    def revision(self) -> str:
        """Return a mark that changes whenever pages are added, replaced or removed: equal marks, equal hits.

        It holds a name drawn when the file was made, so a file that is made anew never has a mark of the one before.
        """
        with self._lock:
            known = dict(self._connection.execute("SELECT name, value FROM setting"))
        return f"{known['made']}-{known['revision']}"

    def digest_of(self, url: str, *, source: str = "") -> Digest | None:
        """Return the digest under which a source's page of a URL was indexed, or null."""
        found = self._one("SELECT digest FROM page WHERE url = ? AND source = ?", scalar_text(url), source)
        return None if found is None else Digest(found)

    def stamp_of(self, url: str, *, source: str = "") -> str | None:
        """Return the stamp with which a source's page of a URL was indexed, or null."""
        return self._one("SELECT stamp FROM page WHERE url = ? AND source = ?", scalar_text(url), source)

    def urls_of(self, source: str) -> Sequence[str]:
        """Return the URLs that were indexed from a source."""
        with self._lock:
            return [row[0] for row in self._connection.execute("SELECT url FROM page WHERE source = ?", (source,))]

    def below(self, base_url: str) -> Sequence[tuple[str, str]]:
        """Return URL and source of the pages whose URL begins with a base URL, which ends in a slash."""
        # "0" is what follows "/" in ASCII, so the range is an interval of the index over URLs.
        given = (base_url, f"{base_url.removesuffix('/')}0")
        with self._lock:
            return self._connection.execute("SELECT url, source FROM page WHERE url >= ? AND url < ?", given).fetchall()

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
            prepare(connection)

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

    def _one(self, statement: str, *values: str) -> str | None:
        with self._lock:
            row = self._connection.execute(statement, values).fetchone()
        return row[0] if row else None

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
        statement = "SELECT url, title, body, captured_at FROM page WHERE id = ?"
        url, title, body, captured_at = self._connection.execute(statement, (page_id,)).fetchone()
        when = datetime.fromisoformat(captured_at) if captured_at else None
        return IndexHit(url=url, title=title, snippet=ranking.snippet(body, query), captured_at=when)


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
