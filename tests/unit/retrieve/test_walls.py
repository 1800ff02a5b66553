import gzip
import json
from pathlib import Path

import pytest

from loccit.retrieve.markup import read_markup
from loccit.retrieve.sniff import decode, sniff_charset
from loccit.retrieve.walls import CONSENT_IDS, is_challenge, judge_markup
from loccit.urls import Url, parse

LONG = "<p>" + "The tray must be level before the first use. " * 40


def url_of(text: str) -> Url:
    url = parse(text)
    assert url is not None
    return url


def markup(html: str, *, requested: str = "https://example.org/a", final: str | None = None) -> str | None:
    verdict = judge_markup(
        read_markup(html, consent_ids=CONSENT_IDS), requested=url_of(requested), final=url_of(final or requested)
    )
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
        "<form id=captcha-form><div class=g-recaptcha></div></form><p>Our systems have detected unusual traffic.",
        "<div class='box h-captcha'></div><p>One more step",
        "<div class=cf-turnstile></div><input type=hidden name=x><p>Checking",
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
        "<form><input type=password></form><p>Every account here has a name and a secret word that nobody else knows.",
        "<p>Write to us.<form><input type=email><textarea></textarea><div class=g-recaptcha></div></form>",
        "<div class=g-recaptcha></div><p>" + "How the widget works, step by step and at some length. " * 8,
        "<div id=onetrust-consent-sdk><p>Cookies.</p></div><p>" + "Opening hours of the museum at the harbour. " * 2,
        "<div class=paywall-explainer>How sites mark a paywall</div><p>Short.",
        "<h1>Not found: the lost ship</h1><p>A tale.",
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
        ("Seite nicht gefunden", "soft_404"),
        ("Page introuvable — Exemple", "soft_404"),
        ("ページが見つかりません", "soft_404"),
        ("페이지를 찾을 수 없습니다", "soft_404"),
        ("您访问的页面不存在", "soft_404"),
        ("Example · 404", None),
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


def test_a_heading_may_say_that_nothing_is_there():
    assert markup("<title>Example</title><h1>Page <b>not found</b></h1><p>Try the search.") == "soft_404"


@pytest.mark.parametrize(
    ("requested", "final", "outcome"),
    [
        ("https://example.org/news/2024/harbour-opens", "https://example.org/", "soft_404"),
        ("https://example.org/harbour-opens.html", "https://www.example.org/", "soft_404"),
        ("https://example.org/harbour-opens", "https://example.org/?lang=en", None),
        ("https://example.org/harbour-opens", "https://example.org/en/", None),
        ("https://example.org/harbour-opens", "https://other.example/", None),
        ("https://example.org/index.html", "https://example.org/", None),
        ("https://example.org/default.aspx", "https://example.org/", None),
        ("https://example.org/en", "https://example.org/", None),
        ("https://example.org/", "https://example.org/", None),
        ("https://sho.rt/Ab3xYz91Q", "https://example.org/", None),
    ],
)
def test_a_way_from_an_inner_page_to_the_front_page(requested, final, outcome):
    assert markup(LONG, requested=requested, final=final) == outcome


NOT_FREE = '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":%s}</script>'
TEASER = "<nav>" + "Sections and more sections. " * 90 + "</nav><p>The harbour opens again on Monday, after"


@pytest.mark.parametrize(
    ("html", "outcome"),
    [
        (NOT_FREE % "false" + TEASER, "paywall"),
        (NOT_FREE % '"False"' + TEASER, "paywall"),
        (NOT_FREE % '"http://schema.org/False"' + TEASER, "paywall"),
        ("<meta itemprop=isAccessibleForFree content=false>" + TEASER, "paywall"),
        ("<div class='story paywall'>Subscribe to read on</div><p>The harbour opens", "paywall"),
        ("<div id=paywall>Langganan untuk membaca</div><p>Pelabuhan dibuka", "paywall"),
        (NOT_FREE % "true" + TEASER, None),
        (NOT_FREE % "false" + LONG, None),
        ("<div class=paywall></div>" + LONG, None),
        (TEASER, None),
    ],
)
def test_pages_that_must_be_paid_for(html, outcome):
    assert markup(html) == outcome


@pytest.mark.parametrize(
    ("html", "requested", "outcome"),
    [
        (
            "<form>Email <input type=email> Password <input type=password></form>",
            "https://example.org/a/42",
            "login_wall",
        ),
        ("<form><input type=password></form>", "https://example.org/login?next=/", None),
        ("<form><input type=password></form>", "https://example.org/users/sign_in", None),
        ("<form><input type=password></form>" + LONG, "https://example.org/a/42", None),
        (
            "<div id=sp_message_container_12345><div><p>We and our partners</p></div><button>OK</button></div>",
            "https://example.org/a/42",
            "consent_wall",
        ),
        (
            "<div id=CybotCookiebotDialog><div><p>Cookies</p></div></div><footer>Imprint</footer>",
            "https://example.org/a/42",
            "consent_wall",
        ),
    ],
)
def test_walls_that_stand_at_the_address_itself(html, requested, outcome):
    found = markup(html, requested=requested)
    assert found == outcome or (outcome is None and found not in {"login_wall", "consent_wall"})


def test_a_challenge_counts_whatever_the_status():
    assert is_challenge(read_markup("<script>window._cf_chl_opt={}</script><p>Just a moment..."))
    assert not is_challenge(read_markup("<p>Down for maintenance."))


TEASERS = ("https://www.wsj.com/",)
"""Whose pages in the set say that they are not free and end in the middle."""


@pytest.mark.data
def test_real_articles_are_no_walls(data_dir: Path):
    folder = data_dir / "pages/article-extraction"
    truth = json.loads((folder / "ground-truth.json").read_text())
    judged = {}
    for file in sorted((folder / "html").glob("*.html.gz")):
        body = gzip.decompress(file.read_bytes())
        url = url_of(truth[file.name.removesuffix(".html.gz")]["url"])
        text = decode(body, sniff_charset("text/html", "text/html", body).name)
        judged[url.href] = judge_markup(read_markup(text, consent_ids=CONSENT_IDS), requested=url, final=url)
    assert len(judged) > 100
    found = {(url.startswith(TEASERS), verdict.outcome) for url, verdict in judged.items() if verdict is not None}
    assert found <= {(True, "paywall")}
