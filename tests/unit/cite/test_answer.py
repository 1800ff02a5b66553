"""Anchors: offsets in the unit a format counts, never rounded; the slice is what the offsets give."""

import pytest

from loccit.cite.answer import Stretch, anchor, cuts_word, read_anchors
from loccit.errors import BadInput
from loccit.text.offsets import OffsetMap, Span, Unit

MIXED = "東京の人口は約1400万人です。Tokyo grew 🎉 in 2023. Naïve maps lag."


def test_byte_offsets_of_a_mixed_answer_in_all_units():
    stretches = [Stretch(0, 40, (0,)), Stretch(40, 64, (1,)), Stretch(65, 81, (2,))]
    anchors, notes = read_anchors(MIXED, stretches, unit=Unit.UTF8, source_count=3)
    assert notes == ()
    assert [one.slice for one in anchors] == [
        "東京の人口は約1400万人です。",
        "Tokyo grew 🎉 in 2023.",
        "Naïve maps lag.",
    ]
    assert [(one.start, one.end) for one in anchors] == [(0, 16), (16, 37), (38, 53)]
    offsets = OffsetMap(MIXED)
    assert [tuple(offsets.from_code_points(Span(one.start, one.end), Unit.UTF16)) for one in anchors] == [
        (0, 16),
        (16, 38),
        (39, 54),
    ]


@pytest.mark.parametrize(
    "stretch",
    [
        Stretch(1, 4, (0,)),
        Stretch(0, 9999, (0,)),
        Stretch(40, 53, (0,)),
        Stretch(-1, 40, (0,)),
        Stretch(40, 0, (0,)),
        Stretch(40, 40, (0,)),
    ],
)
def test_an_offset_that_names_no_piece_is_an_error_and_never_rounded(stretch):
    anchors, notes = read_anchors(MIXED, [stretch], unit=Unit.UTF8, source_count=1)
    assert anchors == ()
    assert [(note.citation, note.code) for note in notes] == [(0, "bad_offset")]


def test_a_bad_offset_leaves_the_other_citations_alone():
    stretches = [Stretch(1, 4, (0,)), Stretch(65, 81, (0,))]
    anchors, notes = read_anchors(MIXED, stretches, unit=Unit.UTF8, source_count=1)
    assert [one.slice for one in anchors] == ["Naïve maps lag."]
    assert [note.citation for note in notes] == [0]


def test_a_cut_word_is_suspect_and_stays_as_it_is():
    text = "Zürich größer. Spain won the cup."
    anchors, notes = read_anchors(text, [Stretch(18, 36, (0,))], unit=Unit.CODE_POINT, source_count=1)
    assert anchors == ()
    assert notes[0].code == "bad_offset"
    anchors, notes = read_anchors(text, [Stretch(18, 33, (0,))], unit=Unit.CODE_POINT, source_count=1)
    assert anchors[0].slice == "in won the cup."
    assert [note.code for note in notes] == ["offset_suspect"]


@pytest.mark.parametrize(
    ("text", "offset", "cut"),
    [
        ("won", 1, True),
        ("won the", 3, False),
        ("won.", 3, False),
        ("東京", 1, False),
        ("東京Tower", 2, False),
        ("ไทยแลนด์", 3, False),
        ("e\u0301t", 1, True),
        ("е́т", 0, False),
        ("日本\u3099", 2, True),
        ("سلام", 2, True),
        ("1400", 2, True),
        ("🎉🎉", 1, False),
    ],
)
def test_where_a_word_is_cut(text, offset, cut):
    assert cuts_word(text, offset) is cut


def test_unknown_sources_are_named_and_left_out():
    anchors, notes = read_anchors("One. Two.", [Stretch(0, 4, (0, 5, 0, -1))], unit=Unit.UTF8, source_count=2)
    assert anchors[0].sources == (0,)
    assert [(note.code, note.detail) for note in notes] == [("unknown_source", "no source at [-1, 5]; 2 are listed")]


@pytest.mark.parametrize("span", [Span(0, 0), Span(3, 2), Span(-1, 2), Span(0, 5)])
def test_our_own_anchor_refuses_a_span_outside_the_text(span):
    with pytest.raises(BadInput, match="expected 0 <= start < end <= 4 code points"):
        anchor("four", span, sources=[0])


def test_wrong_offsets_are_repaired_only_by_the_text_a_format_gives():
    told = [Stretch(17, 35, (0,), text="Spain won the cup."), Stretch(0, 1, (0,), text="Italy")]
    text = "Zürich größer 😀. Spain won the cup."
    anchors, notes = read_anchors(text, told, unit=Unit.UTF8, source_count=1)
    assert [(one.start, one.end) for one in anchors] == [(17, 35)]
    assert [(note.citation, note.code, note.span) for note in notes] == [
        (0, "offset_suspect", (17, 35)),
        (1, "bad_offset", None),
    ]


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [(0, 4, [(0, 4)]), (0, 3, [(0, 4)]), (7, 11, [(7, 11)]), (1, 5, []), (8, 12, []), (-1, 99, [])],
)
def test_a_piece_that_stands_twice_is_repaired_only_by_another_way_to_count(start, end, found):
    stretch = Stretch(start, end, (), text="it i")
    anchors, notes = read_anchors("it is; it is", [stretch], unit=Unit.UTF8, source_count=0)
    assert [(one.start, one.end) for one in anchors] == found
    assert [note.code for note in notes if note.code == "bad_offset"] == ([] if found else ["bad_offset"])
