"""Which pages carry one text: several that say the same in the same words are one witness, not several.

Compared are the runs of eight words of the body text (w-shingling: Broder, 1997), by their checksums. Two pages are
copies if four fifths of the runs of the shorter one stand in the other: a reprint in another frame, a page and its
printed form, a notice that is quoted whole.
"""

import zlib
from collections.abc import Sequence

from loccit.ids import ContentId
from loccit.judge.words import cut_words
from loccit.records import ReadDocument

RUN_WORDS = 8
SAME = 0.8


def copies_of(documents: Sequence[ReadDocument]) -> dict[ContentId, ContentId]:
    """Return each document by id, and the first one given that carries its text: itself, if no earlier one does."""
    first: dict[ContentId, ContentId] = {}
    read: list[tuple[ContentId, frozenset[int]]] = []
    for document in documents:
        name = document.record.id
        if name not in first:
            runs = _runs(document)
            twin = next((other for other, others in read if _is_copy(runs, others)), None)
            first[name] = name if twin is None else first[twin]
            read.append((name, runs))
    return first


def _runs(document: ReadDocument) -> frozenset[int]:
    text = "\n".join(document.text[block.start : block.end] for block in document.layout.blocks if block.body)
    words = [word.surface for word in cut_words(text, 0, len(text)) if not word.is_mark]
    starts = range(max(1, len(words) - RUN_WORDS + 1)) if words else ()
    return frozenset(zlib.crc32(" ".join(words[at : at + RUN_WORDS]).encode()) for at in starts)


def _is_copy(runs: frozenset[int], others: frozenset[int]) -> bool:
    shorter = min(len(runs), len(others))
    return shorter > 0 and len(runs & others) >= SAME * shorter
