"""Where words and numbers begin and end: the default word boundaries of Unicode (UAX #29), slightly simplified.

Between letters of scripts that are written without spaces every place counts as a boundary, since telling words
apart there needs a dictionary.
"""

import re
import unicodedata
from functools import cache

_UNSPACED = re.compile(
    "[\u0e01-\u0e4f\u0e81-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3041-\u309f"
    "\u3100-\u312f\u31a0-\u31bf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_KATAKANA = re.compile("[\u3031-\u3035\u309b\u309c\u30a0-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_BETWEEN_LETTERS = "'.’‘․﹒＇．·"
_BETWEEN_DIGITS = "'.’‘․﹒＇．,;٬，；"
_CONNECTORS = "_‿⁀⁔﹍﹎﹏＿"


_NUMBER_GOES_ON_BEFORE = re.compile(r"(?:\d|\d[.,]|(?:^|[^\w)\]])[-−–]|(?:^|[^\w])[.])\Z")
_NUMBER_GOES_ON_AFTER = re.compile(r"\d|[.,]\d|[\u00a0\u2009\u202f]\d{3}(?!\d)")
_GROUPS_BEFORE = re.compile(r"(?<!\d)\d{1,3}(?:[\u00a0\u2009\u202f]\d{3})*[\u00a0\u2009\u202f]\Z")
_GROUP = re.compile(r"\d{3}(?!\d)")


def is_word_boundary(text: str, offset: int) -> bool:
    """Tell whether a word may begin or end at a code point offset of the text."""
    if offset <= 0 or offset >= len(text):
        return True
    if _extends(text[offset]):
        return False
    before = _kind(text, offset - 1)
    after = _kind(text, offset)
    if before == "." or after == ".":
        return not _held_together(text, offset, before, after)
    if before not in "_AK9" or after not in "_AK9":
        return True
    return {before, after} in ({"A", "K"}, {"9", "K"})


def cuts_number(text: str, start: int, end: int) -> bool:
    """Tell whether ``text[start:end]`` begins or ends inside a number, so that it names another number.

    ``5 °C`` is no quotation from ``15 °C``, from ``-5 °C`` or from ``0.5 °C``; ``50`` is none from ``50.000``.
    """
    before = text[max(0, start - 24) : start]
    if text[start : start + 1].isdecimal() and (
        _NUMBER_GOES_ON_BEFORE.search(before) or (_GROUP.match(text, start) and _GROUPS_BEFORE.search(before))
    ):
        return True
    return text[end - 1 : end].isdecimal() and bool(_NUMBER_GOES_ON_AFTER.match(text, end))


def _held_together(text: str, offset: int, before: str, after: str) -> bool:
    """Tell whether a mark such as an apostrophe or decimal point beside the offset stands inside a word or number."""
    if before == "." and after in "A9":
        return _links(text, offset - 1, after)
    return before in "A9" and _links(text, offset, before)


def _links(text: str, mark_at: int, kind: str) -> bool:
    """Tell whether a mark such as an apostrophe or decimal point holds a word or number together."""
    marks = _BETWEEN_LETTERS if kind == "A" else _BETWEEN_DIGITS
    if text[mark_at] not in marks or not 0 < mark_at < len(text) - 1:
        return False
    return _kind(text, mark_at - 1) == kind == _kind(text, mark_at + 1)


def _extends(character: str) -> bool:
    return not character.isascii() and unicodedata.category(character) in {"Mn", "Mc", "Me", "Cf"}


def _kind(text: str, offset: int) -> str:
    while offset > 0 and _extends(text[offset]):
        offset -= 1
    return _kind_of(text[offset])


@cache
def _kind_of(character: str) -> str:
    """Return ``9`` digit, ``A`` letter, ``K`` katakana, ``_`` connector, ``.`` inner mark, ``u`` unspaced, or space."""
    if character.isdecimal():
        return "9"
    if character in _CONNECTORS:
        return "_"
    if character.isalpha():
        return "u" if _UNSPACED.match(character) else "K" if _KATAKANA.match(character) else "A"
    return "." if character in _BETWEEN_DIGITS or character in _BETWEEN_LETTERS else " "
