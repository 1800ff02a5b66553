"""What hostile servers and name servers do, played on loopback: each has its outcome, and nothing else is contacted.

The numbers are those of the behaviour vectors in the measuring data.
"""

import contextlib
import gzip
import socket
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import anyio
import brotli
import pytest

from loccit.clock import FixedClock
from loccit.ids import ContentId
from loccit.policy import FetchPolicy, GuardPolicy
from loccit.records import Retrieval
from loccit.retrieve.fetch import Allowance, Retriever
from loccit.retrieve.robots import RobotsTxt
from loccit.retrieve.warc import WarcArchive
from loccit.transport.network import NetworkTransport
from loccit.zstd import ZstdDecompressor

pytestmark = pytest.mark.anyio

ALLOWANCE = Allowance(ContentId("sha256:" + "a" * 64))
PAGE = b"<!doctype html><title>t</title><p>The tray must be level before the first use of the machine."
HTML = b"Content-Type: text/html; charset=utf-8"
MIB = 1024 * 1024


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def answer(body: bytes = PAGE, *headers: bytes, status: bytes = b"200 OK") -> bytes:
    lines = [b"HTTP/1.1 " + status, HTML, *headers, b"Content-Length: %d" % len(body)]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def moved(location: bytes, *headers: bytes) -> bytes:
    return answer(b"", b"Location: " + location, *headers, status=b"302 Found")


class Names:
    """A name server: one list of addresses a question, the last one stays."""

    def __init__(self, **table: list[list[str]]) -> None:
        self.table = {name.replace("_", "."): answers for name, answers in table.items()}
        self.asked: list[str] = []

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        answers = self.table.get(host, [[]])
        return answers.pop(0) if len(answers) > 1 else answers[0]


class Reader:
    """Reads URLs of the hostile server through the guard, which lets it through by an explicit entry only."""

    def __init__(self, server, folder: Path, clock: FixedClock, origin) -> None:
        self.server = server
        self.names = Names()
        self.allow: tuple[str, ...] = (server.host,)
        self.robots = False
        self._parts = (folder, clock, origin)

    async def read(self, url: str, **limits: int) -> Retrieval:
        folder, clock, origin = self._parts
        bounds = {"max_retries": 0, "total_timeout_s": 5, "read_timeout_s": 2, "connect_timeout_s": 2, **limits}
        policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=self.allow), **bounds)
        network = NetworkTransport(policy, resolver=self.names)
        archive = WarcArchive(folder, clock)
        robots = RobotsTxt(network, archive, applies_to=lambda _: True, policy=policy, clock=clock)
        retriever = Retriever(network, archive, policy, clock, robots if self.robots else None)
        async with network.session():
            return (await retriever.retrieve(url, allowance=ALLOWANCE, origin=origin)).retrieval

    async def visit(self, reply: object, **limits: int) -> Retrieval:
        """Read a page that is answered so, and then an ordinary one, which must still be readable."""
        self.server.answers.update({"/": reply, "/next": answer()})
        retrieval = await self.read(self.server.url("/"), **limits)
        assert (await self.read(self.server.url("/next"))).outcome == "ok"
        assert retrieval.detail.endswith(".")
        return retrieval


@pytest.fixture
def hostile(server, tmp_path: Path, clock: FixedClock, origin) -> Reader:
    return Reader(server, tmp_path / "archive", clock, origin)


# --- redirects (b01 to b09, b21, b22) ---


@pytest.mark.parametrize(
    ("location", "outcome", "refused"),
    [
        (b"http://169.254.169.254/latest/meta-data/", "refused_address", "http://169.254.169.254/latest/meta-data/"),
        (b"http://[::ffff:169.254.169.254]/", "refused_address", "http://[::ffff:a9fe:a9fe]/"),
        (b"http://2130706433/", "refused_address", "http://127.0.0.1/"),
        (b"http://0/", "refused_address", "http://0.0.0.0/"),
        (b"file:///etc/passwd", "refused_scheme", "file:///etc/passwd"),
        (b"gopher://127.0.0.1:6379/_SLAVEOF", "refused_scheme", "gopher://127.0.0.1:6379/_SLAVEOF"),
        (b"http+unix://%2Fvar%2Frun%2Fdocker.sock/", "refused_scheme", "http+unix://%2Fvar%2Frun%2Fdocker.sock/"),
        (b"//127.0.0.1/", "refused_address", "http://127.0.0.1/"),
        (b"\\\\127.0.0.1\\", "refused_address", "http://127.0.0.1/"),
        (b"http://user:secret@example.org/", "credentials_in_url", "http://user:secret@example.org/"),
        (b"http://example.org@127.0.0.1/", "credentials_in_url", "http://example.org@127.0.0.1/"),
        (b"http://example.org:25/", "refused_port", "http://example.org:25/"),
    ],
)
async def test_b01_to_b05_redirects_into_refused_space(hostile, location, outcome, refused):
    retrieval = await hostile.visit(moved(location))
    assert (retrieval.outcome, retrieval.refused_url) == (outcome, refused)
    assert [hop.url for hop in retrieval.hops] == [hostile.server.url("/")]
    assert hostile.names.asked == []


async def test_b01_a_redirect_to_loopback_sends_no_packet(hostile, trap):
    retrieval = await hostile.visit(moved(b"http://127.0.0.1:%d/" % trap()))
    assert retrieval.outcome == "refused_port"


async def test_b06_loops_and_endless_ways(hostile):
    assert (await hostile.visit(moved(b"/"))).outcome == "too_many_redirects"
    hostile.server.answers.update({f"/{n}": moved(b"/%d" % (n + 1)) for n in range(30)})
    retrieval = await hostile.read(hostile.server.url("/0"))
    assert (retrieval.outcome, len(retrieval.hops)) == ("too_many_redirects", 11)


async def test_b08_line_breaks_and_bytes_in_a_location(hostile):
    hostile.server.answers["/caf%E9"] = answer()
    assert (await hostile.visit(moved(b"/caf\xe9"))).outcome == "ok"
    split = b"HTTP/1.1 302 Found\r\nLocation: /a\r\n\tX: /b\r\nContent-Length: 0\r\n\r\n"
    assert (await hostile.visit(split)).outcome in {"http_error", "protocol_error", "invalid_url"}
    bare = b"HTTP/1.1 302 Found\r\nLocation: /a\nSet-Cookie: x=y\r\nContent-Length: 0\r\n\r\n"
    hostile.server.answers["/a"] = answer()
    await hostile.visit(bare)
    assert not any(b"ookie:" in request for request in hostile.server.requests)


async def test_b09_two_locations(hostile):
    two = answer(b"", b"Location: /a", b"Location: http://127.0.0.1/", status=b"302 Found")
    assert (await hostile.visit(two)).outcome == "protocol_error"


async def test_b21_a_refresh_into_refused_space_is_recorded_and_not_followed(hostile, trap):
    target = b"http://127.0.0.1:%d/" % trap()
    retrieval = await hostile.visit(answer(b"<meta http-equiv=refresh content='0;url=" + target + b"'><p>Wait."))
    assert (retrieval.outcome, retrieval.refused_url) == ("refused_port", target.decode())
    retrieval = await hostile.visit(answer(b"<meta http-equiv=refresh content='0;url=http://127.0.0.1/'><p>Wait."))
    assert (retrieval.outcome, retrieval.refused_url) == ("refused_address", "http://127.0.0.1/")


@pytest.mark.parametrize("name", [b"Refresh: 0; url=", b"Content-Location: ", b"Link: <", b"Location: ", b"Alt-Svc: "])
async def test_b18_b22_headers_that_lead_nowhere(hostile, trap, name):
    target = b"http://127.0.0.1:%d/" % trap()
    value = b'h3="127.0.0.1:%d"; ma=9' % trap() if name.startswith(b"Alt") else target
    retrieval = await hostile.visit(answer(PAGE, name + value))
    assert (retrieval.outcome, len(retrieval.hops)) == ("ok", 1)


# --- names (b10 to b14, b36) ---


async def test_b10_rebinding_between_check_and_use(hostile, trap):
    port = hostile.server.port
    hostile.names = Names(re_example=[["127.0.0.1"], ["10.0.0.5"]])
    hostile.allow = (f"re.example:{port}",)
    hostile.server.answers["/"] = answer()
    retrieval = await hostile.read(f"http://re.example:{port}/")
    assert (retrieval.outcome, retrieval.hops[0].address) == ("ok", "127.0.0.1")
    assert hostile.names.asked == ["re.example"]


async def test_b10_the_second_hop_is_judged_anew(hostile, trap):
    hostile.names = Names(flip_example=[["127.0.0.1"], ["169.254.169.254"]])
    hostile.server.answers["/"] = moved(b"https://flip.example/")
    retrieval = await hostile.read(hostile.server.url("/"))
    assert (retrieval.outcome, retrieval.refused_url) == ("refused_address", "https://flip.example/")
    assert [hop.address for hop in retrieval.hops] == ["127.0.0.1"]


@pytest.mark.parametrize(
    "addresses",
    [
        ["93.184.216.34", "::1"],
        ["::1", "93.184.216.34"],
        ["93.184.216.34", "10.0.0.5"],
        ["::ffff:169.254.169.254"],
        ["64:ff9b::7f00:1"],
        ["2002:7f00:1::"],
        ["127.0.0.1"],
        ["fe80::1%1"],
        ["not an address"],
    ],
)
async def test_b11_to_b14_b36_one_refused_answer_refuses_the_name(hostile, addresses):
    hostile.names = Names(mix_example=[addresses])
    retrieval = await hostile.read("https://mix.example/")
    assert (retrieval.outcome, retrieval.hops, retrieval.final_url) == ("refused_address", (), None)


async def test_b36_a_refused_target_sees_no_connection(hostile, trap):
    hostile.allow = ()
    for url in (f"http://127.0.0.1:{trap()}/", f"http://[::ffff:127.0.0.1]:{trap()}/", f"http://localhost:{trap()}/"):
        assert (await hostile.read(url)).outcome in {"refused_port", "refused_address"}


# --- what is inherited (b15 to b17), and what is carried over (b29, b30) ---


async def test_b15_b16_b17_nothing_comes_from_the_environment(hostile, tmp_path, monkeypatch, trap):
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    keys = tmp_path / "keys.log"
    monkeypatch.setenv("SSLKEYLOGFILE", str(keys))
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{trap()}")
    assert (await hostile.visit(answer())).outcome == "ok"
    assert b"uthorization" not in hostile.server.requests[0]
    assert not keys.exists()


async def test_b29_b30_no_cookie_and_no_credential_crosses_a_hop(hostile):
    hostile.server.answers["/b"] = answer()
    await hostile.visit(moved(b"/b", b"Set-Cookie: session=1; Path=/", b"WWW-Authenticate: Basic"))
    assert len(hostile.server.requests) == 3
    assert not any(b"ookie" in request or b"uthorization" in request for request in hostile.server.requests)


# --- bodies and heads (b23 to b28, b32, b33) ---


def endless(piece: bytes, *, before: bytes = b"", pause_s: float = 0.001) -> Callable[[socket.socket], None]:
    def play(connection: socket.socket) -> None:
        connection.sendall(before)
        connection.settimeout(pause_s)
        gone = False
        while not gone:
            connection.sendall(piece)
            with contextlib.suppress(TimeoutError, BlockingIOError):
                gone = not connection.recv(65536)

    return play


STATUS = b"HTTP/1.1 200 OK\r\n"
CHUNKED = STATUS + HTML + b"\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (STATUS + HTML + b"\r\nContent-Length: 10000\r\n\r\n" + PAGE, "truncated"),
        (STATUS + HTML + b"\r\nContent-Length: -1\r\n\r\n" + PAGE, "protocol_error"),
        (STATUS + HTML + b"\r\nContent-Length: 5\r\nContent-Length: 95\r\n\r\n" + PAGE, "protocol_error"),
        (STATUS + HTML + b"\r\nContent-Length: 99999999999999999999\r\n\r\n" + PAGE, "truncated"),
        (CHUNKED + b"5\r\nhello\r\n", "truncated"),
        (CHUNKED + b"FFFFFFFFFFFFFFFFFFFFFFFF\r\nhello\r\n", "protocol_error"),
        (CHUNKED + b"5;" + b"x" * 700_000 + b"\r\nhello\r\n0\r\n\r\n", "protocol_error"),
        (STATUS + b"X: " + b"a" * 100_000 + b"\r\n\r\n", "too_large"),
        (STATUS + b"X-A: b\r\n" * 100_000 + b"\r\n", "too_large"),
        (endless(b"X-A: b\r\n" * 99, before=STATUS), "too_large"),
        (endless(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 99), "too_large"),
        (endless(b"HTTP/1.1 100 Continue\r\n\r\n" * 99), "too_large"),
        (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", "protocol_error"),
        (b"HTTP/1.1 204 No Content\r\n\r\npoison", "empty_body"),
        (b"HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n", "empty_body"),
        (b"HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\npoison", "http_error"),
        (answer(PAGE, b"Content-Encoding: snappy"), "undecodable"),
        (answer(PAGE, b"Content-Encoding: br"), "undecodable"),
        (answer(zlib.compress(zlib.compress(PAGE)), b"Content-Encoding: gzip, gzip, gzip"), "undecodable"),
        (b"SSH-2.0-OpenSSH_9.2\r\n\r\n", "protocol_error"),
        (b"", "connect_error"),
        (b"<html><p>A page without any head, as HTTP/0.9 had it.</p></html>", "protocol_error"),
        (b"HT", "protocol_error"),
        (b"HTTP/3.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "protocol_error"),
        (STATUS + b"\xff\x1b[31m" + b"x" * 60_000 + b"\r\n\r\n", "protocol_error"),
        (STATUS + b"X: a\0b\r\nContent-Length: 2\r\n\r\nok", "protocol_error"),
        (b"HTTP/1.1\r\n\r\n", "protocol_error"),
        (b"HTTP/1.1 200 OK\r\nContent-Ty", "truncated"),
    ],
)
async def test_b24_b26_b27_b28_b32_b33_answers_that_lie(hostile, reply, outcome):
    retrieval = await hostile.visit(reply)
    assert retrieval.outcome == outcome
    assert retrieval.detail.isprintable()
    assert len(retrieval.detail) < 250


@pytest.mark.parametrize("before", [STATUS, STATUS + HTML + b"\r\n\r\n", CHUNKED + b"5;a="])
async def test_b25_one_byte_at_a_time_meets_the_total_deadline(hostile, before):
    retrieval = await hostile.visit(endless(b"x", before=before, pause_s=0.05), total_timeout_s=1)
    assert (retrieval.outcome, retrieval.detail) == ("timeout", "No complete answer in 1 s.")


async def test_b25_slow_redirects_share_one_deadline(hostile):
    def slow(connection: socket.socket) -> None:
        for line in (b"HTTP/1.1 302 Found\r\n", b"Content-Length: 0\r\n", b"Location: /%d\r\n\r\n" % steps.pop()):
            connection.sendall(line)
            time.sleep(0.2)

    steps = list(range(30, 0, -1))
    hostile.server.answers.update(dict.fromkeys([f"/{step}" for step in range(31)], slow))
    hostile.server.answers["/next"] = answer()
    retrieval = await hostile.read(hostile.server.url("/0"), total_timeout_s=1, max_redirects=20)
    assert retrieval.outcome == "timeout"
    assert len(retrieval.hops) < 6
    assert (await hostile.read(hostile.server.url("/next"))).outcome == "ok"


@pytest.mark.parametrize(
    ("piece", "before"),
    [(b"5\r\nhello\r\n", CHUNKED), (b"x" * 999, STATUS + HTML + b"\r\n\r\n"), (b"X: y\r\n", CHUNKED + b"0\r\n")],
)
async def test_b26_endless_bodies_and_trailers_end_at_their_caps(hostile, piece, before):
    retrieval = await hostile.visit(endless(piece * 500, before=before), max_wire_bytes=100_000)
    assert retrieval.outcome in {"too_large", "protocol_error"}


async def test_b26_a_flood_of_tiny_chunks_leaves_others_their_turn(hostile):
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await anyio.sleep(0)

    async with anyio.create_task_group() as group:
        group.start_soon(others)
        reply = CHUNKED + b"1\r\nx\r\n" * 100_000 + b"0\r\n\r\n"
        assert (await hostile.visit(reply)).outcome == "ok"
        group.cancel_scope.cancel()
    assert turns > 100


BOMB_MIB = 512


def gzip_bomb() -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    member = packer.compress(bytes(8 * MIB)) + packer.flush()
    return member * (BOMB_MIB // 8)


def deflate_bomb() -> bytes:
    packer = zlib.compressobj(1)
    return b"".join(packer.compress(bytes(8 * MIB)) for _ in range(BOMB_MIB // 8)) + packer.flush()


def brotli_bomb() -> bytes:
    packer = brotli.Compressor(quality=1)
    return b"".join(packer.process(bytes(8 * MIB)) for _ in range(BOMB_MIB // 8)) + packer.finish()


def zstd_bomb() -> bytes:
    module = sys.modules[ZstdDecompressor.__module__.partition("._")[0]]
    return module.compress(bytes(8 * MIB)) * (BOMB_MIB // 8)


READS_A_BOMB = """
import re, sys, tempfile
from datetime import UTC, datetime
from pathlib import Path
import anyio
from loccit.clock import FixedClock
from loccit.ids import ContentId
from loccit.policy import FetchPolicy, GuardPolicy
from loccit.records import Agent, Origin
from loccit.retrieve.fetch import Allowance, Retriever
from loccit.retrieve.warc import WarcArchive
from loccit.transport.network import NetworkTransport

def peak_kib():
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

async def main(base, host):
    policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=(host,)), obey_robots=False)
    clock = FixedClock(datetime(2026, 11, 30, tzinfo=UTC))
    origin = Origin(activity="test", version="1", agent=Agent(kind="program", name="tests"))
    with tempfile.TemporaryDirectory() as folder:
        retriever = Retriever(NetworkTransport(policy), WarcArchive(Path(folder), clock), policy, clock)
        for path in ("/next", "/"):
            before = peak_kib()
            fetched = await retriever.retrieve(
                base + path, allowance=Allowance(ContentId("sha256:" + "a" * 64)), origin=origin
            )
            print(fetched.retrieval.outcome, peak_kib() - before)

anyio.run(main, *sys.argv[1:])
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
@pytest.mark.parametrize(
    ("coding", "make"),
    [(b"gzip", gzip_bomb), (b"deflate", deflate_bomb), (b"br", brotli_bomb), (b"zstd", zstd_bomb)],
)
def test_b23_bombs_take_little_memory(server, coding, make):
    server.answers.update({"/": answer(make(), b"Content-Encoding: " + coding), "/next": answer()})
    command = [sys.executable, "-c", READS_A_BOMB, f"http://{server.host}", server.host]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert told[0].startswith("ok ")
    outcome, extra_kib = told[1].split()
    assert outcome == "too_large"
    assert int(extra_kib) < 64 * 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
@pytest.mark.parametrize("before", [STATUS + HTML + b"\r\n\r\n", STATUS + b"Content-Length: 999999999\r\n\r\n"])
def test_b26_an_endless_body_takes_little_memory(server, before):
    def flood(connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            connection.sendall(before)
            for _ in range(64):
                connection.sendall(bytes(MIB))

    server.answers.update({"/": flood, "/next": answer()})
    command = [sys.executable, "-c", READS_A_BOMB, f"http://{server.host}", server.host]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    outcome, extra_kib = told[1].split()
    assert outcome == "too_large"
    assert int(extra_kib) < 64 * 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
@pytest.mark.parametrize("piece", [b"<p>a</p>", b"<div>", b"<p a=1 ", b"<", b"<meta x>"])
def test_b23_few_bytes_that_become_millions_of_tags(server, piece):
    page = gzip.compress(PAGE + piece * (40 * MIB // len(piece)))
    server.answers.update({"/": answer(page, b"Content-Encoding: gzip"), "/next": answer()})
    command = [sys.executable, "-c", READS_A_BOMB, f"http://{server.host}", server.host]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    outcome, extra_kib = told[1].split()
    assert outcome == "ok"
    assert int(extra_kib) < 128 * 1024  # the page itself is 40 MiB


# --- robots.txt (b34, b35) ---


async def test_b34_robots_txt_goes_through_the_same_guard(hostile, trap):
    hostile.robots = True
    hostile.server.answers["/robots.txt"] = moved(b"http://127.0.0.1:%d/robots.txt" % trap())
    hostile.server.answers["/"] = answer()
    retrieval = await hostile.read(hostile.server.url("/"))
    assert (retrieval.outcome, retrieval.hops) == ("refused_port", ())


async def test_b35_nothing_that_a_page_names_is_fetched(hostile, trap):
    port = trap()
    page = "".join(
        f"<{tag}='http://127.0.0.1:{port}/'>"
        for tag in ("link rel=stylesheet href", "script src", "img src", "iframe src", "link rel=sitemap href")
    )
    retrieval = await hostile.visit(answer(PAGE + page.encode()))
    assert (retrieval.outcome, len(hostile.server.requests)) == ("ok", 2)
