"""In which order a reviewer is shown the candidates of several engines and queries.

Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): what several lists show near their top comes first.
The order is for the queue only. A rank is an observation, so it decides nothing, and nothing is merged: candidates
that look like one page stand together, each with its own address.
"""

from collections.abc import Iterable, Sequence

from loccit.ids import ContentId
from loccit.records import Candidate, Sighting, SourceGroup

RANK_OFFSET = 60
"""Added to every rank, so that the first places of one list do not outweigh agreement (the value of the paper)."""
_MILLION = 1_000_000


def queue_order(candidates: Sequence[Candidate], groups: Iterable[SourceGroup]) -> tuple[Candidate, ...]:
    """Return the candidates in the order to look at them; excluded ones come last, in their own order.

    Args:
        candidates: of one run or several.
        groups: what looks like one page; its members share their sightings and follow the preferred one.
    """
    by_id = {candidate.id: candidate for candidate in candidates}
    bundles: dict[ContentId, list[Candidate]] = {}
    grouped: set[ContentId] = set()
    for group in groups:
        members = [by_id[one] for one in group.members if one in by_id]
        first = [one for one in members if one.id == group.preferred]
        if members and not grouped & set(group.members):
            bundles[members[0].id] = first + [one for one in members if one not in first]
            grouped |= set(group.members)
    waiting = [one for one in candidates if one.review_state == "needs_review"]
    bundles |= {one.id: [one] for one in waiting if one.id not in grouped}
    place = {candidate.id: position for position, candidate in enumerate(candidates)}

    def key(bundle: Sequence[Candidate]) -> tuple[int, int]:
        sightings = [sighting for candidate in bundle for sighting in candidate.sightings]
        return -fused_score(sightings), min(place[candidate.id] for candidate in bundle)

    ordered = [candidate for bundle in sorted(bundles.values(), key=key) for candidate in bundle]
    return (*ordered, *(one for one in candidates if one.review_state != "needs_review"))


def fused_score(sightings: Iterable[Sighting]) -> int:
    """Return the reciprocal rank score in millionths: of each engine and query, the best rank counts."""
    best: dict[tuple[str, str], int] = {}
    for one in sightings:
        key = (one.engine, one.query)
        best[key] = min(one.rank, best.get(key, one.rank))
    return sum(_MILLION // (RANK_OFFSET + rank) for rank in best.values())
