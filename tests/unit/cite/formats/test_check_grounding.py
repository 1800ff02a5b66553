"""Check-grounding responses: bytes of the candidate, put together from the claims where it is not given."""

import pytest

from loccit.cite.formats import check_grounding

RESPONSE = {
    "supportScore": 0.5,
    "citedChunks": [{"chunkText": "Spain won in 2010.", "source": "1", "uri": "https://s.example/", "title": "Cups"}],
    "claims": [
        {"endPos": 22, "claimText": "Zürich größer 😀.", "groundingCheckRequired": False},
        {"startPos": 23, "endPos": 41, "claimText": "Spain won the cup.", "citationIndices": [0], "score": 0.7},
    ],
}


@pytest.mark.parametrize(
    "payload",
    [
        RESPONSE,
        {"request": {"answerCandidate": "Zürich größer 😀. Spain won the cup."}, "response": RESPONSE},
        {"answer_candidate": "Zürich größer 😀. Spain won the cup.", **RESPONSE},
    ],
)
def test_claims_that_cite_a_fact(payload, origin):
    assert check_grounding.looks_like(payload)
    reading = check_grounding.read(payload, origin=origin)
    assert reading.answer.text == "Zürich größer 😀. Spain won the cup."
    assert [(one.start, one.end, one.slice, one.sources) for one in reading.answer.anchors] == [
        (17, 35, "Spain won the cup.", (0,))
    ]
    assert reading.answer.sources[0].text == "Spain won in 2010."
    assert reading.notes == ()


def test_positions_that_miss_the_candidate_are_put_right_by_the_claims_text(origin):
    payload = {"request": {"answerCandidate": "Oh! Zürich größer 😀. Spain won the cup."}, "response": RESPONSE}
    reading = check_grounding.read(payload, origin=origin)
    assert [(one.start, one.slice) for one in reading.answer.anchors] == [(21, "Spain won the cup.")]
    assert [note.code for note in reading.notes] == ["offset_suspect"]


def test_a_fact_that_is_not_listed_and_a_fact_without_address(origin):
    response = {
        "citedChunks": [{"chunkText": "x", "source": "3"}],
        "claims": [{"endPos": 2, "claimText": "A.", "citationIndices": [0, 4]}],
    }
    reading = check_grounding.read(response, origin=origin)
    assert reading.answer.sources[0].url == "fact:3"
    assert [note.code for note in reading.notes] == ["unknown_source"]


def test_a_position_far_off_fills_no_memory(origin):
    response = {
        "claims": [{"startPos": 2_000_000_000, "endPos": 2_000_000_001, "claimText": "A", "citationIndices": [0]}]
    }
    reading = check_grounding.read(response, origin=origin)
    assert len(reading.answer.text) < 20_000
