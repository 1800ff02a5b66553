"""What every transport promises, whatever stands behind it."""

import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest

from loccit.policy import FetchPolicy, GuardPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse, Transport
from loccit.records import Mount, Origin
from loccit.transport.exchange import Credentials
from loccit.transport.mirror import MirrorTransport
from loccit.transport.network import NetworkTransport
from loccit.transport.operator import OperatorTransport
from loccit.transport.replay import ReplayTransport
from loccit.transport.route import RoutedTransport

pytestmark = pytest.mark.anyio

PAGE = b"<p>The tray must be level.</p>"
MOVED = b"HTTP/1.1 301 Moved Permanently\r\nLocation: /site/new\r\nContent-Length: 0\r\n\r\n"
FOUND = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(PAGE) + PAGE


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def base(server) -> str:
    server.answers.update({"/site/page.html": FOUND, "/site/old": MOVED})
    return server.url("/site")


@pytest.fixture
def mirror(base: str, tmp_path: Path, origin: Origin) -> MirrorTransport:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "page.html").write_bytes(PAGE)
    (folder / "old.response.json").write_text('{"status": 301, "headers": {"Location": "/site/new"}}')
    at = datetime(2026, 11, 30, tzinfo=UTC)
    return MirrorTransport([Mount(origin=origin, base_url=base, folder=str(folder), mounted_at=at)])


@pytest.fixture(params=["network", "mirror", "replay", "routed", "operator"])
def transport(request, server, base: str, mirror: MirrorTransport, tmp_path: Path) -> Transport:
    limits = FetchPolicy(guard=GuardPolicy(unsafe_allow=(server.host,)))
    if request.param == "network":
        return NetworkTransport(limits)
    if request.param == "operator":
        return OperatorTransport(f"http://{server.host}", limits=limits, credentials=Credentials())
    if request.param == "replay":
        return ReplayTransport([_archive(base, tmp_path / "pages.warc.gz")], max_bytes=1_000_000)
    return mirror if request.param == "mirror" else RoutedTransport(mirror, NetworkTransport(limits))


def _archive(base: str, file: Path) -> Path:
    members = []
    for path, block in (("/page.html", FOUND), ("/old", MOVED)):
        head = (
            f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{path}>\r\n"
            f"WARC-Date: 2026-11-30T12:00:00Z\r\nWARC-Target-URI: {base}{path}\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        members.append(gzip.compress(head.encode() + block + b"\r\n\r\n"))
    file.write_bytes(b"".join(members))
    return file


async def test_a_page_comes_back_with_its_bytes(transport, base):
    response = await transport.send(HttpRequest(f"{base}/page.html#sec"))
    assert isinstance(response, HttpResponse)
    assert (response.url, response.status, response.body) == (f"{base}/page.html", 200, PAGE)
    assert response.header("CONTENT-TYPE") == "text/html"
    assert response.raw_response.startswith(b"HTTP/1.1 200 OK\r\n")
    assert response.raw_response.endswith(PAGE)
    assert response.raw_request.startswith(b"GET /site/page.html HTTP/1.1\r\nHost: 127.0.0.1:")
    assert response.witnessed == (response.via == "network")


async def test_redirects_are_not_followed(transport, base):
    response = await transport.send(HttpRequest(f"{base}/old"))
    assert isinstance(response, HttpResponse)
    assert (response.status, response.header("location")) == (301, "/site/new")


@pytest.mark.parametrize("url", ["no url", "http://[::1", "http://169.254.169.254/", "ftp://example.org/", ""])
async def test_what_can_not_be_sent_is_a_value(transport, url):
    response = await transport.send(HttpRequest(url))
    assert isinstance(response, NoResponse)
    assert response.outcome != "ok"
    assert response.detail.endswith(".")
    assert (response.raw_request, response.raw_response) == (b"", b"")
