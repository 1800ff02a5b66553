"""What a run gives back, and in which order."""

import anyio

from loccit.pipeline import AskRequest

QUESTION = "How should the Fjord shelf be put up?"
CARRIES = "The Fjord shelf carries 25 kg."


def test_claims_come_back_in_their_order_and_once(shelf):
    oil = "Oil the Fjord shelf once a year with linseed oil."
    result = shelf.asked(QUESTION, oil, CARRIES, f" {oil} ")
    assert [claim["wording"] for claim in result["claims"]] == [oil, CARRIES]


def test_of_pages_that_say_the_same_the_shortest_is_shown_first(shelf):
    whole = [CARRIES, *(f"Chapter {number} tells more about the Fjord shelf and its parts." for number in range(90))]
    shelf.mount("https://books.example/", {"a-whole-book.html": shelf.html("Fjord shelf " * 6, *whole)}, folder="books")
    (claim,) = shelf.asked(QUESTION, CARRIES)["claims"]
    assert [passage["final_url"] for passage in claim["passages"]] == [
        "https://shelf.example/manual.html",
        "https://books.example/a-whole-book.html",
    ]
    assert {passage["exact"] for passage in claim["passages"]} == {CARRIES}


def test_progress_is_told_for_every_stage(shelf):
    told = []
    with shelf.open(observer=told.append) as pipeline:
        anyio.run(pipeline.ask, AskRequest(QUESTION, claims=(CARRIES,)))
    assert {one.stage for one in told} == {"discover", "retrieve", "judge"}
    for stage in ("retrieve", "judge"):
        steps = [one for one in told if one.stage == stage]
        assert [one.done for one in steps] == [1, 2, 3]
        assert {one.total for one in steps} == {3}


def test_a_text_on_two_pages_is_named_as_one_witness(shelf):
    notice = [f"Rule {number}: a shelf that stands on legs of oak carries {number} kg more." for number in range(12)]
    text = ["Notice for owners", "The Fjord shelf carries 25 kg.", *notice]
    shelf.mount("https://one.example/", {"notice.html": shelf.html(*text)}, folder="one")
    shelf.mount("https://two.example/", {"reprint.html": shelf.html("A reprint", *text[1:])}, folder="two")
    (claim,) = shelf.asked(QUESTION, CARRIES)["claims"]
    assert claim["state"] == "supported"
    (group,) = claim["copies"]
    assert len(group) == 2
    assert len(claim["evidence"]) > 2
