"""Connections, each to one endpoint: kept open for its next requests, never used for another's.

An endpoint is scheme, host name and port; the host name is also the one TLS is verified for. Two names at one address
share nothing. A kept connection is used only if its address is among those the name was judged at just now, and only
if exactly one response came over it for each request: bytes beyond would be taken for the next answer.
"""

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from typing import NamedTuple

import anyio
import anyio.lowlevel
import h11
import httpcore2

from loccit.errors import BrokenPromise
from loccit.transport.message import Headers, decode_headers
from loccit.transport.wire import JudgedBackend, Phase, Wire
from loccit.urls import Url

IDLE_S = 10
"""A connection that was not used for so long is closed; common servers close theirs a little later."""

MAX_IDLE = 64
"""Idle connections kept at once; the one longest idle goes first."""

READ_LENGTH = 256 * 1024
"""As much as the event loop reads at once, so that nothing stays behind unseen between loop and connection."""

PIECES_AT_ONCE = 500
"""One read can hold tens of thousands of tiny chunks; after so many, others have their turn and deadlines count."""

CLOSING_S = 1

SAFE_METHODS = frozenset({"GET", "HEAD"})
"""Methods whose requests may be sent twice (RFC 9110, 9.2.2; those anyone here sends)."""


class Endpoint(NamedTuple):
    """What a connection is for."""

    scheme: str
    hostname: str
    port: int

    @classmethod
    def of(cls, url: Url) -> "Endpoint":
        """Return the endpoint of a URL with a port."""
        return cls(url.scheme, url.hostname, url.port or 0)


class Outgoing(NamedTuple):
    """A request as it goes over the wire."""

    method: str
    target: str
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Answer(NamedTuple):
    """What one exchange brought: status, headers as sent, body without transfer coding."""

    status: int
    headers: Headers
    body: bytes


class Connection:
    """One HTTP/1.1 connection to the first of an endpoint's judged addresses that answers.

    Attributes:
        idle_since: when it was last kept, in the event loop's time.
    """

    def __init__(self, endpoint: Endpoint, backend: JudgedBackend) -> None:
        self._endpoint = endpoint
        self._backend = backend
        self._stream: httpcore2.AsyncNetworkStream | None = None
        self._http: h11.Connection | None = None
        self._doubtful = False
        self.idle_since = 0.0

    @property
    def address(self) -> str | None:
        """The address it leads to, null before it was made."""
        return self._backend.tap.address

    async def converse(self, outgoing: Outgoing, wire: Wire) -> Answer:
        """Send a request and read the whole answer, recorded on ``wire``.

        Raises:
            Exception: those named in `failures`.
        """
        self._backend.tap.wire, wire.address = wire, self.address
        if self._stream is None or self._http is None:
            self._stream = await self._connect(wire)
            # The stream stops at the cap of a head; a head must never be stopped here before.
            self._http = h11.Connection(
                h11.CLIENT, max_incomplete_event_size=wire.limits.max_header_bytes + READ_LENGTH
            )
        elif self._http.states == {h11.CLIENT: h11.DONE, h11.SERVER: h11.DONE}:
            self._http.start_next_cycle()
        await self._send(outgoing, wire, self._http, self._stream)
        return await self._receive(wire, self._http, self._stream)

    def is_clean(self) -> bool:
        """Whether the last exchange is over and left nothing behind, so that another may follow."""
        http = self._http
        done = http is not None and http.our_state is h11.DONE and http.their_state is h11.DONE
        return done and not self._doubtful and http is not None and http.trailing_data == (b"", False)

    def is_alive(self) -> bool:
        """Whether the server has neither closed it nor sent what nobody asked for."""
        return self._stream is not None and not self._stream.get_extra_info("is_readable")

    async def aclose(self) -> None:
        """Close; not even a cancelled exchange leaves a connection open."""
        if self._stream is not None:
            with anyio.move_on_after(CLOSING_S, shield=True):
                await self._stream.aclose()

    async def _connect(self, wire: Wire) -> httpcore2.AsyncNetworkStream:
        scheme, hostname, port = self._endpoint
        timeout_s = wire.limits.connect_timeout_s
        stream = await self._backend.connect_tcp(hostname, port, timeout_s)
        if scheme != "https":
            return stream
        if self._backend.tls is None:
            raise BrokenPromise("an https connection has no certificates to trust")
        self._backend.tls.set_alpn_protocols(["http/1.1"])
        return await stream.start_tls(self._backend.tls, hostname.strip("[]").rstrip("."), timeout_s)

    async def _send(
        self, outgoing: Outgoing, wire: Wire, http: h11.Connection, stream: httpcore2.AsyncNetworkStream
    ) -> None:
        request = h11.Request(method=outgoing.method, target=outgoing.target, headers=outgoing.headers)
        data = http.send(request) or b""
        if outgoing.body:
            data += http.send(h11.Data(outgoing.body)) or b""
        data += http.send(h11.EndOfMessage()) or b""
        # A server may answer and close before it has read everything; its answer counts.
        with suppress(httpcore2.WriteError):
            await stream.write(data, wire.limits.read_timeout_s)

    async def _receive(self, wire: Wire, http: h11.Connection, stream: httpcore2.AsyncNetworkStream) -> Answer:
        head: h11.Response | None = None
        body = BytesIO()  # gives its bytes away without copying them
        pieces = 0
        while True:
            event = http.next_event()
            if event is h11.NEED_DATA:
                data = await stream.read(READ_LENGTH, wire.limits.read_timeout_s)
                if not data and http.their_state is h11.SEND_RESPONSE:
                    raise httpcore2.RemoteProtocolError("the server closed the connection without an answer")
                http.receive_data(data)
            elif isinstance(event, h11.Response):
                if not event.http_version.startswith(b"1."):
                    raise httpcore2.RemoteProtocolError(f"HTTP version {event.http_version.decode('latin-1')}")
                head, wire.phase = event, Phase.BODY
                self._doubtful = _framed_twice(event)
            elif isinstance(event, h11.Data):
                body.write(event.data)
                pieces += 1
                if not pieces % PIECES_AT_ONCE:
                    await anyio.lowlevel.checkpoint()
            elif isinstance(event, h11.EndOfMessage) and head is not None:
                return Answer(head.status_code, decode_headers(head.headers.raw_items()), body.getvalue())
            elif not isinstance(event, h11.InformationalResponse):
                raise httpcore2.RemoteProtocolError("the connection is no longer used for HTTP")


def _framed_twice(head: h11.Response) -> bool:
    """Whether a response has both framings, so that others may see another end of it (RFC 9112, 6.3)."""
    return {b"content-length", b"transfer-encoding"} <= {name for name, _ in head.headers}


class IdleConnections:
    """Idle connections of one event loop.

    Attributes:
        users: how many sessions share them.
    """

    def __init__(self) -> None:
        self.users = 0
        self._idle: OrderedDict[Connection, Endpoint] = OrderedDict()

    async def take(self, endpoint: Endpoint, addresses: Sequence[str]) -> Connection | None:
        """Return a live connection to an endpoint, no longer idle; null if there is none.

        Args:
            endpoint: whose it must be.
            addresses: where the endpoint's host was judged to be just now.
        """
        await self._close_stale()
        while (connection := next((one for one, its in self._idle.items() if its == endpoint), None)) is not None:
            del self._idle[connection]
            if connection.address in addresses and connection.is_alive():
                return connection
            await connection.aclose()
        return None

    async def keep(self, endpoint: Endpoint, connection: Connection) -> None:
        """Take a connection back."""
        connection.idle_since = anyio.current_time()
        self._idle[connection] = endpoint
        if len(self._idle) > MAX_IDLE:
            longest_idle, _ = self._idle.popitem(last=False)
            await longest_idle.aclose()

    async def aclose(self) -> None:
        """Close all."""
        while self._idle:
            connection, _ = self._idle.popitem()
            await connection.aclose()

    async def _close_stale(self) -> None:
        horizon = anyio.current_time() - IDLE_S
        while self._idle and (oldest := next(iter(self._idle))).idle_since < horizon:
            del self._idle[oldest]
            await oldest.aclose()
