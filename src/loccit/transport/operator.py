"""Endpoints the operator configured: search APIs, models, an own SearXNG. One origin each, no redirects.

The operator vouches for the address, so the table of public addresses is not asked; but a request can't leave the
origin, and its credentials are put in below recording.
"""

import ssl

from loccit.errors import BadInput
from loccit.policy import FetchPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.transport.exchange import Credentials, Destination, exchange
from loccit.transport.redaction import redacted_reply
from loccit.transport.resolve import Resolver, SystemResolver
from loccit.transport.trust import system_trust
from loccit.urls import parse


class OperatorTransport:
    """A client for one origin.

    Args:
        origin: scheme and host, e.g. ``https://api.example.com``.
        credentials: header and parameter values, sent where a request names them in ``secrets`` or
            ``secret_parameters``, and taken out of a reply that repeats them.
        limits: times and sizes; its guard is not used.

    Raises:
        BadInput: at construction, if the origin is no plain http(s) origin.
    """

    def __init__(
        self,
        origin: str,
        *,
        limits: FetchPolicy,
        credentials: Credentials | None = None,
        resolver: Resolver | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        url = parse(origin)
        if url is None or not url.is_web or url.has_credentials or url.target != "/" or "#" in url.href:
            raise BadInput("origin", f"expected scheme and host like https://api.example.com, got {origin!r}")
        self._origin = url.origin
        self._limits = limits
        self._credentials = credentials or Credentials()
        self._resolver = resolver or SystemResolver()
        self._tls = tls

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Send one request to the origin; any other is ``refused_address``."""
        url = parse(request.url)
        if url is None or url.origin != self._origin or url.has_credentials:
            detail = f"This client talks to {self._origin} only."
            return NoResponse(request.url, "refused_address", detail, via="network", witnessed=True)
        addresses = (url.address,) if url.address else await self._resolver.resolve(url.hostname, url.port or 0)
        if not addresses:
            detail = f"The name {url.hostname} does not resolve."
            return NoResponse(request.url, "dns_error", detail, via="network", witnessed=True)
        if self._tls is None and url.scheme == "https":
            self._tls = system_trust()
        destination = Destination(url, tuple(addresses), self._tls)
        reply = await exchange(request, destination, limits=self._limits, credentials=self._credentials)
        return redacted_reply(reply, (*self._credentials.values.values(), *self._credentials.parameters.values()))
