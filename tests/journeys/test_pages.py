"""Files, addresses and ids as pages: extract, locate and judge on each."""

import gzip
import json
import signal
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from loccit.pipeline import open_pipeline
from loccit.policy import Policy
from loccit.protocols import HttpRequest, HttpResponse

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


def test_a_compressed_file_is_read_as_a_server_would_send_it(loccit, page: str, tmp_path: Path) -> None:
    (tmp_path / "pumps.html.gz").write_bytes(gzip.compress(PAGE.encode()))
    assert loccit("extract", "pumps.html.gz", cwd=tmp_path).out == loccit("extract", page).out


@pytest.mark.parametrize(
    ("name", "content"), [("a.html.gz", b"no gzip"), ("a.pdf", b"%PDF-1.4 no more"), ("a.png", b"\x89PNG\r\n\x1a\n")]
)
def test_a_file_that_is_no_page_is_bad_input(loccit, tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    done = loccit("extract", name, cwd=tmp_path)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert name in done.err


def test_an_id_that_is_not_stored_is_bad_input(loccit, tmp_path: Path) -> None:
    assert loccit("discover", "words", cwd=tmp_path).code == 0
    done = loccit("extract", "sha256:" + "0" * 64, cwd=tmp_path)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that run in the background inherit it ignored
from loccit.__main__ import main
sys.exit(main())
"""


def test_an_interrupted_index_says_so_and_goes_on_later(loccit, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for number in range(3_000):
        (site / f"{number}.html").write_text(PAGE.replace("3 kg", f"{number} kg"))
    command = [sys.executable, "-c", INTERRUPTIBLE, "index", str(site), "--base-url", "https://a.example/"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        assert child.stderr.readline().startswith("index 1")
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "loccit: cancelled"
    report = loccit("index", "site", "--base-url", "https://a.example/", "--json", cwd=tmp_path).json
    assert report["pages_seen"] == 3_000
    assert report["pages_unchanged"] >= 64
    assert report["pages_indexed"] + report["pages_unchanged"] == 3_000


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


class AppOnly:
    """A web of one page, as a browser reads it."""

    async def send(self, request: HttpRequest) -> HttpResponse:
        status = 404 if request.url.endswith("robots.txt") else 200
        headers = (("Content-Type", "text/html; charset=utf-8"),)
        body = PAGE.encode()
        return HttpResponse(
            request.url, status, headers, body, via="browser", witnessed=True, raw_request=b"GET", raw_response=body
        )


def test_a_page_that_a_browser_read_is_worked_on_as_it_was_read(loccit, tmp_path: Path) -> None:
    url, policy = "https://shop.example/app", Policy()
    with open_pipeline(tmp_path / ".loccit", policy=policy, network=AppOnly()) as pipeline:
        read, _ = anyio.run(pipeline.retrieve, url)
    for arguments in (
        ("extract", url),
        ("locate", "weighs 3 kg", url),
        ("judge", "--claim", "The small pump weighs 3 kg.", url),
    ):
        done = loccit(*arguments, "--json", cwd=tmp_path)
        assert done.code == 0
        assert done.err.startswith(f"{url}: as a browser read it at {read.retrieved_at:%Y-%m-%d %H:%M:%S} UTC")
        assert read.id in done.err
    assert done.json["state"] == "supported"
    assert done.json["retrieval"] == read.id
