"""Indexing a folder again: what is unchanged, changed, gone."""

import os

import anyio
import pytest

BASE = "https://maker.example/"


@pytest.fixture
def site(bench):
    return {
        "tray.html": bench.html("Tray", "The tray must be level."),
        "rack.html": bench.html("Rack", "The rack slides."),
        "deep/lid.html": bench.html("Lid", "The lid closes."),
    }


def found(bench, query):
    with bench.open() as pipeline:
        return [hit.url for hit in pipeline.parts.index.search(query, limit=9)]


def again(bench, base=BASE, folder="site"):
    with bench.open() as pipeline:
        report = anyio.run(pipeline.index_folder, bench.home / folder, base)
    return report.pages_indexed, report.pages_unchanged, report.pages_removed


def test_pages_whose_files_are_gone_are_found_no_more(bench, site):
    assert bench.mount(BASE, site).pages_removed == 0
    (bench.home / "site/rack.html").unlink()
    assert again(bench) == (0, 2, 1)
    assert found(bench, "rack slides") == []
    assert found(bench, "tray level") == [f"{BASE}tray.html"]
    assert again(bench) == (0, 2, 0)


def test_a_file_that_was_written_again_is_read_again(bench, site):
    bench.mount(BASE, site)
    path = bench.home / "site/rack.html"
    path.write_text(bench.html("Rack", "The rack tilts."))
    assert again(bench) == (1, 2, 0)
    assert found(bench, "rack tilts") == [f"{BASE}rack.html"]
    assert found(bench, "slides") == []


def test_a_file_that_was_only_touched_is_unchanged(bench, site):
    bench.mount(BASE, site)
    os.utime(bench.home / "site/rack.html", ns=(1, 1))
    assert again(bench) == (0, 3, 0)


def test_a_file_that_can_be_read_no_more_is_found_no_more(bench, site):
    bench.mount(BASE, site)
    (bench.home / "site/rack.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    with bench.open() as pipeline:
        report = anyio.run(pipeline.index_folder, bench.home / "site", BASE)
    assert [failure.subject for failure in report.failures] == [f"{BASE}rack.html"]
    assert report.pages_removed == 1
    assert found(bench, "rack slides") == []


def test_another_folder_below_keeps_its_pages(bench, site):
    bench.mount(BASE, site)
    bench.mount(f"{BASE}manuals/", {"pump.html": bench.html("Pump", "The pump hums.")}, folder="manuals")
    assert again(bench) == (0, 3, 0)
    assert found(bench, "pump hums") == [f"{BASE}manuals/pump.html"]


def test_a_search_is_made_again_when_the_index_has_changed(bench, site):
    bench.mount(BASE, site)
    first = bench.ask("How must the tray stand?", "The tray must be level.")
    same = bench.ask("How must the tray stand?", "The tray must be level.")
    assert same.discovered.run.id == first.discovered.run.id
    (bench.home / "site/rack.html").unlink()
    again(bench)
    assert bench.ask("How must the tray stand?", "The tray must be level.").discovered.run.id != first.discovered.run.id
