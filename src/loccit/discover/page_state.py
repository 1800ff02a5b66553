"""The one verdict a result page gets before any row of it counts.

Order matters. Rows come first: challenge markers and words stand in ordinary pages too. Only a page without organic
rows is looked at for a challenge, then for a consent wall, an explicit notice that nothing was found, the empty shell
of a script-driven page, and the engine's start page. What is none of these has a layout that nobody here knows, and
says so; it is never an empty success. Adverts alone prove nothing: an engine shows them beside no results, too.
"""

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from loccit.protocols import ParsedRow
from loccit.records.discover import PageState
from loccit.text.tokens import is_stop_word, tokens, tokens_with_spans

_MILLION = 1_000_000
_SIMILAR = 0.5
"""Share of a word's letter groups of three that must be found where the word itself is not (inflection, typos)."""
_MIN_ROWS = 3
"""Organic rows below which a page may well lack the words of its query."""
_LEAST_OVERLAP = 250_000
"""Millionths of the words of a query below which a page is about something else."""
_OPERATORS = ("-", "site:", "inurl:", "intitle:", "filetype:", "ext:", "before:", "after:", "lang:", "loc:")


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for; null where it is not known, as for a page saved by somebody else."""

    query: str | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Signs:
    """What a page says about itself, each a short description of the node that was found, or null.

    Attributes:
        shown_query: the words in the page's own search box.
        executed_query: the words the page says its rows answer, where it says that they are others.
        page: the page number it marks as current.
    """

    challenge: str | None = None
    consent: str | None = None
    no_results: str | None = None
    relaxed: str | None = None
    script_shell: str | None = None
    start_page: str | None = None
    shown_query: str | None = None
    executed_query: str | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A page's state, why, and how much of the query its rows show (see ``overlap``)."""

    state: PageState
    reason: str | None = None
    overlap: int | None = None


def judge(rows: Sequence[ParsedRow], signs: Signs, asked: Asked) -> Verdict:
    """Return the state of a page whose rows have been looked for."""
    organic = [row for row in rows if not row.sponsored]
    return _with_rows(organic, signs, asked) if organic else _without_rows(signs)


def _without_rows(signs: Signs) -> Verdict:
    if signs.challenge:
        return Verdict("blocked", f"no rows, but {signs.challenge}")
    if signs.consent:
        return Verdict("consent", f"no rows, but {signs.consent}")
    if signs.no_results:
        return Verdict("no_results", signs.no_results)
    if signs.script_shell:
        return Verdict("script_shell", f"no rows, but {signs.script_shell}")
    if signs.start_page:
        return Verdict("wrong_page", f"no rows, but {signs.start_page}")
    return Verdict("unrecognised_layout", "no rows, and nothing that says why")


def _with_rows(organic: Sequence[ParsedRow], signs: Signs, asked: Asked) -> Verdict:
    if asked.page and signs.page and asked.page != signs.page:
        return Verdict("wrong_page", f"asked for page {asked.page}, got page {signs.page}")
    query = asked.query or signs.shown_query
    score = overlap(query, organic) if query else None
    if signs.relaxed:
        return Verdict("relaxed_query", signs.relaxed, score)
    if asked.query and signs.shown_query and (other := _other_query(asked.query, signs.shown_query)):
        return Verdict(other, f"asked for {asked.query!r}, the page answers {signs.shown_query!r}", score)
    if score is not None and _is_off_topic(query or "", score, len(organic)):
        return Verdict("off_topic", f"the rows show {score / _MILLION:.0%} of the words of {query!r}", score)
    return Verdict("ok", None, score)


def _other_query(asked: str, shown: str) -> PageState | None:
    """Return the state of a page that shows other words than were asked for, null if they are the same."""
    wanted, seen = tokens(asked), tokens(shown)
    if wanted == seen or not wanted:
        return None
    return "relaxed_query" if set(wanted) & set(seen) else "wrong_page"


def overlap(query: str, rows: Sequence[ParsedRow]) -> int | None:
    """Return how many of the query's content words stand in titles, snippets or addresses of the rows, in millionths.

    Function words, search operators and excluded words are left out. A word counts as found, too, if at least half of
    its groups of three letters are (inflected and mistyped words), and a pair of characters of a script without
    spaces if one of them is (its pairs run across word boundaries). Null if no word is left to look for.
    """
    words = _words(query)
    if not words:
        return None
    missing: Collection[str] = words
    for row in rows:
        shown = _folded(f"{row.title} {row.snippet} {row.url or row.href}")
        missing = [word for word in missing if word not in shown]
        if not missing:
            return _MILLION
    everything = _folded(" ".join(f"{row.title} {row.snippet} {row.url or row.href}" for row in rows))
    missing = [word for word in missing if not _is_similar(word, everything)]
    return _MILLION * (len(words) - len(missing)) // len(words)


def _folded(text: str) -> str:
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


@lru_cache(maxsize=256)
def _words(query: str) -> frozenset[str]:
    """Return the words of a query that a row could show; an identifier counts once, not with its parts."""
    plain = " ".join(part for part in query.split() if not part.lower().startswith(_OPERATORS))
    words: set[str] = set()
    end = 0
    for token in tokens_with_spans(plain):
        if token.end > end:
            words.add(token.text)
            end = token.end
    words = {word for word in words if any(character.isalnum() for character in word)}
    return frozenset({word for word in words if not is_stop_word(word)} or words)


def _is_similar(word: str, text: str) -> bool:
    if len(word) <= 2 and not word.isascii():
        return any(character in text for character in word)
    groups = [word[start : start + 3] for start in range(len(word) - 2)]
    return bool(groups) and sum(group in text for group in groups) >= _SIMILAR * len(groups)


def _is_off_topic(query: str, score: int, rows: int) -> bool:
    """Tell whether rows show too little of a query.

    Engines have been seen to answer its first word only, and to answer nothing of it. Where a page holds but a few
    rows, and for a query of one word, nothing at all must be found.
    """
    words = len(_words(query))
    if rows < _MIN_ROWS or words == 1:
        return score == 0
    found = round(score * words / _MILLION)
    return found <= 1 or score < _LEAST_OVERLAP
