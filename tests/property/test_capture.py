"""The candidate queue against a second, plain statement of the guide's rules."""

import json
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loccit.discover.capture import candidates
from loccit.errors import BadInput

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
LINKS = st.one_of(
    st.sampled_from(
        [
            "https://example.org/a",
            "https://example.org/a/",
            "http://example.org/a",
            "HTTPS://EXAMPLE.ORG/A",
            "https://user@example.org/",
            "https://:secret@example.org/",
            "https://@example.org/",
            "https://:@example.org/",
            "http://[::1",
            "http://[::1]/x",
            "http://[not-an-address]/",
            "https:///path",
            "https://",
            "https:example.org",
            "//example.org/",
            "ftp://example.org/",
            "javascript:alert(1)",
            "mailto:a@example.org",
            " https://example.org/",
            "https://exa\tmple.org/",
            "https://例子.example/路",
            "https://ex\u2100mple.org/",
            "https://example.org:notaport/",
            "https://example.org:/",
            "https://example.org.:443/a",
            "https://EXAMPLE.org:8443/A?b=%2F#c",
            "https://user:pass@[::1]:80/",
            "https://[v1.a]/",
            "https://example.org]/",
            "https://a@b@example.org/",
            "https://example.org\\@other.example/",
            "https://example.org/\ud800",
            "https://ｅｘａｍｐｌｅ.example/",
            "https://contoh.example/berkas?nama=ä&x=😀",
            "https:///",
            "https://?q",
            "https://#",
            "http:/example.org/",
            "http:\\\\example.org/",
            "\x00https://example.org/",
            "https://exam\nple.org/",
            "httpſ://example.org/",
            "https://example.org:99999/",
            "",
        ]
    ),
    st.text(max_size=12).map("https://".__add__),
    st.text(max_size=20),
    JSON,
)
ROWS = st.fixed_dictionaries(
    {}, optional={"link": LINKS, "title": JSON, "position": JSON, "snippet": JSON, "more": JSON}
)
RESPONSES = st.one_of(
    JSON,
    st.fixed_dictionaries(
        {}, optional={"organic_results": st.one_of(JSON, st.lists(ROWS, max_size=6), st.lists(ROWS | JSON, max_size=4))}
    ),
    st.fixed_dictionaries({"taskId": JSON}),
)
STATUSES = st.one_of(st.sampled_from([200, 201, 200.0, 201.0, None, True, 404, "200", "201", [200]]), JSON)
CAPTURES = st.fixed_dictionaries(
    {}, optional={"http_status": STATUSES, "response": RESPONSES, "request": JSON, "run_id": JSON, "received_at": JSON}
)


def plainly(capture):
    status, response = capture.get("http_status"), capture.get("response")
    answer = {"run_id": capture.get("run_id"), "request": capture.get("request")}
    answer |= {"received_at": capture.get("received_at"), "candidates": []}
    is_object = type(response) is dict
    if type(status) in (int, float) and status == 201:
        return answer | {"state": "pending", "task_id": response.get("taskId") if is_object else None}
    if status is None:
        return answer | {"state": "transport_error"}
    if not (type(status) in (int, float) and status == 200):
        return answer | {"state": "http_error"}
    rows = response.get("organic_results") if is_object else None
    if type(rows) is not list or any(type(row) is not dict for row in rows):
        return answer | {"state": "unmapped"}
    links_before = []
    for ordinal, row in enumerate(rows):
        link = row.get("link")
        host = host_by_the_rules(link) if type(link) is str else None
        excluded = "invalid_web_url" if host is None else "duplicate_exact_url" if link in links_before else None
        links_before.append(link if host is not None else None)
        answer["candidates"].append(
            {
                "candidate_id": "source-" + str(ordinal),
                "ordinal": ordinal,
                "position": row.get("position"),
                "title": row.get("title"),
                "url": link,
                "hostname": host,
                "snippet": row.get("snippet"),
                "review_state": "needs_review" if excluded is None else "excluded",
                "exclusion_reason": excluded,
                "evidence_state": "discovery_only",
            }
        )
    return answer | {"state": "observed" if rows else "empty"}


def host_by_the_rules(link):
    try:
        parts = urlsplit(link)
        host, credentials = parts.hostname, (parts.username, parts.password)
    except ValueError:
        return None
    if parts.scheme in ("http", "https") and host and credentials in ((None, None), ("", None), ("", "")):
        return host.lower()
    return None


@settings(max_examples=1_000)
@given(CAPTURES)
def test_the_queue_is_what_the_rules_say(capture):
    before = json.dumps(capture)
    assert json.dumps(candidates(capture), sort_keys=True) == json.dumps(plainly(capture), sort_keys=True)
    assert json.dumps(capture) == before


@given(JSON.filter(lambda value: not isinstance(value, dict)))
def test_a_capture_that_is_no_object_is_refused(value):
    with pytest.raises(BadInput, match="capture: expected a JSON object"):
        candidates(value)
