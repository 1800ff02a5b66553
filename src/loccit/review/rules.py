"""Decisions by named rules; the rule is the reviewer and signs like any other.

Before reading, by candidate text (title, snippet, words of the address), never by rank:

* ``match:N``: the N candidates that share most with the claims, and for every claim its best one even beyond N.
* ``all``: every candidate. ``none``: no candidate.

After reading: ``relevance``, by the words of the page's body.
"""

import re
from collections.abc import Collection, Sequence
from typing import Literal

from loccit import urls
from loccit.errors import BadInput
from loccit.ids import ContentId
from loccit.protocols import Clock
from loccit.records import (
    Agent,
    Assessment,
    Candidate,
    Claim,
    Origin,
    Question,
    ReadDocument,
    Retrieval,
    Selection,
)
from loccit.review.matching import Matches, Target, shared_words
from loccit.text.tokens import content_tokens

RULES_VERSION = "1"
SELECT_RULES = ("match:N", "all", "none")

_SEEN = ("title", "snippet", "url")
_RULE = re.compile(r"all|none|match:([1-9][0-9]{0,5})")


def checked_rule(rule: str, *, field: str = "select rule") -> str:
    """Return the rule's name.

    Raises:
        BadInput: naming the field, if there is no such rule.
    """
    if not _RULE.fullmatch(rule):
        raise BadInput(field, f"expected one of {', '.join(SELECT_RULES)} (N at least 1), got {rule!r}")
    return rule


def select(
    rule: str,
    candidates: Sequence[Candidate],
    *,
    question: Question,
    claims: Sequence[Claim],
    clock: Clock,
    first: Collection[ContentId] = (),
) -> tuple[Selection, ...]:
    """Decide by a named rule which candidates are worth reading.

    Candidates that discovery excluded get no decision. A candidate that is selected for some of the claims only
    names them. Of the candidates that ``match:N`` finds to match, those in ``first`` go first, and for
    every claim the best of them is selected too.

    Raises:
        BadInput: if there is no such rule.
    """
    found = _RULE.fullmatch(checked_rule(rule))
    open_candidates = [candidate for candidate in candidates if candidate.review_state == "needs_review"]
    signing = _Signing(rule, question, claims, clock)
    if found is None or found[1] is None:
        decision: Literal["selected", "excluded"] = "selected" if rule == "all" else "excluded"
        reason = f"The rule {rule} selects {'every' if rule == 'all' else 'no'} candidate."
        return tuple(signing.selection(candidate, decision, reason) for candidate in open_candidates)
    matches = Matches.of(candidates, _targets(question, claims))
    chosen = _best(matches, open_candidates, int(found[1]), first)
    return tuple(_decided(signing, matches, candidate, chosen) for candidate in open_candidates)


def assess(
    retrieval: Retrieval,
    document: ReadDocument | None,
    *,
    question: Question,
    claims: Sequence[Claim],
    clock: Clock,
) -> Assessment:
    """Decide by the rule ``relevance`` whether a page that was selected bears on the question.

    ``inaccessible`` if it could not be read; ``relevant`` if its body shares two words of content with the question
    or a claim (one, if that has no second); else ``irrelevant``. It says nothing about whether a claim holds.
    """
    verdict: Literal["relevant", "irrelevant", "inaccessible"]
    if document is None:
        verdict, reason = "inaccessible", f"The page could not be read: {retrieval.detail}"
    else:
        blocks = (document.text[block.start : block.end] for block in document.layout.blocks if block.body)
        words = shared_words(set(content_tokens("\n".join(blocks))), [question.text, *(one.wording for one in claims)])
        verdict = "relevant" if words else "irrelevant"
        reason = (
            f"The body of the page has: {_listed(words)}." if words else "The body of the page has no word of them."
        )
    reviewer = Agent(kind="rule", name="relevance", version=RULES_VERSION)
    used: list[ContentId] = [retrieval.id, question.id, *(claim.id for claim in claims)]
    if document is not None:
        used.append(document.record.id)
    return Assessment(
        origin=Origin(activity="assess", version=RULES_VERSION, agent=reviewer, used=tuple(used)),
        retrieval=retrieval.id,
        document=None if document is None else document.record.id,
        verdict=verdict,
        reason=reason,
        reviewer=reviewer,
        decided_at=clock.now(),
        seen=("outcome",) if document is None else ("body",),
    )


class _Signing:
    """Makes the selections of one rule over one question."""

    def __init__(self, rule: str, question: Question, claims: Sequence[Claim], clock: Clock) -> None:
        self._reviewer = Agent(kind="rule", name=rule, version=RULES_VERSION)
        self._used = (question.id, *(claim.id for claim in claims))
        self._claims = {claim.id: number for number, claim in enumerate(claims, start=1)}
        self._decided_at = clock.now()

    def selection(
        self,
        candidate: Candidate,
        decision: Literal["selected", "excluded"],
        reason: str,
        claims: Sequence[ContentId] = (),
    ) -> Selection:
        return Selection(
            origin=Origin(
                activity="select",
                version=RULES_VERSION,
                agent=self._reviewer,
                used=(candidate.id, *self._used),
            ),
            candidate=candidate.id,
            decision=decision,
            reason=reason,
            reviewer=self._reviewer,
            decided_at=self._decided_at,
            seen=_SEEN,
            claims=() if len(claims) == len(self._claims) else tuple(claims),
        )

    def numbers(self, claims: Sequence[ContentId]) -> str:
        return ", ".join(str(self._claims[claim]) for claim in claims)


def _targets(question: Question, claims: Sequence[Claim]) -> list[Target]:
    """Return what candidates are held against: the claims, or the question where there are none."""
    if not claims:
        return [Target(None, question.text, "")]
    return [Target(claim.id, claim.wording, question.text) for claim in claims]


def _best(
    matches: Matches, candidates: Sequence[Candidate], count: int, first: Collection[ContentId]
) -> set[ContentId]:
    """Return the ids of the best candidates, each claim's best one among them; of URLs alike only one."""
    useful = [candidate for candidate in candidates if matches.serves(candidate)]
    in_order = sorted(
        useful,
        key=lambda one: (one.id not in first, *(-part for part in matches.score(one)), *_others_shown(matches, one)),
    )
    chosen: dict[str, ContentId] = {}
    for target in matches.targets:
        matching = [one for one in useful if matches.coverage(one, target) > 0]
        for group in ([one for one in matching if one.id in first], matching):
            best = min(
                group, key=lambda one: (-matches.coverage(one, target), *_others_shown(matches, one)), default=None
            )
            if best is not None:
                chosen.setdefault(urls.page_key(best.url or ""), best.id)
    for candidate in in_order:
        if len(chosen) >= count:
            break
        chosen.setdefault(urls.page_key(candidate.url or ""), candidate.id)
    return set(chosen.values())


def _others_shown(matches: Matches, candidate: Candidate) -> tuple[int, str]:
    """Order candidates that match equally well: first the one of which the fewest words were shown.

    Their rank plays no part.
    """
    return len(matches.shown[candidate.id]), candidate.url or ""


def _decided(signing: _Signing, matches: Matches, candidate: Candidate, chosen: set[ContentId]) -> Selection:
    words = _listed(matches.words(candidate))
    served = [target.claim for target in matches.serves(candidate) if target.claim is not None]
    if candidate.id in chosen:
        wanted = f"claim {signing.numbers(served)}" if served else "the question"
        return signing.selection(candidate, "selected", f"Title, snippet or address match {wanted}: {words}.", served)
    if not words:
        return signing.selection(candidate, "excluded", "Title, snippet and address have no word of what is asked.")
    return signing.selection(candidate, "excluded", f"Other candidates match better; this one has: {words}.")


def _listed(words: Sequence[str], most: int = 12) -> str:
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more
