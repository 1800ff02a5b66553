import contextlib
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from loccit.errors import BadInput
from loccit.policy import FetchPolicy, GuardPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.transport.network import NetworkTransport

pytestmark = pytest.mark.anyio

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello"


class TableResolver:
    """Answers from a table, one list of addresses a question; the last one stays."""

    def __init__(self, **table: list[list[str]]) -> None:
        self.table = {host.replace("_", "."): answers for host, answers in table.items()}
        self.asked: list[str] = []

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        answers = self.table.get(host, [[]])
        return answers.pop(0) if len(answers) > 1 else answers[0]


def policy(*allowed: str, **limits: int) -> FetchPolicy:
    return FetchPolicy(guard=GuardPolicy(unsafe_allow=allowed), **limits)


async def response_of(transport: NetworkTransport, url: str, **request: object) -> HttpResponse:
    response = await transport.send(HttpRequest(url, **request))
    assert isinstance(response, HttpResponse), response
    return response


async def failure_of(transport: NetworkTransport, url: str, **request: object) -> NoResponse:
    response = await transport.send(HttpRequest(url, **request))
    assert isinstance(response, NoResponse), response
    return response


async def test_an_exchange_is_recorded_byte_for_byte(server):
    server.answers["/a?b=1"] = OK
    response = await response_of(NetworkTransport(policy(server.host)), server.url("/a?b=1#c"))
    assert (response.status, response.body, response.via, response.witnessed) == (200, b"hello", "network", True)
    assert response.headers == (("Content-Type", "text/html"), ("Content-Length", "5"))
    assert (response.raw_response, response.raw_request) == (OK, server.requests[0])
    assert (response.address, response.unsafe_allow) == ("127.0.0.1", server.host)
    lines = response.raw_request.decode().split("\r\n")
    assert lines[:2] == ["GET /a?b=1 HTTP/1.1", f"Host: {server.host}"]
    assert "Connection: close" in lines
    assert "Accept-Encoding: gzip, deflate, br, zstd" in lines
    assert any(line.startswith("User-Agent: loccit/") for line in lines)
    assert not any(line.lower().startswith(("cookie", "authorization", "proxy")) for line in lines)


async def test_transfer_coding_is_removed_and_content_coding_is_not(server):
    server.answers["/"] = (
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    )
    response = await response_of(NetworkTransport(policy(server.host)), server.url("/"))
    assert response.body == b"abcde"
    assert response.raw_response == server.answers["/"]


async def test_a_redirect_is_returned_and_not_followed(server):
    server.answers["/"] = b"HTTP/1.1 302 Found\r\nLocation: /next\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n"
    transport = NetworkTransport(policy(server.host))
    response = await response_of(transport, server.url("/"))
    assert (response.status, response.header("location"), len(server.requests)) == (302, "/next", 1)
    await response_of(transport, server.url("/"))
    assert b"ookie" not in server.requests[1]


async def test_without_an_entry_loopback_sees_no_connection(server):
    transport = NetworkTransport(FetchPolicy(guard=GuardPolicy(ports=(80, 443, server.port))))
    failure = await failure_of(transport, server.url("/"))
    assert (failure.outcome, failure.address, failure.raw_request) == ("refused_address", None, b"")
    assert server.requests == []


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        ([["127.0.0.1"]], "refused_address"),
        ([["93.184.216.34", "10.0.0.5"]], "refused_address"),
        ([["93.184.216.34", "::1"]], "refused_address"),
        ([["::ffff:169.254.169.254"]], "refused_address"),
        ([["fe80::1%eth0"]], "refused_address"),
        ([[]], "dns_error"),
    ],
)
async def test_any_refused_answer_refuses_the_name(answers, outcome):
    resolver = TableResolver(mix_example=answers)
    failure = await failure_of(NetworkTransport(FetchPolicy(), resolver=resolver), "https://mix.example/")
    assert failure.outcome == outcome
    assert failure.address is None


async def test_a_name_is_resolved_once_and_the_judged_address_dialled(server):
    server.answers["/"] = OK
    resolver = TableResolver(re_example=[["127.0.0.1"], ["10.0.0.5"]])
    transport = NetworkTransport(policy(f"re.example:{server.port}"), resolver=resolver)
    response = await response_of(transport, f"http://re.example:{server.port}/")
    assert (response.address, resolver.asked) == ("127.0.0.1", ["re.example"])
    assert f"Host: re.example:{server.port}\r\n".encode() in server.requests[0]


async def test_the_next_judged_address_is_tried(server):
    server.answers["/"] = OK
    resolver = TableResolver(two_example=[["127.0.0.2", "127.0.0.1"]])
    transport = NetworkTransport(policy(f"two.example:{server.port}"), resolver=resolver)
    assert (await response_of(transport, f"http://two.example:{server.port}/")).address == "127.0.0.1"


@pytest.mark.parametrize(
    ("url", "outcome"),
    [
        ("no url", "invalid_url"),
        ("ftp://example.org/", "refused_scheme"),
        ("https://u:p@example.org/", "credentials_in_url"),
        ("http://example.org:6379/", "refused_port"),
        ("http://169.254.169.254/latest/meta-data/", "refused_address"),
    ],
)
async def test_refusals_before_anything_is_resolved(url, outcome):
    resolver = TableResolver()
    failure = await failure_of(NetworkTransport(FetchPolicy(), resolver=resolver), url)
    assert (failure.outcome, resolver.asked) == (outcome, [])


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n<p>The pool is open from 9 to", "truncated"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", "truncated"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "truncated"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "protocol_error"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", "protocol_error"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", "protocol_error"),
        (b"220 mail.example ESMTP\r\n\r\n", "protocol_error"),
        (b"", "connect_error"),
        (b"HTTP/1.1 200 OK\r\nContent-", "truncated"),
    ],
)
async def test_broken_answers(server, answer, outcome):
    server.answers["/"] = answer
    failure = await failure_of(NetworkTransport(policy(server.host)), server.url("/"))
    assert failure.outcome == outcome
    assert failure.raw_response == answer
    assert failure.raw_request == server.requests[0]
    assert failure.address == "127.0.0.1"


async def test_more_than_was_announced_is_no_part_of_the_body(server):
    server.answers["/"] = OK + b" and more"
    assert (await response_of(NetworkTransport(policy(server.host)), server.url("/"))).body == b"hello"


async def test_a_closed_port(server):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    failure = await failure_of(NetworkTransport(policy(f"127.0.0.1:{port}")), f"http://127.0.0.1:{port}/")
    assert (failure.outcome, failure.raw_request, failure.raw_response) == ("connect_error", b"", b"")


def drip(*, forever: bytes, before: bytes = b"", pause_s: float = 0.001):
    def answer(connection: socket.socket) -> None:
        connection.sendall(before)
        connection.settimeout(pause_s)
        gone = False
        while not gone:
            connection.sendall(forever)
            with contextlib.suppress(TimeoutError, BlockingIOError):
                gone = not connection.recv(65536)

    return answer


@pytest.mark.parametrize(
    ("answer", "received"),
    [
        (drip(forever=b"X-A: b\r\n", before=b"HTTP/1.1 200 OK\r\n"), 1_000),
        (drip(forever=b"HTTP/1.1 103 Early Hints\r\n\r\n"), 1_000),
        (drip(forever=b"x" * 100, before=b"HTTP/1.1 200 OK\r\n\r\n"), 6_001),
        (drip(forever=b"5\r\nhello\r\n", before=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), 6_001),
    ],
)
async def test_endless_answers_stop_at_their_caps(server, answer, received):
    server.answers["/"] = answer
    limits = policy(server.host, max_header_bytes=1_000, max_wire_bytes=5_000)
    failure = await failure_of(NetworkTransport(limits), server.url("/"))
    assert failure.outcome == "too_large"
    assert len(failure.raw_response) == received


async def test_a_body_of_exactly_the_cap_is_no_failure(server):
    head = b"HTTP/1.1 200 OK\r\n\r\n"
    server.answers["/"] = head + b"x" * (6_000 - len(head))
    limits = policy(server.host, max_header_bytes=1_000, max_wire_bytes=5_000)
    assert len((await response_of(NetworkTransport(limits), server.url("/"))).body) == 6_000 - len(head)


async def test_a_body_that_comes_at_once_with_a_small_head(server):
    server.answers["/"] = b"HTTP/1.1 200 OK\r\nContent-Length: 500000\r\n\r\n" + b"x" * 500_000
    assert (await response_of(NetworkTransport(policy(server.host)), server.url("/"))).body == b"x" * 500_000


async def test_a_slow_drip_meets_the_total_deadline(server):
    server.answers["/"] = drip(forever=b"x", before=b"HTTP/1.1 200 OK\r\n\r\n", pause_s=0.05)
    failure = await failure_of(NetworkTransport(policy(server.host, total_timeout_s=1)), server.url("/"))
    assert (failure.outcome, failure.detail) == ("timeout", "No complete answer in 1 s.")
    assert failure.raw_response.startswith(b"HTTP/1.1 200 OK\r\n\r\nx")


async def test_silence_meets_the_read_deadline(server):
    server.answers["/"] = drip(forever=b"", pause_s=0.05)
    failure = await failure_of(NetworkTransport(policy(server.host, read_timeout_s=1)), server.url("/"))
    assert (failure.outcome, failure.detail) == ("timeout", "The server did not answer in time.")


async def test_nothing_is_inherited_from_the_environment(server, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    server.answers["/"] = OK
    assert (await response_of(NetworkTransport(policy(server.host)), server.url("/"))).body == b"hello"


@pytest.mark.parametrize("name", ["Authorization", "cookie", "Proxy-Authorization", "Host", "Content-Length"])
async def test_headers_nobody_may_set(server, name):
    with pytest.raises(BadInput, match="headers: expected no credentials and no framing"):
        await NetworkTransport(policy(server.host)).send(HttpRequest(server.url("/"), headers=((name, "x"),)))


async def test_the_open_web_gets_no_secrets(server):
    with pytest.raises(BadInput, match="secrets: expected names of configured credentials, got 'X-Key'"):
        await NetworkTransport(policy(server.host)).send(HttpRequest(server.url("/"), secrets=frozenset({"X-Key"})))


async def test_a_caller_may_replace_defaults(server):
    server.answers["/"] = OK
    await response_of(
        NetworkTransport(policy(server.host)),
        server.url("/"),
        headers=(("user-agent", "me"), ("Accept-Language", "id")),
    )
    head = server.requests[0].decode()
    assert "user-agent: me\r\n" in head
    assert "User-Agent" not in head
    assert "Accept-Language: id\r\n" in head


@pytest.fixture(scope="module")
def certificate(tmp_path_factory, program) -> Path:
    """A certificate for a.test alone, signed by itself, and its key in one file."""
    openssl = program("openssl", package="Debian package openssl")
    folder = tmp_path_factory.mktemp("tls")
    subject = ["-subj", "/CN=a.test", "-addext", "subjectAltName=DNS:a.test", "-days", "2"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run([*command, *subject, *files], check=True, capture_output=True)
    return folder


@pytest.fixture
def tls_port(certificate: Path) -> Iterator[int]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                plain, _ = listener.accept()
            except OSError:
                return
            with plain:
                try:
                    with context.wrap_socket(plain, server_side=True) as connection:
                        connection.recv(65536)
                        connection.sendall(OK)
                except OSError:
                    continue

    thread = threading.Thread(target=serve)
    thread.start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


async def test_tls_is_verified_for_each_host_name(certificate, tls_port):
    trusted = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusted.load_verify_locations(certificate / "cert.pem")
    resolver = TableResolver(a_test=[["127.0.0.1"]], b_test=[["127.0.0.1"]])
    allowed = policy(f"a.test:{tls_port}", f"b.test:{tls_port}")
    transport = NetworkTransport(allowed, resolver=resolver, tls=trusted)
    response = await response_of(transport, f"https://a.test:{tls_port}/")
    assert (response.body, response.raw_response) == (b"hello", OK)
    failure = await failure_of(transport, f"https://b.test:{tls_port}/")
    assert (failure.outcome, failure.raw_request) == ("tls_error", b"")
    assert "b.test" in failure.detail


async def test_plain_http_stays_plain_after_https(certificate, tls_port, server):
    server.answers["/"] = OK
    trusted = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusted.load_verify_locations(certificate / "cert.pem")
    resolver = TableResolver(a_test=[["127.0.0.1"]])
    transport = NetworkTransport(policy(f"a.test:{tls_port}", server.host), resolver=resolver, tls=trusted)
    assert (await response_of(transport, f"https://a.test:{tls_port}/")).body == b"hello"
    assert (await response_of(transport, server.url("/"))).body == b"hello"


async def test_an_unknown_authority_is_not_trusted(certificate, tls_port, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "cert.pem"))
    resolver = TableResolver(a_test=[["127.0.0.1"]])
    transport = NetworkTransport(policy(f"a.test:{tls_port}"), resolver=resolver)
    assert (await failure_of(transport, f"https://a.test:{tls_port}/")).outcome == "tls_error"


async def test_plain_http_where_tls_is_expected(server):
    server.answers["/"] = OK
    failure = await failure_of(
        NetworkTransport(policy(server.host, connect_timeout_s=1)), f"https://127.0.0.1:{server.port}/"
    )
    assert failure.outcome in {"tls_error", "timeout"}
