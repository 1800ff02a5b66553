from datetime import UTC, datetime

import pytest

from loccit.ids import digest
from loccit.judge.combine import Trace, confidence, evidence, finding
from loccit.judge.pairs import judge_pair, plain_document
from loccit.policy import JudgePolicy
from loccit.records import Agent, Claim, EvidenceRecord, Opinion, Origin, ReadDocument, Retrieval

FILLER = " The appliance is sold with a hose, a filter and a printed manual in four languages."
POLICY = JudgePolicy()


@pytest.fixture
def claim(origin: Origin) -> Claim:
    return Claim(origin=origin, wording="The tray must be level.")


def retrieval(origin: Origin, url: str, outcome: str = "ok") -> Retrieval:
    return Retrieval(
        origin=origin,
        candidate=None,
        authority=digest(b"authority"),
        requested_url=url,
        hops=(),
        final_url=url,
        retrieved_at=datetime(2026, 11, 30, tzinfo=UTC),
        status=200 if outcome == "ok" else 503,
        media_type=None,
        charset=None,
        body=None,
        via="mirror",
        witnessed=False,
        robots="not_checked",
        outcome=outcome,
        detail="Read." if outcome == "ok" else "The server answered 503.",
    )


def page(claim: Claim, origin: Origin, url: str, text: str | None) -> EvidenceRecord:
    """Return the evidence record of a page with this text, or of one that answered 503."""
    if text is None:
        return evidence(claim, Trace(retrieval(origin, url, "http_error"), None), (), policy=POLICY)
    document = plain_document(text)
    opinion = judge_pair(claim.wording, text).opinion.replacing(claim=claim.id, document=document.record.id)
    return evidence(claim, Trace(retrieval(origin, url), document), (opinion,), policy=POLICY)


SUPPORTS = "The tray must be level." + FILLER
OPPOSES = "The tray must not be level." + FILLER
SILENT = "Wipe the case with a dry cloth." + FILLER
PART = "The tray must be level if the pump runs." + FILLER
UNCLEAR = "A level tray must stand under the appliance." + FILLER
THIN = "Wipe the case."


@pytest.mark.parametrize(
    ("texts", "state", "reasons"),
    [
        ([SUPPORTS], "supported", ("verbatim",)),
        ([SUPPORTS, SILENT, None], "supported", ("verbatim",)),
        ([OPPOSES], "contradicted", ("polarity_differs",)),
        ([OPPOSES, SILENT], "contradicted", ("polarity_differs",)),
        ([SUPPORTS, OPPOSES], None, ("sources_disagree",)),
        ([PART, OPPOSES], None, ("sources_disagree",)),
        ([PART, SILENT], "partly_supported", ("condition_dropped",)),
        ([SILENT, None], "unsupported", ("subject_absent", "words_absent")),
        ([THIN], "unsupported", ("body_insufficient",)),
        ([None], "unavailable", ("http_error",)),
    ],
)
def test_one_finding_over_all_pages(
    texts: list[str | None], state: str | None, reasons: tuple[str, ...], claim: Claim, origin: Origin
) -> None:
    records = [page(claim, origin, f"https://s{number}.example/", text) for number, text in enumerate(texts)]
    found = finding(claim, records)
    assert (found.state, found.reasons) == (state, reasons)
    assert found == finding(claim, records[::-1])
    assert len(found.read) + len(found.tried) == len(texts)
    assert (found.settle is None) == (state in {"supported", "contradicted"})


def test_an_open_page_beside_a_silent_one_leaves_the_claim_open(claim: Claim, origin: Origin) -> None:
    records = [page(claim, origin, "https://a.example/", UNCLEAR), page(claim, origin, "https://b.example/", SILENT)]
    found = finding(claim, records)
    assert (found.state, found.reasons[0]) == (None, "undecided")


@pytest.mark.parametrize(("seen", "reason"), [(0, "no_source"), (3, "not_retrieved")])
def test_nothing_read_is_no_verdict(seen: int, reason: str, claim: Claim) -> None:
    found = finding(claim, (), candidates_seen=seen)
    assert (found.state, found.reasons) == (None, (reason,))


def judged(document: ReadDocument, claim: Claim, agent: Agent, state: str | None, origin: Origin) -> Opinion:
    return Opinion(
        origin=origin,
        claim=claim.id,
        document=document.record.id,
        judge=agent,
        state=state,  # type: ignore[arg-type]
        reasons=("said",),
        passages=(),
        facets=(),
        blocks_read=1,
        blocks_total=1,
    )


MODEL = Agent(kind="model", name="small", version="1")
PERSON = Agent(kind="person", name="Ada")


def test_a_facet_in_conflict_vetoes_a_model(origin: Origin) -> None:
    claim = Claim(origin=origin, wording="The tank holds 25 litres.")
    document = plain_document("The tank holds 20 litres." + FILLER)
    rules = judge_pair(claim.wording, document.text).opinion.replacing(state=None, reasons=("undecided",))
    model = judged(document, claim, MODEL, "supported", origin)
    record = evidence(claim, Trace(retrieval(origin, "https://a.example/"), document), (model, rules), policy=POLICY)
    assert (record.state, record.reasons) == (None, ("undecided", "vetoed"))


def test_judges_that_disagree_decide_nothing_and_a_person_does(claim: Claim, origin: Origin) -> None:
    document = plain_document(SUPPORTS)
    trace = Trace(retrieval(origin, "https://a.example/"), document)
    rules = judge_pair(claim.wording, SUPPORTS).opinion
    model = judged(document, claim, MODEL, "unsupported", origin)
    person = judged(document, claim, PERSON, "partly_supported", origin)
    assert evidence(claim, trace, (rules, model), policy=POLICY).reasons == ("undecided", "judges_disagree")
    assert evidence(claim, trace, (rules, model, person), policy=POLICY).state == "partly_supported"


def test_the_order_of_opinions_does_not_matter(claim: Claim, origin: Origin) -> None:
    document = plain_document(SUPPORTS)
    trace = Trace(retrieval(origin, "https://a.example/"), document)
    rules = judge_pair(claim.wording, SUPPORTS).opinion
    model = judged(document, claim, MODEL, None, origin)
    assert evidence(claim, trace, (rules, model), policy=POLICY) == evidence(
        claim, trace, (model, rules), policy=POLICY
    )


def rated(claim: Claim, figure: int | None, *, kind: str = "model", state: str | None = None) -> Opinion:
    opinion = judge_pair(claim.wording, SILENT).opinion
    agent = Agent(kind=kind, name=kind, version="1")
    return opinion.replacing(judge=agent, state=state, confidence=figure, facets=())


def test_confidences_are_stacked_and_a_verdict_of_the_rules_is_a_veto(claim: Claim) -> None:
    assert confidence([]) is None
    assert confidence([rated(claim, None)]) is None
    assert confidence([rated(claim, 700_001)]) == 700_001
    rules, model = rated(claim, 200_000, kind="rule"), rated(claim, 800_000)
    assert confidence([rules, model]) == confidence([model, rules]) == 500_000
    assert confidence([rated(claim, 600_000, kind="rule"), model]) == 710_102
    against = rated(claim, 60_000, kind="rule", state="contradicted")
    assert confidence([against, rated(claim, 990_000)]) == 60_000
    assert confidence([rated(claim, 1_000_000, kind="rule", state="supported"), rated(claim, 0)]) == 1_000_000
    assert confidence([rated(claim, 0), rated(claim, 1_000_000)]) == 500_000
