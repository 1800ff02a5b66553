"""Characters that a person does not see, used to smuggle text or to make it read otherwise than it looks.

Legitimate uses are left alone: joiners in emoji and Persian, variation selectors after a character that has
variants, the tag sequences of flags, soft hyphens, zero-width spaces (kept, and flagged inside Latin words).
"""

import re

_UNSEEN = re.compile("[\U000e0000-\U000e01ef\ufe00-\ufe0f\u202a-\u202e\u2066-\u2069\ufeff\u200b]")
_TAGS = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f)|[\U000e0000-\U000e007f]+")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_WITH_VARIANTS = re.compile("[0-9#*©®\u1800-\u18af\u2000-\U000dffff]")
_IDEOGRAPH = re.compile("[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_SPLIT_WORD = re.compile("[A-Za-z]\u200b[A-Za-z]")


def remove_unseen(text: str) -> tuple[str, tuple[str, ...], str]:
    """Return the text as a person sees it, flags for what was found, and what was spelt invisibly.

    Flags: ``tag_characters``, ``variation_selectors``, ``bidi``, ``zero_width_in_word``.
    """
    if not _UNSEEN.search(text):
        return text, (), ""
    flags: list[str] = []
    spelt: list[str] = []

    def tags(match: re.Match[str]) -> str:
        if match.group(1):
            return match.group(1)
        flags.append("tag_characters")
        spelt.append("".join(chr(ord(character) & 0x7F) for character in match.group() if ord(character) >= 0xE0020))
        return ""

    def selectors(match: re.Match[str]) -> str:
        before = text[match.start() - 1] if match.start() else ""
        basic = "\ufe00" <= match.group()[0] <= "\ufe0f"
        if len(match.group()) == 1 and before and (_WITH_VARIANTS if basic else _IDEOGRAPH).match(before):
            return match.group()
        flags.append("variation_selectors")
        spelt.append(_decoded(match.group()))
        return ""

    text = _TAGS.sub(tags, text)
    text = _SELECTORS.sub(selectors, text)
    if _BIDI.search(text):
        if "\u202d" in text or "\u202e" in text:
            flags.append("bidi")
        text = _BIDI.sub("", text)
    text = text.replace("\ufeff", "")
    if _SPLIT_WORD.search(text):
        flags.append("zero_width_in_word")
    return text, tuple(dict.fromkeys(flags)), "".join(spelt).strip()


def _decoded(selectors: str) -> str:
    """Return the bytes that a run of variation selectors spells, one selector a byte, as text."""
    codes = [ord(character) for character in selectors]
    data = bytes(code - 0xFE00 if code < 0xE0100 else code - 0xE0100 + 16 for code in codes)
    return data.decode("utf-8", "replace") if len(data) > 1 else ""
