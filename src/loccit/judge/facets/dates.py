"""Dates at the precision they are written in: a year, a month of a year, a day.

Numeric dates whose order can't be known (``5/6/2023``) are not read: an ambiguous date is never guessed.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from loccit.judge.facets.values import Value
from loccit.judge.languages import LanguageTable
from loccit.judge.languages.table import Kind
from loccit.judge.words import Word

_YEAR_CUES = frozenset(
    (
        *("in", "since", "of", "by", "from", "until", "till", "before", "after", "during", "year", "circa", "to"),
        *("early", "late", "mid", "sejak", "pada", "tahun", "hingga", "dari", "sampai"),
        *("自", "在", "于", "於", "年", "从", "從"),
    )
)
DATE_WORDS = frozenset({"tahun", "tanggal", "bulan", "year"})
"""Words that say what kind of date follows and belong to it: "tahun 1995"."""

_REPUBLIC_OFFSET = 1911


def read_date(words: Sequence[Word], at: int, table: LanguageTable) -> Value | None:
    """Return the date that begins at a word, or null."""
    if words[at].surface in DATE_WORDS:
        dated = read_date(words, at + 1, table) if at + 1 < len(words) else None
        return None if dated is None else replace(dated, first=at, start=words[at].start)
    return (
        _iso(words, at) or _dotted(words, at) or _han(words, at) or _named(words, at, table) or _year(words, at, table)
    )


def _value(words: Sequence[Word], first: int, last: int, *, year: int = 0, month: int = 0, day: int = 0) -> Value:
    parts = (year, month, day) if day else (year, month) if month else (year,)
    point = Fraction(year * 10_000 + month * 100 + day)
    return Value("date", "date", point, point, first, last, words[first].start, words[last - 1].end, parts=parts)


def _digits(words: Sequence[Word], at: int, lengths: range) -> int | None:
    if at < len(words):
        surface = words[at].surface
        if surface.isascii() and surface.isdecimal() and len(surface) in lengths:
            return int(surface)
    return None


def _iso(words: Sequence[Word], at: int) -> Value | None:
    year, month, day = (
        _digits(words, at + step, lengths) for step, lengths in zip((0, 2, 4), _ISO_LENGTHS, strict=True)
    )
    if year is None or month is None or day is None or not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    if words[at + 1].surface != "-" or words[at + 3].surface != "-" or words[at + 1].spaced:
        return None
    return _value(words, at, at + 5, year=year, month=month, day=day)


def _dotted(words: Sequence[Word], at: int) -> Value | None:
    """Read ``31.12.2027``: between points the day comes first, everywhere this is written."""
    match = _DOTTED.match(words[at].surface)
    if match is None:
        return None
    day, month, year = (int(part) for part in match.groups())
    if not (1 <= day <= 31 and 1 <= month <= 12 and 1000 <= year <= 2200):
        return None
    return _value(words, at, at + 1, year=year, month=month, day=day)


_DOTTED = re.compile(r"^(\d{1,2})\.(\d{1,2})\.(\d{4})$")
_ISO_LENGTHS = (range(4, 5), range(2, 3), range(2, 3))


def _han(words: Sequence[Word], at: int) -> Value | None:
    start, offset = at, 0
    if words[at].surface == "民" and at + 1 < len(words) and words[at + 1].surface in "國国":
        start, offset = at + 2, _REPUBLIC_OFFSET
    year = _digits(words, start, range(2, 5))
    position, month, day = start, None, None
    if year is not None and _is(words, start + 1, "年") and (offset or year >= 1000):
        year, position = year + offset, start + 2
    else:
        year = None
    number = _digits(words, position, range(1, 3))
    if number is not None and _is(words, position + 1, "月") and 1 <= number <= 12:
        month, position = number, position + 2
        number = _digits(words, position, range(1, 3))
        if number is not None and (_is(words, position + 1, "日") or _is(words, position + 1, "號")):
            day, position = number, position + 2
    if year is None and month is None:
        return None
    return _value(words, at, position, year=year or 0, month=month or 0, day=day or 0)


def _is(words: Sequence[Word], at: int, surface: str) -> bool:
    return at < len(words) and words[at].surface == surface


def _named(words: Sequence[Word], at: int, table: LanguageTable) -> Value | None:
    surface = words[at].surface
    month = table.months.get(surface)
    if month is not None:
        return _month_first(words, at, month)
    day = _digits(words, at, range(1, 3))
    if day is None or not 1 <= day <= 31:
        return None
    position = at + 1
    if position < len(words) and words[position].surface in {"st", "nd", "rd", "th"} and not words[position].spaced:
        position += 1
    if _is(words, position, "of"):
        position += 1
    month = table.months.get(words[position].surface) if position < len(words) else None
    if month is None:
        return None
    year, after = _year_after(words, position + 1)
    return _value(words, at, after, year=year, month=month, day=day)


def _month_first(words: Sequence[Word], at: int, month: int) -> Value | None:
    day = _digits(words, at + 1, range(1, 3))
    if day is not None and 1 <= day <= 31:
        after = at + 2
        if after < len(words) and words[after].surface in {"st", "nd", "rd", "th"}:
            after += 1
        year, after = _year_after(words, after)
        return _value(words, at, after, year=year, month=month, day=day)
    year, after = _year_after(words, at + 1)
    if not year and words[at].surface in {"may", "march", "mar", "jan", "dec", "sep"} and not _cued(words, at):
        return None  # also a verb or a name
    return _value(words, at, after, year=year, month=month)


def _year_after(words: Sequence[Word], at: int) -> tuple[int, int]:
    position = at + (_is(words, at, ",") or _is(words, at, "of"))
    year = _digits(words, position, range(4, 5))
    return (year, position + 1) if year is not None and 1000 <= year <= 2200 else (0, at)


def _cued(words: Sequence[Word], at: int) -> bool:
    return at > 0 and words[at - 1].surface in _YEAR_CUES


_EQUATING = frozenset({"is", "are", "was", "=", "adalah", "equals"})


def _year(words: Sequence[Word], at: int, table: LanguageTable) -> Value | None:
    year = _digits(words, at, range(4, 5))
    if year is None or not 1000 <= year <= 2100:
        return None
    if at + 1 < len(words) and words[at + 1].surface == "s" and not words[at + 1].spaced:
        decade = Fraction(year)
        return Value("date", "decade", decade, decade, at, at + 2, words[at].start, words[at + 1].end)
    if not _cued(words, at) and (table.unspaced or (at and words[at - 1].surface in _EQUATING)):
        return None  # "the MTU is 1460"
    if not _cued(words, at) and at + 1 < len(words):
        after = words[at + 1].surface
        known = table.lookup.get(after, ())
        if after[0].isalnum() and not any(not rest and entry.kind is not Kind.CONTENT for rest, entry in known):
            return None  # it counts the word that follows
    return _value(words, at, at + 1, year=year)
