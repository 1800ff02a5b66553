"""Turn the rows of a run into candidates, and name those that look like one page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from loccit import urls
from loccit.ids import ContentId
from loccit.records import Candidate, DiscoveryRun, Origin, ResultRow, Sighting, SourceGroup


def candidates_of(run: DiscoveryRun, *, origin: Origin) -> tuple[Candidate, ...]:
    """Return one candidate a row, in order; excluded ones stay among them.

    The first row of a URL carries every sighting of exactly that URL, over engines and queries; later ones are
    excluded as ``duplicate_exact_url``. A row whose destination the engine hides, or whose address could not be read
    without credentials, is excluded as ``invalid_web_url``.
    """
    texts = dict.fromkeys(query.strip() for query in run.task.queries)
    queries = dict(zip(texts, run.queries, strict=True))
    sightings = [
        Sighting(engine=row.engine, query=queries[facts.requested_query], page=row.page, rank=row.rank)
        for row, facts in zip(run.rows, run.facts, strict=True)
    ]
    by_url: dict[str, list[Sighting]] = {}
    for row, sighting in zip(run.rows, sightings, strict=True):
        by_url.setdefault(row.canonicalUrl or "", []).append(sighting)
    making = _Making(run, origin.model_copy(update={"used": (run.id,)}))
    seen: set[str] = set()
    made = []
    for ordinal, (row, sighting) in enumerate(zip(run.rows, sightings, strict=True)):
        url = row.canonicalUrl
        if not _may_be_read(url):
            made.append(making.excluded(ordinal, row, sighting, "invalid_web_url"))
        elif url in seen:
            made.append(making.excluded(ordinal, row, sighting, "duplicate_exact_url"))
        else:
            seen.add(url or "")
            made.append(making.candidate(ordinal, row, by_url[url or ""]))
    return tuple(made)


def source_groups(candidates: Iterable[Candidate], *, origin: Origin) -> tuple[SourceGroup, ...]:
    """Return a group for each page that several candidates look like; https is preferred, then the first seen."""
    by_key: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        if candidate.review_state == "needs_review" and candidate.url:
            by_key.setdefault(urls.page_key(candidate.url), []).append(candidate)
    return tuple(_group(key, members, origin) for key, members in by_key.items() if len(members) > 1)


def _group(key: str, members: Sequence[Candidate], origin: Origin) -> SourceGroup:
    ids: tuple[ContentId, ...] = tuple(member.id for member in members)
    secure = (member for member in members if (member.url or "").startswith("https:"))
    return SourceGroup(
        origin=origin.model_copy(update={"used": ids}),
        key=key,
        members=ids,
        preferred=next(secure, members[0]).id,
    )


def _may_be_read(url: str | None) -> bool:
    parsed = urls.parse(url) if url else None
    return parsed is not None and parsed.is_web and bool(parsed.hostname) and not parsed.has_credentials


@dataclass(frozen=True, slots=True)
class _Making:
    run: DiscoveryRun
    origin: Origin

    def candidate(self, ordinal: int, row: ResultRow, sightings: Sequence[Sighting]) -> Candidate:
        return Candidate(
            origin=self.origin,
            run_id=self.run.run_id,
            candidate_id=f"source-{ordinal}",
            ordinal=ordinal,
            position=row.rank,
            title=row.title,
            url=row.canonicalUrl,
            hostname=row.resultDomain,
            snippet=row.snippet,
            review_state="needs_review",
            exclusion_reason=None,
            sightings=tuple(sightings),
        )

    def excluded(self, ordinal: int, row: ResultRow, sighting: Sighting, reason: str) -> Candidate:
        made = self.candidate(ordinal, row, (sighting,))
        return made.replacing(review_state="excluded", exclusion_reason=reason)
