"""Years with their era: 79 CE is AD 79, 公元79年 and 79 Masehi; 44 BC is the year -44."""

import re
from collections.abc import Sequence

from loccit.judge.facets.numbers import match_phrase
from loccit.judge.languages import LanguageTable
from loccit.judge.words import Word

_YEAR = re.compile(r"\d{1,5}|\d{1,3},\d{3}")
_SHORT = 3
"""Eras of so few letters are written in capitals ("79 AD"); one letter wants a word such as "tahun" before the year."""

_LEADING = frozenset({"tahun", "pada", "sejak", "dari", "hingga", "sampai", "sebelum", "sesudah", "-"})


def read_era_year(words: Sequence[Word], at: int, table: LanguageTable, text: str) -> tuple[int, int] | None:
    """Return the year that begins at a word and the word after it, or null where no era is named with it.

    A year before our era is below 0.

    Args:
        text: what the words were cut from.
    """
    era, position = _era(words, at, table, text)
    year = _year(words, position)
    if year is None:
        return None
    after = position + 1
    if not era and not table.unspaced:
        era, after = _era(words, after, table, text)
        if after - position == 2 and len(words[position + 1].surface) == 1 and not _led(words, at):
            return None
    if not era or not year:
        return None
    if table.unspaced and after < len(words) and words[after].surface == "年":
        after += 1
    return (-year if era == "before" else year), after


def _era(words: Sequence[Word], at: int, table: LanguageTable, text: str) -> tuple[str, int]:
    era, after = match_phrase(words, at, table.era_phrases)
    if not era:
        return "", at
    written = text[words[at].start : words[after - 1].end]
    if after == at + 1 and written.isascii() and len(written) <= _SHORT and not written.isupper():
        return "", at
    pointed = "." in written and after < len(words) and words[after].surface == "." and not words[after].spaced
    return era, after + pointed


def _year(words: Sequence[Word], at: int) -> int | None:
    surface = words[at].surface if at < len(words) else ""
    return int(surface.replace(",", "")) if surface.isascii() and _YEAR.fullmatch(surface) else None


def _led(words: Sequence[Word], at: int) -> bool:
    return at > 0 and words[at - 1].surface in _LEADING
