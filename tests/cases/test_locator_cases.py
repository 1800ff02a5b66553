"""Public bug reports about quotations, dates and PDF, rebuilt as small inputs, against their expected facts."""

import json
from pathlib import Path
from typing import Any

import pytest

from loccit.extract.html import read_html
from loccit.extract.pdf import PdfText, extract_pdf
from loccit.extract.plain import extract_plain
from loccit.policy import ExtractPolicy
from loccit.text.invisible import invisible_findings, without_deceptive
from loccit.text.normalise import folded
from loccit.text.offsets import OffsetMap, Span, Unit
from loccit.text.quote import resolve
from loccit.text.selectors import from_selectors

pytestmark = pytest.mark.data


def case(data_dir: Path, name: str) -> tuple[Any, dict[str, Any]]:
    folder = data_dir / "cases" / name
    expected = json.loads((folder / "expected.json").read_text())["expect"]
    given = folder / "input.json"
    return json.loads(given.read_text()) if given.exists() else folder, expected


def test_b40_invisible_characters(data_dir: Path) -> None:
    texts, expected = case(data_dir, "B40")
    for text, row in zip(texts, expected["rows"], strict=True):
        findings = invisible_findings(text)
        assert [finding.alarm for finding in findings] == ([row["alarm"]] if row["alarm"] else [])
        if "text" in row:
            assert without_deceptive(text) == row["text"]
        if "decoded" in row:
            assert findings[0].decoded == row["decoded"]
        if "match_key" in row:
            assert folded(text).text == row["match_key"]


def test_b43_code_points(data_dir: Path) -> None:
    given, expected = case(data_dir, "B43")
    assert _ends(given["text"], given["quote"]) == expected


def test_b46_normalisation_changes_length(data_dir: Path) -> None:
    given, expected = case(data_dir, "B46")
    for match in expected["matches"]:
        assert _ends(given["text"], match["query"]) == {unit: match[unit] for unit in ("cp", "utf8", "utf16")}


def test_b47_typography(data_dir: Path) -> None:
    given, expected = case(data_dir, "B47")
    for row in expected["rows"]:
        resolution = resolve(given["queries"][row["q"]], given["text"])
        assert resolution.status == ("normalised" if row["status"] == "found" else "lost")
        if "original" in row:
            assert resolution.span is not None
            assert given["text"][slice(*resolution.span)] == row["original"]


def test_b74_misattributed_is_not_lost(data_dir: Path) -> None:
    given, expected = case(data_dir, "B74")
    for quotation, row in zip(given["quotes"], expected["rows"], strict=True):
        found = {name: resolve(quotation["q"], text).span for name, text in given["sources"].items()}
        places = {name: list(span) for name, span in found.items() if span}
        source = row.get("source") or row.get("found_in")
        assert places == ({source: row["cp"]} if source else {})


def test_b44_heading_path_of_markdown(data_dir: Path) -> None:
    folder, expected = case(data_dir, "B44")
    page = extract_plain((folder / "input.md").read_text(), "text/markdown")
    paths = {page.text[block.start : block.end]: list(block.heading_path) for block in page.blocks}
    assert {text: paths[text] for text in expected["paths"]} == expected["paths"]


def test_b76_letters_from_actual_text(data_dir: Path) -> None:
    folder, expected = case(data_dir, "B76")
    page = extract_pdf((folder / "input.pdf").read_bytes())
    assert isinstance(page, PdfText)
    assert (page.text, page.page_count, page.blocks[0].page) == (expected["text"], expected["pages"], 1)


def test_b77_touching_cells(data_dir: Path) -> None:
    folder, expected = case(data_dir, "B77")
    page = extract_pdf((folder / "input.pdf").read_bytes())
    assert isinstance(page, PdfText)
    assert [row.split("\t") for row in page.text.split("\n\n")] == expected["cells"]


@pytest.mark.parametrize("number", range(5))
def test_annotations_of_hypothesis_resolve(data_dir: Path, number: int) -> None:
    folder = data_dir / "anchoring/hypothesis-client/src/annotator/anchoring/test/html-baselines"
    rows = json.loads((folder / "wikipedia-regression-testing.json").read_text())["rows"]
    assert len(rows) == 5
    page = read_html((folder / "wikipedia-regression-testing.html").read_text(), ExtractPolicy())
    made = from_selectors(rows[number]["target"][0]["selector"])
    resolution = resolve(made.exact, page.text, prefix=made.prefix, suffix=made.suffix)
    assert resolution.status in {"exact", "normalised"}
    assert resolution.span is not None
    assert folded(page.text[slice(*resolution.span)]).text == folded(made.exact).text


def _ends(text: str, quotation: str) -> dict[str, list[int]]:
    span = resolve(quotation, text).span
    assert span is not None
    units = {"cp": Unit.CODE_POINT, "utf8": Unit.UTF8, "utf16": Unit.UTF16}
    return {name: list(OffsetMap(text).from_code_points(Span(*span), unit)) for name, unit in units.items()}
