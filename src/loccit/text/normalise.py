"""The one folding that quotations are compared under, with a way back to the original offsets.

A person who copies a sentence, or a model that repeats it, changes white space, quotation marks, dashes and the
Unicode form, and drops what can't be seen. Folding takes just these differences away (NFKC alone keeps curly quotes
and dashes, and turns 10⁶ into 106). Case, digits, superscripts, fractions and words stay as they are. The original
text is never replaced: a match is a span of the original.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from loccit.text.offsets import Span

INVISIBLE = (
    "\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e0fff"
)
"""Regular expression class of characters that leave no ink: soft hyphen, zero-width, bidi, variation, tags."""

# Text of these scripts has no spaces, so white space inside it comes from typesetting or mark-up. Full-width letters
# and digits are not among them: a space between two numbers counts.
_UNSPACED = (
    "\u2e80-\u2fdf\u3001-\u30ff\u3100-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff9f\U00020000-\U0003ffff"
)
_NUMERALS = "〇零一二三四五六七八九十百千万萬亿億兆"
_GAP = re.compile(rf"(?P<gap>[\s{INVISIBLE}]{{2,}}|[{INVISIBLE}]|[^\S ]|(?<=[{_UNSPACED}]) (?=[{_UNSPACED}]))")
_ASCII_GAP = re.compile(r"(?P<gap>\s{2,}|[^\S ])")
_WHITE = re.compile(r"\s")
_UNSPACED_CHARACTER = re.compile(f"[{_UNSPACED}]")
_INVISIBLE_CHARACTER = re.compile(f"[{INVISIBLE}]")

_TYPOGRAPHIC = {
    **dict.fromkeys("“”„‟«»〝〞〟″‶", '"'),
    **dict.fromkeys("‘’‚‛‹›′‵ʼʹˈ´", "'"),
    **dict.fromkeys("‐‑‒–—―−⁃﹘﹣－⸺⸻", "-"),
    "〜": "~",
}
_SAME_TO_A_READER = frozenset(
    ("<wide>", "<narrow>", "<compat>", "<noBreak>", "<font>", "<initial>", "<medial>", "<final>", "<isolated>")
)


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text and the way back.

    The four columns describe, in order, each place where folded and original differ: folded offset, folded length,
    original start, original end. Between them the two run in parallel.
    """

    text: str
    at: list[int] = field(default_factory=list)
    length: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)

    def original(self, span: Span) -> Span | None:
        """Return the span of the original, or null where an end falls inside one original character.

        Half of a ligature or of a letter with its accent is no match.
        """
        first = self._original_start(span.start)
        last = self._original_end(span.end)
        return None if first is None or last is None else Span(first, last)

    def _original_start(self, offset: int) -> int | None:
        index = bisect_right(self.at, offset) - 1
        if index < 0:
            return offset
        past = offset - self.at[index] - self.length[index]
        if past >= 0:
            return self.end[index] + past
        return self.start[index] if offset == self.at[index] else None

    def _original_end(self, offset: int) -> int | None:
        index = bisect_right(self.at, offset - 1) - 1
        if index < 0:
            return offset
        past = offset - self.at[index] - self.length[index]
        return self.end[index] + past if past >= 0 else None


def folded(text: str) -> Folded:
    """Fold a text for comparing quotations.

    White space runs become one space (none inside CJK text); quotation marks, dashes, ligatures, full-width and other
    compatibility forms become their plain forms; composed and decomposed letters become one; characters that leave no
    ink go. Folding a folded text changes nothing.
    """
    return fold(text, _plain_form)


def fold(text: str, plain_form: Callable[[str], str]) -> Folded:
    """Fold white space, invisible characters and Unicode forms, and each character by ``plain_form``."""
    pattern = _ASCII_GAP if text.isascii() else _work(text, plain_form)
    result = Folded(text="")
    pieces: list[str] = []
    done = length = 0
    for match in pattern.finditer(text):
        first, last = match.span()
        original = match.group()
        new = _gap(text, match) if match.lastgroup else _cluster(original, plain_form)
        if new == original:
            continue
        pieces.append(text[done:first])
        pieces.append(new)
        length += first - done
        result.at.append(length)
        result.length.append(len(new))
        result.start.append(first)
        result.end.append(last)
        length += len(new)
        done = last
    pieces.append(text[done:])
    return Folded("".join(pieces), result.at, result.length, result.start, result.end)


def _work(text: str, plain_form: Callable[[str], str]) -> re.Pattern[str]:
    """Return the pattern of all places of a text that may change: only characters it has are looked for."""
    characters = set(text)
    changing = {c for c in characters if plain_form(c) != c and not c.isspace()}
    alternatives = [_GAP.pattern]
    marks = {c for c in characters if _joins(c)}
    if marks and not (unicodedata.is_normalized("NFC", text) and changing.isdisjoint(marks)):
        alternatives.append(rf"[^\s{INVISIBLE}][{_class_of(marks)}]+")
    if changing:
        alternatives.append(f"[{_class_of(changing)}]")
    return re.compile("|".join(alternatives))


def _class_of(characters: set[str]) -> str:
    return "".join(sorted(re.escape(c) for c in characters))


def _joins(character: str) -> bool:
    """Tell whether a character may compose with the one before it."""
    if character.isascii() or _INVISIBLE_CHARACTER.match(character):
        return False
    return unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff" or character in "\uff9e\uff9f"


def _gap(text: str, match: re.Match[str]) -> str:
    gap = match.group()
    if not _WHITE.search(gap) or "\u00ad\n" in gap:
        return ""
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    if "\n\n" in gap or not (_UNSPACED_CHARACTER.match(before) and _UNSPACED_CHARACTER.match(after)):
        return " "
    return " " if before in _NUMERALS and after in _NUMERALS else ""


def _cluster(text: str, plain_form: Callable[[str], str]) -> str:
    composed = unicodedata.normalize("NFC", text)
    return unicodedata.normalize("NFC", "".join(plain_form(c) for c in composed))


@cache
def _plain_form(character: str) -> str:
    if character.isascii():
        return _TYPOGRAPHIC.get(character, character)
    plain = _TYPOGRAPHIC.get(character)
    if plain is not None:
        return plain
    decomposition = unicodedata.decomposition(character)
    if not decomposition:
        return character
    if decomposition[0] != "<":
        return unicodedata.normalize("NFC", character)
    tag, *codes = decomposition.split()
    if tag not in _SAME_TO_A_READER or codes[0] == "0020":
        return character
    return "".join(_TYPOGRAPHIC.get(c, c) for c in unicodedata.normalize("NFKC", character))
