"""Links of result pages: B01 (Bing's redirects) and B02 (DuckDuckGo's redirects and adverts)."""

import json
from pathlib import Path

import pytest

from loccit import urls
from loccit.discover.engines.bing import BingEngine
from loccit.discover.engines.duckduckgo import DuckDuckGoEngine
from loccit.discover.unwrap import unwrap
from loccit.protocols import HttpResponse

pytestmark = pytest.mark.data


@pytest.fixture
def case(data_dir: Path):
    def read(name: str, file: str) -> bytes:
        return (data_dir / "cases" / name / file).read_bytes()

    return read


def reply(body: bytes) -> HttpResponse:
    return HttpResponse(url="saved:", status=200, headers=(), body=body, via="mirror", witnessed=False)


def serialised(text: str) -> str:
    url = urls.parse(text)
    assert url is not None
    return url.href


def test_b01_payloads_of_every_length_and_both_signs(case):
    expected = json.loads(case("B01", "expected.json"))["expect"]
    targets = [serialised(target) for target in expected["targets"]]
    hrefs = json.loads(case("B01", "input.json"))
    assert [unwrap(href, base="https://www.bing.com/search").url for href in hrefs] == targets
    page = BingEngine().parse(reply(case("B01", "input.html")))
    assert [row.url for row in page.rows] == targets
    assert expected["host_never"] not in {urls.host_of(row.url or "") for row in page.rows}


def test_b02_adverts_are_told_before_the_cut(case):
    expected = json.loads(case("B02", "expected.json"))["expect"]
    page = DuckDuckGoEngine().parse(reply(case("B02", "input.html")))
    organic = [row for row in page.rows if not row.sponsored]
    wanted = [{"rank": rank, "url": row.url} for rank, row in enumerate(organic[: expected["limit"]], start=1)]
    assert wanted == expected["candidates"]
    assert sum(row.sponsored for row in page.rows) == expected["ads_skipped"]
