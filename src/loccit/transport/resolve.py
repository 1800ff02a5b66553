"""Names to addresses, once a request."""

import socket
from collections.abc import Sequence
from typing import Protocol

import anyio


class Resolver(Protocol):
    """Looks up a host name."""

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        """Return all addresses of a host, in the order to try them; none if the name does not resolve."""
        ...


class SystemResolver:
    """The machine's resolver (``getaddrinfo``)."""

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        """Return the addresses, each once; IPv6 addresses keep a zone id, so that a guard can refuse it."""
        try:
            found = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            return ()
        return tuple(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))
