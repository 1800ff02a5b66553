"""Signs, times, eras, tenses and denials that words alone do not show: none of them may pass as support."""

import pytest

from loccit.judge.facets.signs import intervals, operations
from loccit.judge.pairs import rule_pair

NOT_CARRIED = [
    ("The loop runs while x < 5.", "The loop runs while x <= 5.", "operator_differs"),
    ("The test is true when a == b.", "The test is true when a != b.", "operator_differs"),
    ("The function returns a + b.", "The function returns a - b.", "operator_differs"),
    ("The function returns b - a.", "The function returns a - b.", "operator_differs"),
    ("The function returns a + b.", "The function returns a * b.", "operator_differs"),
    ("The result is x << 2.", "The result is x >> 2.", "operator_differs"),
    ("The result is x & y.", "The result is x | y.", "operator_differs"),
    ("The direction is node A -> node B.", "The direction is node A <- node B.", "operator_differs"),
    ("迴圈在 x < 5 時執行。", "迴圈在 x <= 5 時執行。", "operator_differs"),
    ("Fungsi itu mengembalikan a + b.", "Fungsi itu mengembalikan a - b.", "operator_differs"),
    ("The value ranges over [0, 1].", "The value ranges over [0, 1).", "interval_differs"),
    ("The value ranges over [0, 1).", "The value ranges over [0, 1].", "interval_differs"),
    ("Nilainya berada dalam [0, 1).", "Nilainya berada dalam [0, 1].", "interval_differs"),
    ("值的範圍是 [0, 1)。", "值的範圍是 [0, 1]。", "interval_differs"),
    ("The bug was fixed.", "The bug will be fixed.", "tense_differs"),
    ("The bug will be fixed.", "The bug was fixed.", "tense_differs"),
    ("The firm opened a plant in Berlin.", "The firm will open a plant in Berlin.", "tense_differs"),
    ("Galat itu sudah diperbaiki.", "Galat itu akan diperbaiki.", "tense_differs"),
    ("該錯誤已修復。", "該錯誤將修復。", "tense_differs"),
    ("公司已开设工厂。", "公司将开设工厂。", "tense_differs"),
    ("The temple was built in 44.", "The temple was built in 44 BC.", "number_less_precise"),
    ("Bats are blind.", "It is a myth that bats are blind.", "denied_in_context"),
    ("Bats are blind.", "Many people think that bats are blind, but this is wrong.", "denied_in_context"),
    ("The earth is flat.", "The claim that the earth is flat is false.", "denied_in_context"),
    ("Spain won the cup.", "Spain almost won the cup.", "hedge_dropped"),
    ("Spanyol memenangkan piala itu.", "Spanyol hampir memenangkan piala itu.", "hedge_dropped"),
    ("西班牙贏得獎盃。", "西班牙差點贏得獎盃。", "hedge_dropped"),
    ("open(path, 'r') opens the file.", "open(path, 'w') opens the file.", "words_missing"),
]


@pytest.mark.parametrize(("claim", "evidence", "reason"), NOT_CARRIED)
def test_a_sign_or_a_time_that_differs_leaves_the_claim_open(claim: str, evidence: str, reason: str) -> None:
    ruling = rule_pair(claim, evidence)
    assert ruling.state is None
    assert reason in ruling.reasons


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The office opens at 9 am.", "The office opens at 9 pm."),
        ("The office opens at 9:30 pm every day.", "The office opens at 9:30 am every day."),
        ("辦公室上午9點開門。", "辦公室下午9點開門。"),
        ("Kantor buka pukul 9 pagi.", "Kantor buka pukul 9 malam."),
        ("The temple was built in 44 BC.", "The temple was built in 44 AD."),
        ("神廟建於西元44年。", "神廟建於西元前44年。"),
        ("Kuil itu dibangun pada 44 M.", "Kuil itu dibangun pada 44 SM."),
        ("C is faster than C++.", "C++ is faster than C."),
        ("The drug is effective against malaria.", "The drug is ineffective against malaria."),
        ("The range is inclusive.", "The range is exclusive."),
    ],
)
def test_opposites_contradict(claim: str, evidence: str) -> None:
    assert rule_pair(claim, evidence).state == "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The library is written in C.", "The library is written in C++."),
        ("The library is written in C++.", "The library is written in C#."),
        ("The library is written in C++.", "The library is written in C."),
    ],
)
def test_a_name_that_the_page_lacks_is_no_support(claim: str, evidence: str) -> None:
    assert rule_pair(claim, evidence).state == "unsupported"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The loop runs while x < 5.", "The loop runs while x<5."),
        ("The value ranges over [0, 1).", "The value ranges over [0, 1) by default."),
        ("A ValueError is raised if the list is empty.", "A ValueError will be raised if the list is empty."),
        ("The library is written in C++.", "The library is written in C++ by volunteers."),
        ("The office opens at 9 am.", "The office opens at 9 AM daily."),
        ("The weight is about 5 kg.", "The weight is ~5 kg."),
        ("Johnson & Johnson makes plasters.", "Johnson and Johnson makes plasters."),
        ("The car does 90 km/h.", "The car does 90 km/h easily."),
    ],
)
def test_the_same_signs_written_otherwise_still_carry_it(claim: str, evidence: str) -> None:
    assert rule_pair(claim, evidence).state == "supported"


@pytest.mark.parametrize(
    ("claim", "evidence", "state"),
    [
        ("The office opens at 9 a.m.", "The office opens at 9 am.", "supported"),
        ("The office opens at 9 am.", "The office opens at 9 a.m. every day.", "supported"),
        ("The office opens at 9 p.m.", "The office opens at 9 am.", "contradicted"),
        ("The office opens at 9 pm.", "The office opens at 9 a.m.", "contradicted"),
        ("The temple was built in 44 BC.", "The temple was built in 44 B.C.", "supported"),
        ("The loop runs while x < 5.", "The loop runs while x<5 and stops then.", None),
        ("The loop runs.", "The loop stops running.", "contradicted"),
        ("If x is True, y runs.", "If x is True, y runs. False disables the check.", "supported"),
        ("Bats see nothing at all.", "Bats see nothing at all. False!", None),
    ],
)
def test_times_and_verbs_in_each_way_of_writing(claim: str, evidence: str, state: str | None) -> None:
    assert rule_pair(claim, evidence).state == state


def test_operations_are_told_from_punctuation() -> None:
    assert operations("while x <= 5 and a+b == c") == {("x", "<=", "5"), ("a", "+", "b"), ("b", "==", "c")}
    assert operations("≤: x ≤ 5") == {("x", "<=", "5")}
    assert operations("a well-known <br> read/write R&D plan - see below > here") == {("below", ">", "here")}
    assert intervals("f(0, 1) over (0, 1), [0, 1) or (-∞, 5]") == {("[", "0", "1", ")"), ("(", "-∞", "5", "]")}
