import json
from pathlib import Path

import pytest

from loccit.records.retrieve import Charset, MediaType
from loccit.retrieve.sniff import decode, sniff_charset, sniff_media_type

HTML = b"<!doctype html><title>t</title><p>x"
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"


@pytest.mark.parametrize(
    ("declared", "body", "sniffed", "conflict"),
    [
        ("text/html; charset=utf-8", HTML, "text/html", False),
        ("TEXT/HTML", b"  \r\n<!-- c --><p>x", "text/html", False),
        ("text/html", b"just words", "text/html", False),
        ("text/html", b"\xef\xbb\xbf<html>", "text/html", False),
        ("text/html", b"\xff\xfe<\0p\0>\0", "text/html", False),
        ("text/html", b'<?xml version="1.0"?><!DOCTYPE html><html>', "text/html", False),
        ("application/xhtml+xml", b'<?xml version="1.0"?><html xmlns="x">', "application/xhtml+xml", False),
        ("application/xml", b'<?xml version="1.0"?><html xmlns="x">', "application/xhtml+xml", False),
        ("application/xml", b'<?xml version="1.0"?><rss>', "application/xml", False),
        ("text/plain", HTML, "text/plain", False),
        ("text/markdown", b"# Title", "text/markdown", False),
        ("application/json", b'{"a": 1}', "application/json", False),
        ("application/pdf", PDF, "application/pdf", False),
        ("application/pdf", b"\n\n" + PDF, "application/pdf", False),
        ("application/pdf", HTML, "text/html", True),
        ("application/octet-stream", PDF, "application/pdf", True),
        ("text/html", PDF, "application/pdf", True),
        ("text/html", b"PK\x03\x04\x14\0", "application/zip", True),
        ("text/html", b"\x89PNG\r\n\x1a\n", "image/png", True),
        ("text/plain", b"\x00\x01\x02", "application/octet-stream", True),
        ("image/png", HTML, "text/html", True),
        ("image/jpg", b"\xff\xd8\xff\xe0", "image/jpg", False),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", b"PK\x03\x04", None, False),
        (None, HTML, "text/html", False),
        (None, b"words", "text/plain", False),
        (None, PDF, "application/pdf", False),
        (None, b"\x1f\x8b\x08\0", "application/gzip", False),
        ("text/html", b"<!doctype html><p>%PDF-1.4 is a header</p>", "text/html", False),
        ("text/html", b"<!doctype html><p>\x00x", "text/html", False),
        ("text/plain", "日本".encode("iso-2022-jp"), "text/plain", False),
    ],
)
def test_types(declared, body, sniffed, conflict):
    found = sniff_media_type(declared, body)
    essence = declared and declared.split(";")[0].lower()
    assert found == MediaType(declared=essence, sniffed=sniffed or essence, conflict=conflict)


def meta(label: str, *, before: int = 0) -> bytes:
    return b"<!doctype html><style>" + b"x" * before + f'</style><meta charset="{label}"><p>'.encode()


@pytest.mark.parametrize(
    ("content_type", "body", "name", "source", "conflicts"),
    [
        ("text/html; charset=windows-1251", b"\xef\xbb\xbf<p>", "utf-8", "bom", ("header:windows-1251",)),
        ("text/html", b"\xff\xfe<\0", "utf-16le", "bom", ()),
        ("text/html", b"\xfe\xff\0<", "utf-16be", "bom", ()),
        ('text/html; charset="Shift_JIS"', meta("utf-8"), "shift_jis", "header", ("meta:utf-8",)),
        ("text/html; charset=ISO-8859-1", b"<p>", "windows-1252", "header", ()),
        ("text/html; charset=latin1", meta("ISO-8859-1"), "windows-1252", "header", ()),
        ("text/html; charset=nonsense", meta("euc-kr"), "euc-kr", "meta", ()),
        ("text/html", meta("gb2312"), "gbk", "meta", ()),
        ("text/html", meta("x-sjis"), "shift_jis", "meta", ()),
        ("text/html", meta("big5", before=5000), "big5", "meta", ()),
        ("text/html", meta("utf-16"), "utf-8", "meta", ()),
        ("text/html", b"<META HTTP-EQUIV=Content-Type CONTENT='text/html; CHARSET=KOI8-R'>", "koi8-r", "meta", ()),
        ("text/html", b'<meta content="text/html; charset=koi8-r"><p>x', "utf-8", "utf8_check", ()),
        ("text/html", b'<!-- <meta charset="koi8-r"> --><p>x', "utf-8", "utf8_check", ()),
        ("text/html", b"<script>'<meta charset=koi8-r>'</script><p>x", "utf-8", "utf8_check", ()),
        ("text/html", b"<?xml version='1.0' encoding='euc-jp'?><html>", "euc-jp", "xml", ()),
        ("text/html", "<p>Größe 5 µm".encode(), "utf-8", "utf8_check", ()),
        ("text/html", "<p>Größe".encode("latin-1"), "windows-1252", "default", ()),
        ("text/html", b"", "utf-8", "utf8_check", ()),
    ],
)
def test_encodings(content_type, body, name, source, conflicts):
    assert sniff_charset(content_type, "text/html", body) == Charset(name=name, source=source, conflicts=conflicts)


def test_the_declaration_of_xhtml_is_the_xml_one():
    body = b'<?xml version="1.0" encoding="utf-8"?><html><meta charset="koi8-r"/>'
    found = sniff_charset(None, "application/xhtml+xml", body)
    assert found == Charset(name="utf-8", source="xml", conflicts=("meta:koi8-r",))


def test_plain_text_has_no_declarations_inside():
    assert sniff_charset("text/plain", "text/plain", meta("koi8-r")).source == "utf8_check"


@pytest.mark.parametrize(
    ("charset", "body", "text"),
    [
        ("utf-8", b"\xef\xbb\xbfa\r\nb\rc\nd", "a\nb\nc\nd"),
        ("utf-16le", "\ufeffa\r\nß😀".encode("utf-16le"), "a\nß😀"),
        ("utf-16be", "\ufeffé".encode("utf-16be"), "é"),
        ("utf-8", b"caf\xc3", "caf\ufffd"),
        ("utf-8", "e\u0301 \u05e9\u05dc\u05d5\u05dd".encode(), "e\u0301 שלום"),
        ("gbk", "朱镕，水温25度".encode("gb18030"), "朱镕，水温25度"),
        ("gb18030", "😀".encode("gb18030"), "😀"),
        ("big5", "托盤必須放平".encode("big5"), "托盤必須放平"),
        ("shift_jis", "①水平に".encode("cp932"), "①水平に"),
        ("euc-jp", "水平に".encode("euc-jp"), "水平に"),
        ("iso-2022-jp", "水平に".encode("iso-2022-jp"), "水平に"),
        ("euc-kr", "쟁반은 똠방".encode("cp949"), "쟁반은 똠방"),
        ("windows-1252", b"\x80 \x93q\x94 \x81", "€ “q” \x81"),
        ("windows-1251", "чай".encode("cp1251"), "чай"),
        ("koi8-u", "їжак".encode("koi8-u"), "їжак"),
        ("x-mac-cyrillic", "чай".encode("mac-cyrillic"), "чай"),
    ],
)
def test_decoding(charset, body, text):
    assert decode(body, charset) == text


@pytest.mark.data
@pytest.mark.parametrize("case", ["B22", "B23", "B25"])
def test_charset_cases(data_dir: Path, case):
    folder = data_dir / "cases" / case
    expected = json.loads((folder / "expected.json").read_text())["expect"]
    headers = folder / "headers.txt"
    content_type = headers.read_text().partition(":")[2].strip() if headers.exists() else "text/html"
    body = (folder / "input.html").read_bytes()
    found = sniff_charset(content_type, "text/html", body)
    text = decode(body, found.name)
    assert found.name in expected.get("encoding_any", [expected.get("encoding")])
    assert found.source == expected["encoding_source"]
    assert all(piece in text for piece in [*expected.get("text_contains", []), expected.get("text", "")])
    if "conflict" in expected:
        assert found.conflicts == (expected["conflict"].replace("http:", "header:"),)


@pytest.mark.data
def test_type_cases(data_dir: Path):
    folder = data_dir / "cases" / "B79"
    kinds = {"html": "text/html", "pdf": "application/pdf", None: "application/zip"}
    expected = json.loads((folder / "expected.json").read_text())["expect"]["rows"]
    for row, sent in zip(expected, json.loads((folder / "meta.json").read_text()), strict=True):
        found = sniff_media_type(sent["content_type"], (folder / row["file"]).read_bytes())
        assert found.sniffed == kinds[row.get("kind")]
        assert found.conflict == row.get("type_conflict", False)


def test_an_xml_declaration_counts_in_xml_and_in_nothing_else():
    body = '<?xml version="1.0" encoding="iso-8859-2"?><feed>ł</feed>'.encode("iso-8859-2")
    assert sniff_charset("application/atom+xml", "application/atom+xml", body).name == "iso-8859-2"
    assert sniff_charset("application/xml; charset=utf-16be", "application/xml", body).name == "utf-16be"
    assert sniff_charset("text/plain", "text/plain", body).name == "windows-1252"
