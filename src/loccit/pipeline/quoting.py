"""Which sentences of the pages that were read answer a query best, word by word; they become claims to be checked."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loccit.judge.languages.stems import STEMMERS
from loccit.records import Block, ReadDocument
from loccit.text.tokens import content_tokens, tokens

NO_PROSE = frozenset({"heading", "term", "code", "form"})
"""Kinds of blocks whose sentences say nothing by themselves."""

_LENGTH_WEIGHT = 0.75
_NEAR_BEST = 0.5
_LEAST_SHARE = 1 / 3


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    words: frozenset[int]
    length: int


def quotable(query: str, documents: Sequence[ReadDocument], *, limit: int, max_length: int) -> tuple[str, ...]:
    """Return the sentences that share most with a query, best first, each once.

    A sentence must share two of the query's words (one, if it has no second) and a third of them, and rare words count
    for more. Those that match less than half as well as the best are left out. Inflected forms meet.

    Args:
        query: the words to be answered.
        documents: pages that were read; only displayed prose of their bodies is looked at.
        limit: how many at most.
        max_length: code points of a sentence; longer ones are passed over.
    """
    wanted = [_forms(word) for word in dict.fromkeys(content_tokens(query))]
    found = [one for document in documents for one in _sentences(document, wanted, max_length)]
    if not found or not wanted:
        return ()
    frequency = Counter(word for one in found for word in one.words)
    mean = sum(one.length for one in found) / len(found)
    least = max(min(2, len(wanted)), len(wanted) * _LEAST_SHARE)
    scored: dict[str, float] = {}
    for one in found:
        if len(one.words) >= least:
            rarity = sum(math.log(1 + len(found) / frequency[word]) for word in one.words)
            scored.setdefault(one.text, rarity / (1 + _LENGTH_WEIGHT * max(0.0, one.length / mean - 1)))
    best = max(scored.values(), default=0.0)
    near = [text for text, score in scored.items() if score >= _NEAR_BEST * best]
    return tuple(sorted(near, key=lambda text: -scored[text])[:limit])


def _sentences(document: ReadDocument, wanted: Sequence[frozenset[str]], max_length: int) -> Iterator[_Sentence]:
    blocks = document.layout.blocks
    starts = [block.start for block in blocks]
    for span in document.layout.sentences:
        place = bisect_right(starts, span.start) - 1
        if place < 0 or not _is_prose(blocks[place]) or span.end > blocks[place].end:
            continue
        text = " ".join(document.text[span.start : span.end].split())
        if len(text) > max_length or text.endswith(("?", "？")):
            continue
        said = tokens(text)
        forms = frozenset(form for word in said for form in _forms(word))
        shared = frozenset(number for number, word in enumerate(wanted) if not forms.isdisjoint(word))
        yield _Sentence(text, shared, len(said))


def _is_prose(block: Block) -> bool:
    return block.body and block.visibility == "shown" and block.kind not in NO_PROSE


def _forms(word: str) -> frozenset[str]:
    return frozenset((word, *(stem(word) for stem in STEMMERS.values())))
