"""One HTTP/1.1 exchange with an address that was judged before."""

import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import anyio
import httpcore2

from loccit.errors import BadInput
from loccit.policy import FetchPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.records.retrieve import Outcome
from loccit.transport.failures import FOREIGN, translate
from loccit.transport.message import decode_headers
from loccit.transport.wire import JudgedBackend, Phase, Wire
from loccit.urls import Url

REDACTED = "[redacted]"

_CREDENTIALS = frozenset({"authorization", "cookie", "proxy-authorization", "x-api-key"})
_FRAMING = frozenset(
    {"host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "expect", "keep-alive"}
)


@dataclass(frozen=True, slots=True)
class Destination:
    """Where one request goes.

    Attributes:
        addresses: judged addresses, in the order to try them.
        tls: the context for https, null for http.
        unsafe_allow: the policy entry without which it would have been refused.
    """

    url: Url
    addresses: Sequence[str]
    tls: ssl.SSLContext | None
    unsafe_allow: str | None = None


@dataclass(frozen=True, slots=True)
class Credentials:
    """Header values that are sent but never recorded; they don't show in a representation either."""

    values: Mapping[str, str] = field(default_factory=dict, repr=False)

    def of(self, request: HttpRequest) -> list[tuple[str, str]]:
        """Return the secret headers a request asks for.

        Raises:
            BadInput: if it asks for one that is not configured here.
        """
        known = {name.lower(): value for name, value in self.values.items()}
        for name in request.secrets:
            if name.lower() not in known:
                raise BadInput("secrets", f"expected names of configured credentials, got {name!r}")
        return [(name, known[name.lower()]) for name in sorted(request.secrets)]


async def exchange(
    request: HttpRequest, destination: Destination, *, limits: FetchPolicy, credentials: Credentials
) -> HttpResponse | NoResponse:
    """Send one request over a connection of its own and return what came back; never raises for the network.

    The connection is closed afterwards: nothing of one host is ever used for another.

    Raises:
        BadInput: for headers a caller may not set.
    """
    headers = _headers(request, destination.url, limits, credentials)
    wire = Wire(limits)
    try:
        with anyio.fail_after(limits.total_timeout_s):
            status, received, body = await _converse(request, destination, headers, wire)
    except TimeoutError:
        return _nothing(request, destination, wire, "timeout", f"No complete answer in {limits.total_timeout_s} s.")
    except FOREIGN as error:
        return _nothing(request, destination, wire, *translate(error, wire))
    return HttpResponse(
        url=destination.url.without_fragment,
        status=status,
        headers=received,
        body=body,
        via="network",
        witnessed=True,
        raw_request=_redacted(bytes(wire.sent), request.secrets),
        raw_response=bytes(wire.received),
        address=wire.address,
        unsafe_allow=destination.unsafe_allow,
    )


async def _converse(
    request: HttpRequest, destination: Destination, headers: list[tuple[bytes, bytes]], wire: Wire
) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
    url, limits = destination.url, wire.limits
    target = httpcore2.URL(
        scheme=url.scheme, host=url.address or url.hostname, port=url.port, target=url.target.encode("ascii")
    )
    timeouts = {"connect": limits.connect_timeout_s, "read": limits.read_timeout_s, "write": limits.read_timeout_s}
    outgoing = httpcore2.Request(
        request.method,
        target,
        headers=headers,
        content=request.body,
        extensions={"timeout": timeouts, "sni_hostname": (url.address or url.hostname).rstrip(".")},
    )
    backend = JudgedBackend(destination.addresses, wire)
    connection = httpcore2.AsyncHTTPConnection(
        target.origin, ssl_context=destination.tls, network_backend=backend, http1=True, http2=False
    )
    async with connection:
        response = await connection.handle_async_request(outgoing)
        wire.phase = Phase.BODY
        received = decode_headers(response.headers)
        # After 101 the stream is no HTTP any more; nobody here asked for that.
        body = b"" if response.status == 101 else b"".join([piece async for piece in response.aiter_stream()])
        return response.status, received, body


def _headers(
    request: HttpRequest, url: Url, limits: FetchPolicy, credentials: Credentials
) -> list[tuple[bytes, bytes]]:
    for name, _ in request.headers:
        if name.lower() in _CREDENTIALS or name.lower() in _FRAMING:
            raise BadInput("headers", f"expected no credentials and no framing, got {name!r}")
    given = {name.lower() for name, _ in request.headers}
    defaults = (
        ("User-Agent", limits.user_agent),
        ("Accept", "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5"),
        ("Accept-Encoding", "gzip, deflate, br, zstd"),
    )
    pairs = [("Host", url.host), *(pair for pair in defaults if pair[0].lower() not in given), *request.headers]
    pairs += credentials.of(request)
    if request.body or request.method in {"POST", "PUT", "PATCH"}:
        pairs.append(("Content-Length", str(len(request.body))))
    pairs.append(("Connection", "close"))
    return [(name.encode("ascii"), value.encode("utf-8")) for name, value in pairs]


def _nothing(request: HttpRequest, destination: Destination, wire: Wire, outcome: Outcome, detail: str) -> NoResponse:
    return NoResponse(
        url=destination.url.without_fragment,
        outcome=outcome,
        detail=detail,
        via="network",
        witnessed=True,
        raw_request=_redacted(bytes(wire.sent), request.secrets),
        raw_response=bytes(wire.received),
        address=wire.address,
    )


def _redacted(sent: bytes, secrets: frozenset[str]) -> bytes:
    if not secrets:
        return sent
    hidden = {name.lower().encode() for name in secrets}
    head, gap, body = sent.partition(b"\r\n\r\n")
    lines = [
        name + b": " + REDACTED.encode() if colon and name.lower() in hidden else line
        for line in head.split(b"\r\n")
        for name, colon, _ in (line.partition(b":"),)
    ]
    return b"\r\n".join(lines) + gap + body
