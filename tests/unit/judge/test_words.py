import pytest

from loccit.judge.words import cut_words


def surfaces(text: str) -> list[str]:
    return [word.surface for word in cut_words(text, 0, len(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We don’t.", ["we", "do", "not", "."]),
        ("It cannot and won't.", ["it", "can", "not", "and", "will", "not", "."]),
        ("asyncio.run() waits.", ["asyncio.run", "waits", "."]),
        ("Ada's COVID-19 test", ["ada", "covid-19", "test"]),
        ("1\u202f234\u202f567 users", ["1 234 567", "users"]),
        ("此函式，不能。", ["此", "函", "式", ",", "不", "能", "."]),
        ("Ｐｙｔｈｏｎ", ["python"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert surfaces(text) == expected


def test_offsets_are_those_of_the_text() -> None:
    text = "😀 don’t stop"
    assert [text[word.start : word.end] for word in cut_words(text, 0, len(text))] == ["😀", "do", "n’t", "stop"]
