"""Keeps every request away from the domains an operator has excluded, whatever led there."""

from loccit.domains import DomainRules
from loccit.protocols import HttpRequest, HttpResponse, NoResponse, Transport
from loccit.urls import host_of


class DomainTransport:
    """Sends through another transport, but nothing to an excluded domain: the outcome is ``excluded_domain``.

    Redirects, robots.txt and refreshes are requests of their own, so none of them leads around it.
    """

    def __init__(self, transport: Transport, rules: DomainRules) -> None:
        self._transport = transport
        self._rules = rules

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Send, if the host is not excluded."""
        domain = self._rules.excluded_by(request.url)
        if domain is None:
            return await self._transport.send(request)
        detail = f"{host_of(request.url)} is excluded by {domain.text!r}; it was not contacted."
        return NoResponse(request.url, "excluded_domain", detail, "network", witnessed=True)
