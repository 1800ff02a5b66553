"""The one border where the libraries' exceptions become outcomes."""

import re

import h11
import httpcore2

from loccit.records.retrieve import Outcome
from loccit.transport.wire import Phase, Wire

OUTCOMES: dict[type[Exception], Outcome] = {
    httpcore2.ConnectTimeout: "timeout",
    httpcore2.ReadTimeout: "timeout",
    httpcore2.WriteTimeout: "timeout",
    httpcore2.PoolTimeout: "timeout",
    httpcore2.TimeoutException: "timeout",
    httpcore2.ConnectError: "connect_error",
    httpcore2.ReadError: "connect_error",
    httpcore2.WriteError: "connect_error",
    httpcore2.NetworkError: "connect_error",
    httpcore2.ProxyError: "connect_error",
    httpcore2.ConnectionNotAvailable: "connect_error",
    httpcore2.UnsupportedProtocol: "refused_scheme",
    httpcore2.RemoteProtocolError: "protocol_error",
    httpcore2.LocalProtocolError: "protocol_error",
    httpcore2.ProtocolError: "protocol_error",
    h11.RemoteProtocolError: "protocol_error",
    h11.LocalProtocolError: "protocol_error",
    h11.ProtocolError: "protocol_error",
}
"""Every exception that the network streams and the HTTP parser have; a test holds it to that."""

FOREIGN = tuple(OUTCOMES)

_REMOTE = (httpcore2.RemoteProtocolError, h11.RemoteProtocolError)

_SENTENCES: dict[Outcome, str] = {
    "timeout": "The server did not answer in time",
    "connect_error": "The connection failed",
    "tls_error": "No trusted TLS connection could be made",
    "truncated": "The connection ended before the body was complete",
    "protocol_error": "The server does not speak proper HTTP",
    "refused_scheme": "The scheme is not supported",
}

MAX_REASON = 120
"""Characters of a library's message that are told: it may quote what a stranger sent."""

_BYTES = re.compile(r"""bytearray\(b(["'])(.*)\1\)""")

_STATUS_LINE = b"HTTP/"


def _ended_early(beginning: bytes) -> tuple[Outcome, str]:
    """Return what a connection is that ended before a head was complete, by the first bytes that came over it."""
    if beginning == _STATUS_LINE:
        return "truncated", "The connection ended before the head of the response was complete."
    return "protocol_error", "The server does not speak proper HTTP (what it sent begins with no status line)."


def _shown(reason: str) -> str:
    """Return what a library says of a failure as part of a sentence: one line, short, without Python's notation."""
    plain = _BYTES.sub(lambda match: f"'{match.group(2)}'", " ".join(reason.split())).rstrip(".")
    shortened = plain if len(plain) <= MAX_REASON else f"{plain[:MAX_REASON]}..."
    return "".join(one if one.isprintable() else "?" for one in shortened)


def translate(error: Exception, wire: Wire) -> tuple[Outcome, str]:
    """Return outcome and sentence for an exception, given how far the exchange had come."""
    if wire.stopped is not None:
        return wire.stopped
    outcome = OUTCOMES[type(error)]
    cut_off = outcome == "connect_error" or (isinstance(error, _REMOTE) and wire.ended)
    if cut_off and wire.phase is Phase.TLS:
        outcome = "tls_error"
    elif cut_off and wire.phase is Phase.BODY:
        outcome = "truncated"
    elif cut_off and wire.received.tell():
        return _ended_early(wire.received.getvalue()[: len(_STATUS_LINE)])
    elif cut_off:
        outcome = "connect_error"
    reason = _shown(str(error))
    return outcome, f"{_SENTENCES[outcome]}{f' ({reason})' if reason else ''}."
