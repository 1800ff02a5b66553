import json

import pytest

from loccit.discover.engines.api.brave_api import BraveApiEngine
from loccit.discover.engines.api.dataforseo import DataForSeoEngine
from loccit.discover.engines.api.exa import ExaEngine
from loccit.discover.engines.api.google_cse import GoogleCseEngine
from loccit.discover.engines.api.scrapeless import ScrapelessEngine, ScrapelessUrlEngine
from loccit.discover.engines.api.searxng import SearxngEngine
from loccit.discover.engines.api.serpapi import SerpApiEngine
from loccit.discover.engines.api.serper import SerperEngine
from loccit.discover.engines.api.tavily import TavilyEngine
from loccit.errors import BadInput
from loccit.protocols import Execution

ROW = {"title": "Level  tray", "link": "https://example.org/a/", "snippet": "It must be level.", "position": 3}
URL_ROW = {"title": "Level tray", "url": "https://example.org/a/", "content": "Level.", "text": "Level."}
ITEM = {"type": "organic", "rank_group": 3, "title": "Level tray", "url": "https://example.org/a/", "description": "L."}


def dataforseo(items, *, code=20000):
    result = {"keyword": "level tray", "items": items, "items_count": None if items is None else len(items)}
    return {"status_code": 20000, "tasks": [{"id": "t-1", "status_code": code, "result": [result]}]}


def brave(results):
    query = {"original": "level tray", "more_results_available": False}
    return {"type": "search", "query": query, "web": {"results": results}, "mixed": {"main": []}}


# For each engine: the array of rows put into a reply, and a row of its own shape.
SHAPES = [
    (ScrapelessEngine(), lambda rows: {"organic_results": rows}, ROW),
    (SerpApiEngine(), lambda rows: {"search_metadata": {"status": "Success"}, "organic_results": rows}, ROW),
    (SerperEngine(), lambda rows: {"searchParameters": {"q": "level tray"}, "organic": rows}, ROW),
    (BraveApiEngine(), brave, {**URL_ROW, "description": "It must be <strong>level</strong> &amp; dry."}),
    (TavilyEngine(), lambda rows: {"query": "level tray", "results": rows}, URL_ROW),
    (ExaEngine(), lambda rows: {"requestId": "r", "results": rows}, URL_ROW),
    (SearxngEngine(), lambda rows: {"query": "level tray", "results": rows}, URL_ROW),
    (GoogleCseEngine(cx="c"), lambda rows: {"kind": "customsearch#search", "items": rows}, ROW),
    (DataForSeoEngine(), dataforseo, ITEM),
]
EVERY = pytest.mark.parametrize(("engine", "reply_of", "row"), SHAPES, ids=[shape[0].name for shape in SHAPES])


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


@EVERY
def test_rows(engine, reply_of, row, answer):
    page = engine.parse(answer(json.dumps(reply_of([row]))))
    assert (page.state, len(page.rows)) == ("ok", 1)
    found = page.rows[0]
    assert (found.title, found.url, found.sponsored) == ("Level tray", "https://example.org/a/", False)
    assert found.snippet


@EVERY
def test_an_empty_array_is_no_results(engine, reply_of, row, answer):
    assert engine.parse(answer(json.dumps(reply_of([])))).state == "no_results"


@EVERY
@pytest.mark.parametrize("rows", [None, {}, "rows", [None], [["a"]], [{"name": "renamed"}]], ids=str)
def test_another_shape_is_never_an_empty_success(rows, engine, reply_of, row, answer):
    page = engine.parse(answer(json.dumps(reply_of(rows))))
    assert (page.state, page.rows) == ("unrecognised_layout", ())


@EVERY
@pytest.mark.parametrize("body", ["", "{", "[]", '"text"', "null", "<html></html>", '{"results": [}'], ids=repr)
def test_what_is_no_json_object(body, engine, reply_of, row, answer):
    assert engine.parse(answer(body)).state == "unrecognised_layout"


@EVERY
@pytest.mark.parametrize("status", [400, 401, 429, 500, 503])
def test_failures_keep_their_status(status, engine, reply_of, row, answer):
    reply = answer('{"message": "slow down"}', status=status, headers=(("Retry-After", "30"),))
    page = engine.parse(reply)
    assert page.state == "http_error"
    assert page.reason == f"the service answered status {status}: slow down: to be asked again after 30"


@EVERY
def test_requests_carry_no_secret_and_name_it(engine, reply_of, row):
    request = engine.request(execution(), 1)
    profile = engine.profile
    assert request.secrets == set(profile.headers)
    assert request.secret_parameters == set(profile.parameters)
    assert request.url.startswith(f"{profile.origin}/")
    assert not {name.lower() for name, _ in request.headers} & {name.lower() for name in profile.headers}


def test_a_row_without_an_address_stays_visible(answer):
    rows = [ROW, {"title": "No link"}, {**ROW, "link": 7}, {**ROW, "link": "/goto?url=CAES", "redirect_link": "x:"}]
    page = ScrapelessEngine().parse(answer(json.dumps({"organic_results": rows})))
    assert [(row.href, row.url) for row in page.rows] == [
        ("https://example.org/a/", "https://example.org/a/"),
        ("", None),
        ("", None),
        ("/goto?url=CAES", None),
    ]
    assert page.rows[0].position == 3


def test_scrapeless_submits_an_actor_and_its_input():
    request = ScrapelessEngine().request(execution(country="TW", language="zh-Hant"), 2)
    assert (request.method, request.url) == ("POST", "https://api.scrapeless.com/api/v1/scraper/request")
    assert json.loads(request.body) == {
        "actor": "scraper.google.search",
        "input": {"q": "level tray", "hl": "zh-tw", "gl": "tw", "num": 10, "start": 10},
    }


def test_scrapeless_pending_tasks_stay_pending(answer):
    body = '{"message": "task in progress", "taskId": "t/1"}'
    page = ScrapelessEngine().parse(answer(body, status=201))
    assert (page.state, page.task_id, page.rows) == ("pending", "t/1", ())
    assert ScrapelessEngine().parse(answer("", status=201)).state == "unrecognised_layout"
    assert page.next_request is None
    assert ScrapelessEngine().result_request("t/1") is None
    verified = ScrapelessEngine(result_endpoint="https://api.scrapeless.com/api/v1/result/{taskId}")
    request = verified.result_request("t/1")
    assert request is not None
    assert (request.url, request.secrets) == ("https://api.scrapeless.com/api/v1/result/t%2F1", {"x-api-token"})
    assert verified.parse(answer(body, status=201)).next_request == request
    with pytest.raises(BadInput, match="result_endpoint"):
        ScrapelessEngine(result_endpoint="https://other.example/{taskId}")


def test_scrapeless_reports_its_own_failure(answer):
    page = ScrapelessEngine().parse(answer('{"code": 20500, "message": "scraping failed"}', status=400))
    assert (page.state, page.reason) == ("http_error", "the service answered status 400: scraping failed")
    page = ScrapelessEngine().parse(answer('{"code": 20500, "message": "scraping failed"}'))
    assert (page.state, page.reason) == ("http_error", "the service reports: scraping failed")


def test_scrapeless_full_url_mode_keeps_the_address():
    url = "https://www.google.com/search?q=level+tray&hl=de"
    request = ScrapelessUrlEngine().request(execution(query=url), 1)
    assert json.loads(request.body)["input"] == {"url": url}
    assert ScrapelessUrlEngine.profile.honours == frozenset()
    with pytest.raises(BadInput, match="queries"):
        ScrapelessUrlEngine().request(execution(), 1)


def test_adverts_of_serpapi_stand_apart(answer):
    advert = {"title": "Trays", "link": "https://www.google.com/aclk?adurl=", "displayed_link": "www.shop.example › a"}
    page = SerpApiEngine().parse(answer(json.dumps({"organic_results": [ROW], "ads": [advert]})))
    assert [(row.sponsored, row.url, row.advertiser_domain) for row in page.rows] == [
        (True, None, "shop.example"),
        (False, "https://example.org/a/", None),
    ]


@pytest.mark.parametrize(
    ("reply", "state"),
    [
        ({"search_information": {"organic_results_state": "Fully empty"}, "error": "no results"}, "no_results"),
        ({"error": "Your account has run out of searches."}, "http_error"),
        ({"search_metadata": {"status": "Processing", "id": "s1"}}, "pending"),
        ({"search_information": {"showing_results_for": "level trays"}, "search_parameters": {"q": "levl"},
          "organic_results": [ROW]}, "relaxed_query"),
    ],
)  # fmt: skip
def test_states_of_serpapi(reply, state, answer):
    assert SerpApiEngine().parse(answer(json.dumps(reply))).state == state


def test_brave_lists_nothing_or_another_kind(answer):
    nothing = {"type": "search", "query": {"original": "x"}, "mixed": {"main": []}}
    assert BraveApiEngine().parse(answer(json.dumps(nothing))).state == "no_results"
    videos = {"type": "videos", "query": {"original": "x"}, "results": [URL_ROW]}
    assert BraveApiEngine().parse(answer(json.dumps(videos))).state == "unrecognised_layout"
    page = BraveApiEngine().parse(answer(json.dumps(brave([{**URL_ROW, "description": "<b>a</b> &amp; b"}]))))
    assert (page.rows[0].snippet, page.last) == ("a & b", True)
    altered = brave([URL_ROW])
    altered["query"]["altered"] = "level trays"
    page = BraveApiEngine().parse(answer(json.dumps(altered)))
    assert (page.state, page.executed_query) == ("relaxed_query", "level trays")


def test_searxng_whose_engines_are_silent_found_nothing_out(answer):
    reply = {"query": "x", "results": [], "unresponsive_engines": [["google", "CAPTCHA"], ["bing", "timeout"]]}
    page = SearxngEngine().parse(answer(json.dumps(reply)))
    assert (page.state, page.reason) == ("blocked", "engines behind it did not answer: google: CAPTCHA, bing: timeout")


def test_searxng_is_where_the_user_says():
    engine = SearxngEngine(base_url="http://search.lan:8080/sx/")
    assert engine.request(execution(), 2).url == (
        "http://search.lan:8080/sx/search?q=level%20tray&format=json&language=en-US&safesearch=2&pageno=2"
    )
    assert engine.profile.origin == "http://search.lan:8080"
    with pytest.raises(BadInput, match="base_url"):
        SearxngEngine(base_url="search.lan")


def test_google_cse_states_zero_results(answer):
    nothing = {"kind": "customsearch#search", "searchInformation": {"totalResults": "0"}}
    assert GoogleCseEngine(cx="c").parse(answer(json.dumps(nothing))).state == "no_results"


@pytest.mark.parametrize(
    ("reply", "state"),
    [
        (dataforseo(None, code=40102), "no_results"),
        ({"tasks": [{"status_code": 20000, "result": [{"items": None, "items_count": 0}]}]}, "no_results"),
        (dataforseo([{"type": "video", "title": "v"}]), "unrecognised_layout"),
        ({"status_code": 40100, "status_message": "You are not authorized."}, "http_error"),
        ({"status_code": 20000, "tasks": [{"status_code": 40501, "status_message": "Invalid Field."}]}, "http_error"),
        ({"status_code": 20000, "tasks": [{"id": "t", "status_code": 20100}]}, "pending"),
    ],
)
def test_states_of_dataforseo(reply, state, answer):
    assert DataForSeoEngine().parse(answer(json.dumps(reply))).state == state


def test_dataforseo_knows_countries_by_number():
    request = DataForSeoEngine().request(execution(country="id", language="id"), 1)
    assert json.loads(request.body)[0]["location_code"] == 2360
    with pytest.raises(BadInput, match="country"):
        DataForSeoEngine().request(execution(country="XX"), 1)


RECORDED = [
    ("scraperapigather+scrapeless-scrapers__google-scraper_api_results_search.json", "ok", 8),
    ("scraperapigather+scrapeless-scrapers__google-images-scraper_api_results_images.json", "unrecognised_layout", 0),
    ("scraperapigather+scrapeless-scrapers__google-local-scraper_api_results_local.json", "unrecognised_layout", 0),
    ("scraperapigather+scrapeless-scrapers__google-scholar-scraper_api_results_scholar.json", "unrecognised_layout", 0),
    ("scraperapigather+scrapeless-scrapers__google-videos-scraper_api_results_videos.json", "unrecognised_layout", 0),
    ("helmut-hoffer-von-ankershoffen+brave-search-python-client__brave_web.json", "ok", 20),
    ("helmut-hoffer-von-ankershoffen+brave-search-python-client__brave_news.json", "unrecognised_layout", 0),
]


@pytest.mark.data
@pytest.mark.parametrize(("name", "state", "rows"), RECORDED, ids=[one[0][-30:] for one in RECORDED])
def test_recorded_replies(name, state, rows, saved_page, answer):
    engine = BraveApiEngine() if "brave" in name else ScrapelessEngine()
    page = engine.parse(answer(saved_page("api", name)))
    assert (page.state, len(page.rows)) == (state, rows)
