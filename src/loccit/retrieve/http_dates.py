"""Times in HTTP headers (RFC 9110, 5.6.7)."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

MAX_DELAY_DIGITS = 9


def http_date(value: str | None) -> datetime | None:
    """Return the time a header states, aware; null if it is missing or no HTTP date."""
    try:
        time = parsedate_to_datetime(value or "")
    except (ValueError, OverflowError):
        return None
    return (time if time.tzinfo is not None else time.replace(tzinfo=UTC)).astimezone(UTC)


def delay_s(value: str | None, *, now: datetime) -> float | None:
    """Return how many seconds a ``Retry-After`` value asks to wait (RFC 9110, 10.2.3), or null."""
    text = (value or "").strip()
    if text.isascii() and text.isdigit() and len(text) <= MAX_DELAY_DIGITS:
        return float(text)
    until = http_date(text)
    return None if until is None else max(0.0, (until - now).total_seconds())
