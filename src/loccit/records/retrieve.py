"""What a server really sent: the retrieval and its hops."""

from typing import ClassVar, Literal

from pydantic import Field

from loccit.records.record import ArchiveDigest, BlobDigest, Record, RecordId, Text, UtcTime, Value

Outcome = Literal[
    "ok",
    "refused_address",
    "refused_scheme",
    "refused_port",
    "invalid_url",
    "credentials_in_url",
    "excluded_domain",
    "https_downgrade",
    "not_mounted",
    "not_archived",
    "robots_disallowed",
    "dns_error",
    "connect_error",
    "tls_error",
    "protocol_error",
    "timeout",
    "too_large",
    "too_many_redirects",
    "http_error",
    "challenge_page",
    "login_wall",
    "consent_wall",
    "paywall",
    "needs_script",
    "soft_404",
    "unsupported_type",
    "undecodable",
    "empty_body",
    "truncated",
    "cancelled",
]
"""Closed list: ``ok``, or why the page could not be read."""

Via = Literal["network", "mirror", "replay", "browser"]


class Hop(Value):
    """One request and its response on the way to the page.

    Attributes:
        address: the IP address that was contacted, null where none was.
        location: the ``Location`` header as sent.
        kind: what led to this request: the caller, a ``Location`` header, an immediate refresh in the page, the
            failure of the hop before it, or scripts that had to run first.
        unsafe_allow: the policy entry without which the address would have been refused.
        request_record, response_record: WARC-Record-IDs.
    """

    url: Text
    status: int | None
    address: Text | None = None
    location: Text | None = None
    request_record: Text | None = None
    response_record: Text | None = None
    kind: Literal["request", "redirect", "meta_refresh", "retry", "render"] = "request"
    unsafe_allow: Text | None = None


class MediaType(Value):
    """The content type as sent and as the bytes say."""

    declared: Text | None
    sniffed: Text
    conflict: bool = False


class Charset(Value):
    """The encoding the bytes were decoded with (a WHATWG name) and where it was learnt.

    Attributes:
        conflicts: declarations that were overruled, as ``source:label``, e.g. ``header:windows-1251``.
    """

    name: Text
    source: Literal["bom", "header", "meta", "xml", "default", "utf8_check"]
    conflicts: tuple[Text, ...] = ()


class Body(Value):
    """Bytes of the body: as received on the wire (transfer coding removed) and with content coding removed."""

    wire_digest: ArchiveDigest
    wire_length: int = Field(ge=0)
    digest: BlobDigest
    length: int = Field(ge=0)


class Retrieval(Record):
    """One attempt to read one page; a failed one stays failed.

    Attributes:
        authority: the selection or direct request that allowed it.
        final_url: the URL of the last hop, null if nothing was contacted.
        refused_url: where a redirect or refresh led that policy forbids; it was not contacted.
        witnessed: false for mirror and replay: nobody here saw the server send it.
        etag, last_modified: the validators of the page as sent, for asking later whether it changed (RFC 9110, 8.8).
        confirms: an earlier retrieval whose body the server says is still the page (304); the body named is that one.
        archived_at: when the copy was made, if an archive answered in the server's place (RFC 7089).
        original_url: what it is a copy of, as the archive says.
    """

    KIND: ClassVar[str] = "loccit/retrieval@1"

    candidate: RecordId | None
    authority: RecordId
    requested_url: Text
    hops: tuple[Hop, ...]
    final_url: Text | None
    refused_url: Text | None = None
    retrieved_at: UtcTime
    status: int | None
    media_type: MediaType | None
    charset: Charset | None
    body: Body | None
    via: Via
    witnessed: bool
    robots: Literal["allowed", "disallowed", "not_checked"]
    outcome: Outcome
    detail: Text = Field(description="One plain sentence that says what happened.")
    etag: Text | None = None
    last_modified: Text | None = None
    confirms: RecordId | None = None
    archived_at: UtcTime | None = None
    original_url: Text | None = None


RecheckState = Literal["intact", "moved", "changed", "gone", "page_unavailable"]
"""What became of a passage: the same text at the same place, the same text elsewhere, other words in its place, nothing
like it on the page; or the page could not be read."""


class Recheck(Record):
    """A cited passage compared with its page as it was read again.

    Attributes:
        retrieval: the new reading of the page.
        document: what it gave, null where the page could not be read.
        start, end: where the text stands in the new document, code points, end exclusive; null where nothing does.
        exact: the text that stands there now.
    """

    KIND: ClassVar[str] = "loccit/recheck@1"

    passage: RecordId
    retrieval: RecordId
    document: RecordId | None
    state: RecheckState
    start: int | None = None
    end: int | None = None
    exact: Text | None = None
    detail: Text
