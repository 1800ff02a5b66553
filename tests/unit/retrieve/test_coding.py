import gzip
import tracemalloc
import zlib

import brotli
import pytest
from backports import zstd

from loccit.retrieve.coding import decode_beginning, decode_content

TEXT = "Wadah harus rata. 托盤必須放平。".encode() * 5_000
CODED = {
    "gzip": gzip.compress(TEXT, mtime=0),
    "x-gzip": gzip.compress(TEXT, mtime=0),
    "deflate": zlib.compress(TEXT),
    "br": brotli.compress(TEXT),
    "zstd": zstd.compress(TEXT),
}
CAP = 10_000_000


@pytest.mark.parametrize("coding", CODED)
def test_one_coding_is_removed(coding):
    decoded = decode_content(f" {coding.upper()} ", CODED[coding], max_bytes=CAP)
    assert (decoded.outcome, decoded.body) == ("ok", TEXT)


@pytest.mark.parametrize("coding", CODED)
def test_a_body_of_exactly_the_cap_passes_and_one_more_does_not(coding):
    assert decode_content(coding, CODED[coding], max_bytes=len(TEXT)).body == TEXT
    decoded = decode_content(coding, CODED[coding], max_bytes=len(TEXT) - 1)
    assert (decoded.outcome, decoded.body) == ("too_large", b"")


@pytest.mark.parametrize("coding", CODED)
def test_data_that_end_early(coding):
    assert decode_content(coding, CODED[coding][:-10], max_bytes=CAP).outcome == "truncated"


@pytest.mark.parametrize("coding", CODED)
def test_data_of_another_kind(coding):
    assert decode_content(coding, b"<!doctype html><p>plain", max_bytes=CAP).outcome == "undecodable"


@pytest.mark.parametrize("header", [None, "", "identity", "identity, identity"])
def test_no_coding(header):
    assert decode_content(header, b"plain", max_bytes=5).body == b"plain"
    assert decode_content(header, b"plain", max_bytes=4).outcome == "too_large"


@pytest.mark.parametrize("header", ["gzip, gzip", "br,gzip", "compress", "aes128gcm"])
def test_codings_that_are_not_removed(header):
    assert decode_content(header, CODED["gzip"], max_bytes=CAP).outcome == "undecodable"


def test_an_empty_body_has_nothing_to_remove():
    assert decode_content("gzip", b"", max_bytes=CAP).outcome == "ok"


def test_several_gzip_members_and_what_follows_them():
    body = gzip.compress(b"one ", mtime=0) + gzip.compress(b"two", mtime=0) + b"\0\0\0"
    assert decode_content("gzip", body, max_bytes=CAP).body == b"one two"


@pytest.mark.parametrize("coding", CODED)
@pytest.mark.parametrize("more", [b"\0", b"</html>", bytes(100_000)])
def test_what_follows_the_coded_data_is_no_content(coding, more):
    assert decode_content(coding, CODED[coding] + more, max_bytes=CAP) == decode_content(
        coding, CODED[coding], max_bytes=CAP
    )


def test_several_zstd_frames_one_of_them_to_be_skipped():
    skipped = b"\x5a\x2a\x4d\x18" + (3).to_bytes(4, "little") + b"abc"
    body = zstd.compress(b"one ") + skipped + zstd.compress(b"two")
    assert decode_content("zstd", body, max_bytes=CAP).body == b"one two"


def test_several_zstd_frames():
    assert decode_content("zstd", zstd.compress(b"one ") + zstd.compress(b"two"), max_bytes=CAP).body == b"one two"


def test_bare_deflate_data():
    compressor = zlib.compressobj(wbits=-15)
    body = compressor.compress(TEXT) + compressor.flush()
    assert decode_content("deflate", body, max_bytes=CAP).body == TEXT


def test_a_zstd_window_beyond_eight_mebibytes_is_refused():
    options = {zstd.CompressionParameter.window_log: 27, zstd.CompressionParameter.enable_long_distance_matching: 1}
    compressor = zstd.ZstdCompressor(options=options)
    body = compressor.compress(b"a" * 1000) + compressor.flush()
    assert decode_content("zstd", body, max_bytes=CAP).outcome == "undecodable"


@pytest.mark.parametrize(
    ("coding", "compress"),
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli.compress), ("zstd", zstd.compress)],
)
def test_a_bomb_stops_at_the_cap(coding, compress):
    bomb = compress(bytes(64 * 1024 * 1024))
    tracemalloc.start()
    try:
        assert decode_content(coding, bomb, max_bytes=1024 * 1024).outcome == "too_large"
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 * 1024 * 1024


@pytest.mark.parametrize(
    ("coding", "piece"), [("gzip", gzip.compress(b"", mtime=0)), ("zstd", zstd.compress(b""))], ids=["gzip", "zstd"]
)
def test_a_body_of_very_many_empty_pieces_is_given_up(coding, piece):
    assert decode_content(coding, piece * 10_000 + CODED[coding], max_bytes=CAP).outcome == "undecodable"
    assert decode_content(coding, piece * 9_999 + CODED[coding], max_bytes=CAP).body == TEXT


@pytest.mark.parametrize("coding", CODED)
def test_a_body_larger_than_what_is_kept_at_first_comes_whole(coding):
    pack = {"deflate": zlib.compress, "br": lambda data: brotli.compress(data, quality=1), "zstd": zstd.compress}
    large = bytes(range(256)) * 40_000  # 10 MB
    coded = pack.get(coding, lambda data: gzip.compress(data, 1, mtime=0))(large)
    assert decode_content(coding, coded, max_bytes=len(large)).body == large


@pytest.mark.parametrize("coding", CODED)
def test_of_a_body_that_is_too_large_little_is_held(coding):
    pack = {"deflate": zlib.compress, "br": lambda data: brotli.compress(data, quality=1), "zstd": zstd.compress}
    coded = pack.get(coding, lambda data: gzip.compress(data, 1, mtime=0))(bytes(60 << 20))
    tracemalloc.start()
    try:
        assert decode_content(coding, coded, max_bytes=50 << 20).outcome == "too_large"
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()


EMPTY_BLOCKS = 50_000


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        *CODED.items(),
        ("deflate", b"\x00\x00\x00\xff\xff" * EMPTY_BLOCKS + b"\x03\x00"),
        ("zstd", b"\x28\xb5\x2f\xfd\x00\x68" + b"\x00\x00\x00" * EMPTY_BLOCKS + b"\x01\x00\x00"),
    ],
)
def test_decoding_stops_when_the_time_is_over(coding, body):
    asked: list[None] = []

    def expired() -> bool:
        asked.append(None)
        return len(asked) > 1

    decoded = decode_content(coding, body, max_bytes=CAP, expired=expired)
    assert decoded.outcome == "timeout" or len(asked) == 1
    assert len(asked) <= 2
    assert decode_content(coding, body, max_bytes=CAP, expired=lambda: True).outcome == "timeout"


@pytest.mark.parametrize("coding", [*CODED, None])
def test_the_beginning_of_a_body(coding):
    body = TEXT if coding is None else CODED[coding]
    assert decode_beginning(coding, body, max_bytes=1000).body == TEXT[:1000]
    assert decode_beginning(coding, body, max_bytes=CAP) == decode_content(coding, body, max_bytes=CAP)


def test_names_of_codings_are_shown_in_short_and_without_control_characters():
    decoded = decode_content("\x1b[31m\xff" + "x" * 50_000, b"body", max_bytes=CAP)
    assert decoded.detail.isascii()
    assert decoded.detail.isprintable()
    assert len(decoded.detail) < 100
    assert len(decode_content("gzip," * 5_000, b"body", max_bytes=CAP).detail) < 100
