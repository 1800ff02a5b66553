import gzip
import json
import subprocess
import sys
import zipfile
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from warcio.archiveiterator import ArchiveIterator

from loccit.clock import FixedClock
from loccit.errors import Damaged, NotStored
from loccit.ids import digest
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.retrieve.warc import WarcArchive
from loccit.retrieve.warc_segment import ArchiveProblem, parse_lines
from loccit.transport.message import read_response
from loccit.transport.replay import ReplayTransport

pytestmark = pytest.mark.anyio

AT = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
REQUEST = b"GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n"
PLAIN = b"HTTP/1.1 200 OK\r\nX-Folded:   kept as sent\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"


def answered(raw: bytes = PLAIN, *, request: bytes = REQUEST, url: str = "https://example.org/a") -> HttpResponse:
    headers = (("Transfer-Encoding", "chunked"),) if raw is CHUNKED else (("Content-Length", "5"),)
    return HttpResponse(
        url,
        200,
        headers,
        b"hello",
        via="network",
        witnessed=True,
        raw_request=request,
        raw_response=raw,
        address="93.184.216.34",
    )


@pytest.fixture
def archive(tmp_path: Path, clock: FixedClock) -> WarcArchive:
    return WarcArchive(tmp_path / "archive", clock)


def segments(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "archive").glob("*.warc.gz"))


@pytest.mark.parametrize("raw", [PLAIN, CHUNKED])
def test_bytes_come_back_as_they_were_received(archive, raw):
    ids = archive.append(answered(raw), at=AT)
    response, request = archive.read(ids.response_record), archive.read(ids.request_record)
    assert (response.block, request.block) == (raw, REQUEST)
    assert response.headers["WARC-Target-URI"] == "https://example.org/a"
    assert response.headers["WARC-Date"] == "2026-11-30T12:00:00.123456Z"
    assert response.headers["WARC-IP-Address"] == "93.184.216.34"
    assert response.headers["Content-Type"] == "application/http; msgtype=response"
    assert request.headers["WARC-Concurrent-To"] == ids.response_record
    assert list(archive.verify()) == []


@pytest.mark.parametrize("raw", [PLAIN, CHUNKED])
def test_common_readers_find_the_digests_intact(archive, tmp_path, raw):
    archive.append(answered(raw), at=AT)
    archive.close()
    (segment,) = segments(tmp_path)
    with segment.open("rb") as file:
        seen = []
        for record in ArchiveIterator(file, check_digests=True):
            body = record.content_stream().read()
            seen.append((record.rec_type, record.digest_checker.passed, body))
    assert [kind for kind, _, _ in seen] == ["warcinfo", "request", "response"]
    assert all(passed for _, passed, _ in seen)
    assert seen[2][2] == b"hello"
    with segment.open("rb") as file:
        assert all(record.verify_block_digest() for record in FastIterator(file, parse_http=False))


def test_the_payload_digest_is_that_of_the_unframed_body(archive):
    digest = "sha256:FTZE3OS7WCRQ4JXIHMVMLOPCTYNRMHS4D6TUEXTTAQZWFE4LTASA===="
    plain = archive.read(archive.append(answered(PLAIN), at=AT).response_record)
    chunked = archive.read(archive.append(answered(CHUNKED), at=AT).response_record)
    assert plain.headers["WARC-Payload-Digest"] == digest
    assert "WARC-Payload-Digest" not in chunked.headers
    assert chunked.headers["Loccit-Payload-Digest"] == digest


def test_redacted_requests_say_so(archive):
    redacted = b"GET / HTTP/1.1\r\nAuthorization: [redacted]\r\n\r\n"
    ids = archive.append(answered(request=redacted), at=AT)
    assert archive.read(ids.request_record).headers["Loccit-Redacted"] == "credentials"


@pytest.mark.parametrize(
    ("outcome", "reason"), [("timeout", "time"), ("too_large", "length"), ("truncated", "disconnect")]
)
def test_partial_answers_are_kept_and_marked(archive, outcome, reason):
    partial = NoResponse(
        "https://example.org/a",
        outcome,
        "Why.",
        via="network",
        witnessed=True,
        raw_request=REQUEST,
        raw_response=PLAIN[:30],
    )
    record = archive.read(archive.append(partial, at=AT).response_record)
    assert (record.block, record.headers["WARC-Truncated"]) == (PLAIN[:30], reason)


def test_nothing_is_written_where_nothing_was_exchanged(archive, tmp_path):
    refused = NoResponse("https://10.0.0.1/", "refused_address", "Why.", via="network", witnessed=True)
    ids = archive.append(refused, at=AT)
    assert (ids.request_record, ids.response_record, segments(tmp_path)) == (None, None, [])


def test_unwitnessed_exchanges_are_marked(archive):
    mirrored = HttpResponse(
        "https://example.org/a", 200, (), b"", via="mirror", witnessed=False, raw_request=REQUEST, raw_response=PLAIN
    )
    headers = archive.read(archive.append(mirrored, at=AT).response_record).headers
    assert (headers["Loccit-Via"], headers["Loccit-Witnessed"]) == ("mirror", "no")
    assert "WARC-IP-Address" not in headers


UNCHANGED = b'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\n\r\n'


def not_modified() -> HttpResponse:
    return replace(answered(), status=304, headers=(("ETag", '"v1"'),), body=b"", raw_response=UNCHANGED)


def test_an_answer_that_nothing_changed_is_a_revisit_of_the_earlier_response(archive):
    first = archive.append(answered(), at=AT).response_record
    later = archive.append(not_modified(), at=AT + timedelta(days=1), revisits=first).response_record
    latest = archive.append(not_modified(), at=AT + timedelta(days=2), revisits=later).response_record
    for one in (later, latest):
        record = archive.read(one)
        assert record.block == UNCHANGED
        assert record.headers["WARC-Type"] == "revisit"
        assert record.headers["WARC-Profile"] == "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
        assert record.headers["Content-Type"] == "application/http; msgtype=response"
        assert record.headers["WARC-Refers-To"] == first
        assert record.headers["WARC-Refers-To-Target-URI"] == "https://example.org/a"
        assert record.headers["WARC-Refers-To-Date"] == "2026-11-30T12:00:00.123456Z"
        assert record.headers["Loccit-Payload-Digest"] == archive.read(first).headers["WARC-Payload-Digest"]
    assert list(archive.verify()) == []


def test_an_answer_that_nothing_changed_since_what_is_lost_refers_to_nothing(archive):
    request = archive.append(answered(), at=AT).request_record
    for lost in ("<urn:uuid:none>", request):
        record = archive.read(archive.append(not_modified(), at=AT, revisits=lost).response_record)
        assert record.headers["WARC-Type"] == "response"
        assert not any(name.startswith("WARC-Refers-To") for name in record.headers)


@pytest.mark.parametrize("raw", [PLAIN, CHUNKED])
def test_common_readers_follow_a_revisit(archive, tmp_path, program, raw):
    first = archive.append(answered(raw), at=AT).response_record
    archive.append(not_modified(), at=AT + timedelta(days=1), revisits=first)
    (segment,) = segments(tmp_path)
    bodies = {}
    with segment.open("rb") as file:
        for record in ArchiveIterator(file, check_digests=True):
            assert record.digest_checker.passed is not False
            field = record.rec_headers.get_header
            if record.rec_type == "response":
                place = field("WARC-Target-URI"), field("WARC-Date")
                bodies[place] = record.content_stream().read()
            if record.rec_type == "revisit":
                assert record.http_headers.get_statuscode() == "304"
                referred = bodies[field("WARC-Refers-To-Target-URI"), field("WARC-Refers-To-Date")]
    assert referred == b"hello"
    with segment.open("rb") as file:
        fields = {record.headers["WARC-Type"]: dict(record.headers) for record in FastIterator(file)}
    assert fields["revisit"]["WARC-Refers-To"] == fields["response"]["WARC-Record-ID"]
    for parse_http in (False, True):
        with segment.open("rb") as file:
            for record in FastIterator(file, parse_http=parse_http):
                if not parse_http:
                    assert record.verify_block_digest()
                elif "WARC-Payload-Digest" in record.headers:
                    assert record.verify_payload_digest()
    tool = program("wacz", package="run tools/install-test-extras")
    made = tmp_path / "made.wacz"
    subprocess.run([tool, "create", "-o", made, segment], check=True, capture_output=True)
    with zipfile.ZipFile(made) as archived:
        index = gzip.decompress(archived.read("indexes/index.cdx.gz")).decode()
    lines = [json.loads(line.split(" ", 2)[2]) for line in index.splitlines() if " " in line]
    assert [(line["url"], line.get("mime"), line["status"]) for line in lines] == [
        ("https://example.org/a", None, "200"),
        ("https://example.org/a", "warc/revisit", "304"),
    ]


async def test_a_page_that_was_confirmed_is_replayed_with_its_body(archive, tmp_path):
    first = archive.append(answered(), at=AT).response_record
    archive.append(not_modified(), at=AT + timedelta(days=1), revisits=first)
    replay = ReplayTransport(segments(tmp_path), max_bytes=1_000_000)
    found = await replay.send(HttpRequest("https://example.org/a"))
    assert isinstance(found, HttpResponse)
    assert (found.status, found.body, found.archived_at) == (200, b"hello", AT + timedelta(days=1))


def test_segments_are_rotated(tmp_path, clock):
    archive = WarcArchive(tmp_path / "archive", clock, max_segment_bytes=1)
    ids = [archive.append(answered(), at=AT).response_record for _ in range(3)]
    assert len(segments(tmp_path)) == 3
    assert [archive.read(one).block for one in ids] == [PLAIN] * 3


def test_another_archive_over_the_folder_finds_the_records(archive, tmp_path, clock):
    other = WarcArchive(tmp_path / "archive", clock)
    first = archive.append(answered(), at=AT).response_record
    assert other.read(first).block == PLAIN
    second = archive.append(answered(CHUNKED), at=AT).response_record
    assert other.read(second).block == CHUNKED
    with pytest.raises(NotStored, match="<urn:uuid:none>: no segment"):
        other.read("<urn:uuid:none>")


def test_the_lines_can_be_rebuilt_from_the_segment(archive, tmp_path, clock):
    ids = archive.append(answered(), at=AT)
    archive.close()
    (segment,) = segments(tmp_path)
    segment.with_name(segment.name + ".jsonl").unlink()
    other = WarcArchive(tmp_path / "archive", clock)
    assert other.read(ids.response_record).block == PLAIN
    (problem,) = other.verify()
    assert problem.sentence == "No digests lie beside the segment; its records are not checked."


def test_a_member_is_an_archive_of_one_record(archive):
    ids = archive.append(answered(), at=AT)
    (record,) = ArchiveIterator(BytesIO(archive.member(ids.response_record)))
    assert record.rec_headers.get_header("WARC-Record-ID") == ids.response_record


def places(segment: Path) -> list[dict]:
    return [json.loads(line) for line in segment.with_name(segment.name + ".jsonl").read_text().splitlines()]


@pytest.mark.parametrize("which", [0, 1, 2])
def test_one_flipped_byte_is_named_with_its_record(archive, tmp_path, clock, which):
    archive.append(answered(), at=AT)
    archive.close()
    (segment,) = segments(tmp_path)
    place = places(segment)[which]
    data = bytearray(segment.read_bytes())
    data[place["offset"] + place["length"] // 2] ^= 1
    segment.write_bytes(data)
    other = WarcArchive(tmp_path / "archive", clock)
    (problem,) = other.verify()
    assert (problem.record_id, problem.offset) == (place["record_id"], place["offset"])
    with pytest.raises(Damaged, match="differ from the digest"):
        other.read(place["record_id"])


def test_a_cut_tail_is_named_with_its_record(archive, tmp_path, clock):
    ids = archive.append(answered(), at=AT)
    archive.close()
    (segment,) = segments(tmp_path)
    segment.write_bytes(segment.read_bytes()[:-1])
    other = WarcArchive(tmp_path / "archive", clock)
    (problem,) = other.verify()
    assert problem.record_id in {ids.request_record, ids.response_record}
    assert problem.sentence == "The segment is cut off inside it."


def test_a_line_that_was_taken_out_is_named_with_its_record(archive, tmp_path, clock):
    ids = archive.append(answered(), at=AT)
    archive.close()
    (segment,) = segments(tmp_path)
    lines = segment.with_name(segment.name + ".jsonl")
    kept = lines.read_text().splitlines(keepends=True)
    lines.write_text(kept[0] + kept[2])
    (problem,) = WarcArchive(tmp_path / "archive", clock).verify()
    assert problem.record_id in {ids.request_record, ids.response_record}
    assert "Its line beside the segment is missing or damaged" in problem.sentence


def findings(archive: WarcArchive, ids: list[str]) -> tuple[list[ArchiveProblem], list[tuple[str, int, int]]]:
    """What an archive says of itself, when its records were asked for too."""
    for record_id in ids:
        with suppress(NotStored, Damaged):
            archive.read(record_id)
    return list(archive.verify()), list(archive.tails())


@pytest.mark.parametrize("mask", [0x01, 0x20, 0xFF])
def test_any_flipped_byte_beside_a_segment_is_named_with_its_record(archive, tmp_path, clock, mask):
    archive.append(answered(), at=AT)
    (lines,) = tmp_path.rglob("*.jsonl")
    data = lines.read_bytes()
    ids = [json.loads(line)["record_id"] for line in data.splitlines()]
    whole, _ = parse_lines(data)
    for at in range(len(data)):
        flipped = bytearray(data)
        flipped[at] ^= mask
        lines.write_bytes(flipped)
        problems, _ = findings(WarcArchive(lines.parent, clock), ids)
        broken = ids[data.count(b"\n", 0, at)]
        # A space between two fields may become another that means as little.
        assert broken in {one.record_id for one in problems} or parse_lines(bytes(flipped)) == (whole, 0), at
        assert {one.record_id for one in problems} <= {broken, None, *ids[ids.index(broken) :][:2]}, at


def test_lines_that_were_cut_off_anywhere_are_said_and_read(archive, tmp_path, clock):
    archive.append(answered(), at=AT)
    (lines,) = tmp_path.rglob("*.jsonl")
    data = lines.read_bytes()
    ids = [json.loads(line)["record_id"] for line in data.splitlines()]
    for length in range(len(data)):
        lines.write_bytes(data[:length])
        problems, tails = findings(WarcArchive(lines.parent, clock), ids)
        assert not problems
        assert len(tails) == 1, length


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 100_000,
        b'{"record_id":"<a>","type":"response","offset":0,"length":' + b"9" * 400 + b',"sha256":null}',
        b'{"record_id":"<a>","type":"response","offset":9223372036854775807,"length":1,"sha256":"sha256:0"}',
        b'{"record_id":"<a>","type":"response","offset":' + b"9" * 30 + b',"length":1,"sha256":"sha256:0"}',
        b'{"record_id":"<a>","type":"response","offset":0,"length":99999999999999999,"sha256":"sha256:0"}',
        b'{"record_id":"\\ud800","type":"response","offset":0,"length":1,"sha256":"sha256:0"}',
        b"\xff\xfe\x00",
        b"null",
    ],
)
def test_a_line_of_any_kind_is_a_finding(archive, tmp_path, clock, line):
    archive.append(answered(), at=AT)
    (lines,) = tmp_path.rglob("*.jsonl")
    lines.write_bytes(lines.read_bytes() + line + b"\n")
    problems, _ = findings(WarcArchive(lines.parent, clock), ["<a>", "<urn:uuid:none>"])
    assert len(problems) == 1


def test_a_folder_in_place_of_lines_is_said(archive, tmp_path, clock):
    ids = archive.append(answered(), at=AT)
    (lines,) = tmp_path.rglob("*.jsonl")
    lines.unlink()
    lines.mkdir()
    other = WarcArchive(lines.parent, clock)
    assert [one.sentence[:29] for one in other.verify()] == ["No digests lie beside the seg"]
    assert other.read(ids.response_record).block == PLAIN


@pytest.mark.parametrize("mask", [0x01, 0xFF])
def test_any_flipped_byte_of_a_segment_is_named_with_its_record(archive, tmp_path, clock, mask):
    archive.append(answered(), at=AT)
    (segment,) = segments(tmp_path)
    data = segment.read_bytes()
    known = places(segment)
    for at in range(len(data)):
        flipped = bytearray(data)
        flipped[at] ^= mask
        segment.write_bytes(flipped)
        broken = next(one for one in known if one["offset"] <= at < one["offset"] + one["length"])
        problems = list(WarcArchive(segment.parent, clock).verify())
        assert [(one.record_id, one.offset) for one in problems] == [(broken["record_id"], broken["offset"])], at


def test_a_segment_that_was_cut_off_anywhere_is_said_of_each_record_that_is_lost(archive, tmp_path, clock):
    archive.append(answered(), at=AT)
    (segment,) = segments(tmp_path)
    data = segment.read_bytes()
    known = places(segment)
    for length in range(len(data)):
        segment.write_bytes(data[:length])
        lost = [one["record_id"] for one in known if one["offset"] + one["length"] > length]
        problems = list(WarcArchive(segment.parent, clock).verify())
        assert [one.record_id for one in problems] == lost, length


def test_bytes_of_no_record_between_two_are_named(archive, tmp_path, clock):
    archive.append(answered(), at=AT)
    archive.close()
    (segment,) = segments(tmp_path)
    lines = segment.with_name(segment.name + ".jsonl")
    first, second, third = (json.loads(line) for line in lines.read_text().splitlines())
    data = segment.read_bytes()
    segment.write_bytes(data[: third["offset"]] + b"garbage" + data[third["offset"] :])
    third["offset"] += len(b"garbage")
    lines.write_text("".join(json.dumps(one) + "\n" for one in (first, second, third)))
    (problem,) = WarcArchive(tmp_path / "archive", clock).verify()
    assert problem.record_id is None
    assert problem.sentence.endswith("belong to no known record.")


def test_a_missing_segment_is_named(archive, tmp_path, clock):
    archive.append(answered(), at=AT)
    archive.close()
    (segment,) = segments(tmp_path)
    segment.unlink()
    (problem,) = WarcArchive(tmp_path / "archive", clock).verify()
    assert (problem.segment, problem.sentence) == (segment.name, "The segment is missing; its digests are there.")


def test_what_a_crash_left_unfinished_was_never_acknowledged(archive, tmp_path, clock):
    ids = archive.append(answered(), at=AT)
    archive.close()
    (segment,) = segments(tmp_path)
    with segment.open("ab") as file:
        file.write(b"\x1f\x8b\x08half a member")
    with segment.with_name(segment.name + ".jsonl").open("ab") as file:
        file.write(b'{"record_id": "<urn:uuid:ha')
    other = WarcArchive(tmp_path / "archive", clock)
    assert list(other.verify()) == []
    assert other.read(ids.response_record).block == PLAIN
    other.append(answered(), at=AT)
    assert len(segments(tmp_path)) == 2


_PROGRAM = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from loccit.clock import FixedClock
from loccit.ids import digest
from loccit.protocols import NoResponse
from loccit.retrieve.warc import WarcArchive

at = datetime(2026, 11, 30, 12, tzinfo=UTC)
archive = WarcArchive(Path(sys.argv[1]), FixedClock(at))
for _ in range(5):
    exchange = NoResponse("https://example.org/", "timeout", "Why.", via="network", witnessed=True, raw_response=b"x")
    print(archive.append(exchange, at=at).response_record)
"""


def test_several_processes_write_segments_of_their_own(tmp_path, clock):
    folder = tmp_path / "archive"
    command = [sys.executable, "-c", _PROGRAM, str(folder)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    ids = [line for process in running for line in process.communicate(timeout=60)[0].splitlines()]
    archive = WarcArchive(folder, clock)
    assert len(segments(tmp_path)) == 2
    assert [archive.read(one).block for one in ids] == [b"x"] * 10
    assert list(archive.verify()) == []


@pytest.mark.data
def test_equal_bodies_in_different_chunks_have_one_digest(data_dir: Path):
    expected = json.loads((data_dir / "cases/B82/expected.json").read_text())["expect"]
    for name in ("a.http", "b.http"):
        message = read_response((data_dir / "cases/B82" / name).read_bytes())
        assert digest(message.body) == f"sha256:{expected['payload_sha256']}"
        assert len(message.body) == expected["payload_bytes"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("offset", -61),
        ("offset", 3.6),
        ("offset", "3"),
        ("offset", True),
        ("length", -1),
        ("record_id", []),
        ("type", 1),
        ("sha256", 5),
        ("other", 1),
    ],
)
def test_a_line_that_is_json_and_no_place_is_named(archive, tmp_path, clock, field, value):
    archive.append(answered(), at=AT)
    (lines,) = tmp_path.rglob("*.jsonl")
    first, second, *rest = lines.read_text().splitlines()
    lines.write_text("\n".join([first, json.dumps({**json.loads(second), field: value}), *rest]) + "\n")
    problems = [problem.sentence for problem in WarcArchive(lines.parent, clock).verify()]
    assert problems[0] == "1 of its lines can't be read."
    assert "Its line beside the segment is missing or damaged" in problems[1]


def test_bytes_behind_the_last_record_are_told(archive, tmp_path, clock):
    archive.append(answered(), at=AT)
    (segment,) = tmp_path.rglob("*.warc.gz")
    length = segment.stat().st_size
    assert list(archive.tails()) == []
    segment.write_bytes(segment.read_bytes() + b"junkjunk")
    again = WarcArchive(segment.parent, clock)
    assert list(again.tails()) == [(segment.name, length, 8)]
    assert list(again.verify()) == []


def test_a_folder_in_place_of_a_segment_is_named(archive, tmp_path, clock):
    archive.append(answered(), at=AT)
    (segment,) = tmp_path.rglob("*.warc.gz")
    segment.unlink()
    segment.mkdir()
    assert [one.sentence for one in WarcArchive(segment.parent, clock).verify()] == ["It is no file."]
