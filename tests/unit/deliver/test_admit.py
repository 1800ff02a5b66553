"""The admission procedure: everything in order admits; each thing out of order is named by its step."""

from dataclasses import replace

import pytest
from pydantic import ValidationError

from loccit.deliver.admit import admit, examine, may_be_shown
from loccit.errors import BrokenPromise
from loccit.ids import digest
from loccit.policy import DeliverPolicy, ExtractPolicy, Policy
from loccit.records import Admission, Agent, Check, DirectRequest, FacetCheck, passes

LEVEL = "The tray must be level before water is filled in."
PAGE = ("Unpack the appliance.", LEVEL, "Do not lift it by the handle.")


@pytest.fixture
def piece(desk):
    return desk.piece(desk.claim("The tray must be level."), desk.document(*PAGE), LEVEL)


@pytest.fixture
def run(desk):
    """Admit a piece for its claim, alone or beside others."""

    def _run(piece, *others, claim=None, state="supported", reasons=(), policy=None):
        claim = claim or desk.claim("The tray must be level.")
        verdict = desk.verdict(claim, [piece, *others], state=state, reasons=reasons)
        return admit(piece.evidence, verdict=verdict, chain=piece.chain, policy=policy or Policy())

    return _run


def results(admission):
    return {check.name: check.result for check in admission.checks if check.result != "passed"}


def detail(admission, name):
    return next(check.detail for check in admission.checks if check.name == name)


def with_chain(piece, **changes):
    return replace(piece, chain=replace(piece.chain, **changes))


def with_evidence(piece, **changes):
    return replace(piece, evidence=piece.evidence.replacing(**changes))


def test_everything_in_order_admits_with_nine_numbered_checks(run, piece):
    admission = run(piece)
    assert [(check.number, check.name, check.result) for check in admission.checks] == [
        (1, "ids", "passed"),
        (2, "archived_bytes", "passed"),
        (3, "locator", "passed"),
        (4, "block", "passed"),
        (5, "selection", "passed"),
        (6, "assessment", "passed"),
        (7, "state", "passed"),
        (8, "no_contradiction", "passed"),
        (9, "requirements", "passed"),
    ]
    assert admission.admitted
    assert admission.evidence == piece.evidence.id


def test_an_empty_procedure_admits_nothing(run, piece):
    assert not passes([])
    with pytest.raises(ValidationError, match="without every check passed"):
        run(piece).replacing(checks=())


def test_a_check_that_was_not_made_admits_nothing(origin, piece):
    check = Check(number=1, name="ids", result="not_checked", detail="Nobody looked.")
    with pytest.raises(ValidationError):
        Admission(origin=origin, evidence=piece.evidence.id, claim=piece.evidence.claim, admitted=True, checks=(check,))


def test_1_a_passage_that_is_not_the_one_named(run, desk, piece):
    other = desk.piece(desk.claim("x"), desk.document(*PAGE), PAGE[0])
    assert results(run(with_chain(piece, passages=other.chain.passages))) == {"ids": "failed"}


def test_1_text_that_is_not_the_document_text(run, piece):
    document = replace(piece.chain.document, text=piece.chain.document.text.replace("Unpack", "Repack"))
    assert results(run(with_chain(piece, document=document))) == {"ids": "failed", "locator": "failed"}


def test_2_body_missing_from_the_archive(run, desk, piece):
    desk.blobs.clear()
    admission = run(piece)
    assert results(admission) == {"archived_bytes": "failed"}
    assert "no blob sha256:" in detail(admission, "archived_bytes")


def test_2_body_with_a_changed_byte(run, desk, piece):
    name = piece.chain.document.record.body
    desk.blobs[name] = desk.blobs[name].replace(b"level", b"bevel")
    assert results(run(piece)) == {"archived_bytes": "failed"}


def test_2_a_page_that_was_not_read(run, desk, piece):
    failed = desk.retrieval(
        "https://maker.example/manual",
        candidate=piece.chain.candidate,
        selection=piece.chain.authority,
        document=None,
        outcome="http_error",
        status=503,
        detail="The server answered 503.",
    )
    gone = with_chain(piece, retrieval=failed, document=None, passages=(), assessments=())
    gone = with_evidence(gone, retrieval=failed.id, document=None, passages=(), state="unavailable")
    admission = run(gone, state="unavailable")
    assert results(admission) == {
        "archived_bytes": "failed",
        "locator": "not_checked",
        "block": "not_checked",
        "assessment": "failed",
        "state": "failed",
    }
    assert detail(admission, "archived_bytes") == "The page was not read: http_error. The server answered 503."


def test_3_no_passage_no_support(run, desk):
    bare = desk.piece(desk.claim("The tray must be level."), desk.document(*PAGE), None)
    assert results(run(bare)) == {"locator": "failed", "block": "failed"}


@pytest.mark.parametrize(
    "change", [{"start": 24, "end": 73}, {"exact": "The tray may be level before water is filled in."}, {"prefix": "x"}]
)
def test_3_a_locator_that_gives_another_text(run, piece, change):
    passage = piece.chain.passages[0].replacing(**change)
    moved = with_evidence(with_chain(piece, passages=(passage,)), passages=(passage.id,))
    assert results(run(moved)) == {"locator": "failed"}


@pytest.mark.parametrize(
    "block",
    [
        {"body": False},
        {"landmark": "navigation"},
        {"landmark": "footer"},
        {"landmark": "consent"},
        {"landmark": "advert"},
    ],
)
def test_4_text_outside_the_body_supports_nothing(run, desk, block):
    outside = desk.piece(desk.claim("The tray must be level."), desk.document(*PAGE, block=block), LEVEL)
    assert results(run(outside)) == {"block": "failed"}


def test_4_a_passage_that_runs_into_text_outside_the_body(run, desk):
    document = desk.document(*PAGE)
    first, second, third = document.layout.blocks
    layout = replace(document.layout, blocks=(first, second, replace(third, landmark="advert")))
    piece = desk.piece(
        desk.claim("The tray must be level."), replace(document, layout=layout), f"{PAGE[1]}\n\n{PAGE[2]}"
    )
    assert results(run(piece)) == {"block": "failed"}


def test_4_unknown_visibility_is_not_checked_unless_the_policy_allows_it(run, desk):
    piece = desk.piece(
        desk.claim("The tray must be level."), desk.document(*PAGE, block={"visibility": "unknown"}), LEVEL
    )
    assert results(run(piece)) == {"block": "not_checked"}
    assert run(piece, policy=Policy(extract=ExtractPolicy(allow_unknown_visibility=True))).admitted


def test_4_a_passage_longer_than_the_policy_allows(run, piece):
    assert len(LEVEL) == 49
    assert run(piece, policy=Policy(deliver=DeliverPolicy(max_passage_length=49))).admitted
    assert results(run(piece, policy=Policy(deliver=DeliverPolicy(max_passage_length=48)))) == {"block": "failed"}


def test_5_no_selection_on_record(run, piece):
    assert results(run(with_chain(piece, authority=None))) == {"selection": "failed"}


def test_5_a_selection_that_a_person_took_back(run, piece):
    selection = piece.chain.authority
    against = selection.replacing(decision="excluded", reason="A reseller.", reviewer=Agent(kind="person", name="Ana"))
    admission = run(with_chain(piece, selections=(selection, against)))
    assert results(admission) == {"selection": "failed"}
    assert detail(admission, "selection") == "Ana excluded this source: A reseller."


def test_5_a_person_outranks_a_rule(run, piece):
    selection = piece.chain.authority
    rule = selection.replacing(decision="excluded", reviewer=Agent(kind="rule", name="other"))
    person = selection.replacing(reviewer=Agent(kind="person", name="Ana"))
    assert results(run(with_chain(piece, selections=(selection, rule)))) == {"selection": "failed"}
    assert run(with_chain(piece, selections=(selection, rule, person))).admitted


def test_5_a_corrected_selection_does_not_count(run, piece):
    selection = piece.chain.authority
    corrected = selection.replacing(decision="excluded", replaces=selection.id)
    again = selection.replacing(replaces=corrected.id)
    assert not run(with_chain(piece, selections=(selection, corrected))).admitted
    assert run(with_chain(piece, selections=(selection, corrected, again))).admitted


@pytest.mark.parametrize(("path", "admitted"), [("manual", True), ("", False)])
def test_5_a_request_for_this_address_stands_for_a_selection(run, desk, piece, origin, path, admitted):
    request = DirectRequest(
        origin=origin,
        url=f"https://maker.example/{path}",
        purpose="context",
        requested_by=Agent(kind="program", name="agent"),
        requested_at=piece.chain.retrieval.retrieved_at,
    )
    retrieval = piece.chain.retrieval.replacing(authority=request.id, candidate=None)
    assessment = piece.chain.assessments[0].replacing(retrieval=retrieval.id)
    direct = with_chain(
        piece, authority=request, retrieval=retrieval, selections=(), candidate=None, assessments=(assessment,)
    )
    direct = with_evidence(direct, retrieval=retrieval.id, candidate=None)
    assert results(run(direct)) == ({} if admitted else {"selection": "failed"})


@pytest.mark.parametrize("verdict", ["irrelevant", "inaccessible", "superseded"])
def test_6_an_assessment_against_the_page(run, piece, verdict):
    against = piece.chain.assessments[0].replacing(verdict=verdict)
    assert results(run(with_chain(piece, assessments=(against,)))) == {"assessment": "failed"}


def test_6_no_assessment_or_one_of_another_reading(run, piece):
    other = piece.chain.assessments[0].replacing(retrieval=digest(b"other"))
    assert results(run(with_chain(piece, assessments=()))) == {"assessment": "failed"}
    assert results(run(with_chain(piece, assessments=(other,)))) == {"assessment": "failed"}


@pytest.mark.parametrize("state", ["partly_supported", "contradicted", "unsupported"])
def test_7_states_the_policy_does_not_admit(run, piece, state):
    admission = run(with_evidence(piece, state=state), state=state)
    assert results(admission) == {"state": "failed"}
    assert may_be_shown(admission)


def test_7_nobody_has_judged(run, piece):
    assert results(run(with_evidence(piece, state=None), state=None)) == {"state": "not_checked"}


@pytest.mark.parametrize(
    ("facet", "result", "state"),
    [
        ("number", "ok", None),
        ("number", "not_applicable", None),
        ("number", "conflict", "failed"),
        ("version", "absent", "failed"),
        ("negation", "not_checked", "not_checked"),
        ("name", "absent", None),
        ("name", "conflict", "failed"),
        ("attribution", "not_checked", None),
    ],
)
def test_7_facets_veto(run, piece, facet, result, state):
    check = FacetCheck(facet=facet, result=result, claim_text="40")
    assert results(run(with_evidence(piece, facets=(check,)))) == ({"state": state} if state else {})


def test_8_another_source_opposes(run, desk, piece):
    other = desk.piece(
        desk.claim("The tray must be level."), desk.document("The tray may lean."), "The tray may lean.",
        state="contradicted", url="https://other.example/",
    )  # fmt: skip
    assert results(run(piece, other)) == {"no_contradiction": "failed"}
    assert results(run(piece, other, state=None, reasons=("sources_disagree",))) == {"no_contradiction": "failed"}


def test_8_evidence_the_finding_does_not_name(run, desk, piece):
    verdict = desk.verdict(desk.claim("The tray must be level."), [], state="supported")
    admission = admit(piece.evidence, verdict=verdict, chain=piece.chain, policy=Policy())
    assert results(admission) == {"no_contradiction": "failed"}


def test_8_evidence_of_the_finding_that_is_not_at_hand(desk, piece):
    verdict = desk.verdict(desk.claim("The tray must be level."), [piece], state="supported")
    finding = verdict.finding.replacing(evidence=(piece.evidence.id, digest(b"missing")))
    admission = admit(piece.evidence, verdict=replace(verdict, finding=finding), chain=piece.chain, policy=Policy())
    assert results(admission) == {"no_contradiction": "not_checked"}


def test_examine_wants_one_chain_for_each_evidence_record(desk, piece):
    verdict = desk.verdict(desk.claim("The tray must be level."), [piece], state="supported")
    assert examine(verdict, [piece.chain], policy=Policy()).exhibits[0].admission.admitted
    with pytest.raises(BrokenPromise, match="0 chains for 1 evidence records"):
        examine(verdict, [], policy=Policy())
