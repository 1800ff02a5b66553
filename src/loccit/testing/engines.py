"""What every search engine promises: two pure functions, one state a page, no exception for any reply.

In the tests of a plug-in::

    @pytest.mark.parametrize("promise", ENGINE_PROMISES)
    def test_engine(promise):
        promise(ShelfEngine())
"""

import json
from collections.abc import Callable
from typing import get_args

from loccit import urls
from loccit.errors import BadInput
from loccit.protocols import Engine, Execution, HttpRequest, HttpResponse
from loccit.records.discover import PageState

QUERIES = ("tray level", "a&b=c", "a b+c", "50%", "#x", "套件 😀", "\ud800", '"', "a\r\nX: y", "x" * 5000)
"""Queries that go wrong where they are not encoded."""
ADDRESS = "https://engine.example/search?q=tray%20level"
"""The query of engines that take addresses."""
STATUSES = (201, 202, 301, 400, 401, 403, 404, 429, 500, 503)
EMPTY_STATES = frozenset({"no_results", "pending"})
"""States in which a page may yield nothing without being a failure."""
ASPECTS = frozenset({"query", "country", "language", "safe_search", "paging", "sponsored"})
BODIES = (
    b"",
    b"\x00\xff\xfe",
    b"{",
    b"[]",
    b"null",
    b'{"organic_results": [',
    b'{"organic_results": [{"title": "cut',
    b"<html></html>",
    b"<!DOCTYPE html><title>Welcome</title><p>Something else entirely</p>",
    *(json.dumps(value).encode() for value in ({}, {"results": None}, {"organic": [7]}, {"web": {"results": "x"}})),
)
"""Replies that hold no answer: empty, cut off, of another type, of another shape."""
KINDS = ("application/json", "text/html; charset=utf-8", "text/html; charset=nonsense", "image/png", "")


def execution(query: str, **changes: object) -> Execution:
    """Return an execution of a query; ``changes`` are fields of it."""
    fields: dict[str, object] = {
        "engine": "any",
        "query": query,
        "country": "TW",
        "language": "zh-Hant-TW",
        "safe_search": True,
        "rows_per_page": 10,
    }
    return Execution(**{**fields, **changes})  # type: ignore[arg-type]


def reply(body: bytes, *, status: int = 200, kind: str = "text/html", url: str = ADDRESS) -> HttpResponse:
    """Return a reply as a transport hands it on."""
    headers = (("Content-Type", kind), ("Retry-After", "30")) if kind else ()
    return HttpResponse(url, status, headers, body, "network", witnessed=True)


def it_says_what_it_is(engine: Engine) -> None:
    """Name, version and profile are there, and what it honours are known aspects."""
    assert engine.name
    assert engine.version
    assert engine.profile.honours <= ASPECTS
    assert engine.profile.unknown <= ASPECTS - {"paging", "sponsored"}
    assert engine.profile.max_pages is None or engine.profile.max_pages >= 1
    assert engine.profile.required <= engine.profile.settings.keys()


def requests_depend_on_nothing_but_their_arguments(engine: Engine) -> None:
    """Equal executions give equal requests, in any order."""
    query = _taken(engine)
    first = engine.request(execution(query), 1)
    engine.request(execution(query, country="ID", language="id"), 1)
    assert engine.request(execution(query), 1) == first


def every_page_has_a_request_of_its_own(engine: Engine) -> None:
    """Pages that can be asked for differ in their requests, unless the one before says how to go on."""
    if "paging" not in engine.profile.honours:
        return
    found = [_request(engine, execution(_taken(engine)), page) for page in (1, 2, 3)]
    made = [(one.url, one.body) for one in found if one is not None]
    assert len(set(made)) == len(made) >= 1


def a_query_is_encoded_whole_or_refused(engine: Engine) -> None:
    """No query can break out of a request; one that can't be taken is refused in a sentence that names the field."""
    taken = 0
    for query in (*QUERIES, ADDRESS):
        request = _request(engine, execution(query), 1)
        if request is not None:
            taken += 1
            assert request.url.isascii()
            assert request.url.isprintable()
            assert " " not in request.url
            assert all("\r" not in value and "\n" not in value for _, value in request.headers)
    assert taken


def requests_stay_at_the_declared_origin(engine: Engine) -> None:
    """An engine that names an origin asks nobody else, or an operator's client would refuse it."""
    origin = engine.profile.origin
    if origin is None or not origin.startswith(("http:", "https:")):
        return
    url = urls.parse(engine.request(execution(_taken(engine)), 1).url)
    assert url is not None
    assert url.origin == origin


def requests_name_secrets_and_hold_none(engine: Engine) -> None:
    """Secret headers and parameters are declared in the profile, and only named in a request."""
    request = engine.request(execution(_taken(engine)), 1)
    assert {name.lower() for name in request.secrets} == {name.lower() for name in engine.profile.headers}
    assert request.secret_parameters == set(engine.profile.parameters)
    shown = {name.lower() for name, _ in request.headers}
    assert not shown & {"authorization", "cookie", *(name.lower() for name in request.secrets)}
    assert not any(f"{name}=" in request.url for name in request.secret_parameters)


def any_reply_gets_one_state_and_never_an_empty_success(engine: Engine) -> None:
    """Whatever comes back is read without an exception; what holds no answer yields no rows and is no success."""
    for body in BODIES:
        for kind in KINDS:
            page = engine.parse(reply(body, kind=kind))
            assert page == engine.parse(reply(body, kind=kind))
            assert page.state in get_args(PageState)
            assert page.state not in {"ok", "relaxed_query", "pending"}
            assert page.rows == ()


def an_error_yields_no_rows(engine: Engine) -> None:
    """An error status is a state of its own and never means that nothing was found."""
    for status in STATUSES:
        page = engine.parse(reply(b"", status=status))
        assert page.state not in {"ok", "relaxed_query", *EMPTY_STATES}
        assert page.rows == ()


ENGINE_PROMISES: tuple[Callable[[Engine], None], ...] = (
    it_says_what_it_is,
    requests_depend_on_nothing_but_their_arguments,
    every_page_has_a_request_of_its_own,
    a_query_is_encoded_whole_or_refused,
    requests_stay_at_the_declared_origin,
    requests_name_secrets_and_hold_none,
    any_reply_gets_one_state_and_never_an_empty_success,
    an_error_yields_no_rows,
)


def _taken(engine: Engine) -> str:
    """Return a query that the engine takes: words, or an address."""
    return QUERIES[0] if _request(engine, execution(QUERIES[0]), 1) is not None else ADDRESS


def _request(engine: Engine, asked: Execution, page: int) -> HttpRequest | None:
    """Return a request, null if the engine refuses to make it."""
    try:
        return engine.request(asked, page)
    except BadInput as refusal:
        assert refusal.field
        return None
