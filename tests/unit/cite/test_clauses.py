"""The separate assertions of a sentence, only where they are certain."""

import pytest

from loccit.cite.clauses import parts_of


@pytest.mark.parametrize(
    ("wording", "parts"),
    [
        (
            "The tower is 330 m tall and was built in 1889.",
            ("The tower is 330 m tall.", "The tower was built in 1889."),
        ),
        ("The pump is loud, but it can be muted.", ("The pump is loud.", "The pump can be muted.")),
        (
            "Menara itu dapat dilihat dan tidak dapat dimasuki.",
            ("Menara itu dapat dilihat.", "Menara itu tidak dapat dimasuki."),
        ),
        ("托盤必須水平，且機器必須關閉。", ("托盤必須水平。", "機器必須關閉。")),
        ("Ann and Bob founded the firm.", ()),
        ("Salt, sugar and flour are white.", ()),
        ("The tower is tall.", ()),
    ],
)
def test_parts(wording, parts):
    assert parts_of(wording) == parts
