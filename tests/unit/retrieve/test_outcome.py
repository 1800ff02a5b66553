import pytest

from loccit.protocols import HttpResponse
from loccit.records.retrieve import MediaType
from loccit.retrieve.outcome import judge_status, judge_text, judge_type


def status(code: int, body: bytes = b"x", *headers: tuple[str, str]) -> str | None:
    response = HttpResponse("https://example.org/", code, headers, body, via="network", witnessed=True)
    verdict = judge_status(response, body)
    return verdict and verdict.outcome


@pytest.mark.parametrize(
    ("code", "body", "outcome"),
    [
        (200, b"x", None),
        (203, b"x", None),
        (200, b"", "empty_body"),
        (204, b"", "empty_body"),
        (206, b"x", "truncated"),
        (301, b"x", "http_error"),
        (401, b"x", "http_error"),
        (402, b"x", "paywall"),
        (404, b"x", "http_error"),
        (410, b"", "http_error"),
        (429, b"x", "http_error"),
        (503, b"x", "http_error"),
    ],
)
def test_statuses(code, body, outcome):
    assert status(code, body) == outcome


@pytest.mark.parametrize("name", ["CF-Mitigated", "x-vercel-mitigated"])
def test_a_challenge_that_its_header_admits(name):
    assert status(403, b"x", (name, "challenge")) == "challenge_page"


def test_the_sentence_names_the_status():
    response = HttpResponse("https://example.org/", 503, (), b"", via="network", witnessed=True)
    assert judge_status(response, b"").detail == "The server answered 503."


@pytest.mark.parametrize(
    ("sniffed", "readable"),
    [
        ("text/html", True),
        ("application/xhtml+xml", True),
        ("application/pdf", True),
        ("text/plain", True),
        ("text/markdown", True),
        ("application/json", True),
        ("application/zip", False),
        ("image/png", False),
        ("text/css", False),
        ("application/xml", True),
        ("text/xml", True),
        ("application/atom+xml", True),
        ("application/ld+json", True),
        ("image/svg+xml", False),
        ("application/octet-stream", False),
    ],
)
def test_types_that_can_be_read(sniffed, readable):
    verdict = judge_type(MediaType(declared=None, sniffed=sniffed))
    assert (verdict is None) == readable
    assert readable or verdict.outcome == "unsupported_type"


def test_a_contradicted_declaration_is_named():
    verdict = judge_type(MediaType(declared="text/html", sniffed="application/zip", conflict=True))
    assert verdict.detail == "The body is application/zip, declared as text/html; pages are HTML, PDF or text."


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("words", None),
        (" \n\t\u3000", "empty_body"),
        ("", "empty_body"),
        ("托盤" + "\ufffd" * 2, "undecodable"),
        ("托盤必須放平托盤必須放平托盤必須放平\ufffd", None),
    ],
)
def test_texts(text, outcome):
    verdict = judge_text(text)
    assert (verdict and verdict.outcome) == outcome
