import pytest

from loccit.judge.languages import TABLES, Kind, language_of
from loccit.judge.languages.table import split


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The tray must be level.", "en"),
        ("Baki harus rata sebelum alat dipakai.", "id"),
        ("使用前托盤必須保持水平。", "zh"),
        ("这个函数不能被调用。", "zh"),
        ("La machine est dans le jardin.", "fr"),
        ("Die Maschine ist nicht im Garten.", "de"),
        ("この関数は呼び出せません。", "und"),
    ],
)
def test_language_of_a_sentence(text: str, language: str) -> None:
    assert language_of(text) == language


def test_a_declared_language_decides_where_words_do_not() -> None:
    assert language_of("OK 200", "id-ID") == "id"
    assert language_of("OK 200", "", "en") == "en"


@pytest.mark.parametrize("code", sorted(TABLES))
def test_every_table_covers_what_the_facets_need(code: str) -> None:
    table = TABLES[code]
    needed = {Kind.NEGATION, Kind.CONDITION, Kind.EXCEPTION, Kind.POSSIBLE, Kind.ALL, Kind.SOME, Kind.ONLY, Kind.SAYS}
    assert needed <= {Kind(name) for name in table.kinds}
    assert all(pair.count(">") == 1 for pair in split(table.complements) + split(table.opposites))
