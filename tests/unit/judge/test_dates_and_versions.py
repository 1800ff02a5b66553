import pytest

from loccit.judge.facets.values import Relation, Value, relation
from loccit.judge.languages import TABLES
from loccit.judge.statement import read_statement


def value(text: str, language: str = "en") -> Value:
    (found,) = [term.value for term in read_statement(text, TABLES[language]).terms if term.value is not None]
    return found


@pytest.mark.parametrize(
    ("text", "language", "parts"),
    [
        ("on 5 June 1992", "en", (1992, 6, 5)),
        ("on June 5th, 1992", "en", (1992, 6, 5)),
        ("on 1992-06-05", "en", (1992, 6, 5)),
        ("in June 1992", "en", (1992, 6)),
        ("in 1992", "en", (1992,)),
        ("pada 5 Juni 1992", "id", (1992, 6, 5)),
        ("1992年6月5日", "zh", (1992, 6, 5)),
        ("民國81年6月", "zh", (1992, 6)),
    ],
)
def test_a_date_keeps_its_precision(text: str, language: str, parts: tuple[int, ...]) -> None:
    assert (value(text, language).measure, value(text, language).parts) == ("date", parts)


def test_an_ambiguous_date_is_not_guessed() -> None:
    terms = read_statement("on 5/6/2023", TABLES["en"]).terms
    assert all(term.value is None or term.value.measure != "date" or len(term.value.parts) == 1 for term in terms)


@pytest.mark.parametrize(
    ("claim", "page", "related"),
    [
        ("in 1992", "on 5 June 1992", Relation.MEETS),
        ("on 5 June 1992", "in 1992", Relation.WEAKER),
        ("in 1993", "on 5 June 1992", Relation.DIFFERS),
        ("on 6 June 1992", "on 5 June 1992", Relation.DIFFERS),
        ("version 1.10", "version 1.10", Relation.MEETS),
        ("version 1.1", "version 1.10", Relation.DIFFERS),
        ("version 1.2", "before 1.10", Relation.MEETS),
        ("version 1.10", "before 1.10", Relation.DIFFERS),
        ("version 2.0", "before 1.10", Relation.WEAKER),
        ("version 3.11", "version 3.11.2", Relation.WEAKER),
        ("version 3.12", "version 3.9 or later", Relation.MEETS),
        ("version 1.10", "1.10", Relation.MEETS),
    ],
)
def test_how_dates_and_versions_relate(claim: str, page: str, related: Relation) -> None:
    assert relation(value(claim), value(page)) is related


def test_grouped_digits_are_no_version() -> None:
    assert value("2.400.000 penduduk", "id").measure == "count"
