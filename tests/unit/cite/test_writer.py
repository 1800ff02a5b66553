"""The extractive writer states admitted claims, anchors each, and says so where there are none."""

import asyncio

import pytest

from loccit.cite.writer import ExtractiveWriter


def write(handoff):
    return asyncio.run(ExtractiveWriter().write(handoff))


def test_each_sentence_is_a_claim_anchored_to_its_passage(delivery):
    made = delivery("Zürich größer 😀.", "Spain won the cup.")
    answer = write(made.handoff)
    assert answer.text == "Zürich größer 😀. Spain won the cup."
    assert [(one.start, one.end, one.slice, one.sources) for one in answer.anchors] == [
        (0, 16, "Zürich größer 😀.", (0,)),
        (17, 35, "Spain won the cup.", (1,)),
    ]
    assert [one.claim for one in answer.anchors] == [entry.claim for entry in made.handoff.admitted]
    assert answer.handoff == made.handoff.id


def test_a_source_is_the_passage_with_its_page_and_its_duty(delivery):
    made = delivery(("The tray is level.", "The tray must be level."))
    source = write(made.handoff).sources[0]
    assert source.text == "The tray must be level."
    assert source.url == "https://maker.example/0"
    assert source.requires_attribution is True
    assert source.passage == made.chains[0].passages[0].id
    assert source.retrieval == made.chains[0].retrieval.id
    assert source.candidate == made.chains[0].candidate.id


@pytest.mark.parametrize(
    ("claims", "text"),
    [
        (("托盤必須水平。", "水箱容量為兩升。"), "托盤必須水平。水箱容量為兩升。"),
        (("托盤必須水平", "水箱容量為兩升"), "托盤必須水平。水箱容量為兩升。"),
        (("東京の人口は約1400万人です。", "Tokyo grew."), "東京の人口は約1400万人です。Tokyo grew."),
        (("他說「不行。」", "托盤必須水平。"), "他說「不行。」托盤必須水平。"),
        (("Baki harus rata", "Tangki muat 2 liter"), "Baki harus rata. Tangki muat 2 liter."),
        (("Is it level?", "It is!"), "Is it level? It is!"),
        (("ถาดต้องได้ระดับ", "ถังจุสองลิตร"), "ถาดต้องได้ระดับ ถังจุสองลิตร"),
        (("  The tray is level.  ",), "The tray is level."),
    ],
)
def test_sentences_are_joined_as_their_script_does(delivery, claims, text):
    answer = write(delivery(*claims).handoff)
    assert answer.text == text
    assert [one.slice for one in answer.anchors] == [claim.strip() for claim in claims]
    assert [answer.text[one.start : one.end] for one in answer.anchors] == [one.slice for one in answer.anchors]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How should the tray stand?", "Nothing that was asked could be supported by the pages that were read."),
        (
            "Bagaimana baki harus berdiri?",
            "Tidak ada hal yang ditanyakan yang dapat didukung oleh halaman yang telah dibaca.",
        ),
        ("托盤應該怎麼放？", "已讀取的網頁無法支持所詢問的任何內容。"),
        ("托盘应该怎么放？", "已读取的网页无法支持所询问的任何内容。"),
        ("トレイはどう置きますか？", "Nothing that was asked could be supported by the pages that were read."),
        ("Wie steht das Tablett?", "Nothing that was asked could be supported by the pages that were read."),
    ],
)
def test_nothing_admitted_is_said_in_the_language_of_the_question(delivery, question, text):
    answer = write(delivery(question=question).handoff)
    assert (answer.text, answer.anchors, answer.sources) == (text, (), ())


def test_a_claim_that_is_not_wholly_supported_is_not_stated(delivery, desk):
    made = delivery("The tray must be level.")
    entry = made.handoff.admitted[0].model_copy(update={"state": "partly_supported"})
    answer = write(made.handoff.replacing(admitted=(entry,)))
    assert answer.anchors == ()
