import json

import pytest

from loccit.discover.capture import candidates, read_capture
from loccit.errors import BadInput

ENVELOPE = {"run_id": "run-7", "request": {"q": "tray"}, "received_at": "2026-11-30T12:00:00Z"}


def capture(status, response):
    return {**ENVELOPE, "http_status": status, "response": response}


def test_organic_rows_become_a_queue():
    rows = [
        {"position": 1, "title": "Manual", "link": "https://Example.ORG/manual", "snippet": "The tray"},
        {"position": 2, "title": "Again", "link": "https://Example.ORG/manual"},
        {"position": "3", "link": "ftp://example.org/"},
        {"link": None},
    ]
    result = candidates(capture(200, {"organic_results": rows}))
    assert result["state"] == "observed"
    assert result["candidates"] == [
        {
            "candidate_id": "source-0",
            "ordinal": 0,
            "position": 1,
            "title": "Manual",
            "url": "https://Example.ORG/manual",
            "hostname": "example.org",
            "snippet": "The tray",
            "review_state": "needs_review",
            "exclusion_reason": None,
            "evidence_state": "discovery_only",
        },
        {
            "candidate_id": "source-1",
            "ordinal": 1,
            "position": 2,
            "title": "Again",
            "url": "https://Example.ORG/manual",
            "hostname": "example.org",
            "snippet": None,
            "review_state": "excluded",
            "exclusion_reason": "duplicate_exact_url",
            "evidence_state": "discovery_only",
        },
        {
            "candidate_id": "source-2",
            "ordinal": 2,
            "position": "3",
            "title": None,
            "url": "ftp://example.org/",
            "hostname": None,
            "snippet": None,
            "review_state": "excluded",
            "exclusion_reason": "invalid_web_url",
            "evidence_state": "discovery_only",
        },
        {
            "candidate_id": "source-3",
            "ordinal": 3,
            "position": None,
            "title": None,
            "url": None,
            "hostname": None,
            "snippet": None,
            "review_state": "excluded",
            "exclusion_reason": "invalid_web_url",
            "evidence_state": "discovery_only",
        },
    ]


@pytest.mark.parametrize(
    ("status", "response", "expected"),
    [
        (201, {"taskId": "t-1"}, {"state": "pending", "task_id": "t-1"}),
        (201.0, "task in progress", {"state": "pending", "task_id": None}),
        (None, {"organic_results": []}, {"state": "transport_error"}),
        (500, {"organic_results": []}, {"state": "http_error"}),
        (True, {"organic_results": []}, {"state": "http_error"}),
        ("200", {"organic_results": []}, {"state": "http_error"}),
        (200, {}, {"state": "unmapped"}),
        (200, [], {"state": "unmapped"}),
        (200, {"organic_results": {}}, {"state": "unmapped"}),
        (200, {"organic_results": [{}, "row"]}, {"state": "unmapped"}),
        (200, {"organic_results": []}, {"state": "empty"}),
    ],
)
def test_the_state_of_a_reply_is_kept_apart(status, response, expected):
    assert candidates(capture(status, response)) == {**ENVELOPE, "candidates": [], **expected}


@pytest.mark.parametrize("link", ["https://a@example.org/", "https://:b@example.org/", "http://[::1", "https:///x"])
def test_an_address_that_is_no_plain_web_address_is_excluded_and_stays_visible(link):
    (row,) = candidates(capture(200, {"organic_results": [{"link": link}]}))["candidates"]
    assert (row["url"], row["hostname"], row["exclusion_reason"]) == (link, None, "invalid_web_url")


def test_a_file_is_read_and_left_alone(tmp_path):
    file = tmp_path / "capture.json"
    file.write_text(json.dumps(capture(200, {"organic_results": []})), encoding="utf-8")
    before = file.read_bytes()
    assert candidates(read_capture(file))["state"] == "empty"
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff{}", b"\xef\xbb\xbf{}", b"[" * 100_000],
    ids=["nothing", "cut", "not UTF-8", "byte order mark", "nested"],
)
def test_a_file_without_readable_json_is_named(tmp_path, content):
    file = tmp_path / "capture.json"
    file.write_bytes(content)
    with pytest.raises(BadInput, match=r"capture\.json: expected JSON in UTF-8"):
        read_capture(file)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadInput, match=r"absent\.json: expected a file that can be read"):
        read_capture(tmp_path / "absent.json")
