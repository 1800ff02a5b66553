"""What every engine must do, run for every installed one: the public promises, and generated replies."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loccit import plugins
from loccit.pipeline.services import ENGINES, make_engine
from loccit.protocols import Engine
from loccit.testing.engines import ENGINE_PROMISES, reply

NAMES = plugins.names(ENGINES)
SETTINGS = {"LOCCIT_GOOGLE_CSE_CX": "cx"}


@pytest.fixture(params=NAMES)
def engine(request) -> Engine:
    return make_engine(request.param, SETTINGS)


def test_the_engines_of_the_program_are_installed():
    assert set(NAMES) >= {
        "local", "bing", "google", "brave", "duckduckgo", "duckduckgo-lite", "scrapeless", "scrapeless-url", "serpapi",
        "serper", "brave_api", "tavily", "exa", "searxng", "google_cse", "dataforseo",
    }  # fmt: skip


def test_it_is_called_what_it_is_installed_as(engine, request):
    assert engine.name == request.node.callspec.params["engine"]


@pytest.mark.parametrize("promise", ENGINE_PROMISES, ids=lambda promise: promise.__name__)
def test_promises(engine, promise):
    promise(engine)


NAMES_OF_PARTS = ("hits", "last", "url", "link", "title", "snippet", "results", "organic_results", "organic", "items")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(
    body=st.one_of(
        st.binary(max_size=200),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(NAMES_OF_PARTS), inner),
            max_leaves=8,
        ).map(lambda value: json.dumps(value).encode()),
    )
)
def test_any_reply_gets_one_state_and_never_an_empty_success(engine, body):
    page = engine.parse(reply(body))
    assert page.state != "ok" or page.rows
    assert page == engine.parse(reply(body))
