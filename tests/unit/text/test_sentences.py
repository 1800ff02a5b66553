"""Sentence boundaries, language by language."""

import pytest

from loccit.text.sentences import sentence_spans


def sentences(text: str, language: str = "") -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, 0, len(text), language)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("No mark at the end", ["No mark at the end"]),
        ("Release 3.11.2 is out. It costs 3.50 euros.", ["Release 3.11.2 is out.", "It costs 3.50 euros."]),
        ("Use a cache, e.g. Redis. Dr. Lee agrees.", ["Use a cache, e.g. Redis.", "Dr. Lee agrees."]),
        (
            "See No. 5 and Fig. 3. The answer is no. 5 people left.",
            ["See No. 5 and Fig. 3.", "The answer is no. 5 people left."],
        ),
        (
            "Nuts, seeds, etc. are fine. Nuts, etc. The rest is not.",
            ["Nuts, seeds, etc. are fine.", "Nuts, etc.", "The rest is not."],
        ),
        ("J. R. Hale and K.L. Moss wrote it. They left.", ["J. R. Hale and K.L. Moss wrote it.", "They left."]),
        ("The U.S. Army left the U.S. They came back.", ["The U.S. Army left the U.S.", "They came back."]),
        (
            "Call loop.run_forever() first. loop.close() ends it.",
            ["Call loop.run_forever() first.", "loop.close() ends it."],
        ),
        (
            "Open https://example.org/a.b?c=1. Then edit setup.cfg.",
            ["Open https://example.org/a.b?c=1.", "Then edit setup.cfg."],
        ),
        ("Wait... what? Wait ... and see… now.", ["Wait... what?", "Wait ... and see… now."]),
        ("“Stop!” she said. (It was late.) He ran.", ["“Stop!” she said.", "(It was late.)", "He ran."]),
        ("It melts.[12] It boils.[a] Done.", ["It melts.[12]", "It boils.[a]", "Done."]),
        ("1. Open the lid. 2. Wait.", ["1. Open the lid.", "2. Wait."]),
        ("A heading\n\nA line\nthat wraps. End.", ["A heading", "A line\nthat wraps.", "End."]),
        ("Buka tutup, saringan, dsb. Lalu tunggu.", ["Buka tutup, saringan, dsb.", "Lalu tunggu."]),
        ("Harga Rp. 5.000, dll. masih sama. Yth. Ibu Sari.", ["Harga Rp. 5.000, dll. masih sama.", "Yth. Ibu Sari."]),
        ("إلى أين؟ إلى البيت. شكرا", ["إلى أين؟", "إلى البيت.", "شكرا"]),
        ("यह एक है। वह दो है।", ["यह एक है।", "वह दो है।"]),
        ("값이 올랐다. 그래서 안 샀다.", ["값이 올랐다.", "그래서 안 샀다."]),
    ],
)
def test_alphabets(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("水會滾。關火！好嗎？好", ["水會滾。", "關火！", "好嗎？", "好"]),
        ("她說：「水滾了。」他關火。", ["她說：「水滾了。」", "他關火。"]),
        ("彼は「行く。」と言った。本当だ。", ["彼は「行く。」と言った。", "本当だ。"]),
        ("版本 3.11.2 已发布.请更新. 谢谢。", ["版本 3.11.2 已发布.", "请更新.", "谢谢。"]),
        ("打开 config.txt 文件。运行 a.run() 即可。", ["打开 config.txt 文件。", "运行 a.run() 即可。"]),
        ("約３．５倍になる．次へ", ["約３．５倍になる．", "次へ"]),
        ("（請參閱下文。）接著按下。", ["（請參閱下文。）", "接著按下。"]),
        ("真的？！是的……也許。", ["真的？！", "是的……也許。"]),
    ],
)
def test_cjk(text: str, expected: list[str]) -> None:
    assert sentences(text, "zh") == expected


def test_thai_spaces_and_particles() -> None:
    assert sentences("ขอบคุณครับ เครื่องนี้ใช้น้ำหนึ่งลิตร ต้องล้างถาดทุกวันจันทร์", "th") == [
        "ขอบคุณครับ",
        "เครื่องนี้ใช้น้ำหนึ่งลิตร",
        "ต้องล้างถาดทุกวันจันทร์",
    ]
    assert len(sentences("เครื่องนี้ใช้น้ำหนึ่งลิตร และต้องล้างถาดทุกวัน", "th")) == 1


def test_ordinals_need_the_language() -> None:
    assert sentences("Es war am 3. Mai. Danach nicht.", "de-AT") == ["Es war am 3. Mai.", "Danach nicht."]
    assert sentences("It rained on May 3. May was dry.", "en") == ["It rained on May 3.", "May was dry."]


def test_only_the_block_is_read() -> None:
    text = "One. Two. Three. Four."
    assert [text[a:b] for a, b in sentence_spans(text, 5, 16)] == ["Two.", "Three."]
