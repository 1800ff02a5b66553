"""Operators and intervals: ``x < 5`` is not ``x <= 5``, ``a + b`` not ``b - a``, ``[0, 1)`` not ``[0, 1]``.

Words are compared without the signs between them; a claim that uses such signs as operators is carried only where the
statement uses the same ones on the same operands. Dashes, slashes and ampersands between ordinary words are
punctuation, not operators.
"""

import re
from collections.abc import Iterator

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.statement import Statement, Term

_SAME = {"≤": "<=", "≥": ">=", "≠": "!=", "<>": "!=", "×": "*", "→": "->", "←": "<-", "⇒": "=>", "−": "-", "≈": "~"}
_TAG = re.compile(r"</?[A-Za-z][\w-]*\s*/?>")
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

_INTERVAL = re.compile(r"(?<!\w)([\[(])\s*([-−+]?[\w.∞]+)\s*[,;]\s*([-−+]?[\w.∞]+)\s*([\])])")


def check(frame: Frame) -> Iterator[Objection]:
    """Object where the statement lacks an operation or an interval that the claim states."""
    claimed = operations(_text(frame.claim))
    if claimed and not claimed <= operations(_text(frame.page)):
        yield Objection("comparison", Grade.OPEN, "operator_differs", _first(frame.claim), _first(frame.page))
    bounds = intervals(_text(frame.claim))
    if bounds and not bounds <= intervals(_text(frame.page)):
        yield Objection("number", Grade.OPEN, "interval_differs", _first(frame.claim), _first(frame.page))


def operations(text: str) -> set[tuple[str, str, str]]:
    """Return each operator of a text with the operand before and behind it, folded."""
    found: set[tuple[str, str, str]] = set()
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
    found = {(m[1], m[2].casefold(), m[3].casefold(), m[4]) for m in _INTERVAL.finditer(text)}
    return {one for one in found if one[0] == "[" or one[3] == "]"}


def _text(statement: Statement) -> str:
    end = statement.end
    while end < len(statement.text) and statement.text[end] in ")]":
        end += 1
    return statement.text[statement.start : end]


def _first(statement: Statement) -> Term | None:
    return statement.terms[statement.content[0]] if statement.content else None
