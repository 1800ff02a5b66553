"""Archives as sources of the index: WARC and WACZ files that others made."""

import gzip
import hashlib
import json
import os
import zipfile
from base64 import b32encode

import anyio
import pytest

from loccit.errors import BadInput
from loccit.records import Failure

URL = "https://maker.example"


def record(url, payload, *, date="2024-05-01T00:00:00Z", kind="response", more=""):
    """A WARC record whose block is an HTTP message, with the digest that other tools write."""
    sha1 = b32encode(hashlib.sha1(payload, usedforsecurity=False).digest()).decode()
    name = hashlib.sha256(url.encode() + date.encode()).hexdigest()[:12]
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{name}>\r\nWARC-Date: {date}\r\n"
        f"WARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"WARC-Block-Digest: sha1:{sha1}\r\n{more}Content-Length: {len(payload)}\r\n\r\n"
    )
    return head.encode() + payload + b"\r\n\r\n"


def http(body, kind="text/html; charset=utf-8", status="200 OK", more=""):
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def page(title, text):
    return http(f"<title>{title}</title><main><h1>{title}</h1><p>{text}</p></main>".encode())


@pytest.fixture
def archive(bench):
    def write(*records, name="crawl.warc.gz"):
        path = bench.home / name
        path.write_bytes(b"".join(gzip.compress(one, mtime=0) if name.endswith("gz") else one for one in records))
        return path

    return write


@pytest.fixture
def index(bench):
    def run(file):
        with bench.open() as pipeline:
            return anyio.run(pipeline.index_archive, file)

    return run


def counts(report):
    return report.pages_indexed, report.pages_unchanged, report.pages_passed_over, report.pages_removed


def found(bench, query):
    with bench.open() as pipeline:
        return [(hit.url, str(hit.captured_at)[:10]) for hit in pipeline.parts.index.search(query, limit=9)]


TRAY = page("Tray", "The tray must be level before the first use of the machine, and it must stay level.")
RACK = page("Rack", "The rack slides on two rails, which are to be oiled once a year with linseed oil.")


@pytest.mark.parametrize("name", ["crawl.warc", "crawl.warc.gz"])
def test_pages_of_an_archive_are_found_and_read_from_it(bench, archive, index, name):
    notes = http(b"Notes: the lid closes with a click.", "text/plain")
    style, absent = http(b"p {}", "text/css"), http(b"<p>The pump is not here.", status="404 Not Found")
    moved = http(b"<p>The pump has moved.", status="301 Moved Permanently", more=f"Location: {URL}/tray\r\n")
    data = http(b'{"tray": "level"}', "application/json")
    file = archive(
        record(f"{URL}/tray", TRAY),
        record(f"{URL}/notes.txt", notes),
        record(f"{URL}/style.css", style),
        record(f"{URL}/absent", absent),
        record(f"{URL}/moved", moved),
        record(f"{URL}/data", data),
        name=name,
    )
    report = index(file)
    assert (report.pages_seen, counts(report), report.failures, report.problems) == (6, (2, 0, 4, 0), (), ())
    assert [one.name for one in report.archives] == [name]
    assert found(bench, "tray level") == [(f"{URL}/tray", "2024-05-01")]
    assert found(bench, "lid click") == [(f"{URL}/notes.txt", "2024-05-01")]
    assert found(bench, "pump") == []
    result = bench.ask("How must the tray stand?", "The tray must be level before the first use.")
    (reading,) = [one for one in result.readings if one.retrieval.requested_url == f"{URL}/tray"]
    assert (reading.retrieval.via, str(reading.retrieval.archived_at)[:10]) == ("replay", "2024-05-01")
    assert result.judged[0].finding.state == "supported"
    assert bench.network.urls == []
    assert bench.problems() == ()


def test_of_several_copies_the_newest_is_indexed_under_its_own_date(bench, archive, index):
    old = page("Tray", "The tray may tilt, says the old edition of this manual.")
    file = archive(
        record(f"{URL}/tray", TRAY, date="2024-05-01T00:00:00Z"),
        record(f"{URL}/tray", old, date="2020-01-01T00:00:00Z"),
    )
    assert counts(index(file)) == (1, 0, 0, 0)
    assert found(bench, "tray level") == [(f"{URL}/tray", "2024-05-01")]
    assert found(bench, "tilt") == []


def test_of_copies_in_several_archives_the_newest_is_found(bench, archive, index):
    old = page("Tray", "The tray may tilt, says the old edition of this manual.")
    new = archive(record(f"{URL}/tray", TRAY, date="2024-05-01T00:00:00Z"), name="new.warc")
    index(new)
    index(archive(record(f"{URL}/tray", old, date="2020-01-01T00:00:00Z"), name="old.warc"))
    assert found(bench, "tray") == [(f"{URL}/tray", "2024-05-01")]
    archive(record(f"{URL}/rack", RACK), name="new.warc")
    assert counts(index(new)) == (1, 0, 0, 1)
    assert found(bench, "tray") == [(f"{URL}/tray", "2020-01-01")]


def test_an_unchanged_archive_is_not_read_again(bench, archive, index):
    file = archive(record(f"{URL}/tray", TRAY), record(f"{URL}/rack", RACK))
    index(file)
    head = bench.head()
    again = index(file)
    assert (again.pages_seen, counts(again), again.archives) == (2, (0, 2, 0, 0), ())
    os.utime(file, ns=(1, 1))
    assert counts(index(file)) == (0, 2, 0, 0)
    assert bench.head() == head


def test_a_changed_archive_is_read_again_and_only_its_own_pages_go(bench, archive, index):
    bench.mount("https://shelf.example/", {"a.html": bench.html("Shelf", "The shelf carries rails.")})
    index(archive(record("https://other.example/rails", RACK), name="other.warc"))
    file = archive(record(f"{URL}/tray", TRAY), record(f"{URL}/rack", RACK))
    index(file)
    archive(record(f"{URL}/tray", TRAY), record(f"{URL}/lid", page("Lid", "The lid closes.")))
    assert counts(index(file)) == (1, 1, 0, 1)
    assert found(bench, "rails") == [
        ("https://other.example/rails", "2024-05-01"),
        ("https://shelf.example/a.html", "None"),
    ]
    assert found(bench, "lid") == [(f"{URL}/lid", "2024-05-01")]


def test_a_copy_that_was_taken_in_and_is_lost_is_taken_in_again(bench, archive, index):
    file = archive(record(f"{URL}/tray", TRAY))
    index(file)
    for copy in (bench.workspace / "imports").iterdir():
        copy.unlink()
    assert counts(index(file)) == (0, 1, 0, 0)
    result = bench.ask("How must the tray stand?", "The tray must be level before the first use.")
    assert result.judged[0].finding.state == "supported"


def test_a_damaged_record_is_named_and_the_rest_is_indexed(bench, archive, index):
    whole = [record(f"{URL}/{number}", page(f"Part {number}", f"Part {number} of the machine.")) for number in range(4)]
    broken = whole[1].replace(b"Part 1 of the", b"Part 9 of the")
    report = index(archive(whole[0], broken, *whole[2:]))
    assert counts(report) == (3, 0, 0, 0)
    (failure,) = report.failures
    assert (failure.subject, failure.code) == (f"{URL}/1", "truncated")
    assert "differ from its WARC-Block-Digest" in failure.sentence
    assert len(report.problems) == 1
    assert "crawl.warc.gz, byte" in report.problems[0]
    with bench.open() as pipeline:
        assert [one.subject for one in pipeline.store.records(Failure)] == [f"{URL}/1"]


def test_a_member_that_can_not_be_unpacked_is_named_and_the_rest_is_indexed(bench, archive, index):
    file = archive(
        *(record(f"{URL}/{number}", page(f"Part {number}", "A part of the machine.")) for number in range(4))
    )
    data = bytearray(file.read_bytes())
    second = data.index(b"\x1f\x8b\x08", 10)
    data[second + 40 : second + 60] = bytes(20)
    file.write_bytes(data)
    report = index(file)
    assert counts(report) == (3, 0, 0, 0)
    (problem,) = report.problems
    assert f"byte {second}: " in problem
    assert "Its packed bytes are damaged" in problem


def test_a_revisit_is_the_page_it_refers_to(bench, archive, index):
    again = http(b"", more="")
    more = (
        "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\n"
        f"WARC-Refers-To-Target-URI: {URL}/tray\r\nWARC-Refers-To-Date: 2024-05-01T00:00:00Z\r\n"
    )
    revisit = record(f"{URL}/tray", again, date="2025-06-01T00:00:00Z", kind="revisit", more=more)
    assert counts(index(archive(record(f"{URL}/tray", TRAY), revisit))) == (1, 0, 0, 0)
    assert found(bench, "tray level") == [(f"{URL}/tray", "2025-06-01")]


def test_a_wacz_is_indexed_with_all_its_files(bench, index):
    members = {
        "archive/a.warc.gz": gzip.compress(record(f"{URL}/tray", TRAY)),
        "archive/b.warc": record(f"{URL}/rack", RACK),
    }
    resources = [
        {"name": name[8:], "path": name, "hash": f"sha256:{hashlib.sha256(data).hexdigest()}", "bytes": len(data)}
        for name, data in members.items()
    ]
    file = bench.home / "crawl.wacz"
    with zipfile.ZipFile(file, "w") as packed:
        for name, data in members.items():
            packed.writestr(name, data)
        packed.writestr("datapackage.json", json.dumps({"profile": "data-package", "resources": resources}))
    report = index(file)
    assert (counts(report), report.problems, report.source) == ((2, 0, 0, 0), (), file.resolve().as_uri())
    assert found(bench, "rails") == [(f"{URL}/rack", "2024-05-01")]
    assert counts(index(file)) == (0, 2, 0, 0)


def test_a_mounted_site_answers_for_its_addresses_before_any_archive(bench, archive, index):
    bench.mount(f"{URL}/", {"tray": "x", "rack.html": bench.html("Rack", "The rack of the mounted site.")})
    file = archive(record(f"{URL}/tray", TRAY), record("https://other.example/rails", RACK))
    assert (index(file).pages_seen, found(bench, "level")) == (1, [])
    assert found(bench, "rails") == [("https://other.example/rails", "2024-05-01")]


def test_a_site_that_is_mounted_later_takes_its_addresses_over(bench, archive, index):
    index(archive(record(f"{URL}/tray", TRAY), record("https://other.example/rails", RACK)))
    bench.mount(f"{URL}/", {"rack.html": bench.html("Rack", "The rack of the mounted site.")})
    assert found(bench, "level") == []
    assert found(bench, "rails") == [("https://other.example/rails", "2024-05-01")]


@pytest.mark.parametrize("data", [b"", b"plain text", b"PK\x03\x04 no zip", b"\x1f\x8b\x08broken"])
def test_what_is_no_archive_is_named(bench, index, data):
    file = bench.home / "thing.warc.gz"
    file.write_bytes(data)
    with pytest.raises(BadInput, match=r"thing\.warc\.gz: expected a WA"):
        index(file)
    with pytest.raises(BadInput, match="expected a file that can be read"):
        index(bench.home / "absent.warc")
