from loccit.apps.cli.given_text import document_of


def test_a_text_is_cut_into_sentences_and_lines_into_paragraphs() -> None:
    document = document_of("One is here. Two is here.\n\nThree.")
    assert document.text == "One is here. Two is here.\nThree."
    cut = [document.text[span.start : span.end] for span in document.layout.sentences]
    assert cut == ["One is here.", "Two is here.", "Three."]
    assert [(block.start, block.end, block.body) for block in document.layout.blocks] == [(0, 25, True), (26, 32, True)]


def test_given_sentences_stay_whole() -> None:
    document = document_of(["Dr. Who came. He left.", "  ", "托盤必須\n保持水平。"])
    cut = [document.text[span.start : span.end] for span in document.layout.sentences]
    assert cut == ["Dr. Who came. He left.", "托盤必須 保持水平。"]


def test_nothing_given_is_an_empty_document() -> None:
    document = document_of([])
    assert (document.text, document.layout.blocks, document.record.length) == ("", (), 0)
