import json
from datetime import UTC, datetime

import anyio
import pytest

from loccit.discover.engines.local import IndexTransport, LocalEngine
from loccit.discover.index import FtsIndex
from loccit.ids import Digest
from loccit.protocols import Execution, HttpRequest, HttpResponse, IndexPage, NoResponse

ENGINE = LocalEngine()


def execution(query, rows=2):
    return Execution("local", query, "US", "en", safe_search=True, rows_per_page=rows)


@pytest.fixture
def transport(tmp_path):
    with FtsIndex(tmp_path / "index.sqlite") as index:
        mark = Digest("sha256:" + "0" * 64)
        index.add([IndexPage(f"https://e/{number}", "托盤", "", "The tray & rack", "", mark) for number in range(5)])
        yield IndexTransport(index)


def page(transport, query, number, rows=2):
    return ENGINE.parse(anyio.run(transport.send, ENGINE.request(execution(query, rows), number)))


def test_pages_follow_each_other_and_the_last_one_says_so(transport):
    pages = [page(transport, "tray", number) for number in (1, 2, 3, 4)]
    assert [(one.state, [row.url for row in one.rows], one.last) for one in pages] == [
        ("ok", ["https://e/0", "https://e/1"], False),
        ("ok", ["https://e/2", "https://e/3"], False),
        ("ok", ["https://e/4"], True),
        ("no_results", [], True),
    ]


def test_a_full_last_page_says_so_too(transport):
    assert page(transport, "tray", 1, rows=5).last is True


def test_a_row_is_a_hit(transport):
    (row,) = page(transport, "托盤", 1, rows=1).rows
    assert (row.title, row.href, row.url, row.snippet) == ("托盤", "https://e/0", "https://e/0", "The tray & rack")
    assert (row.sponsored, row.advertiser_domain, row.unwrapped_by) == (False, None, None)


@pytest.mark.parametrize("query", ["tray & rack", "tray+rack", "50% tray", "tray#1", "\ud800 tray"])
def test_the_query_arrives_as_it_was_sent(transport, query):
    reply = anyio.run(transport.send, ENGINE.request(execution(query), 1))
    assert json.loads(reply.body)["query"] == query.replace("\ud800", "\ufffd")


def test_the_reply_is_json_that_nobody_witnessed_on_the_network(transport):
    reply = anyio.run(transport.send, ENGINE.request(execution("tray", 1), 1))
    assert reply.header("content-type") == "application/json; charset=utf-8"
    assert (reply.status, reply.via, reply.witnessed) == (200, "mirror", False)
    assert json.loads(reply.body) == {
        "query": "tray",
        "offset": 0,
        "last": False,
        "hits": [{"url": "https://e/0", "title": "托盤", "snippet": "The tray & rack"}],
    }


def test_a_hit_from_an_archive_carries_the_date_of_its_copy(transport):
    at = datetime(2024, 5, 1, tzinfo=UTC)
    mark = Digest("sha256:" + "0" * 64)
    transport.index.add([IndexPage("https://e/old", "Lid", "", "The lid", "", mark, via="replay", captured_at=at)])
    reply = anyio.run(transport.send, ENGINE.request(execution("lid", 1), 1))
    hits = json.loads(reply.body)["hits"]
    assert [(hit["url"], hit["captured_at"]) for hit in hits] == [("https://e/old", "2024-05-01T00:00:00+00:00")]


def test_a_request_without_its_parts_is_an_error_of_the_page(transport):
    reply = anyio.run(transport.send, HttpRequest("loccit-index:search?q=tray"))
    assert reply.status == 400
    assert ENGINE.parse(reply).state == "http_error"


def test_other_schemes_are_refused(transport):
    refused = anyio.run(transport.send, HttpRequest("https://e/?q=tray&limit=1&offset=0"))
    assert isinstance(refused, NoResponse)
    assert refused.outcome == "refused_scheme"


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b'{"hits": 3, "last": true}', b'{"hits": [{"url": "x"}], "last": true}', b'{"hits": []}'],
)
def test_another_shape_is_an_unrecognised_layout(body):
    page = ENGINE.parse(HttpResponse("loccit-index:search", 200, (), body, "mirror", witnessed=False))
    assert (page.state, page.rows) == ("unrecognised_layout", ())
