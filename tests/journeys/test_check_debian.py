"""An answer about the documentation of Python with one fault of each kind; each is named for what it is."""

from datetime import UTC, datetime

import pytest

from loccit.records import Agent, Mount, Origin
from loccit.store.workspace import Workspace

pytestmark = pytest.mark.debian

BASE = "https://docs.python.org/3.11/"
LIBRARY = BASE + "library/"
ANSWER = f"""# What to know about the standard library

`asyncio.run()` cannot be called when another asyncio event loop is running in the same thread.[1]
It was added in Python 3.7.[1] `asyncio.run()` is written in Rust.[1]
The json module was designed by a committee in Geneva.[2]
The server listens to port 9000 by default.[3]
`heapq.heappush()` pushes the value item onto the heap, maintaining the heap invariant.[2]
The json documentation says: "The pickle module is not secure."[2]
The `bisect` module is faster than any other module.
The pickle documentation warns: "Only unpickle data you trust."[5]
`heapq.heapify()` transforms list x into a heap, in-place, in linear time.[4]

[1]: {LIBRARY}asyncio-runner.html
[2]: {LIBRARY}json.html
[3]: {LIBRARY}http.server.html
[4]: {LIBRARY}heapq.html
[5]: {LIBRARY}pickle.html
"""
FOUND = [
    ("supported", None),
    ("supported", None),
    ("unsupported", None),  # invented
    ("unsupported", None),  # invented
    ("contradicted", None),  # a wrong number
    ("unsupported", "carried_by_other_source"),  # right, cited to the wrong page
    ("unsupported", "misattributed_quotation"),
    ("uncited", None),
    ("supported", None),
    ("supported", None),
]


@pytest.fixture(scope="module")
def mounted(debian_docs, home):
    """A workspace in which the documentation stands for its site."""
    origin = Origin(activity="test", version="1", agent=Agent(kind="program", name="tests"))
    at = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
    with Workspace.open(home / ".loccit") as workspace:
        folder = str(debian_docs["python"].resolve())
        workspace.store.put([Mount(origin=origin, base_url=BASE, folder=folder, mounted_at=at)])
    (home / "answer.md").write_text(ANSWER)
    return home


@pytest.fixture(scope="module")
def report(loccit, mounted):
    done = loccit("check", "answer.md", "--json", "--quiet", "--report", "html", "--output", "report.html")
    assert done.code == 4, done.err
    return done.json


def test_each_fault_is_named(report):
    found = [(one["state"] or one["reasons"][0], one["reasons"]) for one in report["sentences"]]
    assert [state for state, _ in found] == [state for state, _ in FOUND]
    for (_, reasons), (_, reason) in zip(found, FOUND, strict=True):
        assert reason is None or reason in reasons
    assert [one["carried_by"] for one in report["sentences"]][5:7] == [[3], [4]]
    quotations = [quoted["status"] for one in report["sentences"] for quoted in one["quotations"]]
    assert quotations == ["misattributed", "ok"]


def test_figures(report):
    summary = report["summary"]
    assert (summary["sentences"], summary["citations"]) == (10, 9)
    assert (summary["citation_recall"], summary["citation_precision"]) == (0.4, 0.444444)
    assert (summary["supported"], summary["contradicted"], summary["unsupported"], summary["uncited"]) == (4, 1, 4, 1)


def test_passages_stand_on_the_pages(report):
    passages = [p["exact"] for one in report["sentences"] for c in one["citations"] for p in c["passages"]]
    assert "This function cannot be called when another asyncio event loop is running in the same thread." in passages
    assert "New in version 3.7." in passages
    for one in report["sentences"]:
        assert report["text"][one["start"] : one["end"]] == one["text"]


def test_the_html_report_shows_it(report, mounted):
    page = (mounted / "report.html").read_text(encoding="utf-8")
    for label, count in (("supported", 4), ("contradicted", 1), ("unsupported", 4), ("uncited", 1)):
        assert page.count(f'class="sentence {label}"') == count
    assert "<mark>New in version 3.7.</mark>" in page
    assert f"{LIBRARY}asyncio-runner.html#" in page


def test_a_second_check_reads_nothing_again(loccit, mounted, report):
    done = loccit("check", "answer.md", "--json", "--quiet")
    assert [one["retrieval"] for one in done.json["sources"]] == [one["retrieval"] for one in report["sources"]]


def test_the_store_verifies(loccit, mounted, report):
    assert loccit("store", "verify").code == 0
