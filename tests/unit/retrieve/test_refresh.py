import json
from pathlib import Path

import pytest

from loccit.retrieve.markup import read_markup
from loccit.retrieve.refresh import document_base, immediate_refresh
from loccit.urls import parse

PAGE = "https://example.org/docs/page?x"


def refresh(html: str) -> str | None:
    page = parse(PAGE)
    assert page is not None
    target = immediate_refresh(read_markup(html), page)
    return target and target.href


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("0;url=/new", "https://example.org/new"),
        ("0; URL='/new'", "https://example.org/new"),
        ('0, url = "/new" trailing', "https://example.org/new"),
        ("0 /new", "https://example.org/new"),
        ("1;url=other", "https://example.org/docs/other"),
        ("0.9;url=/new", "https://example.org/new"),
        ("0;url=http://127.0.0.1/", "http://127.0.0.1/"),
        ("5;url=/new", None),
        ("0", None),
        ("0;", None),
        ("0;url=", None),
        ("url=/new", None),
        ("0;url=?x", None),
        ("0;url=#sec", None),
        ("0;url=http://[", None),
    ],
)
def test_contents(content, target):
    assert refresh(f"<meta http-equiv='Refresh' content=\"{content.replace(chr(34), '&quot;')}\"><p>Moved.") == target


@pytest.mark.parametrize(
    "html",
    [
        "<noscript><meta http-equiv=refresh content='0;url=/nojs'></noscript>",
        "<!-- <meta http-equiv=refresh content='0;url=/old'> -->",
        "<script>'<meta http-equiv=refresh content=\"0;url=/js\">'</script>",
        "<template><meta http-equiv=refresh content='0;url=/t'></template>",
        "<title><meta http-equiv=refresh content='0;url=/t'></title>",
        "<meta name=refresh content='0;url=/x'>",
    ],
)
def test_what_is_no_refresh(html):
    assert refresh(html + "<p>Tides turn twice a day.") is None


def test_the_first_usable_base_counts():
    page = parse(PAGE)
    html = "<base target=_top><base href='/static/'><base href='/second/'><meta http-equiv=refresh content='0;url=x'>"
    assert document_base(read_markup(html), page) == "https://example.org/static/"
    assert refresh(html) == "https://example.org/static/x"
    assert document_base(read_markup("<p>"), page) == PAGE
    assert document_base(read_markup("<base href='data:x'>"), page) == PAGE


@pytest.mark.data
def test_refresh_cases(data_dir: Path):
    folder = data_dir / "cases" / "B14"
    page = parse(json.loads((folder / "meta.json").read_text())["url"])
    for case in json.loads((folder / "expected.json").read_text())["expect"]["cases"]:
        target = immediate_refresh(read_markup((folder / case["file"]).read_text()), page)
        assert (target and target.href) == case["hop"]
