from datetime import UTC, datetime
from pathlib import Path

import pytest

from loccit.policy import FetchPolicy, GuardPolicy
from loccit.protocols import HttpRequest
from loccit.records import Mount, Origin
from loccit.transport.mirror import MirrorTransport
from loccit.transport.network import NetworkTransport
from loccit.transport.route import RoutedTransport

pytestmark = pytest.mark.anyio


@pytest.fixture
def routed(server, tmp_path: Path, origin: Origin) -> RoutedTransport:
    (tmp_path / "page.html").write_text("mounted")
    base = server.url("/docs/")
    mount = Mount(origin=origin, base_url=base, folder=str(tmp_path), mounted_at=datetime(2026, 11, 30, tzinfo=UTC))
    network = NetworkTransport(FetchPolicy(guard=GuardPolicy(unsafe_allow=(server.host,))))
    return RoutedTransport(MirrorTransport([mount]), network)


async def test_a_mounted_url_never_falls_through(routed, server):
    server.answers["/docs/missing.html"] = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlive"
    assert (await routed.send(HttpRequest(server.url("/docs/page.html")))).body == b"mounted"
    missing = await routed.send(HttpRequest(server.url("/docs/missing.html")))
    assert (missing.status, missing.via) == (404, "mirror")
    assert server.requests == []


async def test_the_rest_goes_to_the_network(routed, server):
    server.answers["/other"] = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlive"
    found = await routed.send(HttpRequest(server.url("/other")))
    assert (found.body, found.via) == (b"live", "network")
    assert (routed.via(server.url("/docs/x")), routed.via(server.url("/other"))) == ("mirror", "network")


async def test_without_a_network_nothing_is_contacted():
    routed = RoutedTransport(MirrorTransport([]), None)
    found = await routed.send(HttpRequest("https://example.org/"))
    assert (found.outcome, found.via) == ("not_mounted", "mirror")
