"""Puts an answer together from the pieces a format gives it in."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from loccit.cite.answer import Note, Reading, Stretch, anchor, locate
from loccit.cite.statements import Statements
from loccit.records import Anchor, Answer, AnswerSource, Origin
from loccit.text.offsets import OffsetMap, Span, Unit


@dataclass(frozen=True, slots=True)
class _Citation:
    """A stretch of one part, or of all parts joined where ``part`` is null."""

    stretch: Stretch
    part: int | None
    unit: Unit
    unknown_labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Placed:
    span: Span
    sources: tuple[int, ...]


class Assembly:
    """Collects parts, sources and citations in the order of the payload.

    Attributes:
        syntax: spans of the whole text that are mark-up inside a sentence.
        apart: spans of the whole text that state nothing.
    """

    def __init__(self) -> None:
        self.sources: list[AnswerSource] = []
        self.syntax: list[Span] = []
        self.apart: list[Span] = []
        self._known: dict[AnswerSource, int] = {}
        self._parts: list[Span] = []
        self._pieces: list[str] = []
        self._length = 0
        self._citations: list[_Citation] = []
        self._places: list[_Placed] = []
        self._counted: dict[int | None, tuple[str, OffsetMap]] = {}

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(self._pieces)

    @property
    def cited(self) -> bool:
        """Whether a citation was given."""
        return bool(self._citations or self._places)

    def add_part(self, text: str, *, apart_from_last: bool = False) -> int:
        """Add a piece of text and return its number; ``apart_from_last`` puts an empty line before it."""
        if apart_from_last and self._length and text:
            self._pieces.append("\n\n")
            self._length += 2
        self._parts.append(Span(self._length, self._length + len(text)))
        self._pieces.append(text)
        self._length += len(text)
        return len(self._parts) - 1

    def list_source(self, source: AnswerSource) -> int:
        """Add a source to the list and return its position; formats that count sources need each one."""
        self.sources.append(source)
        return self._known.setdefault(source, len(self.sources) - 1)

    def source(self, source: AnswerSource) -> int:
        """Return the position of a source, adding it if it is new."""
        known = self._known.get(source)
        return self.list_source(source) if known is None else known

    def cite(
        self,
        stretch: Stretch,
        *,
        part: int | None = None,
        unit: Unit = Unit.CODE_POINT,
        unknown_labels: Sequence[str] = (),
    ) -> None:
        """Add a citation; its offsets count in one part, or in all of them joined.

        Args:
            stretch: where it stands, and positions of its sources.
            part: the part its offsets count in.
            unit: what they count.
            unknown_labels: what it calls sources that the format does not list.
        """
        self._citations.append(_Citation(stretch, part, unit, tuple(unknown_labels)))

    def cite_link(self, span: Span, sources: Sequence[int]) -> None:
        """Add a citation of the sentence a link stands in; the link's label is part of it, so it is no mark."""
        self._places.append(_Placed(Span(span.end, span.end), tuple(sources)))

    def fits(self, stretch: Stretch, part: int | None, unit: Unit) -> bool:
        """Tell whether a stretch's offsets give its text, or any text where it has none; all parts must be there."""
        text, offsets = self._counting(part)
        span = locate(text, offsets, stretch, unit).span
        return span is not None and offsets.from_code_points(span, unit) == (stretch.start, stretch.end)

    def cite_part(self, part: int, sources: Sequence[int]) -> None:
        """Add a citation of a whole part; one without text is cited nowhere."""
        start, end = self._parts[part]
        if end > start:
            self.cite(Stretch(0, end - start, tuple(sources)), part=part)

    def cite_before(self, sources: Sequence[int]) -> None:
        """Add a citation of the sentence that the text so far ends in."""
        self._places.append(_Placed(Span(self._length, self._length), tuple(sources)))

    def cite_place(self, offset: int, sources: Sequence[int], *, part: int) -> None:
        """Add a citation of the sentence that a place in a part (code points) stands in or ends."""
        start, end = self._parts[part]
        if not 0 <= offset <= end - start:
            self.cite(Stretch(offset, offset, tuple(sources)), part=part)
        else:
            self._places.append(_Placed(Span(start + offset, start + offset), tuple(sources)))

    def reading(self, origin: Origin) -> Reading:
        """Return the answer, its marks with the sentences they belong to, and notes."""
        text = self.text
        found: dict[tuple[Span, str], dict[int, None]] = {}
        notes: list[Note] = []
        for number, citation in enumerate(self._citations):
            stretch = citation.stretch
            known = [one for one in stretch.sources if 0 <= one < len(self.sources)]
            span, place_notes = self._locate(number, citation)
            notes += place_notes
            if span is not None:
                found.setdefault((span, stretch.kind), {}).update(dict.fromkeys(known))
        marks = [_Placed(span, tuple(sources)) for (span, kind), sources in found.items() if kind == "marker"]
        for claim in claims_of(text, [*marks, *self._places], syntax=self.syntax, apart=self.apart):
            found.setdefault((claim.span, "claim"), {}).update(dict.fromkeys(claim.sources))
        answer = Answer(
            origin=origin,
            text=text,
            anchors=tuple(_anchors(text, found)),
            sources=tuple(self.sources),
        )
        return Reading(answer, tuple(notes), tuple(self._parts), tuple(sorted(self.apart)))

    def _locate(self, number: int, citation: _Citation) -> tuple[Span | None, list[Note]]:
        notes = []
        stretch = citation.stretch
        text, offsets = self._counting(citation.part)
        place = locate(text, offsets, stretch, citation.unit)
        base = 0 if citation.part is None else self._parts[citation.part].start
        span = place.span and Span(base + place.span.start, base + place.span.end)
        unknown = stretch.unlisted(len(self.sources))
        if unknown:
            detail = f"no source at {unknown}; {len(self.sources)} are listed"
            notes.append(Note(number, "unknown_source", detail, span))
        if citation.unknown_labels:
            labels = ", ".join(citation.unknown_labels)[:200]
            notes.append(Note(number, "unknown_source", f"no source is listed as {labels}", span))
        if place.code is not None:
            notes.append(Note(number, place.code, place.detail, span))
        return span, notes

    def _counting(self, part: int | None) -> tuple[str, OffsetMap]:
        """Return the text that offsets count in, and its map, made once all parts are there."""
        if part not in self._counted:
            start, end = (0, self._length) if part is None else self._parts[part]
            text = self.text[start:end]
            self._counted[part] = (text, OffsetMap(text))
        return self._counted[part]


def claims_of(
    text: str, marks: Sequence[_Placed], *, syntax: Iterable[Span] = (), apart: Iterable[Span] = ()
) -> list[_Placed]:
    """Return the sentences that marks belong to, each once, with the sources of all its marks."""
    if not marks:
        return []
    statements = Statements(text, marks=[mark.span for mark in marks], syntax=syntax, apart=apart)
    claims: dict[Span, dict[int, None]] = {}
    for mark in sorted(marks, key=lambda one: one.span):
        sentence = statements.of(mark.span)
        if sentence is not None:
            claims.setdefault(sentence, {}).update(dict.fromkeys(mark.sources))
    return [_Placed(span, tuple(sources)) for span, sources in claims.items()]


def unmarked_claims(answer: Answer) -> Iterator[Anchor]:
    """Yield the claim anchors of an answer with those of their sources that its own marks do not give."""
    marks = [_Placed(Span(one.start, one.end), one.sources) for one in answer.anchors if one.kind == "marker"]
    marked = {claim.span: claim.sources for claim in claims_of(answer.text, marks)}
    for one in answer.anchors:
        if one.kind == "claim":
            known = marked.get(Span(one.start, one.end), ())
            rest = tuple(source for source in one.sources if source not in known)
            if rest or not known:
                yield one.model_copy(update={"sources": rest})


def _anchors(text: str, found: dict[tuple[Span, str], dict[int, None]]) -> Iterator[Anchor]:
    for (span, kind), sources in sorted(found.items(), key=lambda item: (item[0][0].start, item[0][0].end, item[0][1])):
        yield anchor(text, span, sources=tuple(sources), kind="marker" if kind == "marker" else "claim")
