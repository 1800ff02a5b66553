"""Which sentences state something, and what each cites."""

import pytest

from loccit.cite.coverage import sentences_of
from loccit.cite.formats import gemini, markdown, numbered


@pytest.fixture
def stated(origin):
    """The sentences of a Markdown text as (wording, sources)."""

    def _stated(text):
        return [(one.wording, one.sources) for one in sentences_of(markdown.read(text, origin=origin))]

    return _stated


LIST = "\n\n[1]: https://a.example/\n[2]: https://b.example/\n"


def test_marks_belong_to_the_sentence_they_end(stated):
    assert stated("Cork regrows.[1] It is cut by hand. It floats [1][2]." + LIST) == [
        ("Cork regrows.", (0,)),
        ("It is cut by hand.", ()),
        ("It floats.", (0, 1)),
    ]


def test_what_states_nothing_is_left_out(stated):
    text = (
        "---\ntitle: A page of notes\n---\n\n# A heading that says a lot\n\nAnother heading of words\n===\n\n"
        "Does it float?\n\nHere is what we found:\n\n- fast\n\n```\ncode is no prose at all here.\n```\n\n"
        "**A bold line as heading**\n\nCork floats on water."
    )
    assert stated(text) == [("Cork floats on water.", ())]


def test_cited_sentences_count_whatever_they_look_like(stated):
    assert stated("## Fast [1]\n\nIs it fast? [2]" + LIST) == [("Fast", (0,)), ("Is it fast?", (1,))]


@pytest.mark.parametrize("text", ["托盤必須保持水平。", "托盘必须保持水平。", "Baki harus rata.", "Ada apa."])
def test_sentences_without_citation_in_other_languages(stated, text):
    assert stated(text) == [(text, ())]


def test_the_sentence_for_nothing_supported_needs_no_source(stated):
    assert stated("Nothing that was asked could be supported by the pages that were read.") == []


def test_a_source_that_is_not_listed(origin):
    (one,) = sentences_of(markdown.read("Cork floats on water.[9]\n\n[1]: https://a.example/\n", origin=origin))
    assert (one.sources, one.unlisted) == ((), True)


def test_a_span_over_several_sentences_covers_each(origin):
    text = "Zürich größer 😀. Spain won the cup."
    support = {"segment": {"startIndex": 0, "endIndex": 41}, "groundingChunkIndices": [0]}
    payload = {
        "candidates": [
            {
                "content": {"parts": [{"text": text}]},
                "groundingMetadata": {
                    "groundingChunks": [{"web": {"uri": "https://a.example/", "title": "a"}}],
                    "groundingSupports": [support],
                },
            }
        ]
    }
    found = sentences_of(gemini.read(payload, origin=origin))
    assert [(tuple(one.span), one.sources) for one in found] == [((0, 16), (0,)), ((17, 35), (0,))]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The tower is in Paris. It was built in 1889.", "The tower was built in 1889."),
        ("`run()` is a function. It was added in 3.7.", "`run()` was added in 3.7."),
        ("The tower is in Paris.\n\nIt was built in 1889.", "It was built in 1889."),
        ("Ann and Bob are here. It was built in 1889.", "It was built in 1889."),
        ("The tower stands. It was built in 1889.", "It was built in 1889."),
    ],
)
def test_a_pronoun_gets_its_subject_only_where_it_is_certain(origin, text, said):
    assert sentences_of(numbered.read({"answer": text, "sources": []}, origin=origin))[-1].said == said


@pytest.mark.parametrize(
    ("said", "wording"),
    [
        ("Cork regrows [1][2], [1].", "Cork regrows."),
        ("Cork regrows ([1]; [2]).", "Cork regrows."),
        ("Cork regrows（[來源](https://a.example/)）。", "Cork regrows。"),
        ("栓皮可以再生（[來源](https://a.example/)）。", "栓皮可以再生。"),
        ("Cork ![bark](https://i.example/x.png) regrows [1].", "Cork regrows."),
        ("Cork [regrows][cork] on the tree.\n\n[cork]: https://a.example/", "Cork regrows on the tree."),
        ("Cork regrows <https://a.example/>.", "Cork regrows."),
        ("Cork regrows: https://a.example/", "Cork regrows"),
        ("The paper is at https://a.example/.", "The paper is at https://a.example/."),
        ("| Cork | It regrows [1] |", "Cork: It regrows"),
        ("Call `f()` and then g() twice [1].", "Call `f()` and then g() twice."),
        ("[Oslo](https://a.example/), [Bergen](https://b.example/) grow.", "Oslo, Bergen grow."),
    ],
)
def test_a_sentence_is_judged_without_its_marks(stated, said, wording):
    text = said if "[cork]:" in said else said + LIST
    assert [one for one, _ in stated(text)] == [wording]


def test_marks_directly_behind_words_are_no_words(origin):
    payload = {"answer": "Cork regrows[1][2].It floats[2].", "sources": ["https://a.example/", "https://b.example/"]}
    found = sentences_of(numbered.read(payload, origin=origin))
    assert [(one.wording, one.sources) for one in found] == [("Cork regrows.", (0, 1)), ("It floats.", (1,))]


def test_lines_may_end_in_crlf(stated):
    text = "Cork regrows [1].\r\n\r\n- It floats [2]\r\n- It burns\r\n\r\n[1]: https://a.example/\r\n[2]: https://b.example/\r\n"
    assert stated(text) == [("Cork regrows.", (0,)), ("It floats", (1,))]


def test_indented_code_states_nothing(stated):
    text = (
        "Run it so [1].\n\n    the value is set here.\n\n    and again it is set.\n\n"
        "- An item is here [2].\n\n    It goes on in a second paragraph.\n"
    )
    assert [one for one, _ in stated(text + LIST)] == [
        "Run it so.",
        "An item is here.",
        "It goes on in a second paragraph.",
    ]


def test_thousands_of_sentences_on_one_line(stated):
    text = "Cork regrows ([a](https://a.example/)) on trees. " * 5_000
    assert stated(text) == [("Cork regrows on trees.", (0,))] * 5_000
