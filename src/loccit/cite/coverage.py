"""Which sentences of an answer state something, and which of its sources each of them cites.

A sentence cites a source if a claim anchor that names the source covers a word of it; the sentences of one quotation
count as one. Cited sentences always count.
Uncited ones count unless they state nothing that a source could carry: headings, questions, introductions that end
in a colon, fragments, what stands apart from the prose (code, lists of sources), and the one sentence that says that
nothing could be supported.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from loccit.cite.answer import Reading
from loccit.cite.clauses import with_subject
from loccit.cite.formats.prose import wording
from loccit.cite.language import NOTHING_SUPPORTED
from loccit.cite.overlaps import Overlaps
from loccit.cite.quotations import quotations_in
from loccit.cite.statements import Statements, unix_lines
from loccit.records import Anchor
from loccit.text.offsets import Span

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_HEADING_OPENING = re.compile(r"[ \t>]*#{1,6}[ \t]+\Z")
_UNDERLINED = re.compile(r"^[ \t]{0,3}[^|\s][^\n|]*\n[ \t]{0,3}(?:={3,}|-{3,})[ \t]*$", re.MULTILINE)
_ALL_BOLD = re.compile(r"(?:\*\*|__)[^*_\n]+(?:\*\*|__)[:：]?")
_PARAGRAPH = re.compile(r"\n[ \t]*(?:\n|[-*+#>|]|\d+[.)])")
_STOP = re.compile(r"[.!…。！｡۔।॥][\"'”’»›)\]）」』】*_]*\Z")
_QUESTION = re.compile(r"[?？؟][\"'”’»›)\]）」』】*_]*\Z")
_INTRODUCES = re.compile(r"[:：][*_]*\Z")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_MIN_UNSPACED_LETTERS = 4
_LONGEST_HEADING = 2_000
_MIN_WORDS, _MIN_WORDS_WITHOUT_STOP = 2, 4


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence that states something.

    Attributes:
        span: code points of the answer's text, end exclusive.
        wording: the sentence as a person reads it, without marks; what judges are asked.
        sources: positions of the answer's sources it cites, in order, each once.
        unlisted: it cites something that the answer does not list.
        said: the wording with its subject, where it only has a pronoun for the one of the sentence before.
    """

    span: Span
    wording: str
    sources: tuple[int, ...]
    unlisted: bool = False
    said: str = ""


def sentences_of(reading: Reading) -> tuple[CitedSentence, ...]:
    """Return the sentences of an answer that state something, in order, with what they cite."""
    text = unix_lines(reading.answer.text)
    marks = [Span(one.start, one.end) for one in reading.answer.anchors if one.kind == "marker"]
    claims = Overlaps(one for one in reading.answer.anchors if one.kind == "claim")
    headings = [*_FRONT_MATTER.finditer(text), *_UNDERLINED.finditer(text)]
    apart = [*reading.apart, *(Span(*match.span()) for match in headings)]
    statements = Statements(text, marks=marks, apart=apart)
    spans = _whole_quotations(text, _with_lone_claims(reading, text, statements.sentences))
    unlisted = Overlaps(_unlisted(reading, statements, set(marks)))
    numbers = Overlaps(mark for mark in marks if not any(map(str.isalpha, text[mark.start : mark.end])))
    found = [_cited(text, span, claims, numbers) for span in spans]
    found = [replace(one, unlisted=bool(unlisted.within(one.span))) for one in found]
    found = [replace(one, said=with_subject(one.wording, _before(text, found, at))) for at, one in enumerate(found)]
    return tuple(one for one in found if one.sources or one.unlisted or _states(text, one))


def _before(text: str, sentences: list[CitedSentence], at: int) -> str:
    """Return the wording of the sentence before one, empty where another paragraph begins."""
    if at == 0 or _PARAGRAPH.search(text, sentences[at - 1].span.end, sentences[at].span.start):
        return ""
    return sentences[at - 1].wording


def _with_lone_claims(reading: Reading, text: str, sentences: list[Span]) -> list[Span]:
    """Return the sentences, and each claim that covers no word of any."""
    over = Overlaps(sentences).over
    lone = [
        Span(one.start, one.end)
        for one in reading.answer.anchors
        if one.kind == "claim" and one.sources and not any(_share_a_word(text, one, span) for span in over(one))
    ]
    return sorted({*sentences, *lone})


def _whole_quotations(text: str, spans: list[Span]) -> list[Span]:
    """Return the sentences, those of one quotation joined: the citation behind it is for all of them."""
    joined: list[Span] = []
    quotations = Overlaps(one.span for one in quotations_in(text, Span(0, len(text))))
    for span in spans:
        before = joined[-1] if joined else None
        if before is not None and any(one.start < before.end for one in quotations.over(span)):
            joined[-1] = Span(before.start, max(before.end, span.end))
        else:
            joined.append(span)
    return joined


def _unlisted(reading: Reading, statements: Statements, marks: set[Span]) -> set[Span]:
    """Return the sentences with a mark or a piece that names a source beyond the list."""
    found: set[Span] = set()
    over = Overlaps(statements.sentences).over
    for note in reading.notes:
        if note.code != "unknown_source" or note.span is None:
            continue
        if note.span in marks:
            found |= {one for one in [statements.of(note.span)] if one is not None}
        else:
            found |= set(over(note.span))
    return found


def _cited(text: str, span: Span, claims: Overlaps[Anchor], marks: Overlaps[Span]) -> CitedSentence:
    sources: dict[int, None] = {}
    for one in claims.over(span):
        if _share_a_word(text, one, span):
            sources |= dict.fromkeys(one.sources)
    inside = [Span(mark.start - span.start, mark.end - span.start) for mark in marks.within(span)]
    return CitedSentence(span, wording(text[span.start : span.end], inside), tuple(sources))


def _share_a_word(text: str, claim: Anchor, span: Span) -> bool:
    shared = text[max(claim.start, span.start) : min(claim.end, span.end)]
    return any(character.isalnum() for character in shared)


def _states(text: str, sentence: CitedSentence) -> bool:
    said = sentence.wording
    if said in NOTHING_SUPPORTED.values() or _QUESTION.search(said) or _INTRODUCES.search(said):
        return False
    if _is_heading(text, sentence.span):
        return False
    if _UNSPACED.search(said):
        return sum(character.isalpha() for character in said) >= _MIN_UNSPACED_LETTERS
    least = _MIN_WORDS if _STOP.search(said) else _MIN_WORDS_WITHOUT_STOP
    return sum(1 for _ in _words(said)) >= least


def _is_heading(text: str, span: Span) -> bool:
    line_start = text.rfind("\n", 0, span.start) + 1
    line_end = text.find("\n", span.end)
    if span.end - line_start > _LONGEST_HEADING:
        return False
    line = text[line_start : line_end if line_end >= 0 else len(text)].strip()
    return bool(_HEADING_OPENING.match(text[line_start : span.start]) or _ALL_BOLD.fullmatch(line))


def _words(said: str) -> Iterator[str]:
    return (word for word in said.split() if any(character.isalpha() for character in word))
