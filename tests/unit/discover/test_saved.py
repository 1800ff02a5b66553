import gzip
from dataclasses import replace

import anyio
import pytest

from loccit.discover.engines.bing import BingEngine
from loccit.discover.engines.duckduckgo import DuckDuckGoEngine
from loccit.discover.saved import SavedEngine, SavedPages, read_saved_page, saved_url, shown_query, stated_query
from loccit.errors import BadInput
from loccit.protocols import HttpRequest, NoResponse
from loccit.testing.engines import execution

PAGE = b"""<!DOCTYPE html><html lang="en"><title>tray level - Search</title>
<form id="sb_form"><input id="sb_form_q" name="q" value="tray level"></form>
<ol id="b_results">
<li class="b_algo"><h2><a href="https://maker.example/tray/">Keep the tray level</a></h2>
<div class="b_caption"><p>The tray must be level.</p></div></li>
</ol></html>"""


def parsed(engine, saved, query, page=1):
    reading = SavedEngine(engine, saved.stated)
    return reading.parse(anyio.run(saved.send, reading.request(execution(query), page)))


def test_a_file_is_read_with_or_without_gzip(tmp_path):
    for name, stored in (
        ("page.html", PAGE),
        ("page.html.gz", gzip.compress(PAGE, mtime=0)),
        ("odd", gzip.compress(PAGE, mtime=0)),
    ):
        (tmp_path / name).write_bytes(stored)
        assert read_saved_page(tmp_path / name) == PAGE


@pytest.mark.parametrize(
    "stored",
    [
        None,
        b"",
        gzip.compress(b"", mtime=0),
        gzip.compress(PAGE, mtime=0)[:-9],
        b"\x1f\x8bnone",
        gzip.compress(b"0" * (21 << 20), mtime=0),
    ],
)
def test_a_file_that_is_no_page_is_named(tmp_path, stored):
    path = tmp_path / "page.html"
    if stored is not None:
        path.write_bytes(stored)
    with pytest.raises(BadInput) as refusal:
        read_saved_page(path)
    assert refusal.value.field == str(path)


def test_a_page_is_read_as_the_engine_reads_it():
    page = parsed(BingEngine(), SavedPages.of(["tray level"], [PAGE]), "tray level")
    assert (page.state, page.shown_query) == ("ok", "tray level")
    assert [row.url for row in page.rows] == ["https://maker.example/tray/"]


def test_rows_of_a_page_that_repeats_another_query_answer_that_one():
    page = parsed(BingEngine(), SavedPages.of(["rack height"], [PAGE]), "rack height")
    assert (page.state, page.executed_query, len(page.rows)) == ("relaxed_query", "tray level", 1)
    assert page.reason == "said to answer 'rack height', the page answers 'tray level'"


def test_a_page_that_repeats_no_query_is_compared_with_the_stated_one():
    silent = PAGE.replace(b' value="tray level"', b"").replace(b"tray level - ", b"")
    assert shown_query(BingEngine(), silent) is None
    assert parsed(BingEngine(), SavedPages.of(["tray level"], [silent]), "tray level").state == "ok"
    assert parsed(BingEngine(), SavedPages.of(["quantum"], [silent]), "quantum").state == "off_topic"


def test_pages_of_one_query_follow_each_other_and_several_queries_have_one_each():
    several = SavedPages.of(["tray", " tray "], [b"1", b"2"])
    assert (dict(several.pages), several.most) == ({"tray": (b"1", b"2")}, 2)
    each = SavedPages.of(["tray", "rack"], [b"1", b"2"])
    assert (dict(each.pages), each.most) == ({"tray": (b"1",), "rack": (b"2",)}, 1)
    with pytest.raises(BadInput, match="--from-html: expected pages of one query, or one page for each of the 3"):
        SavedPages.of(["tray", "rack", "level"], [b"1", b"2"])


@pytest.mark.parametrize("query", ["a&b=c#d", "套件 😀", "50%", "\ud800"])
def test_addresses_of_saved_pages_carry_the_query_and_nothing_else(query):
    url = saved_url(query, 1)
    assert url.isascii()
    assert stated_query(url) == query.replace("\ud800", "\ufffd")
    assert stated_query("https://www.bing.com/search?q=a") is None


def test_nothing_is_contacted_and_nothing_that_a_page_offers_is_followed():
    saved = SavedPages.of(["tray"], [PAGE])
    for url in ("https://www.bing.com/search?q=tray", saved_url("tray", 2), saved_url("rack", 1)):
        reply = anyio.run(saved.send, HttpRequest(url))
        assert isinstance(reply, NoResponse)
        assert (reply.outcome, reply.witnessed) == ("not_mounted", False)
    form = b"""<div id="links"><div class="result"><a class="result__a" href="https://maker.example/">Tray</a></div>
    <div class="nav-link"><form action="/html/" method="post"><input type="submit" value="Next"></form></div></div>"""
    assert parsed(DuckDuckGoEngine(), SavedPages.of(["tray"], [form]), "tray").next_request is None


def test_only_what_is_stated_is_honoured():
    saved = SavedPages.of(["tray"], [PAGE], stated=frozenset({"country"}))
    assert SavedEngine(BingEngine(), saved.stated).profile.honours == {"query", "sponsored", "paging", "country"}
    assert saved.revision() != replace(saved, stated=frozenset()).revision()
    assert saved.revision() != SavedPages.of(["tray"], [PAGE + b" "], stated=saved.stated).revision()
