from fractions import Fraction

import pytest

from loccit.judge.facets.numbers import parse_digits
from loccit.judge.facets.values import Relation, Value, relation
from loccit.judge.languages import TABLES
from loccit.judge.statement import read_statement


def values(text: str, language: str) -> list[Value]:
    return [term.value for term in read_statement(text, TABLES[language]).terms if term.value is not None]


@pytest.mark.parametrize(
    ("digits", "decimal_mark", "number"),
    [
        ("1,280", ".", Fraction(1280)),
        ("1.280", ",", Fraction(1280)),
        ("1.280", ".", Fraction("1.28")),
        ("2,4", ".", Fraction("2.4")),
        ("1,234,567.5", ".", Fraction("1234567.5")),
        ("1.234.567,5", ",", Fraction("1234567.5")),
        ("1\u202f234\u202f567", ".", Fraction(1234567)),
        ("3.11.2", ".", None),
        ("10:30", ".", None),
    ],
)
def test_marks_follow_the_language(digits: str, decimal_mark: str, number: Fraction | None) -> None:
    assert parse_digits(digits, decimal_mark) == number


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("Revenue was $1,500 million.", "en", [("money:USD", 1_500_000_000)]),
        ("Sales were three billion dollars.", "en", [("money:USD", 3_000_000_000)]),
        ("The spread is 150 bps.", "en", [("points", Fraction(15, 1000))]),
        ("The file is 3 MB and the valve gives 3 bar.", "en", [("data", 3_000_000), ("pressure", 300_000)]),
        ("twenty-five boxes", "en", [("count", 25)]),
        ("three hundred and five boxes", "en", [("count", 305)]),
        ("A quarter of them left.", "en", [("fraction", Fraction(1, 4))]),
        ("2,4 juta orang", "id", [("count", 2_400_000)]),
        ("lima belas kotak", "id", [("count", 15)]),
        ("三十五萬人", "zh", [("count", 350_000)]),
        ("1.2億元", "zh", [("money:元", 120_000_000)]),
        ("百分之五", "zh", [("ratio", Fraction(1, 20))]),
        ("兩成", "zh", [("ratio", Fraction(1, 5))]),
    ],
)
def test_a_quantity(text: str, language: str, found: list[tuple[str, Fraction | int]]) -> None:
    assert [(value.measure, value.low) for value in values(text, language)] == found


@pytest.mark.parametrize(
    ("text", "language"),
    [("GPT-4 and COVID-19 and UTF-8", "en"), ("一般來說", "zh"), ("the one that counts", "en"), ("十分重要", "zh")],
)
def test_what_is_no_quantity(text: str, language: str) -> None:
    assert values(text, language) == []


def test_a_range_is_one_value() -> None:
    (value,) = values("between 10 and 20 items", "en")
    assert (value.low, value.high) == (10, 20)


def test_a_change_is_two_values() -> None:
    assert [value.low for value in values("rose from 20% to 25%", "en")] == [Fraction(1, 5), Fraction(1, 4)]


def test_a_year_beside_a_count_stays_apart() -> None:
    assert [(value.measure, value.low) for value in values("In 2026 100 volunteers joined.", "en")] == [
        ("date", 20_260_000),
        ("count", 100),
    ]


@pytest.mark.parametrize(
    ("claim", "page", "related"),
    [
        ("at least 50 people", "60 people", Relation.MEETS),
        ("at least 50 people", "40 people", Relation.DIFFERS),
        ("50 people", "at least 50 people", Relation.WEAKER),
        ("37 people", "more than 37 people", Relation.WEAKER),
        ("60 people", "less than 50 people", Relation.DIFFERS),
        ("50 people", "about 50 people", Relation.WEAKER),
        ("about 50 people", "49 people", Relation.MEETS),
        ("2 km", "2,000 m", Relation.MEETS),
        ("3 MB", "3 bar", Relation.UNRELATED),
        ("5%", "5 percentage points", Relation.DIFFERS),
        ("a quarter", "25%", Relation.MEETS),
        ("a quarter", "5 percentage points", Relation.WEAKER),
    ],
)
def test_how_values_relate(claim: str, page: str, related: Relation) -> None:
    assert relation(values(claim, "en")[0], values(page, "en")[0]) is related
