"""A handoff in the forms of others: each holds the evidence, and text of pages does nothing in any of them."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from loccit.deliver.exports import EXPORTS
from loccit.deliver.handoff import build
from loccit.policy import DeliverPolicy

SCHEMA = Path(__file__).parent.parent.parent.parent / "docs" / "schema" / "ledger-line@1.json"
EVIL = '=HYPERLINK("http://x.example") <script>alert(1)</script> {\\input} 😀 必須'


@pytest.fixture
def handoff(desk, clock):
    """One admitted claim on an evil page, one on a plain page, one gap."""
    dossiers = []
    for number, text in enumerate((EVIL, "The tray must be level.")):
        claim = desk.claim(text)
        piece = desk.piece(claim, desk.document(text), text, url=f"https://maker.example/{number}?a=1&b={{2}}")
        dossiers.append(desk.dossier(claim, [piece], state="supported"))
    gap = desk.claim("The pump is silent.")
    dossiers.append(desk.dossier(gap, [], state=None, reasons=("no_source",)))
    return build(desk.question("How should the tray stand?"), dossiers, policy=DeliverPolicy(), clock=clock)


@pytest.fixture
def empty(desk, clock):
    return build(desk.question("How?"), [], policy=DeliverPolicy(), clock=clock)


def test_the_forms():
    assert list(EXPORTS) == sorted(EXPORTS)
    assert {"json", "jsonl", "csv", "csl", "bibtex", "ris", "annotations", "prov", "html", "markdown"} == set(EXPORTS)


@pytest.mark.parametrize("form", sorted(EXPORTS))
def test_each_form_gives_the_same_text_twice_and_something_for_nothing(handoff, empty, form):
    assert EXPORTS[form](handoff) == EXPORTS[form](handoff)
    assert isinstance(EXPORTS[form](empty), str)


def test_the_ledger_fits_its_schema(handoff):
    validator = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    lines = [json.loads(line) for line in EXPORTS["jsonl"](handoff).splitlines()]
    for line in lines:
        validator.validate(line)
    assert [(line["kind"], line["wording"], line["state"]) for line in lines] == [
        ("admitted", EVIL, "supported"),
        ("admitted", "The tray must be level.", "supported"),
        ("gap", "The pump is silent.", None),
    ]
    assert lines[1]["exact"] == "The tray must be level."
    assert lines[2]["why_open"]


def test_a_spreadsheet_runs_nothing(handoff):
    rows = list(csv.DictReader(io.StringIO(EXPORTS["csv"](handoff), newline="")))
    assert [row["exact"] for row in rows] == ["'" + EVIL, "The tray must be level.", ""]
    assert [row["start"] for row in rows] == ["0", "0", ""]


def test_csl(handoff):
    first, second = json.loads(EXPORTS["csl"](handoff))
    assert (second["id"], second["type"], second["URL"]) == ("loccit2", "webpage", "https://maker.example/1?a=1&b={2}")
    assert second["accessed"]["date-parts"][0][0] == 2026
    assert second["note"] == "“The tray must be level.”"
    assert EVIL in first["note"]


def test_bibtex_escapes_what_tex_would_run(handoff):
    text = EXPORTS["bibtex"](handoff)
    assert text.count("@online{") == 2
    assert r"\{\textbackslash{}input\}" in text
    assert "url = {https://maker.example/1?a=1&b=%7B2%7D}" in text
    for entry in text.split("@online")[1:]:
        bare = re.sub(r"\\[{}]", "", entry)
        assert bare.count("{") == bare.count("}")


def test_ris_has_one_tag_a_line(handoff):
    lines = EXPORTS["ris"](handoff).split("\r\n")
    assert [line for line in lines if line.startswith("UR")] == [
        "UR  - https://maker.example/0?a=1&b={2}",
        "UR  - https://maker.example/1?a=1&b={2}",
    ]
    assert all(re.match(r"[A-Z][A-Z0-9]  - ", line) for line in lines if line)
    assert [line for line in lines if line.startswith(("TY", "ER"))] == ["TY  - ELEC", "ER  - "] * 2


def test_annotations(handoff):
    collection = json.loads(EXPORTS["annotations"](handoff))
    assert (collection["type"], collection["total"]) == ("AnnotationCollection", 2)
    target = collection["first"]["items"][1]["target"]
    quote, position, fragment = target["selector"]
    assert quote == {"type": "TextQuoteSelector", "exact": "The tray must be level."}
    assert position == {"type": "TextPositionSelector", "start": 0, "end": 23}
    assert fragment["value"].startswith("install:~:text=The%20tray")


def test_provenance_names_only_what_it_declares(handoff):
    document = json.loads(EXPORTS["prov"](handoff))
    declared = {*document["entity"], *document["activity"], *document["agent"]}
    relations = ("wasGeneratedBy", "wasAssociatedWith", "wasDerivedFrom")
    named = {end for relation in relations for one in document[relation].values() for end in one.values()}
    assert named <= declared
    assert all(name.count(":") == 1 for name in declared)


def test_html_asks_for_nothing_and_runs_nothing(handoff):
    page = EXPORTS["html"](handoff)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert " src=" not in page
    assert 'href="https://maker.example/1?a=1&amp;b={2}#install:~:text=' in page
