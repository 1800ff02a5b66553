import csv
import io
import json
from datetime import UTC, datetime

from loccit.discover.rows import output_json, rows_csv, rows_jsonl
from loccit.records import Output, ResultRow

NAMES = [
    *("runId", "country", "language", "safeSearch", "engine", "executedQuery", "page", "rankOnPage", "rank", "title"),
    *("canonicalUrl", "resultDomain", "snippet", "isSponsored", "advertiserDomain", "observedAt", "schemaVersion"),
]


def row(**changes):
    return ResultRow(
        **{
            "runId": "r",
            "country": "US",
            "language": "en",
            "safeSearch": True,
            "engine": "local",
            "executedQuery": "tray",
            "page": 1,
            "rankOnPage": 1,
            "rank": 1,
            "title": "Manual",
            "canonicalUrl": "https://example.org/",
            "resultDomain": "example.org",
            "snippet": "The tray",
            "isSponsored": False,
            "advertiserDomain": None,
            "observedAt": datetime(2026, 11, 30, 12, tzinfo=UTC),
            **changes,
        }
    )


def test_json_lines_hold_exactly_the_17_fields():
    lines = rows_jsonl([row(), row(title="手冊 😀\nx")]).split("\n")
    assert len(lines) == 3
    assert [list(json.loads(line)) for line in lines[:2]] == [NAMES, NAMES]
    assert json.loads(lines[1])["title"] == "手冊 😀\nx"
    assert json.loads(lines[0])["observedAt"] == "2026-11-30T12:00:00.000000Z"


def test_csv_is_what_the_rfc_says():
    text = rows_csv([row(title='A "quoted", title', snippet="two\nlines", advertiserDomain=None)])
    assert text.endswith("\r\n")
    header, line = csv.reader(io.StringIO(text, newline=""))
    assert header == NAMES
    assert line[9] == 'A "quoted", title'
    assert line[12] == "two\nlines"
    assert (line[3], line[13], line[14]) == ("true", "false", "")


def test_a_text_that_would_run_as_a_formula_is_disarmed():
    starts = ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "＝1"]
    lines = list(csv.reader(io.StringIO(rows_csv([row(title=start) for start in starts]), newline="")))
    assert [line[9] for line in lines[1:]] == [f"'{start}" for start in starts]


def test_counters_are_one_object_in_the_order_of_the_guide():
    output = Output(
        queriesRequested=1,
        searchesCompiled=1,
        executionsPlanned=1,
        enginesSuccessful=1,
        enginesFailed=0,
        pagesAttempted=1,
        pagesParsed=1,
        resultsSaved=2,
        engineStatusCounts={"local": {"ok": 1}},
        engineResultCounts={"local": 2},
        queryResultCounts={"tray": 2},
        stopReason="result_caps_reached",
    )
    assert list(json.loads(output_json(output)).values()) == [
        1, 1, 1, 1, 0, 1, 1, 2, {"local": {"ok": 1}}, {"local": 2}, {"tray": 2}, "result_caps_reached"
    ]  # fmt: skip
