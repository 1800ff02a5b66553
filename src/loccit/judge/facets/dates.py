"""Dates at the precision they are written in: a year, a month of a year, a day.

Numeric dates whose order can't be known (``5/6/2023``) are not read: an ambiguous date is never guessed. Where one of
the numbers can only be the day (``25/6/2023``), or the year stands first, they are.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from loccit.judge.facets.eras import read_era_year
from loccit.judge.facets.numbers import han_number
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


def read_date(words: Sequence[Word], at: int, table: LanguageTable, text: str) -> Value | None:
    """Return the date that begins at a word, or null.

    Args:
        text: what the words were cut from.
    """
    if words[at].surface in DATE_WORDS:
        dated = read_date(words, at + 1, table, text) if at + 1 < len(words) else None
        return None if dated is None else replace(dated, first=at, start=words[at].start)
    return (
        _iso(words, at)
        or _dotted(words, at)
        or _slashed(words, at)
        or _han(words, at, table, text)
        or _named(words, at, table, text)
        or _in_era(words, at, table, text)
        or _year(words, at, table)
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
    marks = {words[at + 1].surface, words[at + 3].surface}
    if len(marks) > 1 or not marks <= {"-", "/"} or words[at + 1].spaced or words[at + 3].spaced:
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
_ISO_LENGTHS = (range(4, 5), range(1, 3), range(1, 3))


def _slashed(words: Sequence[Word], at: int) -> Value | None:
    """Read ``25/12/2024`` and ``12/25/2024``; of ``5/6/2023`` nobody can tell which is the month."""
    numbers = [_digits(words, at + step, lengths) for step, lengths in zip((0, 2, 4), _SLASHED_LENGTHS, strict=True)]
    first, second, year = numbers
    if first is None or second is None or year is None or not 1000 <= year <= 2200:
        return None
    if any(words[at + step].surface != "/" or words[at + step].spaced for step in (1, 3)):
        return None
    month, day = sorted((first, second))
    if not (1 <= month <= 12 and (12 < day <= 31 or month == day)):
        return None
    return _value(words, at, at + 5, year=year, month=month, day=day)


_SLASHED_LENGTHS = (range(1, 3), range(1, 3), range(4, 5))


def _in_era(words: Sequence[Word], at: int, table: LanguageTable, text: str) -> Value | None:
    found = read_era_year(words, at, table, text)
    return None if found is None else _value(words, at, found[1], year=found[0])


def _han(words: Sequence[Word], at: int, table: LanguageTable, text: str) -> Value | None:
    """Read ``2024年1月1日``, 二〇二四年一月一日, 民國113年, 公元79年8月24日."""
    if not table.unspaced:
        return None
    position, year = _han_year(words, at, table, text)
    month, after = _counted(words, position, table)
    day = 0
    if _is(words, after, "月") and 1 <= month <= 12:
        position = after + 1
        number, after = _counted(words, position, table)
        if after < len(words) and words[after].surface in "日號号" and 1 <= number <= 31:
            day, position = number, after + 1
    else:
        month = 0
    if not (year or month):
        return None
    return _value(words, at, position, year=year, month=month, day=day)


def _han_year(words: Sequence[Word], at: int, table: LanguageTable, text: str) -> tuple[int, int]:
    """Return the word after a year with 年, and the year; the word itself and 0 if there is none."""
    found = read_era_year(words, at, table, text)
    if found is not None:
        return found[1], found[0]
    republic = words[at].surface == "民" and at + 1 < len(words)
    start = at
    if republic:
        named = words[at + 1].surface in "國国"
        before = words[at + 1 + named].surface == "前" if at + 1 + named < len(words) else False
        start = at + 1 + named + before
        if not (named or before):
            return at, 0
    year, after = _counted(words, start, table)
    if not _is(words, after, "年") or not year:
        return at, 0
    if republic:
        return after + 1, _REPUBLIC_OFFSET + 1 - year if before else _REPUBLIC_OFFSET + year
    return (after + 1, year) if year >= 1000 else (at, 0)


def _counted(words: Sequence[Word], at: int, table: LanguageTable) -> tuple[int, int]:
    """Return a whole number in digits or Han numerals and the word after it, 0 if there is none."""
    number = _digits(words, at, range(1, 5))
    if number is not None:
        return number, at + 1
    after = at
    while after < len(words) and (words[after].surface in table.numerals or words[after].surface == "十"):
        after += 1
    return (han_number([word.surface for word in words[at:after]], table), after) if after > at else (0, at)


def _is(words: Sequence[Word], at: int, surface: str) -> bool:
    return at < len(words) and words[at].surface == surface


def _named(words: Sequence[Word], at: int, table: LanguageTable, text: str) -> Value | None:
    surface = words[at].surface
    month = table.months.get(surface)
    if month is not None:
        return _month_first(words, at, month, table, text)
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
    year, after = _year_after(words, _abbreviated(words, position), table, text)
    return _value(words, at, after, year=year, month=month, day=day)


def _abbreviated(words: Sequence[Word], at: int) -> int:
    """Return the word after the name of a month, and after the point of "Jan." where a number follows."""
    pointed = _is(words, at + 1, ".") and len(words[at].surface) <= _SHORT_MONTH and not words[at + 1].spaced
    number = pointed and at + 2 < len(words) and words[at + 2].surface[0].isdecimal()
    return at + 1 + number


_SHORT_MONTH = 4


def _month_first(words: Sequence[Word], at: int, month: int, table: LanguageTable, text: str) -> Value | None:
    behind = _abbreviated(words, at)
    day = _digits(words, behind, range(1, 3))
    if day is not None and 1 <= day <= 31:
        after = behind + 1
        if after < len(words) and words[after].surface in {"st", "nd", "rd", "th"}:
            after += 1
        year, after = _year_after(words, after, table, text)
        return _value(words, at, after, year=year, month=month, day=day)
    year, after = _year_after(words, behind, table, text)
    if not year and words[at].surface in {"may", "march", "mar", "jan", "dec", "sep"} and not _cued(words, at):
        return None  # also a verb or a name
    return _value(words, at, after, year=year, month=month)


def _year_after(words: Sequence[Word], at: int, table: LanguageTable, text: str) -> tuple[int, int]:
    position = at + (_is(words, at, ",") or _is(words, at, "of"))
    if position < len(words) and (found := read_era_year(words, position, table, text)):
        return found
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
