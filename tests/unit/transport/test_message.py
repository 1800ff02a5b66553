import pytest

from loccit.transport.message import Message, read_response, write_request, write_response
from loccit.urls import parse


def test_a_request_as_a_client_would_send_it():
    url = parse("https://example.org:8443/a?b#c")
    assert url is not None
    assert write_request(url, headers=[("Accept", "*/*")]) == (
        b"GET /a?b HTTP/1.1\r\nHost: example.org:8443\r\nAccept: */*\r\n\r\n"
    )


def test_a_response_is_read_as_it_was_written():
    message = Message(503, (("X-Odd", "caf\xc3\xa9"), ("Content-Length", "3")), b"abc")
    assert write_response(message) == (
        b"HTTP/1.1 503 Service Unavailable\r\nX-Odd: caf\xc3\xa9\r\nContent-Length: 3\r\n\r\nabc"
    )
    assert read_response(write_response(message)) == message


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello world",
        b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello world",
        b"HTTP/1.0 200 OK\r\n\r\nhello world",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhello world",
    ],
)
def test_bodies_lose_their_framing(raw):
    message = read_response(raw)
    assert message is not None
    assert (message.status, message.body) == (200, b"hello world")


@pytest.mark.parametrize("raw", [b"", b"HTTP/1.1 200", b"<html>", b"HTTP/1.1 999999 x\r\n\r\n"])
def test_what_is_no_response(raw):
    assert read_response(raw) is None
