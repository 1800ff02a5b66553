"""Discovery as a person runs it: saved pages, tasks from files, services on loopback, keys that are never kept."""

import gzip
import json
import socket
from pathlib import Path

import pytest

RESULT = """<li class="b_algo"><h2><a href="{href}">{title}</a></h2><cite>{href}</cite>
<div class="b_caption"><p>{snippet}</p></div></li>"""
BING = f"""<!DOCTYPE html><html lang="en"><head><title>Python asyncio documentation - Search</title></head><body>
<form id="sb_form"><input id="sb_form_q" name="q" value="Python asyncio documentation"></form>
<ol id="b_results">
<li class="b_ad"><ul><li><h2><a href="https://courses.example/">Learn asyncio</a></h2><cite>courses.example</cite>
<div class="b_caption"><p>Courses on asyncio.</p></div></li></ul></li>
{RESULT.format(href="https://docs.python.org/3/library/asyncio.html", title="asyncio", snippet="Python documentation.")}
{RESULT.format(href="https://docs.python.org/3/howto/a.html", title="asyncio howto", snippet="Python documentation.")}
{RESULT.format(href="https://other.example/", title="asyncio elsewhere", snippet="About Python documentation.")}
</ol></body></html>"""
PRESET = {
    "queries": ["market research report", "industry statistics source", "research study"],
    "engines": ["bing"],
    "maxResultsPerExecutedQuery": 20,
    "country": "US",
    "language": "en",
    "safeSearch": True,
    "includeSponsoredResults": False,
}
TRIAL = {**PRESET, "queries": ["Python asyncio documentation"], "maxResultsPerExecutedQuery": 2}
ROW = {"title": "Level tray", "link": "https://maker.example/tray/", "snippet": "The tray must be level."}


@pytest.fixture
def files(home: Path) -> Path:
    (home / "bing.html").write_text(BING)
    (home / "bing.html.gz").write_bytes(gzip.compress(BING.encode()))
    (home / "trial.json").write_text(json.dumps(TRIAL))
    (home / "preset.json").write_text(json.dumps(PRESET))
    return home


@pytest.mark.parametrize("page", ["bing.html", "bing.html.gz"])
def test_the_trial_input_over_a_saved_page_gives_the_counts_of_the_guide(loccit, files, page):
    done = loccit("discover", "--task", "trial.json", "--from-html", page, "--json", "--workspace", "trial")
    assert done.code == 0, done.err
    counts = list(done.json["output"].values())
    assert counts[:8] == [1, 1, 1, 1, 0, 1, 1, 2]
    assert counts[8:] == [
        {"bing": {"ok": 1}},
        {"bing": 2},
        {"Python asyncio documentation": 2},
        "result_caps_reached",
    ]
    assert [(row["page"], row["rankOnPage"], row["rank"], row["resultDomain"]) for row in done.json["rows"]] == [
        (1, 1, 1, "docs.python.org"),
        (1, 2, 2, "docs.python.org"),
    ]
    assert {(row["country"], row["language"], row["safeSearch"]) for row in done.json["rows"]} == {("US", "en", True)}


def test_the_stored_preset_takes_a_saved_page_for_each_query(loccit, files):
    pages = [option for _ in range(3) for option in ("--from-html", "bing.html")]
    done = loccit("discover", "--task", "preset.json", *pages, "--json", "--workspace", "preset")
    assert list(done.json["output"].values())[:8] == [3, 3, 3, 1, 0, 3, 3, 9]
    assert {page["state"] for page in done.json["pages"]} == {"relaxed_query"}
    assert {row["executedQuery"] for row in done.json["rows"]} == {"Python asyncio documentation"}


def test_of_a_saved_page_only_what_is_stated_is_known(loccit, files):
    done = loccit("discover", "--engine", "bing", "--from-html", "bing.html", "--json", "--language", "en-GB")
    row = done.json["rows"][0]
    assert (row["country"], row["language"], row["safeSearch"]) == (None, "en-GB", None)
    assert row["executedQuery"] == "Python asyncio documentation"
    assert done.json["pages"][0]["sponsored_rows"] == 1
    sponsored = loccit("discover", "--engine", "bing", "--from-html", "bing.html", "--json", "--sponsored")
    advert = sponsored.json["rows"][0]
    assert (advert["isSponsored"], advert["advertiserDomain"]) == (True, "courses.example")


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("--from-html", "bing.html"), "--engine"),
        (("--from-html", "bing.html", "--engine", "local"), "--engine"),
        (("--from-html", "bing.html", "--engine", "bing", "--engine", "google"), "--engine"),
        (("--from-html", "absent.html", "--engine", "bing"), "absent.html"),
        (("--from-html", "trial.json", "--engine", "bing"), "--query"),
        (("--task", "bing.html"), "bing.html"),
        (("--task", "absent.json"), "absent.json"),
        (("--task", "preset.json", "--from-html", "bing.html"), "--from-html"),
        ((), "QUERY"),
    ],
)
def test_bad_input_is_named_and_leaves_nothing(loccit, files, arguments, field):
    done = loccit("discover", *arguments, "--workspace", "untouched")
    assert done.code == 2
    assert f"{field}: expected" in done.err
    assert not (files / "untouched").exists()


@pytest.mark.data
def test_a_saved_page_of_bing(loccit, data_dir, files):
    page = next((data_dir / "serp" / "bing").glob("*http-bing.html.gz"))
    done = loccit("discover", "--task", "trial.json", "--from-html", str(page), "--json", "--workspace", "real")
    assert list(done.json["output"].values())[:8] == [1, 1, 1, 1, 0, 1, 1, 2]
    assert done.json["output"]["stopReason"] == "result_caps_reached"
    assert done.json["pages"][0]["executed_query"] == "javascript tutorial"


def test_engines_tell_what_they_need_and_no_value(loccit):
    done = loccit("engines", "--json", LOCCIT_SERPER_KEY="planted-key-0123456789")
    engines = done.json["engines"]
    assert (engines["serper"]["ready"], engines["exa"]["ready"], engines["local"]["ready"]) == (True, False, True)
    assert engines["exa"]["needs"][0] == {
        "variable": "LOCCIT_EXA_KEY",
        "for": "header x-api-key",
        "required": True,
        "set": False,
    }
    assert "planted" not in done.out + loccit("engines", LOCCIT_SERPER_KEY="planted-key-0123456789").out


def test_a_missing_key_ends_with_5_before_anything_is_sent(loccit, files):
    done = loccit("discover", "tray", "--engine", "serper", "--workspace", "keyless")
    assert done.code == 5
    assert "LOCCIT_SERPER_KEY" in done.err


# --- services on loopback -------------------------------------------------------------------------------------------

KEY = "planted-key-8f3a61c09d"
VARIABLES = {
    "scrapeless": ("LOCCIT_SCRAPELESS_TOKEN", "/api/v1/scraper/request"),
    "serper": ("LOCCIT_SERPER_KEY", "/search"),
    "tavily": ("LOCCIT_TAVILY_AUTHORIZATION", "/search"),
    "exa": ("LOCCIT_EXA_KEY", "/search"),
    "dataforseo": ("LOCCIT_DATAFORSEO_AUTHORIZATION", "/v3/serp/google/organic/live/advanced"),
}


def http(body: bytes, *, status: str = "200 OK", kind: str = "application/json", more: str = "") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    return head.encode() + body


def ask(loccit, server, engine, workspace, *options, **environment):
    variable, _ = VARIABLES[engine]
    url = {f"LOCCIT_{engine.upper()}_URL": server.url("")}
    given = {variable: KEY, **url, **environment}
    return loccit("discover", "tray level", "--engine", engine, "--json", "--workspace", workspace, *options, **given)


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


ANSWERS = [
    (http(b'{"message": "slow down"}', status="429 Too Many Requests", more="Retry-After: 30\r\n"), "http_error", "30"),
    (http(b'{"error": "no"}', status="500 Internal Server Error"), "http_error", "500"),
    (http(b'{"organic": [{"title": "cut'), "unrecognised_layout", "no JSON"),
    (http(b"<html><h1>Sign in</h1></html>", kind="text/html"), "unrecognised_layout", "no JSON"),
    (http(f'{{"message": "bad key {KEY}"}}'.encode(), status="401 Unauthorized"), "http_error", "[redacted]"),
    (b"", "transport_error", ""),
]


@pytest.mark.parametrize(("engine", "answer"), list(zip([*VARIABLES, "serper"], ANSWERS, strict=True)))
def test_failures_of_a_service_are_states_and_its_key_is_kept_nowhere(loccit, server, home, engine, answer):
    server.answers[VARIABLES[engine][1]], state, reason = answer
    done = ask(loccit, server, engine, f"failing-{engine}")
    assert done.code == 0, done.err
    (page,) = done.json["pages"]
    assert page["state"] == state
    assert reason in page["reason"]
    assert (done.json["output"]["enginesFailed"], done.json["rows"]) == (1, [])
    assert KEY not in done.out + done.err
    assert KEY.encode() not in everything(home / f"failing-{engine}")
    assert KEY.encode() in server.requests[0]


def test_a_key_in_the_query_is_kept_nowhere(loccit, server, home):
    body = json.dumps({"search_metadata": {"status": "Success"}, "organic_results": [ROW]}).encode()

    def answer(connection: socket.socket) -> None:
        connection.sendall(http(body))

    target = f"/search?engine=google&q=tray%20level&hl=en&gl=us&safe=active&nfpr=1&output=json&api_key={KEY}"
    server.answers[target] = answer
    environment = {"LOCCIT_SERPAPI_KEY": KEY, "LOCCIT_SERPAPI_URL": server.url("")}
    done = loccit("discover", "tray level", "--engine", "serpapi", "--json", "--workspace", "serpapi", **environment)
    assert [row["canonicalUrl"] for row in done.json["rows"]] == ["https://maker.example/tray/"]
    assert KEY not in done.out + done.err
    assert KEY.encode() not in everything(home / "serpapi")


def test_a_task_that_is_not_finished_is_asked_for_only_where_the_user_says(loccit, server, home):
    submitted = http(b'{"message": "task in progress", "taskId": "t-1"}', status="201 Created")
    server.answers["/api/v1/scraper/request"] = submitted
    server.answers["/verified/t-1"] = http(json.dumps({"organic_results": [ROW]}).encode())
    done = ask(loccit, server, "scrapeless", "pending")
    assert [(page["state"], page["task_id"]) for page in done.json["pages"]] == [("pending", "t-1")]
    assert len(server.requests) == 1
    endpoint = {"LOCCIT_SCRAPELESS_RESULT_ENDPOINT": server.url("/verified/{taskId}")}
    done = ask(loccit, server, "scrapeless", "finished", "--max-results", "1", **endpoint)
    assert [(page["state"], page["rows"]) for page in done.json["pages"]] == [("ok", 1)]
    assert KEY.encode() in server.requests[-1]
    assert KEY.encode() not in everything(home / "pending") + everything(home / "finished")


PLUG_IN = """from loccit.protocols import EngineProfile, HttpRequest, ParsedRow, ResultPage

class ShelfEngine:
    name = "shelf"
    version = "7"
    profile = EngineProfile(settings={"shelf": "SHELF"}, required=frozenset({"shelf"}), honours=frozenset({"query"}))

    def __init__(self, *, shelf):
        self.shelf = shelf

    def request(self, execution, page):
        return HttpRequest(f"http://127.0.0.1:1/{self.shelf}")

    def parse(self, response):
        return ResultPage("ok", (ParsedRow("A book", "https://b.example/", "https://b.example/", ""),), last=True)
"""


def test_an_engine_of_somebody_else_is_installed_and_asked(loccit, tmp_path):
    (tmp_path / "shelf_engine.py").write_text(PLUG_IN)
    facts = tmp_path / "shelf_engine-7.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: shelf-engine\nVersion: 7\n")
    (facts / "entry_points.txt").write_text("[loccit.engines]\nshelf = shelf_engine:ShelfEngine\n")
    here = {"PYTHONPATH": str(tmp_path)}
    listed = loccit("engines", "--json", **here).json["engines"]["shelf"]
    assert (listed["ready"], listed["needs"][0]["variable"]) == (False, "SHELF")
    done = loccit("discover", "tray", "--engine", "shelf", "--workspace", "shelf", **here)
    assert (done.code, "SHELF" in done.err) == (5, True)
    done = loccit("discover", "tray", "--engine", "shelf", "--json", "--workspace", "shelf", **here, SHELF="3")
    (page,) = done.json["pages"]
    assert page["state"] == "transport_error"
    assert page["reason"].startswith("refused_")
