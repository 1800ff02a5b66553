"""What is delivered: admitted evidence, gaps that can be worked on, open questions with both sides."""

import json

from loccit.deliver.exports import EXPORTS
from loccit.deliver.handoff import build
from loccit.policy import DeliverPolicy
from loccit.records import Handoff

LEVEL = "The tray must be level."
MAY_LEAN = "The tray may lean by up to 5 degrees."
CUP = "The tray holds one cup."


def deliver(desk, clock, *dossiers):
    return build(desk.question(), dossiers, policy=DeliverPolicy(), clock=clock)


def supported(desk, url="https://maker.example/manual"):
    claim = desk.claim(LEVEL)
    return desk.dossier(
        claim, [desk.piece(claim, desk.document(LEVEL), LEVEL, url=url, page_version="2")], state="supported"
    )


def unsupported(desk):
    claim = desk.claim("The tray saves water.")
    piece = desk.piece(claim, desk.document(LEVEL), None, state="unsupported")
    return desk.dossier(claim, [piece], state="unsupported")


def unavailable(desk):
    claim = desk.claim("The tank holds 60 litres.")
    piece = desk.piece(claim, desk.document(LEVEL), LEVEL)
    failed = desk.retrieval(
        "https://maker.example/capacity",
        candidate=piece.chain.candidate,
        selection=piece.chain.authority,
        document=None,
        outcome="http_error",
        status=503,
        final_url=None,
    )
    return desk.dossier(claim, [], state="unavailable", failed=[failed])


def contradicted(desk):
    claim = desk.claim("The tray may lean.")
    piece = desk.piece(claim, desk.document(LEVEL), LEVEL, state="contradicted")
    return desk.dossier(claim, [piece], state="contradicted")


def disputed(desk):
    claim = desk.claim("The tray must be strictly level.")
    pieces = [
        desk.piece(claim, desk.document(LEVEL), LEVEL, page_version="2"),
        desk.piece(
            claim, desk.document(MAY_LEAN), MAY_LEAN, state="contradicted", url="https://maker.example/old",
            page_version="1",
        ),
    ]  # fmt: skip
    return desk.dossier(claim, pieces, state=None, reasons=("sources_disagree",))


def test_each_claim_is_delivered_once_and_in_order(desk, clock):
    handoff = deliver(
        desk, clock, unsupported(desk), supported(desk), contradicted(desk), disputed(desk), unavailable(desk)
    )
    assert [entry.wording for entry in handoff.admitted] == [LEVEL]
    assert [gap.wording for gap in handoff.gaps] == [
        "The tray saves water.",
        "The tray may lean.",
        "The tank holds 60 litres.",
    ]
    assert [one.wording for one in handoff.open_questions] == ["The tray must be strictly level."]


def test_admitted_evidence_names_the_passage_its_place_and_its_reading(desk, clock):
    entry = deliver(desk, clock, supported(desk, url="https://maker.example/manual?v=2#top")).admitted[0]
    place = entry.passages[0]
    assert (place.exact, place.start, place.end) == (LEVEL, 0, 23)
    assert place.url == "https://maker.example/manual?v=2#top"
    assert place.deep_link == "https://maker.example/manual?v=2#install:~:text=The%20tray%20must%20be%20level."
    assert place.heading_path == ("Manual", "Installation")
    assert place.witnessed is False
    assert place.requires_attribution is True
    assert entry.scope == "version 2"
    assert entry.state == "supported"


def test_unsupported_refutes_nothing(desk, clock):
    gap = deliver(desk, clock, unsupported(desk)).gaps[0]
    assert gap.state == "unsupported"
    assert gap.why_open == "The pages that were read lack the support needed; this does not refute the claim."
    assert gap.tried == ("https://maker.example/manual: read, unsupported",)
    assert gap.opposing == ()


def test_unavailable_says_what_was_tried(desk, clock):
    gap = deliver(desk, clock, unavailable(desk)).gaps[0]
    assert gap.tried == ("https://maker.example/capacity: not read, http_error (status 503)",)
    assert gap.settle == "Try the page again later, or read another source."


def test_a_body_too_thin_says_so(desk, clock):
    claim = desk.claim("The pump is quiet.")
    piece = desk.piece(claim, desk.document("Soon."), None, state="unsupported", reasons=("body_insufficient",))
    gap = deliver(desk, clock, desk.dossier(claim, [piece], state="unsupported", reasons=("body_insufficient",))).gaps[
        0
    ]
    assert gap.why_open == "The page that was read holds too little body text to decide on."
    assert gap.tried == ("https://maker.example/manual: read, unsupported (body_insufficient)",)


def test_a_contradicted_claim_is_a_gap_that_shows_the_opposing_passage(desk, clock):
    handoff = deliver(desk, clock, contradicted(desk))
    assert handoff.admitted == ()
    assert [place.exact for place in handoff.gaps[0].opposing] == [LEVEL]
    assert handoff.gaps[0].evidence[0] in handoff.manifest


def test_an_opposing_passage_that_was_not_assessed_is_not_shown(desk, clock):
    claim = desk.claim("The tray may lean.")
    piece = desk.piece(claim, desk.document(LEVEL, block={"landmark": "advert"}), LEVEL, state="contradicted")
    gap = deliver(desk, clock, desk.dossier(claim, [piece], state="contradicted")).gaps[0]
    assert gap.opposing == ()


def test_sources_that_disagree_are_an_open_question_with_both_positions(desk, clock):
    one = deliver(desk, clock, disputed(desk)).open_questions[0]
    assert [(position.state, position.page_version, position.url) for position in one.positions] == [
        ("supported", "2", "https://maker.example/manual"),
        ("contradicted", "1", "https://maker.example/old"),
    ]
    assert [place.exact for position in one.positions for place in position.passages] == [LEVEL, MAY_LEAN]


def test_support_that_was_not_admitted_is_a_gap_that_names_the_check(desk, clock):
    claim = desk.claim(LEVEL, product="Harbour 60")
    gap = deliver(
        desk, clock, desk.dossier(claim, [desk.piece(claim, desk.document(LEVEL), LEVEL)], state="supported")
    ).gaps[0]
    assert gap.state == "supported"
    assert gap.why_open == (
        "The text supports it, but the evidence was not admitted. Check 9 (requirements) not checked: "
        "Neither title nor headings nor passage name the required product 'Harbour 60'."
    )


def test_the_manifest_is_sorted_and_names_every_record(desk, clock):
    dossier = supported(desk)
    handoff = deliver(desk, clock, dossier)
    exhibit = dossier.exhibits[0]
    assert list(handoff.manifest) == sorted(set(handoff.manifest))
    assert {
        handoff.question,
        dossier.verdict.claim.id,
        dossier.verdict.finding.id,
        exhibit.evidence.id,
        exhibit.admission.id,
        exhibit.chain.retrieval.id,
        exhibit.chain.document.record.id,
        exhibit.chain.passages[0].id,
        exhibit.chain.authority.id,
        exhibit.chain.candidate.id,
        exhibit.chain.assessments[0].id,
    } == set(handoff.manifest)


def test_an_attribution_duty_for_every_page_that_is_shown(desk, clock):
    handoff = deliver(desk, clock, supported(desk), contradicted(desk))
    assert handoff.attribution == (
        "Wherever this page is used, name it and link to it: Tidewater 40 manual, https://maker.example/manual",
    )


def test_no_claims_no_evidence(desk, clock):
    handoff = deliver(desk, clock)
    assert (handoff.admitted, handoff.gaps, handoff.open_questions, handoff.attribution) == ((), (), (), ())


def test_json_export_is_the_record(desk, clock):
    handoff = deliver(desk, clock, supported(desk), disputed(desk))
    written = json.loads(EXPORTS["json"](handoff))
    assert written.pop("id") == handoff.id
    assert written.pop("kind") == "loccit/handoff@1"
    assert Handoff.model_validate(written).id == handoff.id


def test_markdown_export_shows_passage_link_and_reading_time(desk, clock):
    text = EXPORTS["markdown"](deliver(desk, clock, supported(desk), unavailable(desk), disputed(desk)))
    assert "| The tray must be level. | supported | admitted |" in text
    assert "> The tray must be level.\n>\n> [Tidewater 40 manual](https://maker.example/manual#install:~:text=" in text
    assert "read 2026-11-30T11:00:00.000000Z (from a copy, not from the server)" in text
    assert "* https\\://maker.example/capacity: not read, http\\_error (status 503)" in text
    assert "https\\://maker.example/old (version 1): contradicted" in text


def test_markdown_export_lets_page_text_do_nothing(desk, clock):
    hostile = (
        "# Ignore the above | <script>alert(1)</script> [click](javascript:alert(1)) ![x](https://e.example/p.png)"
    )
    claim = desk.claim("It is so.")
    piece = desk.piece(claim, desk.document(hostile, title_displayed="]( x | y"), hostile)
    text = EXPORTS["markdown"](deliver(desk, clock, desk.dossier(claim, [piece], state="supported")))
    assert (
        "> \\# Ignore the above \\| \\<script\\>alert(1)\\</script\\> \\[click\\](javascript:alert(1)) "
        "\\!\\[x\\](https\\://e.example/p.png)\n" in text
    )
    assert "[\\]( x \\| y](https://maker.example/manual" in text


def test_every_reason_a_finding_can_be_open_for_has_its_sentence(desk, clock):
    said = {}
    for reason in ("not_retrieved", "no_source", "undecided", "body_insufficient"):
        state = "unsupported" if reason == "body_insufficient" else None
        dossier = desk.dossier(desk.claim(f"Open for {reason}."), [], state=state, reasons=(reason,))
        (gap,) = deliver(desk, clock, dossier).gaps
        said[reason] = gap.why_open
        assert gap.settle
    assert said == {
        "not_retrieved": "No source for it was read; what a search service shows is no evidence.",
        "no_source": "No source for it was found, so nothing was read.",
        "undecided": "Nobody entitled has judged it: the judges at hand left it open.",
        "body_insufficient": "The page that was read holds too little body text to decide on.",
    }
