import json
from pathlib import Path

import pytest

from loccit.policy import GuardPolicy
from loccit.transport.guard import allowing_entry, judge_address, judge_url
from loccit.urls import Url, parse

STRICT = GuardPolicy()


def url_of(text: str) -> Url:
    url = parse(text)
    assert url is not None
    return url


def outcome(text: str, policy: GuardPolicy = STRICT) -> str | None:
    refusal = judge_url(url_of(text), policy)
    return refusal and refusal.outcome


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://example.org/", None),
        ("http://example.org:80/", None),
        ("https://bücher.example/", None),
        ("http://8.8.8.8/", None),
        ("ftp://example.org/", "refused_scheme"),
        ("file:///etc/passwd", "refused_scheme"),
        ("javascript:alert(1)", "refused_scheme"),
        ("http://example.org:8080/", "refused_port"),
        ("http://example.org:0/", "refused_port"),
        ("https://example.org:22/", "refused_port"),
        ("https://user@example.org/", "credentials_in_url"),
        ("https://:secret@example.org/", "credentials_in_url"),
        ("http://example.org\\@1.1.1.1/", "invalid_url"),
        ("http://example.org/\r\nHost: x", "invalid_url"),
        ("http://xn--a.example/", "invalid_url"),
        ("http://127.1/", "refused_address"),
        ("http://①②⑦.0.0.1/", "refused_address"),
        ("http://[::1]/", "refused_address"),
        ("http://[64:ff9b::a9fe:a9fe]/", "refused_address"),
        ("http://localhost/", "refused_address"),
        ("http://localhost./", "refused_address"),
        ("http://a.localhost/", "refused_address"),
        ("http://printer.local/", "refused_address"),
        ("http://metadata.google.internal/", "refused_address"),
        ("http://metadata.packet.net/", "refused_address"),
        ("http://metadata.goog./", "refused_address"),
        ("http://metadata.tencentyun.com/", "refused_address"),
        ("http://intranet/", "refused_address"),
        ("http://localhost.example.org/", None),
        ("http://internal.example.org/", None),
    ],
)
def test_judging_urls(text, expected):
    assert outcome(text) == expected


def test_a_refusal_is_one_plain_sentence():
    refusal = judge_url(url_of("http://10.0.0.1/"), STRICT)
    assert refusal is not None
    assert refusal.detail == "10.0.0.1 is at 10.0.0.1: Private-Use."


def test_an_entry_opens_one_host_and_port_only():
    policy = GuardPolicy(unsafe_allow=("localhost:8080", "10.0.0.1"))
    assert outcome("http://localhost:8080/", policy) is None
    assert outcome("http://localhost:8081/", policy) == "refused_port"
    assert outcome("http://localhost/", policy) == "refused_address"
    assert outcome("http://10.0.0.1:9200/", policy) is None
    assert outcome("http://10.0.0.2/", policy) == "refused_address"
    assert allowing_entry(url_of("http://10.0.0.1:9200/"), policy) == "10.0.0.1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ftp://localhost:8080/", "refused_scheme"),
        ("http://user@localhost:8080/", "credentials_in_url"),
        ("http://localhost:8080\\x/", "invalid_url"),
    ],
)
def test_an_entry_lifts_no_other_rule(text, expected):
    assert outcome(text, GuardPolicy(unsafe_allow=("localhost:8080", "localhost"))) == expected


def test_an_entry_covers_what_its_host_resolves_to():
    policy = GuardPolicy(unsafe_allow=("intern.example:8080",))
    assert judge_address("10.0.0.5", policy, host="intern.example", port=8080) is None
    for host, port in (("intern.example", 80), ("other.example", 8080), ("10.0.0.5", 8080)):
        refusal = judge_address("10.0.0.5", policy, host=host, port=port)
        assert refusal is not None
        assert refusal.outcome == "refused_address"


@pytest.mark.data
def test_url_vectors(data_dir: Path):
    vectors = json.loads((data_dir / "ssrf/url_vectors.json").read_text())["vectors"]
    wrong = []
    for vector in vectors:
        url = parse(vector["url"])
        allowed = url is not None and judge_url(url, STRICT) is None
        if allowed != (vector["expect"] == "allow"):
            wrong.append(vector)
        if url is not None and url.is_web and url.hostname != vector["whatwg_host"]:
            wrong.append(vector)
    assert wrong == []
    assert len(vectors) > 50
