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


async def test_a_secret_parameter_goes_into_the_query_on_the_wire_only(server):
    server.answers["/search?q=a&api_key=k%20ey-12345"] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    client = OperatorTransport(
        f"http://{server.host}", limits=FetchPolicy(), credentials=Credentials(parameters={"api_key": "k ey-12345"})
    )
    request = HttpRequest(server.url("/search?q=a"), secret_parameters=frozenset({"api_key"}))
    response = await client.send(request)
    assert isinstance(response, HttpResponse)
    assert (response.status, response.url) == (200, server.url("/search?q=a"))
    assert response.raw_request.startswith(b"GET /search?q=a&api_key=[redacted] HTTP/1.1\r\n")
    assert "12345" not in repr(client)


async def test_a_secret_parameter_may_be_the_whole_query_and_must_be_configured(server):
    server.answers["/?key=12345678"] = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    credentials = Credentials(parameters={"key": "12345678"})
    client = OperatorTransport(f"http://{server.host}", limits=FetchPolicy(), credentials=credentials)
    response = await client.send(HttpRequest(server.url("/"), secret_parameters=frozenset({"key"})))
    assert isinstance(response, HttpResponse)
    assert response.status == 200
    with pytest.raises(BadInput, match="secret_parameters: expected names of configured credentials, got 'token'"):
        await client.send(HttpRequest(server.url("/"), secret_parameters=frozenset({"token"})))


async def test_a_credential_that_a_service_repeats_is_taken_out_of_its_reply(server):
    body = b'{"error": "Invalid token s3cret-value"}'
    server.answers["/v1/search"] = (
        b"HTTP/1.1 401 Unauthorized\r\nX-Echo: Bearer s3cret-value\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    )
    credentials = Credentials({"Authorization": "Bearer s3cret-value"})
    client = OperatorTransport(f"http://{server.host}", limits=FetchPolicy(), credentials=credentials)
    response = await client.send(HttpRequest(server.url("/v1/search"), secrets=frozenset({"authorization"})))
    assert isinstance(response, HttpResponse)
    assert response.body == b'{"error": "Invalid token [redacted]"}'
    assert response.header("X-Echo") == "[redacted]"
    assert b"s3cret" not in response.raw_response + response.raw_request


async def test_preferences_are_the_only_cookies(client, server):
    preferences = (("country", "tw"), ("safesearch", "strict"))
    response = await client.send(HttpRequest(server.url("/v1/search"), preferences=preferences))
    assert isinstance(response, HttpResponse)
    assert b"\r\nCookie: country=tw; safesearch=strict\r\n" in server.requests[0]
    await client.send(HttpRequest(server.url("/v1/search")))
    assert b"ookie:" not in server.requests[1]
