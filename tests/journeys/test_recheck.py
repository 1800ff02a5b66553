"""Cited pages read again, archives of others as a source, and many pages at once: from the command line."""

import gzip
from pathlib import Path

import pytest

from loccit.transport.importing import imported_files

SITE = "https://pumps.example/"
FILLER = "It has been sold in grey and in white since 2019, and comes with a hose of two metres and a filter of felt."
CLAIMS = {
    "intact": "The alder pump weighs 3 kg.",
    "moved": "The birch pump weighs 4 kg.",
    "changed": "The cedar pump weighs 5 kg.",
    "gone": "The larch pump weighs 6 kg.",
    "page_unavailable": "The maple pump weighs 7 kg.",
}


def page(claim: str, *before: str) -> str:
    paragraphs = "".join(f"<p>{one}</p>" for one in (*before, claim, FILLER))
    return f'<!DOCTYPE html><html lang="en"><title>Pump</title><main><h1>Pump</h1>{paragraphs}</main></html>'


@pytest.fixture(scope="module")
def cited(loccit, home: Path) -> Path:
    """A site whose five pages were cited, and were edited after that."""
    site = home / "site"
    site.mkdir()
    for state, claim in CLAIMS.items():
        (site / f"{state}.html").write_text(page(claim))
    assert loccit("index", "site", "--base-url", SITE).code == 0
    given = [part for claim in CLAIMS.values() for part in ("--claim", claim)]
    done = loccit("ask", "How heavy are the pumps?", *given, "--select-rule", "all", "--json", "--quiet")
    assert [one["state"] for one in done.json["claims"]] == ["supported"] * 5, done.out
    return site


@pytest.fixture(scope="module")
def edited(loccit, cited: Path):
    before = loccit("recheck", "--json", "--quiet")
    assert before.json["summary"] == {"intact": 5, "moved": 0, "changed": 0, "gone": 0, "page_unavailable": 0}
    (cited / "moved.html").write_text(page(CLAIMS["moved"], "A paragraph that was not there before."))
    (cited / "changed.html").write_text(page("The cedar pump weighs 9 kg."))
    (cited / "gone.html").write_text(f"<title>News</title><main><p>{FILLER}</p><p>{FILLER}</p></main>")
    (cited / "page_unavailable.html").unlink()
    return loccit("recheck", "--json", "--quiet")


def test_each_of_the_five_outcomes_is_reported(edited) -> None:
    assert edited.code == 0
    assert edited.json["summary"] == dict.fromkeys(CLAIMS, 1)
    by_state = {one["state"]: one for one in edited.json["passages"]}
    for state, claim in CLAIMS.items():
        one = by_state[state]
        assert (one["url"], one["passage"]["exact"], one["claims"]) == (f"{SITE}{state}.html", claim, [claim])
        assert one["cited_by"]
    now = {state: one["now"] and one["now"]["exact"] for state, one in by_state.items()}
    assert now == {
        "intact": CLAIMS["intact"],
        "moved": CLAIMS["moved"],
        "changed": "The cedar pump weighs 9 kg.",
        "gone": None,
        "page_unavailable": None,
    }
    assert by_state["moved"]["now"]["start"] > by_state["moved"]["passage"]["start"]
    assert by_state["page_unavailable"]["outcome"] == "http_error"


def test_people_see_the_new_text_and_the_store_verifies(loccit, edited) -> None:
    done = loccit("recheck", "--quiet")
    assert done.code == 0
    assert "  now: “The cedar pump weighs 9 kg.”" in done.out.splitlines()
    assert done.out.splitlines()[-1].startswith("5 cited passages on 5 pages: 1 intact, 1 moved, 1 changed, 1 gone")
    assert loccit("store", "verify").code == 0


def test_only_what_was_cited_since(loccit, edited) -> None:
    assert loccit("recheck", "--since", "2999-01-01", "--json").json["passages"] == []
    assert len(loccit("recheck", "--since", "1", "--json", "--quiet").json["passages"]) == 5
    bad = loccit("recheck", "--since", "yesterday")
    assert (bad.code, bad.err.count("\n")) == (2, 1)
    assert "--since" in bad.err


def warc(url: str, body: str) -> bytes:
    payload = body.encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(payload)}\r\n\r\n"
    block = head.encode() + payload
    headers = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2020-02-03T04:05:06Z\r\n"
        "WARC-Record-ID: <urn:uuid:11111111-2222-4333-8444-555555555555>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return headers.encode() + block + b"\r\n\r\n"


@pytest.mark.parametrize("packed", [False, True])
def test_an_imported_archive_is_read_in_place_of_the_network(loccit, tmp_path: Path, packed: bool) -> None:
    url = "https://old.example/pump"
    data = warc(url, page("The oak pump weighs 8 kg."))
    name = "old.warc.gz" if packed else "old.warc"
    (tmp_path / name).write_bytes(gzip.compress(data) if packed else data)
    done = loccit("archive", "import", name, "--json", cwd=tmp_path)
    assert done.code == 0, done.err
    (archive,) = done.json["archives"]
    assert (archive["name"], archive["pages"], archive["problems"]) == (name, 1, [])
    (tmp_path / name).unlink()
    (read,) = loccit("retrieve", url, "--json", cwd=tmp_path).json["retrievals"]
    assert (read["outcome"], read["via"], read["witnessed"]) == ("ok", "replay", False)
    assert read["archived_at"] == "2020-02-03T04:05:06.000000Z"
    assert (
        loccit("judge", "--claim", "The oak pump weighs 8 kg.", url, "--json", cwd=tmp_path).json["state"]
        == "supported"
    )
    assert loccit("store", "verify", cwd=tmp_path).code == 0
    (kept,) = imported_files(tmp_path / ".loccit" / "imports")
    kept.write_bytes(kept.read_bytes()[:-1])
    broken = loccit("store", "verify", cwd=tmp_path)
    assert broken.code == 4
    assert "archive_altered" in broken.out


def test_what_a_damaged_import_held_is_not_asked_of_the_network(loccit, tmp_path: Path) -> None:
    data = warc("https://old.example/pump", page("The oak pump weighs 8 kg."))
    (tmp_path / "old.warc").write_bytes(data)
    assert loccit("archive", "import", "old.warc", cwd=tmp_path).code == 0
    (kept,) = imported_files(tmp_path / ".loccit" / "imports")
    for damage in (lambda: kept.write_bytes(b"X" + data[1:]), kept.unlink):
        damage()
        for url in ("https://old.example/pump", "https://other.example/"):
            (read,) = loccit("retrieve", url, "--json", "--refresh", cwd=tmp_path).json["retrievals"]
            assert (read["outcome"], read["via"], read["witnessed"]) == ("not_archived", "replay", False)
            assert "old.warc" in read["detail"]
        assert loccit("store", "verify", cwd=tmp_path).code == 4
    assert loccit("archive", "import", "old.warc", cwd=tmp_path).code == 0
    (read,) = loccit("retrieve", "https://old.example/pump", "--json", "--refresh", cwd=tmp_path).json["retrievals"]
    assert read["outcome"] == "ok"
    assert loccit("store", "verify", cwd=tmp_path).code == 0


def test_a_file_that_is_no_archive_is_bad_input(loccit, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no archive")
    for name in ("notes.txt", "missing.warc"):
        done = loccit("archive", "import", name, cwd=tmp_path)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert name in done.err


def test_pages_from_a_list_and_from_the_queue(loccit, cited: Path) -> None:
    listed = f"# the pumps\n{SITE}intact.html\n\n{SITE}missing.html\n{SITE}intact.html\n"
    done = loccit("retrieve", "--from", "-", "--json", "--quiet", stdin=listed)
    assert done.code == 0, done.err
    assert [(one["requested_url"], one["outcome"]) for one in done.json["retrievals"]] == [
        (f"{SITE}intact.html", "ok"),
        (f"{SITE}missing.html", "http_error"),
    ]
    first = loccit("retrieve", "--queue", "--json", "--quiet").json["retrievals"]
    assert {one["requested_url"] for one in first} == {f"{SITE}{state}.html" for state in CLAIMS}
    assert loccit("retrieve", "--queue", "--json", "--quiet").json["retrievals"] == first
    fresh = loccit("retrieve", "--queue", "--refresh", "--json", "--quiet").json["retrievals"]
    assert {one["id"] for one in fresh}.isdisjoint(one["id"] for one in first)
    assert [one["candidate"] for one in fresh] == [one["candidate"] for one in first]


def test_nothing_to_retrieve_is_bad_input(loccit, tmp_path: Path) -> None:
    for arguments in ([], ["--from", "-"]):
        done = loccit("retrieve", *arguments, cwd=tmp_path)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


def test_a_browser_that_is_missing_is_said(loccit, tmp_path: Path) -> None:
    done = loccit("retrieve", "--browser", "http://127.0.0.1:1/", cwd=tmp_path, PATH="/nowhere")
    assert (done.code, done.out, done.err.count("\n")) == (5, "", 1)
