"""Sends each request to the transport that is responsible for its URL."""

from loccit.protocols import HttpRequest, HttpResponse, NoResponse, Transport
from loccit.records.retrieve import Via
from loccit.transport.mirror import MirrorTransport
from loccit.transport.replay import ReplayTransport


class RoutedTransport:
    """Mounted sites first, then archives, then the network.

    A URL that a mount covers never falls through, not even where the folder lacks the file. With ``network`` null
    nothing is contacted and the rest is ``not_mounted`` (or ``not_archived``).
    """

    def __init__(
        self, mirror: MirrorTransport, network: Transport | None, *, replay: ReplayTransport | None = None
    ) -> None:
        self._mirror = mirror
        self._network = network
        self._replay = replay

    def via(self, url: str) -> Via:
        """Return which way a request for this URL would go."""
        if self._mirror.covers(url):
            return "mirror"
        if self._replay is not None and (self._network is None or self._replay.covers(url)):
            return "replay"
        return "mirror" if self._network is None else "network"

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Send through the responsible transport."""
        way = self.via(request.url)
        if way == "network" and self._network is not None:
            return await self._network.send(request)
        if way == "replay" and self._replay is not None:
            return await self._replay.send(request)
        return await self._mirror.send(request)
