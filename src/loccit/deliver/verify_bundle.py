"""Verify a bundle offline: a numbered procedure over its bytes alone.

1. ``container``: the bytes are the one ZIP file that holds these entries.
2. ``manifest``: canonical, of a known format, and with the id it says.
3. ``files``: each file is there with its length and digest, and no other; blobs are named by their digests.
4. ``records``: each is canonical and of a known kind; ids are derived from the bytes.
5. ``references``: each id and digest a record names is there, and so is what the bundle is made for.
6. ``archive``: each archived record lies where the manifest says, whole and with its digests; each exchange that a
   retrieval names is among them.
7. ``bodies``: the body of each page that was read derives again from the archived response, or is stored.
8. ``documents``: text and layout are those of the document, and fit each other.
9. ``passages``: each stands, code point for code point, in the text of its document.
10. ``evidence``: each rests on passages of its own page; nothing is supported or contradicted without one.
11. ``citations``: each anchor is a slice of its answer, each citation of a listed source; nothing is released or
    admitted unless every check on record passed.
12. ``handoff``: what is handed over is what the records say.

Checks that can't be made, because one before them failed, are not checked; the bundle verifies only if all passed.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from loccit.deliver import opened
from loccit.deliver.bundle import BLOBS
from loccit.errors import BadInput
from loccit.ids import Digest
from loccit.records import (
    AdmittedPassage,
    Answer,
    Check,
    Citation,
    Document,
    EvidenceRecord,
    Handoff,
    Layout,
    Passage,
    Record,
    Retrieval,
    passes,
)
from loccit.records.deliver import CheckOutcome, numbered
from loccit.records.layout import decode_layout

R = TypeVar("R", bound=Record)

_NOT_REACHED = CheckOutcome("not_checked", "What comes before it did not pass.")
_NEEDS_PASSAGE = frozenset({"supported", "partly_supported", "contradicted"})


@dataclass(frozen=True, slots=True)
class ArchivedBody:
    """What one archived record holds.

    Attributes:
        wire: digest of the body as received, transfer coding removed; null for a record without one.
        body: digest of the body with content coding removed.
    """

    record_id: str
    wire: Digest | None = None
    body: Digest | None = None


ReadArchived = Callable[[bytes], ArchivedBody | None]
"""Reads the gzip member of an archived record; null where it is not whole or differs from its own digests."""


@dataclass(frozen=True, slots=True)
class BundleReport:
    """What verifying a bundle came to.

    Attributes:
        manifest_id: what the bundle is known by, null where it has no sound manifest.
        roots: the records it is made for.
        counts: how many records of each kind it holds.
    """

    checks: tuple[Check, ...]
    manifest_id: str | None
    roots: tuple[str, ...]
    counts: Mapping[str, int]

    @property
    def verified(self) -> bool:
        """Whether every check passed."""
        return passes(self.checks)

    def with_check(self, name: str, outcome: CheckOutcome) -> "BundleReport":
        """Return the report with one more check behind the others."""
        done = [(one.name, CheckOutcome(one.result, one.detail)) for one in self.checks]
        return replace(self, checks=numbered([*done, (name, outcome)]))


@dataclass(frozen=True, slots=True)
class _Bundle:
    """A bundle whose container, manifest, files and records are sound."""

    manifest: Mapping[str, Any]
    files: Mapping[str, bytes]
    records: Mapping[str, Record]
    archived: Mapping[str, ArchivedBody | None] | None

    def of(self, kind: type[R]) -> Iterator[R]:
        return (one for one in self.records.values() if isinstance(one, kind))

    def blob(self, digest: str) -> bytes | None:
        return self.files.get(BLOBS + digest.removeprefix("sha256:"))


def verify_bundle(data: bytes, *, read_archived: ReadArchived) -> BundleReport:
    """Run the procedure over the bytes of a bundle."""
    unpacked = opened.unpack(data)
    manifest, manifest_outcome = opened.read_manifest(unpacked.files)
    files_outcome = opened.check_files(manifest, unpacked.files)
    outer = [unpacked.container, manifest_outcome, files_outcome]
    unharmed = all(outcome.result == "passed" for outcome in outer)
    read = opened.read_records(unpacked.files) if unharmed else opened.ReadRecords({}, _NOT_REACHED)
    outcomes = list(zip(("container", "manifest", "files", "records"), [*outer, read.outcome], strict=True))
    sound = read.outcome.result == "passed"
    bundle = _open(manifest, unpacked.files, read.by_id, read_archived) if sound else None
    for name, check in _INNER.items():
        outcome = check(bundle) if bundle else _NOT_REACHED
        outcomes.append((name, outcome))
    counts: dict[str, int] = {}
    for one in read.by_id.values():
        counts[one.KIND] = counts.get(one.KIND, 0) + 1
    return BundleReport(
        numbered(outcomes), manifest.get("id"), tuple(manifest.get("roots", ())), dict(sorted(counts.items()))
    )


def _open(
    manifest: Mapping[str, Any], files: Mapping[str, bytes], records: Mapping[Any, Record], read: ReadArchived
) -> _Bundle:
    members = opened.archived_members(manifest, files)
    archived = None if members is None else {name: read(member) for name, member in members.items()}
    return _Bundle(manifest, files, dict(records), archived)


def _references(bundle: _Bundle) -> CheckOutcome:
    bodies = _archived_bodies(bundle)
    missing = [root for root in bundle.manifest["roots"] if root not in bundle.records]
    count = 0
    for record in bundle.records.values():
        for named in record.references():
            count += 1
            if named not in bundle.records and bundle.blob(named) is None and named not in bodies:
                missing.append(named)
    if missing:
        return CheckOutcome("failed", f"Not in the bundle: {', '.join(sorted(set(missing))[:5])}.")
    return CheckOutcome("passed", f"All {count} references lead to what is in the bundle.")


def _archive(bundle: _Bundle) -> CheckOutcome:
    if bundle.archived is None:
        return CheckOutcome("failed", "The archive does not lie as the manifest says.")
    for name, held in bundle.archived.items():
        if held is None or held.record_id != name:
            return CheckOutcome("failed", f"The archived record {name} is not whole.")
    for retrieval in bundle.of(Retrieval):
        exchanged = [one for hop in retrieval.hops for one in (hop.request_record, hop.response_record) if one]
        missing = next((one for one in exchanged if one not in bundle.archived), None)
        if missing is not None:
            return CheckOutcome("failed", f"Retrieval {retrieval.id} names {missing}, which is not archived here.")
    return CheckOutcome("passed", f"{len(bundle.archived)} archived records, each whole and with its digests.")


def _bodies(bundle: _Bundle) -> CheckOutcome:
    count = 0
    for retrieval in bundle.of(Retrieval):
        if retrieval.body is None:
            continue
        count += 1
        answers = [hop.response_record for hop in retrieval.hops if hop.response_record]
        held = (bundle.archived or {}).get(answers[-1]) if answers and retrieval.confirms is None else None
        if held is not None and held.body is not None:
            if (held.body, held.wire) != (retrieval.body.digest, retrieval.body.wire_digest):
                return CheckOutcome("failed", f"The body of {retrieval.id} is not that of the archived response.")
        elif bundle.blob(retrieval.body.digest) is None and retrieval.body.digest not in _archived_bodies(bundle):
            return CheckOutcome("failed", f"The body of {retrieval.id} is neither archived nor stored.")
    return CheckOutcome("passed", f"The bodies of {count} retrievals are those of what was archived.")


def _documents(bundle: _Bundle) -> CheckOutcome:
    count = 0
    for document in bundle.of(Document):
        text, layout = _text(bundle, document), _layout(bundle, document)
        if text is None or len(text) != document.length:
            return CheckOutcome("failed", f"The text of document {document.id} is not its text.")
        if layout is None or any(not 0 <= one.start <= one.end <= len(text) for one in layout.blocks):
            return CheckOutcome("failed", f"The layout of document {document.id} does not fit its text.")
        count += 1
    return CheckOutcome("passed", f"{count} documents with their texts and layouts.")


def _passages(bundle: _Bundle) -> CheckOutcome:
    count = 0
    texts = {document.id: _text(bundle, document) for document in bundle.of(Document)}
    for passage in bundle.of(Passage):
        text = texts.get(passage.document)
        if text is None or not (
            text[passage.start : passage.end] == passage.exact
            and text.endswith(passage.prefix, 0, passage.start)
            and text.startswith(passage.suffix, passage.end)
        ):
            return CheckOutcome("failed", f"Passage {passage.id} does not stand in the text of its document.")
        count += 1
    return CheckOutcome("passed", f"{count} passages stand where they say.")


def _evidence(bundle: _Bundle) -> CheckOutcome:
    count = 0
    for one in bundle.of(EvidenceRecord):
        count += 1
        if one.state in _NEEDS_PASSAGE and not one.passages:
            return CheckOutcome("failed", f"Evidence {one.id} is {one.state} without a passage.")
        retrieval, document = bundle.records.get(one.retrieval), bundle.records.get(one.document or "")
        for name in one.passages:
            passage = bundle.records.get(name)
            if not isinstance(passage, Passage) or passage.document != one.document:
                return CheckOutcome("failed", f"Evidence {one.id} rests on a passage of another page.")
        if (
            isinstance(retrieval, Retrieval)
            and isinstance(document, Document)
            and (retrieval.body is None or retrieval.body.digest != document.body)
        ):
            return CheckOutcome("failed", f"Evidence {one.id}: its document is not of the page that was retrieved.")
    return CheckOutcome("passed", f"{count} evidence records rest on their own pages.")


def _citations(bundle: _Bundle) -> CheckOutcome:
    answers = {one.id: one for one in bundle.of(Answer)}
    for answer in answers.values():
        for anchor in answer.anchors:
            if answer.text[anchor.start : anchor.end] != anchor.slice:
                return CheckOutcome("failed", f"Answer {answer.id}: the slice at {anchor.start} does not stand there.")
    count = 0
    for citation in bundle.of(Citation):
        count += 1
        cited = answers.get(citation.answer)
        if cited is None or not (
            0 <= citation.anchor < len(cited.anchors) and citation.source in cited.anchors[citation.anchor].sources
        ):
            return CheckOutcome("failed", f"Citation {citation.id} is none of its answer's.")
    return CheckOutcome("passed", f"{count} citations of {len(answers)} answers are where they say.")


def _handoff(bundle: _Bundle) -> CheckOutcome:
    count = 0
    for handoff in bundle.of(Handoff):
        for entry in handoff.admitted:
            for place in entry.passages:
                count += 1
                if not _is_handed_over_as_it_is(bundle, place):
                    return CheckOutcome("failed", f"Handoff {handoff.id} shows another text than {place.passage}.")
            for name in entry.evidence:
                one = bundle.records.get(name)
                if not isinstance(one, EvidenceRecord) or (one.claim, one.state) != (entry.claim, entry.state):
                    return CheckOutcome("failed", f"Handoff {handoff.id}: {name} says something else of the claim.")
    return CheckOutcome("passed", f"{count} passages are handed over as they stand.")


def _is_handed_over_as_it_is(bundle: _Bundle, place: AdmittedPassage) -> bool:
    passage = bundle.records.get(place.passage)
    return isinstance(passage, Passage) and (passage.exact, passage.start, passage.end) == (
        place.exact,
        place.start,
        place.end,
    )


def _archived_bodies(bundle: _Bundle) -> set[str]:
    return {one.body for one in (bundle.archived or {}).values() if one is not None and one.body is not None}


def _text(bundle: _Bundle, document: Document) -> str | None:
    data = bundle.blob(document.text)
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError:
        return None


def _layout(bundle: _Bundle, document: Document) -> Layout | None:
    data = bundle.blob(document.layout)
    try:
        return None if data is None else decode_layout(data)
    except BadInput:
        return None


_INNER: Mapping[str, Callable[[_Bundle], CheckOutcome]] = {
    "references": _references,
    "archive": _archive,
    "bodies": _bodies,
    "documents": _documents,
    "passages": _passages,
    "evidence": _evidence,
    "citations": _citations,
    "handoff": _handoff,
}
"""The checks from 5 on, in their order."""
