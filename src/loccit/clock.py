"""Clocks: time is an argument everywhere."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The machine's clock, in UTC."""

    def now(self) -> datetime:
        """Return the current time."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class FixedClock:
    """A clock that stands still, for tests and reproducible runs."""

    at: datetime

    def now(self) -> datetime:
        """Return the time it was made with."""
        return self.at
