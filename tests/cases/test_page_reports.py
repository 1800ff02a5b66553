"""Public reports about reading pages (charset, extract, hidden-text, date, pdf), rebuilt as small inputs.

Each page takes the way every page takes: media type and charset from headers and bytes, then the Document. Reports
about quotations alone are in ``test_locator_cases.py``.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from loccit.extract.document import Extracted, Source, extract
from loccit.ids import digest
from loccit.judge.pairs import rule_pair
from loccit.policy import ExtractPolicy
from loccit.records import Charset, MediaType, Origin, ReadDocument
from loccit.retrieve.outcome import judge_type
from loccit.retrieve.sniff import decode, sniff_charset, sniff_media_type
from loccit.text.quote import resolve

pytestmark = pytest.mark.data

Expected = dict[str, Any]


class Case:
    """One report: its folder, and the facts to check."""

    def __init__(self, folder: Path, origin: Origin) -> None:
        self.folder, self._origin = folder, origin
        self.expected: Expected = json.loads((folder / "expected.json").read_text())["expect"]

    def page(self, file: str = "input.html", content_type: str | None = None) -> tuple[ReadDocument, Charset]:
        body = (self.folder / file).read_bytes()
        headers = self.folder / "headers.txt"
        if headers.exists():
            content_type = headers.read_text().partition(":")[2].strip()
        media_type = sniff_media_type(content_type, body)
        charset = sniff_charset(content_type, media_type.sniffed, body)
        content = body if media_type.sniffed == "application/pdf" else decode(body, charset.name)
        source = Source(digest(body), media_type.sniffed, content, charset.name)
        extracted = extract(source, policy=ExtractPolicy(), origin=self._origin)
        assert isinstance(extracted, Extracted)
        return extracted.document, charset

    def document(self, file: str = "input.html") -> ReadDocument:
        return self.page(file)[0]


@pytest.fixture
def case(data_dir: Path, origin: Origin, request: pytest.FixtureRequest) -> Case:
    name = request.node.name.split("_")[1].upper()
    return Case(data_dir / "cases" / name, origin)


def cells(document: ReadDocument) -> list[tuple[str, tuple[str, ...]]]:
    """The text of each table cell and the headers over it."""
    cells = [block for block in document.layout.blocks if block.kind == "table_cell"]
    return [(document.text[block.start : block.end], block.heading_path) for block in cells]


def check_never_opposite(claims: list[Expected], text: str) -> None:
    """The rules may leave a claim open on so short a text, but never say the opposite."""
    opposite = {"supported": {"contradicted"}, "contradicted": {"supported", "partly_supported"}}
    for row in claims:
        assert rule_pair(row["claim"], text.replace("\n", "\n\n")).state not in opposite[row["verdict"]], row["claim"]


# ---- charset ---------------------------------------------------------------------------------------------------


def test_b22_a_declaration_far_down(case: Case) -> None:
    document, charset = case.page()
    assert (charset.name, charset.source) == (case.expected["encoding"], case.expected["encoding_source"])
    assert document.record.title_declared == case.expected["title"]
    assert all(text in document.text for text in case.expected["text_contains"])


def test_b23_a_byte_order_mark_outranks_the_header(case: Case) -> None:
    document, charset = case.page()
    assert (charset.name, charset.source) == (case.expected["encoding"], case.expected["encoding_source"])
    assert document.text == case.expected["text"]
    assert [one.replace("header:", "http:") for one in charset.conflicts] == [case.expected["conflict"]]


def test_b25_a_declaration_and_no_header(case: Case) -> None:
    document, charset = case.page()
    assert charset.name in case.expected["encoding_any"]
    assert charset.source == case.expected["encoding_source"]
    assert document.text == case.expected["text"]


def test_b26_references_from_128_to_159(case: Case) -> None:
    assert case.document().text == case.expected["text"]


# ---- extract ---------------------------------------------------------------------------------------------------


def test_b28_cells_without_white_space_between(case: Case) -> None:
    document = case.document()
    found = dict(cells(document))
    for cell in case.expected["cells"]:
        assert {cell["col"], cell["row"]} <= set(found[cell["text"]])
    assert not any(text in document.text for text in case.expected["text_excludes"])


def test_b29_every_spelling_of_a_line_break(case: Case) -> None:
    assert case.document().text.split("\n") == case.expected["lines"]


def test_b31_isotopes_are_no_note_marks(case: Case) -> None:
    document = case.document()
    (note,) = case.expected["notes"]
    assert document.text.count("[") == document.text.count(f"[{note['ref']}]") == 1
    target = next(block for block in document.layout.blocks if f"#{block.section_id}" == note["target"])
    assert document.text[target.start : target.end] == note["text"]
    for spellings in case.expected["text_contains_any"]:
        assert any(spelling in document.text for spelling in spellings)


def test_b32_cents_set_high(case: Case) -> None:
    document = case.document()
    (amount,) = case.expected["amounts"]
    assert f"${amount['value']} per jar" in document.text
    assert not any(str(number) in document.text for number in case.expected["numbers_never"])
    check_never_opposite(case.expected["claims"], document.text)


def test_b34_ruby(case: Case) -> None:
    document = case.document()
    assert document.text == case.expected["text"]
    readings = [[part.base, part.text] for part in document.layout.hidden if part.reason == "ruby_reading"]
    assert readings == case.expected["readings"]
    quotation = case.expected["quote"]
    found = resolve(quotation["exact"], document.text)
    assert (found.status, list(found.span or ())) == ("exact", quotation["cp"])


def test_b35_spanning_headers(case: Case) -> None:
    document = case.document()
    found = dict(cells(document))
    for cell in case.expected["cells"]:
        assert found[cell["text"]] == (*cell["col"], cell["row"])
    check_never_opposite(case.expected["claims"], document.text)


def test_b44_headings_of_html(case: Case) -> None:
    document = case.document()
    paths = {document.text[block.start : block.end]: list(block.heading_path) for block in document.layout.blocks}
    assert {text: paths[text] for text in case.expected["paths"]} == case.expected["paths"]
    assert len(paths) == len(document.layout.blocks)


# ---- hidden-text -----------------------------------------------------------------------------------------------


def test_b37_hidden_answers_are_kept_apart(case: Case) -> None:
    document = case.document()
    assert all(text in document.text for text in case.expected["text_contains"])
    assert not any(text in document.text for text in case.expected["text_excludes"])
    hidden = [
        {"text": part.text, "reason": part.reason, "revealable": part.revealable} for part in document.layout.hidden
    ]
    assert hidden == case.expected["hidden"]
    # The report would let hidden text support a claim in part; here it supports nothing.
    assert rule_pair(case.expected["claims"][0]["claim"], document.text).state not in {"supported", "partly_supported"}


def test_b38_a_copy_for_browsers_without_scripts(case: Case) -> None:
    text = case.document().text
    assert {part: text.count(part) for part in case.expected["counts"]} == case.expected["counts"]


# ---- date ------------------------------------------------------------------------------------------------------


def dates(document: ReadDocument, meaning: str) -> list[str]:
    return list(dict.fromkeys(date.value for date in document.record.dates if date.meaning == meaning and date.value))


def test_b49_dates_are_stated_not_guessed_from_the_address(case: Case) -> None:
    document, expected = case.document(), case.expected
    assert dates(document, "published") == [expected["published"]]
    assert expected["published_source"] in {date.place for date in document.record.dates}
    for other in expected["other_dates"]:
        assert dates(document, other["role"]) == [other["date"]]
    assert max(date.value or "" for date in document.record.dates) <= expected["max_date"]


def test_b50_published_after_modified(case: Case) -> None:
    document = case.document()
    assert dates(document, "published") == [case.expected["published"]]
    assert dates(document, "modified") == [case.expected["modified"]]
    assert list(document.record.findings) == case.expected["flags"]


def test_b52_the_year_of_a_copyright(case: Case) -> None:
    first, second = case.expected["cases"]
    document = case.document(first["file"])
    assert dates(document, "published") == [first["published"]]
    assert next(date.place for date in document.record.dates if date.meaning == "published") == "time_element"
    document = case.document(second["file"])
    assert (dates(document, "published"), dates(document, "copyright")) == ([], [str(second["copyright_year"])])


# ---- pdf -------------------------------------------------------------------------------------------------------


def test_b76_ligatures_without_a_name(case: Case) -> None:
    document = case.document("input.pdf")
    assert document.text == case.expected["text"]
    assert {block.page for block in document.layout.blocks} == {case.expected["locator"]["page"]}


def test_b77_touching_cells(case: Case) -> None:
    document = case.document("input.pdf")
    assert [row.split("\t") for row in document.text.split("\n\n")] == case.expected["cells"]


def test_b79_bytes_outrank_the_declared_type(case: Case) -> None:
    declared = {one["file"]: one["content_type"] for one in json.loads((case.folder / "meta.json").read_text())}
    for row in case.expected["rows"]:
        content_type = declared[row["file"]]
        found = sniff_media_type(content_type, (case.folder / row["file"]).read_bytes())
        assert found.conflict is row.get("type_conflict", False)
        if "outcome" in row:
            assert _outcome(found) == row["outcome"]
            continue
        assert found.sniffed.endswith(row["kind"])
        document, _ = case.page(row["file"], content_type)
        assert document.text
        assert all(text in document.text for text in row.get("text_contains", ()))


def _outcome(media_type: MediaType) -> str | None:
    refusal = judge_type(media_type)
    return None if refusal is None else refusal.outcome
