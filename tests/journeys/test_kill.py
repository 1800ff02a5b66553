"""Killed in the middle (SIGKILL): nothing that was reported as stored is lost, and the next run goes on."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import anyio
import pytest

from loccit.apps.present import ask_object
from loccit.clock import SystemClock
from loccit.pipeline import AskRequest, IndexReport, open_pipeline
from loccit.pipeline.verification import verify
from loccit.policy import Policy, ReviewPolicy
from loccit.retrieve.warc import WarcArchive
from loccit.store.workspace import Workspace

BASE = "https://lamps.example/"
QUESTION = "Which bulbs do the lamps take?"
CLAIMS = [
    "The Balcor lamp takes a bulb of 40 W.",
    "The Dunfel lamp takes a bulb of 99 W.",
    "The Garhin lamp can float on water.",
]
STATES = ["supported", "contradicted", "unsupported"]
ASK = [
    "ask",
    QUESTION,
    "--select-rule",
    "all",
    "--max-results",
    "5",
    *(part for claim in CLAIMS for part in ("--claim", claim)),
    "--json",
]
POLICY = Policy(review=ReviewPolicy(select_rule="all"))
SYLLABLES = ("bal", "cor", "dun", "fel", "gar", "hin", "jos", "kel", "lum", "mir", "nor", "pel", "rus")
PAGES = 13 * 12


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("lamps")
    for first, second in permutations(SYLLABLES, 2):
        name = f"{first}{second}".capitalize()
        (folder / f"{name}.html").write_text(
            f"<!DOCTYPE html><html lang=en><title>{name} lamp</title><main><h1>{name} lamp</h1>"
            f"<p>The {name} lamp takes a bulb of 40 W. Its shade is made of ash and its cord is two metres long.</p>"
            f"<p>Clean the {name} lamp with a dry cloth, and never while it is warm.</p></main>"
        )
    return folder


@pytest.fixture(scope="module")
def whole(site, tmp_path_factory) -> tuple[Path, Any]:
    """A workspace in which nothing was disturbed, before the question, and the answer to the question."""
    workspace = tmp_path_factory.mktemp("whole") / "workspace"
    assert indexed(site, workspace).pages_indexed == PAGES
    before = copied(workspace, workspace.parent / "before")
    result = asked(workspace)
    assert [claim["state"] for claim in result["claims"]] == STATES
    return before, result


def indexed(site: Path, workspace: Path) -> IndexReport:
    with open_pipeline(workspace, policy=POLICY) as pipeline:
        return anyio.run(pipeline.index_folder, site, BASE)


def asked(workspace: Path) -> Any:
    """Ask what the program was killed over, under the same policy."""
    with open_pipeline(workspace, policy=POLICY) as pipeline:
        return ask_object(anyio.run(pipeline.ask, AskRequest(QUESTION, claims=tuple(CLAIMS), max_results=5)))


def killed(arguments: list[str], workspace: Path, when: Callable[[Path], bool]) -> set[str]:
    """Run the program, kill it at once when the workspace looks so, and return the records that were seen in it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "loccit", *arguments, "--workspace", str(workspace)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not when(workspace):
        assert process.poll() is None, "it ended before it could be killed"
        time.sleep(0.002)
    seen = records(workspace)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    return seen


def rows(database: Path, query: str, *values: str) -> list[Any]:
    """Read a database that another process is writing; nothing where it is not there yet."""
    if not database.exists():
        return []
    connection = sqlite3.connect(database, timeout=30)
    try:
        return connection.execute(query, values).fetchall()
    except sqlite3.OperationalError:
        return []
    finally:
        connection.close()


def pages(workspace: Path) -> int:
    return len(rows(workspace / "index.sqlite3", "SELECT url FROM page"))


def records(workspace: Path, kind: str = "%") -> set[str]:
    """Return the ids of the stored records of a kind, read by nothing but SQLite."""
    return {row[0] for row in rows(workspace / "loccit.sqlite3", "SELECT id FROM record WHERE kind LIKE ?", kind)}


def problems(workspace: Path) -> tuple[Any, ...]:
    with Workspace.open(workspace, create=False) as opened:
        report = verify(opened, WarcArchive(opened.archive_folder, SystemClock()))
    assert report.result != "not_checked"
    return report.problems


def copied(workspace: Path, to: Path) -> Path:
    subprocess.run(["cp", "-r", str(workspace), str(to)], check=True)
    return to


def essence(result: Any) -> list[Any]:
    """Return what must not depend on when a run was killed."""
    return [
        (
            claim["state"],
            claim["reasons"],
            [(one["exact"], one["start"], one["final_url"]) for one in claim["passages"]],
        )
        for claim in result["claims"]
    ] + [result["answer"]["text"], result["output"]]


@pytest.mark.parametrize("done", [1, 90])
def test_indexing_goes_on_after_a_kill(site, whole, tmp_path, done):
    workspace = tmp_path / "workspace"
    reported = 0

    def reached(workspace: Path) -> bool:
        nonlocal reported
        reported = pages(workspace)
        return reported >= done

    seen = killed(["index", str(site), "--base-url", BASE], workspace, reached)
    assert seen <= records(workspace)
    again = indexed(site, workspace)
    assert (again.failures, again.pages_indexed + again.pages_unchanged) == ((), PAGES)
    assert again.pages_unchanged >= reported
    assert again.pages_indexed > 0, "it was not killed in the middle"
    assert problems(workspace) == ()
    assert essence(asked(workspace)) == essence(whole[1])


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("loccit/query@_", 1),
        ("loccit/selection@_", 1),
        ("loccit/document@_", 4),
        ("loccit/opinion@_", 8),
    ],
)
def test_asking_goes_on_after_a_kill(whole, tmp_path, kind, count):
    before, expected = whole
    workspace = copied(before, tmp_path / "workspace")
    seen = killed(ASK, workspace, lambda folder: len(records(folder, kind)) >= count)
    kept = records(workspace)
    assert seen <= kept
    assert not records(workspace, "loccit/handoff@_"), "it was not killed in the middle"
    assert problems(workspace) == ()
    assert essence(asked(workspace)) == essence(expected)
    assert kept < records(workspace)
    assert problems(workspace) == ()


def test_killed_again_and_again_it_comes_to_its_end(whole, tmp_path):
    before, expected = whole
    workspace = copied(before, tmp_path / "workspace")
    for kind, count in (("loccit/retrieval@_", 2), ("loccit/retrieval@_", 6), ("loccit/opinion@_", 5)):
        killed(ASK, workspace, lambda folder, kind=kind, count=count: len(records(folder, kind)) >= count)
    result = asked(workspace)
    assert essence(result) == essence(expected)
    kept = records(workspace)
    assert asked(workspace) == result
    assert records(workspace) == kept
    assert problems(workspace) == ()
