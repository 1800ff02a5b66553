from loccit.judge.find import best_spans
from loccit.judge.pairs import plain_document

TEXT = "The fan is loud. The tray must be level before use. Trays are sold in pairs. Call us."


def test_the_best_sentence_comes_first() -> None:
    spans = best_spans("Must the tray be level?", plain_document(TEXT), limit=2)
    assert [TEXT[span.start : span.end] for span, _ in spans] == [
        "The tray must be level before use.",
        "Trays are sold in pairs.",
    ]
    assert spans[0][1] > spans[1][1] > 0


def test_nothing_in_common_finds_nothing() -> None:
    assert best_spans("Where is Norway?", plain_document(TEXT), limit=5) == []
    assert best_spans("tray", plain_document(""), limit=5) == []
