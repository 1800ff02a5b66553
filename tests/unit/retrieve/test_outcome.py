import pytest

from loccit.protocols import HttpResponse
from loccit.records.retrieve import MediaType
from loccit.retrieve.markup import read_markup
from loccit.retrieve.outcome import judge_markup, judge_status, judge_text, judge_type
from loccit.urls import Url, parse

LONG = "<p>" + "The tray must be level before the first use. " * 40


def url_of(text: str) -> Url:
    url = parse(text)
    assert url is not None
    return url


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
        (404, b"x", "http_error"),
        (410, b"", "http_error"),
        (429, b"x", "http_error"),
        (503, b"x", "http_error"),
    ],
)
def test_statuses(code, body, outcome):
    assert status(code, body) == outcome


def test_a_challenge_that_its_header_admits():
    assert status(403, b"x", ("CF-Mitigated", "challenge")) == "challenge_page"


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
        ("application/xml", False),
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


def markup(html: str, *, requested: str = "https://example.org/a", final: str | None = None) -> str | None:
    verdict = judge_markup(read_markup(html), requested=url_of(requested), final=url_of(final or requested))
    return verdict and verdict.outcome


@pytest.mark.parametrize(
    "html",
    [
        "<script>window._cf_chl_opt={cvId:'3'}</script><p>Just a moment...",
        "<title>x</title><form id=challenge-form><p>Verify you are human",
        "<iframe src='https://geo.captcha-delivery.com/captcha/?x'></iframe>",
        "<script src='https://a.token.awswaf.com/a/challenge.js'></script><p>wait",
        "<script src='/.within.website/x/cmd/anubis/static/js/main.mjs'></script><p>Making sure",
        "<div id=px-captcha></div>",
    ],
)
def test_challenges(html):
    assert markup(html) == "challenge_page"
    assert markup(html + LONG) is None


@pytest.mark.parametrize(
    "html",
    [
        "<p>Please enable cookies and solve this CAPTCHA, says the log. Checking your browser is a phrase.",
        "<title>404 error handling in Flask</title><p>How to return a not found page from a view function.",
        "<title>Not found: the lost city</title><p>A documentary about a city that nobody could find for long.",
        "<form><input type=password></form><p>Log in here: this is the login page that was asked for.",
        "<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script><p>A page with a beacon.",
        "<script>x()</script><noscript>Turn scripts on</noscript><p>The tray must be level before first use.",
        "<p>Too thin.",
        "<p>托盤必須放平。",
        "<script src=analytics.js></script><p>托盤必須放平。",
    ],
)
def test_ordinary_pages_are_left_alone(html):
    assert markup(html) is None


@pytest.mark.parametrize(
    ("title", "outcome"),
    [
        ("404", "soft_404"),
        ("404 Not Found", "soft_404"),
        ("Page not found | Example", "soft_404"),
        ("404 - Page Not Found", "soft_404"),
        ("找不到頁面", "soft_404"),
        ("页面不存在 - 例子", "soft_404"),
        ("Halaman tidak ditemukan", "soft_404"),
        ("The 404 Group", None),
    ],
)
def test_error_pages_that_claim_success(title, outcome):
    html = f"<title>{title}</title><p>We are sorry, but nothing here has the address you typed."
    assert markup(html) == outcome
    assert markup(html + LONG) is None


def test_walls_are_places_one_was_led_to():
    form = "<form><input type=password></form><p>Log in to read on."
    assert markup(form, final="https://example.org/login?next=/a") == "login_wall"
    consent = "<form action=/save><button>Accept all</button></form><p>Before you continue to the page"
    assert markup(consent, final="https://consent.example.org/m?continue=x") == "consent_wall"
    assert markup(form + LONG, final="https://example.org/b") is None


@pytest.mark.parametrize(
    ("html", "outcome"),
    [
        ("<div id=root></div><script src=app.js></script>", "needs_script"),
        ("<div id=app>Loading</div><noscript>Please enable JavaScript</noscript><script>1</script>", "needs_script"),
        ("<html><body></body></html>", "empty_body"),
        ("<img src=a.png alt=x>", "empty_body"),
    ],
)
def test_pages_that_show_nothing(html, outcome):
    assert markup(html) == outcome
