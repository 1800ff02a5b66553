"""Dates a page shows or declares, each kept with what it means and where it stands.

Nothing is guessed: no date is taken from the address, none is completed, a copyright year is never a date of
publication, and a form such as 07/11/2023 has a value only where something else on the page settles it.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from loccit.extract.date_forms import FoundDate, NumericOrder, find_dates, find_years, read_date
from loccit.extract.date_words import JSON_LD_MEANINGS, MEANING_PATTERN, MEANINGS, META_MEANINGS, Meaning
from loccit.ids import JsonValue
from loccit.records.extract import Block, DateCandidate
from loccit.text.offsets import Span

BYLINE_LENGTH = 120
"""A block up to this many code points may be a byline, whose dates concern the page."""

_MEANING = re.compile(MEANING_PATTERN)
_COPYRIGHT = re.compile(
    r"[©(cCHh版著](?:(?<=©)|(?<=\()[cC]\)|(?<=[cC])opyright|(?<=C)OPYRIGHT|(?<=[Hh])ak [Cc]ipta|作?[權权])"
)
_ABOUT_ANOTHER_THING = re.compile(
    r"(?:\b(?:was|were|is|are|be|been|being|had|has|have|book|paper|album|telah)\b|[該该此本]?[書书文])\s*\Z"
)
_SENTENCE_END = re.compile(r"[.!?。！？](?:\s|\Z)|[。！？]")
_REACH = 60
_REACH_AFTER = 14
_SKIPPED_IN_JSON_LD = frozenset(
    ("comment", "comments", "review", "reviews", "isPartOf", "author", "publisher", "citation")
)


@dataclass(frozen=True, slots=True)
class Declared:
    """A date as mark-up declares it.

    Attributes:
        place: ``meta:<name>``, ``time_element`` or ``json_ld:<property>``.
        text: the attribute or value as written.
        label: what stands by it: an ``itemprop``, class names, the words before a ``<time>``.
    """

    place: str
    text: str
    label: str = ""


def displayed_dates(text: str, blocks: Sequence[Block], sentences: Sequence[Span] = ()) -> tuple[DateCandidate, ...]:
    """Return the dates a page shows about itself, in order.

    Dates in running prose are about what the page tells of; of these only ones that a sentence opens with a word such
    as "Updated" are kept.

    Args:
        text: canonical text.
        blocks: its blocks, in order.
        sentences: sentence spans, in order; without them each block counts as one sentence.
    """
    found = list(find_dates(text))
    candidates = [c for one in found if (c := _displayed(text, one, blocks, sentences))]
    taken = [one.span for one in found]
    candidates += [
        _candidate(text, span, "copyright", (text[span.start : span.end],)) for span in _copyright_years(text, taken)
    ]
    orders = frozenset(one.numeric for one in found if one.numeric)
    return resolve_ambiguity(sorted(candidates, key=lambda candidate: candidate.start or 0), orders=orders)


def declared_dates(declared: Iterable[Declared]) -> tuple[DateCandidate, ...]:
    """Return the dates that mark-up declares, in the order given; texts that are no date are left out.

    The first ``<time>`` without any word about it counts as the publication where nothing else declares one.
    """
    candidates: list[DateCandidate] = []
    for one in declared:
        readings = read_date(one.text)
        if readings:
            value = readings[0] if len(readings) == 1 else None
            candidates.append(
                DateCandidate(
                    text=one.text.strip(), value=value, meaning=_meaning_of(one), displayed=False, place=one.place
                )
            )
    if any(candidate.meaning == "published" for candidate in candidates):
        return tuple(candidates)
    for index, candidate in enumerate(candidates):
        if candidate.place == "time_element" and candidate.meaning == "unknown":
            candidates[index] = candidate.model_copy(update={"meaning": "published"})
            break
    return tuple(candidates)


def json_ld_declared(script: str) -> list[Declared]:
    """Return the dates in one ``application/ld+json`` script; what is no JSON declares nothing."""
    try:
        top: JsonValue = json.loads(script)
    except (ValueError, RecursionError):
        return []
    return list(_json_ld(top))


def resolve_ambiguity(
    candidates: Iterable[DateCandidate], *, orders: frozenset[NumericOrder] = frozenset()
) -> tuple[DateCandidate, ...]:
    """Give ambiguous dates a value where the page settles it, and leave the others null.

    What settles: another candidate with exactly one of the readings as its day, or other dates on the page in the same
    numeric form that can be read one way only, and all the same way.

    Args:
        candidates: all dates of the page.
        orders: numeric forms seen elsewhere on the page.
    """
    candidates = tuple(candidates)
    open_ones = [candidate for candidate in candidates if candidate.value is None]
    if not open_ones:
        return candidates
    days = {candidate.value[:10] for candidate in candidates if candidate.value}
    orders |= {order for candidate in candidates for order in _numeric_orders(candidate.text)}
    return tuple(c if c.value else c.model_copy(update={"value": _settled(c.text, days, orders)}) for c in candidates)


def date_findings(candidates: Iterable[DateCandidate], *, retrieved_on: str | None = None) -> tuple[str, ...]:
    """Return what is odd about a page's dates: ``modified_before_published``, ``date_after_retrieval``.

    Args:
        candidates: all dates of the page.
        retrieved_on: ISO date of the retrieval, to notice dates that lie after it.
    """
    candidates = tuple(candidates)
    published = best(candidates, "published")
    modified = best(candidates, "modified")
    findings = []
    if published and modified and _earlier(modified.value or "", published.value or ""):
        findings.append("modified_before_published")
    stated = (c.value for c in candidates if c.value and c.meaning in ("published", "modified"))
    if retrieved_on and any(_earlier(retrieved_on, value[:10]) for value in stated):
        findings.append("date_after_retrieval")
    return tuple(findings)


def best(candidates: Iterable[DateCandidate], meaning: Meaning) -> DateCandidate | None:
    """Return the candidate to show for a meaning: ``<meta>``, JSON-LD, ``<time>``, then displayed."""
    ranks = ("meta:", "json_ld:", "time_element", "visible_text")
    fitting = [c for c in candidates if c.meaning == meaning and c.value]
    return min(fitting, key=lambda c: next((i for i, r in enumerate(ranks) if c.place.startswith(r)), 9), default=None)


def _earlier(first: str, second: str) -> bool:
    length = min(len(first), len(second))
    return first[:length] < second[:length]


# ---- displayed -------------------------------------------------------------------------------------------------


def _displayed(text: str, found: FoundDate, blocks: Sequence[Block], sentences: Sequence[Span]) -> DateCandidate | None:
    at = found.span.start
    block_index = bisect_right(blocks, at, key=lambda block: block.start) - 1
    sentence_index = bisect_right(sentences, at, key=lambda sentence: sentence.start) - 1
    block = Span(blocks[block_index].start, blocks[block_index].end) if block_index >= 0 else Span(0, len(text))
    sentence = sentences[sentence_index] if sentence_index >= 0 else block
    if not block.start <= sentence.start <= at:
        sentence = block
    meaning = _meaning_beside(text, found.span, block, sentence)
    if meaning is None and block.end - block.start > BYLINE_LENGTH:
        return None
    return _candidate(text, found.span, meaning or "unknown", found.readings)


def _meaning_beside(text: str, span: Span, block: Span, sentence: Span) -> Meaning | None:
    start = max(block.start, span.start - _REACH)
    before = text[start : span.start].lower()
    words = [match for match in _MEANING.finditer(before) if _stands_alone(before, match)]
    if words:
        last = words[-1]
        opens = start + last.start() - sentence.start <= 3 or block.end - block.start <= BYLINE_LENGTH
        other = _ABOUT_ANOTHER_THING.search(before[: last.start()])
        if opens and not other and not _SENTENCE_END.search(before[last.end() :]):
            return _group(last)
        return None
    after = text[span.end : min(block.end, span.end + _REACH_AFTER)].lower()
    word = re.match(rf"[\s,，()（）\-–—|·:]{{0,3}}(?:{MEANING_PATTERN})", after)
    return _group(word) if word and block.end - block.start <= BYLINE_LENGTH else None


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    first = match.group()[0]
    return not (first.isascii() and first.isalpha() and match.start() > 0 and text[match.start() - 1].isalpha())


def _group(match: re.Match[str]) -> Meaning | None:
    return next((meaning for meaning in MEANINGS if match.lastgroup == meaning), None)


def _candidate(text: str, span: Span, meaning: Meaning, readings: tuple[str, ...]) -> DateCandidate:
    return DateCandidate(
        text=text[span.start : span.end],
        value=readings[0] if len(readings) == 1 else None,
        meaning=meaning,
        displayed=True,
        place="visible_text",
        start=span.start,
        end=span.end,
    )


def _copyright_years(text: str, taken: Sequence[Span]) -> Iterator[Span]:
    seen = -1
    for mark in _COPYRIGHT.finditer(text):
        line_end = text.find("\n", mark.end())
        line_end = len(text) if line_end < 0 else line_end
        if mark.group().isalpha() and line_end - text.rfind("\n", 0, mark.start()) > BYLINE_LENGTH:
            continue
        for year in find_years(text, mark.end(), min(line_end, mark.end() + _REACH)):
            if year.start > seen and not any(s.start <= year.start < s.end for s in taken):
                seen = year.start
                yield year


# ---- declared --------------------------------------------------------------------------------------------------


def _meaning_of(declared: Declared) -> Meaning:
    kind, _, name = declared.place.partition(":")
    if kind == "meta":
        return META_MEANINGS.get(name.lower(), "unknown")
    if kind == "json_ld":
        return JSON_LD_MEANINGS.get(name, "unknown")
    label = declared.label.lower()
    for name, meaning in (("datepublished", "published"), ("pubdate", "published"), ("datemodified", "modified")):
        if name in label:
            return "published" if meaning == "published" else "modified"
    words = [match for match in _MEANING.finditer(label) if _stands_alone(label, match)]
    return (_group(words[-1]) or "unknown") if words else "unknown"


def _json_ld(top: JsonValue) -> Iterator[Declared]:
    stack = [top]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            for name, inner in value.items():
                if name in JSON_LD_MEANINGS and isinstance(inner, str | int):
                    yield Declared(f"json_ld:{name}", str(inner))
                elif name not in _SKIPPED_IN_JSON_LD:
                    stack.append(inner)
        elif isinstance(value, list):
            stack.extend(reversed(value))


# ---- ambiguity -------------------------------------------------------------------------------------------------


def _numeric_orders(text: str) -> Iterator[NumericOrder]:
    return (found.numeric for found in find_dates(text) if found.numeric)


def _settled(text: str, days: set[str], orders: frozenset[NumericOrder]) -> str | None:
    found = next(find_dates(text), None)
    if found is None or len(found.readings) != 2:
        return None
    named = [reading for reading in found.readings if reading in days]
    if len(named) == 1:
        return named[0]
    separator = "/" if "/" in text else "-"
    ways = {day_first for sep, day_first in orders if sep == separator}
    return found.readings[0 if True in ways else 1] if len(ways) == 1 and not named else None
