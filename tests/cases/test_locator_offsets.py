"""Known faults in quoting: units mixed up, offsets of a changed copy, honest quotations refused, false ones found."""

import pytest

from loccit.text.offsets import OffsetMap, Span, Unit
from loccit.text.quote import resolve


def ends(text: str, quotation: str) -> dict[str, tuple[int, int]]:
    span = resolve(quotation, text).span
    assert span is not None
    offsets = OffsetMap(text)
    return {unit.name: tuple(offsets.from_code_points(Span(*span), unit)) for unit in Unit}


def test_each_unit_counts_its_own_way() -> None:
    assert ends("🦉🦉 nest: 4 eggs", "nest: 4 eggs") == {"CODE_POINT": (3, 15), "UTF8": (9, 21), "UTF16": (5, 17)}
    assert ends("Öl 𠮷 水温", "水温") == {"CODE_POINT": (5, 7), "UTF8": (9, 15), "UTF16": (6, 8)}


def test_offsets_are_those_of_the_text_as_it_is() -> None:
    text = "Add ¾ of the ﬂour; Ame\u0301lie walked 12\u202f000 steps… home."
    quotations = ["flour", "Am\u00e9lie", "12 000 steps", "home"]
    assert [ends(text, quotation)["CODE_POINT"] for quotation in quotations] == [(13, 17), (19, 26), (34, 46), (48, 52)]
    assert [resolve(quotation, text).status for quotation in quotations] == ["normalised"] * 3 + ["exact"]


PAGE = "The “wet‑lab” rules do not co\u00adver 2–3\u2009kg samples that aren’t sealed\u200b: use non-toxic glue."


@pytest.mark.parametrize(
    "quotation",
    ['The "wet-lab" rules', "do not cover 2-3 kg samples", "that aren't sealed: use", "use non-toxic glue."],
)
def test_typography_does_not_matter(quotation: str) -> None:
    found = resolve(quotation, PAGE)
    assert found.status in {"exact", "normalised"}
    assert found.span is not None


@pytest.mark.parametrize(
    "quotation",
    [
        "rules do cover 2-3 kg",
        "do not cover 23 kg",
        "do not cover 2-3 kg of samples",
        "use toxic glue.",
        "2-3 g samples",
    ],
)
def test_a_changed_word_is_no_quotation(quotation: str) -> None:
    found = resolve(quotation, PAGE)
    assert (found.status, found.span) == ("lost", None)


def test_part_of_a_number_is_no_quotation() -> None:
    assert resolve("5 °C", "Keep it at −15 °C or at 0.5 °C.").status == "lost"
    assert resolve("5 °C", "Keep it at −15 °C or at 5 °C.").span == Span(24, 28)


def test_a_repeated_sentence_is_told_apart_by_what_stands_around_it_or_not_at_all() -> None:
    text = "Hives: turn them in May. Frames: turn them in May. Lids: turn them in May."
    assert resolve("turn them in May.", text).status == "ambiguous"
    assert resolve("turn them in May.", text, prefix="Frames: ").span == Span(33, 50)
    assert resolve("turn them in May.", text, position=57).status == "exact"
