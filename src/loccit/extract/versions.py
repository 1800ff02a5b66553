"""Statements about versions: ``New in version 3.7.``, ``Applies to: 12.2``.

What is written is kept as it stands; nothing is concluded from it here.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from loccit.extract.version_phrases import PHRASES, Relation
from loccit.records.extract import Block, VersionStatement
from loccit.text.offsets import Span

_VERSION = r"v?\d+(?:\.(?:\d+|x\b))*(?:h\d\b|[-_.]?(?:alpha|beta|preview|rc|dev|lts|sp|[ab])\.?\d+)?"
_MORE = re.compile(rf"(?:, ?|、| ?(?:,? and|,? or|dan|atau|及|和|或|與|与|&) ?)(?:versions? )?({_VERSION})(?![\w.]*\w)")
_VERSION_WORD = re.compile(r"version|release|versi|rilis|版|バージョン|버전")
_UNIT_AFTER = re.compile(
    r" ?(?:%|°|[kmcµn]?[glm]\b|[km]?hz\b|[kmgt]i?b\b|hours?\b|days?\b|weeks?\b|years?\b|minutes?\b|steps?\b)"
)
_FULL_STOP = re.compile(r"[.。](?=\s|\Z)|。")
_YEAR = re.compile(r"(?:19|20)\d\d")
_AFTER_WORD = "|".join(rf"(?<=[^\W\d_v]{gap}\d)|(?<=[:：]{gap}\d)" for gap in ("", "[ v]", "[ v]{2}"))
_NUMBER_AFTER_WORD = re.compile(rf"\d(?:{_AFTER_WORD})[\d.]*")
_NUMBER_BY_WORD = re.compile(rf"\d(?:(?:{_AFTER_WORD})[\d.]*|(?<!\d\d)[\d.]*(?=\s?[\u2e81-\U0010ffff]))")
_BEFORE, _AFTER = 72, 96
"""How far a phrase may reach around its version, in code points."""


@dataclass(frozen=True, slots=True)
class _Found:
    relation: Relation
    span: Span
    versions: tuple[Span, ...]


def version_statements(text: str, blocks: Sequence[Block]) -> tuple[VersionStatement, ...]:
    """Return the statements about versions in a displayed text, in order.

    Args:
        text: canonical text of a document.
        blocks: its blocks, in order; a statement takes the heading path of the block it begins in.
    """
    starts = [block.start for block in blocks]
    statements: list[VersionStatement] = []
    for found in _all_found(_lower(text)):
        index = bisect_right(starts, found.span.start) - 1
        path = blocks[index].heading_path if index >= 0 else ()
        statements.extend(
            VersionStatement(
                text=text[found.span.start : found.span.end],
                version=text[version.start : version.end].lstrip("vV"),
                relation=found.relation,
                heading_path=path,
                start=found.span.start,
                end=found.span.end,
            )
            for version in found.versions
        )
    return tuple(statements)


def _all_found(lowered: str) -> Iterator[_Found]:
    patterns = [pattern for name, pattern in _patterns() if any(hint in lowered for hint in PHRASES[name].hint)]
    done = 0
    for window in _windows(lowered):
        matches = [m for pattern in patterns for m in pattern.finditer(lowered, window.start, window.end)]
        for match in sorted(matches, key=lambda m: (m.start(), -m.end())):
            found = _read(lowered, match) if match.start() >= done else None
            if found:
                done = found.span.end
                yield found


def _windows(lowered: str) -> Iterator[Span]:
    """Yield the stretches around numbers that a phrase may surround, so that the phrases are tried only there."""
    current: Span | None = None
    for number in (_NUMBER_AFTER_WORD if lowered.isascii() else _NUMBER_BY_WORD).finditer(lowered):
        start, end = number.span()
        if current and start - _BEFORE <= current.end:
            current = Span(current.start, end + _AFTER)
            continue
        if current:
            yield current
        current = Span(max(0, start - _BEFORE), end + _AFTER)
    if current:
        yield current


def _read(lowered: str, match: re.Match[str]) -> _Found | None:
    name = next(name for name, value in match.groupdict().items() if value is not None)
    relation, version = _relations()[name], match.group(name)
    named = bool(_VERSION_WORD.search(match.group()))
    colon = ":" in match.group() or "：" in match.group()
    plain_number = "." not in version
    if not named and (
        _UNIT_AFTER.match(lowered, match.end()) or (plain_number and not (colon and relation == "applies_to"))
    ):
        return None
    if not (named or colon) and plain_number and _YEAR.fullmatch(version):
        return None
    versions, end = [Span(*match.span(name))], match.end()
    while relation == "applies_to" and (more := _MORE.match(lowered, end)):
        versions.append(Span(*more.span(1)))
        end = more.end()
    stop = _FULL_STOP.match(lowered, end)
    return _Found(relation, Span(match.start(), stop.end() if stop else end), tuple(versions))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, _compiled(name)) for name in PHRASES)


@cache
def _relations() -> dict[str, Relation]:
    return {
        f"{name}{number}": relation
        for name, language in PHRASES.items()
        for number, (relation, _) in enumerate(language.phrases)
    }


def _compiled(name: str) -> re.Pattern[str]:
    alternatives = []
    for number, (_, phrase) in enumerate(PHRASES[name].phrases):
        first, *rest = phrase.split("{v}")
        alternatives.append(f"{first}(?P<{name}{number}>{_VERSION}){_VERSION.join(rest)}")
    return re.compile(f"(?<![a-z])(?:{'|'.join(alternatives)})(?![a-z0-9]|\\.\\d)")


def _lower(text: str) -> str:
    """Lower the case and keep every offset: the few letters whose small form is longer stay."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(small if len(small := character.lower()) == 1 else character for character in text)
