"""TLS (b07, b19, b20 of the behaviour vectors): whom a name is verified for, and that https stays https."""

import contextlib
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from loccit.ids import ContentId
from loccit.policy import FetchPolicy, GuardPolicy
from loccit.records import Retrieval
from loccit.retrieve.fetch import Allowance, Retriever
from loccit.retrieve.warc import WarcArchive
from loccit.transport.network import NetworkTransport

pytestmark = pytest.mark.anyio

ALLOWANCE = Allowance(ContentId("sha256:" + "a" * 64))
PAGE = b"<!doctype html><title>t</title><p>The tray must be level before the first use of the machine."


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def answer() -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (len(PAGE), PAGE)


def moved(location: bytes) -> bytes:
    return b"HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n" % location


class Loopback:
    """A name server that knows one address."""

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        return ("127.0.0.1",)


def issue(openssl: str, folder: Path, *hosts: str) -> None:
    """Make a test authority and a certificate of its for some hosts: ca.pem, cert.pem, key.pem."""
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    authority = ["-subj", "/CN=test authority", "-keyout", "ca.key", "-out", "ca.pem"]
    names = ",".join(f"DNS:{host}" for host in hosts)
    leaf = ["-subj", f"/CN={hosts[0]}", "-addext", f"subjectAltName={names}", "-keyout", "key.pem", "-out", "cert.pem"]
    leaf += ["-addext", "basicConstraints=critical,CA:FALSE", "-CA", "ca.pem", "-CAkey", "ca.key"]
    for rest in (authority, leaf):
        subprocess.run([openssl, "req", "-x509", *key, *rest], check=True, capture_output=True, cwd=folder)


class TlsServer:
    """Keeps TLS connections open and answers every request; notes which connection was asked for which host."""

    def __init__(self, folder: Path) -> None:
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
        self.asked: list[tuple[int, str]] = []
        self.answers: dict[str, bytes] = {}
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        for number in range(100):
            try:
                plain, _ = self._listener.accept()
            except OSError:
                return
            self._threads.append(threading.Thread(target=self._serve, args=(plain, number)))
            self._threads[-1].start()

    def _serve(self, plain: socket.socket, number: int) -> None:
        plain.settimeout(10)
        with plain, contextlib.suppress(OSError), self.context.wrap_socket(plain, server_side=True) as connection:
            while request := connection.recv(65536):
                host = request.partition(b"Host: ")[2].partition(b":")[0].decode()
                self.asked.append((number, host))
                connection.sendall(self.answers.get(request.split(b" ")[1].decode(), answer()))


@pytest.fixture(scope="module")
def authority(tmp_path_factory, program) -> Path:
    folder = tmp_path_factory.mktemp("authority")
    issue(program("openssl", package="Debian package openssl"), folder, "a.test", "c.test")
    return folder


@pytest.fixture
def tls_server(authority: Path) -> Iterator[TlsServer]:
    running = TlsServer(authority)
    yield running
    running.close()


@pytest.fixture
def tls_network(authority: Path, tls_server: TlsServer) -> NetworkTransport:
    trusted = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusted.load_verify_locations(authority / "ca.pem")
    hosts = ("a.test", "b.test", "c.test")
    allowed = tuple(f"{host}:{tls_server.port}" for host in hosts)
    policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=allowed), max_retries=0)
    return NetworkTransport(policy, resolver=Loopback(), tls=trusted)


@pytest.fixture
def tls_read(tls_network, tls_server, tmp_path, clock, origin):
    archive = WarcArchive(tmp_path / "archive", clock)
    retriever = Retriever(tls_network, archive, FetchPolicy(max_retries=0), clock)

    async def run(host: str, path: str = "/") -> Retrieval:
        url = f"https://{host}:{tls_server.port}{path}"
        return (await retriever.retrieve(url, allowance=ALLOWANCE, origin=origin)).retrieval

    return run


async def test_b19_b20_another_name_at_the_same_address_is_verified_anew(tls_network, tls_server, tls_read):
    async with tls_network.session():
        outcomes = [(await tls_read(host)).outcome for host in ("a.test", "a.test", "b.test", "c.test", "a.test")]
    assert outcomes == ["ok", "ok", "tls_error", "ok", "ok"]
    first, second, third, fourth = tls_server.asked
    assert first == second == fourth
    assert (first[1], third[1]) == ("a.test", "c.test")
    assert third[0] != first[0]


async def test_b07_https_never_falls_to_http(tls_network, tls_server, tls_read, trap):
    tls_server.answers["/down"] = moved(b"http://a.test:%d/" % trap())
    retrieval = await tls_read("a.test", "/down")
    assert (retrieval.outcome, retrieval.refused_url) == ("https_downgrade", f"http://a.test:{trap()}/")
    tls_server.answers["/rel"] = moved(b"/down")
    assert (await tls_read("a.test", "/rel")).outcome == "https_downgrade"
