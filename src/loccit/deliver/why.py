"""Why a claim is open and what would settle it, in plain sentences."""

from loccit.deliver.chain import Dossier
from loccit.records import Finding

_BY_REASON = {
    "body_insufficient": "The page that was read holds too little body text to decide on.",
    "not_retrieved": "No source for it was read; what a search service shows is no evidence.",
    "no_source": "No source for it was found, so nothing was read.",
    "sources_disagree": "A page supports it and another one opposes it.",
    "undecided": "Nobody entitled has judged it: the judges at hand left it open.",
}
_BY_STATE = {
    "partly_supported": "A page supports part of it, not the whole.",
    "contradicted": "A page that was read says otherwise; see the opposing passages.",
    "unsupported": "The pages that were read lack the support needed; this does not refute the claim.",
    "unavailable": "No page for it could be read.",
}
_SETTLES_BY_REASON = {
    "body_insufficient": "Read the full text of the page, or another source.",
    "not_retrieved": "Select one of the candidates and read it.",
    "no_source": "Search with other words, or name a page that speaks of it.",
    "sources_disagree": "Find a first-hand source, or the conditions under which each of them holds.",
    "undecided": "Let a person or a stronger judge decide on the passages.",
}
_SETTLES_BY_STATE = {
    "partly_supported": "Split the claim into its parts, or find a passage that carries the whole.",
    "contradicted": "Correct the claim by the opposing passage, or find a first-hand source that settles it.",
    "unsupported": "Read a first-hand source that speaks about it.",
    "unavailable": "Try the page again later, or read another source.",
}


def why_open(dossier: Dossier) -> str:
    """Return one or two sentences: why the claim was not admitted."""
    finding = dossier.verdict.finding
    for reason in finding.reasons:
        if reason in _BY_REASON:
            return _BY_REASON[reason]
    if finding.state in _BY_STATE:
        return _BY_STATE[finding.state]
    if finding.state is None:
        return _BY_REASON["undecided"]
    return f"The text supports it, but the evidence was not admitted. {_what_stopped(dossier)}".rstrip()


def what_would_settle(finding: Finding) -> str | None:
    """Return the finding's own sentence, else the usual one for its reasons and state."""
    if finding.settle is not None:
        return finding.settle
    for reason in finding.reasons:
        if reason in _SETTLES_BY_REASON:
            return _SETTLES_BY_REASON[reason]
    return _SETTLES_BY_REASON["undecided"] if finding.state is None else _SETTLES_BY_STATE.get(finding.state)


def _what_stopped(dossier: Dossier) -> str:
    state = dossier.verdict.finding.state
    for exhibit in dossier.exhibits:
        if exhibit.evidence.state == state:
            for check in exhibit.admission.checks:
                if check.result != "passed":
                    said = check.result.replace("_", " ")
                    return f"Check {check.number} ({check.name}) {said}: {check.detail}"
    return "No evidence record carries the finding."
