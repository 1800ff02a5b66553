"""An audit: states, figures, what is wrong, and whether it may pass."""

import json

import pytest

import loccit
from loccit.cite import baseline
from loccit.cite.problems import gate, problems_of
from loccit.cite.report import report_object
from loccit.errors import BadInput

A, B, C = "https://a.example/tower", "https://b.example/tower", "https://c.example/gone"
SOURCES = {
    A: "The tower is 330 m tall. It stands in Paris, and many people see it on each day of a year. Entry is not free.",
    B: "The tower was built in 1889. Painters need 60 tonnes of paint. It is made of puddled iron and of many rivets.",
}
LIST = f"\n\n[1]: {A}\n[2]: {B}\n"


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """Check a text against the two pages."""
    workspace = tmp_path_factory.mktemp("audit") / "workspace"

    def _checked(text, **options):
        return loccit.check(text + LIST, sources=SOURCES, workspace=workspace, **options)

    return _checked


def states(audit):
    return [(one.sentence.wording, one.label) for one in audit.sentences]


def codes(audit):
    return [problem.code for problem in problems_of(audit)]


def test_each_sentence_gets_its_state(checked):
    audit = checked(
        "The tower is 330 m tall.[1] The tower is 300 m tall.[1] Robots guard the tower.[2] Entry is free.[1] "
        "It shines."
    )
    assert states(audit) == [
        ("The tower is 330 m tall.", "supported"),
        ("The tower is 300 m tall.", "contradicted"),
        ("Robots guard the tower.", "unsupported"),
        ("Entry is free.", "contradicted"),
        ("It shines.", "uncited"),
    ]
    assert audit.sentences[-1].state is None
    assert audit.sentences[-1].reasons == ("uncited",)
    assert (audit.summary.citation_recall, audit.summary.citation_precision) == (1 / 5, 1 / 4)


def test_passages_stand_in_the_page_and_records_name_them(checked):
    (one,) = checked("The tower is 330 m tall.[1]").sentences
    (pair,) = one.pairs
    (passage,) = pair.passages
    assert (passage.exact, passage.start, passage.end) == ("The tower is 330 m tall.", 0, 24)
    assert pair.evidence.passages == (passage.id,)
    assert (pair.citation.passage, pair.citation.state) == (passage.id, "supported")
    assert [check.result for check in pair.citation.checks] == ["passed"] * 5
    assert pair.source.retrieval.authority == pair.source.request.id
    assert pair.source.request.purpose == "direct"


def test_two_sources_carry_a_sentence_together(checked):
    (one,) = checked("The tower is 330 m tall [1] and was built in 1889 [2].").sentences
    assert (one.state, one.reasons) == ("supported", ("carried_jointly",))
    assert [(pair.citation.state, pair.citation.reasons) for pair in one.pairs] == [
        ("partly_supported", ("carries_part",))
    ] * 2


def test_a_needless_citation_lowers_precision_only(checked):
    audit = checked("The tower is 330 m tall.[1][2]")
    assert states(audit)[0][1] == "supported"
    assert (audit.summary.citation_recall, audit.summary.citation_precision) == (1.0, 0.5)


def test_a_fact_cited_to_the_wrong_page(checked):
    audit = checked("The tower was built in 1889.[1] The tower is 330 m tall.[1] Painters need 60 tonnes of paint.[2]")
    first = audit.sentences[0]
    assert (first.label, first.carried_by) == ("unsupported", (1,))
    assert codes(audit) == ["unsupported", "carried_by_other_source"]


def test_quotations(checked):
    audit = checked(
        'The page says "The tower was built in 1889."[1] It says "Painters need 60 tonnes of paint."[2] '
        'It adds "Nobody may ever climb the tower."[2]'
    )
    assert [[quoted.status for quoted in one.quotations] for one in audit.sentences] == [
        ["misattributed"],
        ["ok"],
        ["not_found"],
    ]
    assert [one.label for one in audit.sentences] == ["unsupported", "supported", "unsupported"]
    assert "misattributed_quotation" in codes(audit)
    assert "quotation_not_found" in codes(audit)
    assert "fabricated" not in json.dumps(report_object([audit], gate([audit])))


def test_sources_that_can_not_be_read(checked, tmp_path):
    (tmp_path / "empty.txt").write_text("")
    answer = {"answer": "It floats.[1] It sinks.[2]", "sources": [{"url": C}, {"url": "reference:7"}]}
    audit = loccit.check(answer, sources={C: tmp_path / "empty.txt"}, workspace=tmp_path / "workspace")
    assert [(one.state, one.reasons) for one in audit.sentences] == [
        ("unavailable", ("empty_body",)),
        ("unavailable", ("no_address",)),
    ]
    assert (audit.summary.citation_recall, audit.summary.citation_precision) == (0.0, 0.0)


def test_a_mark_without_source(checked):
    audit = checked("The tower is 330 m tall.[7]")
    (one,) = audit.sentences
    assert (one.state, one.reasons) == (None, ("uncited", "unknown_source"))
    assert codes(audit) == ["uncited", "unknown_source"]


def test_ids_that_are_not_on_record(tmp_path):
    unknown = "sha256:" + "0" * 64
    answer = {
        "format": "loccit/cited-text@1",
        "text": "It floats.",
        "sources": [{"url": A, "title": None, "text": None, "requires_attribution": False, "passage": unknown}],
        "anchors": [{"slice": "It floats.", "sources": [0], "code_points": [0, 10]}],
    }
    audit = loccit.check(answer, sources=SOURCES, workspace=tmp_path / "workspace")
    assert audit.dead_sources == (0,)
    assert "dead_id" in codes(audit)


def test_a_long_piece_of_a_page(tmp_path):
    page = "".join(f"Line {number} says that the tray must be level. " for number in range(20))
    text = page[:400].rsplit(".", 1)[0].replace(". ", ", ") + "."
    audit = loccit.check(
        f'It says: "{page[:400]}"[1]\n\n[1]: {A}\n', sources={A: page}, workspace=tmp_path / "workspace"
    )
    assert "long_quotation" in codes(audit)
    assert gate([audit]).warnings
    short = loccit.check(f"{text}[1]\n\n[1]: {A}\n", sources={A: page}, workspace=tmp_path / "workspace")
    assert "long_quotation" not in codes(short)


def test_duties_of_attribution(tmp_path):
    chunk = {"uri": A, "title": "The tower", "text": "330 m", "requiresAttribution": True}
    answer = {
        "outputs": [
            {"turnIndex": 1, "text": "The tower is 330 m tall."},
            {
                "turnIndex": 1,
                "citations": {
                    "citedChunks": [chunk],
                    "inlineCitations": [{"endIndex": 24, "citedChunkIndices": [0]}],
                },
            },
        ]
    }
    audit = loccit.check(answer, sources=SOURCES, workspace=tmp_path / "workspace")
    assert audit.sentences[0].state == "supported"
    assert [(duty.source, duty.result) for duty in audit.duties] == [(0, "not_checked")]
    assert gate([audit]).passed


def test_the_gate(checked):
    audit = checked("The tower is 330 m tall.[1] It shines. The tower is 300 m tall.[1]")
    assert [one.code for one in gate([audit]).failing] == ["uncited", "contradicted"]
    assert [one.code for one in gate([audit], allowed={"uncited"}).failing] == ["contradicted"]
    known = baseline.read(baseline.write(problems_of(audit)), name="baseline")
    decided = gate([audit], baseline=known)
    assert decided.passed
    assert len(decided.known) == 2
    moved = checked("A new line.[7] The tower is 330 m tall.[1] It shines. The tower is 300 m tall.[1]")
    assert [one.code for one in gate([moved], baseline=known).failing] == ["uncited", "unknown_source"]


def test_nothing_checked_is_no_success(checked):
    audit = checked("# A heading only")
    assert audit.sentences == ()
    assert (audit.summary.citation_recall, audit.summary.citation_precision) == (None, None)
    assert [one.code for one in gate([audit]).failing] == ["nothing_checked"]


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"format": "loccit/other"}', '{"format": "loccit/check-baseline@1"}']
)
def test_what_is_no_baseline(text):
    with pytest.raises(BadInput, match=r"known\.json: expected a baseline"):
        baseline.read(text, name="known.json")


def test_the_same_check_is_not_done_twice(tmp_path):
    workspace = tmp_path / "workspace"
    first = loccit.check(f"The tower is 330 m tall.[1]{LIST}", sources=SOURCES, workspace=workspace)
    second = loccit.check(f"The tower is 330 m tall.[1]{LIST}", sources=SOURCES, workspace=workspace)
    assert first.sentences[0].pairs[0].citation == second.sentences[0].pairs[0].citation


ZH_HANT = "使用說明書。托盤必須保持水平。請在使用之前閱讀整本說明書，並且妥善保管，以便日後查閱。機器重二十公斤。" * 2
ID = (
    "Buku petunjuk untuk pemilik mesin cuci piring. Baki harus rata. Mesin harus berdiri di atas meja yang kuat. "
    "Mesin ini beratnya 20 kilogram."
)


@pytest.mark.parametrize(
    ("sentence", "page", "state"),
    [
        ("托盤必須保持水平。", ZH_HANT, "supported"),
        ("機器重三十公斤。", ZH_HANT, "contradicted"),
        ("Baki harus rata.", ID, "supported"),
        ("Baki tidak harus rata.", ID, "contradicted"),
    ],
)
def test_other_languages(tmp_path, sentence, page, state):
    audit = loccit.check(f"{sentence}[1]\n\n[1]: {A}\n", sources={A: page}, workspace=tmp_path / "workspace")
    assert audit.sentences[0].state == state
