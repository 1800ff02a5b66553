"""What was read over the network before is asked about, not asked for."""

from dataclasses import replace
from functools import partial

import anyio
import pytest
from sqlalchemy import text

from loccit.pipeline import Pipeline, open_pipeline
from loccit.pipeline.batch import Batch
from loccit.pipeline.reading import Reader
from loccit.policy import FetchPolicy, GuardPolicy, Policy
from loccit.protocols import HttpRequest, HttpResponse, Progress
from loccit.records import DirectRequest, Retrieval
from loccit.store.sql import readings_of

PAGE = (
    b"<!DOCTYPE html><html lang=en><title>Pump</title><main><h1>Pump</h1><p>The pump weighs 3 kg. It has been sold in "
    b"grey and in white since 2019, and comes with a hose of two metres.</p></main>"
)


def answer(status: str, *headers: str, body: bytes = b"") -> bytes:
    lines = [f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}", "Connection: close"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@pytest.fixture
def opened(server, bench):
    """Open a pipeline that may reach the server; every look at its clock is later."""
    fetch = FetchPolicy(guard=GuardPolicy(unsafe_allow=(server.host,)), per_host_delay_ms=0)
    return partial(open_pipeline, bench.workspace, policy=Policy(fetch=fetch), clock=bench.clock)


@pytest.fixture
def pipeline(opened):
    with opened() as ready:
        yield ready


def requests_for(server, target: str) -> list[bytes]:
    return [one for one in server.requests if one.startswith(f"GET {target} ".encode())]


def test_a_page_that_has_not_changed_is_confirmed_and_its_body_is_not_sent_again(server, pipeline):
    html = answer("200 OK", "Content-Type: text/html", 'ETag: "one"', body=PAGE)
    server.answers["/pump"] = [html, answer("304 Not Modified", 'ETag: "one"')]
    first, known = anyio.run(pipeline.retrieve, server.url("/pump"))
    again, document = anyio.run(pipeline.retrieve, server.url("/pump"))
    sent = requests_for(server, "/pump")
    assert [b'If-None-Match: "one"' in one for one in sent] == [False, True]
    assert (again.outcome, again.status, again.confirms, again.body) == ("ok", 304, first.id, first.body)
    assert document.record.id == known.record.id


def test_a_page_that_changed_is_read_anew(server, pipeline):
    html = answer("200 OK", "Content-Type: text/html", 'ETag: "one"', body=PAGE)
    changed = answer("200 OK", "Content-Type: text/html", 'ETag: "two"', body=PAGE.replace(b"3 kg", b"4 kg"))
    server.answers["/pump"] = [html, changed]
    anyio.run(pipeline.retrieve, server.url("/pump"))
    again, document = anyio.run(pipeline.retrieve, server.url("/pump"))
    assert (again.status, again.confirms, again.etag) == (200, None, '"two"')
    assert "The pump weighs 4 kg." in document.text


def test_a_page_without_validator_is_asked_for(server, pipeline):
    server.answers["/pump"] = answer("200 OK", "Content-Type: text/html", body=PAGE)
    for _ in range(2):
        anyio.run(pipeline.retrieve, server.url("/pump"))
    assert not any(b"If-" in one for one in requests_for(server, "/pump"))


def test_a_batch_that_was_interrupted_goes_on_where_it_was(server, opened):
    urls = [server.url(f"/{number}") for number in range(6)]
    page = answer("200 OK", "Content-Type: text/html", body=PAGE)
    server.answers |= {url.removeprefix(server.url("")): page for url in urls}
    scopes: list[anyio.CancelScope] = []

    def stop(progress: Progress) -> None:
        if progress.done == 3:
            scopes[0].cancel()

    async def interrupted(pipeline: Pipeline) -> None:
        with anyio.CancelScope() as scope:
            scopes.append(scope)
            await Batch(pipeline.parts).read(urls)
        assert scope.cancelled_caught

    with opened(observer=stop) as pipeline:
        anyio.run(interrupted, pipeline)
        kept = {one.requested_url for one in pipeline.store.records(Retrieval)}
    assert 3 <= len(kept) < 6
    asked = len(server.requests)
    with opened() as pipeline:
        read = anyio.run(Batch(pipeline.parts).read, urls)
        assert [pipeline.store.get(one, Retrieval).requested_url for one in read] == urls
        new = {server.url(request.split(b" ")[1].decode()) for request in server.requests[asked:]}
        assert new.isdisjoint(kept)
        # It came to its end, so the same call reads again.
        assert set(anyio.run(Batch(pipeline.parts).read, urls)).isdisjoint(read)


def test_an_address_that_is_named_twice_is_read_once_and_refresh_reads_it_again(server, pipeline):
    server.answers["/a"] = answer("200 OK", "Content-Type: text/html", body=PAGE)
    urls = [server.url("/a"), server.url("/a")]
    (first,) = anyio.run(Batch(pipeline.parts).read, urls)
    (again,) = anyio.run(partial(Batch(pipeline.parts).read, urls, refresh=True))
    assert first != again
    assert len(requests_for(server, "/a")) == 2


SHELL = b"<!doctype html><div id=root></div><script src=app.js></script>"


class Renderer:
    """Shows any page as its scripts would make it."""

    async def send(self, request: HttpRequest) -> HttpResponse:
        headers = (("Content-Type", "text/html; charset=utf-8"),)
        return HttpResponse(
            request.url, 200, headers, PAGE, via="browser", witnessed=True, raw_request=b"GET", raw_response=PAGE
        )


def rendered(pipeline: Pipeline, url: str) -> Retrieval:
    parts = replace(pipeline.parts, retriever=replace(pipeline.parts.retriever, renderer=Renderer()))
    request = DirectRequest(
        origin=parts.origin("request"),
        url=url,
        purpose="direct",
        requested_by=parts.origin("request").agent,
        requested_at=parts.clock.now(),
    )
    parts.store.put([request])
    return anyio.run(Reader(parts).retrieve, url, request)


def test_a_page_that_a_browser_had_to_read_is_worked_on_as_it_was_read(server, pipeline):
    url = server.url("/app")
    server.answers["/app"] = answer("200 OK", "Content-Type: text/html", 'ETag: "one"', body=SHELL)
    assert anyio.run(pipeline.page, url)[0].outcome == "needs_script"
    read = rendered(pipeline, url)
    assert (read.outcome, read.via) == ("ok", "browser")

    asked = len(server.requests)
    page, document = anyio.run(pipeline.page, f"{url}#specs")
    assert page == read
    assert "The pump weighs 3 kg." in document.text
    assert len(server.requests) == asked
    # To retrieve is to read anew; a reading that failed does not replace the one there is.
    assert anyio.run(pipeline.retrieve, url)[0].outcome == "needs_script"
    assert anyio.run(pipeline.page, url)[0] == read

    server.answers["/app"] = answer("200 OK", "Content-Type: text/html", body=PAGE.replace(b"3 kg", b"4 kg"))
    anyio.run(pipeline.retrieve, url)
    page, document = anyio.run(pipeline.page, url)
    assert (page.via, "The pump weighs 4 kg." in document.text) == ("network", True)


def test_what_was_mounted_since_goes_before_what_a_browser_read(server, pipeline, tmp_path):
    server.answers["/app"] = answer("200 OK", "Content-Type: text/html", body=SHELL)
    assert rendered(pipeline, server.url("/app")).via == "browser"
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "app.html").write_bytes(PAGE)
    anyio.run(pipeline.index_folder, tmp_path / "site", server.url("/"))
    assert anyio.run(pipeline.page, server.url("/app"))[0].via == "mirror"


def test_readings_of_an_address_are_found_without_reading_all_others(pipeline):
    plans: list[str] = []
    with pipeline.store.database.reading() as connection:
        asked = str(readings_of("https://a.example/").compile(connection, compile_kwargs={"literal_binds": True}))
        plans += [row.detail for row in connection.execute(text(f"EXPLAIN QUERY PLAN {asked}".replace(":", r"\:")))]
    assert not [plan for plan in plans if plan.startswith("SCAN")]
    assert {"record_first_url", "record_final_url"} <= set(" ".join(plans).split())
