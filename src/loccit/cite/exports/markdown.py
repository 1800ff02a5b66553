"""The report as Markdown; text of answers and pages is escaped: it shows, and does nothing."""

from collections.abc import Iterator, Sequence

from loccit.cite.audit import Audit, AuditedSentence, CheckedPair
from loccit.cite.exports.wording import figures, headline
from loccit.cite.problems import Gate, problems_of
from loccit.cite.report import deep_link
from loccit.records.record import write_time
from loccit.text.markdown import escape, link


def write(audits: Sequence[Audit], decided: Gate) -> str:
    """Return the report as Markdown."""
    parts = ["# Citations checked", headline(decided)]
    for audit in audits:
        parts += [f"## {escape(audit.name)}", escape(figures(audit.summary)), _table(audit)]
        parts += [part for number, one in enumerate(audit.sentences, 1) for part in _sentence(number, one)]
        duties = [f"* {escape(duty.detail)}" for duty in audit.duties]
        parts += ["### Attribution", "\n".join(duties)] if duties else []
        problems = [f"* `{one.code}`: {escape(one.detail)} {escape(one.text)}".rstrip() for one in problems_of(audit)]
        parts += ["### Problems", "\n".join(problems)] if problems else []
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(audit: Audit) -> str:
    rows = [
        f"| {number} | {_cell(one.sentence.wording)} | {one.label} | {escape(', '.join(one.reasons))} |"
        for number, one in enumerate(audit.sentences, 1)
    ]
    return "\n".join(["| | Sentence | State | Why |", "|---|---|---|---|", *rows]) if rows else ""


def _sentence(number: int, one: AuditedSentence) -> Iterator[str]:
    if not one.pairs:
        return
    yield f"### {number}. {escape(' '.join(one.sentence.wording.split()))}"
    for pair in one.pairs:
        yield "\n".join(_pair(pair))
    for quoted in one.quotations:
        if quoted.status != "ok":
            yield f"Quoted and {quoted.status.replace('_', ' ')}: {escape(quoted.quotation.text)}"


def _pair(pair: CheckedPair) -> Iterator[str]:
    source, citation, retrieval = pair.source, pair.citation, pair.source.retrieval
    title = source.source.title or source.source.url
    state = (citation.state or "undecided") + (f" ({', '.join(citation.reasons)})" if citation.reasons else "")
    read = "" if retrieval is None else f", read {write_time(retrieval.retrieved_at)}"
    yield f"* {link(title, source.source.url)}: {escape(state)}{read}"
    for passage in pair.passages:
        if retrieval is not None:
            where = " / ".join(passage.heading_path) or "the passage"
            yield f"  > {_cell(passage.exact)} {link(where, deep_link(passage, retrieval))}"


def _cell(text: str) -> str:
    return escape(" ".join(text.split()))
