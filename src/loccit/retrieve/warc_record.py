"""One exchange as WARC/1.1 records (ISO 28500:2017), serialised by warcio."""

import base64
import hashlib
import uuid
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Self

from warcio.recordloader import ArcWarcRecord
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from loccit.protocols import HttpResponse, NoResponse
from loccit.records.record import write_time
from loccit.version import __version__

SERVER_NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
"""WARC-Profile of a revisit that a 304 is kept as."""

PAYLOAD_DIGEST = "Loccit-Payload-Digest"
"""What WARC-Payload-Digest means by the standard, where common readers would take it for something else."""

_TRUNCATED = {"too_large": "length", "timeout": "time", "cancelled": "time"}


@dataclass(frozen=True, slots=True)
class Part:
    """One record to be written: its WARC headers in order, and its block."""

    record_id: str
    type: str
    headers: tuple[tuple[str, str], ...]
    content_type: str
    block: bytes


class _Writer(WARCWriter):  # type: ignore[misc]
    """Writes digests as they were given; warcio would take a payload's over its chunk framing."""

    def ensure_digest(self, record: ArcWarcRecord, block: bool = True, payload: bool = True) -> None:
        """Change nothing."""


@dataclass(frozen=True, slots=True)
class Referred:
    """An archived response that a later answer says still holds, by what the record about that answer tells of it.

    Attributes:
        target, date: its WARC-Target-URI and WARC-Date.
        payload_digest: as it states it; null if it states none.
    """

    record_id: str
    target: str
    date: str
    payload_digest: str | None

    @classmethod
    def read(cls, headers: Mapping[str, str]) -> Self | None:
        """Return what the record with these headers is about, null if it is no response and refers to none.

        What a revisit refers to is referred to itself: common readers follow one step.
        """
        prefix = {"response": "WARC-", "revisit": "WARC-Refers-To-"}.get(headers.get("WARC-Type", ""))
        if prefix is None:
            return None
        record_id = headers.get("WARC-Record-ID" if prefix == "WARC-" else "WARC-Refers-To")
        target, date = headers.get(f"{prefix}Target-URI"), headers.get(f"{prefix}Date")
        if record_id is None or target is None or date is None:
            return None
        return cls(record_id, target, date, headers.get("WARC-Payload-Digest", headers.get(PAYLOAD_DIGEST)))

    def headers(self) -> list[tuple[str, str]]:
        """Return the fields of a revisit of it (ISO 28500:2017, 6.7.3)."""
        # The standard takes the payload referred to for that of the revisit; common readers check the bytes that are
        # there, and would call the record damaged.
        digests = [] if self.payload_digest is None else [(PAYLOAD_DIGEST, self.payload_digest)]
        return [
            ("WARC-Profile", SERVER_NOT_MODIFIED),
            ("WARC-Refers-To", self.record_id),
            ("WARC-Refers-To-Target-URI", self.target),
            ("WARC-Refers-To-Date", self.date),
            *digests,
        ]


def exchange_parts(
    exchange: HttpResponse | NoResponse, *, at: datetime, revisits: Referred | None = None
) -> tuple[Part | None, Part | None]:
    """Return the request and the response record of an exchange; null where no bytes were exchanged.

    Args:
        exchange: what was sent and received.
        at: when.
        revisits: the earlier response that this one says still holds; the record is a revisit of it then.
    """
    request_id, response_id = _new_id(), _new_id()
    shared = [("WARC-Target-URI", exchange.url), ("WARC-Date", write_time(at))]
    if exchange.address is not None:
        shared.append(("WARC-IP-Address", exchange.address))
    shared += [("Loccit-Via", exchange.via), ("Loccit-Witnessed", "yes" if exchange.witnessed else "no")]
    request = response = None
    if exchange.raw_response and revisits is not None:
        response = _part(response_id, "revisit", [*shared, *revisits.headers()], exchange.raw_response)
    elif exchange.raw_response:
        headers = [*shared, *_response_headers(exchange)]
        response = _part(response_id, "response", headers, exchange.raw_response)
    if exchange.raw_request:
        headers = [*shared, ("WARC-Concurrent-To", response_id)] if response is not None else shared
        if b"[redacted]" in exchange.raw_request:
            headers = [*headers, ("Loccit-Redacted", "credentials")]
        request = _part(request_id, "request", headers, exchange.raw_request)
    return request, response


def warcinfo_part(name: str, *, at: datetime) -> Part:
    """Return the record that opens a segment."""
    fields = f"software: loccit/{__version__}\r\nformat: WARC File Format 1.1\r\n"
    headers = (("WARC-Date", write_time(at)), ("WARC-Filename", name))
    return Part(_new_id(), "warcinfo", headers, "application/warc-fields", fields.encode())


class _Deflated:
    """A file that keeps what is written to it as one gzip member."""

    def __init__(self) -> None:
        self._compressor = zlib.compressobj(6, wbits=31)
        self._out = BytesIO()

    def write(self, data: bytes) -> None:
        """Take in bytes."""
        self._out.write(self._compressor.compress(data))

    def flush(self) -> None:
        """Keep what was written; the member is ended by ``member`` alone."""

    def member(self) -> bytes:
        """End the member and return it."""
        self._out.write(self._compressor.flush())
        return self._out.getvalue()


def write_member(part: Part) -> bytes:
    """Return a record as one gzip member; the record is never held whole beside its block."""
    pairs = [
        ("WARC-Type", part.type),
        ("WARC-Record-ID", part.record_id),
        *part.headers,
        ("WARC-Block-Digest", labelled_digest(part.block)),
    ]
    headers = StatusAndHeaders("", pairs, protocol="WARC/1.1")
    # The writer leaves out the block of what it is told is a revisit, or makes it again from parsed fields.
    told = "response" if part.type == "revisit" else part.type
    record = ArcWarcRecord("warc", told, headers, BytesIO(part.block), None, part.content_type, len(part.block))
    record.payload_length = len(part.block)
    out = _Deflated()
    _Writer(out, gzip=False, warc_version="WARC/1.1").write_record(record)
    return out.member()


def labelled_digest(data: bytes) -> str:
    """Return a digest in the form WARC files use: algorithm, colon, Base32."""
    return "sha256:" + base64.b32encode(hashlib.sha256(data).digest()).decode()


def _response_headers(exchange: HttpResponse | NoResponse) -> list[tuple[str, str]]:
    if isinstance(exchange, NoResponse):
        return [("WARC-Truncated", _TRUNCATED.get(exchange.outcome, "disconnect"))]
    payload = labelled_digest(exchange.body)
    # The standard means the payload without transfer coding, but common readers check the framed bytes. Where the
    # two differ the standard's digest is kept under a name no reader misreads.
    framed = exchange.header("Transfer-Encoding") is not None
    return [(PAYLOAD_DIGEST if framed else "WARC-Payload-Digest", payload)]


def _part(record_id: str, kind: str, headers: list[tuple[str, str]], block: bytes) -> Part:
    message = "request" if kind == "request" else "response"
    return Part(record_id, kind, tuple(headers), f"application/http; msgtype={message}", block)


def _new_id() -> str:
    return f"<urn:uuid:{uuid.uuid4()}>"
