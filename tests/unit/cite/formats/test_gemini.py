"""Gemini counts bytes of one part; its redirects are kept beside what they lead to."""

import pytest

from loccit.cite.formats import gemini
from loccit.cite.formats.redirects import is_redirect, redirects, resolved
from loccit.errors import BadInput

TEXT = "Zürich größer 😀. Spain won the cup."
REDIRECT = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC123"
CHUNKS = [{"web": {"uri": REDIRECT, "title": "cups.example"}}, {"web": {"uri": "https://b.example/"}}]


def response(parts, supports, chunks=CHUNKS):
    metadata = {"groundingChunks": chunks, "groundingSupports": supports, "webSearchQueries": ["who won"]}
    return {"candidates": [{"content": {"parts": parts, "role": "model"}, "groundingMetadata": metadata}]}


def facts(reading):
    return [(one.start, one.end, one.slice, one.sources) for one in reading.answer.anchors]


@pytest.mark.parametrize(
    "segment",
    [
        {"startIndex": 23, "endIndex": 41},
        {"start_index": 23, "end_index": 41, "part_index": 0, "text": "Spain won the cup."},
    ],
)
def test_bytes_of_a_part(segment, origin):
    support = {"segment": segment, "groundingChunkIndices": [0, 1], "confidenceScores": [0.9, 0.8]}
    payload = response([{"text": TEXT}], [support])
    assert gemini.looks_like(payload)
    reading = gemini.read(payload, origin=origin)
    assert facts(reading) == [(17, 35, "Spain won the cup.", (0, 1))]
    assert [source.text for source in reading.answer.sources] == [None, None]
    assert reading.notes == ()


@pytest.mark.parametrize("segment", [{"startIndex": 22, "endIndex": 40}, {"startIndex": 17, "endIndex": 35}])
def test_wrong_bytes_are_repaired_by_the_segments_text_only(segment, origin):
    told = {"segment": {**segment, "text": "Spain won the cup."}, "groundingChunkIndices": [0]}
    reading = gemini.read(response([{"text": TEXT}], [told]), origin=origin)
    assert facts(reading) == [(17, 35, "Spain won the cup.", (0,))]
    assert [note.code for note in reading.notes] == ["offset_suspect"]
    untold = {"segment": {"startIndex": 18, "endIndex": 35}, "groundingChunkIndices": [0]}
    reading = gemini.read(response([{"text": TEXT}], [untold]), origin=origin)
    assert facts(reading) == []
    assert [note.code for note in reading.notes] == ["bad_offset"]


def test_offsets_count_from_their_part_and_thoughts_are_no_part_of_the_answer(origin):
    parts = [{"text": "Let me think.", "thought": True}, {"text": "Größe zählt. "}, {"text": "東京は大きい。"}]
    supports = [
        {"segment": {"partIndex": 2, "endIndex": 21, "text": "東京は大きい。"}, "groundingChunkIndices": [1]},
        {"segment": {"partIndex": 1, "endIndex": 15}, "groundingChunkIndices": [0]},
        {"segment": {"partIndex": 7, "endIndex": 14}, "groundingChunkIndices": [0]},
    ]
    reading = gemini.read(response(parts, supports), origin=origin)
    assert reading.answer.text == "Größe zählt. 東京は大きい。"
    assert facts(reading) == [(0, 12, "Größe zählt.", (0,)), (13, 20, "東京は大きい。", (1,))]
    assert [(note.citation, note.code) for note in reading.notes] == [(2, "bad_offset")]


def test_without_a_part_offsets_may_count_over_all_parts(origin):
    supports = [{"segment": {"startIndex": 16, "endIndex": 37, "text": "東京は大きい。"}, "groundingChunkIndices": [0]}]
    reading = gemini.read(response([{"text": "Größe zählt. "}, {"text": "東京は大きい。"}], supports), origin=origin)
    assert facts(reading) == [(13, 20, "東京は大きい。", (0,))]
    assert reading.notes == ()


def test_a_streamed_answer_is_one(origin):
    first = {"candidates": [{"content": {"parts": [{"text": "Zürich größer 😀. Spain "}]}}]}
    last = response(
        [{"text": "won the cup."}], [{"segment": {"startIndex": 23, "endIndex": 41}, "groundingChunkIndices": [0]}]
    )
    reading = gemini.read([first, last], origin=origin)
    assert facts(reading) == [(17, 35, "Spain won the cup.", (0,))]


def test_a_list_of_chunks_cut_short_is_reported(origin):
    supports = [{"segment": {"startIndex": 23, "endIndex": 41}, "groundingChunkIndices": [1, 2]}]
    reading = gemini.read(response([{"text": TEXT}], supports), origin=origin)
    assert facts(reading) == [(17, 35, "Spain won the cup.", (1,))]
    assert [(note.code, note.span) for note in reading.notes] == [("unknown_source", (17, 35))]


def test_redirects_are_kept_beside_what_they_lead_to(origin):
    supports = [{"segment": {"startIndex": 23, "endIndex": 41}, "groundingChunkIndices": [0, 1]}]
    answer = gemini.read(response([{"text": TEXT}], supports), origin=origin).answer
    assert redirects(answer) == (REDIRECT,)
    known = resolved(answer, {REDIRECT: "https://cups.example/2010"}, origin=origin)
    assert [(source.url, source.cited_as) for source in known.sources] == [
        ("https://cups.example/2010", REDIRECT),
        ("https://b.example/", None),
    ]
    assert known.origin.used[0] == answer.id
    written = gemini.write(known)["candidates"][0]["groundingMetadata"]["groundingChunks"]
    assert [chunk["web"]["uri"] for chunk in written] == [REDIRECT, "https://b.example/"]
    assert not is_redirect("https://example.org/?u=vertexaisearch.cloud.google.com/grounding-api-redirect/")


def test_written_offsets_are_bytes(origin):
    supports = [{"segment": {"startIndex": 23, "endIndex": 41}, "groundingChunkIndices": [0]}]
    written = gemini.write(gemini.read(response([{"text": TEXT}], supports), origin=origin).answer)
    assert written["candidates"][0]["groundingMetadata"]["groundingSupports"] == [
        {"segment": {"startIndex": 23, "endIndex": 41, "text": "Spain won the cup."}, "groundingChunkIndices": [0]}
    ]


def test_an_answer_without_candidates_is_refused(origin):
    with pytest.raises(BadInput, match=r"^candidates: expected at least one candidate$"):
        gemini.read({"candidates": []}, origin=origin)
    with pytest.raises(BadInput, match=r"^candidates\[0\]\.grounding_metadata\.grounding_supports\[0\]\.segment: "):
        gemini.read(response([{"text": "x"}], [{"groundingChunkIndices": [0]}]), origin=origin)
