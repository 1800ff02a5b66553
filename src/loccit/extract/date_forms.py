"""Dates as people and machines write them: found, read, never completed.

A value has the precision that is written: ``2023``, ``2023-01``, ``2023-01-02``, or an instant in UTC
(``2023-01-02T08:00:00Z``), or a local time without ``Z`` where no zone is written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

from loccit.extract.date_words import MONTHS
from loccit.text.offsets import Span

_MONTH = "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True))
_YEAR = r"(?:1[5-9]|20|21)\d\d"
_DATE = re.compile(
    # 2023-01-02, 2023/1/2, 2023.01.02, with or without a time
    rf"(?<![a-z\d.,/-])(?P<y1>{_YEAR})(?P<sep1>[-/.])(?P<m1>\d{{1,2}})(?P=sep1)(?P<d1>\d{{1,2}})(?![\d/-]|\.\d)"
    # 2023年1月2日, 2023 年 1 月, 2023년 1월 2일
    rf"|(?<!\d)(?P<y2>{_YEAR}) ?[年년] ?(?P<m2>\d{{1,2}}) ?[月월](?: ?(?P<d2>\d{{1,2}}) ?[日號号일])?"
    # 07/11/2023, 13.11.2023, 7-11-2023
    rf"|(?<![a-z\d.,/-])(?P<a>\d{{1,2}})(?P<sep3>[-/.])(?P<b>\d{{1,2}})(?P=sep3)(?P<y3>{_YEAR})(?![\d/-]|\.\d)"
    # 2 January 2023, 2nd of January, 2023, 3. Mai 2020, 3 de mayo de 2020
    rf"|(?<![a-z\d.,/-])(?P<d4>\d{{1,2}})(?:st|nd|rd|th|er|\.|º)?[ -](?:of |de |da )?(?P<m4>{_MONTH})\.?"
    rf"(?: de| del|,)?[ -](?P<y4>{_YEAR})(?!\d)"
    # January 2, 2023 and Jan. 2nd 2023
    rf"|(?<![\w])(?P<m5>{_MONTH})\.? (?P<d5>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y5>{_YEAR})(?!\d)"
    # January 2023
    rf"|(?<![\w])(?P<m6>{_MONTH})\.?(?: de|,)? (?P<y6>{_YEAR})(?!\d)"
)
# Begins with one set of characters, which the engine scans for fast.
_YEAR_ONLY = re.compile(r"[12](?<!\d.)(?:(?<=1)[5-9]|(?<=2)[01])\d\d(?!\d)")
_ROC = re.compile(r"民國 ?(?P<y>\d{1,3}) ?年 ?(?P<m>\d{1,2}) ?月(?: ?(?P<d>\d{1,2}) ?日)?")
_HAN = re.compile(
    "(?P<y>[〇○零一二三四五六七八九]{4}) ?年 ?(?P<m>[正一二三四五六七八九十]{1,2}) ?月"
    "(?: ?(?P<d>[一二三四五六七八九十]{1,3}) ?日)?"
)
_DIGIT = re.compile(r"\d")
_ISO_TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?", re.IGNORECASE
)
_PDF_TIME = re.compile(r"D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:(Z)|([+-]\d\d)'?(\d\d)?)?.*", re.DOTALL)
_ISO_SHORT = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?|(\d\d)(\d\d))?")
_BEFORE_YEAR, _AFTER_YEAR = 34, 24


NumericOrder = tuple[str, bool]
"""Separator of a numeric date, and whether its day comes first."""


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date as written.

    Attributes:
        span: code points of the text.
        value: ISO 8601 at the precision written; null where day and month may be swapped.
        readings: the possible values; one, or two where the form is ambiguous.
        numeric: order of day and month, for forms such as ``13/11/2023``; else null.
    """

    span: Span
    readings: tuple[str, ...]
    numeric: NumericOrder | None = None

    @property
    def value(self) -> str | None:
        """The one reading, or null."""
        return self.readings[0] if len(self.readings) == 1 else None


def find_dates(text: str) -> Iterator[FoundDate]:
    """Yield the dates written in a text, in order; a year alone is no date here."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(small if len(small := c.lower()) == 1 else c for c in text)
    found = [date_ for window in _windows(lowered) for date_ in _in_window(lowered, window)]
    if "民國" in text:
        found += [f for m in _ROC.finditer(text) if (f := _read(m, int(m["y"]) + 1911, int(m["m"]), m["d"]))]
    if "年" in text:
        found += [f for m in _HAN.finditer(text) if (f := _read_han(m))]
    yield from sorted(found, key=lambda one: one.span)


def find_years(text: str, start: int, end: int) -> list[Span]:
    """Return the years written between two code points."""
    return [Span(*match.span()) for match in _YEAR_ONLY.finditer(text, start, end)]


def read_date(text: str) -> tuple[str, ...]:
    """Return the possible values of a text that is one date, as mark-up declares it: none, one or two."""
    text = text.strip()
    if not _DIGIT.search(text) and "年" not in text:
        return ()
    pdf = _PDF_TIME.fullmatch(text)
    if pdf:
        year, month, day, hour, minute, second, utc, zone_hours, zone_minutes = pdf.groups()
        zone = utc or (f"{zone_hours}:{zone_minutes or '00'}" if zone_hours else "")
        text = f"{year}-{month}-{day}T{hour}:{minute}:{second or '00'}{zone}"
    timed = _ISO_TIME.fullmatch(text)
    if timed:
        return _instant(timed)
    short = _ISO_SHORT.fullmatch(text)
    if short:
        year, month, day = short[1], short[2] or short[4], short[3] or short[5]
        return _value(int(year), int(month) if month else None, int(day) if day else None)
    found = next(find_dates(text), None)
    if found and found.span == Span(0, len(text)):
        return found.readings
    try:
        return (_utc(parsedate_to_datetime(text)),)
    except (ValueError, TypeError, IndexError):
        return found.readings if found else ()


def _windows(text: str) -> Iterator[Span]:
    current: Span | None = None
    for year in _YEAR_ONLY.finditer(text):
        start, end = max(0, year.start() - _BEFORE_YEAR), year.end() + _AFTER_YEAR
        if current and start <= current.end:
            current = Span(current.start, end)
            continue
        if current:
            yield current
        current = Span(start, end)
    if current:
        yield current


def _in_window(text: str, window: Span) -> Iterator[FoundDate]:
    for match in _DATE.finditer(text, window.start, window.end):
        groups = {name: value for name, value in match.groupdict().items() if value is not None}
        if "a" in groups:
            found = _read_numeric(match)
        else:
            number = next(name[1] for name in groups if name[0] == "y")
            month = groups["m" + number]
            found = _read(
                match,
                int(groups["y" + number]),
                MONTHS[month] if month in MONTHS else int(month),
                groups.get("d" + number),
            )
        if found:
            yield found


def _read(match: re.Match[str], year: int, month: int, day: str | None) -> FoundDate | None:
    readings = _value(year, month, int(day) if day else None)
    return FoundDate(Span(*match.span()), readings) if readings else None


def _read_numeric(match: re.Match[str]) -> FoundDate | None:
    first, second, year, separator = int(match["a"]), int(match["b"]), int(match["y3"]), match["sep3"]
    day_first = _value(year, second, first)
    # With full stops the day comes first in every locale that writes dates so.
    month_first = () if separator == "." else _value(year, first, second)
    readings = tuple(dict.fromkeys((*day_first, *month_first)))
    if not readings:
        return None
    order = (separator, bool(day_first)) if len(readings) == 1 and first != second else None
    return FoundDate(Span(*match.span()), readings, order)


def _read_han(match: re.Match[str]) -> FoundDate | None:
    year = int("".join(str("〇一二三四五六七八九".index(c)) for c in match["y"].replace("○", "〇").replace("零", "〇")))
    day = match["d"]
    return _read(match, year, _han_number(match["m"]), str(_han_number(day)) if day else None)


def _han_number(text: str) -> int:
    tens, ten, ones = text.replace("正", "一").rpartition("十")
    digits = "〇一二三四五六七八九"
    unit = digits.index(ones) if ones in digits and ones else 0
    return (digits.index(tens) if tens else 1) * 10 + unit if ten else unit


def _value(year: int, month: int | None, day: int | None) -> tuple[str, ...]:
    """Return the date as ISO 8601, or nothing if the calendar has no such day."""
    try:
        date(year, month or 1, day or 1)
    except ValueError:
        return ()
    parts = [f"{year:04}", *(f"{part:02}" for part in (month, day) if part is not None)]
    return ("-".join(parts),)


def _instant(match: re.Match[str]) -> tuple[str, ...]:
    year, month, day, hour, minute, second, zone = match.groups()
    try:
        local = datetime(int(year), int(month), int(day), int(hour), int(minute), int(second or 0))
    except ValueError:
        return ()
    if not zone:
        return (local.isoformat(),)
    offset = zone.upper().replace("Z", "+00:00")
    offset = offset if ":" in offset else f"{offset[:3]}:{offset[3:] or '00'}"
    return (_utc(datetime.fromisoformat(local.isoformat() + offset)),)


def _utc(moment: datetime) -> str:
    if moment.tzinfo is None:
        return moment.isoformat()
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
