"""Answers for the ear: short, without addresses, every source beside them; and sources that terms keep apart."""

import asyncio

import pytest

from loccit.cite.answer import anchor
from loccit.cite.attribution import SourceLink, apart, has_raw_address, render, spoken
from loccit.cite.check import check
from loccit.cite.writer import ExtractiveWriter
from loccit.errors import VerificationFailed
from loccit.policy import DeliverPolicy
from loccit.records import Answer, AnswerSource
from loccit.text.offsets import Span


def speak(made):
    return asyncio.run(ExtractiveWriter().write(made.handoff, modality="voice", prompt="Be brief."))


def answer_of(origin, text, spans, *sources):
    anchors = tuple(anchor(text, Span(start, end), sources=cited) for start, end, cited in spans)
    return Answer(origin=origin, text=text, anchors=anchors, sources=sources, modality="voice")


def source(number, *, duty=True, **more):
    given = {"url": f"https://s{number}.example/", "title": f"Page {number}", "text": None} | more
    return AnswerSource(requires_attribution=duty, **given)


def test_a_spoken_answer_has_a_few_statements(delivery):
    answer = speak(delivery("One is red.", "Two is blue.", "Three is green.", "Four is grey."))
    assert answer.text == "One is red. Two is blue. Three is green."
    assert answer.modality == "voice"
    assert len(answer.anchors) == len(answer.sources) == 3


def test_a_statement_too_long_for_the_others_is_spoken_alone(delivery):
    long = "The tray " + "and the rack " * 30 + "are level."
    assert speak(delivery(long, "Two is blue.")).text == long


def test_what_has_an_address_in_it_is_not_spoken(delivery):
    answer = speak(delivery("The manual is at https://maker.example/manual.", "The tray is level."))
    assert answer.text == "The tray is level."


def test_where_everything_has_an_address_in_it_the_speech_says_where_to_look(delivery, clock):
    made = delivery("The manual is at www.maker.example.")
    answer = speak(made)
    assert answer.text == "The answer has web addresses in it; it is shown beside this."
    assert spoken(answer).beside == (SourceLink("Tidewater 40 manual", answer.sources[0].deep_link),)
    _, release = asyncio.run(
        check(answer, handoff=made.handoff, read=lambda _: None, judge=None, policy=DeliverPolicy(), clock=clock)
    )
    assert release.released
    _, shown = asyncio.run(
        check(
            answer.replacing(modality="text"),
            handoff=made.handoff,
            read=lambda _: None,
            judge=None,
            policy=DeliverPolicy(),
            clock=clock,
        )
    )
    assert not shown.released


def test_sources_stand_beside_and_not_in_the_speech(origin):
    answer = answer_of(origin, "It is level.", [(0, 12, [1])], source(1, duty=False), source(2), source(3))
    found = spoken(answer)
    assert found.speech == "It is level."
    assert found.beside == (SourceLink("Page 2", "https://s2.example/"), SourceLink("Page 3", "https://s3.example/"))


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("It is at https://a.example/x.", "https://a.example/"),
        ("It is level.", "document:0"),
        ("It is level.", "javascript:alert(1)"),
    ],
)
def test_nothing_is_spoken_where_a_duty_can_not_be_kept_or_an_address_would_be_read(origin, text, url):
    with pytest.raises(VerificationFailed):
        spoken(answer_of(origin, text, [(0, len(text), [0])], source(1, url=url)))


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("See https://a.example.", True),
        ("See www.a.example.", True),
        ("See a.example/page.", True),
        ("asyncio.run() is in Python 3.7.", False),
        ("It takes 1.5/2 litres and/or less.", False),
        ("網址是https://a.example/頁", True),
    ],
)
def test_raw_addresses(text, raw):
    assert has_raw_address(text) is raw


def test_sources_that_terms_keep_apart_are_not_shown_together(origin):
    text = "One is red. Two is blue. Three is green."
    both = answer_of(
        origin,
        text,
        [(0, 11, [0]), (12, 24, [1]), (25, 40, [1, 0])],
        source(1),
        source(2, terms="search-grounding"),
    )
    with pytest.raises(VerificationFailed, match="'search-grounding' allow no other sources"):
        render(both, "plain")
    with pytest.raises(VerificationFailed, match="apart"):
        spoken(both)
    free, bound = apart(both)
    assert render(free, "plain") == "One is red.[1] Three is green.[1]\n\n[1] Page 1 https://s1.example/"
    assert render(bound, "plain") == "Two is blue.[1] Three is green.[1]\n\n[1] Page 2 https://s2.example/"
    assert [one.slice for one in bound.anchors] == ["Two is blue.", "Three is green."]
    assert all(bound.text[one.start : one.end] == one.slice for one in bound.anchors)


def test_sources_under_the_same_terms_stay_together(origin):
    text = "One is red."
    answer = answer_of(origin, text, [(0, 11, [0, 1])], source(1, terms="t"), source(2, terms="t"))
    assert apart(answer) == (answer,)
    assert "https://s2.example/" in render(answer, "plain")
