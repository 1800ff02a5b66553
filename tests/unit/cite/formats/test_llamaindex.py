"""LlamaIndex: marks count source nodes; the node's text is the passage."""

from loccit.cite.formats import llamaindex


def node(number, text, **metadata):
    return {
        "node": {
            "id_": f"n{number}",
            "text": f"Source {number}:\n{text}\n",
            "metadata": metadata,
            "class_name": "TextNode",
        },
        "score": 0.5,
    }


def test_marks_count_nodes(origin):
    payload = {
        "response": "Water will be wet when the sky is red [2], which occurs in the evening [1][3].",
        "source_nodes": [
            node(1, "The sky is red in the evening.", url="https://a.example/", title="Sky"),
            node(2, "Water is wet.", file_name="water.pdf"),
        ],
        "metadata": {},
    }
    assert llamaindex.looks_like(payload)
    reading = llamaindex.read(payload, origin=origin)
    claims = [one for one in reading.answer.anchors if one.kind == "claim"]
    assert [(one.slice, one.sources) for one in claims] == [(payload["response"], (1, 0))]
    assert [(source.url, source.title, source.text) for source in reading.answer.sources] == [
        ("https://a.example/", "Sky", "The sky is red in the evening.\n"),
        ("water.pdf", None, "Water is wet.\n"),
    ]
    assert [note.detail for note in reading.notes] == ["no source is listed as 3"]


def test_a_node_without_an_address_is_called_by_its_id(origin):
    assert (
        llamaindex.read({"response": "x", "source_nodes": [node(1, "y")]}, origin=origin).answer.sources[0].url == "n1"
    )
