from pathlib import Path

import pytest

from loccit.discover.folder import page_urls
from loccit.errors import BadInput

BASE = "https://docs.example/3.11/"


def urls_of(folder, base=BASE):
    return [url.removeprefix(BASE) for _, url in page_urls(folder, base)]


def write(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", encoding="utf-8")


def test_pages_are_found_in_a_fixed_order_and_other_files_are_not(tmp_path):
    write(tmp_path, "z.html", "a/index.html", "a/b.HTM", "a/c.xhtml", "notes.md", "guide.pdf", "read.txt")
    write(tmp_path, "style.css", "logo.png", "script.js", "data.json", "page.html.bak", "robots.txt", "README")
    assert urls_of(tmp_path) == ["a/b.HTM", "a/c.xhtml", "a/index.html", "guide.pdf", "notes.md", "read.txt", "z.html"]


def test_hidden_names_and_build_directories_are_left_out(tmp_path):
    write(tmp_path, ".hidden.html", ".git/x.html", "_sources/x.txt", "_static/x.html", "_page.html")
    assert urls_of(tmp_path) == ["_page.html"]


def test_suffixes_of_language_charset_and_compression_are_understood(tmp_path):
    write(tmp_path, "index.html.ko.euc-kr", "index.html.zh-tw.utf8", "ch01.zh-tw.html", "manual.txt.gz", "a.html.pt-br")
    write(tmp_path, "a.html.orig", "a.html.response.json", "a.gz")
    assert urls_of(tmp_path) == [
        "a.html.pt-br",
        "ch01.zh-tw.html",
        "index.html.ko.euc-kr",
        "index.html.zh-tw.utf8",
        "manual.txt.gz",
    ]


def test_names_are_percent_encoded_segment_by_segment(tmp_path):
    write(tmp_path, "a b/c#d?.html", "手冊.html", "100%.html", "x;y=1,z@~.html")
    assert urls_of(tmp_path) == [
        "100%25.html",
        "a%20b/c%23d%3F.html",
        "x;y=1,z@~.html",
        "%E6%89%8B%E5%86%8A.html",
    ]


def test_links_do_not_lead_out_of_the_folder_or_round_in_circles(tmp_path):
    site = tmp_path / "site"
    write(tmp_path, "secret.html", "other/x.html", "site/a.html", "site/sub/b.html")
    (site / "out.html").symlink_to(tmp_path / "secret.html")
    (site / "away").symlink_to(tmp_path / "other")
    (site / "loop").symlink_to(site)
    (site / "gone.html").symlink_to(site / "absent.html")
    (site / "self.html").symlink_to(site / "self.html")
    (site / "alias.html").symlink_to(site / "a.html")
    assert urls_of(site) == ["a.html", "alias.html", "sub/b.html"]


@pytest.mark.parametrize(
    "base",
    ["docs.example", "ftp://docs.example/", "https://", "/docs", "", "https://u:p@docs.example/", "https://e/?q"],
)
def test_a_base_that_is_no_web_address_is_refused(tmp_path, base):
    with pytest.raises(BadInput, match="base URL: expected an absolute http or https URL"):
        list(page_urls(tmp_path, base))


def test_a_base_without_a_closing_slash_gets_one(tmp_path):
    write(tmp_path, "a.html")
    assert urls_of(tmp_path, "https://docs.example/3.11") == ["a.html"]


def test_a_folder_that_is_none_is_named(tmp_path):
    write(tmp_path, "file.html")
    for folder in (tmp_path / "absent", tmp_path / "file.html"):
        with pytest.raises(BadInput, match=f"{folder.name}: expected a folder"):
            list(page_urls(Path(folder), BASE))
