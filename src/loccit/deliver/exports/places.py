"""What the forms share: the pages of a handoff, and each admitted claim with each of its passages."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from loccit.records import AdmittedEvidence, AdmittedPassage, Handoff


@dataclass(frozen=True, slots=True)
class CitedPage:
    """One page that evidence was admitted from, as it was read first.

    Attributes:
        key: a short name that is the same in every form, e.g. ``loccit1``.
        passages: every admitted passage of the page, in the order of the handoff.
    """

    key: str
    passages: tuple[AdmittedPassage, ...]

    @property
    def url(self) -> str:
        """Its address, after redirects."""
        return self.passages[0].url

    @property
    def title(self) -> str:
        """What it is called; its address where it has no title."""
        return self.passages[0].title or self.url

    @property
    def accessed(self) -> date:
        """The day it was read (UTC)."""
        return self.passages[0].retrieved_at.date()

    @property
    def issued(self) -> tuple[int, ...]:
        """Year, month and day of the date it shows, as far as it shows them; empty where it shows none."""
        return date_parts(self.passages[0].page_date)


def statements(handoff: Handoff) -> Iterator[tuple[AdmittedEvidence, AdmittedPassage]]:
    """Yield each admitted claim with each of its passages."""
    for entry in handoff.admitted:
        for passage in entry.passages:
            yield entry, passage


def pages(handoff: Handoff) -> list[CitedPage]:
    """Return the pages, in the order in which the handoff names them."""
    by_url: dict[str, dict[str, AdmittedPassage]] = {}
    for _, passage in statements(handoff):
        by_url.setdefault(passage.url, {})[passage.passage] = passage
    return [
        CitedPage(f"loccit{number}", tuple(passages.values())) for number, passages in enumerate(by_url.values(), 1)
    ]


def date_parts(written: str | None) -> tuple[int, ...]:
    """Return the parts of an ISO 8601 date that is written to the day, the month or the year."""
    parts = (written or "").split("T")[0].split("-")
    return tuple(int(part) for part in parts) if all(part.isdecimal() for part in parts) and len(parts) <= 3 else ()
