"""The page that ``loccit eval --html`` writes."""

from html.parser import HTMLParser

import anyio
import pytest

from loccit.apps.cli.judge import judge_line, judges_of
from loccit.apps.eval_report import MOST_CASES, EvaluatedCase, Figures, Row, write
from loccit.judge.figures import JudgedCase
from loccit.policy import JudgePolicy, Policy

POLICY = Policy(judge=JudgePolicy(judges=("rules",), min_body_length=1))


class Marked(HTMLParser):
    """The text inside the elements of one class, and every tag."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.facets: list[str] = []
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._inside = "facet" in (dict(attrs).get("class") or "").split()

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.facets.append(data)
            self._inside = False


def case(claim: str, evidence: str, expected: str, **other: object) -> EvaluatedCase:
    given = {"id": None, "claim": claim, "evidence": evidence}
    verdict = anyio.run(judge_line, given, "line 1", POLICY, judges_of(POLICY))
    judged = JudgedCase(expected, verdict["state"], verdict["confidence"] or 0, 0, claim, **other)
    return EvaluatedCase(judged, "claims.jsonl, line 1", claim, evidence, verdict)


@pytest.mark.parametrize(
    ("claim", "evidence", "said", "marks"),
    [
        (
            "The tank holds 20 litres.",
            "Empty it. The tank holds 25 litres. Dry it.",
            "contradicted",
            {"20 litres", "25 litres"},
        ),
        ("水箱容量為20公升。", "請先清空。水箱容量為25公升。", "contradicted", {"20公升", "25公升"}),
    ],
)
def test_the_facet_that_decided_is_marked_in_claim_and_evidence(claim, evidence, said, marks):
    one = case(claim, evidence, "supported")
    assert one.judged.given == said
    page = write([], [], [one])
    assert marks <= set(Marked(page).facets)
    assert "people say supported" in page
    assert "Wrongly called supported or contradicted: 1" in page


def test_texts_are_data():
    hostile = "The <script>alert(1)</script> tank & lid hold 20 litres."
    page = write([Figures("<b>", ("&",), (Row("<i>", ("<u>",)),))], [], [case(hostile, hostile, "supported")])
    assert not {"script", "b", "i", "u", "img", "iframe"} & set(Marked(page).tags)
    assert "&lt;script&gt;" in page


def test_wrong_calls_come_worst_first_and_what_is_left_out_is_said():
    sure = case("The lid is red.", "The lid is red.", "unsupported")
    opposed = case("The lid is red.", "The lid is not red.", "supported")
    page = write(
        [], [(0.5, 1.0), (1.0, 0.5)], [opposed, sure, *[case("The pan is new.", "The pan is new.", "supported")] * 203]
    )
    assert page.index("people say unsupported") < page.index("people say supported")
    assert f"{203 - MOST_CASES} more are not shown." in page
    assert "of the surest 50%, 100.0% are supported" in page


def test_a_long_evidence_is_cut_around_its_passage():
    one = case(
        "The tank holds 20 litres.", "A word of it. " * 400 + "The tank holds 20 litres. " + "More. " * 400, "supported"
    )
    page = write([], [], [one])
    assert len(page) < 12_000
    assert "<mark>" in page
    assert "… " in page
