"""What is wrong in an audited answer, one problem each, with a stable code and a fingerprint.

A problem whose severity is ``error`` makes the gate fail, unless its code is allowed or a baseline knows it.
A fingerprint holds no offsets: it stays the same when text is added above.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from loccit.cite.audit import Audit, AuditedSentence
from loccit.ids import canonical_json, sha256_hex
from loccit.text.offsets import Span

Severity = Literal["error", "warning"]

MEANINGS = MappingProxyType(
    {
        "contradicted": "A page that is cited opposes the sentence.",
        "unsupported": "The pages that are cited were read and lack the support needed.",
        "partly_supported": "The pages that are cited support a part of the sentence only.",
        "unavailable": "No page that is cited could be read.",
        "undecided": "Nobody entitled has decided whether the pages carry the sentence.",
        "uncited": "The sentence states something and cites nothing.",
        "unknown_source": "A citation names a source that the answer does not list.",
        "bad_offset": "A citation's offsets name no piece of the text.",
        "offset_suspect": "A citation's offsets cut a word, or had to be repaired by its text.",
        "dead_id": "A source names records that are not on record here.",
        "misattributed_quotation": "Quoted words do not stand in the source cited, but in another one of the answer.",
        "quotation_not_found": "Quoted words stand in none of the answer's sources.",
        "quotation_not_checked": "A source cited for a quotation could not be read.",
        "long_quotation": "A long piece of a page is taken over word for word; paraphrase and link instead.",
        "carried_by_other_source": "Another source of the answer supports the sentence; those it cites do not.",
        "attribution_not_met": "A source must be shown and linked, and is not.",
        "nothing_checked": "No sentence that states something was found, so nothing was checked.",
    }
)
"""What each code means."""

WARNINGS = frozenset({"offset_suspect", "quotation_not_checked", "long_quotation", "carried_by_other_source"})
"""Codes that are told and fail nothing by themselves."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    Attributes:
        file: the answer's name.
        detail: one sentence about this very case.
        span: where in the answer's text (code points), null where it has no place.
        text: the sentence or words concerned.
        url: the source concerned, null where there is none.
    """

    code: str
    file: str
    detail: str
    text: str = ""
    url: str | None = None
    span: Span | None = None

    @property
    def severity(self) -> Severity:
        """How grave it is."""
        return "warning" if self.code in WARNINGS else "error"

    @property
    def fingerprint(self) -> str:
        """What stays the same while the text around it changes."""
        return sha256_hex(canonical_json([self.code, self.file, " ".join(self.text.split()), self.url]))


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether audited answers may pass.

    Attributes:
        failing: the problems that make it fail.
        allowed: those whose code is allowed.
        known: those that a baseline knows.
        warnings: those that fail nothing.
    """

    failing: tuple[Problem, ...]
    allowed: tuple[Problem, ...] = ()
    known: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing makes it fail."""
        return not self.failing


def gate(audits: Sequence[Audit], *, allowed: Collection[str] = (), baseline: Collection[str] = ()) -> Gate:
    """Return whether answers may pass; an empty set of sentences does not.

    Args:
        allowed: codes that fail nothing.
        baseline: fingerprints of problems that are known.
    """
    problems = [problem for audit in audits for problem in problems_of(audit)]
    if not any(audit.sentences for audit in audits):
        names = ", ".join(audit.name for audit in audits) or "no answer"
        problems.append(Problem("nothing_checked", names, MEANINGS["nothing_checked"]))
    kinds: dict[str, list[Problem]] = {"failing": [], "allowed": [], "known": [], "warnings": []}
    for one in problems:
        kinds[_kind(one, allowed, baseline)].append(one)
    return Gate(**{kind: tuple(found) for kind, found in kinds.items()})


def problems_of(audit: Audit) -> Iterator[Problem]:
    """Yield what is wrong with one answer, in the order of its text and then of its sources."""
    for one in audit.sentences:
        yield from _of_sentence(audit, one)
    for note in audit.notes:
        text = "" if note.span is None else audit.answer.text[note.span.start : note.span.end]
        yield Problem(note.code, audit.name, f"{note.detail}.", text, span=note.span)
    for position in audit.dead_sources:
        url = audit.answer.sources[position].url
        yield Problem("dead_id", audit.name, f"The records named for {url} are not on record here.", url=url)
    for duty in audit.duties:
        if duty.result == "failed":
            url = audit.answer.sources[duty.source].url
            yield Problem("attribution_not_met", audit.name, duty.detail, url=url)


def _kind(problem: Problem, allowed: Collection[str], baseline: Collection[str]) -> str:
    if problem.severity == "warning":
        return "warnings"
    if problem.code in allowed:
        return "allowed"
    return "known" if problem.fingerprint in baseline else "failing"


def _of_sentence(audit: Audit, one: AuditedSentence) -> Iterator[Problem]:
    span = one.sentence.span
    text = audit.answer.text[span.start : span.end]
    url = one.pairs[0].source.source.url if one.pairs else None
    if one.label != "supported":
        reasons = [reason for reason in one.reasons if reason not in {one.label, "stated"}]
        detail = MEANINGS[one.label] + (f" ({', '.join(reasons)})" if reasons else "")
        yield Problem(one.label, audit.name, detail, text, url, span)
    if one.carried_by:
        others = ", ".join(audit.answer.sources[position].url for position in one.carried_by)
        yield Problem("carried_by_other_source", audit.name, f"It is supported by {others}.", text, url, span)
    yield from _of_quotations(audit, one, url)
    long_quotation = any(len(quoted.quotation.text) > audit.max_quotation_length for quoted in one.quotations)
    if one.copied or long_quotation:
        detail = f"More than {audit.max_quotation_length} code points of a page are taken over word for word."
        yield Problem("long_quotation", audit.name, detail, text, url, span)


def _of_quotations(audit: Audit, one: AuditedSentence, url: str | None) -> Iterator[Problem]:
    for quoted in one.quotations:
        words, span = quoted.quotation.text, quoted.quotation.span
        if quoted.status == "misattributed":
            where = audit.answer.sources[quoted.found_in[0]].url
            detail = f"The words quoted do not stand in the source cited; they stand in {where}."
            yield Problem("misattributed_quotation", audit.name, detail, words, url, span)
        elif quoted.status == "not_found":
            detail = "The words quoted stand in none of the sources that were read."
            yield Problem("quotation_not_found", audit.name, detail, words, url, span)
        elif quoted.status == "not_checked":
            detail = "The source cited for these words could not be read."
            yield Problem("quotation_not_checked", audit.name, detail, words, url, span)
