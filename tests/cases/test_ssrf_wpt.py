"""Where a URL leads, as the web platform tests say: every case whose outcome is an http(s) address or a failure."""

import json
from pathlib import Path

import pytest

from loccit.urls import parse


@pytest.mark.data
def test_the_host_is_the_one_browsers_contact(data_dir: Path):
    cases = json.loads((data_dir / "ssrf/wpt-url/urltestdata.json").read_text(encoding="utf-8"))
    wrong, compared = [], 0
    for case in cases:
        if isinstance(case, str) or not (case.get("failure") or case.get("protocol") in {"http:", "https:"}):
            continue
        base = case.get("base")
        if base is not None and not base.startswith("http"):
            continue
        url = parse(case["input"], base=base)
        compared += 1
        found = None if url is None else (url.href, url.hostname, url.host)
        expected = None if case.get("failure") else (case["href"], case["hostname"], case["host"])
        if found != expected:
            wrong.append((case["input"], base, found, expected))
    assert wrong == []
    assert compared > 250
