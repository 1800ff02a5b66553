"""Reports of checked answers: each form holds what was found and nothing that a page could make it do."""

import json
import xml.etree.ElementTree as ET

import pytest
from jsonschema import Draft202012Validator

import loccit
from loccit.cite.exports import REPORTS
from loccit.cite.problems import MEANINGS, gate, problems_of

URL = "https://a.example/tower"
PAGE = "The tower is 330 m tall. <script>alert(1)</script> is what somebody wrote about 😀 on this very page of ours."
TEXT = (
    "# Towers\n\n"
    "The tower is 330 m tall.[1] The tower is 300 m tall.[1] It shines 😀 <b onclick=x>a lot</b>.\n"
    f"\n[1]: {URL}\n"
)


@pytest.fixture(scope="module")
def audit(tmp_path_factory):
    return loccit.check(TEXT, sources={URL: PAGE}, workspace=tmp_path_factory.mktemp("reports") / "workspace")


def written(audit, form, **options):
    return REPORTS[form]([audit], gate([audit], **options))


def test_the_forms():
    assert sorted(REPORTS) == ["html", "json", "junit", "md", "sarif"]


def test_json_has_the_fixed_names(audit):
    report = json.loads(written(audit, "json"))
    assert {"sentences", "summary", "attribution"} <= report.keys()
    first = report["sentences"][0]
    assert {"text", "start", "end", "state", "reasons", "citations"} <= first.keys()
    assert report["text"][first["start"] : first["end"]] == first["text"] == "The tower is 330 m tall."
    (citation,) = first["citations"]
    assert (citation["source"], citation["url"], citation["state"]) == (0, URL, "supported")
    (passage,) = citation["passages"]
    assert (passage["exact"], passage["start"], passage["end"]) == ("The tower is 330 m tall.", 0, 24)
    assert passage["deep_link"] == f"{URL}#:~:text=The%20tower%20is%20330%20m%20tall."
    summary = report["summary"]
    assert (summary["citation_precision"], summary["citation_recall"]) == (0.5, 0.333333)
    assert (summary["supported"], summary["contradicted"], summary["uncited"]) == (1, 1, 1)
    assert report["gate"] == {"passed": False, "failing": 2, "allowed": 0, "known": 0, "warnings": 0}


def test_sarif_names_lines_and_columns(audit):
    run = json.loads(written(audit, "sarif"))["runs"][0]
    assert run["columnKind"] == "unicodeCodePoints"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(MEANINGS)
    contradicted, uncited = run["results"]
    assert (contradicted["ruleId"], contradicted["level"]) == ("contradicted", "error")
    region = contradicted["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 3, "startColumn": 29, "endLine": 3, "endColumn": 53}
    line = TEXT.split("\n")[region["startLine"] - 1]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "The tower is 300 m tall."
    assert uncited["ruleId"] == "uncited"
    assert run["tool"]["driver"]["rules"][uncited["ruleIndex"]]["id"] == "uncited"


def test_sarif_tells_what_is_known_as_suppressed(audit):
    known = {one.fingerprint for one in problems_of(audit)}
    run = json.loads(written(audit, "sarif", baseline=known))["runs"][0]
    assert [(one["level"], one["suppressions"]) for one in run["results"]] == [("note", [{"kind": "external"}])] * 2


def test_sarif_has_the_shape_of_results(audit):
    shape = {
        "required": ["ruleId", "message", "locations", "partialFingerprints"],
        "properties": {"level": {"enum": ["none", "note", "warning", "error"]}},
    }
    for result in json.loads(written(audit, "sarif"))["runs"][0]["results"]:
        Draft202012Validator(shape).validate(result)


def test_junit_has_a_case_for_each_sentence(audit):
    suite = ET.fromstring(written(audit, "junit")).find("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "2", "0")
    assert [failure.get("type") for failure in suite.findall("testcase/failure")] == ["contradicted", "uncited"]
    excused = ET.fromstring(written(audit, "junit", allowed={"uncited"})).find("testsuite")
    assert (excused.get("failures"), excused.get("skipped")) == ("1", "1")


def test_html_asks_for_nothing_and_runs_nothing(audit):
    page = written(audit, "html")
    assert "<script" not in page
    assert "onclick=x>" not in page
    assert "&lt;b onclick=x&gt;" in page
    assert "default-src 'none'" in page
    assert " src=" not in page
    assert "url(" not in page
    assert f'href="{URL}#:~:text=The%20tower%20is%20330%20m%20tall."' in page
    assert "<mark>The tower is 330 m tall.</mark>" in page
    for label in ("supported", "contradicted", "uncited"):
        assert f'<span class="state {label}">' in page


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", "reference:1"])
def test_only_web_addresses_become_links(tmp_path, address):
    answer = {"answer": "The tower is tall.[1]", "sources": [{"url": address}]}
    page = written(loccit.check(answer, workspace=tmp_path / "workspace"), "html")
    assert f'href="{address}' not in page
    assert address in page


def test_markdown_is_escaped(audit):
    text = written(audit, "md")
    assert "| 1 | The tower is 330 m tall. | supported |" in text
    assert "<b onclick" not in text.replace("\\<b", "")


def test_nothing_checked_fails_in_every_form(tmp_path):
    audit = loccit.check("# Only a heading", workspace=tmp_path / "workspace")
    assert json.loads(written(audit, "json"))["gate"]["passed"] is False
    assert "nothing_checked" in written(audit, "sarif")
    assert ET.fromstring(written(audit, "junit")).find("testsuite/testcase/failure") is not None


def test_control_characters_do_not_break_xml(tmp_path):
    audit = loccit.check("The tower\x0b is \x00 tall \ufffe today.", workspace=tmp_path / "workspace")
    assert ET.fromstring(written(audit, "junit")).find("testsuite/testcase") is not None
