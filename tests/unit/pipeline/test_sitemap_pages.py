"""Sitemaps as sources of the index: files and addresses, over mounted sites, archives and the network."""

import gzip

import anyio
import pytest

from loccit.errors import BadInput
from loccit.policy import FetchPolicy, GuardPolicy, IndexPolicy, Policy
from loccit.records import DirectRequest
from loccit.transport.network import NetworkTransport

BASE = "https://maker.example/"


def urlset(*entries, root="urlset", entry="url"):
    """A sitemap of addresses, or of pairs of address and lastmod."""
    pairs = [(one, "") if isinstance(one, str) else one for one in entries]
    dated = [(url, f"<lastmod>{date}</lastmod>" if date else "") for url, date in pairs]
    listed = "".join(f"<{entry}><loc>{url}</loc>{lastmod}</{entry}>" for url, lastmod in dated)
    return f'<{root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</{root}>'


def answer(body, kind="text/html; charset=utf-8", status="200 OK", more=""):
    data = body if isinstance(body, bytes) else body.encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}Content-Length: {len(data)}\r\n\r\n"
    return head.encode() + data


def counts(report):
    return report.pages_seen, report.pages_indexed, report.pages_unchanged, len(report.failures), report.pages_removed


@pytest.fixture
def index(bench):
    def run(sitemap, base_url=None):
        with bench.open() as pipeline:
            return anyio.run(pipeline.index_sitemap, str(sitemap), base_url)

    return run


def found(bench, query):
    with bench.open() as pipeline:
        return sorted({hit.url for hit in pipeline.parts.index.search(query, limit=9)})


@pytest.fixture
def live(bench, server):
    """A bench that may reach the server, which has two pages; the server."""
    fetch = FetchPolicy(guard=GuardPolicy(unsafe_allow=(server.host,)), per_host_delay_ms=0, retry_delay_ms=1)
    bench.policy = Policy(fetch=fetch, review=bench.policy.review)
    bench.network.inner = NetworkTransport(fetch)
    server.answers["/tray"] = answer(bench.html("Tray", "The tray must be level before the first use."))
    server.answers["/rack"] = answer(bench.html("Rack", "The rack slides on two rails."))
    return server


def requested(server):
    return [request.split(b" ", 2)[1].decode() for request in server.requests]


def test_a_file_over_a_mounted_site(bench, index):
    pages = {"tray.html": bench.html("Tray", "The tray is level."), "rack.html": bench.html("Rack", "The rack slides.")}
    bench.mount(BASE, pages)
    file = bench.home / "sitemap.xml"
    file.write_text(urlset(f"{BASE}tray.html", f"{BASE}absent.html", "https://other.example/x", "lid.html"))
    report = index(file)
    assert counts(report) == (2, 1, 0, 1, 0)
    assert report.source == str(file)
    assert [(one.subject, one.code) for one in report.failures] == [(f"{BASE}absent.html", "http_error")]
    assert [one.removeprefix(f"{file}: ") for one in report.problems] == [
        "The address 'https://other.example/x' is not on maker.example, and a sitemap may only list its own host.",
        "The address 'lid.html' is no absolute http or https address.",
    ]
    assert found(bench, "tray level") == [f"{BASE}tray.html"]
    assert bench.network.urls == []


def test_a_file_is_about_the_site_that_is_named(bench, index):
    file = bench.home / "sitemap.txt"
    file.write_text("https://other.example/x\n")
    report = index(file, BASE)
    assert (counts(report), len(report.problems)) == ((0, 0, 0, 0, 0), 1)
    with pytest.raises(BadInput, match="base URL"):
        index(file, "nonsense")


def test_an_index_of_packed_sitemaps_lies_on_the_mounted_site(bench, index):
    bench.mount(BASE, {"tray.html": bench.html("Tray", "The tray."), "rack.html": bench.html("Rack", "The rack.")})
    one, two = (urlset(f"{BASE}{name}.html").encode() for name in ("tray", "rack"))
    (bench.home / "site/one.xml.gz").write_bytes(gzip.compress(one))
    (bench.home / "site/two.xml").write_bytes(two)
    listed = (f"{BASE}one.xml.gz", f"{BASE}two.xml", f"{BASE}none.xml", f"{BASE}map.xml")
    (bench.home / "site/map.xml").write_text(urlset(*listed, root="sitemapindex", entry="sitemap"))
    report = index(f"{BASE}map.xml")
    assert counts(report) == (2, 2, 0, 1, 0)
    assert [(one.subject, one.code) for one in report.failures] == [(f"{BASE}none.xml", "http_error")]
    assert report.problems == (
        f"{BASE}map.xml: It is listed as a sitemap and lists sitemaps itself; those are not read.",
    )


def test_pages_of_a_server_are_read_as_its_robots_txt_allows(bench, live, index):
    live.answers["/robots.txt"] = answer("User-agent: *\nDisallow: /private/\n", "text/plain")
    listed = [live.url(path) for path in ("/tray", "/private/lid", "/image", "/rack")]
    live.answers["/image"] = answer(b"\x89PNG\r\n\x1a\n", "image/png")
    live.answers["/map.xml"] = answer(urlset(*listed), "application/xml")
    report = index(live.url("/map.xml"))
    assert (counts(report), report.pages_passed_over) == ((4, 2, 0, 1, 0), 1)
    assert [(one.subject, one.code) for one in report.failures] == [(listed[1], "robots_disallowed")]
    assert "/private/lid" not in requested(live)
    assert requested(live).count("/robots.txt") == 1
    assert found(bench, "rails") == [live.url("/rack")]
    result = bench.ask("How must the tray stand?", "The tray must be level before the first use.", policy=bench.policy)
    assert result.judged[0].finding.state == "supported"
    assert bench.problems() == ()


def test_a_page_is_read_again_when_its_lastmod_changes(bench, live, index):
    def listing(tray, rack):
        live.answers["/map.xml"] = answer(urlset((live.url("/tray"), tray), (live.url("/rack"), rack)), "text/xml")

    listing("2024-05-01", "2024-05-01")
    assert counts(index(live.url("/map.xml"))) == (2, 2, 0, 0, 0)
    live.requests.clear()
    assert counts(index(live.url("/map.xml"))) == (2, 0, 2, 0, 0)
    assert requested(live) == ["/robots.txt", "/map.xml"]
    live.answers["/tray"] = answer(bench.html("Tray", "The tray may tilt."))
    listing("2025-01-01T08:00:00Z", "2024-05-01")
    live.requests.clear()
    assert counts(index(live.url("/map.xml"))) == (2, 1, 1, 0, 0)
    assert requested(live) == ["/robots.txt", "/map.xml", "/tray"]
    assert (found(bench, "tilt"), found(bench, "level")) == ([live.url("/tray")], [])


def test_a_lastmod_that_is_not_over_yet_says_nothing(bench, live, index):
    live.answers["/map.xml"] = answer(urlset((live.url("/tray"), "2026-11-30")), "text/xml")
    assert counts(index(live.url("/map.xml"))) == (1, 1, 0, 0, 0)
    assert counts(index(live.url("/map.xml"))) == (1, 0, 1, 0, 0)
    assert requested(live).count("/tray") == 2


def test_without_lastmod_the_server_is_asked_whether_the_page_has_changed(bench, live, index):
    body = bench.html("Tray", "The tray must be level.")
    first = answer(body, more='ETag: "one"\r\n')
    live.answers["/tray"] = [first, b'HTTP/1.1 304 Not Modified\r\nETag: "one"\r\n\r\n']
    live.answers["/map.txt"] = answer(live.url("/tray"), "text/plain")
    assert counts(index(live.url("/map.txt"))) == (1, 1, 0, 0, 0)
    assert counts(index(live.url("/map.txt"))) == (1, 0, 1, 0, 0)
    assert b'If-None-Match: "one"' in [one for one in live.requests if one.startswith(b"GET /tray")][1]


def test_what_is_no_longer_listed_or_there_is_found_no_more(bench, live, index):
    live.answers["/lid"] = answer(bench.html("Lid", "The lid closes."))
    live.answers["/map.txt"] = answer("\n".join(map(live.url, ("/tray", "/rack", "/lid"))), "text/plain")
    index(live.url("/map.txt"))
    del live.answers["/rack"]
    live.answers["/lid"] = answer("busy", status="500 Internal Server Error")
    live.answers["/map.txt"] = answer("\n".join(map(live.url, ("/rack", "/lid"))), "text/plain")
    report = index(live.url("/map.txt"))
    assert counts(report) == (2, 0, 0, 2, 2)
    assert (found(bench, "tray"), found(bench, "rack"), found(bench, "lid")) == ([], [], [live.url("/lid")])


def test_of_a_sitemap_that_was_not_read_whole_no_page_is_taken_out(bench, live, index):
    whole = urlset(live.url("/tray"), live.url("/rack"))
    live.answers["/map.xml"] = answer(whole, "text/xml")
    index(live.url("/map.xml"))
    live.answers["/map.xml"] = answer(whole[: whole.index("rack")], "text/xml")
    report = index(live.url("/map.xml"))
    assert counts(report) == (1, 0, 1, 0, 0)
    assert "can't be read to the end" in report.problems[0]
    del live.answers["/map.xml"]
    gone = index(live.url("/map.xml"))
    assert [(one.subject, one.code) for one in gone.failures] == [(live.url("/map.xml"), "http_error")]
    assert found(bench, "rails") == [live.url("/rack")]


def test_robots_txt_stands_for_the_sitemaps_it_names(bench, live, index):
    line = f"Sitemap: {live.url('/map.txt')}\n"
    text = f"User-agent: *\nDisallow:\n{line}sitemap: /two.txt\n{line}"
    live.answers["/robots.txt"] = answer(text, "text/plain")
    live.answers["/map.txt"] = answer(live.url("/tray"), "text/plain")
    live.answers["/two.txt"] = answer(live.url("/rack"), "text/plain")
    assert counts(index(live.url("/robots.txt"))) == (2, 2, 0, 0, 0)
    live.answers["/robots.txt"] = answer("User-agent: *\n", "text/plain")
    report = index(live.url("/robots.txt"))
    assert (counts(report), report.problems) == ((0, 0, 0, 0, 0), (f"{live.url('/robots.txt')}: It names no sitemap.",))


def test_an_interrupted_run_goes_on_where_it_was(bench, live, index):
    for number in range(40):
        live.answers[f"/{number}"] = answer(bench.html(f"Part {number}", f"Part {number} of the machine."))
    live.answers["/map.txt"] = answer("\n".join(live.url(f"/{number}") for number in range(40)), "text/plain")

    def stop(progress):
        if progress.stage == "index":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), bench.open(observer=stop) as pipeline:
        anyio.run(pipeline.index_sitemap, live.url("/map.txt"))
    live.requests.clear()
    assert counts(index(live.url("/map.txt"))) == (40, 8, 32, 0, 0)
    assert len([one for one in requested(live) if one not in ("/robots.txt", "/map.txt")]) == 8
    with bench.open() as pipeline:
        assert len(list(pipeline.store.records(DirectRequest))) == 41


def test_no_more_pages_and_sitemaps_are_read_than_the_policy_allows(bench, live, index):
    few = IndexPolicy(max_sitemaps=1, max_sitemap_pages=1)
    bench.policy = Policy(fetch=bench.policy.fetch, index=few)
    live.answers["/map.txt"] = answer("\n".join(map(live.url, ("/tray", "/rack"))), "text/plain")
    report = index(live.url("/map.txt"))
    assert (counts(report), report.problems) == ((1, 1, 0, 0, 0), ("No more than 1 pages of one sitemap are read.",))
    maps = urlset(live.url("/map.txt"), live.url("/two.txt"), root="sitemapindex", entry="sitemap")
    live.answers["/maps.xml"] = answer(maps, "text/xml")
    assert f"{live.url('/two.txt')}: No more than 1 sitemaps are read." in index(live.url("/maps.xml")).problems


def test_a_file_that_is_not_there_is_bad_input(bench, index):
    with pytest.raises(BadInput, match=r"--sitemap: expected the file or address of a sitemap, got .*absent\.xml"):
        index(bench.home / "absent.xml")


def test_a_bomb_is_named(bench, index):
    file = bench.home / "sitemap.xml.gz"
    file.write_bytes(gzip.compress(b" " * (51 * 1024 * 1024)))
    report = index(file)
    assert (counts(report), report.problems) == (
        (0, 0, 0, 0, 0),
        (f"{file}: Unpacked, it is larger than 52428800 bytes.",),
    )
