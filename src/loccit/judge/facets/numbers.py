"""Numbers as people write them, with scale, unit, currency, bound and range.

A number is a whole word: digits inside an identifier (``COVID-19``, ``GPT-4``) are not quantities, and ``50`` does
not stand in ``1500``. Group and decimal marks follow the language of the text.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from loccit.judge.facets.money import CURRENCIES
from loccit.judge.facets.units import CASED, UNITS
from loccit.judge.facets.values import Value
from loccit.judge.languages import LanguageTable
from loccit.judge.languages.table import Phrases
from loccit.judge.words import Word, is_unspaced
from loccit.records.judge import FacetName

_GROUPED = re.compile(r"^\d{1,3}(?:([.,\u00a0\u202f\u2009 ])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$")
_DOTTED = re.compile(r"^\d+(?:\.\d+)+$")
ORDINAL = re.compile(r"^ke-\d+$")
"""Indonesian: ``ke-2`` is the second."""

_ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_RANGE_MARKS = frozenset({"-", "to", "~", "至", "到", "hingga", "sampai"})
_CHANGE_WORDS = frozenset({"from", "dari", "从", "從", "由"})
COUNTERS = frozenset("個个人次名位只隻條条張张本台臺輛辆間间所家座棵件篇首場场種种項项倍年月日天週周歲岁時时分秒元塊块")
_MERGED_SCALES = frozenset({"k", "m", "b", "bn", "mn"})


class Reading(NamedTuple):
    """A bare number and the word after it; ``dotted`` are its parts if it could be a version."""

    number: Fraction
    after: int
    dotted: tuple[int, ...] = ()
    ordinal: bool = False


def read_quantity(words: Sequence[Word], at: int, table: LanguageTable, text: str) -> Value | None:
    """Return the quantity that begins at a word, with everything that belongs to it, or null."""
    fraction, behind = match_phrase(words, at, table.fraction_phrases)
    if fraction:
        part = Fraction(fraction)
        return Value("number", "fraction", part, part, at, behind, words[at].start, words[behind - 1].end)
    bound, position = match_phrase(words, at, table.bound_phrases)
    if not bound:
        bound, position = symbol_bound(words, at)
    currency, position = _currency_before(words, position)
    percent = [word.surface for word in words[position : position + 3]] == ["百", "分", "之"]
    position += 3 * percent
    either_way = position < len(words) and words[position].surface == "±"
    reading = _read_number(words, position + either_way, table)
    if reading is None:
        return None
    joined = reading.after + 1 < len(words) and words[reading.after].surface == "-" and not words[reading.after].spaced
    if bound == "~" and joined and not words[reading.after + 1].surface[0].isdecimal():
        return None  # "some 32-bit integers" are not about 32
    low = high = reading
    measure, factor, after = _measure(words, reading.after, text, ordinal=reading.ordinal)
    second = _range_end(words, at, after, table)
    if second is not None:
        measured = _measure(words, second.after, text, ordinal=False)
        if measure in {"count", measured[0]}:
            high = second
            measure, factor, after = measured
    if currency:
        measure, factor, after = f"money:{currency}", Fraction(1), high.after
    elif percent:
        measure, factor = "ratio", Fraction(1, 100)
    if not bound:
        bound, after = match_phrase(words, after, table.bound_after_phrases)
    if not bound and table.unspaced and after < len(words) and words[after].surface in COUNTERS:
        bound, _ = match_phrase(words, after + 1, table.bound_after_phrases)  # 900万人以上
    return Value(
        facet=_facet(measure),
        measure=measure,
        low=low.number * (-factor if either_way else factor),
        high=high.number * factor,
        first=at,
        last=after,
        start=words[at].start,
        end=words[after - 1].end,
        bound=bound,
        dotted=reading.dotted if measure == "count" and second is None else (),
    )


def match_phrase(words: Sequence[Word], at: int, phrases: Phrases) -> tuple[str, int]:
    """Return what the phrase at a word stands for and the word after it; an empty string if none begins there."""
    if at < len(words):
        for rest, meaning in phrases.get(words[at].surface, ()):
            after = at + 1 + len(rest)
            if all(
                word.surface == part for word, part in zip(words[at + 1 : after], rest, strict=False)
            ) and after <= len(words):
                return meaning, after
    return "", at


def symbol_bound(words: Sequence[Word], at: int) -> tuple[str, int]:
    """Return the bound that comparison signs at a word state and the word after it; an arrow is none."""
    sign = _BOUND_SIGNS.get(words[at].surface, "") if at < len(words) else ""
    if not sign or (at and words[at - 1].surface in _ARROW_SHAFTS and not words[at].spaced):
        return "", at
    after = at + 1
    if sign in "<>" and after < len(words) and words[after].surface == "=" and not words[after].spaced:
        return f"{sign}=", after + 1
    return sign, after


_BOUND_SIGNS = {"<": "<", ">": ">", "≤": "<=", "≥": ">=", "≦": "<=", "≧": ">=", "≈": "~"}
_ARROW_SHAFTS = frozenset("-=<>")


def parse_digits(digits: str, decimal_mark: str) -> Fraction | None:
    """Return the value of a number written in digits, or null if it is no plain number (``3.11.2``, ``10:30``)."""
    if ":" in digits:
        return None
    if digits.isdecimal():
        return Fraction(int(digits))
    marks = [character for character in digits if not character.isdecimal()]
    distinct = set(marks)
    grouped = _GROUPED.match(digits)
    if len(distinct) == 2:
        decimal = marks[-1]
        if marks.count(decimal) > 1 or not grouped:
            return None
        group = (distinct - {decimal}).pop()
        return Fraction(digits.replace(group, "").replace(decimal, "."))
    mark = marks[0]
    if grouped and (mark not in ".," or len(marks) > 1 or mark != decimal_mark):
        return Fraction(digits.replace(mark, ""))
    return Fraction(digits.replace(mark, ".")) if len(marks) == 1 else None


def _read_number(words: Sequence[Word], at: int, table: LanguageTable) -> Reading | None:
    if at >= len(words):
        return None
    surface = words[at].surface
    sign, position = (-1, at + 1) if surface in "-−" and _is_sign(words, at) else (1, at)
    if position >= len(words):
        return None
    surface = words[position].surface
    if surface[0].isdecimal():
        number = parse_digits(surface, table.decimal_mark)
        if number is None:
            return None
        dotted = tuple(int(part) for part in surface.split(".")) if _DOTTED.match(surface) else ()
        if not dotted and surface.isdecimal() and len(surface) < 5:
            dotted = (int(surface),)
        after = position + 1
        if after < len(words) and not words[after].spaced and words[after].surface in _ORDINAL_ENDINGS:
            return Reading(number, after + 1, ordinal=True)
        scaled, end = _scales(words, number, after, table)
        return Reading(sign * scaled, end, dotted if end == after else ())
    if table.unspaced:
        return _read_han(words, at, table)
    if ORDINAL.match(surface):
        return Reading(Fraction(int(surface[3:])), position + 1, ordinal=True)
    return _read_numerals(words, at, table)


def _is_sign(words: Sequence[Word], at: int) -> bool:
    after = at + 1
    return words[at].spaced and after < len(words) and not words[after].spaced and words[after].surface[0].isdecimal()


def _scales(words: Sequence[Word], number: Fraction, at: int, table: LanguageTable) -> tuple[Fraction, int]:
    while at < len(words):
        surface = words[at].surface
        scale = table.scales.get(surface)
        if scale is None or scale < 0:
            break
        if surface in _MERGED_SCALES and not _scale_symbol(words, at):
            break
        number *= scale
        at += 1
    return number, at


def _scale_symbol(words: Sequence[Word], at: int) -> bool:
    """Tell whether a lone letter scales the number before it: ``50k``, ``3 B USD``, ``$3 m``."""
    if at >= 2 and any(not rest for rest, _ in CURRENCIES.get(words[at - 2].surface, ())):
        return True
    if at + 1 < len(words) and any(not rest for rest, _ in CURRENCIES.get(words[at + 1].surface, ())):
        return True
    return words[at].surface in {"k", "bn", "mn"} and not words[at].spaced


def _read_numerals(words: Sequence[Word], at: int, table: LanguageTable) -> Reading | None:
    ordinal = table.ordinals.get(words[at].surface)
    if ordinal is not None:
        return Reading(Fraction(ordinal), at + 1, ordinal=True)
    total = current = 0
    position, used = at, False
    while position < len(words):
        surface = words[position].surface
        if surface in {"-", "and"} and used:
            follower = words[position + 1].surface if position + 1 < len(words) else ""
            joined = surface == "-" or current == 0 or words[position - 1].surface in table.scales
            if not joined or (follower not in table.numerals and follower not in table.scales):
                break
            position += 1
            continue
        value, scale = table.numerals.get(surface), table.scales.get(surface)
        if value is not None:
            if used and 0 < current % 100 < 20 and words[position - 1].surface not in table.scales:
                break
            current += value
        elif scale is not None and surface not in _MERGED_SCALES and used:
            current, total = _scaled(current, total, scale)
        else:
            break
        used = True
        position += 1
    if not used or (position - at == 1 and words[at].surface in {"one", "satu"}):
        return None
    return Reading(Fraction(total + current), position)


def _scaled(current: int, total: int, scale: int) -> tuple[int, int]:
    if scale < 0:  # belas: fifteen is "five teen"
        return current - scale, total
    if scale < 1000:
        return (current or 1) * scale, total
    return 0, total + (current or 1) * scale


def _read_han(words: Sequence[Word], at: int, table: LanguageTable) -> Reading | None:
    ordinal = words[at].surface == "第"
    position = start = at + ordinal
    while position < len(words) and (
        words[position].surface in table.numerals or (words[position].surface in table.scales)
    ):
        position += 1
    run = [word.surface for word in words[start:position]]
    if not run:
        digits = words[start].surface if ordinal and start < len(words) else ""
        return Reading(Fraction(int(digits)), start + 1, ordinal=True) if digits.isdecimal() else None
    counted = position < len(words) and words[position].surface in COUNTERS | UNITS.keys()
    percent = at >= 3 and words[at - 1].surface == "之" and words[at - 2].surface == "分"
    if len(run) == 1 and not (ordinal or percent) and not (counted and run[0] in table.numerals):
        return None
    if (run[0] in table.scales and run[0] not in "十百千") or (run[0] in "百千" and len(run) < 2):
        return None
    return Reading(Fraction(han_number(run, table)), position, ordinal=ordinal)


def han_number(run: Sequence[str], table: LanguageTable) -> int:
    """Return the value of a number in Han numerals: ``三十五萬``, ``二〇二三``."""
    if len(run) > 1 and all(character in table.numerals for character in run):
        return int("".join(str(table.numerals[character]) for character in run))
    total = section = digit = 0
    for character in run:
        if character in table.numerals:
            digit = table.numerals[character]
            continue
        scale = table.scales[character]
        if scale >= 10**4:
            total += (section + digit or 1) * scale
            section = 0
        else:
            section += (digit or 1) * scale
        digit = 0
    return total + section + digit


def _currency_before(words: Sequence[Word], at: int) -> tuple[str, int]:
    code, after = match_phrase(words, at, CURRENCIES)
    if code and after < len(words) and (words[after].surface[0].isdecimal() or is_unspaced(words[after].surface[0])):
        return code, after
    return "", at


def _measure(words: Sequence[Word], at: int, text: str, *, ordinal: bool) -> tuple[str, Fraction, int]:
    if ordinal:
        return "ordinal", Fraction(1), at
    if at < len(words):
        position = at + (words[at].surface == "-" and not words[at].spaced and at + 1 < len(words))
        word = words[position]
        written = text[word.start : word.end]
        for key in (written, word.surface) if written in CASED else (word.surface,):
            for rest, unit in UNITS.get(key, ()):
                after = position + 1 + len(rest)
                following = words[position + 1 : after]
                if [w.surface for w in following] == list(rest):
                    return unit.measure, unit.factor, after
        code, after = match_phrase(words, at, CURRENCIES)
        if code:
            return f"money:{code}", Fraction(1), after
    return "count", Fraction(1), at


def _range_end(words: Sequence[Word], first: int, at: int, table: LanguageTable) -> Reading | None:
    if at >= len(words) or (first and words[first - 1].surface in _CHANGE_WORDS):
        return None
    surface = words[at].surface
    joins = surface in _RANGE_MARKS or (surface == "and" and first and words[first - 1].surface == "between")
    if not joins or at + 1 >= len(words) or not words[at + 1].surface[0].isdecimal():
        return None
    return _read_number(words, at + 1, table)


def _facet(measure: str) -> FacetName:
    if measure.startswith("money"):
        return "money"
    return "number" if measure in {"count", "ordinal", "fraction"} else "unit"
