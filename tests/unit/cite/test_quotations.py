"""Quotations: what counts as one, where it stands, and what is said of it."""

import pytest

from loccit.cite.quotations import Quotation, is_copied, only_quotes, place, quotations_in, quoted_span
from loccit.text.offsets import Span

PIPES = "Copper pipes were laid in 1971. Brass is common."
TAPS = "Taps with nickel were sold until 1975. Brass is common."


def placed(words, cited, texts):
    found = place(Quotation(Span(0, len(words)), words), cited, texts)
    return found.status, found.found_in, found.place


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Copper pipes were laid in 1971.", ("ok", (0,), Span(0, 31))),
        ("Taps with nickel were sold until 1975.", ("misattributed", (1,), Span(0, 38))),
        ("Zinc pipes were laid in 1990.", ("not_found", (), None)),
        ("copper pipes were laid", ("ok", (0,), Span(0, 22))),
        ("Copper pipes ... Brass is common", ("ok", (0,), Span(0, 47))),
        ("Copper pipes [of all kinds] were laid", ("ok", (0,), Span(0, 22))),
        ("Brass is common ... Copper pipes", ("not_found", (), None)),
    ],
)
def test_words_are_found_or_not_and_nothing_more_is_said(words, expected):
    assert placed(words, (0,), {0: PIPES, 1: TAPS}) == expected


def test_an_unread_source_leaves_the_question_open():
    assert placed("Zinc pipes were laid.", (0,), {0: None, 1: TAPS}) == ("not_checked", (), None)
    assert placed("Brass is common.", (0,), {0: None, 1: TAPS})[0] == "not_checked"
    assert placed("Zinc pipes were laid.", (0, 2), {0: PIPES, 1: TAPS, 2: None})[0] == "not_checked"


def test_typographic_forms_are_the_same_words():
    assert quoted_span("the tray's edge - not the rim", "See the tray’s edge – not the rim.") == Span(4, 33)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('It says "the tray must be level" here.', ["the tray must be level"]),
        ("It says “the tray must be level”.", ["the tray must be level"]),
        ("Es heißt „das Tablett muss waagrecht sein“.", ["das Tablett muss waagrecht sein"]),
        ("Il dit « le plateau est droit ».", ["le plateau est droit"]),
        ("說明書指出「托盤必須保持水平」。", ["托盤必須保持水平"]),
        ('The "tray" is named.', []),
        ("《托盤使用說明書大全》", []),
        ('A 12" pipe and a 14" pipe are laid.', []),
        ("It's the maker's own word, isn't it?", []),
    ],
)
def test_what_counts_as_a_quotation(text, found):
    assert [one.text for one in quotations_in(text, Span(0, len(text)))] == found


@pytest.mark.parametrize(
    ("wording", "quoted"),
    [
        ('The documentation says: "The tray must be level."', "The tray must be level."),
        ('According to the Tidewater manual, "the tray must be level".', "the tray must be level"),
        ("說明書指出「托盤必須保持水平」。", "托盤必須保持水平"),
        ('Menurut panduan, "baki itu harus selalu rata".', "baki itu harus selalu rata"),
        ('The manual does not say "the tray must be level".', None),
        ('The manual says "the tray must be level", which is false.', None),
        ('The manual says "the tray must be level" and "the door must be shut".', None),
    ],
)
def test_a_sentence_that_only_quotes(wording, quoted):
    assert only_quotes(wording, "Tidewater 40 manual") == quoted


def test_long_runs_taken_over_word_for_word():
    page = "".join(f"Sentence number {number} of the page. " for number in range(60))
    assert is_copied("So: " + page[100:451], page, 300)
    assert not is_copied("So: " + page[100:380] + " and so on " + page[500:780], page, 300)
    assert not is_copied("Short.", page, 300)
