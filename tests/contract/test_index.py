"""What every index must do, whatever it is made of."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from loccit.discover.index import FtsIndex
from loccit.ids import Digest
from loccit.protocols import Index, IndexPage


@pytest.fixture(params=["fts"])
def index(request, tmp_path: Path) -> Iterator[Index]:
    with FtsIndex(tmp_path / "index.sqlite") as made:
        yield made


def page(url, body, *, title="", headings="", digest="1"):
    mark = Digest("sha256:" + digest * 64)
    return IndexPage(url=url, title=title, headings=headings, body=body, language="", digest=mark)


def urls_of(hits):
    return [hit.url for hit in hits]


def test_a_page_is_found_by_its_words(index):
    index.add([page("https://e/tray", "The tray must be level."), page("https://e/rack", "The rack slides.")])
    assert urls_of(index.search("tray level", limit=5)) == ["https://e/tray"]
    assert urls_of(index.search("TRAY", limit=5)) == ["https://e/tray"]


def test_an_empty_index_and_an_empty_query_find_nothing(index):
    assert list(index.search("tray", limit=5)) == []
    index.add([page("https://e/tray", "The tray")])
    for query in ("", "  ", "…", "absent"):
        assert list(index.search(query, limit=5)) == []


@pytest.mark.parametrize(
    "query",
    ['"', "tray\" OR url:x", "tray AND", "NOT tray", "title:tray", "tray*", "^tray", "NEAR(tray level, 2)", "(", "a\0b",
     "tray -level", "{title body} : tray", "'; DROP TABLE page; --", "\ud800 tray", "+", "tray " * 500],
)  # fmt: skip
def test_no_query_is_syntax(index, query):
    index.add([page("https://e/tray", "The tray must be level.")])
    index.search(query, limit=5)
    assert urls_of(index.search("tray", limit=5)) == ["https://e/tray"]


def test_a_page_that_is_added_again_is_replaced(index):
    index.add([page("https://e/a", "old words", title="Old", digest="1")])
    index.add([page("https://e/a", "new words", title="New", digest="2")])
    assert list(index.search("old", limit=5)) == []
    assert [(hit.url, hit.title) for hit in index.search("words", limit=5)] == [("https://e/a", "New")]
    assert index.digest_of("https://e/a") == "sha256:" + "2" * 64
    assert index.digest_of("https://e/b") is None


def test_pages_added_together_are_there_together_or_not_at_all(index):
    def broken():
        yield page("https://e/a", "tray")
        raise RuntimeError("the disk is gone")

    with pytest.raises(RuntimeError):
        index.add(broken())
    assert list(index.search("tray", limit=5)) == []
    assert index.digest_of("https://e/a") is None


def test_results_come_in_pages_without_gaps_or_repeats(index):
    index.add([page(f"https://e/{number:03}", "the same tray") for number in range(120)])
    every = urls_of(index.search("tray", limit=200))
    assert sorted(every) == [f"https://e/{number:03}" for number in range(120)]
    paged = [url for offset in range(0, 120, 7) for url in urls_of(index.search("tray", limit=7, offset=offset))]
    assert paged == every
    assert list(index.search("tray", limit=7, offset=120)) == []


def test_the_order_does_not_depend_on_the_order_of_adding(index, tmp_path):
    pages = [page(f"https://e/{number}", "tray " * (number % 3 + 1), title="Tray") for number in range(9)]
    index.add(pages)
    with FtsIndex(tmp_path / "other.sqlite") as other:
        for one in reversed(pages):
            other.add([one])
        assert urls_of(other.search("tray", limit=9)) == urls_of(index.search("tray", limit=9))


def test_words_of_any_script_are_found(index):
    bodies = {
        "zh": "托盤必須保持水平。",
        "id": "Baki harus rata.",
        "ja": "トレイは水平でなければならない。",
        "ko": "받침대는 수평이어야 합니다.",
        "he": "המגש חייב להיות ישר.",
        "hi": "ट्रे समतल होनी चाहिए।",
        "emoji": "ready 😀 set",
        "symbol": "costs €5",
        "nfd": "cafe\u0301",
    }
    index.add([page(f"https://e/{name}", body) for name, body in bodies.items()])
    queries = {
        "zh": "水平托盤",
        "id": "rata",
        "ja": "水平トレイ",
        "ko": "수평",
        "he": "המגש",
        "hi": "समतल",
        "emoji": "😀",
        "symbol": "€",
        "nfd": "caf\u00e9",
    }
    found = {name: urls_of(index.search(query, limit=1)) for name, query in queries.items()}
    assert found == {name: [f"https://e/{name}"] for name in queries}


def test_accents_make_a_difference(index):
    index.add([page("https://e/plain", "resume"), page("https://e/accented", "résumé")])
    assert urls_of(index.search("résumé", limit=5)) == ["https://e/accented"]


def test_a_snippet_is_a_piece_of_the_page(index):
    body = "Opening words. " * 40 + "The tray must be level before use.\nNext block. " + "Closing words. " * 40
    index.add([page("https://e/tray", body)])
    (hit,) = index.search("tray level", limit=1)
    assert "The tray must be level before use." in hit.snippet
    assert len(hit.snippet) <= 240
    assert hit.snippet in " ".join(body.split())
