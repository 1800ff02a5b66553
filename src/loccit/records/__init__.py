"""The immutable records, one module a stage.

``RECORD_TYPES`` maps each stored kind to its class; the store reads records back through it.
"""

from loccit.records.cite import Anchor, Answer, AnswerSource, Citation, Release
from loccit.records.deliver import (
    Admission,
    AdmittedEvidence,
    AdmittedPassage,
    Check,
    Gap,
    Handoff,
    OpenQuestion,
)
from loccit.records.discover import (
    Candidate,
    Capture,
    DiscoveryRun,
    Output,
    PageReport,
    Query,
    Question,
    ResultRow,
    RowFacts,
    SearchTask,
    Sighting,
    SourceGroup,
)
from loccit.records.extract import (
    Block,
    Box,
    DateCandidate,
    Document,
    HiddenText,
    Layout,
    Passage,
    ReadDocument,
    VersionStatement,
)
from loccit.records.failure import Failure
from loccit.records.judge import (
    Claim,
    EvidenceRecord,
    FacetCheck,
    Finding,
    Opinion,
    Requirements,
    State,
)
from loccit.records.record import Agent, Origin, Record, Value
from loccit.records.retrieve import Body, Charset, Hop, MediaType, Retrieval
from loccit.records.review import Assessment, DirectRequest, Selection
from loccit.records.site import Mount

RECORD_TYPES: dict[str, type[Record]] = {
    record_type.KIND: record_type
    for record_type in (
        Admission,
        Answer,
        Assessment,
        Candidate,
        Capture,
        Citation,
        Claim,
        DirectRequest,
        DiscoveryRun,
        Document,
        EvidenceRecord,
        Failure,
        Finding,
        Handoff,
        Mount,
        Opinion,
        Passage,
        Query,
        Question,
        Release,
        Retrieval,
        Selection,
        SourceGroup,
    )
}

__all__ = [
    "RECORD_TYPES",
    "Admission",
    "AdmittedEvidence",
    "AdmittedPassage",
    "Agent",
    "Anchor",
    "Answer",
    "AnswerSource",
    "Assessment",
    "Block",
    "Body",
    "Box",
    "Candidate",
    "Capture",
    "Charset",
    "Check",
    "Citation",
    "Claim",
    "DateCandidate",
    "DirectRequest",
    "DiscoveryRun",
    "Document",
    "EvidenceRecord",
    "FacetCheck",
    "Failure",
    "Finding",
    "Gap",
    "Handoff",
    "HiddenText",
    "Hop",
    "Layout",
    "MediaType",
    "Mount",
    "OpenQuestion",
    "Opinion",
    "Origin",
    "Output",
    "PageReport",
    "Passage",
    "Query",
    "Question",
    "ReadDocument",
    "Record",
    "Release",
    "Requirements",
    "ResultRow",
    "Retrieval",
    "RowFacts",
    "SearchTask",
    "Selection",
    "Sighting",
    "SourceGroup",
    "State",
    "Value",
    "VersionStatement",
]
