"""Puts marks into an answer's text, for formats that have no offsets."""

from loccit.cite import attribution
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.prose import read_prose
from loccit.records import Anchor, Answer, AnswerSource
from loccit.text import markdown
from loccit.text.offsets import Span


def with_footnotes(answer: Answer) -> str:
    """Return the text with a Markdown footnote behind each claim that the text does not mark itself.

    Raises:
        VerificationFailed: if a source that must be attributed can't be shown.
    """
    claims = _unmarked(answer, numbered=False)
    cited = {position for claim in claims for position in claim.sources}
    first = _first_free_label(answer.text)
    text = attribution.marked(answer.replacing(anchors=tuple(claims)), lambda position: f"[^{first + position}]")
    notes = [
        f"[^{first + position}]: {_definition(source)}"
        for position, source in enumerate(answer.sources)
        if position in cited or (source.requires_attribution and source.url not in answer.text)
    ]
    rendered = text if not notes else text.rstrip("\n") + "\n\n" + "\n".join(notes) + "\n"
    attribution.verify(answer, rendered)
    return rendered


def with_numbers(answer: Answer) -> str:
    """Return the text with ``[n]`` behind each claim that it does not mark itself; sources count from 1."""
    claims = _unmarked(answer, numbered=True)
    return attribution.marked(answer.replacing(anchors=tuple(claims)), lambda position: f"[{position + 1}]")


def _unmarked(answer: Answer, *, numbered: bool) -> list[Anchor]:
    """Return the claim anchors with those of their sources that the text's own marks do not name."""
    marked = _marked_claims(answer, numbered=numbered)
    claims = []
    for one in answer.anchors:
        if one.kind == "claim":
            known = marked.get(Span(one.start, one.end), frozenset())
            rest = tuple(source for source in one.sources if answer.sources[source].url not in known)
            if rest:
                claims.append(one.model_copy(update={"sources": rest}))
    return claims


def _marked_claims(answer: Answer, *, numbered: bool) -> dict[Span, frozenset[str]]:
    assembly = Assembly()
    assembly.add_part(answer.text)
    for source in answer.sources if numbered else ():
        assembly.list_source(source)
    read_prose(assembly, numbered=len(assembly.sources), after_words=numbered)
    found = assembly.reading(answer.origin).answer
    return {
        Span(one.start, one.end): frozenset(found.sources[source].url for source in one.sources)
        for one in found.anchors
        if one.kind == "claim"
    }


def _first_free_label(text: str) -> int:
    number = 1
    while f"[^{number}]" in text:
        number += 1
    return number


def _definition(source: AnswerSource) -> str:
    address = source.deep_link or source.url
    label: str = source.title if source.title and source.title.strip() else source.url
    if address.lower().startswith(("http://", "https://")):
        return markdown.link(label, address)
    return markdown.escape(label)
