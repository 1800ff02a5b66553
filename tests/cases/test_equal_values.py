"""Times and dates written in two ways: equal ones carry a claim, others contradict it, in four languages."""

import pytest

from loccit.judge.pairs import rule_pair

EVIDENCE = {
    "en": "The ferry leaves at {}.",
    "zh-Hant": "渡輪於{}開船。",
    "zh-Hans": "渡轮于{}开船。",
    "id": "Kapal feri itu berangkat {}.",
}
TIMES = [
    ("en", "9 pm", "21:00", "20:00"),
    ("en", "9 p.m.", "9:00 pm", "9:30 pm"),
    ("en", "9 am", "9:00 a.m.", "9:00 p.m."),
    ("en", "9.30 am", "09:30", "21:30"),
    ("en", "half past nine", "9:30", "10:30"),
    ("en", "quarter to ten", "9:45", "10:15"),
    ("en", "nine o'clock", "9:00", "10:00"),
    ("en", "9 in the evening", "21:00", "9 in the morning"),
    ("en", "12 am", "midnight", "noon"),
    ("en", "noon", "12:00", "13:00"),
    ("zh-Hant", "晚上九點", "21:00", "晚上八點"),
    ("zh-Hant", "下午三點半", "15:30", "15:00"),
    ("zh-Hant", "上午9點", "早上九點整", "下午9點"),
    ("zh-Hant", "凌晨12點15分", "00:15", "13:15"),
    ("zh-Hant", "晚上9：05", "21點5分", "21點50分"),
    ("zh-Hans", "晚上九点", "21:00", "晚上八点"),
    ("zh-Hans", "下午三点一刻", "15:15", "15:30"),
    ("zh-Hans", "上午9点", "09:00", "21:00"),
    ("zh-Hans", "中午12点", "正午", "午夜"),
    ("id", "pukul 21.00", "pukul 9 malam", "pukul 8 malam"),
    ("id", "pukul 21:00", "jam 21.00", "jam 22.00"),
    ("id", "jam setengah sepuluh pagi", "pukul 09.30", "pukul 10.30"),
    ("id", "pukul 2 siang", "pukul 14.00", "pukul 15.00"),
    ("id", "pukul 12 malam", "tengah malam", "tengah hari"),
]


@pytest.mark.parametrize(("language", "claimed", "same", "other"), TIMES)
def test_a_time_is_the_same_however_it_is_written(language: str, claimed: str, same: str, other: str) -> None:
    sentence = EVIDENCE[language]
    claim = sentence.format(claimed)
    assert rule_pair(claim, sentence.format(same)).state == "supported"
    ruling = rule_pair(claim, sentence.format(other))
    assert (ruling.state, ruling.reasons) == ("contradicted", ("time_differs",))


DATES = [
    ("The city was buried in {}.", "AD 79", "79 CE", "79 BC"),
    ("The city was buried in {}.", "A.D. 79", "79 AD", "78 AD"),
    ("The treaty was signed in {}.", "44 BC", "44 B.C.E.", "43 BC"),
    ("He was killed on {}.", "15 March 44 BC", "March 15, 44 BCE", "15 March 44 AD"),
    ("The law took effect on {}.", "1 Jan 2024", "2024-01-01", "2024-01-02"),
    ("The law took effect on {}.", "Jan. 25, 2024", "25/01/2024", "1/24/2024"),
    ("The law took effect on {}.", "1st January 2024", "2024/1/1", "2023/1/1"),
    ("該城於{}被埋。", "公元79年", "西元79年", "西元前79年"),
    ("該法於{}生效。", "2024年1月1日", "2024-01-01", "2024-01-11"),
    ("該法於{}生效。", "民國113年1月1日", "二〇二四年一月一日", "二〇二四年一月二日"),
    ("该法于{}生效。", "2024年1月1日", "2024/1/1", "2023/1/1"),
    ("该城于{}被埋。", "公元前44年3月15日", "公元前44年三月十五日", "公元44年3月15日"),
    ("Kota itu terkubur pada {}.", "tahun 79 M", "79 Masehi", "79 SM"),
    ("Perjanjian itu ditandatangani pada {}.", "44 SM", "44 sebelum Masehi", "43 SM"),
    ("Undang-undang itu berlaku pada {}.", "1 Januari 2024", "2024-01-01", "2024-02-01"),
]


@pytest.mark.parametrize(("sentence", "claimed", "same", "other"), DATES)
def test_a_date_is_the_same_however_it_is_written(sentence: str, claimed: str, same: str, other: str) -> None:
    claim = sentence.format(claimed)
    assert rule_pair(claim, sentence.format(same)).state == "supported"
    ruling = rule_pair(claim, sentence.format(other))
    assert (ruling.state, ruling.reasons) == ("contradicted", ("date_differs",))


@pytest.mark.parametrize(
    ("claim", "evidence", "reason"),
    [
        ("The ferry leaves at 9:30 am.", "The ferry leaves at 9:30.", "time_less_precise"),
        ("The ferry leaves at 9:30.", "The ferry leaves at 9:30 pm.", "time_less_precise"),
        ("The ferry leaves at 9.", "The ferry leaves at 9 pm.", "number_less_precise"),
        ("渡輪於上午九點半開船。", "渡輪於九點半開船。", "time_less_precise"),
        ("Kapal feri berangkat pukul 9 malam.", "Kapal feri berangkat pukul 9.", "time_less_precise"),
        ("The law took effect on 6 May 2023.", "The law took effect on 5/6/2023.", "date_not_found"),
    ],
)
def test_what_may_be_the_same_is_left_open(claim: str, evidence: str, reason: str) -> None:
    ruling = rule_pair(claim, evidence)
    assert ruling.state in {None, "unsupported"}
    assert reason in ruling.reasons or ruling.state == "unsupported"


@pytest.mark.parametrize(
    ("claim", "evidence", "state"),
    [
        ("The shop is open from 9 am to 5 pm.", "The shop is open from 9:00 to 17:00.", "supported"),
        ("The shop is open from 9 am to 5 pm.", "The shop is open from 9 to 5 pm.", "supported"),
        ("The shop is open from 9 am to 6 pm.", "The shop is open from 9:00 am to 5:00 pm.", "contradicted"),
        ("The shop is open from 11 am to 1 pm.", "The shop is open from 11 to 1 pm.", "supported"),
        ("The shop closes before 9.30 pm.", "The shop closes before 21:30.", "supported"),
        ("The shop closes around 9 pm.", "The shop closes around 21:00.", "supported"),
        ("At 9 pm the shop closes.", "The shop closes at 21:00.", "supported"),
    ],
)
def test_hours_of_opening(claim: str, evidence: str, state: str) -> None:
    assert rule_pair(claim, evidence).state == state


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The verse is Genesis 1:26.", "The verse is Genesis 1:26 by all accounts."),
        ("The hall seats 9 people.", "The hall seats 9 people and 9 dogs."),
        ("店裡有三點建議。", "店裡有三點建議。"),
        ("Mesin itu bekerja 9 jam.", "Mesin itu bekerja 9 jam."),
    ],
)
def test_other_numbers_are_no_times(claim: str, evidence: str) -> None:
    assert rule_pair(claim, evidence).state == "supported"
