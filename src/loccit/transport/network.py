"""The open web: a guarded HTTP/1.1 client for one hop at a time.

The name is resolved once. If any of its addresses is refused the whole name is, and no packet is sent. Only judged
addresses are dialled, the peer is compared after connecting, TLS is verified for the host name. Nothing comes from
the environment: no proxies, no cookies, no stored credentials, no certificates but the machine's. No redirect is
followed, no Alt-Svc, no HTTP/2. Within a session connections are kept open, each for its own host.
"""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from anyio.lowlevel import EventLoopToken, current_token

from loccit.policy import FetchPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.transport.connections import IdleConnections
from loccit.transport.exchange import Credentials, Destination, exchange
from loccit.transport.guard import Refusal, allowing_entry, judge_address, judge_url
from loccit.transport.resolve import Resolver, SystemResolver
from loccit.transport.trust import system_trust
from loccit.urls import Url, parse


class NetworkTransport:
    """Sends one request to a public host, or says why not.

    Args:
        policy: limits, and what the guard allows.
        resolver: looks up names; the machine's if null.
        tls: whom to trust; the machine's authorities if null.
    """

    def __init__(
        self, policy: FetchPolicy, *, resolver: Resolver | None = None, tls: ssl.SSLContext | None = None
    ) -> None:
        self._policy = policy
        self._strict = policy.guard.model_copy(update={"unsafe_allow": ()})
        self._idle: dict[EventLoopToken, IdleConnections] = {}
        self._resolver = resolver or SystemResolver()
        self._tls = tls

    @asynccontextmanager
    async def session(self) -> AsyncIterator[None]:
        """Keep connections open for the next request to the same host, until the session ends.

        Sessions of one event loop share what they keep; the last one that ends closes it. Outside a session each
        request has a connection of its own.
        """
        loop = current_token()
        idle = self._idle.setdefault(loop, IdleConnections())
        idle.users += 1
        try:
            yield
        finally:
            idle.users -= 1
            if not idle.users:
                del self._idle[loop]
                await idle.aclose()

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Send one request; redirects are returned, not followed.

        Raises:
            BadInput: for credentials or framing headers in the request; none are sent to the open web.
        """
        url = parse(request.url)
        if url is None:
            return _nothing(request.url, Refusal("invalid_url", "The URL can't be parsed."))
        if refusal := judge_url(url, self._policy.guard):
            return _nothing(url.without_fragment, refusal)
        addresses = await self._addresses(url)
        if isinstance(addresses, Refusal):
            return _nothing(url.without_fragment, addresses)
        if self._tls is None and url.scheme == "https":
            self._tls = system_trust()
        destination = Destination(url, addresses, self._tls, self._exception_used(url, addresses))
        idle = self._idle.get(current_token()) if self._idle else None
        return await exchange(request, destination, limits=self._policy, credentials=Credentials(), idle=idle)

    async def _addresses(self, url: Url) -> tuple[str, ...] | Refusal:
        port = url.port or 0
        found: tuple[str, ...] = (url.address,) if url.address is not None else ()
        if not found:
            with anyio.move_on_after(self._policy.connect_timeout_s):
                found = tuple(await self._resolver.resolve(url.hostname, port))
        if not found:
            return Refusal("dns_error", f"The name {url.hostname} does not resolve.")
        for address in found:
            if refusal := judge_address(address, self._policy.guard, host=url.hostname, port=port):
                return refusal
        return found

    def _exception_used(self, url: Url, addresses: tuple[str, ...]) -> str | None:
        """Return the ``unsafe_allow`` entry that made the difference, or null."""
        entry = allowing_entry(url, self._policy.guard)
        if entry is None:
            return None
        strict = self._strict
        judged = (judge_url(url, strict), *(judge_address(address, strict, host=url.hostname) for address in addresses))
        return entry if any(judged) else None


def _nothing(url: str, refusal: Refusal) -> NoResponse:
    return NoResponse(url=url, outcome=refusal.outcome, detail=refusal.detail, via="network", witnessed=True)
