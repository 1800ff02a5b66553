"""Folding for comparison, and the way back."""

import pytest

from loccit.text.invisible import invisible_findings, without_deceptive
from loccit.text.normalise import folded
from loccit.text.offsets import Span


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain ASCII stays", "plain ASCII stays"),
        ("two  spaces\nand\ta tab", "two spaces and a tab"),
        ("no\u00a0break, thin\u2009space, \u3000wide", "no break, thin space, wide"),
        ("“double” „low“ «angle» ‘single’ it’s 5′", '"double" "low" "angle" \'single\' it\'s 5\''),
        ("a‐b a‑b 1–2 a—b −5", "a-b a-b 1-2 a-b -5"),
        ("co\u00adoperate ig\u200bnore \ufeffstart", "cooperate ignore start"),
        ("and so on…", "and so on..."),
        ("ﬁne ﬂour oﬃce", "fine flour office"),
        ("Ｐｙｔｈｏｎ３．１１，（是）", "Python3.11,(是)"),
        ("Zoe\u0301 \u212bngström ｶﾞ", "Zoé Ångström ガ"),
        ("水位\n必須 高於，\n標記", "水位必須高於,標記"),
        ("用 Python 寫", "用 Python 寫"),
        ("年 一 二 月", "年一 二月"),
        ("10⁶ m² ½ H₂O", "10⁶ m² ½ H₂O"),
        ("KEEP Case", "KEEP Case"),
        ("👨\u200d👩\u200d👧 ❤\ufe0f می\u200cرود", "👨👩👧 ❤ میرود"),
    ],
)
def test_folding(text: str, expected: str) -> None:
    assert folded(text).text == expected
    assert folded(expected).text == expected


@pytest.mark.parametrize(
    ("text", "part", "original"),
    [
        ("Add ½ cup of ﬁne salt", "fine salt", "ﬁne salt"),
        ("from Zoe\u0301 now", "Zoé", "Zoe\u0301"),
        ("do  co\u00adoperate\u200b now", "cooperate", "co\u00adoperate"),
        ("水 位\n高", "水位高", "水 位\n高"),
        ("wait… now", "... now", "… now"),
    ],
)
def test_the_way_back(text: str, part: str, original: str) -> None:
    page = folded(text)
    start = page.text.index(part)
    span = page.original(Span(start, start + len(part)))
    assert span is not None
    assert text[span.start : span.end] == original


@pytest.mark.parametrize(("text", "part"), [("ﬁne", "ine"), ("oﬀ", "of"), ("wait…", "wait."), ("№ 5", "o 5")])
def test_half_a_character_is_no_match(text: str, part: str) -> None:
    page = folded(text)
    start = page.text.index(part)
    assert page.original(Span(start, start + len(part))) is None


@pytest.mark.parametrize(
    ("text", "alarms"),
    [
        ("👩\u200d🚀 and 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", []),
        ("می\u200cخواهم क्\u200dष", []),
        ("\ufeffid,name", []),
        ("\u200fשלום\u200e abc", []),
        ("ภาษา\u200bไทย 中\u200b文", []),
        ("isolate \u2066abc\u2069 closed", []),
        ("pass\u200bword", ["zero_width_in_word"]),
        ("re\u2060lease", ["zero_width_in_word"]),
        ("Fine\U000e0068\U000e0069", ["tag_characters"]),
        ("txt\u202egpj.exe", ["bidi"]),
        ("open \u2067abc\nnext", ["bidi"]),
    ],
)
def test_invisible_characters(text: str, alarms: list[str]) -> None:
    assert [finding.alarm for finding in invisible_findings(text)] == alarms


def test_tags_are_decoded_and_removed() -> None:
    text = "Fine.\U000e0068\U000e0069\U000e0020\U000e0079\U000e006f Go\u202eon"
    assert invisible_findings(text)[0].decoded == "hi yo"
    assert without_deceptive(text) == "Fine. Goon"
    assert without_deceptive("ok \U0001f3f4\U000e0067\U000e007f") == "ok \U0001f3f4\U000e0067\U000e007f"
