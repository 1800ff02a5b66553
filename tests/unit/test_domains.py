"""Domains cover hosts label by label, however they and the hosts are written."""

import pytest

from loccit.domains import DomainRules, read_domain
from loccit.errors import BadInput
from loccit.policy import DomainPolicy


@pytest.mark.parametrize(
    ("entry", "url", "covered"),
    [
        ("example.com", "https://example.com/", True),
        ("example.com", "http://docs.example.com:8080/a?b#c", True),
        ("example.com", "https://www.example.com/", True),
        ("example.com", "https://evil-example.com/", False),
        ("example.com", "https://example.com.evil.test/", False),
        ("example.com", "https://evil.test/example.com", False),
        ("example.com", "https://example.com@evil.test/", False),
        ("www.example.com", "https://www.example.com/", True),
        ("www.example.com", "https://example.com/", True),
        ("www.example.com", "https://docs.example.com/", False),
        ("www.example.com", "https://a.www.example.com/", True),
        ("docs.example.com", "https://example.com/", False),
        ("*.example.com", "https://docs.example.com/", True),
        ("*.example.com", "https://example.com/", False),
        ("EXAMPLE.com.", "https://Example.COM./", True),
        (" example.com ", "https://example.com/", True),
        ("https://example.com/", "http://example.com/x", True),
        ("bücher.example", "https://xn--bcher-kva.example/", True),
        ("xn--bcher-kva.example", "https://BÜCHER.example/", True),
        ("例え.テスト", "https://xn--r8jz45g.xn--zckzah/", True),
        ("ｅｘａｍｐｌｅ.com", "https://example.com/", True),
        ("example.com", "https://example。com/", True),
        ("example.com:8443", "https://example.com:8443/", True),
        ("example.com:8443", "https://example.com/", False),
        ("example.com:443", "https://example.com/", True),
        ("example.com:443", "http://example.com/", False),
        ("192.0.2.7", "http://3221225991/", True),
        ("192.0.2.7", "http://192.0.2.8/", False),
        ("[2001:db8::1]", "https://[2001:DB8:0::1]/", True),
        ("com", "https://example.com/", True),
    ],
)
def test_what_an_entry_covers(entry, url, covered):
    excluded = DomainRules(DomainPolicy(excluded=("other.test", entry))).excluded_by(url)
    assert (excluded is not None) is covered
    assert excluded is None or excluded.text == entry


@pytest.mark.parametrize(
    "entry",
    [
        "",
        "  ",
        "example.com/page",
        "two words.com",
        "user@example.com",
        "example.com?q",
        "mailto:a@example.com",
        "*.",
        "http://",
        "..",
        "a..b",
        ".example.com",
        "*.*.com",
        "exa*mple.com",
        "a,b.com",
        "example.com:99999",
        "ftp://a.com",
    ],
)
def test_what_is_no_domain_is_refused(entry):
    with pytest.raises(BadInput, match=r"^exclude_domains\[1\]: expected a domain like"):
        DomainRules(DomainPolicy(excluded=("ok.example", entry)))
    with pytest.raises(BadInput) as wrong:
        read_domain(entry, field="here")
    assert wrong.value.field == "here"


def test_exclusion_goes_before_preference():
    rules = DomainRules(DomainPolicy(excluded=("bad.example.com",), preferred=("example.com",)))
    assert rules.preferred_by("https://good.example.com/") is not None
    assert rules.preferred_by("https://bad.example.com/") is None
    assert rules.preferred_by("https://other.test/") is None
    assert rules.restricts


def test_rules_without_entries_say_nothing():
    rules = DomainRules(DomainPolicy())
    assert not rules.restricts
    assert rules.excluded_by("https://example.com/") is None
    assert DomainRules(DomainPolicy(excluded=("a.example",))).excluded_by("no url") is None


def test_preferred_domains_that_go_first_restrict_nothing():
    assert not DomainRules(DomainPolicy(preferred=("a.example",), preference="prefer")).restricts
