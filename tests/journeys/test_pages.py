"""Files, addresses and ids as pages: extract, locate and judge on each."""

import json
from pathlib import Path

import pytest

PAGE = """<!DOCTYPE html><html lang="en"><title>Pumps</title><nav><a href="/">Home</a></nav>
<main><h1 id="top">Pumps</h1><p>The small pump weighs 3 kg. It has been sold since 2019 in grey and in
white, and comes with a hose of two metres.</p><p style="display:none">The small pump weighs 9 kg.</p></main></html>"""


@pytest.fixture
def page(tmp_path: Path) -> str:
    file = tmp_path / "pumps.html"
    file.write_text(PAGE)
    return str(file)


def test_a_file_is_read_and_nothing_is_stored(loccit, page: str, tmp_path: Path) -> None:
    shown = loccit("extract", page, "--json", cwd=tmp_path).json
    assert shown["title"] == "Pumps"
    assert [part["text"] for part in shown["hidden"]] == ["The small pump weighs 9 kg."]
    assert "9 kg" not in shown["text"]
    assert shown["url"] == Path(page).as_uri()
    assert not (tmp_path / ".loccit").exists()


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ("The small pump weighs 3 kg.", "supported"),
        ("The small pump weighs 9 kg.", "contradicted"),
        ("The small pump is made of copper.", "unsupported"),
    ],
)
def test_a_claim_is_judged_on_a_file(loccit, page: str, claim: str, state: str) -> None:
    judged = loccit("judge", "--claim", claim, page, "--json").json
    assert judged["state"] == state
    text = loccit("extract", page, "--json").json["text"]
    for passage in judged["passages"]:
        assert text[passage["start"] : passage["end"]] == passage["exact"]


def test_hidden_text_is_not_found(loccit, page: str) -> None:
    assert loccit("locate", "The small pump weighs 9 kg.", page, "--json").json["status"] == "lost"
    assert loccit("locate", "weighs 3 kg", page, "--json").json["status"] == "exact"


def test_a_page_from_standard_input(loccit) -> None:
    assert loccit("extract", "-", stdin="<p>größer 😀</p>").out == "größer 😀\n"


def test_lines_of_claims_are_answered_line_by_line(loccit) -> None:
    given = [
        {"id": "a", "claim": "The pump is loud.", "evidence": "The pump is not loud."},
        {"id": 2, "claim": "The pump weighs 3 kg.", "evidence": ["It is grey.", "The pump weighs 3 kg."]},
        {"id": "c", "claim": "The pump weighs 3 kg.", "evidence": ""},
        {"id": "d", "claim": "泵重三公斤。", "evidence": "泵重三公斤。"},
    ]
    done = loccit("judge", "--jsonl", "-", stdin="\n".join(map(json.dumps, given)))
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [(one["id"], one["state"]) for one in answers] == [
        ("a", "contradicted"),
        (2, "supported"),
        ("c", "unsupported"),
        ("d", "supported"),
    ]
    assert answers[1]["passages"] == [{"exact": "The pump weighs 3 kg.", "start": 12, "end": 33}]


def test_a_refused_address_ends_with_3_and_is_recorded(loccit) -> None:
    done = loccit("extract", "http://127.0.0.1:1/")
    assert done.code == 3
    assert done.err.count("\n") == 1
    assert loccit("judge", "--claim", "It is.", "http://127.0.0.1:1/", "--json").json["state"] == "unavailable"
    assert loccit("store", "verify").code == 0


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp936", "utf-8"])
def test_json_and_files_are_the_same_under_every_encoding(loccit, tmp_path: Path, encoding: str) -> None:
    text = "12 % → مرحبا 🐝 œ"
    capture = {"http_status": 200, "response": {"organic_results": [{"link": "https://a.example/", "title": text}]}}
    (tmp_path / "capture.json").write_text(json.dumps(capture, ensure_ascii=False), encoding="utf-8")
    done = loccit("candidates", "capture.json", cwd=tmp_path, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert (done.code, done.err) == (0, "")
    assert done.json["candidates"][0]["title"] == text
    (tmp_path / "page.html").write_text(f"<p>{text}</p>", encoding="utf-8")
    people = loccit("extract", "page.html", cwd=tmp_path, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert (people.code, people.err) == (0, "")
