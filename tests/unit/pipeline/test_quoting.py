"""Sentences of pages that answer a query: prose alone, rare words first, inflected forms together."""

import anyio
import pytest

from loccit.pipeline.quoting import quotable


@pytest.fixture
def documents(bench):
    def _documents(**pages):
        bench.mount("https://pages.example/", {f"{name}.html": text for name, text in pages.items()})

        async def read(pipeline):
            return [(await pipeline.retrieve(f"https://pages.example/{name}.html"))[1] for name in pages]

        with bench.open() as pipeline:
            return anyio.run(read, pipeline)

    return _documents


def test_the_sentence_with_the_rare_words_comes_first(bench, documents):
    read = documents(
        manual=bench.html("Manual", "The shelf has four feet. The shelf carries 25 kg when it hangs on a wall."),
        shop=bench.html("Shop", "The shelf is sold in oak. Ask for the shelf at the counter, or by letter."),
    )
    assert quotable("How much can the shelf carry?", read, limit=1, max_length=300) == (
        "The shelf carries 25 kg when it hangs on a wall.",
    )


def test_a_sentence_that_shares_one_of_several_words_is_not_quoted(bench, documents):
    read = documents(shop=bench.html("Shop", "The shelf is sold in oak. Ask for it at the counter, or by letter."))
    assert quotable("Which trains go from the shelf to Surabaya tomorrow?", read, limit=3, max_length=300) == ()


def test_headings_questions_and_long_sentences_are_not_quoted(bench, documents):
    long = "The shelf carries 25 kg, " + "and so on, " * 40 + "every day."
    read = documents(manual=bench.html("How the shelf carries", "Does the shelf carry 25 kg? Ask the maker.", long))
    assert quotable("shelf carries", read, limit=3, max_length=300) == ()


def test_without_pages_or_words_there_is_nothing_to_quote():
    assert quotable("shelf", [], limit=3, max_length=300) == ()
