import json

import pytest

from loccit.errors import BadInput
from loccit.records import Block, HiddenText, Layout
from loccit.records.layout import decode_layout, encode_layout
from loccit.text.offsets import Span

LAYOUT = Layout(
    blocks=(
        Block(0, 4, "heading", "main", True, 900_000, (), "top", "id", Span(10, 20)),
        Block(5, 9, "paragraph", "main", True, 800_000, ("Baki",), "top", "id", None, "unknown", ("aria_hidden",), 2),
        Block(10, 12, "paragraph", "consent", False, 0, ("Baki",), None, "", Span(40, 60)),
    ),
    sentences=(Span(5, 9), Span(10, 12)),
    hidden=(HiddenText("免費", "display_none", Span(70, 72), True), HiddenText("x", "display_none")),
)


def test_the_stored_form_is_columns_with_repeated_values_once() -> None:
    stored = json.loads(encode_layout(LAYOUT))
    assert stored == {
        "kind": "loccit/layout@1",
        "blocks": {
            "start": [0, 5, 10],
            "end": [4, 9, 12],
            "kind": {"of": ["heading", "paragraph"], "at": [0, 1, 1]},
            "landmark": {"of": ["main", "consent"], "at": [0, 0, 1]},
            "body": {"of": [True, False], "at": [0, 0, 1]},
            "body_score": [900_000, 800_000, 0],
            "heading_path": {"of": [[], ["Baki"]], "at": [0, 1, 1]},
            "section_id": {"of": ["top", None], "at": [0, 0, 1]},
            "language": {"of": ["id", ""], "at": [0, 0, 1]},
            "source": {"start": [10, None, 40], "end": [20, None, 60]},
            "visibility": {"of": ["shown", "unknown"], "at": [0, 1, 0]},
            "flags": {"of": [[], ["aria_hidden"]], "at": [0, 1, 0]},
            "page": {"of": [None, 2], "at": [0, 1, 0]},
        },
        "sentences": {"start": [5, 10], "end": [9, 12]},
        "hidden": {
            "text": ["免費", "x"],
            "reason": {"of": ["display_none"], "at": [0, 0]},
            "source": {"start": [70, None], "end": [72, None]},
            "revealable": {"of": [True, False], "at": [0, 1]},
        },
    }


def test_a_layout_comes_back_as_it_was() -> None:
    assert decode_layout(encode_layout(LAYOUT)) == LAYOUT
    assert decode_layout(encode_layout(Layout((), (), ()))) == Layout((), (), ())


def test_lone_surrogates_are_written_as_replacement_characters() -> None:
    blocks = tuple(Block(0, 1, "other", "none", True, 0, (text,), text, "", None) for text in ("\ud800", "\udc00"))
    layout = decode_layout(encode_layout(Layout(blocks, (), (HiddenText("a\ud800", "clipped"),))))
    assert [(block.heading_path, block.section_id) for block in layout.blocks] == [(("\ufffd",), "\ufffd")] * 2
    assert layout.hidden[0].text == "a\ufffd"
    assert encode_layout(layout) == encode_layout(Layout(blocks, (), (HiddenText("a\ud800", "clipped"),)))


def changed(*path: str | int, to: object) -> bytes:
    stored = json.loads(encode_layout(LAYOUT))
    inner = stored
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return json.dumps(stored).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[]",
        b"null",
        b"{}",
        b"[" * 100_000,
        encode_layout(LAYOUT)[:-1],
        changed("kind", to="loccit/layout@2"),
        changed("blocks", to=[]),
        changed("blocks", "start", to=[0, 5]),
        changed("blocks", "start", 0, to=0.0),
        changed("blocks", "start", 0, to=True),
        changed("blocks", "start", 0, to="0"),
        changed("blocks", "kind", "of", 0, to="banner"),
        changed("blocks", "landmark", "of", 0, to=None),
        changed("blocks", "visibility", "of", 0, to="hidden"),
        changed("blocks", "body", "of", 0, to=1),
        changed("blocks", "kind", "at", 0, to=-1),
        changed("blocks", "kind", "at", 0, to=2),
        changed("blocks", "heading_path", "of", 0, to="abc"),
        changed("blocks", "heading_path", "of", 1, to=[1]),
        changed("blocks", "section_id", "of", 0, to=[]),
        changed("blocks", "page", "of", 1, to="2"),
        changed("blocks", "source", "end", 0, to=None),
        changed("blocks", "source", "end", to=[1]),
        changed("sentences", "start", 0, to=None),
        changed("sentences", "end", to=[9]),
        changed("hidden", "text", to="xy"),
        changed("hidden", "text", to=["x"]),
        changed("hidden", "revealable", "of", to=[0, 1]),
    ],
)
def test_what_is_no_layout_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match=r"^layout: expected the columns of loccit/layout@1"):
        decode_layout(data)
