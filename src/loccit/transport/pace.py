"""Asking one service slowly: one request at a time, with a pause between two."""

from dataclasses import dataclass, field

from anyio import Lock, current_time, sleep

from loccit.protocols import HttpRequest, HttpResponse, NoResponse, Transport


@dataclass(slots=True)
class PacedTransport:
    """Sends through another transport, never two requests at once, and waits in between.

    Attributes:
        pause_s: seconds from the end of one request to the start of the next.
    """

    inner: Transport
    pause_s: float
    _turn: Lock = field(default_factory=Lock)
    _not_before: float = 0.0

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Send one request when its time has come."""
        async with self._turn:
            await sleep(max(0.0, self._not_before - current_time()))
            try:
                return await self.inner.send(request)
            finally:
                self._not_before = current_time() + self.pause_s
