"""What a delivery rests on, held together: the chain beneath one evidence record, and all there is on one claim.

Nothing here reads the store; whoever calls this stage fills these in from stored records.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from loccit.ids import Digest
from loccit.records import (
    Admission,
    Assessment,
    Candidate,
    Claim,
    DirectRequest,
    EvidenceRecord,
    Finding,
    Passage,
    Query,
    ReadDocument,
    Retrieval,
    Selection,
)

Decision = TypeVar("Decision", Selection, Assessment)


@dataclass(frozen=True, slots=True)
class Chain:
    """From one evidence record down to archived bytes.

    Attributes:
        retrieval: the reading the evidence names.
        authority: the selection or request the retrieval names, null if it is not on record.
        document: the page as extracted, null where it could not be read.
        passages: those the evidence names, in its order.
        selections: every selection on record for the candidate, corrected ones included.
        assessments: every assessment on record for the retrieval, corrected ones included.
        blob: returns archived bytes by digest; raises NotStored or Damaged.
    """

    retrieval: Retrieval
    authority: Selection | DirectRequest | None
    document: ReadDocument | None
    passages: tuple[Passage, ...]
    assessments: tuple[Assessment, ...]
    blob: Callable[[Digest], bytes]
    selections: tuple[Selection, ...] = ()
    candidate: Candidate | None = None
    query: Query | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """One claim, the finding over all sources, and every evidence record about it."""

    claim: Claim
    finding: Finding
    evidence: tuple[EvidenceRecord, ...]


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One evidence record, the chain beneath it, and how its admission went."""

    evidence: EvidenceRecord
    chain: Chain
    admission: Admission


@dataclass(frozen=True, slots=True)
class Dossier:
    """Everything that goes into the delivery of one claim.

    Attributes:
        exhibits: in the order of the verdict's evidence.
        failed: retrievals that were tried for the claim and gave no page.
    """

    verdict: Verdict
    exhibits: tuple[Exhibit, ...]
    failed: tuple[Retrieval, ...] = ()


def standing(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Return the decisions that count: none that was corrected, and a person's before any rule's or model's.

    Several are left where reviewers of equal standing decided; whether they agree is for the caller to see.
    """
    corrected = {decision.replaces for decision in decisions}
    left = tuple(decision for decision in decisions if decision.id not in corrected)
    return tuple(decision for decision in left if decision.reviewer.kind == "person") or left
