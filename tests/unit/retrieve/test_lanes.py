from collections.abc import Sequence
from datetime import UTC, datetime

import anyio
import pytest

from loccit.policy import FetchPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.retrieve import lanes
from loccit.retrieve.lanes import LanedTransport

pytestmark = pytest.mark.anyio


class Web:
    """Notes when each request came and how many were under way; answers after a moment."""

    def __init__(self, *answers: HttpResponse | NoResponse, takes_s: float = 0.0) -> None:
        self.answers = list(answers)
        self.takes_s = takes_s
        self.at: list[tuple[str, float]] = []
        self.under_way = 0
        self.most = 0

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        self.at.append((request.url, anyio.current_time()))
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await anyio.sleep(self.takes_s)
        self.under_way -= 1
        return self.answers.pop(0) if self.answers else reply()


def reply(status: int = 200, *headers: tuple[str, str], sent: bytes = b"GET /") -> HttpResponse:
    return HttpResponse("http://a.example/", status, headers, b"", via="network", witnessed=True, raw_request=sent)


def laned(web: Web, clock, **settings: int) -> LanedTransport:
    return LanedTransport(web, FetchPolicy(**{"per_host_delay_ms": 0, **settings}), clock)


async def ask_at_once(transport: LanedTransport, urls: Sequence[str]) -> None:
    async with anyio.create_task_group() as group:
        for url in urls:
            group.start_soon(transport.send, HttpRequest(url))


async def test_one_host_gets_few_requests_at_once_and_others_do_not_wait(clock):
    web = Web(takes_s=0.02)
    await ask_at_once(laned(web, clock, per_host_concurrency=1), [f"http://a.example/{n}" for n in range(3)])
    assert web.most == 1
    web = Web(takes_s=0.02)
    await ask_at_once(laned(web, clock, per_host_concurrency=1), [f"http://{n}.example/" for n in range(3)])
    assert web.most == 3


async def test_requests_to_one_host_keep_their_distance(clock):
    web = Web()
    transport = laned(web, clock, per_host_delay_ms=60, per_host_concurrency=3)
    began = anyio.current_time()
    await ask_at_once(transport, ["http://a.example/1", "https://A.example:8443/2", "http://a.example./3"])
    # None may come before its turn; on a busy machine each may come later.
    waited = sorted(time - began for _, time in web.at)
    assert [after >= 0.06 * turn for turn, after in enumerate(waited)] == [True, True, True]


async def test_a_crawl_delay_is_kept_up_to_the_longest_wait(clock):
    transport = laned(web := Web(), clock, max_wait_s=0)
    transport.slow_down("a.example", 86_400)
    await ask_at_once(transport, ["http://a.example/1", "http://a.example/2"])
    assert len(web.at) == 2


async def test_what_was_refused_before_anything_was_sent_costs_no_pause(clock):
    refused = NoResponse("http://a.example/", "dns_error", "No.", via="network", witnessed=True)
    web = Web(refused, refused, refused)
    with anyio.fail_after(5):
        await ask_at_once(
            laned(web, clock, per_host_delay_ms=60_000, per_host_concurrency=1), ["http://a.example/"] * 3
        )
    assert len(web.at) == 3


@pytest.mark.parametrize(
    ("status", "asked", "sent"),
    [
        (503, "3600", 1),
        (429, "Tue, 01 Dec 2026 12:00:00 GMT", 1),
        (503, "0", 2),
        (503, "Sun, 29 Nov 2026 12:00:00 GMT", 2),
        (503, "soon", 2),
        (200, "3600", 2),
        (404, "3600", 2),
    ],
)
async def test_a_host_that_asks_for_rest_gets_it(clock, status, asked, sent):
    web = Web(reply(status, ("retry-after", asked)))
    transport = laned(web, clock)
    await transport.send(HttpRequest("http://a.example/1"))
    second = await transport.send(HttpRequest("http://a.example/2"))
    assert len(web.at) == sent
    assert isinstance(second, NoResponse) == (sent == 1)
    await transport.send(HttpRequest("http://b.example/"))
    assert len(web.at) == sent + 1


async def test_the_sentence_says_who_asked_for_what():
    class Noon:
        def now(self) -> datetime:
            return datetime(2026, 11, 30, 12, tzinfo=UTC)

    transport = laned(Web(reply(429, ("Retry-After", "3600"))), Noon())
    await transport.send(HttpRequest("http://a.example/1"))
    second = await transport.send(HttpRequest("http://a.example/2"))
    assert (second.outcome, second.raw_request) == ("http_error", b"")
    assert second.detail.startswith("a.example asked for no requests for another 3")
    assert second.detail.endswith(" s (Retry-After); none was sent.")


async def test_hosts_at_rest_are_forgotten_and_others_are_not(clock, monkeypatch):
    monkeypatch.setattr(lanes, "MAX_LANES", 2)
    web = Web(reply(503, ("Retry-After", "3600")))
    transport = laned(web, clock)
    for host in ("busy", "a", "b", "c", "busy"):
        last = await transport.send(HttpRequest(f"http://{host}.example/"))
    assert isinstance(last, NoResponse)
    assert len(web.at) == 4


async def test_text_that_is_no_url_is_the_transports_business(clock):
    web = Web()
    await laned(web, clock).send(HttpRequest("no url"))
    assert len(web.at) == 1
