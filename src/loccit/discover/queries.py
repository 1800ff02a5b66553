"""Queries derived by a named rule; the question itself is never sent.

Rule ``terms@1``: of the question and of each claim, the words that carry meaning, in their order, without stop
words and sentence punctuation; Chinese, Japanese and Korean runs stay whole. Equal texts are sent once.
"""

import re
from collections.abc import Sequence

from loccit.records import Claim, Origin, Query, Question
from loccit.text.tokens import is_stop_word

RULE = "terms@1"
_SENTENCE_PUNCTUATION = re.compile(r"[\s,;:!?\"“”«»„…，。；：！？、「」『』（）《》()\[\]{}]+")
_OUTER_PUNCTUATION = ".'’‘`*-–—"


def terms(text: str) -> str:
    """Return the words of a text that carry meaning, joined by single spaces; the text itself if none does."""
    words = [word.strip(_OUTER_PUNCTUATION) for word in _SENTENCE_PUNCTUATION.split(text)]
    kept = [word for word in words if word and not is_stop_word(word)]
    return " ".join(kept or [word for word in words if word]) or text.strip()


def derive(question: Question, claims: Sequence[Claim], *, origin: Origin) -> tuple[Query, ...]:
    """Return the queries of rule ``terms@1``: the question's first, then one a claim, without repeats."""
    texts = dict.fromkeys([terms(question.text), *(terms(claim.wording) for claim in claims)])
    return tuple(Query(origin=origin, text=text, derivation=RULE, question=question.id) for text in texts)


def given(texts: Sequence[str], *, question: Question | None, origin: Origin) -> tuple[Query, ...]:
    """Return the queries a caller gave, trimmed and without repeats."""
    distinct = dict.fromkeys(text.strip() for text in texts)
    return tuple(
        Query(origin=origin, text=text, derivation="given", question=question.id if question else None)
        for text in distinct
        if text
    )
