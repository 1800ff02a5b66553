"""Whether a request that failed is worth sending again, and how long to wait before."""

from collections.abc import Callable
from datetime import datetime

from loccit.policy import FetchPolicy
from loccit.protocols import HttpResponse, NoResponse
from loccit.retrieve.http_dates import delay_s

PASSING_STATUSES = frozenset({429, 502, 503, 504})
"""Answers that say: not now (RFC 6585, 4; RFC 9110, 15.6)."""

_PASSING_OUTCOMES = frozenset({"connect_error", "truncated"})

WAITING_STATUSES = frozenset({429, 503})
"""Answers whose ``Retry-After`` speaks for the whole host."""


def pause_s(
    exchange: HttpResponse | NoResponse,
    *,
    attempt: int,
    policy: FetchPolicy,
    now: datetime,
    jitter: Callable[[], float],
) -> float | None:
    """Return how many seconds to wait before the request is sent again; null: it is not.

    Only reading requests come here, which are safe to repeat. What a mirror or an archive says does not pass.

    Args:
        exchange: what the last attempt brought.
        attempt: how many were made, from 1.
        policy: bounds.
        now: the time, for dates in ``Retry-After``.
        jitter: gives a number from 0 to 1, so that many who failed at once do not come back at once.
    """
    if attempt > policy.max_retries or exchange.via != "network" or not _passes(exchange):
        return None
    asked = delay_s(exchange.header("Retry-After"), now=now) if isinstance(exchange, HttpResponse) else None
    if asked is not None:
        return asked if asked <= policy.max_wait_s else None
    doubled_ms = policy.retry_delay_ms << (attempt - 1)
    return doubled_ms / 1000 * (0.5 + jitter() / 2)


def _passes(exchange: HttpResponse | NoResponse) -> bool:
    if isinstance(exchange, HttpResponse):
        return exchange.status in PASSING_STATUSES
    # A server that takes the request and then stays silent has had its whole deadline already.
    connecting = exchange.outcome == "timeout" and not exchange.raw_request
    return exchange.address is not None and (exchange.outcome in _PASSING_OUTCOMES or connecting)
