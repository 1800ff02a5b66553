"""The sentence a mark belongs to."""

import re

import pytest

from loccit.cite.statements import Statements
from loccit.text.offsets import Span


def belong(text, pattern=r"\[\d+\]|\(\[[^)]*\)\)"):
    marks = [Span(*match.span()) for match in re.finditer(pattern, text)]
    statements = Statements(text, marks=marks)
    sentences = [statements.of(mark) for mark in marks]
    return [sentence and text[sentence.start : sentence.end] for sentence in sentences]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("A is so [1]. B is so.[2]", ["A is so [1].", "B is so."]),
        ("A is so. [1] B is so. [2]", ["A is so.", "B is so."]),
        ("A is so.[1]B is so.[2]", ["A is so.", "B is so."]),
        ("A is so.\n[1]\n\nB is so.", ["A is so."]),
        ("A is so.\n\n[1]\n\nB is so.", ["A is so."]),
        ("[1] A is so. B is.", ["A is so."]),
        ("A is so.\n\n[1] B is so.", ["B is so."]),
        ("A is so. ([s](https://s.example/a.b)) B is.", ["A is so."]),
        ("A is so (see [1]). B is. (Source: [2])", ["A is so (see [1]).", "B is."]),
        ("A is so [1], and B too [2].", ["A is so [1], and B too [2]."] * 2),
        ("- one [1]\n- two [2]\n", ["one", "two"]),
        ("1. one is so.[1]\n2. two is so.[2]", ["one is so.", "two is so."]),
        ("## Head\nText is so.[1]", ["Text is so."]),
        ("| a is so [1] | b |\n| c [2] | d |", ["a is so [1] | b |", "c [2] | d |"]),
        ("In the U.S. [1] it holds.", ["In the U.S. [1] it holds."]),
        ("Er wog 3.5 kg [1]. Das war viel.", ["Er wog 3.5 kg [1]."]),
        ("東京は大きい。[1]大阪もだ。[2]", ["東京は大きい。", "大阪もだ。"]),
        ("人口为1400万[1]。很多。", ["人口为1400万[1]。"]),
        ("هل هذا صحيح؟[1] نعم.[2]", ["هل هذا صحيح؟", "نعم."]),
        ("“It is so.”[1] He left.", ["“It is so.”"]),
        ("It is so![1][2] Yes.", ["It is so!"] * 2),
        ("[1]", [None]),
        ("***\n[1]", [None]),
    ],
)
def test_sentences_of_marks(text, sentences):
    assert belong(text) == sentences


def test_sentences_are_those_of_the_text_without_its_marks():
    text = "A is so [1]. [2] B is.\n\n```\ncode is no prose.\n```\n\nC is."
    block = Span(text.index("```"), text.rindex("```") + 3)
    statements = Statements(text, marks=[Span(8, 11), Span(13, 16)], apart=[block])
    assert [text[one.start : one.end] for one in statements.sentences] == ["A is so [1].", "B is.", "C is."]


def test_mark_up_at_the_ends_belongs_to_the_sentence():
    text = "[A](u) is [so](v)! B."
    syntax = [Span(0, 1), Span(2, 6), Span(10, 11), Span(13, 17)]
    statements = Statements(text, marks=[Span(17, 17)], syntax=syntax)
    assert [text[one.start : one.end] for one in statements.sentences] == ["[A](u) is [so](v)!", "B."]
    assert statements.of(Span(17, 17)) == (0, 18)
