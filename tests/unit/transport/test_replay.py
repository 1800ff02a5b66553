import gzip
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from loccit.errors import BadInput
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.transport.replay import ReplayTransport

pytestmark = pytest.mark.anyio

START = datetime(2026, 11, 1, tzinfo=UTC)
PAGE = b"<p>The tray must be level."


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
    return ReplayTransport([file], max_bytes=1_000_000)


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
    replay = ReplayTransport([file], max_bytes=1_000_000)
    assert (await replay.send(HttpRequest("https://example.org/a"))).body == b"a" * 1000
    found = await replay.send(HttpRequest("https://example.org/b"))
    assert isinstance(found, NoResponse)
    assert found.outcome == "truncated"


def test_damage_between_records_is_reported(tmp_path):
    file = tmp_path / "damaged.warc.gz"
    file.write_bytes(gzip.compress(RECORDS[1]) + b"\x00damage")
    replay = ReplayTransport([file], max_bytes=1_000_000)
    assert replay.covers("https://example.org/a")
    (sentence,) = replay.problems
    offset = len(gzip.compress(RECORDS[1]))
    assert sentence == f"{file}, byte {offset}: Its packed bytes are damaged (incorrect header check)."


def test_files_must_be_archives(tmp_path):
    with pytest.raises(BadInput, match="expected a WARC file"):
        ReplayTransport([tmp_path / "nope.warc"], max_bytes=1_000_000)
    (tmp_path / "page.html").write_text("<p>no archive</p>")
    with pytest.raises(BadInput, match="expected a WARC file"):
        ReplayTransport([tmp_path / "page.html"], max_bytes=1_000_000)
    (tmp_path / "empty.warc").touch()
    with pytest.raises(BadInput, match="found no record in it"):
        ReplayTransport([tmp_path / "empty.warc"], max_bytes=1_000_000)


def revisit(url: str, block: bytes, *headers: str, day: int) -> bytes:
    date = (START + timedelta(days=day)).strftime("%Y-%m-%dT%H:%M:%SZ")
    lines = [
        "WARC/1.1",
        "WARC-Type: revisit",
        f"WARC-Record-ID: <urn:uuid:revisit-{day}>",
        f"WARC-Date: {date}",
        f"WARC-Target-URI: {url}",
        "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
        *headers,
        "Content-Type: application/http; msgtype=response",
        f"Content-Length: {len(block)}",
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def replay_of(folder: Path, *records: bytes) -> ReplayTransport:
    file = folder / "revisits.warc.gz"
    file.write_bytes(b"".join(gzip.compress(one) for one in records))
    return ReplayTransport([file], max_bytes=1_000_000)


ORIGINAL = record("https://example.org/a", response(b"4\r\nbody\r\n0\r\n\r\n", "Transfer-Encoding: chunked"), day=1)
BY_ID = "WARC-Refers-To: <urn:uuid:response-1>"
BY_DATE = (
    "WARC-Refers-To-Target-URI: https://example.org/a",
    "WARC-Refers-To-Date: 2026-11-02T00:00:00.000000Z",
)


@pytest.mark.parametrize("reference", [(BY_ID,), BY_DATE])
async def test_a_revisit_has_its_own_head_and_the_body_it_refers_to(tmp_path, reference):
    head = b"HTTP/1.1 203 Fine\r\nContent-Type: text/html\r\nX-Seen: again\r\nContent-Length: 4\r\n\r\n"
    replay = replay_of(tmp_path, ORIGINAL, revisit("https://example.org/b", head, *reference, day=9))
    found = await replay.send(HttpRequest("https://example.org/b"))
    assert (found.status, found.header("X-Seen"), found.body) == (203, "again", b"body")
    assert found.archived_at == START + timedelta(days=9)
    assert found.raw_response.endswith(b"Content-Length: 4\r\n\r\nbody")


async def test_a_revisit_that_says_not_modified_is_the_page_it_refers_to(tmp_path):
    head = b"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n"
    replay = replay_of(tmp_path, ORIGINAL, revisit("https://example.org/a", head, BY_ID, day=9))
    found = await replay.send(HttpRequest("https://example.org/a"))
    assert (found.status, found.body, found.archived_at) == (200, b"body", START + timedelta(days=9))


async def test_a_revisit_of_what_no_archive_holds(tmp_path):
    replay = replay_of(
        tmp_path,
        revisit("https://example.org/b", b"", "WARC-Refers-To: <urn:uuid:elsewhere>", day=9),
        revisit("https://example.org/c", b"", "WARC-Refers-To: <urn:uuid:revisit-8>", day=8),
    )
    for url in ("https://example.org/b", "https://example.org/c"):
        found = await replay.send(HttpRequest(url))
        assert isinstance(found, NoResponse)
        assert "refers to a record that no archive here holds" in found.detail


async def test_an_answer_that_nothing_changed_is_no_page(tmp_path):
    later = record("https://example.org/a", b"HTTP/1.1 304 Not Modified\r\n\r\n", day=5)
    found = await replay_of(tmp_path, ORIGINAL, later).send(HttpRequest("https://example.org/a"))
    assert (found.status, found.archived_at) == (200, START + timedelta(days=1))


async def test_a_resource_answers_as_a_success(tmp_path):
    resource = record("https://example.org/r", PAGE, day=1, kind="resource").replace(
        b"application/http; msgtype=resource", b"text/html; charset=utf-8"
    )
    found = await replay_of(tmp_path, resource).send(HttpRequest("https://example.org/r"))
    assert (found.status, found.header("Content-Type"), found.body) == (200, "text/html; charset=utf-8", PAGE)


async def test_the_head_of_a_newer_protocol_is_understood(tmp_path):
    block = b"HTTP/2 200\r\ncontent-type: text/html\r\ncontent-length: 99\r\n\r\n" + PAGE
    found = await replay_of(tmp_path, record("https://example.org/h2", block)).send(
        HttpRequest("https://example.org/h2")
    )
    assert (found.status, found.body) == (200, PAGE)


async def test_bytes_that_differ_from_their_digest_are_no_answer(tmp_path):
    one = record("https://example.org/a", response(b"body")).replace(
        b"Content-Type: application",
        b"WARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\nContent-Type: application",
    )
    found = await replay_of(tmp_path, one).send(HttpRequest("https://example.org/a"))
    assert isinstance(found, NoResponse)
    assert "differ from its WARC-Block-Digest" in found.detail
