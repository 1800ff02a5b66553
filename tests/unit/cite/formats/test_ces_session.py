"""Text and citations of one turn come in separate outputs; zeros are absent; offsets count the turn's bytes."""

import pytest

from loccit.cite.formats import ces_session
from loccit.errors import BadInput

CHUNK = {"uri": "https://s.example/", "title": "Cups", "text": "Spain won.", "requiresAttribution": True}


def facts(reading):
    return [(one.start, one.end, one.slice, one.sources) for one in reading.answer.anchors]


@pytest.mark.parametrize(
    "payload",
    [
        {
            "outputs": [
                {"text": "Zürich größer 😀. ", "turnIndex": 1},
                {"googleSearchSuggestions": {"htmls": ["<b>x</b>"]}, "turnIndex": 1},
                {"text": "Spain won the cup.", "turnIndex": 1},
                {
                    "citations": {
                        "citedChunks": [CHUNK],
                        "inlineCitations": [{"startIndex": 23, "endIndex": 41, "citedChunkIndices": [0]}],
                    },
                    "turnIndex": 1,
                    "turnCompleted": True,
                },
            ]
        },
        [
            {"sessionOutput": {"text": "Zürich größer 😀. Spain won the cup.", "turnIndex": 1}},
            {"recognitionResult": {"transcript": "who won"}},
            {
                "sessionOutput": {
                    "citations": {
                        "citedChunks": [CHUNK],
                        "inlineCitations": [{"startIndex": "23", "endIndex": "41", "citedChunkIndices": [0]}],
                    },
                    "turnIndex": 1,
                }
            },
        ],
        {
            "text": "Zürich größer 😀. Spain won the cup.",
            "citations": {
                "cited_chunks": [{"uri": "https://s.example/", "requires_attribution": True}],
                "inline_citations": [{"start_index": 23, "end_index": 41, "cited_chunk_indices": [0]}],
            },
            "turn_index": 1,
        },
    ],
)
def test_outputs_of_a_turn_are_put_together(payload, origin):
    assert ces_session.looks_like(payload)
    reading = ces_session.read(payload, origin=origin)
    assert facts(reading) == [(17, 35, "Spain won the cup.", (0,))]
    assert reading.answer.sources[0].requires_attribution is True
    assert reading.notes == ()


def test_turns_are_kept_apart_and_each_counts_its_own_bytes(origin):
    def cited(url, indices, turn):
        inline = [{"endIndex": 15, "citedChunkIndices": indices}]
        return {"citations": {"citedChunks": [{"uri": url}], "inlineCitations": inline}, "turnIndex": turn}

    turn = [
        {"text": "东京很大。", "turnIndex": 1},
        cited("u1", [0, 1], 1),
        {"text": "大阪也大。", "turnIndex": 2},
        cited("u2", [0], 2),
    ]
    reading = ces_session.read(turn, origin=origin)
    assert reading.answer.text == "东京很大。\n\n大阪也大。"
    assert facts(reading) == [(0, 5, "东京很大。", (0,)), (7, 12, "大阪也大。", (1,))]
    assert [(note.code, note.detail) for note in reading.notes] == [
        ("unknown_source", "no source at [1]; 2 are listed")
    ]
    assert reading.parts == ((0, 5), (7, 12))


def test_a_wrong_type_is_named(origin):
    with pytest.raises(BadInput, match=r"^outputs\[1\]\.citations\.inline_citations\[0\]\.end_index: expected"):
        ces_session.read(
            {"outputs": [{"text": "x"}, {"citations": {"inlineCitations": [{"endIndex": "x"}]}}]}, origin=origin
        )
