"""Every saved result page gets the state a person gave it; ``labels.json`` holds facts only."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from turbohtml import parse

from loccit.discover.engines.bing import BingEngine
from loccit.discover.engines.brave import BraveEngine
from loccit.discover.engines.duckduckgo import DuckDuckGoEngine
from loccit.discover.engines.google import GoogleEngine
from loccit.discover.unwrap import unwrap
from loccit.protocols import Engine

pytestmark = pytest.mark.data

LABELS = json.loads((Path(__file__).parent / "labels.json").read_text(encoding="utf-8"))
ENGINES: dict[str, Engine] = {
    "bing": BingEngine(),
    "brave": BraveEngine(),
    "duckduckgo": DuckDuckGoEngine(),
    "google": GoogleEngine(),
}
CONTAINERS = {
    "bing": ("#b_results", "#b_content"),
    "brave": ("#results",),
    "duckduckgo": ("#links", "ol:has(article)", ".result", ".web-result"),
    "google": ("#rso", "#ires", "#search", "#center_col"),
}
BASES = {
    "bing": "https://www.bing.com/",
    "brave": "https://search.brave.com/",
    "duckduckgo": "https://duckduckgo.com/",
    "google": "https://www.google.com/",
}
Saved = Callable[[str, str], bytes]


def ids(labels):
    return [f"{label['engine']}/{label['file'][:40]}" for label in labels]


@pytest.mark.parametrize("label", LABELS, ids=ids(LABELS))
def test_state_rows_and_adverts(label, saved_page: Saved, answer):
    page = ENGINES[label["engine"]].parse(answer(saved_page(label["engine"], label["file"])))
    organic = [row for row in page.rows if not row.sponsored]
    seen = {
        "state": page.state,
        "organic": len(organic),
        "adverts": len(page.rows) - len(organic),
        "first": organic[0].url if organic else None,
        "last": organic[-1].url if organic else None,
    }
    assert seen == {name: label[name] for name in seen}


@pytest.mark.parametrize("label", LABELS, ids=ids(LABELS))
def test_no_wrapper_is_an_address(label, saved_page: Saved, answer):
    page = ENGINES[label["engine"]].parse(answer(saved_page(label["engine"], label["file"])))
    for row in page.rows:
        if row.url is not None:
            again = unwrap(row.url, base=BASES[label["engine"]])
            assert (again.url, again.rule) == (row.url, None)


FULL = [label for label in LABELS if label["organic"]]


@pytest.mark.parametrize("label", FULL, ids=ids(FULL))
def test_a_page_without_its_list_is_an_unrecognised_layout(label, saved_page: Saved, answer):
    engine = label["engine"]
    body = saved_page(engine, label["file"])
    tried = 0
    for container in CONTAINERS[engine]:
        document = parse(body)
        found = document.select(container)
        for element in found:
            element.decompose()
        tried += bool(found)
        page = ENGINES[engine].parse(answer(document.html if found else ""))
        assert (page.state, page.rows) == ("unrecognised_layout", ())
    assert tried


def test_all_saved_pages_are_labelled_and_all_labelled_pages_are_there(data_dir: Path):
    saved = {(engine, path.name) for engine in ENGINES for path in (data_dir / "serp" / engine).glob("*.html*")}
    assert {(label["engine"], label["file"]) for label in LABELS} == saved
