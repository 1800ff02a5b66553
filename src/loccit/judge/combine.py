"""From opinions to one evidence record a page, and from these to one finding a claim.

One page (``evidence``), first rule that applies:

1. The page could not be read: ``unavailable``.
2. A person has judged: that state.
3. Two judges give different states: null, ``judges_disagree``.
4. A judge says ``supported`` and a facet of the rules' opinion is in conflict: null, ``vetoed``.
5. A judge gives a state other than ``unsupported``: that state.
6. The body text is shorter than the policy's minimum: ``unsupported``, ``body_insufficient``.
7. A judge says ``unsupported``: that state.
8. Nobody has decided: null, ``undecided``.

All pages (``finding``), first rule that applies:

1. Nothing was read or tried: null, ``not_retrieved`` if candidates were seen, else ``no_source``.
2. One page supports or partly supports the claim and another contradicts it: null, ``sources_disagree``.
3. A page supports it: ``supported``.
4. A page contradicts it: ``contradicted``.
5. A page supports part of it: ``partly_supported``.
6. A page was left open by a judge who could compare it: null, ``undecided``.
7. Every page that could be compared is silent: ``unsupported``; with ``body_insufficient`` if one was too thin, with
   ``language_differs`` or the like if there were pages that no judge could compare.
8. Pages were read, and none could be compared: null, ``undecided``.
9. No page could be read: ``unavailable``.

Pages that carry one text in the same words are named (``copies``) and are one witness. Rank never enters, and neither
the order nor the number of the records matters.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from loccit.ids import ContentId
from loccit.policy import JudgePolicy
from loccit.records import (
    Agent,
    Claim,
    EvidenceRecord,
    FacetCheck,
    Finding,
    Opinion,
    Origin,
    ReadDocument,
    Retrieval,
    State,
)

VERSION = "1"
_AGENT = Agent(kind="rule", name="combine", version=VERSION)

_SURE = 0.001
"""No judge is taken to be surer than this far from the end of the scale."""

NOT_COMPARED = frozenset({"language_differs", "language_not_handled", "script_differs"})
"""Reasons of judges who could not hold the claim against the page at all."""

_SETTLE = {
    "unavailable": "Reading the page again, or another page that says it, would settle it.",
    "unsupported": "A page that speaks of it, or a person who finds the place on these pages, would settle it.",
    "partly_supported": "A source for the missing part, or a claim cut down to what is carried, would settle it.",
    "undecided": "A person or a stronger judge who reads the passages named would settle it.",
    "sources_disagree": "A first-hand source, or the conditions under which each source holds, would settle it.",
    "body_insufficient": "A fuller version of the page, or another source, would settle it.",
    "not_retrieved": "Reading one of the candidates would settle it.",
    "no_source": "A source that speaks of it would settle it.",
}


class Trace(NamedTuple):
    """One page that was read or tried for a claim, and how it was found.

    Attributes:
        document: null where the page could not be read or extracted.
        candidate, query: null where the page was asked for directly.
    """

    retrieval: Retrieval
    document: ReadDocument | None
    candidate: ContentId | None = None
    query: ContentId | None = None


class _Reading(NamedTuple):
    """A state with the opinions it rests on."""

    state: State | None
    reasons: tuple[str, ...]
    basis: tuple[Opinion, ...] = ()


def evidence(claim: Claim, trace: Trace, opinions: Sequence[Opinion], *, policy: JudgePolicy) -> EvidenceRecord:
    """Return the evidence record of one claim on one page.

    Args:
        opinions: about this claim on this page's document; empty where the page could not be read.
        policy: says how thin a page may be.
    """
    retrieval = trace.retrieval
    document = trace.document if retrieval.outcome == "ok" else None
    ordered = sorted(opinions, key=lambda opinion: (opinion.judge.kind, opinion.judge.name, opinion.id))
    reading = _page_reading(document, ordered, policy, outcome=retrieval.outcome)
    basis = reading.basis or tuple(ordered)
    record = document.record if document else None
    used = (claim.id, retrieval.id, *(opinion.id for opinion in ordered))
    return EvidenceRecord(
        origin=Origin(activity="judge", version=VERSION, agent=_AGENT, used=used),
        claim=claim.id,
        document=record.id if record else None,
        retrieval=retrieval.id,
        candidate=trace.candidate,
        query=trace.query,
        source_url=retrieval.final_url or retrieval.requested_url,
        page_date=_page_date(document),
        page_version=_page_version(document),
        retrieved_at=retrieval.retrieved_at,
        state=reading.state,
        reasons=reading.reasons,
        facets=_unique_facets(basis),
        passages=tuple(dict.fromkeys(passage for opinion in basis for passage in opinion.passages)),
        unsupported_words=tuple(dict.fromkeys(word for opinion in basis for word in opinion.unsupported_words)),
        opinions=tuple(opinion.id for opinion in ordered),
    )


def finding(
    claim: Claim,
    records: Sequence[EvidenceRecord],
    *,
    candidates_seen: int = 0,
    copies: Mapping[ContentId, ContentId] = MappingProxyType({}),
) -> Finding:
    """Return the finding of one claim over all its evidence records.

    Args:
        candidates_seen: how many candidates the search showed, whether read or not.
        copies: documents to the first that carries their text (``judge/copies.py``); others are taken for different.
    """
    ordered = sorted(records, key=lambda record: record.id)
    state, reasons = _all_pages(ordered, candidates_seen)
    settle = next((_SETTLE[reason] for reason in reasons if reason in _SETTLE), _SETTLE.get(state or "undecided"))
    return Finding(
        origin=Origin(
            activity="judge", version=VERSION, agent=_AGENT, used=(claim.id, *(record.id for record in ordered))
        ),
        claim=claim.id,
        evidence=tuple(record.id for record in ordered),
        state=state,
        reasons=reasons,
        read=tuple(record.retrieval for record in ordered if record.document is not None),
        tried=tuple(record.retrieval for record in ordered if record.document is None),
        copies=_copies(ordered, copies),
        settle=settle,
    )


def confidence(opinions: Sequence[Opinion]) -> int | None:
    """Return how well a page supports a claim by all opinions, to rank by, in millionths; null where none has a figure.

    An opinion of the rules that supports or contradicts stands alone: their verdict is a veto. Else it is the mean of
    the log-odds, so that no judge outvotes another by being louder.
    """
    rated = [opinion for opinion in opinions if opinion.confidence is not None]
    ruled = [one for one in rated if one.judge.kind == "rule" and one.state in {"supported", "contradicted"}]
    shares = [min(max((one.confidence or 0) / 1_000_000, _SURE), 1 - _SURE) for one in ruled or rated]
    if not shares:
        return None
    if len(shares) == 1:
        return (ruled or rated)[0].confidence
    mean = sum(math.log(share / (1 - share)) for share in shares) / len(shares)
    return round(1_000_000 / (1 + math.exp(-mean)))


def _copies(
    records: Sequence[EvidenceRecord], copies: Mapping[ContentId, ContentId]
) -> tuple[tuple[ContentId, ...], ...]:
    groups: dict[ContentId, list[ContentId]] = {}
    for record in records:
        if record.document is not None:
            groups.setdefault(copies.get(record.document, record.document), []).append(record.id)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def _page_reading(
    document: ReadDocument | None, opinions: Sequence[Opinion], policy: JudgePolicy, *, outcome: str
) -> _Reading:
    if document is None:
        return _Reading("unavailable", (outcome if outcome != "ok" else "not_extracted",))
    given = [opinion for opinion in opinions if opinion.state is not None]
    persons = [opinion for opinion in given if opinion.judge.kind == "person"]
    voting = persons or given
    states = {opinion.state for opinion in voting}
    if len(states) > 1:
        return _Reading(None, ("undecided", "judges_disagree"), tuple(voting))
    state = next(iter(states), None)
    if persons:
        return _Reading(state, _reasons(persons), tuple(persons))
    if state == "supported" and any(_in_conflict(opinion) for opinion in opinions if opinion.judge.kind == "rule"):
        return _Reading(None, ("undecided", "vetoed"), tuple(opinions))
    if state not in {None, "unsupported"}:
        return _Reading(state, _reasons(given), tuple(given))
    if document.record.body_length < policy.min_body_length:
        return _Reading("unsupported", ("body_insufficient",), tuple(opinions))
    if state is not None:
        return _Reading(state, _reasons(given), tuple(given))
    return _Reading(None, tuple(dict.fromkeys(("undecided", *_reasons(opinions)))), tuple(opinions))


def _in_conflict(opinion: Opinion) -> bool:
    return any(facet.result == "conflict" for facet in opinion.facets)


def _reasons(opinions: Iterable[Opinion]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(reason for opinion in opinions for reason in opinion.reasons))


def _unique_facets(opinions: Iterable[Opinion]) -> tuple[FacetCheck, ...]:
    found: list[FacetCheck] = []
    for opinion in opinions:
        found += [facet for facet in opinion.facets if facet not in found]
    return tuple(found)


def _all_pages(records: Sequence[EvidenceRecord], candidates_seen: int) -> tuple[State | None, tuple[str, ...]]:
    if not records:
        return None, ("not_retrieved" if candidates_seen else "no_source",)
    states = {record.state for record in records}
    if "contradicted" in states and states & {"supported", "partly_supported"}:
        return None, ("sources_disagree",)
    for state in ("supported", "contradicted", "partly_supported"):
        if state in states:
            return state, _of_state(records, state)
    left_open = [record for record in records if record.state is None]
    barriers = NOT_COMPARED & {reason for record in left_open for reason in record.reasons}
    if any(not NOT_COMPARED & set(record.reasons) for record in left_open):
        return None, tuple(dict.fromkeys(("undecided", *_of_state(records, None))))
    if "unsupported" in states:
        return "unsupported", (*_of_state(records, "unsupported"), *sorted(barriers))
    if left_open:
        return None, tuple(dict.fromkeys(("undecided", *_of_state(records, None))))
    return "unavailable", _of_state(records, "unavailable")


def _of_state(records: Sequence[EvidenceRecord], state: State | None) -> tuple[str, ...]:
    reasons = {reason for record in records if record.state == state for reason in record.reasons}
    return tuple(sorted(reasons))


def _page_date(document: ReadDocument | None) -> str | None:
    """Return the date the page shows as its own: of modification before publication, displayed before declared."""
    if document is None:
        return None
    for meaning in ("modified", "published"):
        for displayed in (True, False):
            for date in document.record.dates:
                if date.meaning == meaning and date.displayed is displayed and date.value:
                    return date.value
    return None


def _page_version(document: ReadDocument | None) -> str | None:
    """Return the version the page says it applies to, null if it names none or several."""
    if document is None:
        return None
    named = {statement.version for statement in document.record.versions if statement.relation == "applies_to"}
    return named.pop() if len(named) == 1 else None
