"""Sitemaps as sites write them, and as they must not be."""

from datetime import UTC, datetime

import pytest

from loccit.discover.sitemap import MAX_ENTRIES, over, read_sitemap, sitemaps_in_robots_txt

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
HOST = "maker.example"


def urlset(*entries, root="urlset", entry="url", namespace=NAMESPACE):
    listed = "".join(f"<{entry}>{one}</{entry}>" for one in entries)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} xmlns="{namespace}">{listed}</{root}>'.encode()


def loc(path, lastmod=""):
    return f"<loc>https://maker.example{path}</loc>" + (f"<lastmod>{lastmod}</lastmod>" if lastmod else "")


def addresses(sitemap):
    return [entry.url for entry in sitemap.entries]


def test_pages_and_when_they_changed():
    data = urlset(loc("/a", "2024-05-01") + "<priority>0.5</priority>", loc("/b?x=1&amp;y=2"), loc("/\u6258\u76e4"))
    sitemap = read_sitemap(data, host=HOST)
    assert (sitemap.kind, sitemap.whole, sitemap.problems) == ("pages", True, ())
    assert [(entry.url, entry.lastmod) for entry in sitemap.entries] == [
        ("https://maker.example/a", "2024-05-01"),
        ("https://maker.example/b?x=1&y=2", ""),
        ("https://maker.example/%E6%89%98%E7%9B%A4", ""),
    ]


def test_an_index_lists_sitemaps():
    data = urlset(loc("/one.xml.gz"), loc("/two.xml"), root="sitemapindex", entry="sitemap")
    sitemap = read_sitemap(data, host=HOST)
    assert (sitemap.kind, addresses(sitemap)) == (
        "sitemaps",
        ["https://maker.example/one.xml.gz", "https://maker.example/two.xml"],
    )


@pytest.mark.parametrize("namespace", ["", "http://www.google.com/schemas/sitemap/0.84"])
def test_other_namespaces_of_the_protocol_are_read(namespace):
    assert addresses(read_sitemap(urlset(loc("/a"), namespace=namespace), host=HOST)) == ["https://maker.example/a"]


def test_extensions_are_passed_over():
    image = "<i:image xmlns:i='urn:image'><i:loc>https://cdn.example/a.png</i:loc></i:image>"
    alternate = '<x:link xmlns:x="urn:xhtml" rel="alternate" href="https://maker.example/id/"/>'
    foreign = "<i:loc xmlns:i='urn:image'>https://maker.example/wrong</i:loc>"
    sitemap = read_sitemap(urlset(image + foreign + loc("/a") + alternate), host=HOST)
    assert (addresses(sitemap), sitemap.problems) == (["https://maker.example/a"], ())


def test_text_has_one_address_a_line():
    data = b"\xef\xbb\xbfhttps://maker.example/a\r\n\r\n  https://maker.example/b \nhttps://maker.example/a\n"
    sitemap = read_sitemap(data, host=None)
    assert (addresses(sitemap), sitemap.whole) == (["https://maker.example/a", "https://maker.example/b"], True)


def test_without_a_host_the_first_address_decides():
    data = b"https://maker.example/a\nhttps://other.example/b\n"
    sitemap = read_sitemap(data, host=None)
    assert addresses(sitemap) == ["https://maker.example/a"]
    assert sitemap.problems == (
        "The address 'https://other.example/b' is not on maker.example, and a sitemap may only list its own host.",
    )


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("/relative", "is no absolute http or https address"),
        ("page.html", "is no absolute http or https address"),
        ("//maker.example/a", "is no absolute http or https address"),
        ("ftp://maker.example/a", "is no absolute http or https address"),
        ("javascript:alert(1)", "is no absolute http or https address"),
        ("file:///etc/passwd", "is no absolute http or https address"),
        ("https://other.example/a", "is not on maker.example"),
        ("https://maker.example.other.example/", "is not on maker.example"),
        ("https://maker.example@other.example/", "holds what no address of a page may hold"),
        ("https://maker.example:8443/a", "is not on maker.example"),
        ("http://169.254.169.254/latest", "is not on maker.example"),
        ("https://maker.example/" + "a" * 2_048, "has 2048 characters or more"),
    ],
)
def test_addresses_that_can_not_be_listed_are_named_and_left_out(address, why):
    sitemap = read_sitemap(urlset(f"<loc>{address}</loc>", loc("/good")), host=HOST)
    assert (addresses(sitemap), sitemap.whole) == (["https://maker.example/good"], True)
    assert len(sitemap.problems) == 1
    assert why in sitemap.problems[0]


def test_http_and_https_of_one_host_are_one_site():
    data = b"http://maker.example/a\nhttps://MAKER.example:443/b\n"
    assert addresses(read_sitemap(data, host=HOST)) == ["http://maker.example/a", "https://maker.example/b"]


def laughs():
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    head = f'<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY l0 "ha">{entities}]>'
    return head.encode() + urlset("<loc>&l9;</loc>").partition(b"\n")[2]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (laughs(), "It declares a document type"),
        (b'<!DOCTYPE urlset SYSTEM "file:///etc/passwd"><urlset/>', "It declares a document type"),
        (b'<?xml version="1.0"?><!DOCTYPE u [<!ENTITY x SYSTEM "file:///etc/passwd">]><u>&x;</u>', "document type"),
        (b"<urlset>" + b"<url>" * 100_000, "nested more than 16 deep"),
        (b"\n<!doctype html><title>Not found</title>", "It is no sitemap: it is a page of HTML."),
        (b"<HTML><body>Not found</body></HTML>", "It is no sitemap: it is a page of HTML."),
        (b"<urlset/><urlset/>", "Its XML can't be read to the end"),
        (b"<rss><channel/></rss>", "its outermost element is <rss>"),
        (b'<?xml version="1.0" encoding="x-none"?><urlset/>', "Its XML can't be read to the end"),
        (b"\xff\xfe<\x00", "Its XML can't be read to the end"),
        (b"\x00\x01\x02\xff", "It is neither XML nor UTF-8 text."),
        (b"", "It is empty."),
    ],
)
def test_what_is_no_sitemap_is_said_in_a_sentence(data, why):
    sitemap = read_sitemap(data, host=HOST)
    assert (sitemap.entries, sitemap.whole) == ((), False)
    assert why in sitemap.problems[0]


def test_a_sitemap_that_breaks_off_is_used_as_far_as_it_goes():
    data = urlset(loc("/a"), loc("/b"))
    sitemap = read_sitemap(data[: data.index(b"/b")], host=HOST)
    assert (addresses(sitemap), sitemap.whole) == (["https://maker.example/a"], False)
    assert "can't be read to the end" in sitemap.problems[0]


def test_no_more_addresses_are_read_than_a_sitemap_may_list():
    lines = "".join(f"https://maker.example/{number}\n" for number in range(MAX_ENTRIES + 5))
    sitemap = read_sitemap(lines.encode(), host=HOST)
    assert (len(sitemap.entries), sitemap.whole) == (MAX_ENTRIES, False)
    assert sitemap.problems == ("It lists more than 50000 addresses; those after them were not read.",)
    index = urlset(*(loc(f"/{number}") for number in range(MAX_ENTRIES + 1)), root="sitemapindex", entry="sitemap")
    assert read_sitemap(index, host=HOST).kind == "sitemaps"


def test_many_problems_are_counted():
    sitemap = read_sitemap(b"no address\n" * 250, host=HOST)
    assert len(sitemap.problems) == 101
    assert sitemap.problems[-1] == "150 more things are wrong with it."


def test_an_entry_without_an_address_and_a_date_that_is_none_are_named():
    sitemap = read_sitemap(
        urlset("<lastmod>2024-01-01</lastmod>", loc("/a", "last week"), loc("/b", "2024-13-01")), host=HOST
    )
    assert [(entry.url[-2:], entry.lastmod) for entry in sitemap.entries] == [("/a", ""), ("/b", "")]
    assert sitemap.problems == (
        "An entry names no address.",
        "The lastmod 'last week' of 'https://maker.example/a' is no date.",
        "The lastmod '2024-13-01' of 'https://maker.example/b' is no date.",
    )


@pytest.mark.parametrize(
    ("lastmod", "expected"),
    [
        ("2024", datetime(2025, 1, 1, 12, tzinfo=UTC)),
        ("2024-12", datetime(2025, 1, 1, 12, tzinfo=UTC)),
        ("2024-02-28", datetime(2024, 2, 29, 12, tzinfo=UTC)),
        ("2024-05-01T10:00Z", datetime(2024, 5, 1, 10, 1, tzinfo=UTC)),
        ("2024-05-01T10:00:30+08:00", datetime(2024, 5, 1, 2, 0, 31, tzinfo=UTC)),
        ("2024-05-01T10:00:30.5-0330", datetime(2024, 5, 1, 13, 30, 31, tzinfo=UTC)),
        ("2024-05-01T10:00:30", datetime(2024, 5, 1, 22, 0, 31, tzinfo=UTC)),
        ("9999", None),
        ("0000-01-01", None),
        ("2024-02-30", None),
        ("2024-05-01 10:00", None),
        ("2024-05-01T25:00Z", None),
        ("\u0662\u0660\u0662\u0664", None),
        ("", None),
    ],
)
def test_when_the_time_of_a_change_is_over(lastmod, expected):
    assert over(lastmod) == expected


def test_sitemaps_named_in_robots_txt():
    text = (
        "User-agent: *\r\nDisallow: /x\r\nSitemap: https://maker.example/a.xml\r\n sitemap:/b.xml # two\n#Sitemap: no\n"
    )
    assert sitemaps_in_robots_txt(text) == ("https://maker.example/a.xml", "/b.xml")
