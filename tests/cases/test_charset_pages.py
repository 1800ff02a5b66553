"""Known faults in decoding: declarations that stand late, marks that are ignored, references that are lost."""

import pytest

from loccit.extract.html import read_html
from loccit.policy import ExtractPolicy
from loccit.retrieve.sniff import decode, sniff_charset


def read(body: bytes, content_type: str | None = None) -> tuple[str, str, str]:
    """The text, the encoding it was decoded with, and where that was learnt."""
    charset = sniff_charset(content_type, "text/html", body)
    return read_html(decode(body, charset.name), ExtractPolicy()).text, charset.name, charset.source


def test_a_declaration_after_a_long_style_counts() -> None:
    body = f"<style>/*{'x' * 3000}*/</style><meta charset=utf-8><p>Straße, 7 µm".encode()
    assert read(body) == ("Straße, 7 µm", "utf-8", "meta")


def test_a_declaration_in_a_comment_or_script_does_not_count() -> None:
    body = "<!-- <meta charset=koi8-r> --><script>'<meta charset=koi8-r>'</script><meta charset=big5><p>水".encode(
        "big5"
    )
    assert read(body) == ("水", "big5", "meta")


def test_a_byte_order_mark_outranks_header_and_declaration() -> None:
    body = b"\xef\xbb\xbf" + "<meta charset=iso-8859-2><p>кофе 7 °C".encode()
    assert read(body, "text/html; charset=koi8-r") == ("кофе 7 °C", "utf-8", "bom")
    assert read("\ufeff<p>7 °C".encode("utf-16-le")) == ("7 °C", "utf-16le", "bom")


def test_a_header_outranks_a_declaration() -> None:
    body = "<meta charset=utf-8><p>цена".encode("windows-1251")
    assert read(body, 'text/html; charset="windows-1251"') == ("цена", "windows-1251", "header")


@pytest.mark.parametrize(("label", "codec"), [("gb2312", "gbk"), ("gbk", "gbk"), ("gb18030", "gb18030")])
def test_characters_beyond_the_declared_chinese_charset(label: str, codec: str) -> None:
    body = f'<meta http-equiv=Content-Type content="text/html; charset={label}"><p>氣溫30度，啰'.encode(codec)
    text, name, source = read(body, "text/html")
    assert (text, source) == ("氣溫30度，啰", "meta")
    assert name in {"gbk", "gb18030"}


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("iso-8859-1", "cp1252", "“5 €”"),
        ("shift_jis", "cp932", "①円"),
        ("euc-kr", "cp949", "똠방각하"),
        ("big5", "big5", "台北"),
        ("tis-620", "cp874", "ราคา 5"),
    ],
)
def test_labels_mean_what_they_mean_on_the_web(label: str, codec: str, text: str) -> None:
    assert read(f"<meta charset={label}><p>{text}".encode(codec))[0] == text


def test_references_from_128_to_159_are_windows_1252() -> None:
    assert read(b"<pre>30&#150;40 &#128;7 &#x99; &#147;a&#148;</pre>")[0] == "30–40 €7 ™ “a”"
