"""The passages of a page that bear most on a text: a lead for a person or a judge, never evidence."""

import math

from loccit.judge.languages import TABLES, language_of
from loccit.judge.page import Page
from loccit.judge.statement import read_statement
from loccit.records import ReadDocument
from loccit.text.offsets import Span

_K = 1.2
_B = 0.75


def best_spans(text: str, document: ReadDocument, *, limit: int) -> list[tuple[Span, int]]:
    """Return the sentences of a page that share most with a text, with their BM25 score in millionths, best first.

    Only admissible sentences are ranked; headings above a sentence count as its words. Ties keep reading order.
    """
    language = language_of(text, "", "en")
    table = TABLES.get(language) or TABLES["en"]
    keys = sorted(read_statement(text, table).keys) if text.strip() else []
    page = Page(document, allow_unknown_visibility=False, fallback_language=language)
    count = len(page.sentences)
    if not count or not keys:
        return []
    mean = sum(len(sentence.words) for sentence in page.sentences) / count
    scores: dict[int, float] = {}
    for key in keys:
        places = page.where(key)
        weight = math.log(1 + (count - len(places) + 0.5) / (len(places) + 0.5))
        for place in places:
            length = _K * (1 - _B + _B * len(page.sentences[place].words) / mean)
            scores[place] = scores.get(place, 0.0) + weight * (_K + 1) / (1 + length)
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:limit]
    return [(page.sentences[place].span, round(score * 1_000_000)) for place, score in ranked]
