"""Nothing is sent to an excluded domain."""

import asyncio

from loccit.domains import DomainRules
from loccit.policy import DomainPolicy
from loccit.protocols import HttpRequest, HttpResponse
from loccit.transport.domains import DomainTransport


class Noting:
    """Answers everything and notes it."""

    def __init__(self):
        self.urls = []

    async def send(self, request):
        self.urls.append(request.url)
        return HttpResponse(request.url, 200, (), b"", via="network", witnessed=True)


def test_an_excluded_host_is_refused_and_another_is_not():
    inner = Noting()
    transport = DomainTransport(inner, DomainRules(DomainPolicy(excluded=("evil.example",))))
    refused = asyncio.run(transport.send(HttpRequest("https://www.evil.example/x")))
    assert refused.outcome == "excluded_domain"
    assert refused.detail == "www.evil.example is excluded by 'evil.example'; it was not contacted."
    assert refused.raw_request == b""
    assert asyncio.run(transport.send(HttpRequest("https://not-evil.example/"))).status == 200
    assert inner.urls == ["https://not-evil.example/"]
