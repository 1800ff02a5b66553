"""Eight processes, one workspace, different questions at once."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from loccit.clock import SystemClock
from loccit.pipeline.verification import verify
from loccit.records import Handoff, Retrieval
from loccit.retrieve.warc import WarcArchive
from loccit.store.workspace import Workspace

BASE = "https://teas.example/"
TEAS = {
    "Assam": "80",
    "Keemun": "95",
    "Sencha": "70",
    "Oolong": "85",
    "Rooibos": "98",
    "Yunnan": "90",
    "Matcha": "75",
    "Darjeeling": "88",
}


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> tuple[Path, dict[str, Any]]:
    """Three processes index one folder in one new workspace; then each of eight asks about a tea of its own."""
    home = tmp_path_factory.mktemp("teas")
    site = home / "site"
    site.mkdir()
    for name, degrees in TEAS.items():
        (site / f"{name}.html").write_text(
            f"<!DOCTYPE html><html lang=en><title>{name} tea</title><main><h1>{name} tea</h1>"
            f"<p>Brew {name} tea at {degrees} degrees for three minutes. Keep the tin in a dry and dark place."
            "</p></main>"
        )
    workspace = str(home / "workspace")
    indexing = [start("index", str(site), "--base-url", BASE, "--workspace", workspace) for _ in range(3)]
    for process in indexing:
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, b""), out
    asking = {
        name: start("ask", f"How is {name} tea brewed?", "--json", "--workspace", workspace, "--claim", claim(name))
        for name in TEAS
    }
    answers = {}
    for name, process in asking.items():
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, b"")
        answers[name] = json.loads(out)
    return home / "workspace", answers


def claim(name: str) -> str:
    return f"Brew {name} tea at {TEAS[name]} degrees for three minutes."


def start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "loccit", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def test_every_question_gets_its_own_answer(results):
    _, answers = results
    assert {name: answer["claims"][0]["state"] for name, answer in answers.items()} == dict.fromkeys(TEAS, "supported")
    for name, answer in answers.items():
        passages = answer["claims"][0]["passages"]
        assert [(one["exact"], one["final_url"]) for one in passages] == [(claim(name), f"{BASE}{name}.html")]
        assert answer["answer"]["text"] == claim(name)


def test_the_store_is_whole_and_the_chain_has_no_fork(results):
    workspace, answers = results
    with Workspace.open(workspace, create=False) as opened:
        archive = WarcArchive(opened.archive_folder, SystemClock())
        report = verify(opened, archive)
        assert report.problems == ()
        assert {one.id for one in opened.store.records(Handoff)} == {
            answer["handoff"]["id"] for answer in answers.values()
        }
        retrievals = list(opened.store.records(Retrieval))
        assert len({one.authority for one in retrievals}) == len(retrievals)
        assert report.checked["ledger_entries"] == report.checked["records"] == opened.store.head().seq


def test_the_same_question_from_several_processes_has_one_result(results):
    workspace, _ = results
    arguments = ("ask", "How is tea brewed?", "--json", "--workspace", str(workspace), "--claim", claim("Keemun"))
    outputs = [process.communicate(timeout=120)[0] for process in [start(*arguments) for _ in range(4)]]
    handoffs = {json.loads(out)["handoff"]["id"] for out in outputs}
    assert len(handoffs) == 1
    with Workspace.open(workspace, create=False) as opened:
        assert verify(opened, WarcArchive(opened.archive_folder, SystemClock())).problems == ()
