"""From the pieces of one block to its text: white space, line breaks, superscripts, note marks.

While a page is walked, whatever the text depends on beyond its characters is put between the pieces as control
characters that no HTML text holds after ``clean_controls``. ``block_text`` resolves them.
"""

import re

from loccit.extract.unseen import remove_unseen

BREAK = "\x00"
"""A forced line break."""
SUP = "\x01"
SUB = "\x02"
END = "\x03"
"""Ends a superscript or subscript."""
KEPT_SPACE = "\x04"
"""A space where white space is preserved."""
KEPT_TAB = "\x05"
MARK = "\x06"
"""Begins a note mark; ``END`` ends it."""
MARK_LENGTH = 8
"""A note mark is at most this long: ``[12]``, ``†``, ``1, 2``."""
EDGE = "\x07"
"""The edge of an inline box: a space if a letter or digit stands on both sides, else nothing."""
EDIT = "\x08"
"""The edge of deleted or inserted text: a space if a digit stands on both sides, else nothing."""

_CONTROL_REFERENCE = re.compile(r"&#(?:0*[1-8]|[xX]0*[1-8])(?![0-9a-fA-F])")
_ODD_SPACE = re.compile(r"[\v\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_INKLESS = "\u00a0\u00ad\u200b\u200c\u200d\u2060\ufeff \u3000"
_INKLESS_LENGTH = 16
_SIGNS = re.compile(r"[\x00-\x08]")
_SPACES = re.compile(r"[ \t\n\r\f]+")
_AROUND_BREAK = re.compile(r" ?\x00 ?")
_TRAILING_SPACE = re.compile(r"[\x04\x05]+(?=\x00|$)")
_RAISED = re.compile(r"(\w?)(\s?)([\x01\x02\x06])([^\x01-\x03\x06]*)\x03(?=([\w\x01\x02]?))")
_EDGES = re.compile(r"(?<=[^\W_])[\x07\x08]*\x07[\x07\x08]*(?=[^\W_])|(?<=\d)\x08+(?=\d)")
_LEFTOVER = str.maketrans("", "", "\x01\x02\x03\x06\x07\x08")
_CURRENCY = (
    r"(?:[A-Z]{0,3}[$€£¥₩₹₽₺₫฿₴₱₪]"
    r"|(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|IDR|Rp|Fr|kr|zł|Kč|Ft|lei)(?![A-Za-z])\.?)"
)
_AMOUNT = r"(?:\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+|\d+)"
_CENTS = r"\x01(?:[.,]?)\d\d\x03"
_PRICE = re.compile(rf"(?<![\w.,])(?:{_CURRENCY}\s?{_AMOUNT}{_CENTS}|{_AMOUNT}{_CENTS}(?=\s?{_CURRENCY}))")
_NOTE = re.compile(r"\(?(?:\d{1,3}|[a-z])\)|\[\w{1,3}\]|\d{1,3}(?:, \d{1,3}|\s?–\s?\d{1,3})+|\d{1,3}(?:,\d{1,3})+")
_DECIMALS = re.compile(r"[.,]\d{1,2}")
_DECIMAL = re.compile(r"\d+,\d+")
_GROUPED_BY_STOPS = re.compile(r"\.\d{3}\Z")
_ORDINAL = frozenset((
    "st", "nd", "rd", "th", "e", "er", "re", "ère", "ème", "ère", "o", "a", "os", "as", "º", "ª", "ᵉ", "me",
    "lle", "mme", "le", "de", "ste", "tm", "sm", "r", "c", "®", "™", "©", "℠",
))  # fmt: skip
_SIMPLE_EXPONENT = re.compile(r"[+\-−]?\w+(?:\.\w+)?\Z")
_CONTROLS_TO_REPLACEMENT = dict.fromkeys(range(1, 9), "\ufffd")


def has_controls(markup: str) -> bool:
    """Tell whether the text of a source could hold the characters above, written out or as references."""
    if any(sign in markup for sign in (SUP, SUB, END, KEPT_SPACE, KEPT_TAB, MARK, EDGE, EDIT)):
        return True
    return "&#" in markup and _CONTROL_REFERENCE.search(markup) is not None


def clean_controls(text: str) -> str:
    """Return text without the control characters that have a meaning between pieces."""
    return text.translate(_CONTROLS_TO_REPLACEMENT)


def preserved(text: str) -> str:
    """Return a piece whose white space must survive collapsing (``white-space: pre``)."""
    return text.replace("\r", "").replace("\n", BREAK).replace(" ", KEPT_SPACE).replace("\t", KEPT_TAB)


def kept_lines(text: str) -> str:
    """Return a piece whose line ends, but not spaces, must survive collapsing (``white-space: pre-line``)."""
    return text.replace("\n", BREAK)


def block_text(raw: str) -> tuple[str, tuple[str, ...], str]:
    """Return the text of a block from its joined pieces, flags for what was resolved in it, and unseen text.

    White space is collapsed as in CSS Text 3 (space, tab and line feed; no-break and ideographic spaces stay).
    """
    if raw.isascii():
        text = " ".join(raw.split())
        if text.isprintable():
            return text, (), ""
        text, flags = _resolved(text)
        return _inked(text), flags, ""
    raw, flags, unseen = remove_unseen(raw)
    text = " ".join(raw.split()) if not _ODD_SPACE.search(raw) else _SPACES.sub(" ", raw).strip(" ")
    if _SIGNS.search(text):
        text, more = _resolved(text)
        flags += more
    return _inked(text), flags, unseen


def _inked(text: str) -> str:
    """Return the text, or an empty string where nothing in it leaves ink."""
    if len(text) > _INKLESS_LENGTH or any(character.isprintable() for character in text.strip(_INKLESS)):
        return text
    return ""


def _resolved(text: str) -> tuple[str, tuple[str, ...]]:
    flags: tuple[str, ...] = ()
    if SUP in text or SUB in text or MARK in text:
        text, flags = _resolve_raised(text)
    if EDGE in text or EDIT in text:
        text = _EDGES.sub(" ", text).translate(_LEFTOVER)
        text = _SPACES.sub(" ", text).strip(" ")
    if BREAK in text:
        text = _AROUND_BREAK.sub(BREAK, text)
    if BREAK in text or KEPT_SPACE in text or KEPT_TAB in text:
        text = _TRAILING_SPACE.sub("", text).strip(BREAK)
        text = text.replace(BREAK, "\n").replace(KEPT_SPACE, " ").replace(KEPT_TAB, "\t")
    return text, flags


def _resolve_raised(text: str) -> tuple[str, tuple[str, ...]]:
    flags: list[str] = []

    def price(match: re.Match[str]) -> str:
        flags.append("price_superscript")
        amount, _, cents = match.group().rstrip(END).partition(SUP)
        if cents[0] in ".,":
            return amount + cents
        return f"{amount}{',' if _GROUPED_BY_STOPS.search(amount) else '.'}{cents}"

    def raised(match: re.Match[str]) -> str:
        before, space, sign, content, after = match.groups()
        content = content.strip(" \x00\x04\x07\x08")
        if not content:
            return before + space
        follows = not space and (before or (END if text[match.start() - 1 : match.start()] == END else ""))
        exponent = before.isdecimal() and _DECIMAL.fullmatch(content)
        if (sign == MARK and len(content) <= MARK_LENGTH) or (
            sign == SUP and _NOTE.fullmatch(content) and not exponent
        ):
            flags.append("reference_mark")
            return f"{before}{space}[{content.strip('[]()')}]"
        if sign in (SUP, MARK):
            return before + space + _superscript(content, follows or "", after)
        return before + space + _subscript(content, follows or "", after)

    if SUP in text:
        text = _PRICE.sub(price, text)
    text = _RAISED.sub(raised, text)
    return text if EDGE in text or EDIT in text else text.translate(_LEFTOVER), tuple(dict.fromkeys(flags))


def _superscript(content: str, before: str, after: str) -> str:
    if content.lower().strip(".") in _ORDINAL or not any(character.isalnum() for character in content):
        return content
    if (not before and not after) or (before.isdecimal() and _DECIMALS.fullmatch(content)):
        return content
    return f"^{_bracketed(content, after)}"


def _subscript(content: str, before: str, after: str) -> str:
    if not content[0].isalnum():
        return content
    if content.isdecimal() and not before.isdecimal() and before != END and not after.isdecimal():
        return content
    return f"_{_bracketed(content, after)}"


def _bracketed(content: str, after: str) -> str:
    """Return what is raised or lowered, in brackets where it would run into what follows it, or is no simple term."""
    runs_on = (after.isdecimal() and content[-1].isdecimal()) or (after.isalpha() and content[-1].isalpha())
    return content if _SIMPLE_EXPONENT.match(content) and not runs_on else f"({content})"
