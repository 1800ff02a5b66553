"""Where sentences begin and end inside one block of text.

The rules follow the default sentence boundaries of Unicode (UAX #29) and add what these leave to the application:
abbreviations, initials, numbered lists, code and file names, CJK text with ASCII full stops, and Thai, which has no
full stop. A boundary that is missed makes a passage longer; a wrong one cuts a condition off, so doubt means none.
"""

import re
from collections.abc import Iterator
from heapq import merge

from loccit.text.abbreviations import ABBREVIATIONS, BEFORE_NUMBER, EITHER, INNER, LIST_ENDS, OPENERS
from loccit.text.offsets import Span

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_CLOSERS = "\"'”’»›)\\]}」』】〉》〕〗）］｝｣"
_STOPS = "。！？｡।॥။።៕"
_MARKS = f".!?…؟۔։．{_STOPS}"
# Both begin with one set of characters, which the engine scans for fast.
_CANDIDATE = re.compile(rf"[{_MARKS}\n](?:(?<!\n)[{_MARKS}]*[{_CLOSERS}]*(?:\[\w{{1,4}}\])*|(?<=\n)[^\S\n]*(?=\n))")
_SIGN = re.compile(rf"[{_MARKS}\n]")
_THAI_SPACE = re.compile(r"[^\S\n](?:(?<=[\u0e01-\u0e4e].)[^\S\n]*(?=[\u0e01-\u0e44]))")
_STOP = re.compile(f"[{_STOPS}]")
_AFTER_MIXED = re.compile(rf"[{_CJK}「『（《【“\s]")
_CJK_CHARACTER = re.compile(f"[{_CJK}]")
_NEXT_WORD = re.compile(r"[\s\"'“‘«‹(\[{「『（《【¿¡*_-]*(\S*)")
_QUOTATIVE = re.compile(r"(?:と|って|という|といった|とか|など|の|は|が|を|に|も|で|や|へ|,|，|、)")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")
_SPACED_INITIAL = re.compile(r"[^\W\d_]\.")
_LIST_MARK = re.compile(r"\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})(?:\.\d{1,3})*")
_ORDINAL_LANGUAGES = frozenset(
    ("de", "da", "nb", "nn", "no", "fi", "cs", "sk", "pl", "hu", "et", "lv", "sl", "hr", "is")
)
_CODE_WORD = re.compile(r"\w*(?:[_(/\\@=]|\w\.\w|[a-z][A-Z]|\d)")

_THAI_MIN_LENGTH = 15
_THAI_MIN_NEXT_LENGTH = 8
_THAI_ENDINGS = ("ครับ", "ค่ะ", "คะ", "จ้ะ", "นะ", "แล้ว")
_THAI_JOINERS = (
    "และ", "หรือ", "แต่", "ที่", "ซึ่ง", "เพราะ", "เมื่อ", "หาก", "ถ้า", "โดย", "เพื่อ", "จึง", "ก็", "ไม่", "เช่น", "ได้แก่",
    "คือ", "ว่า", "กับ", "ยกเว้น", "เว้นแต่", "ของ", "ใน", "จาก", "ๆ", "ฯ", "เป็น", "รวมทั้ง", "เนื่องจาก", "จนกว่า",
)  # fmt: skip


def sentence_spans(text: str, start: int, end: int, language: str = "") -> list[Span]:
    """Return the sentences of one block, in order, without the white space around them.

    Args:
        text: the text the offsets count in.
        start: first code point of the block.
        end: code point after the block's last.
        language: BCP 47 tag of the block, or an empty string; only a few rules need it.
    """
    if _is_one(text, start, end):
        return [Span(start, end)]
    spans: list[Span] = []
    opened = start
    for cut in _candidates(text, start, end):
        if cut.end() >= end:
            break
        if "!" <= text[cut.end()] <= "~" and text[cut.start()] in ".!?":
            continue
        if _ends_sentence(text, cut, Span(opened, end), language):
            _append_trimmed(spans, text, opened, cut.end())
            opened = cut.end()
    _append_trimmed(spans, text, opened, end)
    return spans


def _is_one(text: str, start: int, end: int) -> bool:
    """Tell whether a block is plainly one sentence, as most are: no sign of an end before its last character."""
    return (
        end > start
        and _SIGN.search(text, start, end - 1) is None
        and not (text[start].isspace() or text[end - 1].isspace() or _is_thai_spaced(text, start, end))
    )


def _candidates(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    found = _CANDIDATE.finditer(text, start, end)
    if not _is_thai_spaced(text, start, end):
        return found
    return merge(found, _THAI_SPACE.finditer(text, start, end), key=lambda match: match.start())


def _is_thai_spaced(text: str, start: int, end: int) -> bool:
    return not text.isascii() and _THAI_SPACE.search(text, start, end) is not None


def _append_trimmed(spans: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    body = piece.strip()
    if body:
        begin = start if body[0] == piece[0] else start + piece.index(body)
        spans.append(Span(begin, begin + len(body)))


def _ends_sentence(text: str, match: re.Match[str], around: Span, language: str) -> bool:
    """Decide on one candidate; ``around`` runs from the start of the sentence to the end of the block."""
    mark = match.group()
    first, at, cut = mark[0], match.start(), match.end()
    if first == "\n":
        return True
    if first.isspace():
        return _ends_thai(text, match, around)
    if not mark.isascii() and _STOP.search(mark):
        # CJK, Indic, Khmer, Ethiopic and Burmese full stops end a sentence wherever they stand.
        return not (mark[-1] in "」』”’）)" and _QUOTATIVE.match(text, cut))
    if first == "．":
        return not (text[at - 1 : at].isdecimal() and text[cut].isdecimal())
    if first != "…" and _AFTER_MIXED.match(text, cut) and _CJK_CHARACTER.match(text, max(around.start, at - 1), at):
        return True
    return text[cut].isspace() and _ends_spaced(text, match, around, language)


def _ends_spaced(text: str, match: re.Match[str], around: Span, language: str) -> bool:
    following = _NEXT_WORD.match(text, match.end(), around.end)
    word = following.group(1) if following else ""
    if not word:
        return True
    pieces = text[max(around.start, match.start() - 40) : match.start()].rsplit(None, 1)
    token = pieces[-1] if pieces and not text[match.start() - 1].isspace() else ""
    mark = match.group()
    if mark == "." and len(token) > 4 and token.islower() and token.isalpha() and "A" <= word[0] <= "Z":
        return token not in ABBREVIATIONS
    if mark[0] != "." or mark.startswith(".."):
        return not word[0].islower() and bool(token.strip("([{") or mark[0] != ".")
    at_start = not text[around.start : match.start() - len(token)].strip()
    if mark == "." and at_start and _LIST_MARK.fullmatch(token):
        return False
    if mark == "." and token.isdecimal() and len(token) <= 2 and language.partition("-")[0] in _ORDINAL_LANGUAGES:
        return False
    return _full_stop_ends(token.lstrip("([{\"'“‘«-–—/"), word, closed=len(mark) > 1)


def _full_stop_ends(token: str, word: str, *, closed: bool) -> bool:
    """Decide on ``token. word``; ``closed`` where a bracket or quotation mark stands between."""
    lowered = token.casefold()
    opener = word[0].isupper() and _bare(word) in OPENERS
    if lowered in INNER:
        return closed and opener
    if (word[0].isdecimal() and lowered in BEFORE_NUMBER) or (len(token) == 1 and _SPACED_INITIAL.match(word)):
        return False
    if lowered in EITHER:
        return opener or (lowered in LIST_ENDS and not word[0].islower() and not word[0].isdecimal())
    if _INITIALS.fullmatch(token) and (len(token) > 1 or token.isupper()):
        return opener or not (word[0].isalpha() or word[0].isdecimal())
    if not word[0].islower():
        return True
    # A sentence may begin with a name from code; else a small letter goes on with the sentence.
    return bool(_CODE_WORD.match(word)) or (not closed and len(token) > 4 and token.isalpha() and token.islower())


def _bare(word: str) -> str:
    return word.casefold().rstrip(".,;:!?'’\")")


def _ends_thai(text: str, match: re.Match[str], around: Span) -> bool:
    sentence = text[around.start : match.start()].strip()
    rest = text[match.end() : min(around.end, match.end() + 40)]
    word = rest.split(maxsplit=1)[0]
    if sentence.endswith(_THAI_ENDINGS):
        return True
    if sentence.endswith(_THAI_JOINERS) or word.startswith(_THAI_JOINERS):
        return False
    return len(sentence) >= _THAI_MIN_LENGTH and len(word) >= _THAI_MIN_NEXT_LENGTH
