"""Below the HTTP library: dial only what was judged, record what goes over the wire, stop at the caps.

The bytes are taken above TLS, so the record shows the HTTP messages as they were sent and received.
"""

import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from io import BytesIO
from ipaddress import ip_address
from typing import Any

import httpcore2

from loccit.policy import FetchPolicy
from loccit.records.retrieve import Outcome


class Phase(Enum):
    """How far an exchange has come."""

    CONNECT = auto()
    TLS = auto()
    HEAD = auto()
    BODY = auto()


@dataclass(slots=True)
class Wire:
    """One exchange as seen from below.

    Attributes:
        sent, received: bytes of the messages.
        address: what was dialled last.
        ended: the server closed its side.
        stopped: outcome and sentence, where this side broke the exchange off.
    """

    limits: FetchPolicy
    phase: Phase = Phase.CONNECT
    sent: bytearray = field(default_factory=bytearray)
    received: BytesIO = field(default_factory=BytesIO)  # gives its bytes away without copying them
    address: str | None = None
    ended: bool = False
    stopped: tuple[Outcome, str] | None = None

    @property
    def cap(self) -> int:
        """Bytes that may be received in this phase, all phases counted."""
        if self.phase is Phase.BODY:
            return self.limits.max_header_bytes + self.limits.max_wire_bytes
        return self.limits.max_header_bytes

    def stop(self, outcome: Outcome, detail: str) -> None:
        """Note why the exchange is broken off."""
        self.stopped = (outcome, detail)


@dataclass(slots=True)
class Tap:
    """Where the bytes of a connection are recorded now: one exchange after the other.

    Attributes:
        address: what the connection leads to.
    """

    wire: Wire
    address: str | None = None


class RecordingStream(httpcore2.AsyncNetworkStream):
    """A stream that records and counts."""

    def __init__(self, inner: httpcore2.AsyncNetworkStream, tap: Tap) -> None:
        self._inner = inner
        self._tap = tap

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read within the cap.

        The first read after the head may bring much of the body, so the head's cap counts only when more is wanted
        and the head is still not complete. A body is read one byte beyond its cap, to tell a full one from one that
        goes on.
        """
        wire = self._tap.wire
        room = wire.cap - wire.received.tell() + (wire.phase is Phase.BODY)
        data = await self._inner.read(min(max_bytes, room), timeout) if room > 0 else b""
        wire.received.write(data)
        wire.ended = room > 0 and not data
        if room <= 0 or wire.received.tell() > wire.cap:
            what = "response" if wire.phase is Phase.BODY else "head of the response"
            wire.stop("too_large", f"The {what} is larger than {wire.cap} bytes.")
            raise httpcore2.ReadError("cap")
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write, and record what was written."""
        wire = self._tap.wire
        wire.phase = Phase.HEAD
        await self._inner.write(buffer, timeout)
        wire.sent += buffer

    async def aclose(self) -> None:
        """Close."""
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Begin TLS; the returned stream records what is inside it."""
        self._tap.wire.phase = Phase.TLS
        try:
            inner = await self._inner.start_tls(ssl_context, server_hostname, timeout)
        except (OSError, ValueError) as error:
            raise httpcore2.ConnectError(error) from error
        return RecordingStream(inner, self._tap)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - the protocol's
        """Return what the stream below knows."""
        return self._inner.get_extra_info(info)


class JudgedBackend(httpcore2.AsyncNetworkBackend):
    """Dials the judged addresses in turn, whatever name it is asked for, and makes sure who answered.

    Attributes:
        tap: what its streams record to.
        tls: the context for https; not used for http.
    """

    def __init__(self, addresses: Sequence[str], wire: Wire, *, tls: ssl.SSLContext | None = None) -> None:
        self.tap = Tap(wire)
        self.tls = tls
        self._addresses = addresses
        self._inner = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,  # noqa: ARG002 - resolved and judged before
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Return a recording stream to the first address that answers."""
        failure: Exception = httpcore2.ConnectError("no address to dial")
        share_s = None if timeout is None else timeout / max(1, len(self._addresses))
        for address in self._addresses:
            self.tap.address = self.tap.wire.address = address
            try:
                stream = await self._inner.connect_tcp(address, port, share_s, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
                continue
            if _same(stream.get_extra_info("server_addr"), address):
                return RecordingStream(stream, self.tap)
            await stream.aclose()
            self.tap.wire.stop("refused_address", f"Another address than {address} answered.")
            break
        raise failure


def _same(peer: object, address: str) -> bool:
    if not isinstance(peer, tuple) or not peer:
        return False
    return ip_address(str(peer[0]).partition("%")[0]) == ip_address(address)
