import gzip
from io import BytesIO
from pathlib import Path

import pytest
from backports.zstd import ZstdDict, compress, train_dict
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from loccit.transport.warc_file import Damage, RecordPlace, WarcPart, read_part, scan

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

URL = "https://example.org/manual"
UNUSED_GZIP_BYTES = range(4, 10)
"""Of a member's header: time, level and system (RFC 1952, 2.3), which nothing is made of."""


def member(number: int, *, digests: bool = True) -> bytes:
    """One response as warcio writes it, not packed."""
    out = BytesIO()
    writer = WARCWriter(out, gzip=False)
    head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
    body = b"<p>Part %d of the machine: " % number + bytes(range(100))
    writer.write_record(writer.create_warc_record(f"{URL}/{number}", "response", BytesIO(body), http_headers=head))
    data = out.getvalue()
    if not digests:
        data = b"".join(line for line in data.splitlines(keepends=True) if b"-Digest:" not in line)
    return data


def read(file: Path, data: bytes) -> list[WarcPart | Damage]:
    file.write_bytes(data)
    return list(scan(file))


def sound(found: list[WarcPart | Damage]) -> dict[int, str]:
    """Digests of the records that are taken for what their writer wrote, by where they begin."""
    return {one.place.offset: one.digest for one in found if isinstance(one, WarcPart) and one.sound}


def named(found: list[WarcPart | Damage]) -> set[int]:
    """Where the records begin that something is said of."""
    return {one.place.offset for one in found if isinstance(one, Damage) or one.problem is not None}


@pytest.mark.parametrize("digests", [True, False])
@pytest.mark.parametrize("mask", [0x01, 0xFF])
def test_any_flipped_byte_of_a_packed_file_is_named_with_its_record_and_the_others_are_read(tmp_path, digests, mask):
    members = [gzip.compress(member(number, digests=digests), mtime=0) for number in range(3)]
    data = b"".join(members)
    starts = [0, len(members[0]), len(members[0]) + len(members[1])]
    whole = sound(read(tmp_path / "a.warc.gz", data))
    assert list(whole) == starts
    for at in range(len(data)):
        start = max(one for one in starts if one <= at)
        flipped = bytearray(data)
        flipped[at] ^= mask
        found = read(tmp_path / "a.warc.gz", bytes(flipped))
        # A packed byte may change and unpack to the same: the time of a member, a code that is not used.
        if not named(found):
            assert sound(found) == whole, at
        else:
            assert named(found) == {start}, at
            assert at - start not in UNUSED_GZIP_BYTES
            assert sound(found).items() >= {one: whole[one] for one in starts if one != start}.items(), at


def test_a_damaged_record_is_named_with_its_id_and_address_where_these_can_be_read(tmp_path):
    packed = gzip.compress(member(0))
    record_id = gzip.decompress(packed).partition(b"WARC-Record-ID: ")[2].partition(b"\r\n")[0].decode()
    for at in (1, 2, len(packed) - 6, len(packed) - 1, len(packed) - 40):
        flipped = bytearray(packed)
        flipped[at] ^= 0x10
        (found,) = read(tmp_path / "a.warc.gz", bytes(flipped))
        assert (found.record_id, found.target) == (record_id, f"{URL}/0"), at


def test_any_flipped_byte_of_a_plain_file_is_named_but_in_a_head_which_has_no_check_value(tmp_path):
    records = [member(number) for number in range(3)]
    data = b"".join(records)
    starts = [0, len(records[0]), len(records[0]) + len(records[1])]
    whole = sound(read(tmp_path / "a.warc", data))
    for at in range(len(data)):
        start = max(one for one in starts if one <= at)
        in_head = at < data.index(b"\r\n\r\n", start) + 4
        flipped = bytearray(data)
        flipped[at] ^= 1
        found = read(tmp_path / "a.warc", bytes(flipped))
        assert in_head or start in named(found), at
        assert named(found) <= {start, at}, at
        assert sound(found).items() >= {one: whole[one] for one in starts if one != start}.items(), at


@pytest.mark.parametrize("packed", [True, False])
def test_a_tail_cut_anywhere_is_named_with_its_record(tmp_path, packed):
    records = [gzip.compress(member(number)) if packed else member(number) for number in range(2)]
    data = b"".join(records)
    for length in range(len(records[0]) + 1, len(data)):
        assert named(read(tmp_path / "a.warc", data[:length])) == {len(records[0])}, length


def test_a_later_change_of_a_byte_in_a_plain_head_changes_the_digest(tmp_path):
    data = member(0)
    (part,) = read(tmp_path / "a.warc", data)
    (other,) = read(tmp_path / "a.warc", data.replace(b"/manual/0", b"/manual/8"))
    assert isinstance(part, WarcPart)
    assert isinstance(other, WarcPart)
    assert part.digest != other.digest


def test_many_records_in_one_member_are_found_and_read(tmp_path):
    file = tmp_path / "a.warc.gz"
    records = [member(number) for number in range(3)]
    found = read(file, gzip.compress(b"".join(records)))
    assert [one.place for one in found] == [
        RecordPlace(0, 0),
        RecordPlace(0, len(records[0])),
        RecordPlace(0, len(records[0]) + len(records[1])),
    ]
    last = read_part(file, found[2].place, max_bytes=10_000)
    assert isinstance(last, WarcPart)
    assert (last.target, last.digest) == (f"{URL}/2", found[2].digest)
    assert last.block is not None
    assert b"Part 2 of the machine" in last.block


@pytest.mark.parametrize("with_dictionary", [False, True])
def test_zstd_frames_with_a_dictionary_or_without(tmp_path, with_dictionary):
    records = [member(number) for number in range(3)]
    dictionary: ZstdDict | None = None
    front = b""
    if with_dictionary:
        dictionary = train_dict([member(number) for number in range(50)], 2_000)
        content = compress(dictionary.dict_content)
        front = b"\x5d\x2a\x4d\x18" + len(content).to_bytes(4, "little") + content
    frames = [compress(one, zstd_dict=dictionary) for one in records]
    file = tmp_path / "a.warc.zst"
    found = read(file, front + b"".join(frames))
    assert [one.target for one in found] == [f"{URL}/{number}" for number in range(3)]
    assert named(found) == set()
    part = read_part(file, found[1].place, max_bytes=10_000)
    assert isinstance(part, WarcPart)
    assert part.digest == found[1].digest
    cut = read(file, (front + b"".join(frames))[:-3])
    assert named(cut) == {len(front) + len(frames[0]) + len(frames[1])}


def test_a_record_larger_than_was_asked_for_has_no_block_and_no_problem(tmp_path):
    file = tmp_path / "a.warc.gz"
    (found,) = read(file, gzip.compress(member(0)))
    part = read_part(file, found.place, max_bytes=100)
    assert isinstance(part, WarcPart)
    assert (part.block, part.problem, part.sound, part.length > 100) == (None, None, True, True)


@pytest.mark.parametrize(
    ("line", "other", "sentence"),
    [
        (b"WARC-Date:", b"WARC-Dato:", "It lacks WARC-Date."),
        (b"WARC-Target-URI:", b"X-Target-URI:", "It lacks WARC-Target-URI."),
        (b"WARC-Type: response", b"WARC-Type: respons", "Its WARC-Type, 'respons', is none of the standard."),
        (b"Content-Type: app", b"Content-Type\x7f app", "A line of its head can't be read."),
    ],
)
def test_what_is_wrong_with_a_head_is_said_and_its_block_is_read(tmp_path, line, other, sentence):
    data = member(0).replace(line, other, 1)
    found = read(tmp_path / "a.warc", data)
    assert [(one.problem, one.sound) for one in found if isinstance(one, WarcPart)] == [(sentence, True)]


def test_a_digest_of_the_payload_alone_is_compared(tmp_path):
    data = b"".join(line for line in member(0).splitlines(keepends=True) if b"WARC-Block-Digest" not in line)
    assert named(read(tmp_path / "a.warc", data)) == set()
    (found,) = read(tmp_path / "a.warc", data.replace(b"machine", b"machinE"))
    assert isinstance(found, WarcPart)
    assert found.problem == "Its bytes differ from its WARC-Payload-Digest."


def test_a_head_without_end_is_no_record_and_takes_no_memory(tmp_path):
    found = read(tmp_path / "a.warc", b"WARC/1.1\r\n" + b"a" * 10_000_000)
    assert [type(one) for one in found] == [Damage]
