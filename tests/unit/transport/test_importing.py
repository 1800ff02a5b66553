import gzip
import hashlib
import json
import os
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from loccit.errors import BadInput
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.transport.archive_index import index_of, is_indexed, read_through
from loccit.transport.importing import import_archive, imported_files
from loccit.transport.replay import ReplayTransport

# warcio leaves the temporary files of its writer open.
pytestmark = [pytest.mark.anyio, pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")]

PAGE = b"<p>The tray must be level before the first use."
URL = "https://example.org/manual"


def foreign_warc(*, packed: bool = True, pages: int = 3) -> bytes:
    """An archive as warcio writes it: warcinfo, then responses with SHA-1 digests."""
    out = BytesIO()
    writer = WARCWriter(out, gzip=packed)
    writer.write_record(writer.create_warcinfo_record("pages.warc.gz", {"software": "warcio"}))
    for number in range(pages):
        head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
        body = PAGE + b"%d" % number + bytes(range(256))
        writer.write_record(
            writer.create_warc_record(f"{URL}/{number}", "response", payload=BytesIO(body), http_headers=head)
        )
    return out.getvalue()


def wacz(
    members: dict[str, bytes],
    *,
    stated: dict[str, str] | None = None,
    compression: int = zipfile.ZIP_STORED,
    left_out: str = "",
) -> bytes:
    out = BytesIO()
    digests = {name: f"sha256:{hashlib.sha256(data).hexdigest()}" for name, data in members.items()} | (stated or {})
    resources = [{"name": Path(name).name, "path": name, "hash": digests[name]} for name in members]
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, data in members.items():
            if name != left_out:
                archive.writestr(name, data)
        archive.writestr("datapackage.json", json.dumps({"wacz_version": "1.1.1", "resources": resources}))
    return out.getvalue()


@pytest.fixture
def take(tmp_path: Path):
    def run(data: bytes, name: str = "pages.warc.gz"):
        file = tmp_path / name
        file.write_bytes(data)
        return import_archive(file, tmp_path / "imported")

    return run


@pytest.mark.parametrize("packed", [True, False])
async def test_what_another_tool_wrote_is_replayed(take, tmp_path, packed):
    data = foreign_warc(packed=packed)
    report = take(data, "pages.warc.gz" if packed else "pages.warc")
    (imported,) = report.files
    assert (report.problems, imported.records, imported.pages) == ((), 4, 3)
    assert imported.path.read_bytes() == data
    assert imported.digest == f"sha256:{hashlib.sha256(data).hexdigest()}"
    assert imported_files(tmp_path / "imported") == [imported.path]
    found = await ReplayTransport([imported.path], max_bytes=1_000_000).send(HttpRequest(f"{URL}/1"))
    assert isinstance(found, HttpResponse)
    assert found.body == PAGE + b"1" + bytes(range(256))
    assert (found.via, found.witnessed, found.archived_at is not None) == ("replay", False, True)


def test_taking_it_in_again_changes_nothing(take, tmp_path):
    data = foreign_warc()
    first, second = take(data), take(data, "other-name.warc.gz")
    assert first.files[0].path == second.files[0].path
    name = first.files[0].path.name
    assert {path.name for path in (tmp_path / "imported").iterdir()} == {name, f"{name}.index"}


def offsets(data: bytes) -> list[int]:
    """Where the gzip members of an archive begin."""
    return [at for at in range(len(data)) if data[at : at + 3] == b"\x1f\x8b\x08" and _is_member(data[at:])]


def _is_member(data: bytes) -> bool:
    try:
        return gzip.GzipFile(fileobj=BytesIO(data)).read(5) == b"WARC/"
    except (OSError, EOFError):
        return False


@pytest.mark.parametrize("which", [1, 2, 3])
async def test_one_flipped_byte_is_named_with_its_record_and_the_others_are_served(take, which):
    data = bytearray(foreign_warc())
    places = [*offsets(bytes(data)), len(data)]
    ids = [record_id(bytes(data), at) for at in places[:-1]]
    data[places[which] + (places[which + 1] - places[which]) * 3 // 4] ^= 1
    report = take(bytes(data))
    assert {(problem.record_id, problem.offset) for problem in report.problems} == {(ids[which], places[which])}
    replay = ReplayTransport([report.files[0].path], max_bytes=1_000_000)
    for number in {0, 1, 2} - {which - 1}:
        found = await replay.send(HttpRequest(f"{URL}/{number}"))
        assert isinstance(found, HttpResponse), number


def record_id(data: bytes, at: int) -> str:
    head = gzip.GzipFile(fileobj=BytesIO(data[at:])).read(600)
    return head.partition(b"WARC-Record-ID: ")[2].partition(b"\r\n")[0].decode()


def test_one_flipped_byte_in_a_plain_file_is_found_by_the_digest(take):
    data = bytearray(foreign_warc(packed=False))
    at = bytes(data).index(PAGE + b"1")
    data[at] ^= 1
    (problem,) = take(bytes(data), "pages.warc").problems
    assert problem.sentence == "Its bytes differ from its WARC-Block-Digest."
    assert problem.record_id is not None


def test_a_cut_tail_is_named_with_its_record(take):
    data = foreign_warc()
    last = offsets(data)[-1]
    (problem,) = take(data[:-40]).problems
    assert (problem.record_id, problem.offset) == (record_id(data, last), last)


async def test_a_wacz_is_opened_and_its_digests_compared(take):
    data = wacz({"archive/one.warc.gz": foreign_warc(), "pages/pages.jsonl": b"{}", "../escape.warc": b"WARC/1.1"})
    report = take(data, "collection.wacz")
    (imported,) = report.files
    assert (imported.name, imported.pages, report.problems) == ("archive/one.warc.gz", 3, ())
    assert isinstance(
        await ReplayTransport([imported.path], max_bytes=1_000_000).send(HttpRequest(f"{URL}/0")), HttpResponse
    )
    wrong = {"archive/one.warc.gz": "sha256:" + "0" * 64}
    (problem,) = take(wacz({"archive/one.warc.gz": foreign_warc()}, stated=wrong), "wrong.wacz").problems
    assert problem.sentence == "Its bytes differ from the digest in datapackage.json."


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_any_flipped_byte_of_a_wacz_is_said_or_changes_nothing(take, compression):
    data = foreign_warc(pages=2)
    whole = wacz({"archive/one.warc.gz": data}, compression=compression)
    starts, inside = offsets(data), whole.find(data)
    refused: list[int] = []
    pages = read_through(take(data).files[0].path).pages
    for at in range(0, len(whole), 1 if inside < 0 else 3):
        flipped = bytearray(whole)
        flipped[at] ^= 0x11
        try:
            report = take(bytes(flipped), "flipped.wacz")
        except BadInput:
            refused.append(at)
            continue
        assert report.problems or [one.digest for one in report.files] == [digest(data)], at
        if 0 <= inside <= at < inside + len(data):
            start = max(one for one in starts if one <= at - inside)
            # A packed byte may change and unpack to the same: the time of a member, a code that is not used.
            same = read_through(report.files[0].path).pages == pages
            assert same or start in {problem.offset for problem in report.problems}, at
    # What is no zip any more, or lists nothing, is refused whole; a damaged record never makes it so.
    assert not [at for at in refused if 0 <= inside <= at < inside + len(data)]


def digest(data: bytes) -> str:
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def test_a_file_that_is_listed_and_not_there_is_said(take):
    members = {"archive/one.warc.gz": foreign_warc(), "archive/two.warc.gz": foreign_warc()}
    (problem,) = take(wacz(members, left_out="archive/two.warc.gz"), "less.wacz").problems
    assert (problem.file, problem.sentence) == (
        "archive/two.warc.gz",
        "It is listed in datapackage.json and is not there.",
    )


async def test_a_record_of_any_length_is_read_through_and_not_kept(take):
    big = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + bytes(3_000_000)
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:big>\r\nWARC-Date: 2024-05-01T00:00:00Z\r\n"
        f"WARC-Target-URI: {URL}/big\r\nContent-Length: {len(big)}\r\n\r\n"
    )
    data = gzip.compress(head.encode() + big + b"\r\n\r\n") + foreign_warc()
    report = take(data)
    assert (report.problems, report.files[0].pages) == ((), 4)
    replay = ReplayTransport([report.files[0].path], max_bytes=1_000_000)
    refused = await replay.send(HttpRequest(f"{URL}/big"))
    assert isinstance(refused, NoResponse)
    assert refused.outcome == "too_large"
    assert refused.detail.endswith(f"has {len(big)} bytes, over the limit of 1000000.")
    assert isinstance(await replay.send(HttpRequest(f"{URL}/0")), HttpResponse)


def test_the_index_beside_an_import_is_used_and_made_again_where_it_does_not_hold(take):
    path = take(foreign_warc()).files[0].path
    beside = path.with_name(f"{path.name}.index")
    kept = beside.read_bytes()
    expected = read_through(path)
    assert is_indexed(path)
    for at in range(len(kept)):
        flipped = bytearray(kept)
        flipped[at] ^= 1
        beside.write_bytes(flipped)
        assert index_of(path) == expected, at
    for length in range(len(kept)):
        beside.write_bytes(kept[:length])
        assert index_of(path) == expected, length
    beside.write_bytes(kept)
    os.utime(path, ns=(1, 1))
    assert not is_indexed(path)
    assert index_of(path) == expected


async def test_a_byte_that_changes_after_the_import_is_noticed_when_its_record_is_read(take):
    # The head of a plain record has no check value of its own; the index has one.
    path = take(foreign_warc(packed=False), "pages.warc").files[0].path
    times = path.stat()
    data = path.read_bytes()
    path.write_bytes(data.replace(b"Content-Type: application/http", b"Content-Type: application/hXtp"))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    found = await ReplayTransport([path], max_bytes=1_000_000).send(HttpRequest(f"{URL}/1"))
    assert isinstance(found, NoResponse)
    assert (found.outcome, "other bytes than it had" in found.detail) == ("truncated", True)


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("page.html", b"<p>no archive</p>", "expected a WARC or WACZ file"),
        ("empty.warc", b"", "expected a WARC or WACZ file"),
        ("other.zip", b"PK\x03\x04nonsense", "expected a WACZ file"),
        ("none.wacz", wacz({"pages/pages.jsonl": b"{}"}), "found no record there"),
    ],
)
def test_what_is_no_archive_leaves_nothing_behind(take, tmp_path, name, data, expected):
    with pytest.raises(BadInput, match=expected):
        take(data, name)
    assert list((tmp_path / "imported").iterdir()) == []


def test_a_zip_without_a_description_is_no_wacz(take):
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("archive/one.warc.gz", foreign_warc())
    with pytest.raises(BadInput, match=r"datapackage\.json"):
        take(out.getvalue(), "other.zip")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadInput, match="expected a file that can be read"):
        import_archive(tmp_path / "none.warc", tmp_path / "imported")
    assert imported_files(tmp_path / "imported") == []


@pytest.fixture
def made(tmp_path, program):
    """A WACZ as the common tool makes it, and what is in it."""
    tool = program("wacz", package="run tools/install-test-extras")

    def make(data: bytes, name: str = "pages.warc.gz") -> dict[str, bytes]:
        (tmp_path / name).write_bytes(data)
        out = tmp_path / "made.wacz"
        subprocess.run([tool, "create", "-o", out, tmp_path / name], check=True, capture_output=True)
        with zipfile.ZipFile(out) as archive:
            return {one: archive.read(one) for one in archive.namelist()}

    return make


def rewritten(members: dict[str, bytes], name: str, data: bytes) -> bytes:
    """The WACZ with other bytes of one file, whose check value in the ZIP archive is right."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for one, content in members.items():
            archive.writestr(one, data if one == name else content)
    return out.getvalue()


def every_kind() -> bytes:
    """Records of every kind that other tools write and index."""
    out = BytesIO()
    writer = WARCWriter(out, gzip=True)
    writer.write_record(writer.create_warcinfo_record("pages.warc.gz", {"software": "warcio"}))
    head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
    for url in (f"{URL}/ü", f"{URL}/a b", f"{URL}/plain"):
        writer.write_record(writer.create_warc_record(url, "response", BytesIO(PAGE), http_headers=head))
    writer.write_record(writer.create_revisit_record(URL, "sha1:" + "A" * 32, f"{URL}/plain", "2024-05-01T00:00:00Z"))
    for kind in ("resource", "metadata", "conversion"):
        writer.write_record(writer.create_warc_record(f"{URL}/{kind}", kind, BytesIO(PAGE)))
    writer.write_record(writer.create_warc_record("urn:pageinfo:x", "resource", BytesIO(b"{}")))
    return out.getvalue()


def test_a_wacz_of_the_common_tool(take, made):
    members = made(foreign_warc())
    report = take(rewritten(members, "", b""), "other.wacz")
    assert (len(report.files), report.files[0].pages, report.problems) == (1, 3, ())
    members = made(every_kind())
    assert take(rewritten(members, "", b""), "other.wacz").problems == ()


CDX = "indexes/index.cdx.gz"


def test_an_index_that_names_other_records_is_said(take, made):
    members = made(foreign_warc())
    index = gzip.decompress(members[CDX])
    lines = [json.loads(line.split(b" ", 2)[2]) for line in index.splitlines()]
    at, second = int(lines[0]["offset"]), int(lines[1]["offset"])
    other = index.replace(b'"offset": "%d"' % at, b'"offset": "%d"' % second, 1)
    report = take(rewritten(members, CDX, gzip.compress(other)), "other.wacz")
    changed, named = report.problems
    assert (changed.file, changed.sentence) == (CDX, "Its bytes differ from the digest in datapackage.json.")
    assert (named.file, named.target, named.offset) == ("archive/pages.warc.gz", lines[0]["url"], second)
    assert named.sentence == f"{CDX} says that the record of this address begins there."
    moved = take(
        rewritten(members, CDX, gzip.compress(index.replace(b"pages.warc.gz", b"other.warc.gz"))), "other.wacz"
    )
    assert {one.sentence for one in moved.problems[1:]} == {"It names the file other.warc.gz, which is not there."}
    junk = take(rewritten(members, CDX, gzip.compress(b"\x00junk\n[\n{}\n" + b"{" * 300_000)), "other.wacz")
    assert junk.problems[1].sentence == "5 of its lines can't be read."


def test_any_flipped_byte_of_an_index_is_said(take, made):
    members = made(foreign_warc(pages=1))
    for at in range(len(members[CDX])):
        flipped = bytearray(members[CDX])
        flipped[at] ^= 1
        report = take(rewritten(members, CDX, bytes(flipped)), "flipped.wacz")
        assert CDX in {one.file for one in report.problems}, at
        assert len(report.files) == 1


def test_any_flipped_byte_of_a_record_in_an_indexed_wacz_is_named_with_it_even_where_it_has_no_check_value(take, made):
    data = foreign_warc(packed=False, pages=2)
    members = made(data, "pages.warc")
    name = "archive/pages.warc"
    starts = [at for at in range(len(data)) if data[at:].startswith(b"WARC/1.")]
    addresses = {at: f"{URL}/{number}" for number, at in enumerate(starts[1:])}
    for at in range(starts[1], len(data), 3):
        flipped = bytearray(data)
        flipped[at] ^= 1
        report = take(rewritten(members, name, bytes(flipped)), "flipped.wacz")
        start = max(one for one in starts if one <= at)
        told = [one for one in report.problems if one.offset == start]
        assert told, at
        assert addresses[start] in {one.target for one in told} or told[0].record_id, at
