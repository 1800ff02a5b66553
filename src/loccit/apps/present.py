"""Results as JSON objects: pure functions from records to the forms that every face shows.

A record is shown as its content with its ``id``. Times are UTC, offsets code points of the text they count in
(``cited_chunks`` and ``inline_citations`` count bytes, as their form demands).
"""

from collections.abc import Iterable, Iterator, Mapping

from loccit.cite.formats import ces
from loccit.ids import JsonValue
from loccit.pipeline import AskResult, IndexReport, Judged, Reading, ReviewItem
from loccit.records import (
    Answer,
    Citation,
    EvidenceRecord,
    FacetCheck,
    HiddenText,
    Passage,
    ReadDocument,
    Record,
    Retrieval,
    Value,
)
from loccit.records.record import write_time

Json = dict[str, JsonValue]


def record_object(record: Record) -> Json:
    """Return a record's content with its id and kind."""
    return {"id": record.id, "kind": record.KIND, **record.content()}


def ask_object(result: AskResult) -> Json:
    """Return what ``loccit ask --json`` writes: one object for the whole path.

    ``answer`` is null unless it was released; ``release`` says why. ``claims`` stand in the order they were given.
    """
    released = result.answer if result.release is not None and result.release.released else None
    handoff = record_object(result.handoff)
    return {
        "question": result.question.text,
        "run_id": result.discovered.run.run_id,
        "queries": [_query_object(query.id, query.text, query.derivation) for query in result.discovered.queries],
        "claims": [claim_object(judged, result) for judged in result.judged],
        "handoff": handoff,
        "answer": None if released is None else {"id": released.id, "text": released.text},
        "release": None if result.release is None else record_object(result.release),
        "citations": citations_object(released, result.citations),
        "gaps": handoff["gaps"],
        "open_questions": handoff["open_questions"],
        "review_items": [_review_item_object(item, result) for item in result.review_items],
        "output": result.discovered.run.output.model_dump(mode="json"),
    }


def claim_object(judged: Judged, result: AskResult) -> Json:
    """Return a finding with the passages and facets it rests on."""
    finding = judged.finding
    return {
        "id": judged.claim.id,
        "wording": judged.claim.wording,
        "state": finding.state,
        "reasons": list(finding.reasons),
        "facets": [facet_object(facet) for record in decisive(judged) for facet in record.facets],
        "passages": [passage for record in decisive(judged) for passage in _passages(record, judged, result)],
        "settle": finding.settle,
        "finding": finding.id,
        "evidence": list(finding.evidence),
        "copies": [list(group) for group in finding.copies],
    }


def decisive(judged: Judged) -> tuple[EvidenceRecord, ...]:
    """Return the evidence records that a finding's state rests on; all of them where it has no state."""
    state = judged.finding.state
    return tuple(record for record in judged.evidence if state is None or record.state == state)


def facet_object(facet: FacetCheck) -> Json:
    """Return one comparison between claim and page."""
    return _dump(facet)


def passage_object(passage: Passage, reading: Reading, *, page_date: str | None, query: str | None) -> Json:
    """Return a passage with the page it stands on; ``query`` is the text that was sent, null without a search."""
    return {
        **located_passage(passage, reading.retrieval),
        "page_date": page_date,
        "candidate": None if reading.candidate is None else reading.candidate.id,
        "query": query,
    }


def located_passage(passage: Passage, retrieval: Retrieval) -> Json:
    """Return a passage with its place and the retrieval it was read by."""
    final_url = retrieval.final_url or retrieval.requested_url
    return {
        "id": passage.id,
        "exact": passage.exact,
        "start": passage.start,
        "end": passage.end,
        "prefix": passage.prefix,
        "suffix": passage.suffix,
        "heading_path": list(passage.heading_path),
        "section_id": passage.section_id,
        "page": passage.page,
        "kind": passage.block_kind,
        "url": retrieval.requested_url,
        "final_url": final_url,
        "deep_link": final_url.partition("#")[0] + passage.deep_link,
        "retrieved_at": write_time(retrieval.retrieved_at),
        "retrieval": retrieval.id,
        "document": passage.document,
    }


def citations_object(answer: Answer | None, citations: Iterable[Citation]) -> Json:
    """Return the citations of a released answer: as they were checked, and in the form with byte offsets."""
    if answer is None:
        return {"checked": [], "cited_chunks": [], "inline_citations": []}
    return {"checked": [_citation_object(answer, citation) for citation in citations], **ces.write(answer)}


def index_object(report: IndexReport) -> Json:
    """Return what ``loccit index --json`` writes."""
    return {
        "source": report.source,
        "mount": None if report.mount is None else record_object(report.mount),
        "archives": [record_object(archive) for archive in report.archives],
        "pages_seen": report.pages_seen,
        "pages_indexed": report.pages_indexed,
        "pages_unchanged": report.pages_unchanged,
        "pages_passed_over": report.pages_passed_over,
        "pages_removed": report.pages_removed,
        "failures": [record_object(failure) for failure in report.failures],
        "problems": list(report.problems),
    }


def document_object(document: ReadDocument, *, url: str | None = None) -> Json:
    """Return what ``loccit extract --json`` writes: the displayed text and its structure."""
    record = document.record
    return {
        "id": record.id,
        "url": url,
        "title": record.title_displayed or record.title_declared,
        "title_displayed": record.title_displayed,
        "title_declared": record.title_declared,
        "languages": list(record.languages),
        "text": document.text,
        "blocks": [
            {
                "start": block.start,
                "end": block.end,
                "kind": block.kind,
                "landmark": block.landmark,
                "body": block.body,
                "body_score": block.body_score,
                "heading_path": list(block.heading_path),
                "section_id": block.section_id,
                "language": block.language,
                "visibility": block.visibility,
                "flags": list(block.flags),
                "page": block.page,
                "source": None if block.source is None else list(block.source),
            }
            for block in document.layout.blocks
        ],
        "hidden": [_hidden_object(part) for part in document.layout.hidden],
        "dates": [_dump(date) for date in record.dates],
        "versions": [_dump(version) for version in record.versions],
        "sentences": [
            {"start": span.start, "end": span.end, "text": document.text[span.start : span.end]}
            for span in document.layout.sentences
        ],
        "visibility_basis": record.visibility_basis,
        "findings": list(record.findings),
    }


def _hidden_object(part: HiddenText) -> Json:
    shown: Json = {
        "text": part.text,
        "reason": part.reason,
        "revealable": part.revealable,
        "source": None if part.source is None else list(part.source),
    }
    return shown if part.base is None else shown | {"base": part.base}


def _passages(record: EvidenceRecord, judged: Judged, result: AskResult) -> Iterator[Json]:
    readings: Mapping[str, Reading] = {reading.retrieval.id: reading for reading in judged.readings}
    reading = readings[record.retrieval]
    for passage in judged.passages:
        if passage.id in record.passages:
            yield passage_object(passage, reading, page_date=record.page_date, query=query_text(record.query, result))


def query_text(query: str | None, result: AskResult) -> str | None:
    """Return the text of a query of this run, null for none."""
    return next((known.text for known in result.discovered.queries if known.id == query), None)


def _review_item_object(item: ReviewItem, result: AskResult) -> Json:
    query = None if item.reading.query is None else query_text(item.reading.query.id, result)
    return passage_object(item.passage, item.reading, page_date=None, query=query)


def _citation_object(answer: Answer, citation: Citation) -> Json:
    anchor, source = answer.anchors[citation.anchor], answer.sources[citation.source]
    return {
        "id": citation.id,
        "text": anchor.slice,
        "start": anchor.start,
        "end": anchor.end,
        "state": citation.state,
        "reasons": list(citation.reasons),
        "url": source.url,
        "title": source.title,
        "deep_link": source.deep_link,
        "requires_attribution": source.requires_attribution,
        "claim": citation.claim,
        "passage": citation.passage,
        "retrieval": citation.retrieval,
        "candidate": citation.candidate,
        "checks": [_dump(check) for check in citation.checks],
    }


def _query_object(query_id: str, text: str, derivation: str) -> Json:
    return {"id": query_id, "text": text, "derivation": derivation}


def _dump(value: Value) -> Json:
    return value.model_dump(mode="json")
