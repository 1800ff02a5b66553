"""Sitemaps: which pages a site says it has, and when each last changed (sitemaps.org, protocol 0.9).

Pure. Three forms are read: ``urlset``, ``sitemapindex``, and text with one address a line; what is packed has to be
unpacked before. A sitemap is somebody's file: XML that declares a document type, and with it entities, is not read;
neither is what is nested deeper or longer than a sitemap can be. Addresses that are relative, or on another host than
the sitemap, are left out, each with a sentence; the rest of the file is used.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal
from xml.parsers import expat

from loccit.urls import Url, parse

MAX_ENTRIES = 50_000
"""Addresses of one sitemap."""

MAX_BYTES = 50 * 1024 * 1024
"""Size of one sitemap, unpacked."""

MAX_URL_LENGTH = 2_048
MAX_DEPTH = 16
"""Elements within each other; a sitemap has three, its extensions a few more."""

MAX_PROBLEMS = 100
"""Sentences about one sitemap; what more there is, is counted in the last."""

_PIECE = 64 * 1024
_LASTMOD = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d)"
    r"(?:T(?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.\d+)?)?(?P<zone>Z|[+-]\d\d:?\d\d)?)?)?)?",
    re.ASCII,
)
_UNZONED = timedelta(hours=12)
"""How long after it is over in UTC a day may last elsewhere."""
_ROBOTS_LINE = re.compile(r"^[ \t]*sitemap[ \t]*:[ \t]*(\S+)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """An address a sitemap lists.

    Attributes:
        lastmod: when the page last changed, as written; empty if it does not say.
        over_at: when the time that ``lastmod`` names is over; what is read later has that change.
    """

    url: str
    lastmod: str = ""
    over_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sitemap:
    """A sitemap as far as it could be read.

    Attributes:
        kind: whether its entries are pages or further sitemaps.
        problems: one sentence for each thing that is wrong.
        whole: whether it was read to its end; if not, what it does not list may still be there.
    """

    kind: Literal["pages", "sitemaps"]
    entries: tuple[Entry, ...]
    problems: tuple[str, ...]
    whole: bool


def read_sitemap(data: bytes, *, host: str | None) -> Sitemap:
    """Read a sitemap.

    Args:
        data: the file, not packed.
        host: the host (with a port that is not the scheme's own) it may list; null: that of its first address.
    """
    entries, whole = _Entries(host), True
    try:
        _read(data, entries)
    except _Unusable as why:
        entries.problems.insert(0, str(why))
        whole = False
    if entries.unsaid:
        entries.problems.append(f"{entries.unsaid} more things are wrong with it.")
    return Sitemap(entries.kind, tuple(entries.found.values()), tuple(entries.problems), whole)


def sitemaps_in_robots_txt(text: str) -> tuple[str, ...]:
    """Return the addresses that ``Sitemap`` lines of a robots.txt name, each once."""
    return tuple(dict.fromkeys(match[1] for match in _ROBOTS_LINE.finditer(text)))


class _Unusable(Exception):
    """Why a sitemap is not read any further."""


@dataclass(slots=True)
class _Entries:
    """What was listed so far, checked.

    Attributes:
        host: the only one that may be listed; null until the first address is met.
        unsaid: problems there are beside those that are said.
    """

    host: str | None
    kind: Literal["pages", "sitemaps"] = "pages"
    found: dict[str, Entry] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    listed: int = 0
    unsaid: int = 0

    def take_all(self, pairs: Iterable[tuple[str, str]]) -> None:
        for url, lastmod in pairs:
            if url:
                self.take(url, lastmod)

    def take(self, text: str, lastmod: str) -> None:
        if self.listed == MAX_ENTRIES:
            raise _Unusable(f"It lists more than {MAX_ENTRIES} addresses; those after them were not read.")
        self.listed += 1
        url = parse(text) if len(text) < MAX_URL_LENGTH else None
        why = self._refusal(text, url)
        if url is None or why is not None:
            self.note(f"The address {_shown(text)} {why}.")
            return
        self.host = self.host or url.host
        over_at = over(lastmod) if lastmod else None
        if lastmod and over_at is None:
            self.note(f"The lastmod {_shown(lastmod)} of {_shown(text)} is no date.")
        entry = Entry(url.without_fragment, lastmod if over_at is not None else "", over_at)
        self.found.setdefault(entry.url, entry)

    def note(self, sentence: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(sentence)
        else:
            self.unsaid += 1

    def _refusal(self, text: str, url: Url | None) -> str | None:
        if len(text) >= MAX_URL_LENGTH:
            return f"has {MAX_URL_LENGTH} characters or more"
        if url is None or not url.is_web or not text.lower().startswith(("http://", "https://")):
            return "is no absolute http or https address"
        if url.faults or url.has_credentials:
            return "holds what no address of a page may hold"
        if self.host is not None and url.host != self.host:
            return f"is not on {self.host}, and a sitemap may only list its own host"
        return None


class _Reader:
    """Takes ``loc`` and ``lastmod`` out of the elements of a sitemap; what belongs to extensions is passed over."""

    def __init__(self, entries: _Entries) -> None:
        self._entries = entries
        self._path: list[str] = []
        self._texts: dict[str, list[str]] = {}

    def start(self, name: str, _: object) -> None:
        self._path.append(name)
        if len(self._path) > MAX_DEPTH:
            raise _Unusable(f"Its elements are nested more than {MAX_DEPTH} deep.")
        if len(self._path) == 1:
            self._begin(name.rpartition(" ")[2])
        elif len(self._path) == 2:
            self._texts = {}
        elif field_of := self._field():
            self._texts[field_of] = []

    def text(self, data: str) -> None:
        if (field_of := self._field()) and sum(map(len, self._texts[field_of])) < MAX_URL_LENGTH:
            self._texts[field_of].append(data)

    def end(self, _: str) -> None:
        if len(self._path) == 2 and self._is_own(("url", "sitemap")):
            loc, lastmod = ("".join(self._texts.get(one, ())).strip() for one in ("loc", "lastmod"))
            if loc:
                self._entries.take(loc, lastmod)
            else:
                self._entries.note("An entry names no address.")
        self._path.pop()

    @staticmethod
    def doctype(*_: object) -> None:
        raise _Unusable("It declares a document type, which no sitemap needs; its entities are not read.")

    def _begin(self, root: str) -> None:
        if root not in ("urlset", "sitemapindex"):
            raise _Unusable(f"It is no sitemap: its outermost element is <{root[:40]}>.")
        self._entries.kind = "pages" if root == "urlset" else "sitemaps"

    def _field(self) -> str | None:
        return self._path[2].rpartition(" ")[2] if len(self._path) == 3 and self._is_own(("loc", "lastmod")) else None

    def _is_own(self, names: tuple[str, ...]) -> bool:
        """Tell whether the innermost element has one of these names, in the namespace of the outermost."""
        namespace, _, _ = self._path[0].rpartition(" ")
        own, _, name = self._path[-1].rpartition(" ")
        return own == namespace and name in names


def _read(data: bytes, entries: _Entries) -> None:
    head = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if not data.strip():
        raise _Unusable("It is empty.")
    if len(data) > MAX_BYTES:
        raise _Unusable(f"It is larger than {MAX_BYTES} bytes.")
    if head.startswith((b"<!doctype html", b"<html")):
        raise _Unusable("It is no sitemap: it is a page of HTML.")
    if head.startswith(b"<") or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        _read_xml(data, entries)
    else:
        entries.take_all((line.strip(), "") for line in _decoded(data).splitlines())


def _read_xml(data: bytes, entries: _Entries) -> None:
    reader = _Reader(entries)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = reader.text, reader.doctype
    try:
        for piece in _pieces(data.lstrip(b" \t\r\n")):
            parser.Parse(piece, False)
        parser.Parse(b"", True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise _Unusable(f"Its XML can't be read to the end ({error}); what stands before that was used.") from error


def _pieces(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), _PIECE):
        yield data[start : start + _PIECE]


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _Unusable("It is neither XML nor UTF-8 text.") from error


def over(lastmod: str) -> datetime | None:
    """Return when the time that a W3C date names is over everywhere; null if it is no date."""
    match = _LASTMOD.fullmatch(lastmod)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(match[name] or 0) for name in _PARTS)
    try:
        start = datetime(year, month or 1, day or 1, hour, minute, second, tzinfo=UTC)
        if not month:
            return start.replace(year=year + 1) + _UNZONED
        if not day:
            return (start + timedelta(days=31)).replace(day=1) + _UNZONED
        if match["hour"] is None:
            return start + timedelta(days=1) + _UNZONED
        lasting = timedelta(seconds=1) if match["second"] else timedelta(minutes=1)
        return start + lasting - _offset(match["zone"])
    except (ValueError, OverflowError):
        return None


_PARTS = ("year", "month", "day", "hour", "minute", "second")


def _offset(zone: str | None) -> timedelta:
    """Return how much a zone is ahead of UTC; where none is named, as little as any is."""
    if zone is None:
        return -_UNZONED
    if zone == "Z":
        return timedelta(0)
    digits = zone[1:].replace(":", "")
    ahead = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return -ahead if zone[0] == "-" else ahead


def _shown(text: str) -> str:
    return repr(text if len(text) <= 120 else f"{text[:120]}…")
