"""Six offline checkers, each called in the plainest way its documentation shows: does this evidence carry this claim?

They need no network and no model. They are of the extra ``bench``; one that is not installed is left out and named.
"""

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path

Checker = Callable[[str, str], bool]
"""Claim and evidence to whether the checker lets the claim stand."""


def _corroborate() -> Checker:
    corroborate = importlib.import_module("corroborate")
    return lambda claim, evidence: bool(corroborate.check_answer("", [evidence], claim).ok())


def _ancora() -> Checker:
    ancora = importlib.import_module("ancora")
    checker = ancora.GroundingChecker()

    def check(claim: str, evidence: str) -> bool:
        return bool(checker.check_claim(claim, [ancora.Chunk("e", "e", evidence, 0, len(evidence))]).supported)

    return check


def _claimproofkit() -> Checker:
    kit = importlib.import_module("claimproofkit")
    verifier = importlib.import_module("claimproofkit.verifier").ClaimVerifier()

    def check(claim: str, evidence: str) -> bool:
        verdicts = verifier.verify_document(claim, [kit.EvidencePassage("e", "e", evidence)]).verdicts
        return bool(verdicts) and all(verdict.status in kit.APPROVED_STATUSES for verdict in verdicts)

    return check


def _anchorcite() -> Checker:
    anchorcite = importlib.import_module("anchorcite")
    scorer = anchorcite.LexicalScorer()
    return lambda claim, evidence: anchorcite.anchor_claim(claim, evidence, scorer=scorer) is not None


def _citation_integrity_check() -> Checker:
    verify = importlib.import_module("citation_integrity_check").verify

    def check(claim: str, evidence: str) -> bool:
        # A mark behind the full stop would be a sentence of its own.
        cited = f"{claim.rstrip(' .')} [1]."
        return bool(verify(cited, [{"id": "1", "text": evidence}]).ok)

    return check


def _grounded_check() -> Checker:
    grounded = importlib.import_module("grounded")
    kinds = {grounded.Kind.QUOTE, grounded.Kind.NUMBER, grounded.Kind.CITATION, grounded.Kind.ENTITY}

    def check(claim: str, evidence: str) -> bool:
        source = grounded.Source(Path("evidence.txt"), evidence)
        return bool(grounded.verify(grounded.extract(claim, kinds=kinds), [source]).passed)

    return check


PEERS = {
    "corroborate": _corroborate,
    "ancora-rag": _ancora,
    "claimproofkit": _claimproofkit,
    "anchorcite": _anchorcite,
    "citation-integrity-check": _citation_integrity_check,
    "grounded-check": _grounded_check,
}


def checkers() -> Iterator[tuple[str, Checker | None]]:
    """Yield the peers by name, null for one that is not installed."""
    for name, make in PEERS.items():
        try:
            yield name, make()
        except ImportError:
            yield name, None
