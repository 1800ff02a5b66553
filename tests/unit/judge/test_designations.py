import pytest

from loccit.judge.pairs import rule_pair


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("The Brookline 40 holds 6 pots.", "The Brookline 60 holds 8 pots."),
        ("Harrow 10 needs 2 GB of memory.", "Harrow 11 needs 4 GB of memory."),
        ("The oPad 14 has a 6.1 inch display.", "The oPad 15 has a 6.2 inch display."),
        ("Chapter 4 has 12 exercises.", "Chapter 5 has 14 exercises."),
        ("The 2019 edition has 300 pages.", "The 2021 edition has 420 pages."),
        ("The third stage took 4 hours.", "The fifth stage took 6 hours."),
        ("Bab 4 memuat 12 latihan.", "Bab 5 memuat 14 latihan."),
    ],
)
def test_what_is_said_of_another_thing_opposes_nothing(claim: str, page: str) -> None:
    assert rule_pair(claim, page).state not in ("contradicted", "supported", "partly_supported")


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("The Brookline 40 holds 6 pots.", "The Brookline 40 holds 8 pots."),
        ("Chapter 4 has 12 exercises.", "Chapter 4 has 14 exercises."),
        ("The bridge was opened in 1931.", "The bridge was opened in 1934."),
        ("The runner came third.", "The runner came fifth."),
    ],
)
def test_another_value_of_the_same_thing_still_does(claim: str, page: str) -> None:
    assert rule_pair(claim, page).state == "contradicted"
