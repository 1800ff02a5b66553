"""Our own shape: offsets in three units that agree with the slice, or a note that says they do not."""

import pytest

from loccit.cite.answer import anchor
from loccit.cite.formats import own
from loccit.errors import BadInput
from loccit.records import Answer, AnswerSource
from loccit.text.offsets import Span

TEXT = "Zürich größer 😀. Spain won the cup."


@pytest.fixture
def shape(origin):
    source = AnswerSource(url="https://s.example/", title=None, text=None, requires_attribution=True)
    answer = Answer(origin=origin, text=TEXT, anchors=(anchor(TEXT, Span(17, 35), sources=[0]),), sources=(source,))
    return own.write(answer)


def test_an_anchor_is_written_in_all_units(shape):
    assert shape["anchors"] == [
        {
            "kind": "claim",
            "slice": "Spain won the cup.",
            "claim": None,
            "sources": [0],
            "code_points": [17, 35],
            "utf8": [23, 41],
            "utf16": [18, 36],
        }
    ]


def test_it_is_read_back(origin, shape):
    reading = own.read(shape, origin=origin)
    assert [(one.start, one.end, one.slice) for one in reading.answer.anchors] == [(17, 35, "Spain won the cup.")]
    assert reading.answer.sources[0].requires_attribution is True
    assert reading.notes == ()


@pytest.mark.parametrize("unit", ["code_points", "utf8", "utf16"])
def test_one_unit_is_enough(origin, shape, unit):
    spare = {"code_points", "utf8", "utf16"} - {unit}
    shape["anchors"] = [{name: value for name, value in shape["anchors"][0].items() if name not in spare}]
    assert own.read(shape, origin=origin).answer.anchors[0].start == 17


@pytest.mark.parametrize(
    "change", [{"utf8": [18, 36]}, {"code_points": [23, 41]}, {"utf16": [17, 35]}, {"utf8": [2, 9]}]
)
def test_wrong_offsets_are_repaired_by_the_slice_and_reported(origin, shape, change):
    shape["anchors"][0].update(change)
    reading = own.read(shape, origin=origin)
    assert (reading.answer.anchors[0].start, reading.answer.anchors[0].end) == (17, 35)
    assert [note.code for note in reading.notes] == ["offset_suspect"]


@pytest.mark.parametrize("piece", ["Spain lost the cup.", "r"])
def test_a_slice_that_is_not_there_or_not_at_one_place_only_repairs_nothing(origin, shape, piece):
    shape["anchors"][0]["slice"] = piece
    reading = own.read(shape, origin=origin)
    assert reading.answer.anchors == ()
    assert [note.code for note in reading.notes] == ["bad_offset"]


def test_an_unknown_source_is_reported(origin, shape):
    shape["anchors"][0]["sources"] = [0, 3]
    reading = own.read(shape, origin=origin)
    assert reading.answer.anchors[0].sources == (0,)
    assert [note.code for note in reading.notes] == ["unknown_source"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"format": "other"}, "format"),
        ({"text": None}, "text"),
        ({"sources": [{"url": 1}]}, "sources.0.url"),
        ({"anchors": [None]}, "anchors.0"),
        ({"anchors": [{"slice": ""}]}, "anchors.0.slice"),
        ({"anchors": [{"slice": "cup", "utf8": [1]}]}, "anchors.0.utf8.1"),
        ({"anchors": [{"slice": "cup", "utf8": [1, True]}]}, "anchors.0.utf8.1"),
        ({"anchors": [{"slice": "cup", "utf8": [37, 40], "kind": "x"}]}, "anchors.0.kind"),
        ({"anchors": [{"slice": "cup", "utf8": [37, 40], "claim": "x"}]}, "anchors.0.claim"),
        ({"anchors": {}}, "anchors"),
    ],
)
def test_a_wrong_shape_names_the_field(origin, shape, change, field):
    with pytest.raises(BadInput, match=f"^{field}: "):
        own.read(shape | change, origin=origin)
