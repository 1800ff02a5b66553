"""Times of day in minutes: ``9 pm``, ``21:00``, ``晚上九點`` and ``pukul 21.00`` are one value.

A time up to twelve that names no half of the day may be either; its plain reading is the one of the 24-hour clock. A
number alone is a time only where a word says so: ``o'clock``, ``pukul``, ``點`` behind a half of the day or a
preposition, ``am``.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from loccit.judge.facets.numbers import han_number, match_phrase
from loccit.judge.facets.values import Value
from loccit.judge.languages import LanguageTable
from loccit.judge.words import Word

HALF_DAY = 12 * 60
DAY = 2 * HALF_DAY
_MIDNIGHT_HOUR = 24

_WRITTEN = re.compile(r"(?P<hour>\d{1,2})(?:(?P<mark>[:.])(?P<minute>[0-5]\d))?")
_CUES = frozenset(
    (
        *("at", "by", "until", "till", "before", "after", "since", "from", "to", "and", "between", "-", "12"),
        *("於", "于", "在", "到", "至", "自", "從", "从", "前", "後", "后", "~"),
    )
)
"""Words before a time that has no other mark of one."""

_JOINING = frozenset({"-", "to", "until", "till", "and"})


class _Hour(NamedTuple):
    """Hour and minute as written, and the word after them; ``marked`` where the writing itself is a time's."""

    hour: int
    minute: int
    after: int
    marked: bool = False
    padded: bool = False


def read_clock(words: Sequence[Word], at: int, table: LanguageTable, text: str) -> Value | None:
    """Return the time of day that begins at a word, or null.

    Args:
        text: what the words were cut from; a time right behind a name ("Genesis 1:26") is none.
    """
    bound, position = match_phrase(words, at, table.bound_phrases)
    if bound != "~":
        bound, position = "", at
    value = _moment(words, position, table) or _clock(words, position, table, text)
    if value is None:
        return None
    low, high, after, half = value
    start, end = words[at].start, words[after - 1].end
    return Value("date", "clock", Fraction(low), Fraction(high), at, after, start, end, bound=bound, half=half)


def plain_readings(times: Sequence[Value]) -> list[Value]:
    """Return the times of a sentence, on the 24-hour clock if one can't be read otherwise ("from 9:00 to 17:00")."""
    whole_day = any(time.low == time.high > HALF_DAY and not time.half for time in times)
    return [replace(time, high=time.low) if whole_day else time for time in times]


_Reading = tuple[int, int, int, bool]
"""Minutes in the plain reading and in the other one, the word after, and whether the half of the day is said."""


def _moment(words: Sequence[Word], at: int, table: LanguageTable) -> _Reading | None:
    """Read a word that is a time by itself: "at noon", 午夜, "tengah malam"."""
    minutes, after = match_phrase(words, at, table.moment_phrases)
    if not minutes or not (table.unspaced or after > at + 1 or (at and words[at - 1].surface in _CUES)):
        return None
    return int(minutes), int(minutes), after, False


def _clock(words: Sequence[Word], at: int, table: LanguageTable, text: str) -> _Reading | None:
    position = at
    cued = position < len(words) and words[position].surface in table.hours_before
    position += cued
    half, position = match_phrase(words, position, table.day_part_phrases) if table.unspaced else ("", position)
    shift, position = match_phrase(words, position, table.minute_before_phrases)
    written = _hour(words, position, table)
    if written is None or (shift and (written.minute or written.marked)):
        return None
    hour, minute, after, marked, padded = written
    named, after = match_phrase(words, after, table.hour_after_phrases)
    if table.unspaced:
        minute, after, marked = _minutes_behind(words, written, after, table) if named else (minute, after, marked)
    if not half and not (table.unspaced and not (named or marked)):
        half, after = _half_behind(words, position, after, table)
    dotted = "." in words[position].surface
    certain = cued or bool(half) or bool(shift and not table.hours_before) or (bool(named) and not table.unspaced)
    certain = certain or (marked and not dotted and not _follows_name(words, at, text, table))
    if table.unspaced and not certain:
        certain = bool(named) and (marked or (at > 0 and words[at - 1].surface in _CUES))
    if not certain or (table.unspaced and half and not (named or marked)) or (marked and dotted and not (cued or half)):
        return None
    if after < len(words) and not half and not words[after].spaced and _is_latin(words[after]):
        return None  # "10:30ms"
    plain, other = _minutes(hour, half, padded=padded)
    minute += int(shift or 0)
    return (plain + minute) % DAY, (other + minute) % DAY, _stop(words, after), bool(half)


def _hour(words: Sequence[Word], at: int, table: LanguageTable) -> _Hour | None:
    if at >= len(words):
        return None
    surface = words[at].surface
    match = _WRITTEN.fullmatch(surface) if surface[0].isdecimal() else None
    if match is not None:
        hour, minute, after = int(match["hour"]), match["minute"], at + 1
        if minute is None and [word.surface for word in words[after : after + 1]] == [":"]:
            minute, after = _behind_colon(words, after)  # a colon of full width
        right = hour < _MIDNIGHT_HOUR or (hour == _MIDNIGHT_HOUR and not int(minute or 0))
        padded = len(match["hour"]) > 1 and surface[0] == "0"
        return _Hour(hour, int(minute or 0), after, minute is not None, padded) if right else None
    if table.unspaced:
        hour, after = _han(words, at, table)
    else:
        hour, after = table.numerals.get(surface, 0), at + 1
    return _Hour(hour, 0, after) if 1 <= hour <= _MIDNIGHT_HOUR else None


def _behind_colon(words: Sequence[Word], at: int) -> tuple[str | None, int]:
    digits = words[at + 1].surface if at + 1 < len(words) else ""
    right = len(digits) == 2 and digits.isdecimal() and not (words[at].spaced or words[at + 1].spaced)
    return (digits, at + 2) if right else (None, at)


def _han(words: Sequence[Word], at: int, table: LanguageTable) -> tuple[int, int]:
    after = at
    while after < len(words) and (words[after].surface in table.numerals or words[after].surface == "十"):
        after += 1
    return (han_number([word.surface for word in words[at:after]], table), after) if after > at else (0, at)


def _minutes_behind(words: Sequence[Word], written: _Hour, after: int, table: LanguageTable) -> tuple[int, int, bool]:
    """Read what follows 點: 半, 一刻, 整, 三十分."""
    minutes, behind = match_phrase(words, after, table.minute_after_phrases)
    if minutes:
        return int(minutes), behind, True
    digits = words[after].surface if after < len(words) else ""
    number, behind = (int(digits), after + 1) if digits.isdecimal() else _han(words, after, table)
    if behind > after and number < 60 and behind < len(words) and words[behind].surface == "分":
        return number, behind + 1 + (behind + 1 < len(words) and words[behind + 1].surface in "鐘钟"), True
    return written.minute, after, written.marked


def _half_behind(words: Sequence[Word], first: int, after: int, table: LanguageTable) -> tuple[str, int]:
    """Read the half of the day behind an hour; the first of two hours shares it: "9-11 am", "from 9 to 11 am"."""
    half, behind = match_phrase(words, after, table.day_part_phrases)
    if half or table.unspaced or after + 1 >= len(words) or words[after].surface not in _JOINING:
        return half, behind
    second = _hour(words, after + 1, table)
    if second is None:
        return "", after
    half, _ = match_phrase(words, second.after, table.day_part_phrases)
    opening = _hour(words, first, table)
    if half == "pm" and opening is not None and opening.hour % 12 > second.hour % 12:
        half = "am"  # "11 to 1 pm"
    return half if half in {"am", "pm"} else "", after


def _minutes(hour: int, half: str, *, padded: bool) -> tuple[int, int]:
    """Return the minutes of an hour, and those of the other half of the day where that is not told."""
    if hour > 12 or hour == 0 or (padded and not half):
        return hour % _MIDNIGHT_HOUR * 60, hour % _MIDNIGHT_HOUR * 60
    early, late = hour % 12 * 60, hour % 12 * 60 + HALF_DAY
    match half:
        case "am":
            return early, early
        case "pm":
            return late, late
        case "noon":  # from late morning to the early afternoon
            return (hour * 60, hour * 60) if hour >= 10 else (late, late)
        case "night":  # from the evening over midnight to the small hours
            return (early, early) if hour < 5 or hour == 12 else (late, late)
        case _:
            return (late, early) if hour == 12 else (early, late)


def _follows_name(words: Sequence[Word], at: int, text: str, table: LanguageTable) -> bool:
    """Tell whether a Latin word with a capital stands right before, as in "Genesis 1:26"."""
    if at < 1 + (not table.unspaced):
        return False
    before = text[words[at - 1].start : words[at - 1].end]
    return before[:1].isascii() and before[:1].isupper()


def _is_latin(word: Word) -> bool:
    return word.surface[0].isascii() and word.surface[0].isalpha()


def _stop(words: Sequence[Word], after: int) -> int:
    """Return the word after the point that ends "a.m."."""
    pointed = "." in words[after - 1].surface and not words[after - 1].surface[0].isdecimal()
    return after + (pointed and after < len(words) and words[after].surface == "." and not words[after].spaced)
