"""Stemmers: under what form the inflections of a word meet.

They are light on purpose: two words that meet wrongly can certify a wrong claim, two that fail to meet only leave a
claim open.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

_IRREGULAR_FORMS = """
run ran | write written wrote | hold held | keep kept | rise rose risen | fall fell fallen | begin began begun |
make made | give given gave | take taken took | send sent | build built | find found | sell sold | buy bought |
win won | lose lost | lead led | become became | grow grew grown | show shown | see seen saw | go went gone |
come came | leave left | meet met | pay paid | say said | tell told | know known knew | speak spoken spoke |
choose chosen chose | draw drawn drew | drive driven drove | throw thrown threw | break broken broke | bring
brought | teach taught | catch caught | man men | woman women | child children | person people | index indices |
life lives | wife wives | live lived living | die died dying | lie lying | tie tied | use used using
"""
_IRREGULAR = {
    form: entry.split()[0] for entry in _IRREGULAR_FORMS.replace("\n", " ").split("|") for form in entry.split()[1:]
}
_PASTS = """
ran wrote held kept rose fell began made gave took sent built found sold bought won lost became grew showed saw
went came left met paid said told knew spoke chose drew drove threw broke brought taught caught died lay
"""
IRREGULAR_PASTS = frozenset(_PASTS.split())
"""Past forms without -ed of the verbs above."""

_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=65_536)
def english(word: str) -> str:
    """Return the form under which inflections of a word meet; identifiers and short words stay as they are."""
    irregular = _IRREGULAR.get(word)
    if irregular is not None:
        word = irregular
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "ches", "shes", "xes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= 3 and not _VOWELS.isdisjoint(rest):
            word = rest
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            elif word[-1] == "i":
                word = word[:-1] + "y"
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


_PARTICLES = ("nya", "lah", "kah", "pun")


def indonesian(word: str) -> str:
    """Return the word without its particle or possessive ending and with voice prefixes reduced.

    ``di-`` and ``meN-`` mark passive and active of one verb; who does what is told by the order of words.
    """
    if len(word) <= 5 or not word.isascii() or not word.isalpha():
        return word
    for particle in _PARTICLES:
        if word.endswith(particle) and len(word) - len(particle) >= 4:
            word = word[: -len(particle)]
            break
    if word.startswith("di") and len(word) >= 6:
        return word[2:]
    return word


def same(word: str) -> str:
    """Return the word: a language without inflection."""
    return word


def english_participle(word: str) -> bool:
    """Tell whether a word may be a past participle; an adjective in -ed may be taken for one."""
    return word.endswith(("ed", "en", "own")) or word in _IRREGULAR


def indonesian_participle(word: str) -> bool:
    """Tell whether a word may be a passive verb: ``di-`` marks it."""
    return word.startswith("di") and len(word) >= 6


def never(_word: str) -> bool:
    """Return false: a language that does not mark the passive on the verb."""
    return False


STEMMERS: Mapping[str, Callable[[str], str]] = {"en": english, "id": indonesian}
PARTICIPLES = {"en": english_participle, "id": indonesian_participle}
