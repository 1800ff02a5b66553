"""Halves of the day and eras: 9 am is not 9 pm, 44 BC not 44 AD.

Both are told from the writing itself, in every language handled: ``9:30 p.m.``, ``下午9點``, ``pukul 9 malam``;
``44 BCE``, ``西元前44年``, ``44 SM``.
"""

import re
from collections.abc import Iterator, Mapping

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.statement import Statement, Term

_HALVES = {
    **dict.fromkeys(("a", "上午", "早上", "凌晨", "清晨", "pagi", "dini hari"), "am"),
    **dict.fromkeys(("p", "下午", "傍晚", "晚上", "晚間", "晚间", "夜間", "夜间", "sore", "petang", "malam"), "pm"),
}
_CLOCK = (
    re.compile(r"(?P<hour>\d{1,2}(?:[:.]\d\d)?)\s?(?P<half>[ap])\.?\s?m\b", re.IGNORECASE),
    re.compile(
        r"(?P<half>[上下]午|早上|凌晨|清晨|傍晚|晚[上間间]|夜[間间])\s?(?P<hour>\d{1,2}(?::\d\d)?|[一二三四五六七八九十]+)"
    ),
    re.compile(
        r"\b(?:pukul|jam)\s(?P<hour>\d{1,2}(?:[.:]\d\d)?)\s(?P<half>pagi|sore|petang|malam|dini hari)\b", re.IGNORECASE
    ),
)
_ERAS = (
    re.compile(r"\b(?P<year>\d{1,4})\s?(?P<era>BCE?|B\.C\.(?:E\.)?|SM|[Ss]ebelum [Mm]asehi)(?!\w)"),
    re.compile(r"\b(?P<year>\d{1,4})\s?(?P<era>AD|A\.D\.|CE|C\.E\.|M|[Mm]asehi)(?!\w)"),
    re.compile(r"\b(?P<era>AD|A\.D\.)\s?(?P<year>\d{1,4})\b"),
    re.compile(r"(?P<era>[西公]元前?|民前)\s?(?P<year>\d{1,4})"),
)
_BEFORE = ("B", "S", "s", "西元前", "公元前", "民前")


def check(frame: Frame) -> Iterator[Objection]:
    """Object where a time or year of the claim is of another half of the day or another era on the page."""
    yield from _compared(_times(frame.claim), _times(frame.page), frame, "time_differs")
    claimed, said = _years(frame.claim), _years(frame.page)
    yield from _compared(claimed, said, frame, "era_differs")
    unsaid = {year for year, era in said.items() if era == {"before"} and year not in claimed}
    term = next((term for term in _numbers(frame.claim) if _digits(frame.claim, term) in unsaid), None)
    if term is not None:
        yield Objection("date", Grade.OPEN, "era_differs", term, None)


def _compared(
    claimed: Mapping[str, set[str]], said: Mapping[str, set[str]], frame: Frame, reason: str
) -> Iterator[Objection]:
    for written, sides in claimed.items():
        others = said.get(written, set())
        if sides <= others:
            continue
        claim = _numbered(frame.claim, written)
        page = _numbered(frame.page, written)
        yield Objection("date", Grade.CONFLICT if others and claim and page else Grade.OPEN, reason, claim, page)


def _times(statement: Statement) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for pattern in _CLOCK:
        for match in pattern.finditer(statement.text, statement.start, statement.end):
            hour = match["hour"].replace(".", ":").removesuffix(":00")
            found.setdefault(hour, set()).add(_HALVES[match["half"].lower()])
    return found


def _years(statement: Statement) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for pattern in _ERAS:
        for match in pattern.finditer(statement.text, statement.start, statement.end):
            era = "before" if match["era"].startswith(_BEFORE) else "after"
            found.setdefault(match["year"], set()).add(era)
    return found


def _numbers(statement: Statement) -> Iterator[Term]:
    return (term for term in statement.terms if term.value is not None)


def _digits(statement: Statement, term: Term) -> str:
    match = re.search(r"\d+", statement.slice(term))
    return match[0] if match else ""


def _numbered(statement: Statement, written: str) -> Term | None:
    return next(
        (term for term in _numbers(statement) if _digits(statement, term) == written.split(":", maxsplit=1)[0]), None
    )
