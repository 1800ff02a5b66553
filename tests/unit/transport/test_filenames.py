import pytest

from loccit.transport.filenames import NamedAs, named_as


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("index.html", NamedAs("text/html")),
        ("page.xhtml", NamedAs("application/xhtml+xml")),
        ("index.html.ko.euc-kr", NamedAs("text/html; charset=euc-kr", "ko")),
        ("index.html.ja.utf8", NamedAs("text/html; charset=utf-8", "ja")),
        ("ch02.zh-tw.html", NamedAs("text/html", "zh-tw")),
        ("index.html.pt-br", NamedAs("text/html", "pt-br")),
        ("index.html.zh-cn.gb2312", NamedAs("text/html; charset=gb2312", "zh-cn")),
        ("page.html.gz", NamedAs("text/html", None, "gzip")),
        ("notes.id.txt.gz", NamedAs("text/plain", "id", "gzip")),
        ("3.11.html", NamedAs("text/html")),
        ("asyncio-runner.html", NamedAs("text/html")),
        ("page.html.bak", NamedAs()),
        ("README", NamedAs()),
        ("NEWS.gz", NamedAs(None, None, "gzip")),
        ("script.js", NamedAs("text/javascript")),
        ("manual.PDF", NamedAs("application/pdf")),
    ],
)
def test_what_names_say(name, expected):
    assert named_as(name) == expected


def test_only_what_the_name_says_is_sent():
    assert named_as("index.html").headers() == (("Content-Type", "text/html"),)
    assert named_as("unknown").headers() == ()
    assert named_as("a.html.ko.euc-kr.gz").headers() == (
        ("Content-Type", "text/html; charset=euc-kr"),
        ("Content-Language", "ko"),
        ("Content-Encoding", "gzip"),
    )
