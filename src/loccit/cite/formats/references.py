"""Reference lists and notes in a text: what its marks point at."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from loccit.cite.formats.links import Link, links, unescaped
from loccit.records import AnswerSource
from loccit.text.offsets import Span

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_FOOTNOTE = re.compile(
    r"^ {0,3}\[\^(?P<label>[^\s\[\]^]{1,80})\]:(?P<body>[^\n]*(?:\n(?:[ \t]+[^\n]*|(?!\s*\n|\s*\[|\s*[-*#>])[^\n]+))*)",
    re.MULTILINE,
)
_HEADING = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+|\*\*|__)?[ \t]*(?:\d+\.?[ \t]+)?"
    r"(?:(?:list of |works |all |key |web )?"
    r"(?:references?|sources?|bibliography|citations?|footnotes?|notes|works cited|further reading|cited)"
    r"|quellen(?:angaben|verzeichnis)?|einzelnachweise|literatur(?:verzeichnis)?"
    r"|sumber(?: rujukan)?|referensi|rujukan|daftar pustaka"
    r"|參考(?:資料|文獻|來源)|参考(?:资料|文献|来源)|資料來源|资料来源|來源|来源|引用(?:來源|来源)?|出處|出处|註釋|注释)"
    r"[ \t]*[:：]?[ \t]*(?:\*\*|__)?[ \t]*[:：]?[ \t]*#*[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_NEXT_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]+\S", re.MULTILINE)
_ENTRY = re.compile(
    r"^[ \t]*(?:[-*+•][ \t]+)?"
    r"(?:\[(?P<bracket>\d{1,4})\](?!\()|【(?P<lenticular>\d{1,4})】|\[(?P<linked>\d{1,4})\](?=\()"
    r"|\((?P<round>\d{1,3})\)(?=[ \t])|(?P<dotted>\d{1,3})[.)](?=[ \t])|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))"
    r"[ \t]*[:：.]?[ \t]*"
    r"(?P<body>[^\n]*(?:\n[ \t]*<?https?://[^\n]*|\n(?:[ ]{2,}|[ ]*\t)[ \t]*(?![-*+•\[【]|\d+[.)])\S[^\n]*)*)$",
    re.MULTILINE | re.IGNORECASE,
)
_LINE_WITH_WORDS = re.compile(r"^[^\n]*\S[^\n]*$", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*[-*+•][ \t]+(?P<body>[^\n]*)$", re.MULTILINE)
_LINE = re.compile(
    r"(?:\A|(?<=\n\n))[ \t]*(?:\*\*|__)?"
    r"(?:(?P<one>source|reference|sumber|quelle|來源|来源|資料來源|资料来源)|sources|references|citations|quellen)"
    r"[ \t]*(?:\*\*|__)?[ \t]*[:：][ \t]*(?:\*\*|__)?(?P<body>[^\n]*\S)[ \t]*(?=\n|\Z)",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"[*_`]{1,3}")
_EDGES = " \t↩↑\ufe0e:;,.|<>-–—：；，、。[]"


@dataclass(frozen=True, slots=True)
class Entry:
    """One source a text lists: its label, null where it has none, where it stands, and if it is raised or round.

    Round is a number in round brackets, ``(1)``.
    """

    label: str | None
    source: AnswerSource
    span: Span
    raised: bool = False
    round: bool = False


def footnotes(text: str, prose: str) -> list[Entry]:
    """Return the definitions of footnotes; ``prose`` is the text with code blanked out."""
    return [
        Entry("^" + match["label"], source_of(text, Span(*match.span("body")), match["label"]), Span(*match.span()))
        for match in _FOOTNOTE.finditer(prose)
    ]


def reference_list(text: str, prose: str) -> tuple[list[Entry], list[Span]]:
    """Return the entries of the list at the end of a text, and what it takes up with its heading.

    A list has a heading that says so; or it is the last lines of the text, each with a number in brackets or raised
    (or with a number and a link and nothing else), from low to high.
    """
    heading = _last_heading(prose)
    if heading is not None:
        end = _NEXT_HEADING.search(prose, heading.end)
        zone = Span(heading.end, end.start() if end else len(prose))
        entries = _entries(text, prose, zone)
        if entries:
            return entries, [Span(heading.start, max(zone.start, entries[-1].span.end))]
    entries = _tail(text, prose) or _line(text, prose)
    return entries, list(dict.fromkeys(entry.span for entry in entries))


def is_list_heading(text: str) -> bool:
    """Tell whether a line is the heading of a list of sources."""
    return bool(_HEADING.fullmatch(text.strip()))


def source_of(text: str, span: Span, label: str) -> AnswerSource:
    """Return what an entry names: its first link and the words beside it."""
    body = text[span.start : span.end]
    found = links(body, [])
    title = _title(body, found)
    url = found[0].url if found else f"reference:{label}"
    return AnswerSource(url=url, title=title or None, text=None, requires_attribution=False)


def _last_heading(prose: str) -> Span | None:
    found = None
    for match in _HEADING.finditer(prose):
        found = Span(*match.span())
    return found


def _entries(text: str, prose: str, zone: Span) -> list[Entry]:
    found = [_entry(text, match) for match in _ENTRY.finditer(prose, *zone)]
    if found:
        return found
    bullets = [
        Entry(None, source_of(text, Span(*match.span("body")), ""), Span(*match.span()))
        for match in _BULLET.finditer(prose, *zone)
    ]
    linked = [entry for entry in bullets if not entry.source.url.startswith("reference:")]
    return linked or _linked_lines(text, prose, zone)


def _linked_lines(text: str, prose: str, zone: Span) -> list[Entry]:
    """Return the lines of a list without numbers or bullets; none if a line has no link."""
    lines = [Span(*match.span()) for match in _LINE_WITH_WORDS.finditer(prose, *zone)]
    entries = [Entry(None, source_of(text, line, ""), line) for line in lines]
    return [] if any(entry.source.url.startswith("reference:") for entry in entries) else entries


def _entry(text: str, match: re.Match[str]) -> Entry:
    label = next(filter(None, match.group("bracket", "lenticular", "linked", "round", "dotted", "raised"))).translate(
        _SUPERSCRIPTS
    )
    start = match.end("linked") + 1 if match["linked"] else match.start("body")
    body = Span(match.start("linked") - 1 if match["linked"] else start, match.end("body"))
    source, span = source_of(text, body, label), Span(*match.span())
    return Entry(str(int(label)), source, span, raised=bool(match["raised"]), round=bool(match["round"]))


def _tail(text: str, prose: str) -> list[Entry]:
    """Return the entries of the numbered lines the text ends with; none if they do not look like sources."""
    end = len(prose.rstrip())
    entries: list[Entry] = []
    matches = {match.end(): match for match in _ENTRY.finditer(prose)}
    while end in matches:
        match = matches[end]
        entry = _entry(text, match)
        if (match["dotted"] or match["round"]) and not _only_a_link(match["body"]):
            break
        entries.insert(0, entry)
        end = len(prose[: match.start()].rstrip())
    numbers = [int(entry.label or 0) for entry in entries]
    rising = all(first < second for first, second in pairwise(numbers))
    linked = any(not entry.source.url.startswith("reference:") for entry in entries)
    begins_late = bool(prose[:end].strip())
    return entries if rising and begins_late and (linked or len(entries) > 1) else []


def _line(text: str, prose: str) -> list[Entry]:
    """Return the links of a last paragraph ``Sources: ...``; ``Source:`` with one link is a mark, not a list."""
    match = next((one for one in _LINE.finditer(prose) if not prose[one.end() :].strip()), None)
    found = links(match["body"], []) if match else []
    if match is None or not found or (match["one"] and len(found) == 1):
        return []
    start = match.start("body")
    spans = [Span(start + link.span.start, start + link.span.end) for link in found]
    return [Entry(None, source_of(text, span, ""), Span(*match.span())) for span in spans]


def _only_a_link(body: str) -> bool:
    found = links(body, [])
    return bool(found) and len(body) - (found[0].span.end - found[0].span.start) < len(body) / 3


def _title(body: str, found: Sequence[Link]) -> str:
    first = found[0] if found else None
    if first is not None and not first.bare:
        label = unescaped(body[first.label.start : first.label.end]).strip()
        if label and not label.isdecimal():
            return _undecorated(label)
    rest = body if first is None else body[: first.span.start] + " " + body[first.span.end :]
    return _undecorated(unescaped(rest).strip())


def _undecorated(text: str) -> str:
    line = _EMPHASIS.sub("", " ".join(text.split())).strip(_EDGES)
    if line.count("(") != line.count(")"):
        line = line.strip(_EDGES + "()")
    return line.replace("()", "").strip(_EDGES)
