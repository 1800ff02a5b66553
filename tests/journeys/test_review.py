"""A person at the queue: one key a source, signed, taken back, and obeyed by the next question."""

import pytest

KEYS = "x u s l q"
MANUAL = "https://www.quorvane.example/tidewater-40/manual.html"


@pytest.fixture(scope="module")
def indexed(loccit) -> None:
    assert loccit("demo").code == 0


def test_the_queue_shows_criteria_and_source_and_takes_keys_from_a_pipe(loccit, indexed) -> None:
    waiting = loccit("review", "--reviewer", "Ana", "--all", "--json").json["candidates"]
    done = loccit("review", "--reviewer", "Ana", "--all", stdin=KEYS)
    assert done.code == 0
    first = waiting[0]["url"]
    shown = done.err.split("\n")
    assert f"[1/{len(waiting)}] {waiting[0]['title']}" in shown
    assert "For: What should an owner know before using a Quorvane dishwasher?" in shown
    assert "  - The tray must be level." in shown
    decisions = [line for line in shown if line.startswith(("excluded:", "withdrawn:", "selected:"))]
    assert decisions == [f"excluded: {first}", f"withdrawn: {first}", f"selected: {first}"]
    assert shown[-2] == f"1 decided, {len(waiting) - 1} left"


def test_what_a_person_decided_no_longer_waits(loccit, indexed) -> None:
    before = loccit("review", "--reviewer", "Ana", "--all", "--json").json["candidates"]
    assert loccit("review", "--reviewer", "Ana", "--all", stdin="s").code == 0
    after = loccit("review", "--reviewer", "Ana", "--all", "--json").json["candidates"]
    assert [one["id"] for one in after] == [one["id"] for one in before[1:]]


def test_after_a_rule_has_decided_nothing_waits(loccit, indexed) -> None:
    done = loccit("review", "--reviewer", "Ana", stdin="")
    assert (done.code, done.err) == (0, "Nothing waits for a decision.\n0 decided, 0 left\n")


def test_unknown_keys_and_help_decide_nothing(loccit, indexed) -> None:
    done = loccit("review", "--reviewer", "Ana", "--all", stdin="z?u")
    assert "no such key" in done.err
    assert "never evidence" in done.err
    assert "nothing to undo" in done.err
    assert done.err.split("\n")[-2].startswith("0 decided")


def test_a_source_that_a_person_excluded_is_not_read(loccit, indexed) -> None:
    assert loccit("discover", "drip tray", "--max-results", "1", "--workspace", "other").code == 0
    site = loccit("demo", "--json", "--workspace", "other").json
    assert site["claims"][0]["state"] == "supported"
    queue = loccit("review", "--reviewer", "Ana", "--all", "--json", "--workspace", "other").json["candidates"]
    keys = "".join("x" if one["url"].endswith("manual.html") else "l" for one in queue)
    assert loccit("review", "--reviewer", "Ana", "--all", "--workspace", "other", stdin=keys).code == 0
    again = loccit("demo", "--json", "--workspace", "other").json
    assert MANUAL not in str(again["handoff"])
    assert again["claims"][0]["state"] != "supported"
    assert again["answer"] is None or "tray" not in again["answer"]["text"]


def test_a_name_that_is_only_white_space_signs_nothing(loccit, indexed) -> None:
    done = loccit("review", "--reviewer", "  ", stdin="s")
    assert (done.code, done.err.split(":")[1].strip()) == (2, "--reviewer")


def test_a_decision_of_an_earlier_search_is_shown_and_not_carried_over(loccit, tmp_path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "tray.html").write_text("<h1>Tray</h1><p>The tray must be level.")
    assert loccit("index", str(site), "--base-url", "https://maker.example/", "--workspace", "twice").code == 0
    search = ("discover", "tray", "--workspace", "twice")
    assert loccit(*search).code == 0
    review = ("review", "--all", "--workspace", "twice", "--reviewer")
    first = loccit(*review, "Ana", "--reason", "a brochure", stdin="x")
    assert "In another search" not in first.err
    assert loccit(*search, "--refresh").code == 0
    again = loccit(*review, "Budi", stdin="s")
    assert "[1/1] Tray" in again.err
    shown = [line for line in again.err.split("\n") if line.startswith("In another search, ")]
    assert [line.partition(", Ana: ")[2] for line in shown] == ["excluded. a brochure"]
    assert "selected: https://maker.example/tray.html" in again.err
