"""Renderings: marks at the right places, every duty shown, or nothing at all."""

import pytest

from loccit.cite.answer import anchor
from loccit.cite.attribution import marked, render, verify
from loccit.errors import BadInput, VerificationFailed
from loccit.records import Answer, AnswerSource
from loccit.text.offsets import Span

MIXED = "東京の人口は約1400万人です。Tokyo grew 🎉 in 2023. Naïve maps lag."


def source(number, *, duty=True, **changes):
    return AnswerSource(
        **{"url": f"https://s{number}.example/", "title": f"Page {number}", "text": None, "requires_attribution": duty}
        | changes
    )


@pytest.fixture
def answer(origin):
    def _answer(text, spans, sources):
        anchors = tuple(anchor(text, Span(start, end), sources=cited) for start, end, cited in spans)
        return Answer(origin=origin, text=text, anchors=anchors, sources=tuple(sources))

    return _answer


def test_marks_stand_after_the_piece_they_belong_to(answer):
    three = answer(MIXED, [(0, 16, [0]), (16, 37, [1]), (38, 53, [2])], [source(n) for n in (1, 2, 3)])
    assert (
        marked(three, lambda position: f"[{position + 1}]")
        == "東京の人口は約1400万人です。[1]Tokyo grew 🎉 in 2023.[2] Naïve maps lag.[3]"
    )


def test_one_piece_with_two_sources_and_two_pieces_that_end_together(answer):
    text = "It is level."
    one = answer(text, [(0, 12, [1, 0]), (6, 12, [0])], [source(1), source(2)])
    assert marked(one, lambda position: f"[{position + 1}]") == "It is level.[2][1]"


def test_a_piece_that_is_a_mark_already_gets_none(answer):
    one = answer("It is level. [1]", [(0, 12, [0])], [source(1)])
    mark = one.anchors[0].model_copy(update={"kind": "marker", "start": 13, "end": 16, "slice": "[1]"})
    assert marked(one.replacing(anchors=(mark,)), lambda position: "!") == "It is level. [1]"


@pytest.mark.parametrize(
    ("style", "rendered"),
    [
        ("footnotes", "It is level.[^1]\n\n[^1]: [Page 1](https://s1.example/)"),
        ("inline_links", "It is level. ([Page 1](https://s1.example/))"),
        ("badges", "It is level.[¹](https://s1.example/)\n\n¹ [Page 1](https://s1.example/)"),
        ("plain", "It is level.[1]\n\n[1] Page 1 https://s1.example/"),
    ],
)
def test_styles(answer, style, rendered):
    assert render(answer("It is level.", [(0, 12, [0])], [source(1)]), style) == rendered


@pytest.mark.parametrize("style", ["footnotes", "inline_links", "badges", "plain"])
def test_a_duty_is_shown_even_where_nothing_cites_the_source(answer, style):
    rendered = render(answer("It is level.", [(0, 12, [0])], [source(1), source(2), source(3, duty=False)]), style)
    assert "https://s2.example/" in rendered
    assert "https://s3.example/" not in rendered


@pytest.mark.parametrize("style", ["footnotes", "inline_links", "badges", "plain"])
@pytest.mark.parametrize("url", ["javascript:alert(1)", "ftp://s.example/", "", "https://s.example/ a", "source 1"])
def test_a_duty_that_can_not_be_linked_lets_nothing_out(answer, style, url):
    with pytest.raises(VerificationFailed, match="must be shown as a source"):
        render(answer("It is level.", [(0, 12, [0])], [source(1, url=url)]), style)


def test_a_source_without_duty_that_can_not_be_linked_is_named_without_a_link(answer):
    one = answer("It is level.", [(0, 12, [0])], [source(1, duty=False, url="javascript:alert(1)", title="A [b]")])
    assert render(one, "inline_links") == "It is level. (A \\[b\\])"


def test_a_rendering_that_dropped_a_duty_is_refused(answer):
    one = answer("It is level.", [(0, 12, [0])], [source(1)])
    verify(one, '<a href="https://s1.example/">Page 1</a>')
    with pytest.raises(VerificationFailed, match=r"https://s1\.example/ must be shown"):
        verify(one, "It is level.")


def test_a_prefix_of_another_address_is_not_the_address(answer):
    one = answer("It is level.", [(0, 12, [0])], [source(1, url="https://s.example/a")])
    with pytest.raises(VerificationFailed):
        verify(one, "It is level. https://s.example/abc")


@pytest.mark.parametrize("style", ["footnotes", "inline_links", "badges", "plain"])
@pytest.mark.parametrize("url", ['https://s.example/a_(b)?x=1&amp;y=%20|`"<z>#f', "https://例え.example/道"])
def test_odd_addresses_are_still_the_source(answer, style, url):
    assert render(answer("It is level.", [(0, 12, [0])], [source(1, url=url)]), style)


def test_the_link_shows_the_passage_where_its_place_is_known(answer):
    deep = "https://s1.example/#a:~:text=It%20is"
    rendered = render(answer("It is level.", [(0, 12, [0])], [source(1, deep_link=deep)]), "footnotes")
    assert rendered.endswith(f"[^1]: [Page 1]({deep})")


def test_an_unknown_style(answer):
    with pytest.raises(BadInput, match="style: expected one of footnotes, inline_links, badges, plain"):
        render(answer("It is level.", [], []), "html")
