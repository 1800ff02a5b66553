"""Operators and intervals: ``x < 5`` is not ``x <= 5``, ``a + b`` not ``b - a``, ``[0, 1)`` not ``[0, 1]``.

Words are compared without the signs between them; where one side uses such signs as operators on operands that the
other side names too, both must use the same ones. Dashes, slashes and ampersands between ordinary words are
punctuation, not operators. A comparison with a number that only one side writes with a sign is a bound of that number
and compared as one ("at least 10", ``>= 10``).
"""

import re
from collections.abc import Iterator, Set

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.statement import Statement, Term

Operation = tuple[str, str, str]

_SAME = {"≤": "<=", "≥": ">=", "≠": "!=", "<>": "!=", "×": "*", "→": "->", "←": "<-", "⇒": "=>", "−": "-", "≈": "~"}
_TAG = re.compile(r"</?[A-Za-z][\w-]*\s*/?>")
_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|~~)(?=\S)(.+?)(?<=\S)\1(?!\w)")
_OPERAND = r"[^\W_][\w.]*(?<!\.)(?:\(\))?"
_PLAIN_OPERATOR = r"<=>|<<=?|>>=?|<=|>=|==|!=|<>|=>|->|<-|:=|\*\*|&&|\|\||//|[<>=≤≥≠≈±×→←⇒^∈∉⊂⊆∧∨]"
_SPACED_OPERATOR = r"[-−+*/%&|~]"
_BINARY = re.compile(
    rf"(?P<left>{_OPERAND}|[)\]'\"])(?:\s*(?P<plain>{_PLAIN_OPERATOR})\s*|(?P<space>\s?)(?P<spaced>{_SPACED_OPERATOR})"
    rf"(?P=space))(?=(?P<right>[-−~+!]?(?:{_OPERAND}|[(\['\"])))"
)
_SHORT_OPERAND = re.compile(r"[A-Za-z_]\w?$|[\d.]+$|.*[()\[\]'\"]$")
_ALWAYS_SPACED = frozenset("-−/%&|~")
"""Signs that join ordinary words too ("read-only", "km/h", "R&D"): operators only between spaces and short operands."""

_BOUNDS = frozenset({"<", ">", "<=", ">=", "~"})
_PREFIXED = re.compile(r"(?<![\w)\]'\"*+/.-])(?P<sign>--?|[~!@#$&*^\\|±+]+)(?P<word>[^\W\d_]\w*)")
_SUFFIXED = re.compile(r"(?P<word>\w+)(?P<sign>[*+^&|$~]+)(?![\w*+(])")
_TOKEN = re.compile(r"\w[\w.]*(?<!\.)")
_SHORT = 2
"""A sign glued to a word of so few letters changes what it names: ``a*``, ``a+``; on a longer one it may be a mark of
emphasis or a footnote."""

_PAIR = re.compile(r"(?<!\w)([\[(])\s*([-−+]?[\w.∞]+)\s*[,;]\s*([-−+]?[\w.∞]+)\s*([\])])")


def check(frame: Frame) -> Iterator[Objection]:
    """Object where claim and statement do not use the same operators or intervals on what both name."""
    claim, page = _text(frame.claim), _text(frame.page)
    ours, theirs = _Used(claim), _Used(page)
    if _lacks(ours, theirs, both=False) or _lacks(theirs, ours, both=True):
        yield Objection("comparison", Grade.OPEN, "operator_differs", _first(frame.claim), _first(frame.page))
    bounds, said = _pairs(claim), _pairs(page)
    ends = {pair[1:3] for pair in bounds if _is_interval(pair)} | {pair[1:3] for pair in said if _is_interval(pair)}
    missing = any(_is_interval(pair) and pair not in said for pair in bounds)
    if missing or any(pair not in said for pair in bounds if pair[1:3] in ends):
        yield Objection("number", Grade.OPEN, "interval_differs", _first(frame.claim), _first(frame.page))


def operations(text: str) -> set[Operation]:
    """Return each operator of a text with the operand before and behind it, folded."""
    found: set[Operation] = set()
    for match in _BINARY.finditer(_TAG.sub(" ", text)):
        left, right = match["left"], match["right"]
        sign = match["plain"] or match["spaced"]
        if match["spaced"] is not None:
            short = bool(_SHORT_OPERAND.match(left) and _SHORT_OPERAND.match(right))
            if not short or (sign in _ALWAYS_SPACED and not match["space"]):
                continue
        found.add((left.casefold(), _SAME.get(sign, sign), right.casefold()))
    return found


def intervals(text: str) -> set[tuple[str, str, str, str]]:
    """Return the intervals of a text: bracket, lower end, upper end, bracket; only those with a square bracket."""
    return {pair for pair in _pairs(text) if _is_interval(pair)}


class _Used:
    """A text with the operators and the glued signs it uses."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.operations = operations(text)
        self.glued = _glued(text)


def _lacks(one: _Used, other: _Used, *, both: bool) -> bool:
    """Tell whether a text uses an operator that the other lacks.

    Args:
        both: only operators count whose operands the other names too.
    """
    extra, glued = one.operations - other.operations, one.glued - other.glued
    if not (extra or glued):
        return False
    named = {token.casefold() for token in _TOKEN.findall(other.text)}
    compared = {operation[2] for operation in other.operations if operation[1] in _BOUNDS}
    for left, sign, right in extra:
        if sign in _BOUNDS and right[0].isdecimal() and right not in compared:
            continue  # a bound of a number, which the other side may state in words
        if not both or (left in named and right in named):
            return True
    return any(not both or (len(word) <= _SHORT and word in named) for word, _, _ in glued)


def _glued(text: str) -> Set[Operation]:
    """Return the signs that touch one word, before or behind it: ``-r``, ``$HOME``, ``a*``."""
    plain = _EMPHASIS.sub(r"\2", _TAG.sub(" ", text))
    before = {(match["word"].casefold(), match["sign"], "before") for match in _PREFIXED.finditer(plain)}
    return before | {(match["word"].casefold(), match["sign"], "behind") for match in _SUFFIXED.finditer(plain)}


def _pairs(text: str) -> set[tuple[str, str, str, str]]:
    return {(m[1], m[2].casefold(), m[3].casefold(), m[4]) for m in _PAIR.finditer(text)}


def _is_interval(pair: tuple[str, str, str, str]) -> bool:
    return pair[0] == "[" or pair[3] == "]"


def _text(statement: Statement) -> str:
    end = statement.end
    while end < len(statement.text) and statement.text[end] in ")]":
        end += 1
    return statement.text[statement.start : end]


def _first(statement: Statement) -> Term | None:
    return statement.terms[statement.content[0]] if statement.content else None
