import gzip
import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from loccit.errors import BadInput
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.records import Mount, Origin
from loccit.transport.mirror import MirrorTransport

pytestmark = pytest.mark.anyio


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    (folder / "sub").mkdir(parents=True)
    (folder / "index.html").write_text("home")
    (folder / "sub" / "index.html").write_text("sub")
    (folder / "a b.html").write_text("space")
    (folder / "手冊.html").write_text("manual")
    (folder / "index.html.ko.euc-kr").write_bytes("안녕".encode("euc-kr"))
    (folder / "packed.html.gz").write_bytes(gzip.compress(b"packed", mtime=0))
    (folder / "down.html.response.json").write_text('{"status": 503, "headers": {"Retry-After": "120"}}')
    (folder / "gone.html").write_text("gone for good")
    (folder / "gone.html.response.json").write_text('{"status": 410}')
    (tmp_path / "secret.html").write_text("secret")
    return folder


@pytest.fixture
def mirror(site: Path, origin: Origin) -> MirrorTransport:
    return MirrorTransport([mount("https://example.org/docs/", site, origin)])


def mount(base_url: str, folder: Path, origin: Origin) -> Mount:
    return Mount(origin=origin, base_url=base_url, folder=str(folder), mounted_at=datetime(2026, 11, 30, tzinfo=UTC))


async def get(transport: MirrorTransport, url: str, method: str = "GET") -> HttpResponse:
    response = await transport.send(HttpRequest(url, method=method))
    assert isinstance(response, HttpResponse)
    return response


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("", b"home"),
        ("index.html?x=1#top", b"home"),
        ("sub/", b"sub"),
        ("a%20b.html", b"space"),
        ("%E6%89%8B%E5%86%8A.html", b"manual"),
        ("手冊.html", b"manual"),
        ("sub/../index.html", b"home"),
        ("packed.html.gz", gzip.compress(b"packed", mtime=0)),
    ],
)
async def test_paths_name_files(mirror, path, body):
    response = await get(mirror, f"https://example.org/docs/{path}")
    assert response.status == 200
    assert response.body[:2] == body[:2]
    assert path.endswith(".gz") or response.body == body


async def test_a_response_is_marked_and_archived_as_a_message(mirror):
    response = await get(mirror, "https://example.org/docs/index.html.ko.euc-kr")
    assert (response.via, response.witnessed, response.address) == ("mirror", False, None)
    assert response.headers == (("Content-Type", "text/html; charset=euc-kr"), ("Content-Language", "ko"))
    assert response.raw_request == b"GET /docs/index.html.ko.euc-kr HTTP/1.1\r\nHost: example.org\r\n\r\n"
    assert response.raw_response == (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=euc-kr\r\nContent-Language: ko\r\n"
        b"Content-Length: 4\r\n\r\n" + "안녕".encode("euc-kr")
    )


async def test_a_folder_without_slash_redirects_to_itself(mirror):
    response = await get(mirror, "https://example.org/docs/sub?x=1")
    assert (response.status, response.header("location")) == (301, "https://example.org/docs/sub/?x=1")
    response = await get(mirror, "https://example.org/docs")
    assert (response.status, response.header("location")) == (301, "https://example.org/docs/")


async def test_files_that_say_how_they_are_answered(mirror):
    down = await get(mirror, "https://example.org/docs/down.html")
    assert (down.status, down.headers, down.body) == (503, (("Retry-After", "120"),), b"")
    gone = await get(mirror, "https://example.org/docs/gone.html")
    assert (gone.status, gone.header("content-type"), gone.body) == (410, "text/html", b"gone for good")
    for name in ("down.html.response.json", "gone.html.response.json"):
        assert (await get(mirror, f"https://example.org/docs/{name}")).status == 404


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "it is no JSON"),
        ("[]", "expected a JSON object"),
        ('{"code": 503}', "expected a JSON object"),
        ('{"status": "503"}', "status: expected a whole number from 200 to 599"),
        ('{"status": 99}', "status: expected a whole number from 200 to 599"),
        ('{"status": true}', "status: expected a whole number from 200 to 599"),
        ('{"headers": {"A": 1}}', "headers: expected an object of strings"),
    ],
)
async def test_a_bad_answer_file_is_named(mirror, site, text, complaint):
    sidecar = site / "bad.html.response.json"
    sidecar.write_text(text)
    with pytest.raises(BadInput, match=complaint) as raised:
        await get(mirror, "https://example.org/docs/bad.html")
    assert raised.value.field == str(sidecar)


@pytest.mark.parametrize(
    "path",
    [
        "nope.html",
        "index.html/",
        "index.html/x",
        "..%2fsecret.html",
        "%2e%2e%2fsecret.html",
        "sub/..%5c..%5csecret.html",
        "%00",
        "index.html%00.txt",
        "link.html",
        "linked/secret.html",
        "pipe.html",
        "%ff%fe.html",
        "x" * 300 + ".html",
        "loop.html",
    ],
)
async def test_nothing_outside_the_folder_is_read(mirror, site, path):
    (site / "link.html").symlink_to(site.parent / "secret.html")
    (site / "linked").symlink_to(site.parent)
    (site / "loop.html").symlink_to("loop.html")
    os.mkfifo(site / "pipe.html")
    response = await get(mirror, f"https://example.org/docs/{path}")
    assert (response.status, response.body) == (404, b"404\n")


async def test_links_within_the_folder_are_followed(mirror, site):
    (site / "again.html").symlink_to(site / "index.html")
    assert (await get(mirror, "https://example.org/docs/again.html")).body == b"home"


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/docs/../x",
        "https://example.org/docs/%2e%2e/secret.html",
        "https://example.org/docsx/index.html",
        "https://example.org/",
        "http://example.org/docs/",
        "https://example.org:8443/docs/",
        "https://www.example.org/docs/",
    ],
)
async def test_what_no_mount_covers(mirror, url):
    response = await mirror.send(HttpRequest(url))
    assert isinstance(response, NoResponse)
    assert (response.outcome, response.via, response.witnessed) == ("not_mounted", "mirror", False)
    assert not mirror.covers(url)


async def test_the_longest_base_wins(site, tmp_path, origin):
    other = tmp_path / "other"
    other.mkdir()
    (other / "index.html").write_text("other")
    mirror = MirrorTransport(
        [mount("https://example.org/docs", site, origin), mount("https://example.org/docs/sub", other, origin)]
    )
    assert (await get(mirror, "https://example.org/docs/sub/")).body == b"other"
    assert (await get(mirror, "https://example.org/docs/")).body == b"home"


async def test_methods(mirror):
    head = await get(mirror, "https://example.org/docs/", method="HEAD")
    assert (head.status, head.body, head.header("Content-Length")) == (200, b"", "4")
    assert (await get(mirror, "https://example.org/docs/", method="POST")).status == 405


async def test_large_files_are_not_loaded(site, origin):
    mirror = MirrorTransport([mount("https://example.org/", site, origin)], max_bytes=3)
    response = await mirror.send(HttpRequest("https://example.org/index.html"))
    assert isinstance(response, NoResponse)
    assert response.outcome == "too_large"


@pytest.mark.parametrize("base", ["ftp://example.org/", "nothing", "https://example.org/?x", "https://u@example.org/"])
def test_a_base_must_be_a_web_address(base, site, origin):
    with pytest.raises(BadInput, match="base_url: expected an http or https URL"):
        MirrorTransport([mount(base, site, origin)])


def test_a_folder_must_be_there(tmp_path, origin):
    with pytest.raises(BadInput, match="folder: expected a folder"):
        MirrorTransport([mount("https://example.org/", tmp_path / "nope", origin)])


async def test_secrets_do_not_show_in_the_recorded_request(mirror):
    request = HttpRequest("https://example.org/docs/", headers=(("X-Key", "k"),), secrets=frozenset({"x-key"}))
    response = await mirror.send(request)
    assert response.raw_request == b"GET /docs/ HTTP/1.1\r\nHost: example.org\r\nX-Key: [redacted]\r\n\r\n"


async def test_installed_documentation_is_served(debian_docs, origin):
    mirror = MirrorTransport([mount("https://docs.python.org/3.11/", debian_docs["python"], origin)])
    response = await get(mirror, "https://docs.python.org/3.11/library/asyncio-runner.html")
    assert (response.status, response.header("Content-Type")) == (200, "text/html")
    assert json.dumps("asyncio.run").strip('"').encode() in response.body
