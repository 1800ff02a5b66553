import pytest

from loccit.records import Agent, Selection
from loccit.review.rules import assess


@pytest.fixture
def retrieval_of(desk, clock):
    def make(document, **changes):
        selection = Selection(
            origin=desk.origin,
            candidate="sha256:" + "1" * 64,
            decision="selected",
            reason="A test.",
            reviewer=Agent(kind="person", name="Mei"),
            decided_at=clock.now(),
            seen=("title",),
        )
        return desk.retrieval("https://e.example/", candidate=None, selection=selection, document=document, **changes)

    return make


def test_a_body_with_words_of_a_claim_is_relevant(desk, clock, retrieval_of):
    document = desk.document("Before the first cycle the tray has to be level.")
    retrieval = retrieval_of(document)
    question, claim = desk.question("How loud is it?"), desk.claim("The tray must be level.")
    made = assess(retrieval, document, question=question, claims=[claim], clock=clock)
    assert (made.verdict, made.reason) == ("relevant", "The body of the page has: level, tray.")
    assert (made.reviewer.kind, made.reviewer.name) == ("rule", "relevance")
    assert (made.retrieval, made.document, made.decided_at) == (retrieval.id, document.record.id, clock.now())
    assert made.origin.used == (retrieval.id, question.id, claim.id, document.record.id)


def test_a_body_with_words_of_the_question_alone_is_relevant(desk, clock, retrieval_of):
    document = desk.document("托盤必須保持水平。")
    question = desk.question("托盤要水平嗎？")
    claim = desk.claim("The noise stays below 44 dB.")
    made = assess(retrieval_of(document), document, question=question, claims=[claim], clock=clock)
    assert made.verdict == "relevant"


def test_one_common_word_of_many_is_not_enough(desk, clock, retrieval_of):
    document = desk.document("The weather stays dry on this level.")
    claim = desk.claim("The tray must be level.")
    made = assess(retrieval_of(document), document, question=desk.question("Which tray?"), claims=[claim], clock=clock)
    assert (made.verdict, made.reason) == ("irrelevant", "The body of the page has no word of them.")


def test_a_claim_of_one_word_needs_that_word(desk, clock, retrieval_of):
    document = desk.document("It costs 😀.")
    made = assess(retrieval_of(document), document, question=desk.question("😀"), claims=[], clock=clock)
    assert made.verdict == "relevant"


def test_words_outside_the_body_do_not_count(desk, clock, retrieval_of):
    document = desk.document("The tray must be level.", block={"body": False, "landmark": "navigation"})
    claim = desk.claim("The tray must be level.")
    made = assess(retrieval_of(document), document, question=desk.question(), claims=[claim], clock=clock)
    assert made.verdict == "irrelevant"


def test_a_page_that_was_not_read_is_inaccessible(desk, clock, retrieval_of):
    retrieval = retrieval_of(None, outcome="http_error", status=503, detail="The server answered 503.")
    made = assess(retrieval, None, question=desk.question(), claims=[], clock=clock)
    assert made.verdict == "inaccessible"
    assert made.reason == "The page could not be read: The server answered 503."
    assert made.document is None
