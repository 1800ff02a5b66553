"""The release of a draft: each thing wrong with it is named, and nothing wrong leaves."""

import asyncio
from dataclasses import replace

import pytest
from pydantic import ValidationError

from loccit.cite.check import check
from loccit.cite.writer import ExtractiveWriter
from loccit.ids import digest
from loccit.policy import DeliverPolicy
from loccit.protocols import Judgement
from loccit.records import Agent, Anchor, Opinion

LEVEL = "The tray must be level."
CUP = "The tray holds one cup."


class WordForWord:
    """A judge that finds a sentence supported where it stands in the text, and leaves all else open."""

    name = "word-for-word"
    version = "1"

    def __init__(self, origin):
        self.origin = origin

    async def opine(self, claim, document, passages):
        found = tuple(one for one in passages if claim.wording.strip(" .") in one.exact)
        opinion = Opinion(
            origin=self.origin,
            claim=claim.id,
            document=document.record.id,
            judge=Agent(kind="rule", name=self.name),
            state="supported" if found else None,
            reasons=() if found else ("undecided",),
            passages=tuple(one.id for one in found),
            facets=(),
            blocks_read=1,
            blocks_total=1,
        )
        return Judgement(opinion, found)


@pytest.fixture
def release(origin, clock):
    """Check an answer against a delivery; gives the citations and the release."""

    def _release(answer, made, read=None, handoff=None):
        return asyncio.run(
            check(
                answer,
                handoff=handoff or made.handoff,
                read=read or made.read,
                judge=WordForWord(origin),
                policy=DeliverPolicy(),
                clock=clock,
            )
        )

    return _release


def draft(made):
    return asyncio.run(ExtractiveWriter().write(made.handoff))


def unheld(citation):
    return {one.name: one.result for one in citation.checks if one.result != "passed"}


def test_a_sound_draft_is_released(delivery, release, clock):
    made = delivery(LEVEL, CUP)
    citations, decision = release(draft(made), made)
    assert [(one.anchor, one.source, one.state) for one in citations] == [(0, 0, "supported"), (1, 1, "supported")]
    assert [check.name for check in citations[0].checks] == ["anchor", "source", "passage", "admitted", "carried"]
    assert decision.released
    assert decision.reasons == ()
    assert [(check.number, check.name, check.result) for check in decision.checks] == [
        (1, "handoff", "passed"),
        (2, "anchored", "passed"),
        (3, "covered", "passed"),
        (4, "citations", "passed"),
        (5, "attribution", "passed"),
    ]
    assert decision.citations == tuple(one.id for one in citations)
    assert decision.released_at == clock.now()


@pytest.mark.parametrize("question", ["How?", "Bagaimana caranya?", "托盤怎麼放？"])
def test_an_answer_that_says_nothing_was_supported_is_released(delivery, release, question):
    made = delivery(question=question)
    citations, decision = release(draft(made), made)
    assert citations == ()
    assert decision.released


def test_saying_nothing_was_supported_is_no_way_round_admitted_evidence(delivery, release):
    nothing = draft(delivery())
    made = delivery(LEVEL)
    _, decision = release(nothing.replacing(handoff=made.handoff.id), made)
    assert decision.reasons == ("anchored", "covered", "citations")


def test_an_empty_answer_is_not_released(delivery, release):
    made = delivery(LEVEL)
    _, decision = release(draft(made).replacing(text="", anchors=(), sources=()), made)
    assert decision.reasons == ("anchored", "citations")


def test_a_release_without_checks_can_not_be_made(delivery, release):
    made = delivery(LEVEL)
    _, decision = release(draft(made), made)
    with pytest.raises(ValidationError, match="without every check passed"):
        decision.replacing(checks=())


@pytest.mark.parametrize(
    ("start", "end", "piece"), [(0, 22, LEVEL), (1, 24, LEVEL), (0, 999, LEVEL), (0, 23, "The tray may be level!!")]
)
def test_an_anchor_that_is_not_where_it_says(delivery, release, start, end, piece):
    made = delivery(LEVEL)
    answer = draft(made)
    anchor = answer.anchors[0].model_copy(update={"start": start, "end": end, "slice": piece})
    citations, decision = release(answer.replacing(anchors=(anchor,)), made)
    assert unheld(citations[0]) == {"anchor": "failed", "carried": "not_checked"}
    assert "citations" in decision.reasons
    assert citations[0].state is None


def test_a_source_that_is_not_listed(delivery, release):
    made = delivery(LEVEL)
    answer = draft(made)
    anchor = answer.anchors[0].model_copy(update={"sources": (0, 7)})
    citations, decision = release(answer.replacing(anchors=(anchor,)), made)
    assert unheld(citations[0]) == {}
    assert unheld(citations[1])["source"] == "failed"
    assert not decision.released


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"passage": None}, {"source": "failed", "passage": "not_checked", "admitted": "failed"}),
        ({"retrieval": None}, {"source": "failed", "passage": "not_checked", "admitted": "failed"}),
        ({"retrieval": digest(b"other")}, {"source": "failed", "admitted": "failed"}),
        ({"text": "The tray need not be level."}, {"passage": "failed"}),
        ({"text": None}, {"passage": "failed"}),
        ({"url": "https://other.example/"}, {"passage": "failed"}),
    ],
)
def test_a_source_that_is_not_what_it_says(delivery, release, change, names):
    made = delivery(LEVEL)
    answer = draft(made)
    citations, decision = release(answer.replacing(sources=(answer.sources[0].model_copy(update=change),)), made)
    assert unheld(citations[0]) == names | {"carried": "not_checked"}
    assert not decision.released


def test_a_passage_that_is_not_on_record(delivery, release):
    made = delivery(LEVEL)
    citations, _ = release(draft(made), made, read=lambda source: None)
    assert unheld(citations[0]) == {"source": "failed", "passage": "not_checked", "carried": "not_checked"}


def test_stored_text_with_one_changed_code_point(delivery, release):
    made = delivery(LEVEL)
    document = made.chains[0].document
    changed = replace(document, text=document.text.replace("level", "leveI"))
    citations, decision = release(draft(made), made, read=lambda source: replace(made.read(source), document=changed))
    assert unheld(citations[0]) == {"passage": "failed", "carried": "not_checked"}
    assert not decision.released


def test_a_passage_cited_for_another_claim(delivery, release):
    made = delivery(LEVEL, CUP)
    answer = draft(made)
    first, second = answer.anchors
    swapped = (first.model_copy(update={"sources": (1,)}), second)
    citations, decision = release(answer.replacing(anchors=swapped), made)
    assert unheld(citations[0]) == {"admitted": "failed", "carried": "not_checked"}
    assert not decision.released


def test_a_statement_outside_the_anchors_blocks_the_release(delivery, release):
    made = delivery(LEVEL)
    answer = draft(made)
    citations, decision = release(answer.replacing(text=f"{answer.text} It also sings."), made)
    assert unheld(citations[0]) == {}
    assert decision.reasons == ("covered",)
    assert decision.checks[2].detail == "No anchor covers 'It also sings.'."


def test_a_rest_of_a_sentence_outside_its_anchor_blocks_the_release(delivery, release):
    made = delivery("托盤必須水平")
    answer = draft(made)
    _, decision = release(answer.replacing(text="托盤必須水平，每天清潔。"), made)
    assert decision.reasons == ("covered",)


@pytest.mark.parametrize(("sentence", "state"), [("The tray must be level", "supported"), ("The tray sings.", None)])
def test_a_reworded_sentence_is_judged_against_its_passage(delivery, release, sentence, state):
    made = delivery(LEVEL)
    answer = draft(made)
    anchor = Anchor(
        kind="claim", start=0, end=len(sentence), slice=sentence, sources=(0,), claim=answer.anchors[0].claim
    )
    citations, decision = release(answer.replacing(text=sentence, anchors=(anchor,)), made)
    assert citations[0].state == state
    assert unheld(citations[0]) == ({} if state else {"carried": "not_checked"})
    assert decision.released is (state is not None)


def test_an_answer_to_another_handoff(delivery, release):
    made = delivery(LEVEL)
    _, decision = release(draft(made).replacing(handoff=None), made)
    assert decision.reasons == ("handoff",)


def test_a_dropped_attribution_duty_blocks_the_release(delivery, release):
    made = delivery(LEVEL)
    answer = draft(made)
    source = answer.sources[0].model_copy(update={"requires_attribution": False})
    _, decision = release(answer.replacing(sources=(source,)), made)
    assert decision.reasons == ("attribution",)


def test_a_statement_without_a_source_blocks_the_release(delivery, release):
    made = delivery(LEVEL)
    answer = draft(made)
    bare = answer.anchors[0].model_copy(update={"sources": ()})
    _, decision = release(answer.replacing(anchors=(bare,)), made)
    assert decision.reasons == ("anchored", "citations")


def test_a_long_quotation_is_noted_and_stops_nothing(delivery, release):
    long = "The tray must be level and " * 12 + "clean."
    made = delivery(long)
    citations, decision = release(draft(made), made)
    assert citations[0].reasons == ("long_quotation",)
    assert decision.released
