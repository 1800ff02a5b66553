import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from loccit.clock import FixedClock
from loccit.ids import ContentId, digest
from loccit.policy import FetchPolicy, GuardPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.records import Mount, Retrieval
from loccit.retrieve.fetch import Allowance, Fetched, Retriever
from loccit.retrieve.redirect import location_text
from loccit.retrieve.warc import WarcArchive
from loccit.transport.mirror import MirrorTransport
from loccit.transport.network import NetworkTransport

pytestmark = pytest.mark.anyio

AUTHORITY = ContentId("sha256:" + "a" * 64)
PAGE = b"<!doctype html><title>t</title><p>The tray must be level before the first use of the machine."


def answer(body: bytes = PAGE, *headers: str, status: str = "200 OK") -> bytes:
    lines = [f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def moved(location: str, status: str = "302 Found") -> bytes:
    return answer(b"", f"Location: {location}", status=status)


HTML = "Content-Type: text/html; charset=utf-8"


@pytest.fixture
def archive(tmp_path: Path, clock: FixedClock) -> WarcArchive:
    return WarcArchive(tmp_path / "archive", clock)


@pytest.fixture
def fetch(server, archive, clock, origin):
    async def run(url: str, **limits: int) -> Fetched:
        policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=(server.host,)), **{"max_retries": 0, **limits})
        retriever = Retriever(NetworkTransport(policy), archive, policy, clock)
        return await retriever.retrieve(url, allowance=Allowance(AUTHORITY), origin=origin)

    return run


async def test_a_page_read(fetch, server, archive, origin, clock):
    server.answers["/a"] = answer(PAGE, HTML)
    fetched = await fetch(server.url("/a#sec"))
    retrieval = fetched.retrieval
    assert (retrieval.outcome, retrieval.status, retrieval.via, retrieval.witnessed) == ("ok", 200, "network", True)
    assert (retrieval.requested_url, retrieval.final_url) == (server.url("/a#sec"), server.url("/a"))
    assert (retrieval.authority, retrieval.candidate, retrieval.origin) == (AUTHORITY, None, origin)
    assert (retrieval.retrieved_at, retrieval.robots) == (clock.now(), "not_checked")
    assert (retrieval.media_type.sniffed, retrieval.charset.name) == ("text/html", "utf-8")
    assert fetched.body == PAGE
    assert retrieval.body.digest == retrieval.body.wire_digest == digest(PAGE)
    assert retrieval.body.length == len(PAGE)
    (hop,) = retrieval.hops
    assert (hop.url, hop.status, hop.address, hop.kind) == (server.url("/a"), 200, "127.0.0.1", "request")
    assert hop.unsafe_allow == server.host
    assert archive.read(hop.response_record).block == server.answers["/a"]
    assert archive.read(hop.request_record).block == server.requests[0]


async def test_the_body_is_stored_without_content_coding(fetch, server):
    packed = gzip.compress(PAGE, mtime=0)
    server.answers["/"] = answer(packed, HTML, "Content-Encoding: gzip")
    fetched = await fetch(server.url("/"))
    assert fetched.body == PAGE
    assert (fetched.retrieval.body.digest, fetched.retrieval.body.wire_digest) == (digest(PAGE), digest(packed))
    assert (fetched.retrieval.body.length, fetched.retrieval.body.wire_length) == (len(PAGE), len(packed))


async def test_redirects_are_followed_hop_by_hop(fetch, server, archive):
    server.answers["/old"] = moved("sub/next?x=1#frag", "301 Moved Permanently")
    server.answers["/sub/next?x=1"] = moved(f"//{server.host}/new", "308 Permanent Redirect")
    server.answers["/new"] = answer(PAGE, HTML)
    retrieval = (await fetch(server.url("/old"))).retrieval
    assert retrieval.outcome == "ok"
    assert [(hop.url, hop.status, hop.location, hop.kind) for hop in retrieval.hops] == [
        (server.url("/old"), 301, "sub/next?x=1#frag", "request"),
        (server.url("/sub/next?x=1"), 308, f"//{server.host}/new", "redirect"),
        (server.url("/new"), 200, None, "redirect"),
    ]
    assert retrieval.final_url == server.url("/new")
    assert all(archive.read(hop.response_record).block for hop in retrieval.hops)


@pytest.mark.parametrize(
    ("location", "outcome", "refused"),
    [
        ("http://169.254.169.254/latest", "refused_address", "http://169.254.169.254/latest"),
        ("http://[::ffff:10.0.0.1]/", "refused_address", "http://[::ffff:a00:1]/"),
        ("http://localhost/", "refused_address", "http://localhost/"),
        ("//127.0.0.1/", "refused_address", "http://127.0.0.1/"),
        ("file:///etc/passwd", "refused_scheme", "file:///etc/passwd"),
        ("gopher://127.0.0.1:6379/_x", "refused_scheme", "gopher://127.0.0.1:6379/_x"),
        ("http://user:pass@example.org/", "credentials_in_url", "http://user:pass@example.org/"),
        ("http://example.org:22/", "refused_port", "http://example.org:22/"),
        ("http://[", "invalid_url", None),
    ],
)
async def test_redirects_into_refused_space(fetch, server, location, outcome, refused):
    server.answers["/"] = moved(location)
    retrieval = (await fetch(server.url("/"))).retrieval
    assert (retrieval.outcome, retrieval.refused_url) == (outcome, refused)
    assert [hop.url for hop in retrieval.hops] == [server.url("/")]
    assert (retrieval.final_url, retrieval.body) == (server.url("/"), None)
    assert len(server.requests) == 1


async def test_loops_and_long_ways_end(fetch, server):
    server.answers.update({"/a": moved("/b"), "/b": moved("/a")})
    retrieval = (await fetch(server.url("/a"))).retrieval
    assert (retrieval.outcome, len(retrieval.hops)) == ("too_many_redirects", 2)
    server.answers.update({f"/{n}": moved(f"/{n + 1}") for n in range(6)})
    server.answers["/6"] = answer(PAGE, HTML)
    assert (await fetch(server.url("/0"), max_redirects=6)).retrieval.outcome == "ok"
    retrieval = (await fetch(server.url("/0"), max_redirects=5)).retrieval
    assert (retrieval.outcome, len(retrieval.hops)) == ("too_many_redirects", 6)


async def test_several_locations(fetch, server):
    server.answers["/same"] = answer(b"", "Location: /new", "Location: /new", status="302 Found")
    server.answers["/two"] = answer(b"", "Location: /new", "Location: /other", status="302 Found")
    server.answers["/new"] = answer(PAGE, HTML)
    assert (await fetch(server.url("/same"))).retrieval.outcome == "ok"
    assert (await fetch(server.url("/two"))).retrieval.outcome == "protocol_error"


@pytest.mark.parametrize(
    ("sent", "url"),
    [
        (b"/wiki/Gr\xc3\xbc\xc3\x9fe", "/wiki/Gr%C3%BC%C3%9Fe"),
        (b"/caf\xe9", "/caf%E9"),
        (b"/a b%20c", "/a%20b%20c"),
        ("/手冊".encode(), "/%E6%89%8B%E5%86%8A"),
    ],
)
def test_location_bytes_are_encoded_as_they_were_sent(sent, url):
    assert location_text(sent.decode("latin-1")) == url


async def test_an_immediate_refresh_is_a_hop_through_the_same_door(fetch, server):
    server.answers["/a"] = answer(b"<meta http-equiv=refresh content='0;url=/b'><p>Moved.", HTML)
    server.answers["/b"] = answer(PAGE, HTML)
    retrieval = (await fetch(server.url("/a"))).retrieval
    assert (retrieval.outcome, retrieval.final_url) == ("ok", server.url("/b"))
    assert [hop.kind for hop in retrieval.hops] == ["request", "meta_refresh"]
    server.answers["/b"] = answer(b"<meta http-equiv=refresh content='0;url=http://127.0.0.1/'><p>Moved.", HTML)
    retrieval = (await fetch(server.url("/a"))).retrieval
    assert (retrieval.outcome, retrieval.refused_url) == ("refused_address", "http://127.0.0.1/")


@pytest.mark.parametrize(
    ("raw", "limits", "outcome"),
    [
        (answer(b"<p>Down", HTML, status="503 Service Unavailable"), {}, "http_error"),
        (answer(b"gone", HTML, status="410 Gone"), {}, "http_error"),
        (answer(b"", status="304 Not Modified"), {}, "http_error"),
        (answer(b"", HTML), {}, "empty_body"),
        (answer(b" \r\n ", HTML), {}, "empty_body"),
        (answer(b"PK\x03\x04\x14\0\0", HTML), {}, "unsupported_type"),
        (answer(b"nonsense", HTML, "Content-Encoding: gzip"), {}, "undecodable"),
        (answer(gzip.compress(PAGE, mtime=0)[:-9], HTML, "Content-Encoding: gzip"), {}, "truncated"),
        (
            answer(gzip.compress(bytes(99_999), mtime=0), HTML, "Content-Encoding: gzip"),
            {"max_decoded_bytes": 9_999},
            "too_large",
        ),
        (answer(b"x" * 200_000, HTML), {"max_wire_bytes": 1_000}, "too_large"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n<p>The pool is open from 9 to", {}, "truncated"),
        (answer("<p>托盤必須放平，托盤必須放平".encode("big5"), HTML), {}, "undecodable"),
    ],
)
async def test_pages_that_can_not_be_read(fetch, server, raw, limits, outcome):
    server.answers["/"] = raw
    fetched = await fetch(server.url("/"), **limits)
    assert fetched.retrieval.outcome == outcome
    assert fetched.retrieval.detail.endswith(".")
    assert len(fetched.retrieval.hops) == 1
    assert (fetched.body is None) == (fetched.retrieval.body is None)


async def test_a_short_answer_is_kept_and_says_how_short_it_is(fetch, server, archive):
    server.answers["/"] = b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n<p>The pool is open from 9 to"
    retrieval = (await fetch(server.url("/"))).retrieval
    assert "received 29 bytes, expected 10000" in retrieval.detail
    record = archive.read(retrieval.hops[0].response_record)
    assert (record.block, record.headers["WARC-Truncated"]) == (server.answers["/"], "disconnect")


@pytest.mark.parametrize("url", ["", "no url", "http://exa\tmple.org/", "http://example.org\\@1.1.1.1/", "http://[::1"])
async def test_text_that_is_no_url(fetch, server, url):
    fetched = await fetch(url)
    assert (fetched.retrieval.outcome, fetched.retrieval.requested_url) == ("invalid_url", url)
    assert (fetched.retrieval.hops, fetched.retrieval.final_url, fetched.body) == ((), None, None)
    assert server.requests == []


class Scripted:
    """Plays the web of a case: URLs to statuses and locations."""

    def __init__(self, responses: dict[str, list]) -> None:
        self.responses = responses
        self.sent: list[str] = []

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        self.sent.append(request.url)
        if not request.url.startswith("http"):
            return NoResponse(request.url, "refused_scheme", "Why.", via="network", witnessed=True)
        status, location = self.responses[request.url]
        headers = (("Location", location),) if location else (("Content-Type", "text/html"),)
        body = b"" if location else PAGE
        return HttpResponse(request.url, status, headers, body, via="network", witnessed=True, raw_request=b"GET")


def scripted(transport: Scripted, archive: WarcArchive, clock: FixedClock) -> Retriever:
    return Retriever(transport, archive, FetchPolicy(), clock)


@pytest.mark.data
async def test_downgrade_cases(data_dir: Path, archive, clock, origin):
    folder = data_dir / "cases/B16"
    outcomes = {"https_downgrade": "https_downgrade", "scheme_not_allowed": "refused_scheme", None: "ok"}
    expected = json.loads((folder / "expected.json").read_text())["expect"]["cases"]
    for case, wanted in zip(json.loads((folder / "input.json").read_text()), expected, strict=True):
        retriever = scripted(Scripted(case["responses"]), archive, clock)
        fetched = await retriever.retrieve(case["start"], allowance=Allowance(AUTHORITY), origin=origin)
        assert [hop.url for hop in fetched.retrieval.hops] == wanted["hops"]
        assert fetched.retrieval.outcome == outcomes[wanted.get("reason")]
        assert fetched.retrieval.refused_url == wanted.get("blocked_url")


async def test_https_never_falls_to_http(archive, clock, origin):
    web = Scripted({"https://a.example/x": [302, "/y"], "https://a.example/y": [302, "http://a.example/z"]})
    fetched = await scripted(web, archive, clock).retrieve(
        "https://a.example/x", allowance=Allowance(AUTHORITY), origin=origin
    )
    assert (fetched.retrieval.outcome, fetched.retrieval.refused_url) == ("https_downgrade", "http://a.example/z")
    assert web.sent == ["https://a.example/x", "https://a.example/y"]


async def test_decoding_has_the_time_that_the_exchanges_left(archive, clock, origin):
    policy = FetchPolicy()

    class Slow:
        async def send(self, request: HttpRequest) -> HttpResponse:
            headers = (("Content-Type", "text/html"), ("Content-Encoding", "deflate"))
            body = b"\x00\x00\x00\xff\xff" * 2_000_000 + b"\x03\x00"  # blocks without content
            spent_s = policy.total_timeout_s - 0.001
            return HttpResponse(request.url, 200, headers, body, via="network", witnessed=True, elapsed_s=spent_s)

    fetched = await Retriever(Slow(), archive, policy, clock).retrieve(
        "https://a.example/x", allowance=Allowance(AUTHORITY), origin=origin
    )
    assert (fetched.retrieval.outcome, fetched.body) == ("timeout", None)


async def test_a_mirrored_page_is_not_witnessed(tmp_path, archive, clock, origin):
    (tmp_path / "page.html").write_bytes(PAGE)
    mount = Mount(
        origin=origin,
        base_url="https://example.org/",
        folder=str(tmp_path),
        mounted_at=datetime(2026, 11, 30, tzinfo=UTC),
    )
    retriever = Retriever(MirrorTransport([mount]), archive, FetchPolicy(), clock)
    allowance = Allowance(AUTHORITY, candidate=ContentId("sha256:" + "c" * 64))
    retrieval = (
        await retriever.retrieve("https://example.org/page.html", allowance=allowance, origin=origin)
    ).retrieval
    assert (retrieval.outcome, retrieval.via, retrieval.witnessed) == ("ok", "mirror", False)
    assert retrieval.candidate == allowance.candidate
    assert retrieval.hops[0].address is None
    missing = (await retriever.retrieve("https://example.org/x.html", allowance=allowance, origin=origin)).retrieval
    assert (missing.outcome, missing.status, missing.detail) == ("http_error", 404, "The server answered 404.")
    elsewhere = (await retriever.retrieve("https://other.example/", allowance=allowance, origin=origin)).retrieval
    assert (elsewhere.outcome, elsewhere.hops, elsewhere.via) == ("not_mounted", (), "mirror")


async def test_the_record_comes_back_from_its_canonical_form(fetch, server):
    server.answers["/"] = answer(PAGE, HTML)
    retrieval = (await fetch(server.url("/"))).retrieval
    content = json.loads(retrieval.canonical())
    assert content.pop("kind") == "loccit/retrieval@1"
    assert Retrieval.model_validate(content).id == retrieval.id


async def again(server, archive, clock, origin, url: str, previous: Retrieval) -> Fetched:
    policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=(server.host,)))
    retriever = Retriever(NetworkTransport(policy), archive, policy, clock)
    return await retriever.retrieve(url, allowance=Allowance(AUTHORITY), origin=origin, previous=previous)


VALIDATORS = ('ETag: "v1"', "Last-Modified: Mon, 30 Nov 2026 10:00:00 GMT")


async def test_an_unchanged_page_is_confirmed_not_sent_again(fetch, server, archive, clock, origin):
    server.answers["/"] = answer(PAGE, HTML, *VALIDATORS)
    first = (await fetch(server.url("/"))).retrieval
    assert (first.etag, first.last_modified) == ('"v1"', "Mon, 30 Nov 2026 10:00:00 GMT")
    server.answers["/"] = b"HTTP/1.1 304 Not Modified\r\n\r\n"
    second = await again(server, archive, clock, origin, server.url("/#x"), first)
    assert b'If-None-Match: "v1"\r\nIf-Modified-Since: Mon, 30 Nov 2026 10:00:00 GMT\r\n' in server.requests[1]
    assert (second.retrieval.outcome, second.retrieval.status, second.body) == ("ok", 304, None)
    assert (second.retrieval.confirms, second.retrieval.body) == (first.id, first.body)
    assert (second.retrieval.charset, second.retrieval.media_type) == (first.charset, first.media_type)
    assert second.retrieval.detail == "The server says that the page has not changed since it was read (304)."
    third = await again(server, archive, clock, origin, server.url("/"), second.retrieval)
    assert b'If-None-Match: "v1"' in server.requests[2]
    for retrieval in (second.retrieval, third.retrieval):
        kept = archive.read(retrieval.hops[-1].response_record)
        assert kept.headers["WARC-Type"] == "revisit"
        assert kept.headers["WARC-Refers-To"] == first.hops[-1].response_record


async def test_a_changed_page_is_a_page_of_its_own(fetch, server, archive, clock, origin):
    server.answers["/"] = answer(PAGE, HTML, *VALIDATORS)
    first = (await fetch(server.url("/"))).retrieval
    server.answers["/"] = answer(PAGE + b" New.", HTML, 'ETag: "v2"')
    second = await again(server, archive, clock, origin, server.url("/"), first)
    assert (second.body, second.retrieval.confirms) == (PAGE + b" New.", None)
    assert (second.retrieval.etag, second.retrieval.last_modified) == ('"v2"', None)


@pytest.mark.parametrize(
    "changes",
    [
        {"outcome": "http_error"},
        {"final_url": "http://127.0.0.1:1/other"},
        {"via": "replay"},
        {"body": None},
        {"etag": None, "last_modified": None},
        {"etag": '"a\r\nX-Injected: 1"', "last_modified": "ü"},
    ],
)
async def test_nothing_is_asked_about_what_was_not_read_here(fetch, server, archive, clock, origin, changes):
    server.answers["/"] = answer(PAGE, HTML, *VALIDATORS)
    first = (await fetch(server.url("/"))).retrieval.model_copy(update=changes)
    server.answers["/"] = b"HTTP/1.1 304 Not Modified\r\n\r\n"
    second = await again(server, archive, clock, origin, server.url("/"), first)
    assert b"If-" not in server.requests[1]
    assert b"Injected" not in server.requests[1]
    assert (second.retrieval.outcome, second.retrieval.confirms) == ("http_error", None)


async def test_what_passes_is_tried_again_and_every_attempt_is_kept(fetch, server, archive):
    busy = answer(b"busy", HTML, status="503 Service Unavailable")
    broken = b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf"
    server.answers["/"] = [busy, broken, answer(PAGE, HTML)]
    retrieval = (await fetch(server.url("/"), max_retries=2, retry_delay_ms=1)).retrieval
    assert retrieval.outcome == "ok"
    assert [(hop.kind, hop.status) for hop in retrieval.hops] == [("request", 503), ("retry", None), ("retry", 200)]
    assert archive.read(retrieval.hops[0].response_record).block == busy
    assert archive.read(retrieval.hops[1].response_record).block == broken


async def test_retries_end(fetch, server):
    server.answers["/"] = answer(b"busy", HTML, status="503 Service Unavailable")
    retrieval = (await fetch(server.url("/"), max_retries=2, retry_delay_ms=1)).retrieval
    assert (retrieval.outcome, retrieval.status, len(retrieval.hops)) == ("http_error", 503, 3)
    server.answers["/"] = answer(b"busy", HTML, "Retry-After: 3600", status="503 Service Unavailable")
    assert len((await fetch(server.url("/"), max_retries=2)).retrieval.hops) == 1


async def test_an_archived_copy_says_when_it_was_made_and_of_what(fetch, server):
    links = '</timemap>; rel="timemap"; type="x", <https://example.org/a>; rel="original first", </x>; rel=next'
    memento = ("Memento-Datetime: Wed, 30 May 2007 18:47:52 GMT", f"Link: {links}")
    server.answers["/web/2007/a"] = answer(PAGE, HTML, *memento)
    retrieval = (await fetch(server.url("/web/2007/a"))).retrieval
    assert retrieval.archived_at == datetime(2007, 5, 30, 18, 47, 52, tzinfo=UTC)
    assert (retrieval.original_url, retrieval.witnessed) == ("https://example.org/a", True)
    server.answers["/"] = answer(PAGE, HTML, 'Link: <https://example.org/a>; rel="original"')
    retrieval = (await fetch(server.url("/"))).retrieval
    assert (retrieval.archived_at, retrieval.original_url) == (None, None)


class Renderer:
    """Stands for a browser: what it shows of a page, or why it can't."""

    def __init__(self, shown: HttpResponse | NoResponse) -> None:
        self.shown = shown

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        return self.shown


SHELL = b"<!doctype html><div id=root></div><script src=app.js></script>"


async def test_a_page_that_needs_scripts_is_rendered_where_that_is_possible(fetch, server, archive, clock, origin):
    server.answers["/"] = answer(SHELL, HTML)
    url = server.url("/")
    assert (await fetch(url)).retrieval.outcome == "needs_script"
    policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=(server.host,)))
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    drawn = HttpResponse(url, 200, headers, PAGE, via="browser", witnessed=True, raw_request=b"GET", raw_response=PAGE)
    refused = NoResponse(url, "timeout", "Too slow.", via="browser", witnessed=True)
    for shown, outcome, via, body in ((drawn, "ok", "browser", PAGE), (refused, "needs_script", "network", SHELL)):
        retriever = Retriever(NetworkTransport(policy), archive, policy, clock, renderer=Renderer(shown))
        fetched = await retriever.retrieve(url, allowance=Allowance(AUTHORITY), origin=origin)
        assert (fetched.retrieval.outcome, fetched.retrieval.via, fetched.body) == (outcome, via, body)
        kinds = [hop.kind for hop in fetched.retrieval.hops]
        assert kinds == (["request", "render"] if shown is drawn else ["request"])
