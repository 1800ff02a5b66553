"""Cut text of any language into the tokens that search, selection and judging compare.

One rule serves all of them, so that what the index finds is what the judge sees:

* Text is folded by Unicode NFKC and case folding (Unicode Standard, sections 3.11 and 5.18). Superscripts and
  vulgar fractions stay apart from what stands before them: ``10⁶`` is not ``106``. Soft hyphens, joiners and other
  default-ignorable characters vanish; combining marks stay.
* Scripts written without spaces (Han, kana, Hangul, Thai, Lao, Khmer, Myanmar) give overlapping pairs of
  characters; a lone character gives itself.
* An identifier is kept whole and split: ``asyncio.run`` gives ``asyncio.run``, ``asyncio`` and ``run``. Joints are
  ``_ . - ' ::``, a change of case inside a word, and one change between letters and digits. A number is never split
  at its point, comma or colon.
* Every symbol (currency sign, mathematical sign, emoji) is a token.

Everything is linear in the length of the text.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from loccit.text.stop_words import is_stop_word

__all__ = ["MAX_WHOLE_LENGTH", "Token", "content_tokens", "is_stop_word", "tokens", "tokens_with_spans"]

MAX_WHOLE_LENGTH = 100
"""Identifiers of more code points than this are split but not kept whole."""


class Token(NamedTuple):
    """A token and the code points of the original text it was read from, end exclusive."""

    text: str
    start: int
    end: int


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in order; an identifier comes before its parts."""
    return [token.text for token in _scan(_fold(text))]


def tokens_with_spans(text: str) -> list[Token]:
    """Return the tokens of a text with their places in the text as given.

    Where folding joins or expands characters (``㎏`` gives ``kg``, ``½`` gives ``1⁄2``) a token spans every
    character it was made from.
    """
    folded = _fold(text)
    places = _places(text, folded)
    if places is None:
        return _scan(folded)
    return [Token(token.text, *places.origin_of(token.start, token.end)) for token in _scan(folded)]


def content_tokens(text: str, language_hint: str | None = None) -> list[str]:
    """Return the tokens of a text without function words; negations and quantities are content.

    Args:
        text: any text.
        language_hint: BCP 47 tag; null: function words of every language in the tables are left out. For a language
            without a table nothing is left out.
    """
    return [token for token in tokens(text) if not is_stop_word(token, language_hint)]


# --- folding ----------------------------------------------------------------------------------------------------

_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
_HYPHENS = {0x2010: "-", 0x2011: "-"}
_APOSTROPHES = {0x2018: "'", 0x2019: "'", 0x02BC: "'"}


class _Folding(dict[int, str]):
    """Maps a code point to its folded form; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        self[code] = image = _folded_character(chr(code))
        return image


def _folded_character(character: str) -> str:
    code = ord(character)
    if code in _HYPHENS or code in _APOSTROPHES:
        return _HYPHENS.get(code) or _APOSTROPHES[code]
    if _IGNORABLE.match(character) or unicodedata.category(character) == "Me":
        return ""
    image = unicodedata.normalize("NFKC", character)
    apart = unicodedata.decomposition(character).startswith(("<super>", "<fraction>"))
    return f" {image}" if apart else image


_FOLDING = _Folding()


def _fold(text: str) -> str:
    # NFC over the folded characters composes and orders what folding put side by side: together they are NFKC.
    return text if text.isascii() else unicodedata.normalize("NFC", text.translate(_FOLDING))


class _Places:
    """Leads from a span of the folded text back to the text as given, by runs that fold independently."""

    def __init__(self) -> None:
        self._folded_starts: list[int] = []
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, folded_start: int, start: int, end: int) -> None:
        self._folded_starts.append(folded_start)
        self._starts.append(start)
        self._ends.append(end)

    def origin_of(self, start: int, end: int) -> tuple[int, int]:
        first = bisect_right(self._folded_starts, start) - 1
        last = bisect_right(self._folded_starts, end - 1) - 1
        return self._starts[first], self._ends[last]


def _places(text: str, folded: str) -> _Places | None:
    """Return the way back, or null where folding kept every character in its place."""
    if text.isascii() or (folded == text.translate(_FOLDING) and all(len(_FOLDING[ord(c)]) == 1 for c in set(text))):
        return None
    places = _Places()
    position = start = 0
    for end in [*_run_starts(text), len(text)]:
        image = _fold(text[start:end])
        if image:
            places.add(position, start, end)
            position += len(image)
        start = end
    return places


def _run_starts(text: str) -> Iterator[int]:
    """Yield where, after the beginning, a run starts that composes with nothing before it."""
    for index, character in enumerate(text):
        if index and not _may_join(character):
            yield index


def _may_join(character: str) -> bool:
    """Tell whether a character may compose with the one before it (a mark, a Hangul vowel or final)."""
    if character.isascii():
        return False
    first = unicodedata.normalize("NFKD", character)[:1]
    return not _FOLDING[ord(character)] or unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff"


# --- scanning ---------------------------------------------------------------------------------------------------

_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1100, 0x11FF),  # Hangul Jamo
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x2FDF),  # radicals
    (0x3005, 0x3007),  # ideographic iteration mark and zero
    (0x3040, 0x31FF),  # kana, Bopomofo
    (0x3400, 0x9FFF),  # Han
    (0xA960, 0xA97F),  # Hangul Jamo Extended-A
    (0xAC00, 0xD7FF),  # Hangul
    (0xF900, 0xFAFF),  # compatibility Han
    (0x1B000, 0x1B16F),  # historic kana
    (0x20000, 0x3FFFF),  # Han, supplementary planes
)
_JOINTS = {ord(character): character for character in "_.-',:+#"}


class _Classes(dict[int, str]):
    """Maps a code point to the one letter the patterns below are written in; filled as characters are met.

    ``u`` upper-case letter, ``l`` other letter, ``d`` decimal digit, ``m`` combining mark, ``c`` character of a script
    without spaces, ``s`` symbol, ``r`` regional indicator, a joint stands for itself, a space for all else.
    """

    def __missing__(self, code: int) -> str:
        self[code] = letter = _class_of(code)
        return letter


def _class_of(code: int) -> str:
    if code in _JOINTS:
        return _JOINTS[code]
    if 0x1F1E6 <= code <= 0x1F1FF:
        return "r"
    category = unicodedata.category(chr(code))
    if category[0] in "LN" and any(first <= code <= last for first, last in _UNSPACED):
        return "d" if category == "Nd" else "c"
    exact = {"Lu": "u", "Lt": "u", "Nd": "d", "Sc": "s", "Sm": "s", "So": "s"}
    return exact.get(category) or {"L": "l", "N": "l", "M": "m"}.get(category[0], " ")


_CLASSES = _Classes()

_TOKEN = re.compile(
    r"""
      (?<!_)_*+ [uld][uldm]*+ (?: (?: _++ | :: | [.'-] | (?<=d)[,:](?=d) ) [uld][uldm]*+ )*+ _*+
      (?: (?: \+\+ | \# ) (?![uld+#]) )?
    | c[cm]*+
    | rr?
    | [s+]
    """,
    re.VERBOSE,
)
_NUMBER = re.compile(r"(?:dm*+)++ (?: [.,:] (?:dm*+)++ )*+", re.VERBOSE)
_SEGMENT = re.compile(
    rf"{_NUMBER.pattern} (?:[ul]m*+)*+ (?!d) | (?:[ul]m*+)++ {_NUMBER.pattern} (?![ul]) | [uld][uldm]*+", re.VERBOSE
)
_CAMEL_JOINT = re.compile(r"(?<=[lm])(?=u)|(?<=u)(?=um*l[lm])")
_UNSPACED_CHARACTER = re.compile(r"cm*+")


def _scan(folded: str) -> list[Token]:
    classes = folded.translate(_CLASSES)
    lowered = _lowered(folded)
    found: list[Token] = []
    for match in _TOKEN.finditer(classes):
        start, end = match.span()
        shape = match.group()
        if shape[0] == "c":
            spans = _pairs(shape)
        elif (shape[0] != "d" and not shape[1:].strip("lm")) or not shape.strip("d"):
            found.append(Token(lowered[start:end] if lowered else _casefold(folded[start:end]), start, end))
            continue
        else:
            spans = _identifier(shape)
        for from_start, to_start in spans:
            first, last = start + from_start, start + to_start
            found.append(Token(lowered[first:last] if lowered else _casefold(folded[first:last]), first, last))
    return found


def _lowered(folded: str) -> str | None:
    """Return the whole text case-folded if that keeps every character in its place, else null."""
    lowered = folded.lower() if folded.isascii() else folded.casefold()
    # Case folding never shortens, so an equal length means that nothing moved.
    return lowered if len(lowered) == len(folded) and unicodedata.is_normalized("NFKC", lowered) else None


def _casefold(text: str) -> str:
    return unicodedata.normalize("NFKC", text.casefold())


def _pairs(shape: str) -> list[tuple[int, int]]:
    spans = [match.span() for match in _UNSPACED_CHARACTER.finditer(shape)]
    return [(first[0], second[1]) for first, second in pairwise(spans)] if len(spans) > 1 else spans


def _identifier(shape: str) -> list[tuple[int, int]]:
    """Return the spans of an identifier whole, then of its segments, each followed by its parts."""
    whole = (0, len(shape))
    kept_whole = len(shape) <= MAX_WHOLE_LENGTH
    spans = [whole] if kept_whole else []
    for match in _SEGMENT.finditer(shape):
        segment = match.span()
        if segment[1] - segment[0] == 1 and segment[0] > 0 and shape[segment[0] - 1] == "'":
            continue  # the s of a genitive, the t of a contraction
        if segment != whole or not kept_whole:
            spans.append(segment)
        spans += [(segment[0] + first, segment[0] + last) for first, last in _parts(match.group())]
    return spans


def _parts(segment: str) -> list[tuple[int, int]]:
    """Return the spans of a segment's parts, none if it has only one."""
    number = _NUMBER.search(segment)
    if number is None:
        joints = [match.start() for match in _CAMEL_JOINT.finditer(segment)]
        return list(pairwise([0, *joints, len(segment)])) if joints else []
    first, last = number.span()
    letters = (last, len(segment)) if first == 0 else (0, first)
    if (
        letters[0] == letters[1]
        or len(segment) != (last - first) + (letters[1] - letters[0])
        or "d" in segment[slice(*letters)]
    ):
        return []
    if letters == (0, 1):
        return [(first, last)]  # the v of v3.12 says nothing by itself
    return sorted([(first, last), letters])
