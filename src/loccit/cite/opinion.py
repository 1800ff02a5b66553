"""The records of one sentence of any answer against one page it cites: an opinion on quotations, and the citation."""

from collections.abc import Sequence
from dataclasses import dataclass

from loccit.cite.quotations import PlacedQuotation
from loccit.ids import ContentId
from loccit.records import (
    Agent,
    Citation,
    Claim,
    EvidenceRecord,
    Opinion,
    Origin,
    Passage,
    ReadDocument,
    Retrieval,
    State,
)
from loccit.records.deliver import CheckOutcome, numbered
from loccit.version import __version__

NAME, VERSION = "quotations", "1"
AUDITOR = Agent(kind="program", name="citation-audit", version=__version__)
_REASONS = {"misattributed": "misattributed_quotation", "not_found": "quotation_not_found"}


def quotation_opinion(claim: Claim, document: ReadDocument, quotations: Sequence[PlacedQuotation]) -> Opinion | None:
    """Return the opinion that a page lacks what a sentence quotes from it; null where it quotes nothing amiss.

    Words in quotation marks claim that they stand in the source: a page without them lacks the support needed.
    """
    reasons = quotation_reasons(quotations)
    if not reasons:
        return None
    agent = Agent(kind="rule", name=NAME, version=VERSION)
    blocks = len(document.layout.blocks)
    return Opinion(
        origin=Origin(activity="judge", version=VERSION, agent=agent, used=(claim.id, document.record.id)),
        claim=claim.id,
        document=document.record.id,
        judge=agent,
        state="unsupported",
        reasons=reasons,
        passages=(),
        facets=(),
        blocks_read=blocks,
        blocks_total=blocks,
    )


def quotation_reasons(quotations: Sequence[PlacedQuotation]) -> tuple[str, ...]:
    """Return what is wrong with quotations, each reason once."""
    return tuple(dict.fromkeys(_REASONS[one.status] for one in quotations if one.status in _REASONS))


@dataclass(frozen=True, slots=True)
class Judged:
    """What one page says on one statement."""

    retrieval: Retrieval
    document: ReadDocument | None
    evidence: EvidenceRecord
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """Which anchor of which answer cites which of its sources, for which claim."""

    answer: ContentId
    anchor: int
    source: int
    claim: ContentId


def pair_citation(
    place: CitedPlace, judged: Judged | None, quotations: Sequence[PlacedQuotation], *, carries_part: bool = False
) -> Citation:
    """Return the citation record of a sentence and one of its sources.

    1. ``address``: the source has an address that can be read.
    2. ``read``: the page was read.
    3. ``passage``: each passage named stands, code point for code point, in the text of the page.
    4. ``quotations``: what the sentence quotes stands on a page it cites.
    5. ``carried``: the page carries the sentence.

    Args:
        judged: null where the source has no address.
        quotations: those of the sentence.
        carries_part: the page carries one of the sentence's separate assertions, and is judged on that.
    """
    state: State | None = "unavailable" if judged is None else judged.evidence.state
    reasons = ("no_address",) if judged is None else judged.evidence.reasons
    if carries_part:
        state, reasons = "partly_supported", ("carries_part",)
    checks = numbered(
        (
            ("address", _address(judged)),  # 1
            ("read", _read(judged)),  # 2
            ("passage", _passage(judged)),  # 3
            ("quotations", _quotations(quotations)),  # 4
            ("carried", _carried(state)),  # 5
        )
    )
    passages = judged.evidence.passages if judged else ()
    used = (place.answer, *((judged.evidence.id, *passages) if judged else ()))
    return Citation(
        origin=Origin(activity="audit", version=__version__, agent=AUDITOR, used=used),
        answer=place.answer,
        anchor=place.anchor,
        source=place.source,
        claim=place.claim,
        passage=next(iter(passages), None),
        retrieval=judged.retrieval.id if judged else None,
        candidate=judged.retrieval.candidate if judged else None,
        state=state,
        reasons=reasons,
        checks=checks,
    )


def _address(judged: Judged | None) -> CheckOutcome:
    if judged is None:
        return CheckOutcome("failed", "The answer gives no address that could be read.")
    return CheckOutcome("passed", "The source has an address.")


def _read(judged: Judged | None) -> CheckOutcome:
    if judged is None:
        return CheckOutcome("not_checked", "There is nothing to read.")
    if judged.document is None:
        return CheckOutcome("failed", f"The page could not be read: {judged.retrieval.detail}")
    return CheckOutcome("passed", "The page was read.")


def _passage(judged: Judged | None) -> CheckOutcome:
    if judged is None or judged.document is None or not judged.passages:
        return CheckOutcome("not_checked", "No passage is named.")
    if not all(judged.document.holds(passage) for passage in judged.passages):
        return CheckOutcome("failed", "A passage does not stand in the text of the page.")
    return CheckOutcome("passed", "The passages stand in the text of the page.")


def _quotations(quotations: Sequence[PlacedQuotation]) -> CheckOutcome:
    bad = next((one for one in quotations if one.status in _REASONS), None)
    if bad is not None:
        return CheckOutcome("failed", f"{bad.quotation.text!r} stands on no page that is cited for it.")
    if any(one.status == "not_checked" for one in quotations):
        return CheckOutcome("not_checked", "A page that is cited for a quotation could not be read.")
    return CheckOutcome("passed", "Nothing is quoted that does not stand there.")


def _carried(state: State | None) -> CheckOutcome:
    if state is None:
        return CheckOutcome("not_checked", "No judge has decided.")
    if state != "supported":
        return CheckOutcome("failed", f"By this page the sentence is {state}.")
    return CheckOutcome("passed", "The page carries the sentence.")
