"""May this evidence be handed to an agent? A numbered procedure; one check that did not pass admits nothing."""

from collections.abc import Iterable

from loccit.deliver import foundation
from loccit.deliver.chain import Chain, Dossier, Exhibit, Verdict, standing
from loccit.deliver.requirements import meets
from loccit.errors import BrokenPromise
from loccit.ids import ContentId
from loccit.policy import Policy
from loccit.records import (
    Admission,
    Agent,
    EvidenceRecord,
    Origin,
    Retrieval,
    Selection,
    passes,
)
from loccit.records.deliver import CheckOutcome, numbered
from loccit.version import __version__

LAST_CHECK_OF_THE_PASSAGE = 6
"""Checks up to this number ask whether the passage may be shown at all, whatever it says about the claim."""

DECISIVE_FACETS = frozenset({"number", "unit", "date", "version", "money", "negation", "condition"})
"""Facets a supporting passage must agree with or that must not apply; leaving one unchecked admits nothing."""


def admit(evidence: EvidenceRecord, *, verdict: Verdict, chain: Chain, policy: Policy) -> Admission:
    """Run the admission procedure for one evidence record.

    1. ``ids``: every id and digest on the way from evidence to body derives again from what it names.
    2. ``archived_bytes``: the retrieval is ``ok``, and its body is in the archive under the right digest.
    3. ``locator``: each passage is found, code point for code point, at its offsets in the document's text.
    4. ``block``: each passage is short and stands in displayed body text.
    5. ``selection``: a standing selection, or a direct or context request, allowed the reading.
    6. ``assessment``: after reading, the page was found relevant, and no standing assessment says otherwise.
    7. ``state``: the policy admits the state, and no facet conflicts or was left unchecked.
    8. ``no_contradiction``: the finding over all sources agrees, and no other source opposes the claim.
    9. ``requirements``: date, version, product, market and kind of source meet what the claim requires.

    Evidence is admitted only if all nine passed; ``not_checked`` admits nothing.
    """
    document = chain.document
    checks = numbered(
        (
            ("ids", foundation.ids(evidence, verdict, chain)),  # 1
            ("archived_bytes", foundation.archived_bytes(chain)),  # 2
            ("locator", foundation.locator(document, chain.passages)),  # 3
            ("block", foundation.block(document, chain.passages, policy)),  # 4
            ("selection", _selection(evidence, chain)),  # 5
            ("assessment", _assessment(chain)),  # 6
            ("state", _state(evidence, policy)),  # 7
            ("no_contradiction", _no_contradiction(evidence, verdict)),  # 8
            ("requirements", meets(evidence, verdict.claim, chain)),  # 9
        )
    )
    return Admission(
        origin=Origin(
            activity="admit",
            version=__version__,
            agent=Agent(kind="rule", name="admission", version=__version__),
            used=tuple(_used(evidence, verdict, chain)),
        ),
        evidence=evidence.id,
        claim=verdict.claim.id,
        admitted=passes(checks),
        checks=checks,
    )


def examine(verdict: Verdict, chains: Iterable[Chain], *, failed: Iterable[Retrieval] = (), policy: Policy) -> Dossier:
    """Run the procedure for every evidence record of a claim.

    Args:
        verdict: the claim and what was found about it.
        chains: one for each of the verdict's evidence records, in the same order.
        failed: retrievals that were tried for the claim and gave no page.
        policy: which states and what visibility are admissible.

    Raises:
        BrokenPromise: if there are more or fewer chains than evidence records.
    """
    laid = tuple(chains)
    if len(laid) != len(verdict.evidence):
        raise BrokenPromise(f"{len(laid)} chains for {len(verdict.evidence)} evidence records of one claim")
    exhibits = tuple(
        Exhibit(evidence, chain, admit(evidence, verdict=verdict, chain=chain, policy=policy))
        for evidence, chain in zip(verdict.evidence, laid, strict=True)
    )
    return Dossier(verdict=verdict, exhibits=exhibits, failed=tuple(failed))


def may_be_shown(admission: Admission) -> bool:
    """Tell whether the passages may be shown as what a page says, whichever way they speak on the claim."""
    return passes([check for check in admission.checks if check.number <= LAST_CHECK_OF_THE_PASSAGE])


def _selection(evidence: EvidenceRecord, chain: Chain) -> CheckOutcome:
    authority = chain.authority
    if authority is None or authority.id != chain.retrieval.authority:
        return CheckOutcome("failed", "Neither a selection nor a request for this reading is on record.")
    if not isinstance(authority, Selection):
        if authority.url != chain.retrieval.requested_url:
            return CheckOutcome("failed", "The request on record names another address.")
        return CheckOutcome("passed", f"Requested by {authority.requested_by.name} ({authority.purpose} request).")
    if authority.candidate != chain.retrieval.candidate or authority.candidate != evidence.candidate:
        return CheckOutcome("failed", "The selection on record is about another candidate.")
    decisions = {decision.id: decision for decision in (authority, *chain.selections)}
    against = next((one for one in standing(tuple(decisions.values())) if one.decision != "selected"), None)
    if against is not None:
        return CheckOutcome("failed", f"{against.reviewer.name} excluded this source: {against.reason}")
    return CheckOutcome("passed", f"Selected by {authority.reviewer.name}: {authority.reason}")


def _assessment(chain: Chain) -> CheckOutcome:
    document = chain.document and chain.document.record.id
    decisions = standing(
        tuple(
            one for one in chain.assessments if one.retrieval == chain.retrieval.id and one.document in {None, document}
        )
    )
    if not decisions:
        return CheckOutcome("failed", "Nobody has assessed the page after it was read.")
    against = next((one for one in decisions if one.verdict != "relevant"), None)
    if against is not None:
        return CheckOutcome("failed", f"{against.reviewer.name} found the page {against.verdict}: {against.reason}")
    return CheckOutcome("passed", f"Found relevant by {decisions[0].reviewer.name}: {decisions[0].reason}")


def _state(evidence: EvidenceRecord, policy: Policy) -> CheckOutcome:
    if evidence.state is None:
        return CheckOutcome("not_checked", "Nobody entitled has judged this evidence.")
    if evidence.state not in policy.deliver.admissible_states:
        return CheckOutcome("failed", f"The policy does not admit the state {evidence.state}.")
    for facet in evidence.facets:
        missing = facet.result == "absent" and evidence.state == "supported" and facet.facet in DECISIVE_FACETS
        if facet.result == "conflict" or missing:
            found = f"{facet.evidence_text!r} stands there" if facet.evidence_text else "it is not in the passage"
            return CheckOutcome("failed", f"The claim's {facet.facet} {facet.claim_text!r} is not carried: {found}.")
    unchecked = sorted(
        {one.facet for one in evidence.facets if one.result == "not_checked" and one.facet in DECISIVE_FACETS}
    )
    if unchecked:
        return CheckOutcome("not_checked", f"Nobody has compared: {', '.join(unchecked)}.")
    return CheckOutcome("passed", f"The state is {evidence.state}, and no facet speaks against it.")


def _no_contradiction(evidence: EvidenceRecord, verdict: Verdict) -> CheckOutcome:
    finding = verdict.finding
    known = {record.id: record for record in verdict.evidence}
    if evidence.id not in finding.evidence:
        return CheckOutcome("failed", "The finding over all sources does not name this evidence.")
    if "sources_disagree" in finding.reasons:
        return CheckOutcome("failed", "The sources disagree, and nobody has resolved it.")
    if finding.state != evidence.state:
        return CheckOutcome("failed", f"The finding over all sources is {finding.state or 'open'}.")
    missing = [record_id for record_id in finding.evidence if record_id not in known]
    if missing:
        return CheckOutcome("not_checked", f"{len(missing)} evidence records of the finding are not at hand.")
    if evidence.state != "contradicted" and any(known[one].state == "contradicted" for one in finding.evidence):
        return CheckOutcome("failed", "Another source opposes the claim, and nobody has resolved it.")
    return CheckOutcome("passed", f"None of the {len(finding.evidence)} evidence records opposes the claim.")


def _used(evidence: EvidenceRecord, verdict: Verdict, chain: Chain) -> Iterable[ContentId]:
    yield evidence.id
    yield verdict.finding.id
    yield chain.retrieval.id
    if chain.authority is not None:
        yield chain.authority.id
    yield from (decision.id for decision in (*chain.selections, *chain.assessments))
