"""What every index must do, whatever it is made of."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from loccit.discover.index import FtsIndex
from loccit.ids import Digest
from loccit.protocols import Index, IndexPage


@pytest.fixture(params=["fts"])
def index(request, tmp_path: Path) -> Iterator[Index]:
    with FtsIndex(tmp_path / "index.sqlite") as made:
        yield made


def page(url, body, *, title="", headings="", digest="1", **more):
    mark = Digest("sha256:" + digest * 64)
    return IndexPage(url=url, title=title, headings=headings, body=body, language="", digest=mark, **more)


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


def test_a_phrase_must_stand_on_the_page_as_it_is(index):
    index.add(
        [
            page("https://e/together", "Keep the tray level at all times."),
            page("https://e/apart", "The level of the tray; tray and level, level tray."),
            page("https://e/zh", "托盤必須保持水平。"),
            page("https://e/code", "Call asyncio.run() once."),
        ]
    )
    assert urls_of(index.search('"tray level"', limit=5)) == ["https://e/together"]
    assert urls_of(index.search('"TRAY  level" tray', limit=5)) == ["https://e/together"]
    assert urls_of(index.search("\u201ctray level\u201d", limit=5)) == ["https://e/together"]
    assert urls_of(index.search('"level tray"', limit=5)) == ["https://e/apart"]
    assert urls_of(index.search('"保持水平"', limit=5)) == ["https://e/zh"]
    assert list(index.search('"水平保持"', limit=5)) == []
    assert urls_of(index.search('"asyncio.run"', limit=5)) == ["https://e/code"]
    assert len(index.search('"tray level', limit=5)) == 2


def test_site_restricts_to_a_part_of_the_web(index):
    every = [
        "https://example.org/tray",
        "https://docs.example.org/3/tray",
        "https://www.example.org/tray",
        "https://notexample.org/tray",
        "https://other.example/tray?u=example.org",
    ]
    index.add([page(url, "tray") for url in every])

    def found(query):
        return sorted(urls_of(index.search(query, limit=9)))

    assert found("tray site:example.org") == sorted(every[:3])
    assert found("site:www.example.org tray") == [every[2]]
    assert found("tray site:https://docs.example.org/3/") == [every[1]]
    assert found("tray site:docs.example.org/4") == []
    assert found("tray SITE:EXAMPLE.ORG -site:docs.example.org") == [every[0], every[2]]
    assert found("tray -site:example.org") == sorted(every[3:])
    assert found("tray site:example.org site:other.example") == sorted([*every[:3], every[4]])
    assert found("site:example.org") == []


def test_pages_are_taken_out(index):
    index.add([page("https://e/a", "tray one"), page("https://e/b", "tray two")])
    before = index.revision()
    assert index.remove(["https://e/a", "https://e/absent"]) == 1
    assert urls_of(index.search("tray", limit=5)) == ["https://e/b"]
    assert list(index.search("one", limit=5)) == []
    assert index.digest_of("https://e/a") is None
    after = index.revision()
    assert after != before
    assert index.remove(["https://e/a"]) == 0
    assert index.revision() == after


def test_pages_are_told_by_source_and_stamp(index):
    index.add(
        [page("https://e/a", "a", source="https://e/", stamp="1 2"), page("https://f/a", "a", source="https://f/")]
    )
    assert list(index.urls_of("https://e/")) == ["https://e/a"]
    assert list(index.urls_of("https://")) == []
    assert index.stamp_of("https://e/a", source="https://e/") == "1 2"
    assert index.stamp_of("https://f/a", source="https://f/") == ""
    assert index.stamp_of("https://e/a", source="https://f/") is None
    assert index.stamp_of("https://e/b", source="https://e/") is None


def test_each_source_has_its_own_page_of_a_url_and_the_one_that_would_be_read_is_found(index):
    def copy(body, source, via, year):
        at = datetime(year, 1, 1, tzinfo=UTC)
        return page("https://e/a", body, source=source, via=via, captured_at=at)

    def found():
        return [(hit.snippet, hit.captured_at.year) for hit in index.search("tray", limit=5)]

    index.add([copy("tray of the archive of 2020", "old", "replay", 2020)])
    index.add([copy("tray of the archive of 2024", "new", "replay", 2024)])
    index.add([copy("tray of the network", "map", "network", 2026)])
    assert found() == [("tray of the archive of 2024", 2024)]
    index.add([copy("tray of the mounted site", "https://e/", "mirror", 2019)])
    assert found() == [("tray of the mounted site", 2019)]
    assert index.digest_of("https://e/a", source="old") == "sha256:" + "1" * 64
    assert index.remove(["https://e/a"], source="https://e/") == 1
    assert index.remove(["https://e/a"], source="new") == 1
    assert index.remove(["https://e/a"], source="absent") == 0
    assert found() == [("tray of the archive of 2020", 2020)]
    index.add([copy("tray of the archive of 2020, seen again", "old", "replay", 2020)])
    assert found() == [("tray of the archive of 2020, seen again", 2020)]
    assert list(index.search("network", limit=5)) == []
    assert index.remove(["https://e/a"], source="old") == 1
    assert found() == [("tray of the network", 2026)]


def test_a_source_keeps_its_mark(index):
    assert index.mark_of("file:///a.warc") is None
    index.mark("file:///a.warc", "1 2")
    index.mark("file:///a.warc", "1 3")
    assert (index.mark_of("file:///a.warc"), index.mark_of("file:///b.warc")) == ("1 3", None)


def test_pages_below_an_address_are_listed_with_their_sources(index):
    for url, source in (
        ("https://e/m/a", "one"),
        ("https://e/m/", "two"),
        ("https://e/ma", "one"),
        ("https://f/m/", ""),
    ):
        index.add([page(url, "a", source=source)])
    assert sorted(index.below("https://e/m/")) == [("https://e/m/", "two"), ("https://e/m/a", "one")]
    assert list(index.below("https://g/")) == []
