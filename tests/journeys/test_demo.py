"""The demo, from a fresh folder to a damaged store: the story that the README tells."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

CLAIMS = [
    "The tray must be level.",
    "The Tidewater 40 has a water-saving indicator.",
    "The Harbour 60 holds 14 place settings.",
    "The Cove 20 is quieter than 44 dB.",
]


@pytest.fixture(scope="module")
def result(loccit) -> Any:
    done = loccit("demo", "--json")
    assert done.code == 0, done.err
    return done.json


def test_the_claims_end_in_their_states_in_order(result) -> None:
    assert [claim["wording"] for claim in result["claims"]] == CLAIMS
    assert [claim["state"] for claim in result["claims"]] == ["supported", "unsupported", "unavailable", "unsupported"]
    assert "body_insufficient" in result["claims"][3]["reasons"]
    assert "body_insufficient" not in result["claims"][1]["reasons"]


def test_the_first_claim_rests_on_an_exact_passage_of_the_manual(result) -> None:
    passage = result["claims"][0]["passages"][0]
    assert passage["exact"] == "The tray must be level."
    assert passage["final_url"] == "https://www.quorvane.example/tidewater-40/manual.html"
    assert passage["heading_path"] == ["Tidewater 40 worktop dishwasher: manual", "Drip tray"]
    assert passage["section_id"] == "tray"
    assert passage["kind"] == "paragraph"
    assert passage["prefix"].endswith("runs off the racks. ")
    assert passage["suffix"].startswith(" Put a spirit level on it")
    assert passage["deep_link"].startswith("https://www.quorvane.example/tidewater-40/manual.html#tray:~:text=")
    assert passage["query"] in [query["text"] for query in result["queries"]]
    assert passage["candidate"].startswith("sha256:")
    assert passage["end"] - passage["start"] == len(passage["exact"])


def test_only_what_is_carried_is_handed_over(result) -> None:
    handoff = result["handoff"]
    assert [admitted["wording"] for admitted in handoff["admitted"]] == CLAIMS[:1]
    assert [gap["wording"] for gap in result["gaps"]] == CLAIMS[1:]
    assert result["open_questions"] == []


def test_the_answer_is_released_with_its_citations_and_without_the_gaps(result) -> None:
    text = result["answer"]["text"]
    assert "tray" in text
    for word in ("water-saving", "place settings", "44"):
        assert word not in text
    (inline,) = result["citations"]["inline_citations"]
    cited = text.encode()[inline["start_index"] : inline["end_index"]].decode()
    assert "tray" in cited
    chunk = result["citations"]["cited_chunks"][inline["cited_chunk_indices"][0]]
    assert chunk["text"] == "The tray must be level."
    assert all(citation["state"] == "supported" for citation in result["citations"]["checked"])


def test_hidden_text_is_never_a_passage(result) -> None:
    assert "does not have to be level" not in json.dumps(result)


def test_a_second_run_uses_what_is_stored(loccit, result) -> None:
    again = loccit("demo", "--json")
    assert again.code == 0
    assert [claim["id"] for claim in again.json["claims"]] == [claim["id"] for claim in result["claims"]]
    first, second = (one["claims"][0]["passages"][0] for one in (result, again.json))
    assert second == first


def test_people_get_a_table(loccit, result) -> None:
    done = loccit("demo", COLUMNS="200", TERM="dumb")
    assert done.code == 0
    for word in ("supported", "unsupported", "unavailable", "body_insufficient", "Gaps: 3", "The tray must be level."):
        assert word in done.out
    assert "\x1b[" not in done.out


def test_the_handoff_can_be_shown_again(loccit, result) -> None:
    assert [gap["wording"] for gap in loccit("handoff", "--json").json["gaps"]] == CLAIMS[1:]
    assert "Tidewater 40" in loccit("handoff", "--markdown").out


def test_what_is_stored_verifies(loccit, result) -> None:
    done = loccit("store", "verify", "--json")
    assert (done.code, done.json["problems"]) == (0, [])
    assert done.json["result"] == "passed"
    assert done.json["checked"]["passages"] >= 1


def test_a_flipped_byte_is_found_and_the_record_named(loccit, result, home: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(home / ".loccit", copy)
    document = result["claims"][0]["passages"][0]["document"]
    text = loccit("extract", document, "--json").json["text"].encode()
    blob = next(path for path in (copy / "blobs").rglob("*") if path.is_file() and path.read_bytes() == text)
    content = bytearray(blob.read_bytes())
    content[content.index(b"level")] ^= 0x01
    blob.chmod(0o644)
    blob.write_bytes(content)
    done = loccit("store", "verify", "--workspace", str(copy))
    assert done.code == 4
    assert document in done.out
    assert "Traceback" not in done.err
    assert done.err.count("\n") == 1


def test_a_changed_quotation_is_not_found_on_the_page(loccit, result) -> None:
    document = result["claims"][0]["passages"][0]["document"]
    found = loccit("locate", "The tray must be level.", document, "--json").json
    assert (found["status"], found["passage"]["section_id"]) == ("exact", "tray")
    lost = loccit("locate", "The tray does not have to be level.", document, "--json").json
    assert (lost["status"], lost["passage"]) == ("lost", None)


def test_an_empty_or_absent_store_proves_nothing(loccit, tmp_path: Path) -> None:
    absent = loccit("store", "verify", "--workspace", str(tmp_path / "absent"))
    assert absent.code == 2
    assert not (tmp_path / "absent").exists()
