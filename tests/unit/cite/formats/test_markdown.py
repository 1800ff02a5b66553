"""Markdown: marks, links, footnotes and lists; what only looks like a mark is left alone."""

import json

import pytest

from loccit.cite.answer import anchor
from loccit.cite.attribution import render
from loccit.cite.formats import markdown, numbered
from loccit.cite.formats.prose import wording
from loccit.errors import VerificationFailed
from loccit.records import Answer, AnswerSource
from loccit.text.offsets import OffsetMap, Span, Unit


def claims(reading):
    return [
        (one.slice, [reading.answer.sources[position].url for position in one.sources])
        for one in reading.answer.anchors
        if one.kind == "claim"
    ]


def marks(reading):
    return [one.slice for one in reading.answer.anchors if one.kind == "marker"]


def test_inline_links_as_words_and_as_marks(origin):
    text = (
        "The [tidal range](https://a.example/x) is 4 m. It rises fast. ([Tides](https://b.example/t)) "
        "See https://c.example/y. Also [1](https://d.example/z).\n\n"
        "![chart](https://i.example/c.png) and [home](/index.html) cite nothing. <https://e.example/>"
    )
    reading = markdown.read(text, origin=origin)
    assert claims(reading) == [
        ("The [tidal range](https://a.example/x) is 4 m.", ["https://a.example/x"]),
        ("It rises fast.", ["https://b.example/t"]),
        ("See https://c.example/y.", ["https://c.example/y"]),
        ("Also [1](https://d.example/z).", ["https://d.example/z"]),
        ("![chart](https://i.example/c.png) and [home](/index.html) cite nothing.", ["https://e.example/"]),
    ]
    assert marks(reading) == ["[Tides](https://b.example/t)", "[1](https://d.example/z)", "<https://e.example/>"]
    assert {source.url: source.title for source in reading.answer.sources}["https://b.example/t"] == "Tides"


@pytest.mark.parametrize(
    ("tail", "titles"),
    [
        ("## References\n1. [One](https://1.example/)\n2. Two, https://2.example/.\n", ["One", "Two"]),
        ("**Sources:**\n- [1] One: <https://1.example/>\n- [2] [Two](https://2.example/)", ["One", "Two"]),
        ("[1] One https://1.example/\n[2] Two https://2.example/", ["One", "Two"]),
        ("[1]: https://1.example/ \"One\"\n[2]: <https://2.example/> 'Two'", ["One", "Two"]),
        ("1. [One](https://1.example/)\n2. [Two](https://2.example/)", ["One", "Two"]),
        ("參考資料：\n[1] One，https://1.example/\n[2] Two https://2.example/", ["One", "Two"]),
        ("Daftar Pustaka\n1) One https://1.example/\n2) Two https://2.example/", ["One", "Two"]),
        ("[1](https://1.example/)\n[2](https://2.example/)", [None, None]),
        ("## Sources\n\n[1] One.\n    https://1.example/\n[2] Two.\nhttps://2.example/\n", ["One", "Two"]),
    ],
)
def test_lists_that_marks_point_at(tail, titles, origin):
    text = f"Spain won the cup [1]. It was hot.[2]\n\nBoth hold [1, 2].\n\n{tail}"
    reading = markdown.read(text, origin=origin)
    assert claims(reading) == [
        ("Spain won the cup [1].", ["https://1.example/"]),
        ("It was hot.", ["https://2.example/"]),
        ("Both hold [1, 2].", ["https://1.example/", "https://2.example/"]),
    ]
    assert [source.title for source in reading.answer.sources] == titles
    assert reading.notes == ()
    assert reading.answer.text == text
    assert all(span.start >= text.index("Both hold") + 17 for span in reading.apart)


def test_footnotes_by_number_and_name(origin):
    text = (
        "東京は大きい。[^1] Spain won.[^cup]\n\n"
        "[^1]: [東京](https://t.example/)\n[^cup]: Cups,\n    https://c.example/ (2010)\n"
    )
    reading = markdown.read(text, origin=origin)
    assert claims(reading) == [("東京は大きい。", ["https://t.example/"]), ("Spain won.", ["https://c.example/"])]
    assert marks(reading) == ["[^1]", "[^cup]"]
    assert [source.title for source in reading.answer.sources] == ["東京", "Cups, (2010)"]


def test_raised_digits_are_marks_only_where_the_list_has_them(origin):
    text = "Tides rise¹. They fall.² Land is 5 m² or 3 km² or x²."
    listed = markdown.read(text + "\n\n¹ [A](https://a.example/)\n² https://b.example/", origin=origin)
    assert claims(listed) == [("Tides rise¹.", ["https://a.example/"]), ("They fall.", ["https://b.example/"])]
    assert markdown.read(text, origin=origin).answer.anchors == ()


@pytest.mark.parametrize(
    ("line", "cited", "count"),
    [
        ("Sources: [A](https://a.example/), [B](https://b.example/)", [], 2),
        ("**Sources:** https://a.example/", [], 1),
        ("來源：[A](https://a.example/)、[B](https://b.example/)", [], 2),
        ("Source: [A](https://a.example/)", [("It is hot.", ["https://a.example/"])], 1),
    ],
)
def test_a_line_of_sources_cites_no_sentence_but_one_source_the_last(line, cited, count, origin):
    reading = markdown.read(f"The sky is red. It is hot.\n\n{line}\n", origin=origin)
    assert claims(reading) == cited
    assert len(reading.answer.sources) == count


@pytest.mark.parametrize("style", ["footnotes", "inline_links", "badges", "plain"])
def test_our_own_renderings_are_read_back(style, origin):
    sources = tuple(
        AnswerSource(url=f"https://{one}.example/", title=one, text=None, requires_attribution=True) for one in "abc"
    )
    text = "Zürich ist größer. Spain won the cup."
    anchors = (anchor(text, Span(0, 18), sources=[0]), anchor(text, Span(19, 37), sources=[1, 0]))
    rendered = render(Answer(origin=origin, text=text, anchors=anchors, sources=sources), style)
    reading = markdown.read(rendered, origin=origin)
    assert claims(reading) == [
        ("Zürich ist größer.", ["https://a.example/"]),
        ("Spain won the cup.", ["https://b.example/", "https://a.example/"]),
    ]
    assert sorted(source.url for source in reading.answer.sources) == [one.url for one in sources]


@pytest.mark.parametrize(
    ("piece", "plain"),
    [
        ("It **is** hot ([BBC](https://b.example/a_(b))).", "It is hot."),
        ("The [tidal range](https://a.example/x) is 4 m [1][2].", "The tidal range is 4 m."),
        ("So it is【1†source】, `x[1]` and 2 * 3 * 4.", "So it is, `x[1]` and 2 * 3 * 4."),
        ("人口为1400万[1]。", "人口为1400万。"),
        ("snake_case_name stays [^a].", "snake_case_name stays."),
        ("See https://a.example/x for it.", "See https://a.example/x for it."),
    ],
)
def test_what_a_claim_says_without_its_marks(piece, plain):
    assert wording(piece) == plain


def test_links_by_reference(origin):
    text = "The [range][t] is 4 m. It rises [fast].\n\n[t]: https://t.example/\n[Fast]: https://f.example/\n"
    assert claims(markdown.read(text, origin=origin)) == [
        ("The [range][t] is 4 m.", ["https://t.example/"]),
        ("It rises [fast].", ["https://f.example/"]),
    ]


def test_a_list_cut_short_and_a_mark_without_any_list(origin):
    reading = markdown.read("It is so.[1] And so.[2]\n\n[1] https://1.example/\n", origin=origin)
    assert claims(reading) == [("It is so.", ["https://1.example/"]), ("And so.", [])]
    assert [(note.code, note.detail) for note in reading.notes] == [("unknown_source", "no source is listed as 2")]
    reading = markdown.read("It is so【1†source】. \ue200cite\ue202turn0search1\ue202turn0news2\ue201", origin=origin)
    assert [note.detail for note in reading.notes] == [
        "no source is listed as 1",
        "no source is listed as turn0search1, turn0news2",
    ]


def test_a_sentence_with_several_marks_is_one_claim(origin):
    text = "Bark regrows [1], slowly [2][3].\n\nSources:\n1. https://1.example/\n2. https://2.example/\n3. https://3.example/"
    assert claims(markdown.read(text, origin=origin)) == [
        ("Bark regrows [1], slowly [2][3].", ["https://1.example/", "https://2.example/", "https://3.example/"])
    ]


def test_marks_of_the_public_report(data_dir, origin):
    case = data_dir / "cases" / "B73"
    given = json.loads((case / "input.json").read_text())
    expected = json.loads((case / "expected.json").read_text())["expect"]["marks"]
    reading = numbered.read(given, origin=origin)
    offsets = OffsetMap(reading.answer.text)
    found = [
        (
            one.slice,
            [*offsets.from_code_points(Span(one.start, one.end), Unit.UTF8)],
            [position + 1 for position in one.sources],
        )
        for one in reading.answer.anchors
        if one.kind == "marker" and "(" not in one.slice
    ]
    assert found == [(mark["text"], mark["utf8"], mark.get("targets", [])) for mark in expected]
    assert [note.detail for note in reading.notes] == ["no source is listed as 99"]


def test_a_link_behind_the_sentence_of_the_public_report(data_dir, origin):
    case = data_dir / "cases" / "B71"
    text = json.loads((case / "input.json").read_text())["answer"]
    expected = json.loads((case / "expected.json").read_text())["expect"]
    reading = markdown.read(text, origin=origin)
    assert [[one.start, one.end] for one in reading.answer.anchors if one.kind == "claim"] == [expected["claim_span"]]


def test_written_footnotes_do_not_take_labels_that_are_there(origin):
    text = "Zürich größer 😀. Spain won the cup. See[^1].\n\n[^1]: https://x.example/"
    source = AnswerSource(url="https://s.example/", title="A [b]", text=None, requires_attribution=False)
    answer = Answer(origin=origin, text=text, anchors=(anchor(text, Span(17, 35), sources=[0]),), sources=(source,))
    assert markdown.write(answer) == (
        "Zürich größer 😀. Spain won the cup.[^2] See[^1].\n\n[^1]: https://x.example/\n\n"
        "[^2]: [A \\[b\\]](https://s.example/)\n"
    )


def test_a_duty_that_cannot_be_met_stops_writing(origin):
    source = AnswerSource(url="no address", title="T", text=None, requires_attribution=True)
    with pytest.raises(VerificationFailed):
        markdown.write(Answer(origin=origin, text="x", anchors=(), sources=(source,)))


def test_numbers_in_round_brackets_where_the_list_has_them_so(origin):
    text = "It was hot (1). There were two (2) of them, in (1999).\n\nSources\n(1) https://1.example/\n(3) https://3.example/\n"
    assert claims(markdown.read(text, origin=origin)) == [("It was hot (1).", ["https://1.example/"])]
    text = "It was hot (1).\n\nSources\n1. https://1.example/\n"
    assert claims(markdown.read(text, origin=origin)) == []


def test_a_list_without_numbers(origin):
    text = "It was hot.\n\n## References\n\nSmith (2020). Heat. https://1.example/\n\nJones: https://2.example/\n"
    reading = markdown.read(text, origin=origin)
    assert claims(reading) == []
    assert [(one.url, one.title) for one in reading.answer.sources] == [
        ("https://1.example/", "Smith (2020). Heat"),
        ("https://2.example/", "Jones"),
    ]
