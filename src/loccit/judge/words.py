"""Cut text into the words and marks a statement is compared by.

Unlike the tokens of the index, nothing is dropped here: punctuation bounds clauses, a contraction is its verb and
its negation, and a character of a script written without spaces stands for itself, so that two texts are verbatim
equal exactly where their words are.
"""

import re
import unicodedata

from loccit.judge.script import TO_SIMPLIFIED

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_LETTER = rf"[^\W{_UNSPACED}]"
_GROUP_SPACE = "\u00a0\u202f\u2009"
_WORD = re.compile(
    rf"""
      \d{{1,3}}(?:[{_GROUP_SPACE}]\d{{3}})+(?!\d)(?:[.,]\d+)?
    | \d{{1,3}}(?:[ ]\d{{3}}){{2,}}(?!\d)(?:[.,]\d+)?
    | \d+(?:[.,:]\d+)*
    | (?!\d)[^\W\d_{_UNSPACED}]+(?:\+\+|\#)(?![\w+\#])
    | (?!\d){_LETTER}+(?:(?:[.'’:/]|-(?=\d)){_LETTER}+)*(?:\(\))?
    | [{_UNSPACED}]
    | \S
    """,
    re.VERBOSE,
)
_ASCII_WORD = re.compile(
    r"""
      \d{1,3}(?:[ ]\d{3}){2,}(?!\d)(?:[.,]\d+)?
    | \d+(?:[.,:]\d+)*
    | [a-z]+(?:\+\+|\#)(?![\w+\#])
    | [a-z_]\w*(?:(?:[.':/]|-(?=\d))\w+)*(?:\(\))?
    | \S
    """,
    re.VERBOSE | re.ASCII,
)
"""The same for lower-case ASCII, in which most text is written; classes of so few characters are matched faster."""

_MARKS = str.maketrans("’‘“”„«»–—‐‑‒―…，。；：？！（）、「」『』《》", '\'\'"""""------.,.;:?!(),""""""')
_FOLDED: dict[int, str | int] = {**TO_SIMPLIFIED, **_MARKS}


class Word:
    """One word, number, character of an unspaced script, or punctuation mark.

    Attributes:
        surface: folded form (NFKC, case folded, quotes and dashes unified, simplified characters).
        start, end: code points of the text it was cut from.
        spaced: whether white space (or the text's beginning) stands before it.
    """

    __slots__ = ("end", "spaced", "start", "surface")

    def __init__(self, surface: str, start: int, end: int, *, spaced: bool) -> None:
        self.surface = surface
        self.start = start
        self.end = end
        self.spaced = spaced

    def __repr__(self) -> str:
        return f"Word({self.surface!r}, {self.start}, {self.end})"

    @property
    def is_mark(self) -> bool:
        """Whether it is punctuation or a symbol."""
        return not self.surface[0].isalnum() and self.surface[0] != "_"


def cut_words(text: str, start: int, end: int) -> list[Word]:
    """Return the words and marks of ``text[start:end]``, in order; offsets count code points of ``text``."""
    words: list[Word] = []
    piece = text[start:end]
    folded_whole = piece.isascii()  # then folding moves no offset
    if folded_whole:
        piece = piece.lower()
    last = -1
    for match in (_ASCII_WORD if folded_whole else _WORD).finditer(piece):
        at, behind = match.span()
        surface = match.group()
        spaced = at != last
        last = behind
        first, after = start + at, start + behind
        if not (folded_whole and surface.isalnum()):
            surface = fold(surface)
            if not surface:
                continue
            if surface.endswith("n't") and len(surface) > len("n't") and "." not in surface:
                # "can't" and "cannot" are the same two words: the verb and the negation.
                middle = after - len("n't")
                verb = surface[: -len("n't")]
                words.append(Word(_CONTRACTED_STEMS.get(verb, verb), first, middle, spaced=spaced))
                words.append(Word("not", middle, after, spaced=False))
                continue
        if behind == at + 1 and _is_option(text, first):
            surface = text[first]  # "-r" and "-R" are two options
        if surface == "cannot":
            words.append(Word("can", first, first + 3, spaced=spaced))
            words.append(Word("not", first + 3, after, spaced=False))
        else:
            words.append(Word(surface, first, after, spaced=spaced))
    return words


def _is_option(text: str, at: int) -> bool:
    """Tell whether the one letter at a place is an option of a command, behind a hyphen that joins nothing."""
    return text[at - 1 : at] == "-" and not text[max(0, at - 2) : at - 1].isalnum() and "A" <= text[at] <= "Z"


_CONTRACTED_STEMS = {"ca": "can", "wo": "will", "sha": "shall"}


def fold(text: str) -> str:
    """Return the form in which two words are compared."""
    if text.isascii():
        folded = text.lower()
    else:
        folded = unicodedata.normalize("NFKC", text.translate(_FOLDED)).casefold().replace("\u00ad", "")
    folded = folded.removesuffix("()")
    return folded[:-2] if folded.endswith("'s") and len(folded) > 2 else folded


def is_unspaced(character: str) -> bool:
    """Tell whether a character belongs to a script written without spaces."""
    return bool(_UNSPACED_CHARACTER.match(character))


_UNSPACED_CHARACTER = re.compile(f"[{_UNSPACED}]")
