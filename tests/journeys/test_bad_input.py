"""Bad input everywhere: exit code 2, one sentence that names the field or file, nothing half written."""

from pathlib import Path

import pytest

CLAIM = ("--claim", "The tray must be level.")
TABLE = [
    (("ask", "  ", *CLAIM), "QUESTION"),
    (("ask", "Why?", "--claim", " "), "--claim"),
    (("ask", "Why?", *CLAIM, "--query", ""), "--query"),
    (("ask", "Why?", *CLAIM, "--engine", "nonsense"), "engine"),
    (("ask", "Why?", *CLAIM, "--max-results", "0"), "--max-results"),
    (("ask", "Why?", *CLAIM, "--max-results", "many"), "--max-results"),
    (("ask", "Why?", *CLAIM, "--require", "colour=red"), "--require"),
    (("ask", "Why?", *CLAIM, "--require", "version"), "--require"),
    (("ask", "Why?", *CLAIM, "--require", "version=1", "--require", "version=2"), "--require"),
    (("ask", "Why?", *CLAIM, "--require", "date=soon"), "YYYY-MM-DD"),
    (("ask", "Why?", *CLAIM, "--require", "date=2026-13"), "YYYY-MM-DD"),
    (("retrieve", "not-an-address"), "not-an-address"),
    (("retrieve", "https://a.example/", "--from", "latin.txt"), "latin.txt"),
    (("extract", "sha256:abc"), "64 hexadecimal digits"),
    (("locate", "tray", "page.html", "--position", "-3"), "--position"),
    (("ask", "Why?", *CLAIM, "--select-rule", "nonsense"), "rule"),
    (("ask", "Why?", "--claims-from", "absent.txt"), "absent.txt"),
    (("ask", "Why?", "--claims-from", "latin.txt"), "latin.txt"),
    (("index", "absent", "--base-url", "https://a.example/"), "FOLDER"),
    (("index", "latin.txt", "--base-url", "https://a.example/"), "FOLDER"),
    (("index", ".", "--base-url", "ftp://a.example/"), "base"),
    (("index", ".", "--base-url", "nonsense"), "base"),
    (("index", "."), "--base-url"),
    (("index",), "--sitemap"),
    (("index", "absent.warc"), "FOLDER|FILE"),
    (("index", "latin.txt"), "WARC or WACZ file"),
    (("index", "--sitemap", "absent.xml"), "--sitemap"),
    (("index", "latin.txt", "--sitemap", "latin.txt"), "--sitemap"),
    (("index", "--sitemap", "latin.txt", "--base-url", "nonsense"), "base"),
    (("discover", " "), "QUERY"),
    (("discover",), "QUERY"),
    (("discover", "words", "--engine", "nonsense"), "--engine"),
    (("discover", "words", "--country", "ZZZ"), "--country: expected a country code"),
    (("discover", "words", "--language", "english please"), "--language: expected a language tag"),
    (("discover", "--task", "task.json"), "queries: expected"),
    (("discover", "--task", "task.json", "--language", "?"), "queries: expected"),
    (("discover", "words", "--max-results", "0"), "--max-results: expected a whole number"),
    (("discover", "words", "--format", "xml"), "--format"),
    (("candidates", "absent.json"), "absent.json"),
    (("candidates", "latin.txt"), "latin.txt"),
    (("candidates", "list.json"), "apture"),
    (("extract", "absent.html"), "absent.html"),
    (("extract", "sha256:" + "0" * 64), ".loccit"),
    (("locate", " ", "page.html"), "quote"),
    (("judge", "page.html"), "--claim"),
    (("judge", "--claim", " ", "page.html"), "--claim"),
    (("judge", "--jsonl", "absent.jsonl"), "absent.jsonl"),
    (("judge", "--jsonl", "bad.jsonl"), "bad.jsonl"),
    (("review", "--reviewer", " "), "--reviewer"),
    (("review",), "--reviewer"),
    (("handoff",), ".loccit"),
    (("store", "verify"), ".loccit"),
    (("engines", "--workspace", "latin.txt"), "--workspace"),
    (("nonsense",), "nonsense"),
]


@pytest.mark.parametrize(
    ("arguments", "named"), TABLE, ids=lambda value: " ".join(value) if isinstance(value, tuple) else None
)
def test_bad_input_is_one_sentence_that_names_its_place(
    loccit, tmp_path: Path, arguments: tuple[str, ...], named: str
) -> None:
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    (tmp_path / "list.json").write_text("[1, 2]")
    (tmp_path / "task.json").write_text('{"queries": []}')
    (tmp_path / "page.html").write_text("<p>The tray must be level.")
    (tmp_path / "bad.jsonl").write_text('{"id": 1, "claim": "x"}\n')
    done = loccit(*arguments, cwd=tmp_path)
    assert done.code == 2, done.err
    assert named in done.err
    assert done.err.count("\n") == 1
    assert done.out == ""
    assert "Traceback" not in done.err
    stored = tmp_path / ".loccit" / "loccit.sqlite3"
    assert not stored.exists() or b"loccit/finding@1" not in stored.read_bytes()
