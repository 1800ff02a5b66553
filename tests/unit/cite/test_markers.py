"""Marks, and what only looks like one."""

import pytest

from loccit.cite.markers import blanked, code_blocks, code_spans, find_marks
from loccit.text.offsets import Span


def found(text, **options):
    return [(text[mark.span.start : mark.span.end], mark.labels) for mark in find_marks(text, **options)]


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("So. [1]", [("[1]", ("1",))]),
        ("So.[1][2]", [("[1]", ("1",)), ("[2]", ("2",))]),
        ("So [1, 3-5].", [("[1, 3-5]", ("1", "3", "4", "5"))]),
        ("So [2–4; 7].", [("[2–4; 7]", ("2", "3", "4", "7"))]),
        ("So [1, p. 6–7].", [("[1, p. 6–7]", ("1",))]),
        ("So [1，2、3]。", [("[1，2、3]", ("1", "2", "3"))]),
        ("So ［3］。", [("［3］", ("3",))]),
        ("So [007].", [("[007]", ("7",))]),
        ("So [^a-b].", [("[^a-b]", ("a-b",))]),
        ("word[^2]", [("[^2]", ("2",))]),
        ("So【1】.", [("【1】", ("1",))]),
        ("So【12†source】.", [("【12†source】", ("12",))]),
        ("So【4:0†report.pdf】.", [("【4:0†report.pdf】", ("4:0",))]),
        ("\ue200cite\ue202a0b\ue202c1\ue201", [("\ue200cite\ue202a0b\ue202c1\ue201", ("a0b", "c1"))]),
        ("人口为1400万[1]。", [("[1]", ("1",))]),
        ("Слово[1].", [("[1]", ("1",))]),
        ("Es ist so [99999999999999999999999].", [("[99999999999999999999999]", ("99999999999999999999999",))]),
    ],
)  # fmt: skip
def test_marks(text, marks):
    assert found(text) == marks


@pytest.mark.parametrize(
    "text",
    [
        "x[1] = 2", "arr[10]", "a[1][2]", "\\[5\\]", "\\[5]", "[6](https://x.example/)", "[6][ref]", "[]", "[abc]",
        "[-1]", "[5-2]", "[1-9000]", "in [2024] and", "【重要】", "【2024年】", "[1]: https://x.example/", "[^n]: note",
        "[x]", "[ ]", "[1.2]", "array_name[3] is", "f(x)[", "[1", "1]",
    ],
)  # fmt: skip
def test_no_marks(text):
    assert found(text) == []


def test_a_mark_directly_after_a_word_needs_a_reason():
    assert found("It was in 2010[1]. So[2].") == []
    assert found("It was in 2010[1]. So[2].", known=frozenset("12")) == [("[1]", ("1",)), ("[2]", ("2",))]
    assert found("It was in 2010[1]. So[3].", known=frozenset("12")) == []
    assert found("Take v[2]. So it is. [1]", known=frozenset("12")) == [("[1]", ("1",))]
    assert found("Set x[1] as b.c[2] + 1, in 2010[1][2].", after_words=True) == [("[1]", ("1",)), ("[2]", ("2",))]
    assert found("In [2024].", known=frozenset(("2024",))) == [("[2024]", ("2024",))]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a\n```py\nx[1]\n```\nb", ["```py\nx[1]\n```"]),
        ("- one\n\n  ~~~\n  [1]\n  ~~~~\n", ["  ~~~\n  [1]\n  ~~~~"]),
        ("````\n```\n[1]\n````", ["````\n```\n[1]\n````"]),
        ("```\nnever closed [1]", ["```\nnever closed [1]"]),
        ("a <!-- [1] --> b", ["<!-- [1] -->"]),
        ("```x``` is inline", []),
    ],
)
def test_blocks_of_code(text, code):
    assert [text[span.start : span.end] for span in code_blocks(text)] == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("use `a[1]` and ``b`[2]``", ["`a[1]`", "``b`[2]``"]),
        ("a ` b", []),
        ("a `b\n\nc` d", []),
        ("\\`a[1]`", []),
    ],
)
def test_code_in_a_line(text, code):
    assert [text[span.start : span.end] for span in code_spans(text)] == code


def test_blanking_keeps_length_and_line_ends():
    assert blanked("ab\ncd", [Span(1, 4), Span(2, 3)]) == "a\x1f\n\x1fd"


def test_hostile_text_takes_no_time():
    for piece in ("[", "[1", "[1,", "`", "【", "\ue200a", "<!--", "```\n", "[1-", "\\", "[^", "(", "x[1]"):
        find_marks(piece * 20_000)
        code_spans(blanked(piece * 2_000, code_blocks(piece * 2_000)))
