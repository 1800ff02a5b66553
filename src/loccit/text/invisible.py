"""Characters that leave no ink, reported where they can deceive.

Zero-width joiners inside emoji, zero-width non-joiners in Persian or Indic text, direction marks and a leading byte
order mark are ordinary writing. What is reported: text spelled in tag characters, a zero-width character inside a
word of a script that has no use for it, and direction overrides (Unicode TR36 and TR39; "Trojan Source").
"""

import re
from dataclasses import dataclass
from typing import Literal

Alarm = Literal["tag_characters", "zero_width_in_word", "bidi"]

_TAGS = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f)|[\U000e0000-\U000e007f]+")
_LETTER = "A-Za-z\u00c0-\u024f\u0370-\u058f\u1e00-\u1fff"
_ZERO_WIDTH = re.compile(f"(?<=[{_LETTER}])[\u200b-\u200d\u2060-\u2064\ufeff]+(?=[{_LETTER}])")
_OVERRIDE = re.compile("[\u202d\u202e]")
_OPENED = re.compile("[\u202a\u202b\u2066-\u2068](?P<inner>[^\u202a\u202b\u202c\u2066-\u2069\n]*)(?=\n|\\Z)")
_REMOVED = re.compile("[\u202a-\u202e\u2066-\u2069]|^\ufeff")


@dataclass(frozen=True, slots=True)
class InvisibleFinding:
    """One suspicious run of invisible characters; offsets are code points, ``decoded`` is what tags spell."""

    alarm: Alarm
    start: int
    end: int
    decoded: str | None = None


def invisible_findings(text: str) -> tuple[InvisibleFinding, ...]:
    """Return what is suspicious among the invisible characters of a text, in order."""
    if text.isascii():
        return ()
    found = [
        InvisibleFinding("tag_characters", *match.span(), decoded=_decoded(match.group()))
        for match in _TAGS.finditer(text)
        if match.group(1) is None
    ]
    found += [InvisibleFinding("zero_width_in_word", *match.span()) for match in _ZERO_WIDTH.finditer(text)]
    found += [InvisibleFinding("bidi", *match.span()) for match in _OVERRIDE.finditer(text)]
    found += [InvisibleFinding("bidi", match.start(), match.start() + 1) for match in _OPENED.finditer(text)]
    return tuple(sorted(found, key=lambda finding: finding.start))


def without_deceptive(text: str) -> str:
    """Return the text without tag text (flags stay), direction controls and a leading byte order mark."""
    if text.isascii():
        return text
    return _REMOVED.sub("", _TAGS.sub(lambda match: match.group(1) or "", text))


def _decoded(tags: str) -> str:
    return "".join(chr(ord(tag) - 0xE0000) for tag in tags if 0xE0020 <= ord(tag) <= 0xE007E)
