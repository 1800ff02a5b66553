import gzip
import time
from pathlib import Path

import pytest

from loccit.clock import FixedClock
from loccit.ids import ContentId
from loccit.policy import FetchPolicy, GuardPolicy
from loccit.records import Origin
from loccit.retrieve.fetch import Allowance, Retriever
from loccit.retrieve.robots import RobotsTxt
from loccit.retrieve.warc import WarcArchive
from loccit.transport.network import NetworkTransport
from loccit.urls import parse

pytestmark = pytest.mark.anyio


def answer(body: bytes, status: str = "200 OK", *headers: str) -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}"]).encode() + b"\r\n\r\n" + body


class NoNames:
    async def resolve(self, host: str, port: int) -> tuple[str, ...]:
        return ()


class Desk:
    def __init__(self, server, folder: Path, clock: FixedClock, **policy: object) -> None:
        self.policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=(server.host,)), **policy)
        self.archive = WarcArchive(folder, clock)
        self.transport = NetworkTransport(self.policy, resolver=NoNames())
        self.applies = True
        self.robots = RobotsTxt(
            self.transport, self.archive, applies_to=lambda _: self.applies, policy=self.policy, clock=clock
        )
        self.retriever = Retriever(self.transport, self.archive, self.policy, clock, self.robots)


@pytest.fixture
def desk(server, tmp_path, clock) -> Desk:
    return Desk(server, tmp_path, clock)


async def asked(desk: Desk, url: str) -> tuple[str, str]:
    parsed = parse(url)
    assert parsed is not None
    verdict = await desk.robots.verdict(parsed)
    return verdict.robots, verdict.outcome


RULES = b"""\xef\xbb\xbfUser-agent: loccit
Disallow: /private
Allow: /private/open

User-agent: *
Disallow: /
"""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a", ("allowed", "ok")),
        ("/private", ("disallowed", "robots_disallowed")),
        ("/private/x?y", ("disallowed", "robots_disallowed")),
        ("/private/open", ("allowed", "ok")),
        ("/robots.txt", ("allowed", "ok")),
    ],
)
async def test_the_rules_of_our_own_group(desk, server, path, expected):
    server.answers["/robots.txt"] = answer(RULES)
    assert await asked(desk, server.url(path)) == expected


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("404 Not Found", ("allowed", "ok")),
        ("403 Forbidden", ("allowed", "ok")),
        ("500 Internal Server Error", ("disallowed", "robots_disallowed")),
        ("503 Service Unavailable", ("disallowed", "robots_disallowed")),
    ],
)
async def test_statuses(desk, server, status, expected):
    server.answers["/robots.txt"] = answer(b"User-agent: *\nDisallow: /", status)
    assert await asked(desk, server.url("/a")) == expected


async def test_each_origin_is_asked_once(desk, server):
    server.answers["/robots.txt"] = answer(b"")
    for path in ("/a", "/b", "/a"):
        await asked(desk, server.url(path))
    assert len(server.requests) == 1


async def test_redirects_are_followed_through_the_same_guard(desk, server):
    server.answers["/robots.txt"] = answer(b"", "302 Found", "Location: /real.txt")
    server.answers["/real.txt"] = answer(RULES)
    assert await asked(desk, server.url("/private")) == ("disallowed", "robots_disallowed")


async def test_a_redirect_into_refused_space_is_refused(desk, server):
    server.answers["/robots.txt"] = answer(b"", "302 Found", "Location: http://169.254.169.254/")
    assert await asked(desk, server.url("/a")) == ("not_checked", "refused_address")


async def test_mirrors_and_archives_are_not_asked_about(desk, server):
    desk.applies = False
    assert await asked(desk, server.url("/private")) == ("not_checked", "ok")
    assert server.requests == []


async def test_a_policy_may_do_without(server, tmp_path, clock):
    desk = Desk(server, tmp_path, clock, obey_robots=False)
    assert await asked(desk, server.url("/a")) == ("not_checked", "ok")
    assert server.requests == []


ALLOWANCE = Allowance(ContentId("sha256:" + "a" * 64))


async def test_a_forbidden_page_is_not_requested(desk, server, origin: Origin):
    server.answers["/robots.txt"] = answer(RULES)
    server.answers["/private"] = answer(b"<p>secret")
    retrieval = (await desk.retriever.retrieve(server.url("/private"), allowance=ALLOWANCE, origin=origin)).retrieval
    assert (retrieval.outcome, retrieval.robots, retrieval.hops) == ("robots_disallowed", "disallowed", ())
    assert retrieval.detail == f"http://{server.host}/robots.txt asks not to read /private."
    assert [request.split()[1] for request in server.requests] == [b"/robots.txt"]


async def test_every_hop_is_asked_about(desk, server, origin: Origin):
    server.answers["/robots.txt"] = answer(RULES)
    server.answers["/a"] = answer(b"", "302 Found", "Location: /private")
    retrieval = (await desk.retriever.retrieve(server.url("/a"), allowance=ALLOWANCE, origin=origin)).retrieval
    assert (retrieval.outcome, retrieval.refused_url) == ("robots_disallowed", server.url("/private"))
    assert len(retrieval.hops) == 1


async def test_redirects_of_the_file_share_one_deadline(server, tmp_path, clock):
    desk = Desk(server, tmp_path, clock, total_timeout_s=2)

    def slow(connection) -> None:
        time.sleep(0.5)
        connection.sendall(answer(b"", "302 Found", f"Location: /robots.txt?{len(server.requests)}"))

    server.answers.update({f"/robots.txt{end}": slow for end in ("", *(f"?{number}" for number in range(10)))})
    url = parse(server.url("/page"))
    verdict = await desk.robots.verdict(url, left_s=1)
    assert (verdict.robots, verdict.outcome) == ("not_checked", "timeout")
    assert verdict.spent_s >= 1
    assert len(server.requests) < 4

    # Another page may have more time: it asks again.
    server.answers["/robots.txt"] = answer(RULES)
    assert (await desk.robots.verdict(url)).robots == "allowed"
    assert (await desk.robots.verdict(url)).spent_s == 0


async def test_rules_at_the_beginning_of_a_file_that_is_too_long_count(desk, server):
    long = gzip.compress(RULES + b"#" * 60_000_000)
    server.answers["/robots.txt"] = answer(long, "200 OK", "Content-Encoding: gzip")
    assert await asked(desk, server.url("/private")) == ("disallowed", "robots_disallowed")
    assert await asked(desk, server.url("/public")) == ("allowed", "ok")


async def test_a_file_that_can_not_be_decoded_allows_nothing(desk, server):
    server.answers["/robots.txt"] = answer(b"no gzip", "200 OK", "Content-Encoding: gzip")
    assert await asked(desk, server.url("/page")) == ("disallowed", "robots_disallowed")


async def test_an_unreachable_server_is_named_as_such(desk, origin: Origin):
    retrieval = (await desk.retriever.retrieve("http://gone.invalid/", allowance=ALLOWANCE, origin=origin)).retrieval
    assert (retrieval.outcome, retrieval.robots, retrieval.hops) == ("dns_error", "not_checked", ())
