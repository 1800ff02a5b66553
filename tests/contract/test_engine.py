"""What every engine must do: two pure functions, one state a page, no exception for any reply."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loccit import plugins
from loccit.protocols import Engine, Execution, HttpResponse

EXECUTION = Execution(
    engine="any", query="tray level", country="TW", language="zh-TW", safe_search=True, rows_per_page=10
)
NAMES = plugins.names("loccit.engines")


@pytest.fixture(params=NAMES)
def engine(request) -> Engine:
    made = plugins.load("loccit.engines", request.param, field="engines")
    return made()


def reply(body: bytes, status: int = 200) -> HttpResponse:
    return HttpResponse("https://engine.example/", status, (), body, "network", witnessed=True)


def test_an_engine_is_installed():
    assert "local" in NAMES


def test_it_is_called_what_it_is_installed_as(engine, request):
    assert engine.name == request.node.callspec.params["engine"]
    assert engine.version


def test_requests_are_the_same_every_time_and_another_for_every_page(engine):
    first = engine.request(EXECUTION, 1)
    assert first == engine.request(EXECUTION, 1)
    assert len({engine.request(EXECUTION, page).url for page in (1, 2, 3)}) == 3


@pytest.mark.parametrize("query", ["a&b=c", "a b+c", "50%", "#x", "套件 😀", "\ud800", '"', "a\r\nX: y", "x" * 5000])
def test_a_query_is_encoded_whole_into_the_request(engine, query):
    request = engine.request(Execution("any", query, "US", "en", safe_search=True, rows_per_page=10), 1)
    assert request.url.isascii()
    assert request.url.isprintable()
    assert " " not in request.url


@pytest.mark.parametrize("status", [201, 202, 301, 403, 404, 429, 500, 503])
def test_an_error_yields_no_rows(engine, status):
    page = engine.parse(reply(b"", status))
    assert page.state not in ("ok", "no_results")
    assert page.rows == ()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    body=st.one_of(
        st.binary(max_size=200),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(),
            lambda inner: (
                st.lists(inner) | st.dictionaries(st.sampled_from(["hits", "last", "url", "title", "snippet"]), inner)
            ),
            max_leaves=8,
        ).map(lambda value: json.dumps(value).encode()),
    )
)
def test_any_reply_gets_one_state_and_never_an_empty_success(engine, body):
    page = engine.parse(reply(body))
    assert page.state != "ok" or page.rows
    assert page == engine.parse(reply(body))
