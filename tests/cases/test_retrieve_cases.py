"""Public bug reports about reading pages, rebuilt: short reads, Location bytes, refresh tags, downgrades."""

from pathlib import Path

import pytest

from loccit.clock import FixedClock
from loccit.ids import ContentId
from loccit.policy import FetchPolicy, GuardPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.records import Retrieval
from loccit.retrieve.fetch import Allowance, Retriever
from loccit.retrieve.markup import read_markup
from loccit.retrieve.redirect import redirect
from loccit.retrieve.refresh import immediate_refresh
from loccit.retrieve.warc import WarcArchive
from loccit.transport.guard import judge_url
from loccit.transport.network import NetworkTransport
from loccit.urls import Url, parse

pytestmark = pytest.mark.anyio

ALLOWANCE = Allowance(ContentId("sha256:" + "a" * 64))
PAGE = b"<!doctype html><title>Tides</title><p>Tides turn twice a day, and the harbour office posts the times."


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def url_of(text: str) -> Url:
    url = parse(text)
    assert url is not None
    return url


async def test_a_body_shorter_than_announced_is_no_page(server, tmp_path: Path, clock: FixedClock, origin):
    """psf/requests 4956."""
    server.answers["/"] = (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 8000\r\n\r\n"
        b"<p>The ferry runs from May to"
    )
    policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=(server.host,)), max_retries=0)
    retriever = Retriever(NetworkTransport(policy), WarcArchive(tmp_path, clock), policy, clock)
    fetched = await retriever.retrieve(server.url("/"), allowance=ALLOWANCE, origin=origin)
    assert (fetched.retrieval.outcome, fetched.retrieval.body, fetched.body) == ("truncated", None, None)
    assert "received 29 bytes, expected 8000" in fetched.retrieval.detail


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("/wiki/Grüße".encode(), "https://example.org/wiki/Gr%C3%BC%C3%9Fe"),
        (b"/caf\xe9", "https://example.org/caf%E9"),
        ("/手冊/安裝".encode(), "https://example.org/%E6%89%8B%E5%86%8A/%E5%AE%89%E8%A3%9D"),
        ("../панель?q=ü".encode(), "https://example.org/%D0%BF%D0%B0%D0%BD%D0%B5%D0%BB%D1%8C?q=%C3%BC"),
    ],
)
def test_the_bytes_of_a_location_are_encoded_as_they_are(location, expected):
    """scrapy/scrapy 2321."""
    headers = (("Location", location.decode("latin-1")),)
    response = HttpResponse("https://example.org/x", 301, headers, b"", via="network", witnessed=True)
    target = redirect(response, url_of("https://example.org/x"))
    assert isinstance(target, Url)
    assert target.href == expected


@pytest.mark.parametrize(
    ("html", "hop"),
    [
        ("<title>t</title><noscript><meta http-equiv=refresh content='0; URL=/nojs'></noscript><p>Tides.", None),
        ("<!doctype html><!-- <meta http-equiv='refresh' content='0;url=/old'> --><p>Tides.", None),
        ("<meta http-equiv='Refresh' content=\"0;URL='/new'\"><p>Moved.", "https://example.org/new"),
        ("<meta http-equiv=refresh content='0;url=/page'><p>Tides.", None),
        ("<script>document.write(\"<meta http-equiv=refresh content='0;url=/js'>\")</script><p>Tides.", None),
        ("<template><meta http-equiv=refresh content='0;url=/later'></template><p>Tides.", None),
        ("<meta http-equiv=refresh content='300'><p>Tides.", None),
        ("<meta http-equiv=refresh content='300;url=/elsewhere'><p>Tides.", None),
    ],
)
def test_only_a_refresh_that_a_browser_follows_at_once_is_a_hop(html, hop):
    """oduwsdl/MementoEmbed 90."""
    target = immediate_refresh(read_markup(html), url_of("https://example.org/page"))
    assert (target.href if target else None) == hop


class Web:
    """URLs with their answers: a status and where it leads. The guard judges first, as in the network."""

    def __init__(self, **answers: tuple[int, str | None]) -> None:
        self.answers = answers
        self.sent: list[str] = []

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        url = url_of(request.url)
        if refusal := judge_url(url, GuardPolicy()):
            return NoResponse(request.url, refusal.outcome, refusal.detail, via="network", witnessed=True)
        self.sent.append(request.url)
        status, location = self.answers[url.path.strip("/") or "start"]
        headers = (("Location", location),) if location else (("Content-Type", "text/html"),)
        body = b"" if location else PAGE
        return HttpResponse(request.url, status, headers, body, via="network", witnessed=True, raw_request=b"GET")


@pytest.mark.parametrize(
    ("start", "answers", "hops", "outcome", "refused"),
    [
        (
            "https://a.example/x",
            {"x": (302, "/rel"), "rel": (302, "http://b.example/y"), "y": (200, None)},
            ["https://a.example/x", "https://a.example/rel"],
            "https_downgrade",
            "http://b.example/y",
        ),
        (
            "https://a.example/x",
            {"x": (302, "/rel"), "rel": (200, None)},
            ["https://a.example/x", "https://a.example/rel"],
            "ok",
            None,
        ),
        (
            "http://a.example/",
            {"start": (302, "ftp://a.example/f")},
            ["http://a.example/"],
            "refused_scheme",
            "ftp://a.example/f",
        ),
        (
            "http://a.example/",
            {"start": (302, "file:///etc/hosts")},
            ["http://a.example/"],
            "refused_scheme",
            "file:///etc/hosts",
        ),
        (
            "http://a.example/",
            {"start": (302, "https://a.example/s"), "s": (302, "//a.example/t"), "t": (302, "http://a.example/u")},
            ["http://a.example/", "https://a.example/s", "https://a.example/t"],
            "https_downgrade",
            "http://a.example/u",
        ),
    ],
)
async def test_a_downgrade_is_noticed_and_a_relative_way_is_none(
    tmp_path, clock, origin, start, answers, hops, outcome, refused
):
    """openssl/openssl 32688."""
    web = Web(**answers)
    retriever = Retriever(web, WarcArchive(tmp_path, clock), FetchPolicy(), clock)
    retrieval: Retrieval = (await retriever.retrieve(start, allowance=ALLOWANCE, origin=origin)).retrieval
    assert [hop.url for hop in retrieval.hops] == hops == web.sent
    assert (retrieval.outcome, retrieval.refused_url) == (outcome, refused)
