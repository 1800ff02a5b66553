import gzip
import zlib

import pytest

from loccit.discover.engines.bing import BingEngine
from loccit.discover.engines.brave import BraveEngine
from loccit.discover.engines.duckduckgo import DuckDuckGoEngine, DuckDuckGoLiteEngine
from loccit.discover.engines.google import GoogleEngine
from loccit.errors import BadInput
from loccit.protocols import Execution

BING_URL = "https://www.bing.com/search?q=level+tray"
GOOGLE_URL = "https://www.google.com/search?q=level+tray"
DUCK_URL = "https://html.duckduckgo.com/html/?q=level+tray"
NEEDS_SCRIPT = "<noscript><meta http-equiv=refresh content='0;url=/httpservice/retry/enablejs?sei=1'></noscript>"
BOX = '<input name="q" value="level tray">'


def execution(**changes):
    given = {
        "engine": "x",
        "query": "level tray",
        "country": "US",
        "language": "en",
        "safe_search": True,
        "rows_per_page": 10,
    }
    return Execution(**{**given, **changes})


def algo(host: str, title: str = "Level tray") -> str:
    return f'<li class="b_algo"><h2><a href="https://{host}/">{title}</a></h2><p>The tray must be level.</p></li>'


def bing(*rows: str, rest: str = "") -> str:
    return f'<html lang="en"><title>level tray - Search</title>{BOX}<ol id="b_results">{"".join(rows)}</ol>{rest}'


# --- requests -----------------------------------------------------------------------------------------------------


def test_bing_names_market_language_country_safety_and_page():
    request = BingEngine().request(execution(query="a&b=c"), 3)
    assert request.url == (
        "https://www.bing.com/search?q=a%26b%3Dc&mkt=en-US&setlang=en&cc=US&adlt=strict"
        "&filters=rcrse%3A%221%22&first=21&FORM=PERE"
    )
    assert ("Accept-Language", "en-US,en;q=0.8") in request.headers


def test_bing_in_traditional_chinese():
    url = BingEngine().request(execution(country="TW", language="zh-Hant", safe_search=False), 1).url
    assert url.endswith("&mkt=zh-TW&setlang=zh-hant&cc=TW&adlt=off&filters=rcrse%3A%221%22")


def test_google_names_language_country_safety_and_page():
    assert GoogleEngine().request(execution(country="ID", language="id"), 2).url == (
        "https://www.google.com/search?q=level%20tray&hl=id&gl=id&safe=active&nfpr=1&pws=0&start=10"
    )
    assert "&hl=zh-CN&" in GoogleEngine().request(execution(country="SG", language="zh-Hans"), 1).url


def test_brave_takes_country_and_safety_as_preferences():
    request = BraveEngine().request(execution(country="DE", language="de", safe_search=False), 2)
    assert request.url == "https://search.brave.com/search?q=level%20tray&source=web&spellcheck=0&offset=1"
    assert dict(request.preferences) == {
        "country": "de",
        "ui_lang": "de-de",
        "safesearch": "off",
        "useLocation": "0",
    }


@pytest.mark.parametrize(
    ("country", "language", "region"),
    [
        ("US", "en", "us-en"),
        ("GB", "en", "uk-en"),
        ("JP", "ja", "jp-jp"),
        ("AE", "ar", "xa-ar"),
        ("TW", "zh-Hant", "tw-tzh"),
        ("HK", "zh", "hk-tzh"),
        ("CN", "zh", "cn-zh"),
    ],
)
def test_duckduckgo_has_regions_of_its_own(country, language, region):
    url = DuckDuckGoEngine().request(execution(country=country, language=language), 1).url
    assert url == f"https://html.duckduckgo.com/html/?q=level%20tray&kl={region}&kp=1"


def test_duckduckgo_asks_for_later_pages_with_the_form_of_the_page_before(answer):
    body = """<div class="result"><h2><a class="result__a" href="https://example.org/">Level tray</a></h2></div>
    <div class="nav-link"><form action="/html/" method="post"><input type="submit" value="Next">
    <input type="hidden" name="q" value="level tray"><input type="hidden" name="s" value="10">
    <input type="hidden" name="vqd" value="4-1"></form></div>"""
    page = DuckDuckGoEngine().parse(answer(body, url=DUCK_URL))
    assert page.next_request is not None
    assert (page.next_request.method, page.next_request.url) == ("POST", "https://html.duckduckgo.com/html/")
    assert page.next_request.body == b"q=level+tray&s=10&vqd=4-1"
    assert not page.last
    with pytest.raises(BadInput, match="page: expected 1"):
        DuckDuckGoEngine().request(execution(), 2)


def test_a_form_that_leads_elsewhere_is_not_followed(answer):
    row = '<div class="result"><h2><a class="result__a" href="https://example.org/">Level tray</a></h2></div>'
    form = '<div class="nav-link"><form action="{}"><input type="submit" value="Next"></form></div>'
    for head, action in (("", "https://evil.example/"), ('<base href="https://evil.example/">', "/html/")):
        page = DuckDuckGoEngine().parse(answer(head + row + form.format(action), url=DUCK_URL))
        assert (page.state, page.next_request, page.last) == ("ok", None, True)


# --- rows ---------------------------------------------------------------------------------------------------------


def test_adverts_are_known_by_their_place_and_counted_once(answer):
    advert = (
        '<li class="b_ad"><ul><li><div class="sb_add"><h2><a href="https://tracker.example/x">Buy trays</a></h2>'
        '<div class="b_caption"><cite>https://www.shop.example/trays</cite><p>Cheap.</p></div></div></li></ul></li>'
    )
    page = BingEngine().parse(answer(bing(advert, algo("example.org"), advert), url=BING_URL))
    assert [(row.sponsored, row.url, row.advertiser_domain) for row in page.rows] == [
        (True, "https://tracker.example/x", "shop.example"),
        (False, "https://example.org/", None),
    ]
    assert (page.state, page.overlap, page.shown_query, page.language) == ("ok", 1_000_000, "level tray", "en")


def test_googles_adverts_name_their_advertiser(answer):
    body = f"""{BOX}<div id="rso"><div class="Ww4FFb"><a href="https://example.org/"><h3 class="LC20lb">Level tray</h3>
    </a><div class="VwiC3b">It must be level.</div></div></div>
    <div id="tads"><div data-text-ad="1"><a href="https://shop.example/" data-pcu="https://www.shop.example/,
    https://track.example/"><div role="heading">Trays</div></a></div></div>"""
    page = GoogleEngine().parse(answer(body, url=GOOGLE_URL))
    assert [(row.sponsored, row.advertiser_domain) for row in page.rows] == [(False, None), (True, "shop.example")]
    assert page.rows[0].snippet == "It must be level."


def test_an_opaque_link_keeps_its_row_without_an_address(answer):
    body = """<div id="rso"><div class="Ww4FFb"><a href="/goto?url=CAESabc"><h3 class="LC20lb">Level tray</h3></a>
    </div></div>"""
    page = GoogleEngine().parse(answer(body, url=GOOGLE_URL))
    row = page.rows[0]
    assert (page.state, row.url, row.href, row.unwrapped_by) == ("ok", None, "/goto?url=CAESabc", "google_goto")


def test_questions_pictures_and_the_engines_own_pages_are_no_results(answer):
    body = """<div id="rso"><div class="related-question-pair"><div class="tF2Cxc Ww4FFb"><a href="https://a.example/">
    <h3 class="LC20lb">Why level?</h3></a></div></div>
    <div class="Ww4FFb"><a href="/search?tbm=isch&q=tray"><h3 class="LC20lb">Images of a level tray</h3></a></div>
    <div class="Ww4FFb"><a href="https://b.example/"><h3 class="LC20lb">Level tray</h3></a></div></div>"""
    page = GoogleEngine().parse(answer(body, url=GOOGLE_URL))
    assert [row.url for row in page.rows] == ["https://b.example/"]


def test_the_light_page_spreads_a_result_over_rows_of_a_table(answer):
    body = """<table><tr class="result-sponsored"><td><a class="result-link" href="//duckduckgo.com/y.js?ad=1">Trays
    </a></td></tr><tr><td class="result-snippet">Cheap.</td></tr>
    <tr><td><a class="result-link" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2F">Level tray</a></td></tr>
    <tr><td class="result-snippet">It must be level.</td></tr><tr><td class="link-text">example.org</td></tr>
    <tr><td><a class="result-link" href="https://example.net/">Tray manual</a></td></tr></table>"""
    page = DuckDuckGoLiteEngine().parse(answer(body, url="https://lite.duckduckgo.com/lite/?q=level+tray"))
    assert [(row.sponsored, row.url, row.snippet) for row in page.rows] == [
        (True, None, "Cheap."),
        (False, "https://example.org/", "It must be level."),
        (False, "https://example.net/", ""),
    ]


# --- states -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "state"),
    [
        (bing(algo("example.org")), "ok"),
        (bing('<li class="b_no"><h1>There are no results</h1></li>'), "no_results"),
        (
            bing(algo("example.org"), '<li class="b_ans"><div id="sp_requery"><a href="/">x</a></div></li>'),
            "relaxed_query",
        ),
        (bing(*(algo(f"{n}.example", "Weather") for n in range(4))).replace("tray must be level", "sun"), "off_topic"),
        (bing(algo("example.org")).replace("level tray", "weather"), "wrong_page"),
        (bing(rest='<div class="captcha"><div id="turnstile-widget"></div></div>'), "blocked"),
        (
            bing("<li class='c_result'><h2><a href='https://example.org/'>Level tray</a></h2></li>"),
            "unrecognised_layout",
        ),
        ("<title>Bing</title><input name='q'>", "wrong_page"),
        ("", "unrecognised_layout"),
        ('{"error": "no"}', "unrecognised_layout"),
    ],
)
def test_states_of_bing(body, state, answer):
    page = BingEngine().parse(answer(body, url=BING_URL))
    assert page.state == state
    assert bool(page.rows) == (state in {"ok", "relaxed_query"})


def test_bing_answers_a_later_page_with_the_first(answer):
    body = bing(algo("example.org"), '<li class="b_pag"><a class="sb_pagS">1</a><a class="sb_pagN">Next</a></li>')
    assert BingEngine().parse(answer(body, url=f"{BING_URL}&first=11")).state == "wrong_page"
    assert BingEngine().parse(answer(body, url=BING_URL)).state == "ok"


@pytest.mark.parametrize(
    ("body", "state"),
    [
        (f"<title>Google Search</title>{NEEDS_SCRIPT}", "script_shell"),
        (f"{BOX}{NEEDS_SCRIPT}<p>new layout</p>", "unrecognised_layout"),
        ("<form action='https://consent.google.com/save'><button>Accept</button></form>", "consent"),
        ("<form id='captcha-form' action='index'><div class='g-recaptcha'></div></form>", "blocked"),
        ("<title>Google</title><form action='/search'><input name=q></form>", "wrong_page"),
        (f"{BOX}<div class=mnr-c><p role=heading>Your search - <em>x</em> - did not match</p></div>", "no_results"),
    ],
)
def test_states_of_google(body, state, answer):
    assert GoogleEngine().parse(answer(body, url=GOOGLE_URL)).state == state


def test_words_of_a_challenge_in_an_ordinary_page_mean_nothing(answer):
    row = algo("example.org", "Level tray: how to verify you are human, captcha and unusual traffic explained")
    assert BingEngine().parse(answer(bing(row), url=BING_URL)).state == "ok"


@pytest.mark.parametrize(
    ("status", "headers", "state"),
    [
        (302, (("Location", "https://consent.google.com/ml?continue=x"),), "consent"),
        (302, (("Location", "https://www.google.com/sorry/index?continue=x"),), "blocked"),
        (301, (("Location", "https://www.google.com/other"),), "http_error"),
        (429, (), "blocked"),
        (403, (), "blocked"),
        (500, (), "http_error"),
    ],
)
def test_statuses(status, headers, state, answer):
    page = GoogleEngine().parse(answer("", url=GOOGLE_URL, status=status, headers=headers))
    assert (page.state, page.rows) == (state, ())


def test_duckduckgo_refuses_with_a_success(answer):
    assert DuckDuckGoEngine().parse(answer("<p>try again</p>", url=DUCK_URL, status=202)).state == "blocked"
    challenge = "<form id='challenge-form'></form>"
    assert DuckDuckGoEngine().parse(answer(challenge, url=DUCK_URL)).state == "blocked"
    nothing = "<div id=links><div class='no-results'>No results.</div></div>"
    assert DuckDuckGoEngine().parse(answer(nothing, url=DUCK_URL)).state == "no_results"


def test_brave_repeats_the_query_in_its_title(answer):
    row = (
        '<div class="snippet" data-type="web" data-pos="4"><a href="https://example.org/"><cite>example.org</cite>'
        '<div class="title">Level tray</div></a>'
        '<div class="generic-snippet"><div class="content">Level.</div></div></div>'
    )
    advert = row.replace('"web"', '"ad" data-landing-page="https://shop.example/x"').replace("Level tray", "Trays")
    body = f"<title>level tray - Brave Search</title><div id=results>{advert}{row}</div>"
    page = BraveEngine().parse(answer(body))
    assert (page.state, page.shown_query) == ("ok", "level tray")
    assert [(one.sponsored, one.advertiser_domain) for one in page.rows] == [(True, "shop.example"), (False, None)]
    assert BraveEngine().parse(answer("<title>PoW Captcha</title>")).state == "blocked"
    assert (
        BraveEngine().parse(answer(body.replace("results", "x").replace("snippet", "y"))).state == "unrecognised_layout"
    )


# --- bodies -------------------------------------------------------------------------------------------------------


def test_bodies_are_decoded_within_bounds(answer):
    body = bing(algo("example.org", "Level tray größe")).encode()
    coded = answer(gzip.compress(body), url=BING_URL, headers=(("Content-Encoding", "gzip"),))
    assert BingEngine().parse(coded).rows[0].title == "Level tray größe"
    bomb = gzip.compress(b"x" * (21 * 1024 * 1024))
    for content, coding in ((bomb, "gzip"), (b"no gzip", "gzip"), (zlib.compress(body), "br")):
        page = BingEngine().parse(answer(content, url=BING_URL, headers=(("Content-Encoding", coding),)))
        assert page.state == "unrecognised_layout"


def test_charsets(answer):
    body = bing(algo("example.org", "Level tray größe"))
    latin = (("Content-Type", "text/html; charset=ISO-8859-1"),)
    unknown = (("Content-Type", "text/html; charset=x-nobody"),)
    assert (
        BingEngine().parse(answer(body.encode("latin-1"), url=BING_URL, headers=latin)).rows[0].title.endswith("größe")
    )
    assert BingEngine().parse(answer(body, url=BING_URL, headers=unknown)).rows[0].title.endswith("größe")
