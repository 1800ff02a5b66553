"""A sentence read for comparison: its terms in order, with typed values and what qualifies them."""

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from loccit.judge.facets.clock import plain_readings, read_clock
from loccit.judge.facets.dates import DATE_WORDS, read_date
from loccit.judge.facets.money import CURRENCIES
from loccit.judge.facets.numbers import COUNTERS, match_phrase, read_quantity
from loccit.judge.facets.values import Value
from loccit.judge.facets.versions import read_version
from loccit.judge.languages import Entry, Kind, LanguageTable
from loccit.judge.words import Word, cut_words

_CLAUSE_MARKS = frozenset(",;:()-")
_OPENS_CLAUSE = frozenset({Kind.AND, Kind.OR, Kind.BUT, Kind.CONDITION, Kind.EXCEPTION, Kind.RELATIVE})
_TARGETS = frozenset({Kind.CONTENT, Kind.ALL, Kind.ONLY, Kind.MOST})
_QUOTES = frozenset({"'", '"', "`"})
_SIDES = frozenset({"±before", "±之前", "±sebelum"})
_RELATING = _SIDES | {"±above", "±inside", "±atas"}
_PLAIN = Entry(Kind.CONTENT)
_MARK = Entry(Kind.MARK)
_SIGNS = "-−±<>≤≥≦≧≈"
_OTHER_VALUE_STARTS = frozenset(_SIGNS + "第百民") | DATE_WORDS
_LEAD_LENGTH = 8
"""Words within which a value that a lead opens comes to what tells it: the longest lead, and some."""


class Term:
    """A word, phrase or typed value of a statement.

    Attributes:
        kind: what it does; a typed value is ``CONTENT``.
        key: the form it is compared by.
        side, complementary: which end of a pair of opposites it is (see ``LanguageTable``).
        stripped: the key without a negating prefix, empty if it has none (``unsigned``: ``sign``).
        negated: whether a negation takes it back.
        inward: whether a negation stands in the word itself (``tax-free``, ``non-exhaustive``).
        value: the typed value, null for a word.
        clause: number of the clause it stands in.
        joined: whether it follows another content term with nothing between them: one noun phrase.
        name: whether it is written like a name (capital inside a sentence, digits, an identifier).
        start, end: code points of the text.
    """

    __slots__ = (
        "clause",
        "complementary",
        "end",
        "inward",
        "joined",
        "key",
        "kind",
        "name",
        "negated",
        "side",
        "start",
        "stripped",
        "value",
    )

    def __init__(self, entry: Entry, key: str, start: int, end: int, *, clause: int) -> None:
        self.kind = entry.kind
        self.key = key
        self.side = entry.side
        self.complementary = entry.complementary
        self.start = start
        self.end = end
        self.clause = clause
        self.stripped = ""
        self.negated = False
        self.inward = False
        self.joined = False
        self.name = False
        self.value: Value | None = None

    def __repr__(self) -> str:
        return f"{'!' if self.negated else ''}{self.kind.value}:{self.key}"


class Statement:
    """A sentence as terms.

    Attributes:
        text: the text the offsets count in.
        table: the language it was read in.
        terms: in order.
    """

    def __init__(self, text: str, words: Sequence[Word], table: LanguageTable) -> None:
        self.text = text
        self.table = table
        self.start = words[0].start if words else 0
        self.end = words[-1].end if words else 0
        self.terms = _Reader(text, words, table).read()

    @cached_property
    def content(self) -> list[int]:
        """Places of the content terms, typed values included."""
        return [place for place, term in enumerate(self.terms) if term.kind is Kind.CONTENT]

    @cached_property
    def aligned(self) -> list[int]:
        """Places of the terms that an alignment looks at: content and prepositions."""
        return [place for place, term in enumerate(self.terms) if term.kind in {Kind.CONTENT, Kind.PREPOSITION}]

    @cached_property
    def columns(self) -> dict[str, list[int]]:
        """Keys to the columns of ``aligned`` a word of that key may be laid beside; typed values under an empty key."""
        found: dict[str, list[int]] = {}
        for column, at in enumerate(self.aligned):
            term = self.terms[at]
            for key in {term.key, term.stripped} - {""} if term.value is None else {""}:
                found.setdefault(key, []).append(column)
        return found

    @cached_property
    def keys(self) -> frozenset[str]:
        """Keys of the content terms that are words."""
        return frozenset(
            key
            for place in self.content
            for key in (self.terms[place].key, self.terms[place].stripped)
            if key and self.terms[place].value is None
        )

    def role(self, place: int) -> str:
        """Return the word a typed value stands behind and that gives it its role ("for", "after"), empty if none."""
        before = self.terms[place - 1] if place else None
        if before is None or before.value is not None:
            return ""
        if before.kind in {Kind.PREPOSITION, Kind.CONDITION}:
            return before.key
        return f"{before.key}{before.side:+d}" if before.key in _SIDES else ""

    def key_after(self, place: int) -> str:
        """Return the key of the word that directly follows a term, what a number counts; empty if none does."""
        counting = self.table.unspaced and place + 1 < len(self.terms) and self.terms[place + 1].key in COUNTERS
        at = place + 1 + counting
        after = self.terms[at] if at < len(self.terms) else None
        plain = after is not None and after.kind is Kind.CONTENT and after.value is None
        return f"{after.key}{after.side:+d}" if after is not None and plain else ""

    def of_kind(self, *kinds: Kind) -> list[int]:
        """Return the places of the terms of these kinds."""
        return [place for place, term in enumerate(self.terms) if term.kind in kinds]

    def slice(self, term: Term) -> str:
        """Return a term as written."""
        return self.text[term.start : term.end]


def read_statement(text: str, table: LanguageTable, start: int = 0, end: int | None = None) -> Statement:
    """Read ``text[start:end]`` as one statement."""
    return Statement(text, cut_words(text, start, len(text) if end is None else end), table)


@cache
def _openers(table: LanguageTable) -> frozenset[str]:
    """Return the words that may open a typed value, beside digits and what is glued to them."""
    return table.value_starts | CURRENCIES.keys() | _OTHER_VALUE_STARTS


@cache
def _tellers(table: LanguageTable) -> frozenset[str]:
    """Return the words of which, beside digits, every typed value of a language with spaces holds one."""
    phrases = (table.fraction_phrases, table.minute_before_phrases, table.moment_phrases)
    parts = {
        part
        for of_kind in phrases
        for first, entries in of_kind.items()
        for rest, _ in entries
        for part in rest or (first,)
    }
    words = {*table.numerals, *table.scales, *table.ordinals, *table.months, *table.moment_phrases, *table.era_phrases}
    return frozenset({*words, *parts, *table.hours_before, *table.version_cues, *CURRENCIES, *DATE_WORDS})


@cache
def _leads(table: LanguageTable) -> frozenset[str]:
    """Return the openers that are none by themselves: "at" least, "more" than, "a" quarter, signs."""
    leads = {*table.bound_phrases, *table.version_bound_phrases, *table.fraction_phrases, *_SIGNS}
    return frozenset() if table.unspaced else frozenset(leads - _tellers(table))


class _Form(NamedTuple):
    """What the form of a word alone says of it in one language.

    Attributes:
        entries: entries of the table under the word as it is, else under its stem; none for a word it does not list.
        key: the key of a mark or a word without an entry.
        bare: its stem, the key of a word whose entry has none.
        mark: whether it is a mark that the table does not list.
        state: what it says of its subject where no object follows ("off").
        stripped: the key without a negating prefix.
    """

    entries: Sequence[tuple[tuple[str, ...], Entry]]
    key: str
    bare: str
    mark: bool
    state: str
    stripped: str


@lru_cache(maxsize=65_536)
def _form(table: LanguageTable, surface: str) -> _Form:
    stem = table.stem(surface)
    entries = table.lookup.get(surface, ())
    mark = not (surface[0].isalnum() or surface[0] == "_")
    if not mark and stem != surface:
        entries = (*entries, *table.lookup.get(stem, ()))
    return _Form(
        entries, surface if mark else stem, stem, mark, table.predicates.get(surface, ""), _stripped(table, surface)
    )


def _stripped(table: LanguageTable, surface: str) -> str:
    for prefix in table.negating_prefixes:
        if surface.startswith(prefix) and len(surface) - len(prefix) >= 3 and surface not in table.kept:
            return table.stem(surface[len(prefix) :])
    return ""


class _Reader:
    """Reads the words of one statement from left to right."""

    def __init__(self, text: str, words: Sequence[Word], table: LanguageTable) -> None:
        self._text = text
        self._words = words
        self._table = table
        self._terms: list[Term] = []
        self._clause = 0
        self._joined = False

    def read(self) -> list[Term]:
        at, words = 0, self._words
        openers = _openers(self._table)
        while at < len(words):
            surface = words[at].surface
            opens = (
                surface[0].isdecimal()
                or surface in openers
                or (surface[0] == "v" and surface[1:2].isdecimal())
                or surface.startswith("ke-")
            )
            at = (self._value(at) if opens else 0) or self._phrase(at)
        self._attach_negations()
        self._tell_halves()
        return self._terms

    def _value(self, at: int) -> int:
        words, table = self._words, self._table
        if words[at].surface in _leads(table) and not self._is_told(at):
            return 0
        if self._leads_to_time(at):
            return 0
        value = (
            read_clock(words, at, table, self._text)
            or read_date(words, at, table, self._text)
            or read_version(words, at, table, self._text)
            or read_quantity(words, at, table, self._text)
        )
        if value is None:
            return 0
        term = Term(_PLAIN, self._text[value.start : value.end].casefold(), value.start, value.end, clause=self._clause)
        term.value = value
        self._append(term)
        return value.last

    def _is_told(self, at: int) -> bool:
        """Tell whether a word that may lead to a value is followed by one that could tell it."""
        tellers = _tellers(self._table)
        for word in self._words[at + 1 : at + 1 + _LEAD_LENGTH]:
            surface = word.surface
            if surface in tellers or surface[0].isdecimal() or surface[-1].isdecimal():
                return True
        return False

    def _leads_to_time(self, at: int) -> bool:
        """Tell whether a word such as "before" or "over" stands before a time of day, which it does not bound."""
        words, table = self._words, self._table
        for phrases in (table.version_bound_phrases, table.bound_phrases):
            bound, after = match_phrase(words, at, phrases)
            if bound and bound != "~" and after < len(words) and read_clock(words, after, table, self._text):
                return True
        return False

    def _phrase(self, at: int) -> int:
        words = self._words
        word = words[at]
        form = _form(self._table, word.surface)
        entry, after, key = self._look_up(form, at)
        if form.state and after == at + 1 and self._says_state(at):
            entry = self._table.lookup[self._table.stem(form.state)][0][1]
            key = entry.key
        if entry.kind not in {Kind.CONTENT, Kind.MARK} and after == at + 1 and self._is_mentioned(at):
            entry = _PLAIN
        if (
            entry.kind is Kind.ONLY
            and at >= 2
            and words[at - 1].surface == "-"
            and not (words[at - 1].spaced or word.spaced)
        ):
            entry = _PLAIN  # "positional-only" says what it is, not how much
        term = Term(entry, key, word.start, words[after - 1].end, clause=self._clause)
        if entry.kind is Kind.MARK:
            return self._mark(term, at)
        if entry.kind is Kind.CONTENT:
            if word.surface in self._table.negating_suffixes and self._is_suffix(at):
                self._terms[-1].negated = not self._terms[-1].negated
                self._terms[-1].inward = True
                return after
            term.name = self._is_name(word)
            term.stripped = form.stripped
        if entry.kind in _OPENS_CLAUSE:
            self._clause += 1
            term.clause = self._clause
        self._append(term)
        return after

    def _is_mentioned(self, at: int) -> bool:
        """Tell whether a word stands alone between quotes: it is spoken of, not used."""
        words = self._words
        return (
            0 < at < len(words) - 1
            and words[at - 1].surface in _QUOTES
            and words[at + 1].surface in _QUOTES
            and not (words[at].spaced or words[at + 1].spaced)
        )

    def _says_state(self, at: int) -> bool:
        """Tell whether a preposition stands after an auxiliary without an object: "is off by default"."""
        if not self._terms or self._terms[-1].kind not in {Kind.AUXILIARY, Kind.NEGATION}:
            return False
        if at + 1 >= len(self._words):
            return True
        entry, _, _ = self._look_up(_form(self._table, self._words[at + 1].surface), at + 1)
        return entry.kind not in {Kind.CONTENT, Kind.FUNCTION, Kind.ANAPHOR, Kind.ALL, Kind.SOME}

    def _look_up(self, form: _Form, at: int) -> tuple[Entry, int, str]:
        for rest, entry in form.entries:
            after = at + 1 + len(rest)
            if not rest or [following.surface for following in self._words[at + 1 : after]] == list(rest):
                return entry, after, entry.key or form.bare
        return (_MARK if form.mark else _PLAIN), at + 1, form.key

    def _mark(self, term: Term, at: int) -> int:
        word = self._words[at]
        hyphen = word.surface == "-" and not word.spaced
        if hyphen and at + 1 < len(self._words) and not self._words[at + 1].spaced:
            return at + 1  # inside a compound
        if (
            word.surface == "."
            and not word.spaced
            and at + 1 < len(self._words)
            and len(self._words[at - 1].surface) == 1
        ):
            return at + 1  # an initial
        if word.surface in _CLAUSE_MARKS:
            self._clause += 1
        self._append(term)
        return at + 1

    def _append(self, term: Term) -> None:
        content = term.kind is Kind.CONTENT
        relating = term.key in _RELATING  # "level before use" is no noun phrase
        term.joined = content and self._joined and not relating
        dated = term.value is not None and term.value.measure in {"date", "clock"}
        self._joined = content and not relating and not dated
        self._terms.append(term)

    def _is_suffix(self, at: int) -> bool:
        words = self._words
        return (
            at >= 2
            and words[at].surface in self._table.negating_suffixes
            and words[at - 1].surface == "-"
            and not words[at - 1].spaced
            and bool(self._terms)
            and self._terms[-1].kind is Kind.CONTENT
        )

    def _is_name(self, word: Word) -> bool:
        written = self._text[word.start : word.end]
        if written == word.surface and written.isalpha() and written.isascii():
            return False
        if not written[0].isascii() and not written[0].isupper():
            return False
        if written.isalpha() and written[1:].islower():
            return written[0].isupper() and bool(self._terms)
        inner = any(c.isupper() for c in written[1:]) or "_" in written or any(c.isdecimal() for c in written)
        return inner or "." in written[:-1] or (written[0].isupper() and bool(self._terms)) or written.endswith("()")

    def _attach_negations(self) -> None:
        prefixes = {
            place
            for place, term in enumerate(self._terms)
            if term.kind is Kind.CONTENT and term.key in self._table.negating_prefixes
        }
        for place in prefixes:
            self._terms[place].kind = Kind.FUNCTION
        for place, term in enumerate(self._terms):
            if term.kind is Kind.NEGATION or place in prefixes:
                target = self._target(place)
                if target is not None:
                    target.negated = not target.negated
                    target.inward = target.inward or place in prefixes

    def _tell_halves(self) -> None:
        times = [(term, term.value) for term in self._terms if term.value is not None and term.value.measure == "clock"]
        if len(times) > 1:
            for (term, _), value in zip(times, plain_readings([value for _, value in times]), strict=True):
                term.value = value

    def _target(self, place: int) -> Term | None:
        for term in self._terms[place + 1 :]:
            if term.kind is Kind.ONLY:
                return None  # "not only ... but also" denies nothing
            if term.kind in _TARGETS:
                return term
            if term.kind is Kind.MARK and term.key not in "\"'":
                break
        if self._terms[place].key in self._table.ceasing_words:
            return None
        return next((term for term in reversed(self._terms[:place]) if term.kind is Kind.CONTENT), None)
