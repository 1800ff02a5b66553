"""Manners towards servers: one lane a host, with a few requests at once, a pause between them, and rest when asked."""

from dataclasses import dataclass, field

import anyio

from loccit.policy import FetchPolicy
from loccit.protocols import Clock, HttpRequest, HttpResponse, NoResponse, Transport
from loccit.retrieve.http_dates import delay_s
from loccit.retrieve.retry import WAITING_STATUSES
from loccit.urls import host_of

MAX_LANES = 4_096
"""Hosts remembered; beyond this, those that are at rest are forgotten."""


@dataclass(slots=True)
class _Lane:
    """One host; times are the event loop's.

    Attributes:
        next_start: when the next request may start.
        closed_until: before this time the host wants no request.
    """

    slots: anyio.Semaphore
    delay_s: float
    next_start: float = 0.0
    closed_until: float = 0.0
    users: int = field(default=0)


class LanedTransport:
    """Sends through another transport, host by host at a bearable pace.

    A host that asks for rest (``Retry-After`` with 429 or 503) gets it: requests wait, and where it asks for more than
    the policy's longest wait, nothing is sent and the outcome is ``http_error``.
    """

    def __init__(self, transport: Transport, policy: FetchPolicy, clock: Clock) -> None:
        self._transport = transport
        self._policy = policy
        self._clock = clock
        self._lanes: dict[str, _Lane] = {}

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Send when it is the request's turn."""
        host = host_of(request.url)
        if host is None:
            return await self._transport.send(request)
        lane = self._lane(host)
        lane.users += 1
        try:
            async with lane.slots:
                return await self._send(request, lane, host)
        finally:
            lane.users -= 1

    def slow_down(self, host: str, delay_s: float) -> None:
        """Note that a host wants at least so many seconds between requests; more than the longest wait is not kept."""
        lane = self._lane(host)
        lane.delay_s = max(lane.delay_s, min(delay_s, self._policy.max_wait_s))

    async def _send(self, request: HttpRequest, lane: _Lane, host: str) -> HttpResponse | NoResponse:
        now = anyio.current_time()
        rest_s = lane.closed_until - now
        if rest_s > self._policy.max_wait_s:
            detail = f"{host} asked for no requests for another {rest_s:.0f} s (Retry-After); none was sent."
            return NoResponse(request.url, "http_error", detail, via="network", witnessed=True)
        before = lane.next_start
        start = max(now, before, lane.closed_until)
        lane.next_start = start + lane.delay_s
        if start > now:
            await anyio.sleep(start - now)
        response = await self._transport.send(request)
        if not response.raw_request and lane.next_start == start + lane.delay_s:
            lane.next_start = before  # nothing was sent, so nobody needs a pause after it
        if isinstance(response, HttpResponse) and response.status in WAITING_STATUSES:
            asked = delay_s(response.header("Retry-After"), now=self._clock.now())
            lane.closed_until = max(lane.closed_until, anyio.current_time() + (asked or 0.0))
        return response

    def _lane(self, host: str) -> _Lane:
        lane = self._lanes.get(host)
        if lane is None:
            if len(self._lanes) >= MAX_LANES:
                self._forget()
            slots = anyio.Semaphore(self._policy.per_host_concurrency)
            lane = self._lanes[host] = _Lane(slots, self._policy.per_host_delay_ms / 1000)
        return lane

    def _forget(self) -> None:
        now = anyio.current_time()
        at_rest = [
            host
            for host, lane in self._lanes.items()
            if not lane.users and now > max(lane.next_start, lane.closed_until)
        ]
        for host in at_rest:
            del self._lanes[host]
