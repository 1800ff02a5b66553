"""May a drafted answer be shown? Each citation is checked against its passage, then the answer as a whole.

Source of the rule: the guide to checked web evidence, seventh step: citations are verified by passage, scope, version,
units, conditions and negation before an answer leaves.
"""

from collections.abc import Collection, Sequence

from loccit.cite.citation import CHECKER, CitedPassage, Pair, Read, check_citation
from loccit.cite.language import NOTHING_SUPPORTED, SHOWN_BESIDE
from loccit.ids import ContentId
from loccit.policy import DeliverPolicy
from loccit.protocols import Clock, Judge
from loccit.records import Anchor, Answer, Citation, Handoff, Origin, Release, passes
from loccit.records.deliver import CheckOutcome, numbered
from loccit.version import __version__

__all__ = ["CitedPassage", "Read", "check"]


async def check(
    answer: Answer, *, handoff: Handoff, read: Read, judge: Judge, policy: DeliverPolicy, clock: Clock
) -> tuple[tuple[Citation, ...], Release]:
    """Check every citation of a draft (see ``check_citation``) and decide on its release.

    1. ``handoff``: the answer was drafted from this handoff.
    2. ``anchored``: each claim anchor has a source; an answer without anchors says only that nothing was supported, or,
       spoken, that it is shown beside.
    3. ``covered``: no statement stands outside the anchors.
    4. ``citations``: all checks of all citations passed.
    5. ``attribution``: no duty of the handoff was dropped.

    The answer is released only if all five passed.

    Args:
        answer: the draft.
        handoff: what its writer was given.
        read: finds stored passages.
        judge: gives an opinion on sentences that are not a claim's own wording.
        policy: says how long a quotation may be.
        clock: dates the release.
    """
    citations = [
        await check_citation(Pair(answer, handoff, number, anchor, position), read=read, judge=judge, policy=policy)
        for number, anchor in enumerate(answer.anchors)
        if anchor.kind == "claim"
        for position in anchor.sources
    ]
    statements = [anchor for anchor in answer.anchors if anchor.kind == "claim"]
    says_nothing = not statements and answer.text.strip() in _empty_sentences(answer, handoff)
    checks = numbered(
        (
            ("handoff", _handoff(answer, handoff)),  # 1
            ("anchored", _anchored(statements, says_nothing=says_nothing)),  # 2
            ("covered", _covered(answer, says_nothing=says_nothing)),  # 3
            ("citations", _citations(citations, says_nothing=says_nothing)),  # 4
            ("attribution", _attribution(answer, handoff)),  # 5
        )
    )
    ids = tuple(citation.id for citation in citations)
    release = Release(
        origin=Origin(activity="check", version=__version__, agent=CHECKER, used=(answer.id, handoff.id, *ids)),
        answer=answer.id,
        handoff=handoff.id,
        citations=ids,
        released=passes(checks),
        reasons=tuple(one.name for one in checks if one.result != "passed"),
        checks=checks,
        released_at=clock.now(),
    )
    return tuple(citations), release


def _empty_sentences(answer: Answer, handoff: Handoff) -> Collection[str]:
    """Return the sentences that may stand alone and without a source."""
    if not handoff.admitted:
        return NOTHING_SUPPORTED.values()
    return SHOWN_BESIDE.values() if answer.modality == "voice" else ()


def _handoff(answer: Answer, handoff: Handoff) -> CheckOutcome:
    if answer.handoff == handoff.id:
        return CheckOutcome("passed", "Drafted from this handoff.")
    return CheckOutcome("failed", "Not drafted from this handoff.")


def _anchored(statements: Sequence[Anchor], *, says_nothing: bool) -> CheckOutcome:
    if says_nothing:
        return CheckOutcome("passed", "The answer states nothing of its own.")
    if not statements:
        return CheckOutcome("failed", "The answer makes no anchored statement.")
    bare = next((anchor for anchor in statements if not anchor.sources), None)
    if bare is not None:
        return CheckOutcome("failed", f"No source is given for {bare.slice!r}.")
    return CheckOutcome("passed", f"All {len(statements)} statements have a source.")


def _covered(answer: Answer, *, says_nothing: bool) -> CheckOutcome:
    loose = "" if says_nothing else _outside_anchors(answer)
    if loose:
        return CheckOutcome("failed", f"No anchor covers {loose!r}.")
    return CheckOutcome("passed", "Nothing is stated outside the anchors.")


def _outside_anchors(answer: Answer) -> str:
    """Return the first piece of text with a letter or digit that no anchor covers; empty where there is none."""
    position, length = 0, len(answer.text)
    for start, end in [*sorted((one.start, one.end) for one in answer.anchors), (length, length)]:
        between = answer.text[position : max(position, start)]
        if any(character.isalnum() for character in between):
            return between.strip()
        position = max(position, end)
    return ""


def _citations(citations: Sequence[Citation], *, says_nothing: bool) -> CheckOutcome:
    if not citations and not says_nothing:
        return CheckOutcome("failed", "There is no citation.")
    failed = sum(not passes(citation.checks) for citation in citations)
    if failed:
        return CheckOutcome("failed", f"{failed} of {len(citations)} citations do not hold.")
    return CheckOutcome("passed", f"All {len(citations)} citations hold.")


def _attribution(answer: Answer, handoff: Handoff) -> CheckOutcome:
    bound: set[ContentId] = {
        place.passage for entry in handoff.admitted for place in entry.passages if place.requires_attribution
    }
    for source in answer.sources:
        if source.passage in bound and not source.requires_attribution:
            return CheckOutcome("failed", f"The duty to name {source.url} was dropped.")
    return CheckOutcome("passed", "No attribution duty was dropped.")
