"""The guarded transport against nginx, side by side with curl: the same bodies, statuses and places to go."""

import contextlib
import gzip
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from loccit.policy import FetchPolicy, GuardPolicy
from loccit.protocols import HttpRequest, HttpResponse
from loccit.retrieve.coding import decode_content
from loccit.transport.network import NetworkTransport

pytestmark = pytest.mark.anyio

PAGE = b"<!doctype html><title>Manual</title>" + b"<p>The tray must be level before the first use." * 200
BROTLI = Path("/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so")
CONFIG = """
{modules}
daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
  access_log {folder}/access.log; keepalive_requests 3; keepalive_timeout 5s;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  types {{ text/html html; }} default_type text/plain; charset utf-8;
  {brotli}
  gzip on; gzip_min_length 1; gzip_types text/html;
  server {{
    listen 127.0.0.1:{plain}; listen 127.0.0.1:{secure} ssl; server_name a.test; root {folder}/site;
    ssl_certificate {folder}/chain.pem; ssl_certificate_key {folder}/leaf.key;
    location = /old {{ return 301 /manual.html; }}
    location = /gone {{ return 410; }}
    location = /busy {{ add_header Retry-After 7 always; return 503; }}
    location = /empty {{ return 204; }}
  }}
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def run(*command: str, cwd: Path) -> None:
    subprocess.run(command, check=True, capture_output=True, cwd=cwd)


def make_chain(folder: Path, openssl: str) -> None:
    """Make a root, an intermediate and a certificate for a.test; the server sends the last two."""
    new = (openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    by = ("-CA", "root.pem", "-CAkey", "root.key")
    run(*new, "-subj", "/CN=root", "-keyout", "root.key", "-out", "root.pem", cwd=folder)
    run(*new, "-subj", "/CN=between", "-keyout", "between.key", "-out", "between.pem", *by, cwd=folder)
    leaf = ("-subj", "/CN=a.test", "-addext", "subjectAltName=DNS:a.test", "-keyout", "leaf.key", "-out", "leaf.pem")
    plain = ("-addext", "basicConstraints=critical,CA:FALSE")
    run(*new, *leaf, *plain, "-CA", "between.pem", "-CAkey", "between.key", cwd=folder)
    (folder / "chain.pem").write_bytes((folder / "leaf.pem").read_bytes() + (folder / "between.pem").read_bytes())


class Nginx:
    def __init__(self, folder: Path, programs: Mapping[str, str]) -> None:
        self.folder = folder
        self.plain, self.secure = free_port(), free_port()
        (folder / "site").mkdir()
        (folder / "site/manual.html").write_bytes(PAGE)
        (folder / "site/a.txt").write_bytes(b"0123456789")
        self._curl = programs["curl"]
        make_chain(folder, programs["openssl"])
        config = folder / "nginx.conf"
        modules, brotli = (f"load_module {BROTLI};", "brotli on;") if BROTLI.exists() else ("", "")
        ports = {"plain": self.plain, "secure": self.secure}
        config.write_text(CONFIG.format(folder=folder, modules=modules, brotli=brotli, **ports))
        self.process = subprocess.Popen([programs["nginx"], "-c", config, "-p", folder, "-e", folder / "error.log"])
        self._await()

    def _await(self) -> None:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.plain)):
                return
            time.sleep(0.05)
        raise AssertionError((self.folder / "error.log").read_text())

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()

    def curl(self, path: str, *options: str) -> tuple[int, bytes, bytes]:
        """What curl makes of the same URL: status, headers and body."""
        url = f"http://127.0.0.1:{self.plain}{path}"
        done = subprocess.run([self._curl, "-s", "-i", *options, url], check=True, capture_output=True)
        head, _, body = done.stdout.partition(b"\r\n\r\n")
        return int(head.split(b" ")[1]), head, body


@pytest.fixture(scope="module")
def nginx(tmp_path_factory, program) -> Iterator[Nginx]:
    packages = {"nginx": "nginx-light", "openssl": "openssl", "curl": "curl"}
    programs = {name: program(name, package=f"Debian package {package}") for name, package in packages.items()}
    running = Nginx(tmp_path_factory.mktemp("nginx"), programs)
    yield running
    running.close()


class Local:
    async def resolve(self, host: str, port: int) -> Sequence[str]:
        return ("127.0.0.1",)


@pytest.fixture
def network(nginx: Nginx) -> NetworkTransport:
    trusted = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusted.load_verify_locations(nginx.folder / "root.pem")
    allowed = (f"127.0.0.1:{nginx.plain}", f"a.test:{nginx.secure}", f"b.test:{nginx.secure}")
    return NetworkTransport(FetchPolicy(guard=GuardPolicy(unsafe_allow=allowed)), resolver=Local(), tls=trusted)


@pytest.fixture
def get(nginx: Nginx, network: NetworkTransport):
    async def run_one(path: str, *headers: tuple[str, str], base: str | None = None) -> HttpResponse:
        base = base or f"http://127.0.0.1:{nginx.plain}"
        response = await network.send(HttpRequest(base + path, headers=headers))
        assert isinstance(response, HttpResponse), response
        return response

    return run_one


@pytest.mark.parametrize("path", ["/manual.html", "/a.txt", "/old", "/gone", "/busy", "/empty", "/none.html"])
async def test_the_same_answer_as_curl_gets(nginx, get, path):
    response = await get(path, ("Accept-Encoding", "identity"))
    status, head, body = nginx.curl(path)
    assert (response.status, response.body) == (status, body)
    assert f"location: {response.header('Location')}".lower().encode() in head.lower() or not response.header(
        "Location"
    )
    assert response.header("Retry-After") == ("7" if path == "/busy" else None)


@pytest.mark.skipif(not BROTLI.exists(), reason="Debian package libnginx-mod-http-brotli-filter is not installed")
async def test_brotli(get):
    response = await get("/manual.html")
    assert response.header("Content-Encoding") == "br"
    assert decode_content("br", response.body, max_bytes=10**6).body == PAGE


async def test_gzip_and_chunks_are_recorded_as_they_came(nginx, get):
    response = await get("/manual.html", ("Accept-Encoding", "gzip"))
    assert (response.header("Content-Encoding"), response.header("Transfer-Encoding")) == ("gzip", "chunked")
    assert decode_content("gzip", response.body, max_bytes=10**6).body == PAGE
    status, _, body = nginx.curl("/manual.html", "-H", "Accept-Encoding: gzip", "--compressed")
    assert (status, body) == (200, PAGE)
    raw = nginx.curl("/manual.html", "-H", "Accept-Encoding: gzip", "--raw")[2]
    assert response.raw_response.partition(b"\r\n\r\n")[2] == raw
    assert gzip.decompress(response.body) == PAGE


async def test_ranges(nginx, get):
    response = await get("/a.txt", ("Range", "bytes=2-4"))
    assert (response.status, response.body, response.header("Content-Range")) == (206, b"234", "bytes 2-4/10")
    assert nginx.curl("/a.txt", "-r", "2-4")[2] == b"234"


async def test_conditions(get):
    first = await get("/a.txt")
    etag = first.header("ETag")
    assert etag is not None
    assert (await get("/a.txt", ("If-None-Match", etag))).status == 304


async def test_a_server_that_closes_after_some_requests(network, get):
    async with network.session():
        bodies = [(await get("/a.txt")).body for _ in range(8)]
    assert bodies == [b"0123456789"] * 8


async def test_a_certificate_chain_is_verified_up_to_the_root(nginx, network, get):
    async with network.session():
        response = await get("/a.txt", base=f"https://a.test:{nginx.secure}")
        assert (response.status, response.body) == (200, b"0123456789")
        failure = await network.send(HttpRequest(f"https://b.test:{nginx.secure}/a.txt"))
    assert failure.outcome == "tls_error"


async def test_an_authority_of_the_test_is_no_authority_of_the_machine(nginx):
    policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=(f"a.test:{nginx.secure}",)))
    failure = await NetworkTransport(policy, resolver=Local()).send(HttpRequest(f"https://a.test:{nginx.secure}/a.txt"))
    assert failure.outcome == "tls_error"
