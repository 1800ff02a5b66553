"""Citations in running text: links, footnotes, marks and the list they point at."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from loccit.cite.answer import Stretch
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.links import Link, definitions, links
from loccit.cite.formats.references import footnotes, reference_list
from loccit.cite.markers import Mark, blanked, code_blocks, code_spans, find_marks, round_marks
from loccit.cite.statements import after_sentence, mark_groups, names_source, unix_lines
from loccit.records import AnswerSource
from loccit.text.offsets import Span

_NUMBER_LABEL = re.compile(r"[\W_]*(?:\d{1,3}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})[\W_]*")
_SOURCE_LABEL = re.compile(
    r"\W*(?:source|link|ref(?:erence)?|citation|here|see|sumber|tautan|quelle|來源|来源|連結|链接|出處|出处|参考|參考)s?\W*\d*\W*",
    re.IGNORECASE,
)
_HOST_LABEL = re.compile(r"(?:https?://)?(?:[\w-]+\.)+[\w-]{2,}(?:/\S*)?…?")
_EMPTY_BRACKETS = re.compile(r"(?<![\w`])[^\S\n]*[(（\[][\s,;、]*[)）\]]")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)([^*_\n]{1,2000}?)(?<=\S)\1(?![\w*])")
_IMAGE = re.compile(r"!\[[^\[\]\n]{0,400}\]\([^()\s]{0,2000}(?:\s[^()\n]{0,200})?\)")
_BY_REFERENCE = re.compile(r"(?<![!\\\]])\[(?P<label>[^\[\]\n]*[^\W\d][^\[\]\n]*)\]\[[^\[\]\n]{0,200}\]")
_ROW = re.compile(r"[^|]\|[^|\n]+\|[^\S\n]*\Z")
_CELL_BORDER = re.compile(r"[^\S\n]*(?<!\\)\|[^\S\n]*")
_ENDS_PIECE = re.compile(r"[>)）\]\s.。]*\Z")
_NEEDS_MORE = re.compile(
    r"(?:\b(?:is|are|was|be|at|to|from|on|in|via|see|visit|under|of|called|or|and|by|with|url|address|adalah|ialah|di|ke|dari"
    r"|lihat|kunjungi|ist|unter|auf|est|sur|es|en)|[是為为在於于見见到從从])[\s:：<]*\Z",
    re.IGNORECASE,
)
_ENDS_BLOCK = re.compile(r"[\s)）\].。]*(?:\n|\Z)")


@dataclass(frozen=True, slots=True)
class Prose:
    """A text whose structure is known.

    Attributes:
        words: the text with what is no prose blanked out.
        links: links to web addresses in ``words``, in order.
        labels: positions of sources by what marks call them.
        after_words: whether the format marks directly after words, as ``word[1]``.
        raised: those labels that are raised digits.
        rounded: those that are numbers in round brackets.
    """

    text: str
    words: str
    links: list[Link]
    labels: dict[str, int]
    after_words: bool = False
    raised: frozenset[str] = frozenset()
    rounded: frozenset[str] = frozenset()


def read_prose(assembly: Assembly, *, numbered: int = 0, after_words: bool = False) -> None:
    """Add the citations that stand in an assembly's text, which is Markdown or plain.

    Args:
        assembly: with its text and the sources its format lists.
        numbered: how many of those sources marks count from 1; with none, the text's own list says what marks name.
        after_words: whether the format marks directly after words, as ``word[1]``.
    """
    text = unix_lines(assembly.text)
    code = code_blocks(text)
    prose = blanked(text, code)
    prose = blanked(prose, code_spans(prose))
    notes = footnotes(text, prose)
    prose = blanked(prose, [note.span for note in notes])
    defined = definitions(prose)
    prose = blanked(prose, [one.span for one in defined])
    listed, zone = reference_list(text, prose)
    prose = blanked(prose, zone)
    labels = {str(number + 1): number for number in range(numbered)}
    for entry in [*notes, *([] if numbered else listed)]:
        position = assembly.source(entry.source)
        if entry.label is not None:
            labels.setdefault(entry.label, position)
    found = links(prose, defined)
    for one in defined:
        if not any(link.url == one.url for link in found):
            source = AnswerSource(url=one.url, title=one.title, text=None, requires_attribution=False)
            labels.setdefault(one.label, assembly.source(source))
    assembly.apart += [*code, *(note.span for note in notes), *(one.span for one in defined), *zone]
    raised = frozenset(entry.label for entry in listed if entry.label is not None and entry.raised)
    rounded = frozenset(entry.label for entry in listed if entry.label is not None and entry.round)
    cite_prose(assembly, Prose(text, prose, found, labels, after_words, raised, rounded))


def wording(piece: str, marks: Iterable[Span] = ()) -> str:
    """Return a piece of Markdown as a person reads it: without marks, images, addresses and emphasis.

    What a judge is asked about a claim anchor; its slice is kept as it stands in the answer.

    Args:
        piece: the text.
        marks: spans of the piece that a format says are marks.
    """
    prose = blanked(piece, code_spans(piece))
    gone = [Span(*match.span()) for match in _IMAGE.finditer(prose)]
    prose = blanked(prose, gone)
    found = links(prose, [])
    markers = {mark.span for mark in find_marks(blanked(prose, [link.span for link in found]))} | set(marks)
    whole = Prose(piece, prose, found, {})
    for link in found:
        if _is_mark(whole, link):
            markers.add(link.span)
        elif link.bare and _ends_statement(prose, link.span):
            markers.add(Span(len(prose[: link.span.start].rstrip(" \t:：<")), link.span.end))
        elif not link.bare:
            gone += [Span(link.span.start, link.label.start), Span(link.label.end, link.span.end)]
    prose = blanked(prose, [link.span for link in found])
    for match in _BY_REFERENCE.finditer(prose):
        gone += [Span(match.start(), match.start("label")), Span(match.end("label"), match.end())]
    gone += [span for span, _ in mark_groups(piece, sorted(markers))]
    kept = _without(piece, gone)
    if _ROW.search(piece):
        kept = _CELL_BORDER.sub(": ", kept.strip(" \t|"), count=1)
        kept = _CELL_BORDER.sub(", ", kept)
    kept = _EMPTY_BRACKETS.sub("", _EMPHASIS.sub(r"\2", kept))
    return re.sub(r"[^\S\n]+(?=[.,;:!?。，、；：！？]|\Z)", "", " ".join(kept.split()))


def _without(piece: str, gone: Iterable[Span]) -> str:
    kept: list[str] = []
    position = 0
    for span in sorted(gone):
        kept.append(piece[position : span.start] if span.start > position else "")
        position = max(position, span.end)
    return "".join([*kept, piece[position:]])


def _ends_statement(prose: str, span: Span) -> bool:
    """Tell whether a bare address stands behind a whole statement, so that it is no word of it."""
    before = prose[max(0, span.start - 40) : span.start]
    return bool(_ENDS_PIECE.match(prose, span.end)) and bool(before.strip()) and not _NEEDS_MORE.search(before)


def cite_prose(assembly: Assembly, prose: Prose) -> None:
    """Add the citations that a text's links and marks make."""
    _add_links(assembly, prose)
    found = prose.links
    words = blanked(prose.words, [Span(link.label.end, link.span.end) for link in found if not link.bare])
    words = blanked(words, [link.span for link in found if link.bare or _is_mark(prose, link)])
    known = frozenset(label.removeprefix("^") for label in prose.labels)
    found_marks = find_marks(words, known=known, raised=prose.raised, after_words=prose.after_words)
    for mark in [*found_marks, *round_marks(words, prose.rounded)]:
        _add_mark(assembly, prose.labels, mark)


def _add_links(assembly: Assembly, prose: Prose) -> None:
    positions = {source.url: position for position, source in reversed(list(enumerate(assembly.sources)))}
    for link in prose.links:
        mark = _is_mark(prose, link)
        label = prose.text[link.label.start : link.label.end]
        position = positions.get(link.url)
        if position is None:
            titled = mark and not link.bare and not is_name_of_source(label)
            title = " ".join(label.split()) if titled else None
            source = AnswerSource(url=link.url, title=title, text=None, requires_attribution=False)
            position = positions[link.url] = assembly.source(source)
        if mark:
            assembly.cite(Stretch(*link.span, (position,), kind="marker"))
        else:
            assembly.cite_link(link.span, (position,))
            if not link.bare:
                markup = (Span(link.span.start, link.label.start), Span(link.label.end, link.span.end))
                assembly.syntax += [piece for piece in markup if piece.end > piece.start]


def _is_mark(prose: Prose, link: Link) -> bool:
    """Tell whether a link only names a source; if not, its label is part of the sentence."""
    text, (start, end) = prose.text, link.span
    if not link.bare and is_name_of_source(text[link.label.start : link.label.end]):
        return True
    if names_source(text, link.span):
        return True
    return after_sentence(text, start) and bool(_ENDS_BLOCK.match(text, end))


def is_name_of_source(label: str) -> bool:
    """Tell whether a link's label is a number, a host or a word for "source"."""
    bare = label.strip("*_` []()")
    return bool(_NUMBER_LABEL.fullmatch(label) or _SOURCE_LABEL.fullmatch(bare) or _HOST_LABEL.fullmatch(bare))


def _add_mark(assembly: Assembly, labels: dict[str, int], mark: Mark) -> None:
    known: list[int] = []
    unknown: list[str] = []
    for label in mark.labels:
        forms = ("^" + label, label) if mark.kind == "footnote" else (label, "^" + label)
        position = next((labels[form] for form in forms if form in labels), None)
        if position is None:
            unknown.append(label)
        else:
            known.append(position)
    assembly.cite(Stretch(*mark.span, tuple(known), kind="marker"), unknown_labels=unknown)
