import json
from pathlib import Path

import anyio
import pytest

from loccit.apps.cli.demo import BASE_URL, CLAIMS, QUESTION, site_folder
from loccit.apps.present import ask_object, document_object
from loccit.clock import FixedClock
from loccit.pipeline import AskRequest, AskResult, open_pipeline
from loccit.policy import Policy

KEYS = [
    "question",
    "run_id",
    "queries",
    "claims",
    "handoff",
    "answer",
    "release",
    "citations",
    "gaps",
    "open_questions",
    "review_items",
    "output",
]
PASSAGE = {
    "exact",
    "start",
    "end",
    "prefix",
    "suffix",
    "heading_path",
    "section_id",
    "kind",
    "url",
    "final_url",
    "deep_link",
    "retrieved_at",
    "page_date",
    "candidate",
    "query",
}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, AskResult]:
    """The sample site, asked with claims and without, through the library."""

    async def ask(request: AskRequest) -> AskResult:
        await pipeline.index_folder(site_folder(), BASE_URL)
        return await pipeline.ask(request)

    with open_pipeline(tmp_path_factory.mktemp("workspace"), policy=Policy()) as pipeline:
        return {
            "claims": anyio.run(ask, AskRequest(question=QUESTION, claims=CLAIMS)),
            "no claims": anyio.run(ask, AskRequest(question="Where must the machine not stand?")),
            "opposed": anyio.run(
                ask, AskRequest(question=QUESTION, claims=("The tray must not be level.",), queries=("drip tray",))
            ),
        }


def test_the_object_has_the_fields_of_the_whole_path(results: dict[str, AskResult]) -> None:
    shown = ask_object(results["claims"])
    assert list(shown) == KEYS
    assert json.loads(json.dumps(shown)) == shown
    assert [claim["wording"] for claim in shown["claims"]] == list(CLAIMS)


def test_a_passage_says_where_it_stands_and_how_it_was_found(results: dict[str, AskResult]) -> None:
    (passage,) = ask_object(results["claims"])["claims"][0]["passages"]
    assert set(passage) >= PASSAGE
    assert passage["url"] == passage["final_url"] == f"{BASE_URL}tidewater-40/manual.html"
    assert passage["page_date"] == "2026-03-14"
    assert passage["retrieved_at"].endswith("Z")


def test_every_slice_is_found_at_its_offsets(results: dict[str, AskResult]) -> None:
    result = results["claims"]
    documents = {one.document.record.id: one.document for one in result.readings if one.document}
    for claim in ask_object(result)["claims"]:
        for passage in claim["passages"]:
            text = documents[passage["document"]].text
            assert text[passage["start"] : passage["end"]] == passage["exact"]


def test_without_claims_passages_are_for_review_and_nothing_is_evidence(results: dict[str, AskResult]) -> None:
    shown = ask_object(results["no claims"])
    assert shown["claims"] == []
    assert shown["answer"] is None
    assert shown["handoff"]["admitted"] == []
    assert "Do not stand the machine above a hob or beside an open flame." in [
        item["exact"] for item in shown["review_items"]
    ]


def test_an_opposed_claim_shows_the_opposing_passage_and_is_no_answer(results: dict[str, AskResult]) -> None:
    shown = ask_object(results["opposed"])
    (claim,) = shown["claims"]
    assert claim["state"] == "contradicted"
    assert claim["passages"][0]["exact"] == "The tray must be level."
    assert claim["passages"][0]["query"] == "drip tray"
    assert [gap["wording"] for gap in shown["gaps"]] == ["The tray must not be level."]
    assert shown["citations"]["inline_citations"] == []


def test_a_document_shows_its_text_its_places_and_what_is_hidden(results: dict[str, AskResult]) -> None:
    document = next(
        one.document
        for one in results["claims"].readings
        if one.document and one.retrieval.requested_url == f"{BASE_URL}tidewater-40/manual.html"
    )
    shown = document_object(document, url="https://a.example/")
    assert shown["title"] == "Tidewater 40 worktop dishwasher: manual"
    assert [part["text"] for part in shown["hidden"]] == [
        "The tray does not have to be level. Any slope up to 15 degrees is fine."
    ]
    assert "15 degrees" not in shown["text"]
    (block,) = [one for one in shown["blocks"] if "must be level" in shown["text"][one["start"] : one["end"]]]
    assert (block["kind"], block["body"], block["section_id"]) == ("paragraph", True, "tray")
    labels = {one["landmark"]: one["body"] for one in shown["blocks"]}
    assert labels["navigation"] is False
    assert labels["footer"] is False
    sentence = next(one for one in shown["sentences"] if one["text"] == "The tray must be level.")
    assert shown["text"][sentence["start"] : sentence["end"]] == sentence["text"]


def test_the_sample_site_is_packaged() -> None:
    names = {path.relative_to(site_folder()).as_posix() for path in site_folder().rglob("*") if path.is_file()}
    assert {"tidewater-40/manual.html", "harbour-60/capacity.html.response.json", "robots.txt"} <= names
    assert len([name for name in names if name.endswith(".html")]) == 10


def test_clocks_are_arguments(tmp_path: Path, clock: FixedClock) -> None:
    with open_pipeline(tmp_path / "w", policy=Policy(), clock=clock) as pipeline:
        anyio.run(pipeline.index_folder, site_folder(), BASE_URL)
        result = anyio.run(pipeline.ask, AskRequest(question=QUESTION, claims=CLAIMS[:1]))
    (passage,) = ask_object(result)["claims"][0]["passages"]
    assert passage["retrieved_at"] == "2026-11-30T12:00:00.000000Z"
