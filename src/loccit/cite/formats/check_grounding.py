"""Responses of Vertex AI's check-grounding service: claims of an answer and the facts that carry them.

Source of the shape: ``CheckGroundingResponse`` of Discovery Engine. Positions count bytes of the answer candidate, end
exclusive, and each claim gives its text. The response does not repeat the candidate: it is read from
``answerCandidate`` beside it, in the payload or in its ``request``, else put together from the claims, with blanks
where no claim stands.
"""

from collections.abc import Mapping
from typing import Final

from loccit.cite.answer import Reading, Stretch
from loccit.cite.formats.assembly import Assembly
from loccit.cite.formats.fields import Fields
from loccit.ids import JsonValue
from loccit.records import Answer, AnswerSource, Origin
from loccit.text.offsets import OffsetMap, Span, Unit

name: Final = "check-grounding"

_CLAIM_FIELDS = frozenset(("claimText", "claim_text"))


def looks_like(payload: JsonValue) -> bool:
    """Tell by claims that have a text, by a support score or by a list of cited chunks."""
    if not isinstance(payload, Mapping):
        return False
    inner = payload.get("response")
    response = inner if isinstance(inner, Mapping) else payload
    claims = response.get("claims")
    if isinstance(claims, list | tuple) and claims:
        return all(isinstance(claim, Mapping) and bool(_CLAIM_FIELDS & claim.keys()) for claim in claims)
    return bool({"supportScore", "support_score", "citedChunks", "cited_chunks"} & response.keys())


def read(payload: JsonValue, *, origin: Origin) -> Reading:
    """Return the candidate with an anchor for each claim that cites a fact.

    Raises:
        BadInput: if a field is of the wrong type; names the field.
    """
    whole = Fields.of(payload, "")
    response = whole.inner("response") or whole
    request = whole.inner("request") or whole
    claims = response.objects("claims")
    text = request.optional_text("answer_candidate")
    assembly = Assembly()
    part = assembly.add_part(_joined(claims) if text is None else text)
    for chunk in response.objects("cited_chunks"):
        assembly.list_source(_source(chunk))
    for claim in claims:
        cited = claim.integers("citation_indices")
        if cited:
            start, end = claim.integer("start_pos"), claim.integer("end_pos")
            assembly.cite(Stretch(start, end, cited, text=claim.text("claim_text") or None), part=part, unit=Unit.UTF8)
    return assembly.reading(origin)


def write(answer: Answer) -> dict[str, JsonValue]:
    """Return request and response, in camel case; scores are left out, as nothing was scored."""
    offsets = OffsetMap(answer.text)
    claims: list[JsonValue] = []
    for one in answer.anchors:
        if one.kind == "claim":
            span = offsets.from_code_points(Span(one.start, one.end), Unit.UTF8)
            claims.append(
                {
                    "startPos": span.start,
                    "endPos": span.end,
                    "claimText": one.slice,
                    "citationIndices": list(one.sources),
                    "groundingCheckRequired": True,
                }
            )
    chunks: list[JsonValue] = [
        {"chunkText": source.text or "", "uri": source.url, "title": source.title or "", "source": str(number)}
        for number, source in enumerate(answer.sources)
    ]
    return {"request": {"answerCandidate": answer.text}, "response": {"citedChunks": chunks, "claims": claims}}


def _source(chunk: Fields) -> AnswerSource:
    return AnswerSource(
        url=chunk.text("uri") or f"fact:{chunk.text('source') or 0}",
        title=chunk.text("title") or None,
        text=chunk.text("chunk_text") or None,
        requires_attribution=False,
    )


def _joined(claims: list[Fields]) -> str:
    pieces: list[str] = []
    length = 0
    for claim in sorted(claims, key=lambda one: one.integer("start_pos")):
        gap = claim.integer("start_pos") - length
        piece = claim.text("claim_text")
        if gap >= 0:
            # A gap longer than the claims themselves is no gap but a wrong number.
            pieces += [" " * min(gap, 10_000), piece]
            length += gap + len(piece.encode())
    return "".join(pieces)
