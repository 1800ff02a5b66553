"""Public bug reports about guards that were walked around, rebuilt."""

from collections.abc import Sequence
from ipaddress import IPv6Address

import pytest

from loccit.policy import FetchPolicy, GuardPolicy
from loccit.protocols import HttpRequest, NoResponse
from loccit.transport.addresses import embedded_ipv4, not_public
from loccit.transport.guard import judge_url
from loccit.transport.network import NetworkTransport
from loccit.urls import parse

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Names:
    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        self.asked += 1
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


async def test_a_name_that_answers_differently_the_second_time_is_dialled_where_it_was_checked(server):
    """crewAIInc/crewAI 6520."""
    server.answers["/"] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    names = Names(["127.0.0.1"], ["10.0.0.5"])
    policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=(f"re.example:{server.port}",)))
    response = await NetworkTransport(policy, resolver=names).send(HttpRequest(f"http://re.example:{server.port}/"))
    assert (response.address, names.asked) == ("127.0.0.1", 1)


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        (["93.184.216.34", "10.0.0.5"], "refused_address"),
        (["10.0.0.5", "93.184.216.34"], "refused_address"),
        ([], "dns_error"),
    ],
)
async def test_a_doubtful_name_gets_no_request(answers, outcome):
    """crewAIInc/crewAI 6520."""
    response = await NetworkTransport(FetchPolicy(), resolver=Names(answers)).send(HttpRequest("http://mix.example/"))
    assert isinstance(response, NoResponse)
    assert (response.outcome, response.raw_request, response.address) == (outcome, b"", None)


@pytest.mark.parametrize(
    ("host", "blocked", "inside"),
    [
        ("[::ffff:10.0.0.1]", True, "10.0.0.1"),
        ("[::ffff:a00:1]", True, "10.0.0.1"),
        ("[::ffff:a9fe:a9fe]", True, "169.254.169.254"),
        ("[64:ff9b::7f00:1]", True, "127.0.0.1"),
        ("[64:ff9b::a00:1]", True, "10.0.0.1"),
        ("[2002:7f00:1::]", True, "127.0.0.1"),
        ("[2002:a9fe:a9fe::1]", True, "169.254.169.254"),
        ("[::1]", True, None),
        ("[::]", True, None),
        ("[fe80::1]", True, None),
        ("[fd00::1]", True, None),
        ("[::ffff:100.64.0.1]", True, "100.64.0.1"),
        ("[2606:4700:4700::1111]", False, None),
    ],
)
def test_a_private_address_inside_ipv6(host, blocked, inside):
    """nodetool-ai/nodetool 4787."""
    url = parse(f"http://{host}/")
    assert url is not None
    assert url.address is not None
    assert (judge_url(url, GuardPolicy()) is not None) == blocked == (not_public(url.address) is not None)
    assert [str(one) for one in embedded_ipv4(IPv6Address(url.address))] == ([inside] if inside else [])


@pytest.mark.parametrize(
    ("text", "host", "outcome"),
    [
        ("http://127.0.0.1:6666\\@example.org/", "127.0.0.1", "invalid_url"),
        ("http://127.0.0.%31/", "127.0.0.1", "refused_address"),
        ("http://169.254.169.%32%35%34/", "169.254.169.254", "refused_address"),
        ("http://example.org#@169.254.169.254/", "example.org", None),
        ("http://example.org?@169.254.169.254/", "example.org", None),
        ("http://user@example.org/", "example.org", "credentials_in_url"),
        ("http://exa\nmple.org/", "example.org", "invalid_url"),
        ("http://0x7f.1/", "127.0.0.1", "refused_address"),
        ("http://１２７.０.０.１/", "127.0.0.1", "refused_address"),
    ],
)
def test_one_parser_says_where_a_url_leads(text, host, outcome):
    """jimmc414/onefilellm 79."""
    url = parse(text)
    assert url is not None
    assert url.hostname == host
    refusal = judge_url(url, GuardPolicy())
    assert (refusal.outcome if refusal else None) == outcome


async def test_a_url_with_a_tab_is_read_by_no_one(server):
    """jimmc414/onefilellm 79: a repaired URL is refused where it is given, before anything is asked."""
    names = Names(["127.0.0.1"])
    response = await NetworkTransport(FetchPolicy(), resolver=names).send(HttpRequest("http://exam\nple.org/"))
    assert isinstance(response, NoResponse)
    assert (response.outcome, names.asked) == ("invalid_url", 0)
