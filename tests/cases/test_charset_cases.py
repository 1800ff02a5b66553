"""Public bug reports about encodings, rebuilt: where the declaration stands, who wins, what references mean."""

import pytest

from loccit.extract.document import Extracted, Source, extract
from loccit.ids import digest
from loccit.policy import ExtractPolicy
from loccit.retrieve.sniff import decode, sniff_charset, sniff_media_type


@pytest.fixture
def text_of(origin):
    def run(body: bytes, content_type: str | None = "text/html") -> tuple[str, str, tuple[str, ...], str]:
        media_type = sniff_media_type(content_type, body).sniffed
        charset = sniff_charset(content_type, media_type, body)
        content = decode(body, charset.name)
        source = Source(
            digest=digest(body),
            media_type=media_type,
            content=content,
            charset=charset.name,
            url="https://example.org/",
        )
        extracted = extract(source, policy=ExtractPolicy(), origin=origin)
        assert isinstance(extracted, Extracted)
        return charset.name, charset.source, charset.conflicts, extracted.document.text.strip()

    return run


def test_a_declaration_far_down_the_page_counts(text_of):
    """jsdom/html-encoding-sniffer 13."""
    style = "<style>" + "/* spacing */ " * 120 + "</style>"
    page = f"<!doctype html><html><head><title>Höhe</title>{style}<meta charset=utf-8></head><body><p>Die Höhe: 5 µm."
    assert page.encode().index(b"<meta") > 1024
    assert text_of(page.encode()) == ("utf-8", "meta", (), "Die Höhe: 5 µm.")


def test_a_byte_order_mark_goes_before_the_header(text_of):
    """scrapy/scrapy 5601."""
    body = b"\xef\xbb\xbf" + "<!doctype html><p>чай 5 °C".encode()
    found = text_of(body, "text/html; charset=windows-1251")
    assert found == ("utf-8", "bom", ("header:windows-1251",), "чай 5 °C")


@pytest.mark.parametrize("label", ["gb2312", "GB_2312-80", "chinese", "gbk", "x-gbk"])
def test_the_label_of_a_small_set_means_the_large_one(text_of, label):
    """psf/requests 5161."""
    head = f'<html><head><meta http-equiv="Content-Type" content="text/html; charset={label}"></head><body><p>'
    body = head.encode() + "水温25度，朱镕".encode("gbk")
    name, source, _, text = text_of(body)
    assert name in {"gbk", "gb18030"}
    assert (source, text) == ("meta", "水温25度，朱镕")


def test_references_of_old_pages_mean_what_browsers_show(text_of):
    """dillo-browser/dillo 239."""
    body = b"<!doctype html><meta charset=utf-8><pre>10&#150;20 &#128;5 .c&#152;</pre>"
    assert text_of(body)[3] == "10–20 €5 .c˜"
