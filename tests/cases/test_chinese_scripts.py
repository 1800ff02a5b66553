"""A claim in the one script of Chinese beside a page in the other, in the same words."""

import pytest

from loccit.judge.pairs import judge_pair, rule_pair
from loccit.judge.script import simplified

SAME = [
    ("這座橋於1987年完工，長三公里。", "这座桥于1987年完工，长三公里。"),
    ("圖書館每天開放八小時，週日除外。", "图书馆每天开放八小时，周日除外。"),
    ("三隻貓睡在屋裡。", "三只猫睡在屋里。"),
    ("費用是五百元。", "费用是五百元。"),
    ("合併兩個檔案之後，會刪除舊的。", "合并两个档案之后，会删除旧的。"),
    ("只有會員可以借書。", "只有会员可以借书。"),
    ("著作權屬於作者。", "著作权属于作者。"),
    ("系統隨著時間變慢。", "系统随着时间变慢。"),
    ("水溫超過三十度時，幫浦停止。", "水温超过三十度时，帮浦停止。"),
]


@pytest.mark.parametrize(("traditional", "simple"), SAME)
def test_the_same_words_carry_a_claim_in_either_script(traditional: str, simple: str) -> None:
    assert rule_pair(traditional, f"{simple}详情请见手册。").state == "supported"
    assert rule_pair(simple, f"{traditional}詳情請見手冊。").state == "supported"


EDITED = [
    ("這座橋於1987年完工。", "这座桥于1988年完工。", "contradicted"),
    ("這座橋長三公里。", "这座桥长三百米。", "contradicted"),
    ("訪客可以進入實驗室。", "访客不得进入实验室。", "contradicted"),
    ("費用是六百元。", "费用是五百元。", "contradicted"),
    ("兩隻貓在屋裡。", "三只猫在屋里。", "contradicted"),
    ("圖書館每天開放八小時。", "图书馆每天开放八小时，周日除外。", "partly_supported"),
    ("会员可以借书。", "如果沒有罰款，會員可以借書。", "partly_supported"),
    ("该服务器已启用。", "該服務器已禁用。", "contradicted"),
    ("所有会员都可以借书。", "部分會員可以借書。", "partly_supported"),
]


@pytest.mark.parametrize(("claim", "evidence", "state"), EDITED)
def test_an_edit_is_judged_as_within_one_script(claim: str, evidence: str, state: str) -> None:
    across, within = rule_pair(claim, evidence), rule_pair(simplified(claim), simplified(evidence))
    assert (across.state, across.reasons) == (within.state, within.reasons)
    assert across.state == state


def test_the_passage_is_shown_in_the_script_of_the_page() -> None:
    evidence = "请出示证件。访客不得进入实验室。"
    judgement = judge_pair("訪客可以進入實驗室。", evidence)
    assert [passage.exact for passage in judgement.passages] == ["访客不得进入实验室。"]
    check = next(facet for facet in judgement.opinion.facets if facet.result == "conflict")
    assert check.claim_text == "進"
    assert check.evidence_text == "进"


def test_folding_keeps_the_length() -> None:
    text = "「後來」，乾淨的頭髮、麵包與 150 公里 😀。"
    assert simplified(text) == "「后来」，干净的头发、面包与 150 公里 😀。"
    assert len(simplified(text)) == len(text)
