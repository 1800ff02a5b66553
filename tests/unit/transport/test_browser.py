import os
import shutil
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from loccit.errors import MissingComponent
from loccit.policy import FetchPolicy, GuardPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.retrieve.coding import decode_content
from loccit.transport.browser import PROGRAMS, BrowserTransport, open_browser
from loccit.transport.network import NetworkTransport

pytestmark = pytest.mark.anyio


def decode(coding: str | None, body: bytes) -> bytes | None:
    decoded = decode_content(coding, body, max_bytes=10**7)
    return decoded.body if decoded.outcome == "ok" else None


@pytest.fixture
def needs_chromium(library, program) -> None:
    library("playwright", extra="browser")
    if not any(map(shutil.which, PROGRAMS)):
        program(PROGRAMS[0], package="Debian package chromium")


@pytest.fixture
def trap() -> Iterator[tuple[int, list[object]]]:
    """A listener that a page must not reach: its port, and the addresses of those who connected."""
    listener = socket.create_server(("127.0.0.1", 0))
    came: list[object] = []

    def serve() -> None:
        while True:
            try:
                connection, peer = listener.accept()
            except OSError:
                return
            came.append(peer)
            connection.close()

    thread = threading.Thread(target=serve)
    thread.start()
    yield listener.getsockname()[1], came
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


@pytest.fixture
def rendering(server, needs_chromium) -> Callable[..., object]:
    @asynccontextmanager
    async def run(**limits: int) -> AsyncIterator[tuple[BrowserTransport, list[HttpResponse | NoResponse]]]:
        bounds = {"total_timeout_s": 20, "read_timeout_s": 5, **limits}
        policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=(server.host,)), **bounds)
        seen: list[HttpResponse | NoResponse] = []

        async def witness(exchange: HttpResponse | NoResponse) -> None:
            seen.append(exchange)

        root = os.geteuid() == 0  # Chromium has no sandbox for the superuser
        network = NetworkTransport(policy)
        async with open_browser(network, policy, decode=decode, witness=witness, unsafe_no_sandbox=root) as browser:
            yield browser, seen

    return run


def page(body: str, kind: str = "text/html; charset=utf-8", status: str = "200 OK", *headers: str) -> bytes:
    data = body.encode()
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", *headers, f"Content-Length: {len(data)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


SHELL = "<!doctype html><div id=root></div><script src=/app.js></script>"
APP = "fetch('/data.json').then(r => r.json()).then(d => { root.innerHTML = '<p>' + d.text + '</p>' })"


async def test_what_scripts_draw_is_the_page(server, rendering):
    server.answers["/"] = page(SHELL, "text/html; charset=utf-8", "200 OK", "Set-Cookie: a=b")
    server.answers["/app.js"] = page(APP, "text/javascript")
    server.answers["/data.json"] = page('{"text": "The tray must be level 水平."}', "application/json")
    async with rendering() as (browser, seen):
        response = await browser.send(HttpRequest(server.url("/")))
    assert isinstance(response, HttpResponse)
    assert "<p>The tray must be level 水平.</p>" in response.body.decode()
    assert (response.via, response.status, response.address) == ("browser", 200, "127.0.0.1")
    assert response.raw_response.endswith(response.body)
    assert [one.url for one in seen] == [server.url(path) for path in ("/", "/app.js", "/data.json")]
    assert seen[0].raw_response == server.answers["/"]
    assert not any(b"ookie" in request for request in server.requests)


async def test_nothing_a_page_asks_for_goes_past_the_guard(server, rendering, trap):
    port, came = trap
    inside = f"127.0.0.1:{port}"
    server.answers["/"] = page(
        f"""<!doctype html><p id=out>Text of the page.</p>
        <link rel=stylesheet href=http://{inside}/a.css><link rel=preconnect href=http://{inside}>
        <link rel=dns-prefetch href=//{inside}><link rel=prefetch href=http://{inside}/p>
        <img src=http://{inside}/b.png><iframe src=http://{inside}/c></iframe><script src=http://{inside}/d.js></script>
        <script>
          fetch('http://{inside}/e').catch(e => {{ out.dataset.fetch = 'failed' }});
          try {{ new WebSocket('ws://{inside}/f') }} catch (e) {{}}
          const ice = {{iceServers: [{{urls: 'stun:{inside}'}}]}};
          try {{ new RTCPeerConnection(ice).createDataChannel('x') }} catch (e) {{}}
          navigator.sendBeacon('http://{inside}/g');
          fetch('/hop').catch(e => {{ out.dataset.hop = 'failed' }});
          window.open('http://{inside}/h');
        </script>"""
    )
    server.answers["/hop"] = page("", "text/plain", "302 Found", f"Location: http://{inside}/hop")
    async with rendering() as (browser, seen):
        response = await browser.send(HttpRequest(server.url("/")))
    assert isinstance(response, HttpResponse)
    assert 'data-fetch="failed"' in response.body.decode()
    assert 'data-hop="failed"' in response.body.decode()
    assert came == []
    refused = {one.outcome for one in seen if isinstance(one, NoResponse)}
    assert refused == {"refused_port"}


async def test_where_scripts_lead_is_another_page(server, rendering):
    server.answers["/"] = page("<!doctype html><p>First.</p><script>location.href = '/second'</script>")
    server.answers["/second"] = page("<p>Second.")
    async with rendering() as (browser, _):
        response = await browser.send(HttpRequest(server.url("/")))
    assert isinstance(response, HttpResponse)
    assert "First." in response.body.decode()
    assert [request.split()[1] for request in server.requests] == [b"/"]


@pytest.mark.parametrize(
    "reply",
    [
        page("", "text/html", "302 Found", "Location: /next"),
        page("<p>Gone.", "text/html", "410 Gone"),
        page("plain", "text/plain"),
    ],
)
async def test_what_is_no_page_comes_back_as_it_was_sent(server, rendering, reply):
    server.answers["/"] = reply
    async with rendering() as (browser, _):
        response = await browser.send(HttpRequest(server.url("/")))
    assert isinstance(response, HttpResponse)
    assert (response.via, response.raw_response) == ("network", reply)


@pytest.mark.parametrize(("total_s", "left_s"), [(3, None), (20, 3)])
async def test_a_page_that_never_ends_meets_the_deadline(server, rendering, total_s, left_s):
    server.answers["/"] = page("<!doctype html><script>for (;;) {}</script>")
    async with rendering(total_timeout_s=total_s) as (browser, _):
        response = await browser.send(HttpRequest(server.url("/"), timeout_s=left_s))
        server.answers["/"] = page("<!doctype html><p>Fine.")
        following = await browser.send(HttpRequest(server.url("/"), timeout_s=left_s))
    assert (response.outcome, response.detail) == ("timeout", "The page was not rendered in 3 s.")
    assert isinstance(following, HttpResponse)


async def test_refusals_come_from_the_guard(server, rendering):
    async with rendering() as (browser, seen):
        failure = await browser.send(HttpRequest("http://169.254.169.254/"))
    assert (failure.outcome, seen) == ("refused_address", [])


async def test_a_chromium_that_is_not_there(needs_chromium, monkeypatch):
    monkeypatch.setenv("PATH", "")
    network = NetworkTransport(FetchPolicy())
    with pytest.raises(MissingComponent, match="No Chromium is installed"):
        async with open_browser(network, FetchPolicy(), decode=decode, program=None):
            pass
