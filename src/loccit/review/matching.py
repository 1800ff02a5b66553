"""How much of a claim stands in what a search service showed of a candidate. Pure; rank plays no part."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from loccit.ids import ContentId
from loccit.records import Candidate
from loccit.text.tokens import content_tokens

NEAR_BEST = 0.5
"""A candidate serves a claim if it covers at least this share of what the best candidate covers."""

SAME_SUBJECT = 0.5
"""Claims that share this share of the shorter one's words are about the same thing and share their sources."""

_QUESTION_SHARE = 0.25
"""How much the question counts beside the claims when candidates are put in order."""

_WORD_IN_ADDRESS = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Target:
    """What candidates are held against: a claim, with the question it belongs to, or the question itself."""

    claim: ContentId | None
    text: str
    question: str

    @cached_property
    def words(self) -> frozenset[str]:
        """The distinct content tokens."""
        return frozenset(content_tokens(self.text))

    @cached_property
    def question_words(self) -> frozenset[str]:
        """The distinct content tokens of the question."""
        return frozenset(content_tokens(self.question))

    def is_about_the_same(self, other: "Target") -> bool:
        """Tell whether two claims share so many words that a source for one is a source for the other."""
        shorter = min(len(self.words), len(other.words))
        return shorter > 0 and len(self.words & other.words) >= SAME_SUBJECT * shorter


@dataclass(frozen=True)
class Matches:
    """All candidates against all targets.

    Attributes:
        shown: by candidate id, the words of everything that was shown of its URL, duplicates of the row included.
        weights: by word, its rarity among the candidates.
    """

    targets: tuple[Target, ...]
    shown: Mapping[ContentId, frozenset[str]]
    weights: Mapping[str, float]

    @classmethod
    def of(cls, candidates: Sequence[Candidate], targets: Sequence[Target]) -> "Matches":
        """Hold candidates against targets."""
        by_url: dict[str, set[str]] = {}
        for candidate in candidates:
            by_url.setdefault(candidate.url or "", set()).update(_words_shown(candidate))
        shown = {candidate.id: frozenset(by_url[candidate.url or ""]) for candidate in candidates}
        counts = Counter(word for words in by_url.values() for word in words)
        wanted = {word for target in targets for word in target.words | target.question_words}
        # Damped, so that what all candidates are about still counts: a source must be about the subject too.
        weights = {word: 1.0 + math.log(len(by_url) / max(1, counts[word])) for word in wanted} if by_url else {}
        return cls(tuple(targets), shown, weights)

    def coverage(self, candidate: Candidate, target: Target) -> float:
        """Return the share of a target's weight that stands in what was shown of a candidate, 0 to 1."""
        return self._share(target.words, self.shown[candidate.id])

    def serves(self, candidate: Candidate) -> tuple[Target, ...]:
        """Return the targets a candidate may carry.

        It covers nearly as much of them as the best candidate does, or some of them and nearly as much of another one
        about the same thing.
        """
        near = [target for target in self.targets if self._is_near_best(candidate, target)]
        return tuple(
            target
            for target in self.targets
            if target in near
            or (self.coverage(candidate, target) > 0 and any(target.is_about_the_same(other) for other in near))
        )

    def score(self, candidate: Candidate) -> tuple[float, float]:
        """Return the best coverage of any target, question counted in, and the coverage of all together."""
        covered = [self.coverage(candidate, target) for target in self.targets]
        asked = max(self._share(target.question_words, self.shown[candidate.id]) for target in self.targets)
        return round(max(covered) + _QUESTION_SHARE * asked, 9), round(sum(covered), 9)

    def words(self, candidate: Candidate) -> list[str]:
        """Return the words of targets that were shown of a candidate, rarest first."""
        wanted = {word for target in self.targets for word in target.words}
        return sorted(wanted & self.shown[candidate.id], key=lambda word: (-self.weights[word], word))

    def _is_near_best(self, candidate: Candidate, target: Target) -> bool:
        covered = self.coverage(candidate, target)
        return covered > 0 and covered >= NEAR_BEST * self._best_coverage[target]

    @cached_property
    def _best_coverage(self) -> Mapping[Target, float]:
        return {
            target: max((self._share(target.words, words) for words in self.shown.values()), default=0.0)
            for target in self.targets
        }

    def _share(self, words: frozenset[str], shown: frozenset[str]) -> float:
        whole = sum(self.weights[word] for word in sorted(words))
        return sum(self.weights[word] for word in sorted(words & shown)) / whole if whole else 0.0


def shared_words(words: set[str], texts: Sequence[str]) -> list[str]:
    """Return the words that a page shares with those texts of which it has two (or the only one), sorted."""
    shared: set[str] = set()
    for text in texts:
        wanted = set(content_tokens(text))
        if wanted and len(wanted & words) >= min(2, len(wanted)):
            shared |= wanted & words
    return sorted(shared)


def _words_shown(candidate: Candidate) -> list[str]:
    address = unquote((candidate.url or "").partition("://")[2])
    text = "\n".join([candidate.title or "", candidate.snippet or "", " ".join(_WORD_IN_ADDRESS.findall(address))])
    return content_tokens(text)
