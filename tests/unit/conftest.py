"""A page that was read for a claim, with every record from the selection to the evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from loccit.deliver.admit import examine
from loccit.deliver.chain import Chain, Dossier, Verdict
from loccit.errors import NotStored
from loccit.ids import Digest, digest
from loccit.policy import Policy
from loccit.records import (
    Agent,
    Assessment,
    Block,
    Body,
    Candidate,
    Claim,
    Document,
    EvidenceRecord,
    Finding,
    Layout,
    Origin,
    Question,
    ReadDocument,
    Requirements,
    Retrieval,
    Selection,
)
from loccit.text.offsets import Span

READ_AT = datetime(2026, 11, 30, 11, 0, 0, tzinfo=UTC)
RULE = Agent(kind="rule", name="match:5", version="1")


@dataclass(frozen=True)
class Piece:
    """What was found on one page about one claim."""

    evidence: EvidenceRecord
    chain: Chain


@dataclass
class Desk:
    """Makes the records that the stages before delivery would have stored; literal texts in, real ids out."""

    origin: Origin
    blobs: dict[Digest, bytes] = field(default_factory=dict)

    def blob(self, wanted: Digest) -> bytes:
        try:
            return self.blobs[wanted]
        except KeyError:
            raise NotStored(f"no blob {wanted}") from None

    def question(self, text: str = "How should the tray stand?") -> Question:
        return Question(origin=self.origin, text=text)

    def claim(self, wording: str, **requirements: str) -> Claim:
        return Claim(origin=self.origin, wording=wording, requirements=Requirements(**requirements))

    def document(self, *paragraphs: str, block: dict[str, Any] | None = None, **changes: Any) -> ReadDocument:
        """A page of paragraphs; ``block`` changes every block, the rest changes the document record."""
        body = "".join(f"<p>{one}</p>" for one in paragraphs).encode()
        self.blobs[digest(body)] = body
        text, blocks = "", []
        for paragraph in paragraphs:
            text += "\n\n" if text else ""
            settings: dict[str, Any] = {
                "kind": "paragraph",
                "landmark": "main",
                "body": True,
                "body_score": 900_000,
                "heading_path": ("Manual", "Installation"),
                "section_id": "install",
                "language": "en",
                "source": None,
            } | (block or {})
            blocks.append(Block(start=len(text), end=len(text) + len(paragraph), **settings))
            text += paragraph
        record = Document(
            **{
                "origin": self.origin,
                "body": digest(body),
                "extractor": "test",
                "extractor_version": "1",
                "options": {},
                "text": digest(text.encode()),
                "layout": digest(b""),
                "length": len(text),
                "body_length": len(text),
                "title_displayed": "Tidewater 40 manual",
                "title_declared": None,
                "languages": ("en",),
                "dates": (),
                "versions": (),
                "visibility_basis": "full",
            }
            | changes
        )
        return ReadDocument(record, text, Layout(tuple(blocks), (), ()))

    def piece(
        self,
        claim: Claim,
        document: ReadDocument,
        quote: str | None,
        *,
        state: str | None = "supported",
        url: str = "https://maker.example/manual",
        **changes: Any,
    ) -> Piece:
        """The evidence of one claim on one page; ``changes`` are fields of the evidence record."""
        candidate = Candidate(
            origin=self.origin,
            run_id="run",
            candidate_id="source-1",
            ordinal=1,
            position=1,
            title="Manual",
            url=url,
            hostname="maker.example",
            snippet="The tray must be level.",
            review_state="needs_review",
            exclusion_reason=None,
            sightings=(),
        )
        selection = Selection(
            origin=self.origin,
            candidate=candidate.id,
            decision="selected",
            reason="Title and snippet name the tray.",
            reviewer=RULE,
            decided_at=READ_AT,
            seen=("title", "snippet"),
        )
        retrieval = self.retrieval(url, candidate=candidate, selection=selection, document=document)
        assessment = Assessment(
            origin=self.origin,
            retrieval=retrieval.id,
            document=document.record.id,
            verdict="relevant",
            reason="It speaks about the tray.",
            reviewer=RULE,
            decided_at=READ_AT,
            seen=("text",),
        )
        passages = ()
        if quote is not None:
            start = document.text.index(quote)
            passages = (document.cut(Span(start, start + len(quote)), origin=self.origin, context_length=32),)
        evidence = EvidenceRecord(
            **{
                "origin": self.origin,
                "claim": claim.id,
                "document": document.record.id,
                "retrieval": retrieval.id,
                "candidate": candidate.id,
                "query": None,
                "source_url": url,
                "page_date": None,
                "page_version": None,
                "retrieved_at": READ_AT,
                "state": state,
                "reasons": (),
                "facets": (),
                "passages": tuple(passage.id for passage in passages),
                "unsupported_words": (),
                "opinions": (),
            }
            | changes
        )
        chain = Chain(
            retrieval=retrieval,
            authority=selection,
            document=document,
            passages=passages,
            assessments=(assessment,),
            blob=self.blob,
            selections=(selection,),
            candidate=candidate,
        )
        return Piece(evidence, chain)

    def retrieval(
        self,
        url: str,
        *,
        candidate: Candidate | None,
        selection: Selection,
        document: ReadDocument | None,
        **changes: Any,
    ) -> Retrieval:
        body = None
        if document is not None:
            length = len(self.blobs[document.record.body])
            body = Body(
                wire_digest=document.record.body, wire_length=length, digest=document.record.body, length=length
            )
        return Retrieval(
            **{
                "origin": self.origin,
                "candidate": candidate.id if candidate else None,
                "authority": selection.id,
                "requested_url": url,
                "hops": (),
                "final_url": url,
                "retrieved_at": READ_AT,
                "status": 200,
                "media_type": None,
                "charset": None,
                "body": body,
                "via": "mirror",
                "witnessed": False,
                "robots": "not_checked",
                "outcome": "ok",
                "detail": "Read.",
            }
            | changes
        )

    def verdict(
        self, claim: Claim, pieces: Sequence[Piece], *, state: str | None, reasons: tuple[str, ...] = ()
    ) -> Verdict:
        evidence = tuple(piece.evidence for piece in pieces)
        finding = Finding(
            origin=self.origin,
            claim=claim.id,
            evidence=tuple(one.id for one in evidence),
            state=state,
            reasons=reasons,
            read=tuple(one.retrieval for one in evidence),
            tried=(),
            settle=None,
        )
        return Verdict(claim, finding, evidence)

    def dossier(
        self,
        claim: Claim,
        pieces: Sequence[Piece],
        *,
        state: str | None,
        reasons: tuple[str, ...] = (),
        failed: Sequence[Retrieval] = (),
    ) -> Dossier:
        verdict = self.verdict(claim, pieces, state=state, reasons=reasons)
        return examine(verdict, [piece.chain for piece in pieces], failed=failed, policy=Policy())


@pytest.fixture
def desk(origin: Origin) -> Desk:
    """A desk with an empty archive."""
    return Desk(origin)
