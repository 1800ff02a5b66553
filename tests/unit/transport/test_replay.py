import gzip
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from loccit.errors import BadInput
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.transport.replay import ReplayTransport

pytestmark = pytest.mark.anyio

START = datetime(2026, 11, 1, tzinfo=UTC)


def record(url: str, block: bytes, *, day: int = 0, kind: str = "response") -> bytes:
    date = (START + timedelta(days=day)).strftime("%Y-%m-%dT%H:%M:%SZ")
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{kind}-{day}>\r\nWARC-Date: {date}\r\n"
        f"WARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype={kind}\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def response(body: bytes, *headers: str) -> bytes:
    head = "\r\n".join(["HTTP/1.1 200 OK", "Content-Type: text/html", *headers])
    return head.encode() + b"\r\n\r\n" + body


RECORDS = [
    record("https://example.org/a", b"GET /a HTTP/1.1\r\n\r\n", kind="request"),
    record("https://example.org/a", response(b"new"), day=2),
    record("https://example.org/a", response(b"old"), day=1),
    record(
        "<https://example.org/b?q=%C3%BC>", response(b"4\r\nbody\r\n0\r\n\r\n", "Transfer-Encoding: chunked"), day=3
    ),
    record("https://example.org/c", response(b"bare", "Transfer-Encoding: chunked"), day=4),
    record("https://example.org/cut", response(b"bo", "Content-Length: 4")[:20], day=5),
]


@pytest.fixture(params=["plain", "gzip"])
def replay(request, tmp_path: Path) -> ReplayTransport:
    file = tmp_path / "pages.warc"
    packed = request.param == "gzip"
    file.write_bytes(b"".join(gzip.compress(one) if packed else one for one in RECORDS))
    return ReplayTransport([file])


@pytest.mark.parametrize(
    ("url", "body"),
    [
        ("https://example.org/a#sec", b"new"),
        ("https://example.org/b?q=ü", b"body"),
        ("https://example.org/c", b"bare"),
    ],
)
async def test_the_newest_response_for_exactly_this_url(replay, url, body):
    found = await replay.send(HttpRequest(url))
    assert isinstance(found, HttpResponse)
    assert (found.status, found.body, found.via, found.witnessed) == (200, body, "replay", False)
    assert found.header("content-type") == "text/html"


async def test_the_raw_response_is_the_archived_block(replay):
    found = await replay.send(HttpRequest("https://example.org/b?q=%C3%BC"))
    assert found.raw_response == response(b"4\r\nbody\r\n0\r\n\r\n", "Transfer-Encoding: chunked")


@pytest.mark.parametrize("url", ["http://example.org/a", "https://example.org/", "https://example.org/a?"])
async def test_what_is_not_archived(replay, url):
    found = await replay.send(HttpRequest(url))
    assert isinstance(found, NoResponse)
    assert (found.outcome, found.via) == ("not_archived", "replay")
    assert not replay.covers(url)


async def test_an_incomplete_response_is_no_page(replay):
    found = await replay.send(HttpRequest("https://example.org/cut"))
    assert isinstance(found, NoResponse)
    assert found.outcome == "truncated"


async def test_a_cut_tail_is_noticed_and_the_rest_served(tmp_path):
    file = tmp_path / "cut.warc.gz"
    whole = gzip.compress(record("https://example.org/a", response(b"a" * 1000)))
    cut = gzip.compress(record("https://example.org/b", response(b"".join(b"%d" % n for n in range(999)))))
    file.write_bytes(whole + cut[:-200])
    replay = ReplayTransport([file])
    assert (await replay.send(HttpRequest("https://example.org/a"))).body == b"a" * 1000
    found = await replay.send(HttpRequest("https://example.org/b"))
    assert isinstance(found, NoResponse)
    assert found.outcome == "truncated"


def test_damage_between_records_is_reported(tmp_path):
    file = tmp_path / "damaged.warc.gz"
    file.write_bytes(gzip.compress(RECORDS[1]) + b"\x00damage")
    replay = ReplayTransport([file])
    assert replay.covers("https://example.org/a")
    assert len(replay.problems) == 1
    assert "can't be read beyond its record 1" in replay.problems[0]


def test_files_must_be_archives(tmp_path):
    with pytest.raises(BadInput, match="expected a WARC file"):
        ReplayTransport([tmp_path / "nope.warc"])
    (tmp_path / "page.html").write_text("<p>no archive</p>")
    with pytest.raises(BadInput, match="expected a WARC file"):
        ReplayTransport([tmp_path / "page.html"])
    (tmp_path / "empty.warc").touch()
    with pytest.raises(BadInput, match="found no record in it"):
        ReplayTransport([tmp_path / "empty.warc"])
