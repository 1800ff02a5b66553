import json
from pathlib import Path

import pytest

from loccit.urls import domain, host_of, page_key, parse, with_fragment


def test_a_url_is_taken_apart():
    url = parse("HTTPS://User@WWW.Example.ORG:8443/a b?q=ü#sec:~:text=x,y")
    assert url is not None
    assert url.href == "https://User@www.example.org:8443/a%20b?q=%C3%BC#sec:~:text=x,y"
    assert (url.scheme, url.host, url.hostname, url.port) == ("https", "www.example.org:8443", "www.example.org", 8443)
    assert (url.target, url.path, url.origin) == ("/a%20b?q=%C3%BC", "/a%20b", "https://www.example.org:8443")
    assert (url.fragment, url.text_directive, url.has_credentials) == ("sec", "x,y", True)
    assert url.without_fragment == "https://User@www.example.org:8443/a%20b?q=%C3%BC"


@pytest.mark.parametrize(
    ("text", "href", "port"),
    [
        ("https://example.org", "https://example.org/", 443),
        ("http://example.org:80/", "http://example.org/", 80),
        ("https://例え.jp/", "https://xn--r8jz45g.jp/", 443),
        ("http://[2001:DB8::1]:8080/", "http://[2001:db8::1]:8080/", 8080),
        ("  https://example.org/x \n", "https://example.org/x", 443),
        ("mailto:a@example.org", "mailto:a@example.org", None),
        ("https://example.org/😀", "https://example.org/%F0%9F%98%80", 443),
        ("https://example.org/\ud800", "https://example.org/%EF%BF%BD", 443),
    ],
)
def test_serialisation_and_effective_port(text, href, port):
    url = parse(text)
    assert url is not None
    assert (url.href, url.port, url.faults) == (href, port, frozenset())


@pytest.mark.parametrize("text", ["", "no url", "//example.org/", "http://a:65536/", "http://[::1", "http://a b/"])
def test_what_is_no_url(text):
    assert parse(text) is None


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("http://exa\tmple.org/", {"tab"}),
        ("http://example.org/\r\nX-Injected: 1", {"newline"}),
        ("http://example.org/a\x01b", {"control"}),
        ("http://example.org\\@127.0.0.1/", {"backslash"}),
        ("http://example.org/?path=C:\\x", set()),
        ("http://example.org/\u00a0", set()),
    ],
)
def test_silent_repairs_leave_a_fault(text, faults):
    url = parse(text)
    assert url is not None
    assert url.faults == faults


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://2130706433/", "127.0.0.1"),
        ("http://0x7f.1/", "127.0.0.1"),
        ("http://[::ffff:127.0.0.1]/", "::ffff:7f00:1"),
        ("http://1.2.3.4.example.org/", None),
        ("http://example.org/", None),
    ],
)
def test_hosts_that_are_addresses(text, address):
    url = parse(text)
    assert url is not None
    assert url.address == address


def test_relative_urls_resolve_against_a_base():
    base = "https://example.org/docs/v2/index.html"
    found = [parse(text, base=base) for text in ("../up.html", "//cdn.example.net/x", "?q", "#sec", "")]
    assert [url and url.href for url in found] == [
        "https://example.org/docs/up.html",
        "https://cdn.example.net/x",
        "https://example.org/docs/v2/index.html?q",
        "https://example.org/docs/v2/index.html#sec",
        "https://example.org/docs/v2/index.html",
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("http://example.org/a", "https://example.org/a"),
        ("https://example.org/a?utm_source=x&id=1&fbclid=2", "https://example.org/a?id=1"),
        ("https://example.org/a#sec", "https://example.org/a#other:~:text=x"),
        ("http://example.org:80/a", "https://example.org:443/a"),
        ("https://EXAMPLE.org/a?", "https://example.org/a"),
    ],
)
def test_near_duplicates_share_a_key(first, second):
    assert page_key(first) == page_key(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("https://example.org/manual", "https://example.org/manual/"),
        ("https://example.org/a?id=1", "https://example.org/a?id=2"),
        ("https://example.org/a?b=1&c=2", "https://example.org/a?c=2&b=1"),
        ("https://example.org/A", "https://example.org/a"),
        ("https://example.org/#!/post/1", "https://example.org/#!/post/2"),
        ("https://example.org:8443/", "https://example.org/"),
        ("https://www.example.org/", "https://example.org/"),
    ],
)
def test_different_pages_keep_different_keys(first, second):
    assert page_key(first) != page_key(second)


def test_text_that_is_no_url_is_its_own_key():
    assert page_key("no url") == "no url"


def test_hosts_for_display():
    assert (host_of("https://www.Example.org.:8080/x"), domain("https://www.example.org/")) == (
        "www.example.org",
        "example.org",
    )
    assert (host_of("http://[::1]/"), host_of("nothing"), domain("mailto:x")) == ("::1", None, None)


def test_a_deep_link_replaces_the_fragment():
    assert with_fragment("https://example.org/a?b#old", "sec:~:text=caf%C3%A9") == (
        "https://example.org/a?b#sec:~:text=caf%C3%A9"
    )
    assert with_fragment("https://example.org/a", "#sec") == "https://example.org/a#sec"


@pytest.mark.data
def test_web_platform_tests_parse_as_in_browsers(data_dir: Path):
    cases = json.loads((data_dir / "ssrf/wpt-url/urltestdata.json").read_text())
    wrong = []
    for case in (case for case in cases if isinstance(case, dict)):
        url = parse(case["input"], base=case.get("base"))
        if (url and url.href) != (None if case.get("failure") else case["href"]):
            wrong.append(case)
    assert wrong == []
