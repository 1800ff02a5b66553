import sys

import anyio
import pytest

from loccit import plugins
from loccit.discover.index import FtsIndex
from loccit.errors import BadInput, MissingComponent
from loccit.pipeline.services import ENGINES, Need, Services, make_engine, needs_of, profile_of
from loccit.policy import DiscoverPolicy, Policy
from loccit.protocols import HttpRequest, NoResponse
from loccit.transport.operator import OperatorTransport
from loccit.transport.pace import PacedTransport


class NoNetwork:
    """Notes what it is asked for and reaches nothing."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def send(self, request: HttpRequest) -> NoResponse:
        self.asked.append(request.url)
        return NoResponse(request.url, "dns_error", "There is no network.", "network", witnessed=True)


@pytest.fixture
def services(tmp_path):
    def make(**settings: str) -> Services:
        policy = Policy(discover=DiscoverPolicy(pause_s=0))
        return Services(index=index, network=NoNetwork(), policy=policy, settings=settings)

    with FtsIndex(tmp_path / "index.sqlite") as index:
        yield make


def test_every_installed_engine_has_a_name_here_and_no_other(services):
    made = services()
    assert tuple(made) == plugins.names(ENGINES)
    assert len(made) == len(tuple(made))
    assert "bing" in made
    assert "altavista" not in made
    with pytest.raises(KeyError):
        made["altavista"]


def test_an_engine_is_imported_when_it_is_asked_for(services, monkeypatch):
    module = "loccit.discover.engines.api.dataforseo"
    monkeypatch.delitem(sys.modules, module, raising=False)
    made = services(LOCCIT_DATAFORSEO_AUTHORIZATION="Basic x")
    assert "dataforseo" in set(made)
    assert module not in sys.modules
    assert made["dataforseo"].engine.name == "dataforseo"
    assert module in sys.modules


def test_an_engine_is_made_once(services):
    made = services()
    assert made["bing"] is made["bing"]


@pytest.mark.parametrize(
    ("engine", "variable"),
    [
        ("scrapeless", "LOCCIT_SCRAPELESS_TOKEN"),
        ("serpapi", "LOCCIT_SERPAPI_KEY"),
        ("serper", "LOCCIT_SERPER_KEY"),
        ("brave_api", "LOCCIT_BRAVE_API_KEY"),
        ("tavily", "LOCCIT_TAVILY_AUTHORIZATION"),
        ("exa", "LOCCIT_EXA_KEY"),
        ("google_cse", "LOCCIT_GOOGLE_CSE_CX"),
        ("dataforseo", "LOCCIT_DATAFORSEO_AUTHORIZATION"),
    ],
)
def test_a_missing_key_is_named(services, engine, variable):
    for settings in ({}, {variable: "  "}):
        with pytest.raises(MissingComponent) as refusal:
            services(**settings)[engine]
        assert str(refusal.value) == (
            f"The engine {engine} needs the environment variable {variable}, which is not set."
        )


@pytest.mark.parametrize("value", ["two\nlines", "schlüssel", "a\x00b"])
def test_a_key_that_no_header_can_carry(services, value):
    with pytest.raises(BadInput, match="LOCCIT_SERPER_KEY: expected one line of printable ASCII characters") as refusal:
        services(LOCCIT_SERPER_KEY=value)["serper"]
    assert value not in str(refusal.value)


def test_the_way_out_fits_the_engine(services):
    made = services(LOCCIT_SERPER_KEY="key")
    assert isinstance(made["serper"].transport, OperatorTransport)
    assert isinstance(made["bing"].transport, PacedTransport)
    assert isinstance(made["searxng"].transport, OperatorTransport)


def test_the_local_engine_never_reaches_the_network(services):
    service = services()["local"]
    reply = anyio.run(service.transport.send, HttpRequest("https://e.example/"))
    assert (reply.outcome, reply.via) == ("refused_scheme", "mirror")


def test_settings_are_constructor_arguments_and_change_the_mark_of_a_search(services):
    here = services(LOCCIT_SEARXNG_URL="http://127.0.0.1:9/sx")["searxng"]
    there = services(LOCCIT_SEARXNG_URL="http://127.0.0.1:10/sx")["searxng"]
    assert here.engine.profile.origin == "http://127.0.0.1:9"
    assert here.revision() != there.revision()
    with pytest.raises(BadInput, match="base_url"):
        services(LOCCIT_SEARXNG_URL="nowhere")["searxng"]


def test_a_credential_takes_no_part_in_the_mark(services):
    one, other = (services(LOCCIT_SERPER_KEY=key)["serper"].revision() for key in ("one-key", "other-key"))
    assert one == other


def test_what_an_engine_needs_is_told_without_values():
    settings = {"LOCCIT_GOOGLE_CSE_CX": "my-engine"}
    assert needs_of(profile_of("google_cse"), settings) == (
        Need("LOCCIT_GOOGLE_CSE_KEY", "header X-Goog-Api-Key", required=True, is_set=False),
        Need("LOCCIT_GOOGLE_CSE_CX", "cx", required=True, is_set=True),
        Need("LOCCIT_GOOGLE_CSE_URL", "base url", required=False, is_set=False),
    )
    assert make_engine("google_cse", settings).name == "google_cse"
