"""Bytes chosen by strangers never raise, and guards never soften."""

import gzip
import zlib
from ipaddress import IPv4Address, IPv6Address

import brotli
from hypothesis import given
from hypothesis import strategies as st

from loccit.retrieve.coding import decode_content
from loccit.retrieve.markup import read_markup
from loccit.retrieve.refresh import immediate_refresh
from loccit.retrieve.sniff import decode, sniff_charset, sniff_media_type
from loccit.transport.addresses import not_public
from loccit.transport.filenames import named_as
from loccit.transport.message import read_response
from loccit.urls import parse

types = st.sampled_from([None, "text/html", "text/html; charset=big5", "application/pdf", "text/plain;charset=utf-16"])
pieces = st.sampled_from(
    b"<meta charset=|<meta http-equiv=refresh content='0;url=|<!--|-->|<script>|</script>|<title>|<base href=|'|>"
    b"|<?xml version='1.0' encoding='|euc-kr|\r\n|%PDF-|\0|\xff".split(b"|")
)
bodies = st.binary(max_size=200) | st.lists(pieces | st.binary(max_size=5), max_size=12).map(b"".join)


@given(types, bodies)
def test_any_body_is_sniffed_and_decoded(content_type, body):
    media_type = sniff_media_type(content_type, body)
    text = decode(body, sniff_charset(content_type, media_type.sniffed, body).name)
    assert "\r" not in text
    page = parse("https://example.org/")
    assert page is not None
    immediate_refresh(read_markup(text), page)


@given(st.sampled_from(["gzip", "deflate", "br", "zstd"]), st.binary(max_size=300))
def test_any_coded_body_gives_an_outcome(coding, body):
    decoded = decode_content(coding, body, max_bytes=1_000)
    assert decoded.outcome in {"ok", "truncated", "undecodable", "too_large"}
    assert len(decoded.body) <= 1_000


@given(
    st.binary(max_size=2_000),
    st.sampled_from([("gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli.compress)]),
)
def test_what_was_coded_comes_back(body, coding):
    name, compress = coding
    assert decode_content(name, compress(body), max_bytes=2_000).body == body


@given(st.binary(max_size=200) | st.binary(max_size=100).map(lambda tail: b"HTTP/1.1 200 OK\r\n" + tail))
def test_any_archived_block_is_read_or_not(data):
    message = read_response(data)
    assert message is None or message.status >= 200


@given(st.text(max_size=40))
def test_any_file_name_says_something_or_nothing(name):
    assert len(named_as(name).headers()) <= 3


private = st.sampled_from(["10.0.0.0", "127.0.0.0", "169.254.0.0", "192.168.0.0", "172.16.0.0", "100.64.0.0"]).flatmap(
    lambda network: st.integers(0, 0xFFFF).map(lambda low: IPv4Address(int(IPv4Address(network)) + low))
)


@given(private, st.integers(0, 2**64 - 1))
def test_no_transition_form_hides_a_private_address(address, rest):
    number = int(address)
    forms = [
        IPv6Address(number),
        IPv6Address(0xFFFF << 32 | number),
        IPv6Address(0xFFFF << 48 | number),
        IPv6Address(0x0064FF9B << 96 | number),
        IPv6Address(0x2002 << 112 | number << 80 | rest),
        IPv6Address(0x20010000 << 96 | rest << 32 | ~number & 0xFFFFFFFF),
        IPv6Address(0x2A001450 << 96 | 0x5EFE << 32 | number),
    ]
    assert not_public(str(address))
    assert all(not_public(str(form)) for form in forms)
