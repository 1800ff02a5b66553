"""Gathering what a bundle holds from a store and its archive, and reading archived records back."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from loccit.deliver.bundle import Contents
from loccit.deliver.verify_bundle import ArchivedBody
from loccit.errors import BrokenPromise, NotStored, VerificationFailed
from loccit.ids import ContentId, Digest, canonical_json, digest, sha256_hex
from loccit.policy import FetchPolicy
from loccit.protocols import Store
from loccit.records import Answer, Assessment, Citation, Claim, Document, Finding, Handoff, Record, Release, Retrieval
from loccit.retrieve.coding import decode_content
from loccit.retrieve.warc_record import labelled_digest
from loccit.retrieve.warc_segment import read_member
from loccit.transport.message import read_response


class Members(Protocol):
    """An archive that hands out records as they lie there."""

    def member(self, record_id: str) -> bytes:
        """Return the gzip member of a record, checked."""
        ...


def gather(store: Store, archive: Members, roots: Iterable[ContentId]) -> Contents:
    """Return the records of some roots, what they name, and what was decided about it, down to archived bytes.

    Raises:
        VerificationFailed: if something they name is missing or damaged: no bundle is made of that.
    """
    asked = tuple(dict.fromkeys(roots))
    gathering = _Gathering(store)
    try:
        gathering.follow(asked)
        archived = {name: archive.member(name) for name in gathering.exchanges()}
    except BrokenPromise as error:
        raise VerificationFailed(f"no bundle can be made: {error}") from error
    bodies = {held.body for member in archived.values() if (held := read_archived(member)) is not None}
    texts = gathering.texts()
    blobs = {name: data for name, data in gathering.blobs.items() if name in texts or name not in bodies}
    return Contents(asked, {name: _stored(one) for name, one in gathering.records.items()}, blobs, archived)


def read_archived(member: bytes) -> ArchivedBody | None:
    """Return what an archived record holds, null where it is not whole or differs from its own digests."""
    record = read_member(member)
    if record is None:
        return None
    labelled = record.headers.get("WARC-Block-Digest")
    if labelled is not None and labelled != labelled_digest(record.block):
        return None
    if record.headers.get("WARC-Type") != "response":
        return ArchivedBody(record.record_id)
    message = read_response(record.block)
    if message is None:
        return ArchivedBody(record.record_id)
    coding = next((value for name, value in message.headers if name.lower() == "content-encoding"), None)
    decoded = decode_content(coding, message.body, max_bytes=FetchPolicy().max_decoded_bytes)
    body = digest(decoded.body) if decoded.outcome == "ok" else None
    return ArchivedBody(record.record_id, digest(message.body), body)


def _stored(record: Record) -> bytes:
    """Return the bytes a record was read from: its fields as they were stored, without later ones' defaults."""
    content = record.model_dump(mode="json", by_alias=True, exclude_unset=True)
    body = canonical_json({**content, "kind": record.KIND})
    if sha256_hex(body) != record.id:
        raise VerificationFailed(f"no bundle can be made: record {record.id} does not give its stored bytes")
    return body


class _Gathering:
    """Follows references from record to record."""

    def __init__(self, store: Store) -> None:
        self.records: dict[ContentId, Record] = {}
        self.blobs: dict[Digest, bytes] = {}
        self._store = store

    def follow(self, roots: Iterable[ContentId]) -> None:
        """Take in roots, what they name, and the decisions on it that name them."""
        waiting = list(roots)
        while waiting:
            while waiting:
                waiting += self._take(waiting.pop())
            waiting += [one.id for one in self._findings()]

    def _take(self, name: ContentId) -> list[ContentId]:
        """Take in a record or blob and return what it leads to."""
        if name in self.records or Digest(name) in self.blobs:
            return []
        record = self._record(name)
        if record is None:
            self.blobs[Digest(name)] = self._store.blob(Digest(name))
            return []
        self.records[name] = record
        return [*(ContentId(one) for one in record.references()), *(one.id for one in self._about(record))]

    def exchanges(self) -> Iterator[str]:
        """Yield the ids of the archived records that the retrievals name, each once."""
        named = {
            name
            for one in self.records.values()
            if isinstance(one, Retrieval)
            for hop in one.hops
            for name in (hop.request_record, hop.response_record)
            if name is not None
        }
        yield from sorted(named)

    def texts(self) -> set[Digest]:
        """Return the digests of texts and layouts, which are looked for among the blobs whatever the archive gives."""
        documents = [one for one in self.records.values() if isinstance(one, Document)]
        return {name for one in documents for name in (one.text, one.layout)}

    def _record(self, name: ContentId) -> Record | None:
        try:
            return self._store.get(name, Record)
        except NotStored:
            return None

    def _about(self, record: Record) -> Iterator[Record]:
        """Yield what was decided about a record and names it."""
        if isinstance(record, Handoff):
            yield from self._store.referring(record.id, Answer)
        elif isinstance(record, Answer):
            yield from self._store.referring(record.id, Citation)
            yield from self._store.referring(record.id, Release)
        elif isinstance(record, Retrieval):
            yield from self._store.referring(record.id, Assessment)

    def _findings(self) -> Iterator[Finding]:
        """Yield the findings whose evidence is all here."""
        for claim in [one for one in self.records.values() if isinstance(one, Claim)]:
            for found in self._store.referring(claim.id, Finding):
                if found.id not in self.records and all(one in self.records for one in found.evidence):
                    yield found
