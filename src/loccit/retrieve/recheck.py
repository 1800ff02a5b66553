"""What became of a cited passage, its page read again: intact, moved, changed, gone, or the page is unavailable.

Only the same code points count as the same text. What resembles it is shown as the text that stands there now, and is
never taken for it.
"""

from collections import Counter

from loccit.records import Origin, Passage, ReadDocument, Recheck, Retrieval
from loccit.text import quote
from loccit.text.normalise import folded
from loccit.text.offsets import Span

MIN_RESEMBLANCE = 0.5
"""Share of letter pairs (Dice) that two texts must have in common to be versions of each other."""

MIN_CONTEXT = 8
"""Code points of old context that must stand there still, for a place to be found by it."""

MAX_GROWTH = 3
"""A passage is not replaced by text so many times its length."""


def recheck(passage: Passage, retrieval: Retrieval, document: ReadDocument | None, *, origin: Origin) -> Recheck:
    """Compare a passage with the page as it was read again.

    Args:
        passage: as it was cited.
        retrieval: the new reading; any outcome.
        document: what was extracted from it, null where nothing was.
        origin: recorded as the origin of the result.
    """

    def result(state: str, detail: str, span: Span | None = None) -> Recheck:
        return Recheck.model_validate(
            {
                "origin": origin,
                "passage": passage.id,
                "retrieval": retrieval.id,
                "document": document.record.id if document is not None else None,
                "state": state,
                "start": span.start if span is not None else None,
                "end": span.end if span is not None else None,
                "exact": document.text[span.start : span.end] if document is not None and span is not None else None,
                "detail": detail,
            }
        )

    if retrieval.outcome != "ok" or document is None:
        return result(
            "page_unavailable", retrieval.detail if retrieval.outcome != "ok" else "It could not be extracted."
        )
    found = quote.resolve(
        passage.exact, document.text, prefix=passage.prefix, suffix=passage.suffix, position=passage.start
    )
    if found.status == "exact":
        return result("intact", "The text stands where it stood.", found.span)
    if found.status == "moved":
        return result("moved", _way(passage, document, found.span), found.span)
    if found.status == "ambiguous":
        return result(
            "moved", "The text stands in several places of the page, none of them where it stood.", found.suggestion
        )
    if found.status == "normalised":
        return result("changed", "Only spacing, quotes, dashes or character forms differ.", found.span)
    span = _resembling(passage, document) or _replacing(passage, document) or found.suggestion
    if span is not None:
        return result("changed", "Other words stand in its place.", span)
    hidden = any(passage.exact in one.text for one in document.layout.hidden)
    return result(
        "gone", "The page holds it still, but displays it no more." if hidden else "Nothing on the page is like it."
    )


def _way(passage: Passage, document: ReadDocument, span: Span | None) -> str:
    block = document.block_at(span.start) if span is not None else None
    if block is None or block.heading_path == passage.heading_path:
        return "The text stands elsewhere on the page, in the same section."
    return f"The text stands in another section: {' > '.join(block.heading_path) or 'none'}."


def _resembling(passage: Passage, document: ReadDocument) -> Span | None:
    """Return the sentences that have most in common with the passage, if that is enough."""
    wanted = _pairs(passage.exact)
    sentences = document.layout.sentences
    scored = [(_resemblance(wanted, _pairs(document.text[one.start : one.end])), one) for one in sentences]
    score, span = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    if span is None:
        return None
    # A passage of several sentences is met by several.
    for following in sentences[sentences.index(span) + 1 :]:
        longer = Span(span.start, following.end)
        grown = _resemblance(wanted, _pairs(document.text[longer.start : longer.end]))
        if grown <= score:
            break
        score, span = grown, longer
    return span if score >= MIN_RESEMBLANCE else None


def _replacing(passage: Passage, document: ReadDocument) -> Span | None:
    """Return what stands now between the text that stood before the passage and the text that stood after it."""
    text, before, after = document.text, passage.prefix.rstrip(), passage.suffix.lstrip()
    if len(before) < MIN_CONTEXT or len(after) < MIN_CONTEXT or text.count(before) != 1:
        return None
    start = text.index(before) + len(before)
    end = text.find(after, start, start + MAX_GROWTH * len(passage.exact) + len(after))
    if end < 0 or not text[start:end].strip():
        return None
    between = text[start:end]
    return Span(start + len(between) - len(between.lstrip()), end - len(between) + len(between.rstrip()))


def _pairs(text: str) -> Counter[str]:
    letters = folded(text).text.casefold()
    return Counter(letters[at : at + 2] for at in range(len(letters) - 1))


def _resemblance(one: Counter[str], other: Counter[str]) -> float:
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0
