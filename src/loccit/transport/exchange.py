"""One HTTP/1.1 exchange with an address that was judged before."""

import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import quote

import anyio
import httpcore2

from loccit.errors import BadInput
from loccit.policy import FetchPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.records.retrieve import Outcome
from loccit.transport.connections import SAFE_METHODS, Answer, Connection, Endpoint, IdleConnections, Outgoing
from loccit.transport.failures import FOREIGN, translate
from loccit.transport.redaction import redacted_request
from loccit.transport.wire import JudgedBackend, Wire
from loccit.urls import Url

_CREDENTIALS = frozenset({"authorization", "cookie", "proxy-authorization", "x-api-key"})
_FRAMING = frozenset(
    {"host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "expect", "keep-alive"}
)


@dataclass(frozen=True, slots=True)
class Destination:
    """Where one request goes.

    Attributes:
        addresses: judged addresses, in the order to try them.
        tls: the context for https; not used for http.
        unsafe_allow: the policy entry without which it would have been refused.
    """

    url: Url
    addresses: Sequence[str]
    tls: ssl.SSLContext | None
    unsafe_allow: str | None = None


@dataclass(frozen=True, slots=True)
class Credentials:
    """Values of headers and of query parameters that are sent but never recorded; no representation shows them."""

    values: Mapping[str, str] = field(default_factory=dict, repr=False)
    parameters: Mapping[str, str] = field(default_factory=dict, repr=False)

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

    def target(self, request: HttpRequest, url: Url) -> str:
        """Return path and query, at their end the secret parameters a request asks for.

        Raises:
            BadInput: if it asks for one that is not configured here.
        """
        pairs = []
        for name in sorted(request.secret_parameters):
            if name not in self.parameters:
                raise BadInput("secret_parameters", f"expected names of configured credentials, got {name!r}")
            pairs.append(f"{quote(name, safe='')}={quote(self.parameters[name], safe='')}")
        return url.target + (("&" if "?" in url.target else "?") + "&".join(pairs) if pairs else "")


async def exchange(
    request: HttpRequest,
    destination: Destination,
    *,
    limits: FetchPolicy,
    credentials: Credentials,
    idle: IdleConnections | None = None,
) -> HttpResponse | NoResponse:
    """Send one request and return what came back; never raises for the network.

    Without ``idle`` the connection is closed afterwards. With it, a connection kept there for the same endpoint and
    a judged address is used, and the one used is kept there if nothing speaks against it. Where a kept one turns out
    to be closed before any answer, a request that is safe to repeat is sent again over a new one (RFC 9112, 9.3.1).

    Raises:
        BadInput: for headers a caller may not set.
    """
    outgoing = _outgoing(request, destination.url, limits, credentials, keep=idle is not None)
    endpoint = Endpoint.of(destination.url)
    wire = Wire(limits)
    answer: Answer | None = None
    allowed_s = min(limits.total_timeout_s, request.timeout_s or limits.total_timeout_s)
    started_s = anyio.current_time()
    failure: tuple[Outcome, str] = "protocol_error", "The server gave no answer."
    try:
        with anyio.fail_after(allowed_s):
            kept = None if idle is None else await idle.take(endpoint, destination.addresses)
            if kept is not None:
                answer = await _over_kept(kept, endpoint, outgoing, wire, idle)
            if answer is None:
                wire = Wire(limits)
                backend = JudgedBackend(destination.addresses, wire, tls=destination.tls)
                answer = await _over(Connection(endpoint, backend), endpoint, outgoing, wire, idle)
    except TimeoutError:
        failure = "timeout", f"No complete answer in {limits.total_timeout_s} s."
    except FOREIGN as error:
        failure = translate(error, wire)
    # Out here, the exception and all that was read of the body are gone before the bytes are copied.
    if answer is None:
        nothing = _nothing(request, destination, wire, *failure)
        return replace(nothing, elapsed_s=anyio.current_time() - started_s)
    return HttpResponse(
        url=destination.url.without_fragment,
        status=answer.status,
        headers=answer.headers,
        body=answer.body,
        via="network",
        witnessed=True,
        raw_request=redacted_request(bytes(wire.sent), request),
        raw_response=wire.received.getvalue(),
        address=wire.address,
        unsafe_allow=destination.unsafe_allow,
        elapsed_s=anyio.current_time() - started_s,
    )


async def _over(
    connection: Connection, endpoint: Endpoint, outgoing: Outgoing, wire: Wire, idle: IdleConnections | None
) -> Answer:
    """Converse, then keep the connection or close it."""
    clean = False
    try:
        answer = await connection.converse(outgoing, wire)
        clean = connection.is_clean()
    finally:
        if idle is None or not clean:
            await connection.aclose()
    if idle is not None and clean:
        await idle.keep(endpoint, connection)
    return answer


async def _over_kept(
    connection: Connection, endpoint: Endpoint, outgoing: Outgoing, wire: Wire, idle: IdleConnections | None
) -> Answer | None:
    """Converse over a kept connection; null if the server had closed it and the request may be sent again."""
    try:
        return await _over(connection, endpoint, outgoing, wire, idle)
    except (httpcore2.NetworkError, httpcore2.RemoteProtocolError):
        if wire.received.tell() or wire.stopped is not None or outgoing.method not in SAFE_METHODS:
            raise
        return None


def _outgoing(request: HttpRequest, url: Url, limits: FetchPolicy, credentials: Credentials, *, keep: bool) -> Outgoing:
    headers = _headers(request, url, limits, credentials)
    if not keep:
        headers.append((b"Connection", b"close"))
    return Outgoing(request.method, credentials.target(request, url), headers, request.body)


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
    if request.preferences:
        pairs.append(("Cookie", "; ".join(f"{name}={value}" for name, value in request.preferences)))
    pairs += credentials.of(request)
    if request.body or request.method in {"POST", "PUT", "PATCH"}:
        pairs.append(("Content-Length", str(len(request.body))))
    return [(name.encode("ascii"), value.encode("utf-8")) for name, value in pairs]


def _nothing(request: HttpRequest, destination: Destination, wire: Wire, outcome: Outcome, detail: str) -> NoResponse:
    return NoResponse(
        url=destination.url.without_fragment,
        outcome=outcome,
        detail=detail,
        via="network",
        witnessed=True,
        raw_request=redacted_request(bytes(wire.sent), request),
        raw_response=wire.received.getvalue(),
        address=wire.address,
    )
