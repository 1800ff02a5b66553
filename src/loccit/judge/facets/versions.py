"""Versions, compared part by part: 1.10 follows 1.9 and is not 1.1.

A number is a version where a word says so (``version 1.10``, ``v3.12``), or where it has more than two parts. A bare
``1.10`` is kept as a number that may be compared as a version.
"""

import re
from collections.abc import Sequence
from fractions import Fraction

from loccit.judge.facets.money import CURRENCIES
from loccit.judge.facets.numbers import match_phrase, symbol_bound
from loccit.judge.facets.units import UNITS
from loccit.judge.facets.values import Value
from loccit.judge.languages import LanguageTable
from loccit.judge.words import Word

_PREFIXED = re.compile(r"^v(\d+(?:\.\d+)*)$")
_NUMBER = re.compile(r"^\d+(?:\.\d+)*$")
_GROUPED = re.compile(r"^\d{1,3}(?:\.\d{3})+$")
_LONG = re.compile(r"^\d+(?:\.\d+){2,}$")


def read_version(words: Sequence[Word], at: int, table: LanguageTable, text: str = "") -> Value | None:
    """Return the version that begins at a word, with the words and bound that belong to it, or null.

    Args:
        text: what the words were cut from; a dotted number right behind a name ("Python 3.10") is its version.
    """
    position, cued, bound = _cues(words, at, table)
    if position >= len(words):
        return None
    surface = words[position].surface
    prefixed = _PREFIXED.match(surface)
    if prefixed:
        surface = prefixed[1]
    elif not _NUMBER.match(surface):
        return None
    after = position + 1
    if table.unspaced and after < len(words) and words[after].surface in table.version_cues:
        cued, after = True, after + 1
        if after < len(words) and words[after].surface == "本":
            after += 1
    if not (cued or prefixed) and after < len(words) and words[after].surface in UNITS:
        return None  # "after 1.5 hours"
    long = _LONG.match(surface) and not _GROUPED.match(surface)
    named = _follows_name(words, at, text) and "." in surface and not _is_amount(words, after, table)
    if not (prefixed or cued or long or named or (bound and "." in surface)):
        return None
    if not bound:
        bound, after = match_phrase(words, after, table.bound_after_phrases)
    parts = tuple(int(part) for part in surface.split("."))
    return Value(
        facet="version",
        measure="version",
        low=Fraction(0),
        high=Fraction(0),
        first=at,
        last=after,
        start=words[at].start,
        end=words[after - 1].end,
        bound=bound if bound != "~" else "",
        parts=parts,
    )


def _cues(words: Sequence[Word], at: int, table: LanguageTable) -> tuple[int, bool, str]:
    """Return the word after the bound and the words such as "version" that begin at a word, and what they say."""
    position, cued, bound = at, False, ""
    for _ in range(3):
        if position < len(words) and words[position].surface in table.version_cues:
            position, cued = position + 1, True
            continue
        meaning, after = match_phrase(words, position, table.version_bound_phrases)
        if not meaning or bound:
            break
        bound, position = meaning, after
    if not bound:
        bound, position = symbol_bound(words, position)
    return position, cued, bound


def _follows_name(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a word stands right behind a Latin name, a capital or figures in it: "Python 3.10"."""
    if at == 0 or words[at - 1].surface in CURRENCIES:
        return False
    written = text[words[at - 1].start : words[at - 1].end]
    return written[:1].isascii() and written[:1].isalpha() and any(map(str.isupper, written))


def _is_amount(words: Sequence[Word], after: int, table: LanguageTable) -> bool:
    """Tell whether the word behind a number scales or measures it: "3.5 million", "3.5 %"."""
    if after >= len(words):
        return False
    surface = words[after].surface
    return surface in table.scales or surface in UNITS or surface in CURRENCIES
