"""The page a command works on, named by a file, an address or a record's id.

A file is read as a web server would send it and is not stored; an address goes through the pipeline, which keeps
what it read; an id names a stored document, passage or retrieval.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import anyio

from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session
from loccit.apps.cli.streams import read_bytes, tell
from loccit.clock import SystemClock
from loccit.errors import BadInput, NotStored, PolicyRefusal
from loccit.extract.document import Extracted, extract, read_document
from loccit.ids import ContentId, digest
from loccit.pipeline import open_pipeline
from loccit.pipeline.reading import source_of
from loccit.policy import ExtractPolicy, FetchPolicy, Policy
from loccit.records import (
    Agent,
    Body,
    DirectRequest,
    Document,
    MediaType,
    Origin,
    Passage,
    ReadDocument,
    Record,
    Retrieval,
)
from loccit.retrieve.coding import decode_content
from loccit.retrieve.outcome import judge_type
from loccit.retrieve.sniff import sniff_charset, sniff_media_type
from loccit.retrieve.verdict import Verdict
from loccit.store.workspace import Workspace
from loccit.transport.filenames import named_as
from loccit.version import __version__

PROGRAM = Agent(kind="program", name="loccit", version=__version__)
REFUSED = frozenset(
    {
        "refused_address",
        "refused_scheme",
        "refused_port",
        "credentials_in_url",
        "excluded_domain",
        "robots_disallowed",
        "not_mounted",
    }
)
"""Outcomes that a policy decided before the page was read."""

_ID = re.compile(r"sha256:[0-9a-f]{64}")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


@dataclass(frozen=True, slots=True)
class Page:
    """A page and how it was read; ``document`` is null where it could not be."""

    retrieval: Retrieval
    document: ReadDocument | None
    failure: str | None = None

    @property
    def url(self) -> str:
        """The address it was read from, a ``file:`` URL for a file."""
        return self.retrieval.final_url or self.retrieval.requested_url

    def read(self) -> ReadDocument:
        """Return the document.

        Raises:
            PolicyRefusal: if a policy forbade reading it.
            BadInput: if it could not be read for another reason.
        """
        if self.document is not None:
            return self.document
        if self.retrieval.outcome in REFUSED:
            raise PolicyRefusal(self.retrieval.outcome, f"{self.url}: {self.retrieval.detail}")
        raise BadInput(self.url, f"expected a page that can be read; {self.failure or self.retrieval.detail}")


def page_of(session: Session, name: str) -> Page:
    """Return the page that a file, an address or an id names; ``-`` is standard input.

    Raises:
        BadInput: if it names nothing.
    """
    if _ID.fullmatch(name):
        return _stored(session, ContentId(name))
    if name.startswith("sha256:"):
        raise BadInput("PAGE", f"expected an id of sha256: and 64 hexadecimal digits, got {name!r}")
    if _ADDRESS.match(name):
        return _retrieved(session, name)
    return _from_file(name)


def given_page(document: ReadDocument) -> Page:
    """Return a text that was given as a page that was read."""
    return Page(
        _read_here("about:blank", document.text.encode(), MediaType(declared=None, sniffed="text/plain")), document
    )


def origin(activity: str) -> Origin:
    """Return the origin of a record that a command makes and does not store."""
    return Origin(activity=activity, version=__version__, agent=PROGRAM)


def _stored(session: Session, record_id: ContentId) -> Page:
    with Workspace.open(session.workspace, create=False) as workspace:
        store = workspace.store
        try:
            record = store.get(record_id, Record)
        except NotStored as error:
            raise BadInput(record_id, f"expected the id of a record in {session.workspace}") from error
        if isinstance(record, Passage):
            record = store.get(record.document, Document)
        if isinstance(record, Retrieval):
            documents = () if record.body is None else tuple(store.referring(ContentId(record.body.digest), Document))
            retrieval, document = record, documents[-1] if documents else None
        elif isinstance(record, Document):
            retrieval, document = next(store.referring(ContentId(record.body), Retrieval)), record
        else:
            raise BadInput(record_id, f"expected the id of a document, a passage or a retrieval, got {record.KIND}")
        if document is None:
            return Page(retrieval, None)
        return Page(retrieval, read_document(document, store.blob(document.text), store.blob(document.layout)))


def _retrieved(session: Session, url: str) -> Page:
    with shown(session) as observer, open_pipeline(session.workspace, policy=Policy(), observer=observer) as pipeline:
        retrieval, document = anyio.run(pipeline.page, url)
    if retrieval.via == "browser":
        read_at = f"{retrieval.retrieved_at:%Y-%m-%d %H:%M:%S} UTC"
        tell(
            f"{url}: as a browser read it at {read_at} (retrieval {retrieval.id}); "
            "loccit retrieve --browser reads it again."
        )
    return Page(retrieval, document)


def _from_file(name: str) -> Page:
    path = Path("standard-input.html" if name == "-" else name).absolute()
    named = named_as(path.name)
    decoded = decode_content(named.coding, read_bytes(name), max_bytes=FetchPolicy().max_decoded_bytes)
    if decoded.outcome != "ok":
        raise BadInput(name, f"expected a page that can be read; {decoded.detail}")
    media_type = sniff_media_type(named.content_type, decoded.body)
    retrieval = _read_here(path.as_uri(), decoded.body, media_type)
    unfit = judge_type(media_type) if decoded.body.strip() else Verdict("empty_body", "The file is empty.")
    if unfit is not None:
        return Page(retrieval, None, unfit.detail)
    extracted = extract(source_of(retrieval, decoded.body), policy=ExtractPolicy(), origin=origin("extract"))
    if isinstance(extracted, Extracted):
        return Page(retrieval, extracted.document)
    return Page(retrieval, None, extracted.sentence)


def _read_here(url: str, data: bytes, media_type: MediaType) -> Retrieval:
    now = SystemClock().now()
    request = DirectRequest(origin=origin("request"), url=url, purpose="direct", requested_by=PROGRAM, requested_at=now)
    is_text = media_type.sniffed != "application/pdf"
    return Retrieval(
        origin=origin("retrieve"),
        candidate=None,
        authority=request.id,
        requested_url=url,
        hops=(),
        final_url=url,
        retrieved_at=now,
        status=None,
        media_type=media_type,
        charset=sniff_charset(media_type.declared, media_type.sniffed, data) if is_text else None,
        body=Body(wire_digest=digest(data), wire_length=len(data), digest=digest(data), length=len(data)),
        via="mirror",
        witnessed=False,
        robots="not_checked",
        outcome="ok",
        detail="Given here; nobody saw a server send it.",
    )
