"""HTTP/1.1 messages for exchanges that never were on a wire, and the parsing of archived ones."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus

import h11

from loccit.urls import Url

_HTTP2 = re.compile(rb"\AHTTP/[23](?:\.0)? ")

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A response: status, headers as sent (bytes as Latin-1), body without transfer coding."""

    status: int
    headers: Headers
    body: bytes


def write_request(url: Url, *, method: str = "GET", headers: Iterable[tuple[str, str]] = ()) -> bytes:
    """Return the request message a client would send."""
    lines = [f"{method} {url.target} HTTP/1.1", f"Host: {url.host}", *(f"{name}: {value}" for name, value in headers)]
    return _head(lines)


def write_response(message: Message) -> bytes:
    """Return a response message; the body is framed by Content-Length, which is added if it is missing."""
    headers = list(message.headers)
    if not any(name.lower() == "content-length" for name, _ in headers):
        headers.append(("Content-Length", str(len(message.body))))
    lines = [f"HTTP/1.1 {message.status} {_phrase(message.status)}", *(f"{name}: {value}" for name, value in headers)]
    return _head(lines) + message.body


def read_response(data: bytes, *, bodiless: bool = False) -> Message | None:
    """Parse an archived response; null if it is no complete HTTP/1 message.

    Archives of other tools often keep ``Transfer-Encoding: chunked`` over a body they have already unchunked, or write
    the head of an HTTP/2 response; such a body is taken as it stands.

    Args:
        data: the block of a record.
        bodiless: whether only the head was kept, whatever length it announces.
    """
    method = "HEAD" if bodiless else "GET"
    return _parse(data, method) or _parse(_as_http1(data), method)


def _parse(data: bytes, method: str) -> Message | None:
    connection = h11.Connection(our_role=h11.CLIENT, max_incomplete_event_size=1024 * 1024)
    connection.send(h11.Request(method=method, target="/", headers=[("Host", "archive"), ("Connection", "close")]))
    connection.send(h11.EndOfMessage())
    head: h11.Response | None = None
    parts: list[bytes] = []
    try:
        connection.receive_data(data)
        connection.receive_data(b"")
        while not isinstance(event := connection.next_event(), h11.EndOfMessage | h11.ConnectionClosed):
            if isinstance(event, h11.Response):
                head = event
            elif isinstance(event, h11.Data):
                parts.append(bytes(event.data))
            elif event is h11.NEED_DATA or event is h11.PAUSED:
                break
    except h11.RemoteProtocolError:
        return None
    return (
        None if head is None else Message(head.status_code, decode_headers(head.headers.raw_items()), b"".join(parts))
    )


def decode_headers(items: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Return header names and values as text, one character a byte (Latin-1), so that no byte is lost."""
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in items)


def _as_http1(data: bytes) -> bytes:
    head, gap, body = data.partition(b"\r\n\r\n")
    dropped = (b"transfer-encoding:", b"content-length:")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(dropped)]
    lines[0] = _HTTP2.sub(b"HTTP/1.1 ", lines[0])
    return b"\r\n".join(lines) + gap + body


def _head(lines: list[str]) -> bytes:
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unassigned"
