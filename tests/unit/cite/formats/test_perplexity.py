"""Perplexity: marks count from 1, stand directly after words too, and a snippet is no passage."""

from loccit.cite.formats import perplexity


def completion(text, **lists):
    return {"choices": [{"message": {"role": "assistant", "content": text}}], **lists}


def test_marks_and_lists(origin):
    results = [
        {"title": "Cups", "url": "https://a.example/", "date": "2026-01-02", "snippet": "Spain won the cup."},
        {"title": "B", "url": "https://b.example/", "snippet": "x"},
    ]
    text = "Zürich größer 😀[2]. Spain won the cup in 2010[1][2]. See x[1] = 2. It was hot.[3]"
    payload = completion(text, citations=["https://a.example/", "https://b.example/"], search_results=results)
    assert perplexity.looks_like(payload)
    reading = perplexity.read(payload, origin=origin)
    assert [(one.slice, one.sources) for one in reading.answer.anchors if one.kind == "claim"] == [
        ("Zürich größer 😀[2].", (1,)),
        ("Spain won the cup in 2010[1][2].", (0, 1)),
        ("It was hot.", ()),
    ]
    assert [(source.title, source.text) for source in reading.answer.sources] == [("Cups", None), ("B", None)]
    assert [(note.code, note.detail) for note in reading.notes] == [("unknown_source", "no source is listed as 3")]
    assert text[slice(*reading.notes[0].span)] == "[3]"


def test_search_results_alone_are_counted(origin):
    payload = completion("So it is [1].", search_results=[{"url": "https://a.example/", "title": ""}])
    answer = perplexity.read(payload, origin=origin).answer
    assert answer.sources[0].url == "https://a.example/"
    assert [(one.kind, one.sources) for one in answer.anchors] == [("claim", (0,)), ("marker", (0,))]
