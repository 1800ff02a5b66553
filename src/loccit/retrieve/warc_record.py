"""One exchange as WARC/1.1 records (ISO 28500:2017), serialised by warcio."""

import base64
import hashlib
import uuid
import zlib
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

from warcio.recordloader import ArcWarcRecord
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from loccit.protocols import HttpResponse, NoResponse
from loccit.records.record import write_time
from loccit.version import __version__

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


def exchange_parts(exchange: HttpResponse | NoResponse, *, at: datetime) -> tuple[Part | None, Part | None]:
    """Return the request and the response record of an exchange; null where no bytes were exchanged."""
    request_id, response_id = _new_id(), _new_id()
    shared = [("WARC-Target-URI", exchange.url), ("WARC-Date", write_time(at))]
    if exchange.address is not None:
        shared.append(("WARC-IP-Address", exchange.address))
    shared += [("Loccit-Via", exchange.via), ("Loccit-Witnessed", "yes" if exchange.witnessed else "no")]
    request = response = None
    if exchange.raw_response:
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
    record = ArcWarcRecord("warc", part.type, headers, BytesIO(part.block), None, part.content_type, len(part.block))
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
    return [("Loccit-Payload-Digest" if framed else "WARC-Payload-Digest", payload)]


def _part(record_id: str, kind: str, headers: list[tuple[str, str]], block: bytes) -> Part:
    return Part(record_id, kind, tuple(headers), f"application/http; msgtype={kind}", block)


def _new_id() -> str:
    return f"<urn:uuid:{uuid.uuid4()}>"
