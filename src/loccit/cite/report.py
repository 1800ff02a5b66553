"""An audit as a JSON object: what ``loccit check --json`` writes, and what every other export shows.

Offsets are code points of the answer's text; those of a passage, of the page's canonical text. Ends are exclusive.
"""

from collections.abc import Iterator, Sequence

from loccit.cite.audit import Audit, AuditedSentence, CheckedPair, CitedSource, Summary, summarised
from loccit.cite.problems import Gate, Problem, problems_of
from loccit.cite.quotations import PlacedQuotation
from loccit.records import Passage, Retrieval
from loccit.records.record import write_time

Json = dict[str, object]


def report_object(audits: Sequence[Audit], decided: Gate) -> Json:
    """Return audited answers and whether they may pass; a single answer is the object itself."""
    passing: Json = {
        "passed": decided.passed,
        **{name: len(getattr(decided, name)) for name in ("failing", "allowed", "known", "warnings")},
    }
    if len(audits) == 1:
        return {**audit_object(audits[0]), "gate": passing}
    whole = summarised([one for audit in audits for one in audit.sentences])
    return {
        "answers": [audit_object(audit) for audit in audits],
        "summary": summary_object(whole),
        "gate": passing,
    }


def audit_object(audit: Audit) -> Json:
    """Return one audited answer: ``sentences``, ``summary``, ``attribution``, ``sources``, ``problems``."""
    return {
        "name": audit.name,
        "format": audit.format,
        "answer": audit.answer.id,
        "text": audit.answer.text,
        "sentences": [sentence_object(audit, one) for one in audit.sentences],
        "summary": summary_object(audit.summary),
        "attribution": list(_duties(audit)),
        "sources": [_source(one) for one in audit.sources],
        "problems": [problem_object(one) for one in problems_of(audit)],
    }


def summary_object(summary: Summary) -> Json:
    """Return the two figures (0 to 1, null where nothing was counted) and the sentences of each state."""
    return {
        "citation_precision": _share(summary.citation_precision),
        "citation_recall": _share(summary.citation_recall),
        "sentences": summary.sentences,
        "citations": summary.citations,
        **{str(label): count for label, count in summary.counts.items()},
    }


def sentence_object(audit: Audit, one: AuditedSentence) -> Json:
    """Return one sentence with its citations."""
    start, end = one.sentence.span
    return {
        "text": audit.answer.text[start:end],
        "start": start,
        "end": end,
        "claim": one.claim.wording,
        "state": one.state,
        "reasons": list(one.reasons),
        "citations": [_citation(pair) for pair in one.pairs],
        "quotations": [_quotation(quoted) for quoted in one.quotations],
        "carried_by": list(one.carried_by),
        "finding": one.finding.id if one.finding else None,
    }


def problem_object(problem: Problem) -> Json:
    """Return one problem."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "detail": problem.detail,
        "file": problem.file,
        "text": problem.text,
        "url": problem.url,
        "start": problem.span.start if problem.span else None,
        "end": problem.span.end if problem.span else None,
        "fingerprint": problem.fingerprint,
    }


def deep_link(passage: Passage, retrieval: Retrieval) -> str:
    """Return the address of the page with a fragment that shows the passage."""
    return (retrieval.final_url or retrieval.requested_url).partition("#")[0] + passage.deep_link


def _citation(pair: CheckedPair) -> Json:
    source, evidence, citation = pair.source, pair.evidence, pair.citation
    return {
        "source": source.position,
        "url": source.source.url,
        "title": source.source.title,
        "final_url": source.retrieval.final_url if source.retrieval else None,
        "state": citation.state,
        "reasons": list(citation.reasons),
        "passages": [_passage(one, pair) for one in pair.passages],
        "facets": [facet.model_dump(mode="json") for facet in evidence.facets] if evidence else [],
        "retrieved_at": write_time(source.retrieval.retrieved_at) if source.retrieval else None,
        "checks": [check.model_dump(mode="json") for check in citation.checks],
        "id": citation.id,
        "evidence": evidence.id if evidence else None,
    }


def _passage(passage: Passage, pair: CheckedPair) -> Json:
    retrieval, evidence = pair.source.retrieval, pair.evidence
    return {
        "id": passage.id,
        "exact": passage.exact,
        "start": passage.start,
        "end": passage.end,
        "prefix": passage.prefix,
        "suffix": passage.suffix,
        "heading_path": list(passage.heading_path),
        "section_id": passage.section_id,
        "kind": passage.block_kind,
        "url": retrieval.requested_url if retrieval else None,
        "final_url": retrieval.final_url if retrieval else None,
        "deep_link": deep_link(passage, retrieval) if retrieval else None,
        "retrieved_at": write_time(retrieval.retrieved_at) if retrieval else None,
        "page_date": evidence.page_date if evidence else None,
        "candidate": retrieval.candidate if retrieval else None,
        "query": None,
        "document": passage.document,
    }


def _quotation(quoted: PlacedQuotation) -> Json:
    return {
        "text": quoted.quotation.text,
        "start": quoted.quotation.span.start,
        "end": quoted.quotation.span.end,
        "status": quoted.status,
        "found_in": list(quoted.found_in),
        "place": list(quoted.place) if quoted.place else None,
    }


def _source(one: CitedSource) -> Json:
    retrieval = one.retrieval
    return {
        "source": one.position,
        "url": one.source.url,
        "title": one.source.title,
        "final_url": retrieval.final_url if retrieval else None,
        "outcome": retrieval.outcome if retrieval else one.trouble,
        "detail": retrieval.detail if retrieval else "The answer gives no address that could be read.",
        "via": retrieval.via if retrieval else None,
        "witnessed": retrieval.witnessed if retrieval else None,
        "retrieved_at": write_time(retrieval.retrieved_at) if retrieval else None,
        "retrieval": retrieval.id if retrieval else None,
        "document": one.document.record.id if one.document else None,
        "requires_attribution": one.source.requires_attribution,
    }


def _duties(audit: Audit) -> Iterator[Json]:
    for duty in audit.duties:
        source = audit.answer.sources[duty.source]
        yield {
            "source": duty.source,
            "url": source.url,
            "title": source.title,
            "requires_attribution": True,
            "result": duty.result,
            "detail": duty.detail,
        }


def _share(share: float | None) -> float | None:
    return None if share is None else round(share, 6)
