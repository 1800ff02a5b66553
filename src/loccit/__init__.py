"""loccit: web evidence that has been checked, in the place cited.

    discover -> review -> retrieve -> extract -> judge -> deliver -> cite

| stage    | takes                    | gives                              | the question it answers                  |
|----------|--------------------------|------------------------------------|------------------------------------------|
| discover | SearchTask               | Candidates, result rows, counters  | where might it be written?               |
| review   | Candidate, then the page | Selection, then Assessment         | worth reading? and, read, relevant?      |
| retrieve | Candidate + Selection    | Retrieval, bytes in the archive    | what did the server really send?         |
| extract  | Retrieval                | Document, Passages                 | what does a person see, and where?       |
| judge    | Claim + Documents        | EvidenceRecords, a Finding a claim | does the page carry this claim?          |
| deliver  | Findings                 | Handoff                            | what may the agent use, what is missing? |
| cite     | Answer draft + Handoff   | Citations, released answer         | does each sentence rest on its source?   |
"""

from importlib import import_module
from typing import TYPE_CHECKING

from loccit.version import __version__

if TYPE_CHECKING:
    from loccit.blocking import ask, check, index
    from loccit.cite.audit import Audit
    from loccit.clock import FixedClock, SystemClock
    from loccit.errors import (
        BadInput,
        BrokenPromise,
        LoccitError,
        MissingComponent,
        PolicyRefusal,
        VerificationFailed,
    )
    from loccit.pipeline import AskRequest, AskResult, Pipeline, open_pipeline
    from loccit.policy import Policy
    from loccit.records import (
        Answer,
        Candidate,
        Citation,
        Claim,
        Document,
        EvidenceRecord,
        Finding,
        Handoff,
        Passage,
        Question,
        Requirements,
        Retrieval,
        SearchTask,
    )
    from loccit.store.workspace import Workspace

_HOMES = {
    "Answer": "loccit.records",
    "AskRequest": "loccit.pipeline",
    "AskResult": "loccit.pipeline",
    "Audit": "loccit.cite.audit",
    "BadInput": "loccit.errors",
    "BrokenPromise": "loccit.errors",
    "Candidate": "loccit.records",
    "Citation": "loccit.records",
    "Claim": "loccit.records",
    "Document": "loccit.records",
    "EvidenceRecord": "loccit.records",
    "Finding": "loccit.records",
    "FixedClock": "loccit.clock",
    "Handoff": "loccit.records",
    "LoccitError": "loccit.errors",
    "MissingComponent": "loccit.errors",
    "Passage": "loccit.records",
    "Pipeline": "loccit.pipeline",
    "Policy": "loccit.policy",
    "PolicyRefusal": "loccit.errors",
    "Question": "loccit.records",
    "Requirements": "loccit.records",
    "Retrieval": "loccit.records",
    "SearchTask": "loccit.records",
    "SystemClock": "loccit.clock",
    "VerificationFailed": "loccit.errors",
    "Workspace": "loccit.store.workspace",
    "ask": "loccit.blocking",
    "check": "loccit.blocking",
    "index": "loccit.blocking",
    "open_pipeline": "loccit.pipeline",
}
"""Where the public names live; they are imported when first used, so that ``import loccit`` costs nothing."""

__all__ = [
    "Answer",
    "AskRequest",
    "AskResult",
    "Audit",
    "BadInput",
    "BrokenPromise",
    "Candidate",
    "Citation",
    "Claim",
    "Document",
    "EvidenceRecord",
    "Finding",
    "FixedClock",
    "Handoff",
    "LoccitError",
    "MissingComponent",
    "Passage",
    "Pipeline",
    "Policy",
    "PolicyRefusal",
    "Question",
    "Requirements",
    "Retrieval",
    "SearchTask",
    "SystemClock",
    "VerificationFailed",
    "Workspace",
    "__version__",
    "ask",
    "check",
    "index",
    "open_pipeline",
]


def __getattr__(name: str) -> object:
    """Import a public name from where it lives."""
    if name not in _HOMES:
        raise AttributeError(f"module 'loccit' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted({*globals(), *__all__})
