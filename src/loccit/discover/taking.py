"""What one execution takes from its result pages, and when it has enough."""

from dataclasses import dataclass, field

from loccit.discover.counters import ANSWERED_STATES, BLOCKED_STATES, YIELDING_STATES, ExecutionEnd
from loccit.protocols import ParsedRow, ResultPage
from loccit.records import RowFacts


@dataclass(slots=True)
class Taking:
    """How far one execution has got."""

    cap: int
    saved: int = 0
    organic: int = 0
    sponsored: int = 0
    seen_pages: dict[tuple[str, ...], int] = field(default_factory=dict)

    def checked(self, result: ResultPage, page: int) -> tuple[ResultPage, list[ParsedRow]]:
        """Return the page and the rows it yields; a page that repeats an earlier one is a wrong page without rows."""
        if result.state not in YIELDING_STATES:
            return result, []
        rows = _distinct_adverts(result.rows)
        organic = tuple(row.url or row.href for row in rows if not row.sponsored)
        if organic and organic in self.seen_pages:
            reason = f"shows the same rows as page {self.seen_pages[organic]}"
            return ResultPage("wrong_page", reason=reason, last=True), []
        self.seen_pages[organic] = page
        return result, rows

    def count(self, row: ParsedRow) -> None:
        """Count a row that is saved."""
        self.saved += 1
        self.sponsored += row.sponsored
        self.organic += not row.sponsored

    def facts(self, row: ParsedRow, query: str, *, absolute_rank: int) -> RowFacts:
        """Return what else is known of the row just counted; ``absolute_rank`` is its place on the page."""
        return RowFacts(
            raw_href=row.href,
            unwrapped_by=row.unwrapped_by,
            organic_rank=None if row.sponsored else self.organic,
            sponsored_rank=self.sponsored if row.sponsored else None,
            requested_query=query,
            absolute_rank=absolute_rank,
            stated_position=row.position,
        )

    def end(self, result: ResultPage) -> ExecutionEnd | None:
        """Return why to stop after a page, or null to go on."""
        if self.saved >= self.cap:
            return "result_caps_reached"
        if result.state == "wrong_page":
            return "repeated_page"
        if result.state in BLOCKED_STATES:
            return "blocked"
        if result.state not in YIELDING_STATES:
            return "results_exhausted" if result.state in ANSWERED_STATES else "failed"
        return "results_exhausted" if result.last or not result.rows else None


def _distinct_adverts(rows: tuple[ParsedRow, ...]) -> list[ParsedRow]:
    """Return the rows of a page; an advert shown again at its bottom counts once."""
    seen: set[tuple[str, str | None]] = set()
    kept = []
    for row in rows:
        advert = (row.title, row.advertiser_domain or row.url or row.href)
        if row.sponsored and advert in seen:
            continue
        if row.sponsored:
            seen.add(advert)
        kept.append(row)
    return kept
