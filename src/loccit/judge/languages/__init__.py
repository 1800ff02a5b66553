"""Language tables and the choice between them.

A language without a table is said (``language_not_handled``), never guessed: only verbatim quotations are then
judged.
"""

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from loccit.judge.languages.stems import PARTICIPLES, STEMMERS, never, same
from loccit.judge.languages.table import JOINING, Entry, Kind, LanguageTable, split
from loccit.judge.script import simplified

CODES = ("en", "zh", "id")


def read_table(code: str) -> LanguageTable:
    """Return the table of a language from its file in this package."""
    fields = tomllib.loads(files(__name__).joinpath(f"{code}.toml").read_text(encoding="utf-8"))
    return LanguageTable(
        **_in_one_script(fields), stem=STEMMERS.get(code, same), is_participle=PARTICIPLES.get(code, never)
    )


def _in_one_script(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a table with all words in simplified characters, in which words are compared."""
    return {simplified(name): _simplified(field) for name, field in fields.items()}


def _simplified(field: object) -> object:
    if isinstance(field, str):
        return simplified(field)
    if isinstance(field, dict):
        return _in_one_script(field)
    return [_simplified(inner) for inner in field] if isinstance(field, list) else field


TABLES = {code: read_table(code) for code in CODES}

_COMMA_DECIMALS = (
    "cs",
    "da",
    "de",
    "es",
    "fi",
    "fr",
    "hu",
    "it",
    "nb",
    "nl",
    "pl",
    "pt",
    "ro",
    "ru",
    "sv",
    "tr",
    "uk",
    "vi",
)
_DIGITS = {code: LanguageTable(code=code, kinds={}, decimal_mark=",") for code in _COMMA_DECIMALS}
_PLAIN_DIGITS = LanguageTable(code="und", kinds={})


def value_table(language: str) -> LanguageTable:
    """Return the table to read typed values with: of a language that is not handled, figures alone are read."""
    return TABLES.get(language) or _DIGITS.get(language, _PLAIN_DIGITS)


_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_OTHER_SCRIPT = re.compile("[\u0370-\u1fff\u3040-\u30ff\uac00-\ud7ff]")
_PAIRS = re.compile("[>=]")
_ASCII_WORD = re.compile("[a-z]+")
_LATIN_WORD = re.compile(r"[^\W\d_]+")
_INDONESIAN_SHAPE = re.compile(
    r"\b(?:(?:me(?:m|n|ng|ny)[a-z]{3,}(?:kan|i|nya)|(?:me(?:m|ng)|ber)[bcdghjklmnpst][a-z]{4,}|di[a-z]{3,}kan"
    r"|[a-z]{4,}nya)\b|Rp\b)"
)
"""Words formed as only Malay and Indonesian form them; short texts often hold no telling word."""

_TELLING = {
    "en": "the of and to in is was were are that for with on as by at from this it not be has have an which or can "
    "must will been may its his her when if their does did into than no",
    "id": "yang dan di dari dengan untuk pada ini itu adalah tidak dalam akan oleh ke juga atau karena para telah "
    "dapat bisa sebagai ada bukan belum tersebut merupakan harus jika anda seperti lebih menjadi sudah mereka pukul",
    "fr": "le la les des du une est et dans pour que qui sur pas avec sont par au aux ce cette il elle plus ne compte",
    "de": "der die das und ist nicht ein eine mit von zu den auf für im dem wird sind hat werden auch sich bei als",
    "es": "el los las una es y en por para con que del se no su como más al lo está son fue",
    "it": "il gli una è di che per con del della non sono nel alla anche più si le",
    "pt": "o os as uma é e em por para com que do da não se mais dos das ao foi são",
    "nl": "het een en van is niet op te dat voor met zijn aan er ook door naar bij wordt",
    "ms": "ialah kerana boleh daripada awak hendaklah tetapi adalah bahawa",
}


def _telling() -> dict[str, tuple[str, ...]]:
    """Return words to the languages they tell of: those listed, and the single function words of each table."""
    words = {code: set(text.split()) for code, text in _TELLING.items()}
    for code, table in TABLES.items():
        if not table.unspaced:
            texts = (*table.kinds.values(), table.complements, table.opposites, " | ".join(table.months))
            phrases = (phrase for text in texts for phrase in split(_PAIRS.sub("|", text)))
            words[code].update(phrase for phrase in phrases if " " not in phrase)
    every = set().union(*words.values())
    return {word: tuple(code for code in words if word in words[code]) for word in every}


_LANGUAGES_OF = _telling()


def language_of(text: str, declared: str = "", fallback: str = "") -> str:
    """Return the primary language subtag of a short text: by script, by telling words, then as declared.

    Args:
        text: a sentence or a few.
        declared: BCP 47 tag in force on the page, or an empty string.
        fallback: what to return where neither text nor declaration says anything.
    """
    if not text.isascii():
        if _OTHER_SCRIPT.search(text):
            return _declared(declared) or "und"
        if _HAN.search(text):
            return "zh"
    counts: dict[str, int] = {}
    words = (_ASCII_WORD if text.isascii() else _LATIN_WORD).findall(text.lower())
    for word in words:
        if word in _LANGUAGES_OF:
            for code in _LANGUAGES_OF[word]:
                counts[code] = counts.get(code, 0) + 1
    shapes = len(_INDONESIAN_SHAPE.findall(text))
    if shapes:
        counts["id"] = counts.get("id", 0) + shapes
    said = _declared(declared)
    if not counts:
        return said or fallback
    best = max(counts.values())
    leading = [code for code, count in counts.items() if count == best]
    for preferred in (said, fallback, "en", "id"):
        if preferred in leading:
            return preferred
    return leading[0]


def _declared(tag: str) -> str:
    return tag.split("-", 1)[0].lower()


__all__ = ["JOINING", "TABLES", "Entry", "Kind", "LanguageTable", "language_of", "value_table"]
