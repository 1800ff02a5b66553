from datetime import UTC, datetime

import pytest

from loccit.policy import FetchPolicy
from loccit.protocols import HttpResponse, NoResponse
from loccit.retrieve.http_dates import delay_s, http_date
from loccit.retrieve.retry import pause_s

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


def response(status: int, *headers: tuple[str, str], via: str = "network") -> HttpResponse:
    return HttpResponse("https://example.org/", status, headers, b"", via=via, witnessed=True, raw_request=b"GET")


def failure(outcome: str, *, address: str | None = "93.184.216.34", sent: bytes = b"") -> NoResponse:
    return NoResponse(
        "https://example.org/", outcome, "Why.", via="network", witnessed=True, address=address, raw_request=sent
    )


def pause(exchange: HttpResponse | NoResponse, attempt: int = 1, jitter: float = 1.0, **settings: int) -> float | None:
    policy = FetchPolicy(**{"retry_delay_ms": 1_000, **settings})
    return pause_s(exchange, attempt=attempt, policy=policy, now=NOW, jitter=lambda: jitter)


@pytest.mark.parametrize(
    ("exchange", "again"),
    [
        (response(503), True),
        (response(429), True),
        (response(502), True),
        (response(504), True),
        (response(200), False),
        (response(304), False),
        (response(403), False),
        (response(404), False),
        (response(500), False),
        (response(501), False),
        (response(503, via="mirror"), False),
        (response(503, via="replay"), False),
        (failure("connect_error"), True),
        (failure("truncated", sent=b"GET"), True),
        (failure("timeout"), True),
        (failure("timeout", sent=b"GET"), False),
        (failure("tls_error"), False),
        (failure("protocol_error", sent=b"GET"), False),
        (failure("too_large", sent=b"GET"), False),
        (failure("dns_error", address=None), False),
        (failure("refused_address", address=None), False),
        (failure("timeout", address=None), False),
    ],
)
def test_only_what_may_pass_is_tried_again(exchange, again):
    assert (pause(exchange) is not None) == again


def test_pauses_double_and_differ_by_chance_and_end():
    assert [pause(response(503), attempt, 1.0) for attempt in (1, 2, 3)] == [1.0, 2.0, None]
    assert [pause(response(503), attempt, 0.0) for attempt in (1, 2)] == [0.5, 1.0]
    assert pause(response(503), max_retries=0) is None


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("7", 7.0),
        ("0", 0.0),
        ("31", None),
        ("Mon, 30 Nov 2026 12:00:20 GMT", 20.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("Mon, 30 Nov 2026 13:00:00 GMT", None),
        ("later", 1.0),
        ("-5", 1.0),
        ("٣", 1.0),
        ("9" * 400, 1.0),
    ],
)
def test_what_the_server_asks_goes_before_our_own_pause(asked, expected):
    assert pause(response(503, ("Retry-After", asked)), max_wait_s=30) == expected


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("Sun, 06 Nov 1994 08:49:37 GMT", datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC)),
        ("Sunday, 06-Nov-94 08:49:37 GMT", datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC)),
        ("Sun Nov  6 08:49:37 1994", datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC)),
        ("Sun, 06 Nov 1994 10:49:37 +0200", datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC)),
        ("yesterday", None),
        ("", None),
        (None, None),
        ("Sun, 06 Nov 99999 08:49:37 GMT", None),
    ],
)
def test_the_dates_of_http(text, time):
    assert http_date(text) == time


def test_a_delay_is_never_negative():
    assert delay_s("Sun, 06 Nov 1994 08:49:37 GMT", now=NOW) == 0.0
