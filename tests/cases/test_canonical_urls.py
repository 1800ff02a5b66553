"""Addresses: B04 (http and https twins), B05 (slashes), B07 (keys applied twice), B08 (fragments), B10 (the base)."""

import json
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise

import anyio
import pytest
from turbohtml import parse

from loccit import urls
from loccit.clock import FixedClock
from loccit.discover.candidates import candidates_of, source_groups
from loccit.discover.links import base_of
from loccit.discover.run import Means, Search, run
from loccit.policy import DiscoverPolicy
from loccit.protocols import EngineProfile, HttpRequest, HttpResponse, ParsedRow, ResultPage
from loccit.records import Query, SearchTask

pytestmark = pytest.mark.data


@pytest.fixture
def case(data_dir):
    def read(name):
        folder = data_dir / "cases" / name
        given = json.loads((folder / "input.json").read_text())
        return given, json.loads((folder / "expected.json").read_text())["expect"]

    return read


class ListEngine:
    """Shows rows at the ranks a case states; it is its own transport."""

    version = "1"
    profile = EngineProfile(honours=frozenset({"query"}))

    def __init__(self, name, seen):
        self.name = name
        ranked = {one["rank"]: one["url"] for one in seen}
        fill = {rank: f"https://filler.example/{name}/{rank}" for rank in range(1, max(ranked) + 1)}
        self.rows = tuple(ParsedRow("Title", url, url, "") for _, url in sorted((fill | ranked).items()))
        self.engine = self.transport = self

    def request(self, execution, page):
        return HttpRequest(f"https://{self.name}.example/")

    def parse(self, response):
        return ResultPage("ok", self.rows, last=True)

    async def send(self, request):
        return HttpResponse(request.url, 200, (), b"", "network", witnessed=True)


def test_b04_twins_are_one_group_that_names_both_addresses(case, origin):
    seen, expected = case("B04")
    names = sorted({one["engine"] for one in seen})
    services = {name: ListEngine(name, [one for one in seen if one["engine"] == name]) for name in names}
    query = Query(origin=origin, text="a", derivation="given")
    search = Search("run-1", SearchTask(queries=("a",), engines=tuple(names)), {"a": query}, origin)
    means = Means(services, FixedClock(datetime(2026, 11, 30, tzinfo=UTC)), DiscoverPolicy())
    made = candidates_of(anyio.run(partial(run, search, means)).run, origin=origin)
    found = [one for one in made if one.hostname == "example.org"]
    groups = source_groups(made, origin=origin)
    by_id = {one.id: one for one in made}
    twins, *single = expected["candidates"]
    (group,) = groups
    members = [by_id[one] for one in group.members]
    assert by_id[group.preferred].url == twins["url"]
    assert sorted(str(one.url) for one in members) == twins["seen_as"]
    sightings = [sighting for one in members for sighting in one.sightings]
    assert sorted({one.engine for one in sightings}) == twins["engines"]
    assert min(one.rank for one in sightings) == twins["best_rank"]
    alone = [one for one in found if one.id not in group.members]
    assert {(one.url, tuple(s.engine for s in one.sightings), one.sightings[0].rank) for one in alone} == {
        (one["url"], tuple(one["engines"]), one["best_rank"]) for one in single
    }


def test_b05_a_slash_at_the_end_is_kept(case):
    given, expected = case("B05")
    assert [urls.parse(url).href for url in given] == expected["fetch"]
    for one, other, same in expected["same_key"]:
        assert (urls.page_key(given[one]) == urls.page_key(given[other])) is same


def test_b07_keys_applied_twice_change_nothing_and_fetched_addresses_stay(case):
    given, expected = case("B07")
    assert [urls.page_key(url) for url in given] == expected["key"]
    assert [urls.page_key(urls.page_key(url)) for url in given] == expected["key"]
    for url in given:
        assert urls.parse(url).href.rstrip("/") == url.rstrip("/")


def test_b08_a_text_directive_is_a_place_and_a_route_is_a_page(case):
    given, expected = case("B08")
    for text, row in zip(given, expected["rows"], strict=True):
        url = urls.parse(text)
        assert (url.without_fragment, url.fragment) == (row["url"], row["fragment"])
        assert url.text_directive == row["text_directive"]
        assert (url.fragment or "").startswith("!") is row.get("needs_render", False)
    for one, other, same in expected["same_key"]:
        assert (urls.page_key(given[one]) == urls.page_key(given[other])) is same
    assert all(one != other for one, other in pairwise(given))


def test_b10_links_are_relative_to_the_first_base(data_dir):
    folder = data_dir / "cases" / "B10"
    page_url = json.loads((folder / "meta.json").read_text())["url"]
    document = parse((folder / "input.html").read_bytes(), positions=False)
    base = base_of(document, page_url)
    links = [urls.serialise(link.attr("href") or "", base=base) for link in document.select("a[href]")]
    assert links == json.loads((folder / "expected.json").read_text())["expect"]["links"]
