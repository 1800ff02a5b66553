import pytest

from loccit.errors import BadInput
from loccit.policy import FetchPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.transport.exchange import Credentials
from loccit.transport.operator import OperatorTransport

pytestmark = pytest.mark.anyio


@pytest.fixture
def client(server) -> OperatorTransport:
    server.answers["/v1/search"] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    return OperatorTransport(
        f"http://{server.host}", limits=FetchPolicy(), credentials=Credentials({"Authorization": "Bearer s3cret"})
    )


async def test_a_secret_is_sent_and_not_recorded(client, server):
    request = HttpRequest(
        server.url("/v1/search"),
        method="POST",
        headers=(("Content-Type", "application/json"),),
        body=b'{"q": "Authorization: x"}',
        secrets=frozenset({"authorization"}),
    )
    response = await client.send(request)
    assert isinstance(response, HttpResponse)
    assert b"authorization: Bearer s3cret\r\n" in server.requests[0]
    assert b"Content-Length: 25\r\n" in server.requests[0]
    assert b"s3cret" not in response.raw_request
    assert b"\r\nauthorization: [redacted]\r\n" in response.raw_request
    assert response.raw_request.endswith(b'\r\n\r\n{"q": "Authorization: x"}')


async def test_a_secret_that_was_not_asked_for_is_not_sent(client, server):
    await client.send(HttpRequest(server.url("/v1/search")))
    assert b"s3cret" not in server.requests[0]


async def test_a_secret_that_is_not_configured(client, server):
    with pytest.raises(BadInput, match="secrets: expected names of configured credentials, got 'X-Key'"):
        await client.send(HttpRequest(server.url("/v1/search"), secrets=frozenset({"X-Key"})))


def test_secrets_do_not_show_in_representations(client):
    assert "s3cret" not in repr(Credentials({"Authorization": "Bearer s3cret"}))


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/", "https://{host}/", "http://user@{host}/", "http://example.org/", "nothing"]
)
async def test_no_other_origin_is_contacted(client, server, url):
    failure = await client.send(HttpRequest(url.format(host=server.host)))
    assert isinstance(failure, NoResponse)
    assert failure.outcome == "refused_address"
    assert server.requests == []


@pytest.mark.parametrize(
    "origin", ["api.example.com", "https://api.example.com/v1", "ftp://x.example/", "https://u@x.example"]
)
def test_an_origin_is_scheme_and_host(origin):
    with pytest.raises(BadInput, match="origin: expected scheme and host"):
        OperatorTransport(origin, limits=FetchPolicy())
