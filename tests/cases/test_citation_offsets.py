"""Public bug reports about citations, rebuilt as small inputs, against their expected facts."""

import json
from pathlib import Path
from typing import Any

import pytest

from loccit.cite.answer import Stretch, read_anchors
from loccit.cite.attribution import marked
from loccit.cite.coverage import sentences_of
from loccit.cite.formats import numbered, openai_responses
from loccit.cite.quotations import Quotation, place
from loccit.judge.pairs import rule_pair
from loccit.records import Answer, AnswerSource, Origin
from loccit.text.offsets import OffsetMap, Span, Unit

pytestmark = pytest.mark.data


def case(data_dir: Path, name: str) -> tuple[Any, dict[str, Any]]:
    folder = data_dir / "cases" / name
    expected = json.loads((folder / "expected.json").read_text())["expect"]
    return json.loads((folder / "input.json").read_text()), expected


def source(url: str) -> AnswerSource:
    return AnswerSource(url=url, title=None, text=None, requires_attribution=False)


def test_b70_byte_offsets_after_other_scripts(data_dir: Path, origin: Origin) -> None:
    given, expected = case(data_dir, "B70")
    text = given["answer"]
    stretches = [Stretch(one["start"], one["end"], (one["source"] - 1,)) for one in given["citations"]]
    anchors, notes = read_anchors(text, stretches, unit=Unit.UTF8, source_count=3)
    offsets = OffsetMap(text)
    for found, row in zip(anchors, expected["rows"], strict=True):
        span = Span(found.start, found.end)
        assert found.slice == row["segment"]
        assert found.sources == (row["source"] - 1,)
        assert list(span) == row["cp"]
        assert list(offsets.from_code_points(span, Unit.UTF8)) == row["utf8"]
        assert list(offsets.from_code_points(span, Unit.UTF16)) == row["utf16"]
    assert [{"index": note.citation, "error": note.code} for note in notes] == expected["bad"]
    sources = tuple(source(f"https://{number}.example/") for number in (1, 2, 3))
    answer = Answer(origin=origin, text=text, anchors=anchors, sources=sources)
    assert marked(answer, lambda position: f"[{position + 1}]") == expected["marked"]


def test_b71_a_link_is_not_the_claim(data_dir: Path, origin: Origin) -> None:
    given, expected = case(data_dir, "B71")
    content = {"type": "output_text", "text": given["answer"], "annotations": given["annotations"]}
    payload = {"output": [{"type": "message", "role": "assistant", "content": [content]}]}
    reading = openai_responses.read(payload, origin=origin)
    marks = [[one.start, one.end] for one in reading.answer.anchors if one.kind == "marker"]
    cited, uncited = sentences_of(reading)
    assert marks == [expected["marker_span"]]
    assert list(cited.span) == expected["claim_span"]
    assert [uncited.wording] == expected["uncited"]
    assert uncited.sources == ()


def test_b73_marks_among_what_looks_like_marks(data_dir: Path, origin: Origin) -> None:
    given, expected = case(data_dir, "B73")
    sources = [{"url": f"https://{name}.example/"} for name in given["sources"]]
    reading = numbered.read({"answer": given["answer"], "sources": sources}, origin=origin)
    offsets = OffsetMap(given["answer"])
    found = []
    for one in reading.answer.anchors:
        listed = [position for position in one.sources if position < len(sources)]
        if one.kind == "marker" and (listed or not one.sources):
            utf8 = list(offsets.from_code_points(Span(one.start, one.end), Unit.UTF8))
            row: dict[str, Any] = {"text": one.slice, "utf8": utf8}
            row |= {"targets": [position + 1 for position in listed]} if listed else {"error": "out_of_range"}
            found.append(row)
    assert found == expected["marks"]
    assert [note.code for note in reading.notes] == ["unknown_source"]


def test_b74_found_elsewhere_is_not_found_nowhere(data_dir: Path) -> None:
    given, expected = case(data_dir, "B74")
    names = list(given["sources"])
    texts = {position: given["sources"][name] for position, name in enumerate(names)}
    rows = []
    for one in given["quotes"]:
        found = place(Quotation(Span(0, len(one["q"])), one["q"]), (names.index(one["cited"]),), texts)
        row: dict[str, Any] = {"status": found.status}
        if found.status == "ok":
            row["source"] = names[found.found_in[0]]
        elif found.found_in:
            row["found_in"] = names[found.found_in[0]]
        rows.append(row | ({"cp": list(found.place)} if found.place else {}))
    assert rows == expected["rows"]


@pytest.mark.parametrize("name", ["B65", "B67", "B68"])
def test_scope_of_a_claim_beside_its_passage(data_dir: Path, name: str) -> None:
    given, expected = case(data_dir, name)
    for row in expected["rows"]:
        state = rule_pair(row["claim"], given["passage"]).state
        allowed = {row["verdict"]} | ({"contradicted"} if "2.0" in row["claim"] else set())
        assert state in allowed, row["claim"]
