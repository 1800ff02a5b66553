"""Dates a page shows and declares."""

import re

import pytest

from loccit.extract.dates import (
    Declared,
    best,
    date_findings,
    declared_dates,
    displayed_dates,
    json_ld_declared,
    resolve_ambiguity,
)
from loccit.records.extract import Block, DateCandidate
from loccit.text.offsets import Span


def shown(text: str) -> list[tuple[str, str | None, str]]:
    return [(found.text, found.value, found.meaning) for found in candidates(text)]


def candidates(text: str) -> tuple[DateCandidate, ...]:
    blocks = [
        Block(*match.span(), "paragraph", "main", True, 0, (), None, "", None) for match in re.finditer(r"[^\n]+", text)
    ]
    return displayed_dates(text, blocks)


PROSE = "The kettle was shown to many visitors of the spring fair and to nobody else in the whole wide town. "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Published: 02 January 2023", [("02 January 2023", "2023-01-02", "published")]),
        ("Accepted: 16 Dec. 2022", [("16 Dec. 2022", "2022-12-16", "accepted")]),
        (
            "Posted by Ann on March 3rd, 2021 · Last updated 4 May 2022",
            [("March 3rd, 2021", "2021-03-03", "published"), ("4 May 2022", "2022-05-04", "modified")],
        ),
        ("Accessed 2023-05-06", [("2023-05-06", "2023-05-06", "accessed")]),
        ("Issued June 2020", [("June 2020", "2020-06", "published")]),
        ("Diperbarui: 2 Januari 2023", [("2 Januari 2023", "2023-01-02", "modified")]),
        ("Terbit 17 Agustus 2022", [("17 Agustus 2022", "2022-08-17", "published")]),
        ("最後更新於 2023 年 1 月 2 日", [("2023 年 1 月 2 日", "2023-01-02", "modified")]),
        ("2023-01-02 发布", [("2023-01-02", "2023-01-02", "published")]),
        ("發布日期：民國 112 年 3 月 4 日", [("民國 112 年 3 月 4 日", "2023-03-04", "published")]),
        ("二〇二三年十一月二十一日修訂", [("二〇二三年十一月二十一日", "2023-11-21", "modified")]),
        ("Aktualisiert am 3. März 2020", [("3. März 2020", "2020-03-03", "modified")]),
        ("© Example 2017", [("2017", "2017", "copyright")]),
        ("Copyright 2001-2023, the makers", [("2001", "2001", "copyright"), ("2023", "2023", "copyright")]),
        ("The book was published on 2 January 1999.", [("2 January 1999", "1999-01-02", "unknown")]),
        ("31/02/2023 and 2023-13-01 and build 1.2.3.2023", []),
        (PROSE + "It was released on 2 January 1999 and sold.", []),
        (PROSE + "Updated 2 January 1999 with a new lid.", []),
    ],
)
def test_displayed(text: str, expected: list[tuple[str, str | None, str]]) -> None:
    assert shown(text) == expected


def test_a_sentence_may_open_with_the_word() -> None:
    text = PROSE + "Updated 2 January 1999 with a new lid."
    block = Block(0, len(text), "paragraph", "main", True, 0, (), None, "", None)
    from_sentence = displayed_dates(text, [block], [Span(0, 99), Span(100, len(text))])
    assert [(found.value, found.meaning) for found in from_sentence] == [("1999-01-02", "modified")]


def test_offsets_are_those_of_the_text() -> None:
    text = "İlk\nUpdated 3 May 2022"
    (found,) = candidates(text)
    assert (found.start, found.end) == (12, 22)
    assert text[12:22] == found.text == "3 May 2022"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Updated 07/11/2023", None),
        ("Updated 07/11/2023\nPosted 25/10/2023", "2023-11-07"),
        ("Updated 07/11/2023\nPosted 10/25/2023", "2023-07-11"),
        ("Updated 07/11/2023\nPosted 25/10/2023\nOpened 10/25/2023", None),
        ("Updated 07/11/2023\nPublished 7 November 2023", "2023-11-07"),
        ("Updated 07/11/2023\nPublished 7 October 2023", None),
        ("Updated 07.11.2023", "2023-11-07"),
        ("Updated 13/11/2023", "2023-11-13"),
        ("Updated 11/11/2023", "2023-11-11"),
        (f"Updated 07/11/2023\n{PROSE * 2} On 25/10/2023 it broke.", "2023-11-07"),
    ],
)
def test_day_and_month_are_told_apart_only_by_the_page(text: str, value: str | None) -> None:
    assert candidates(text)[0].value == value


def test_a_declared_date_settles_a_displayed_one() -> None:
    both = resolve_ambiguity(
        (*candidates("Updated 07/11/2023"), *declared_dates([Declared("meta:date", "2023-07-11")]))
    )
    assert both[0].value == "2023-07-11"


@pytest.mark.parametrize(
    ("declared", "value", "meaning"),
    [
        (Declared("meta:dc.date", "2023-01-02"), "2023-01-02", "published"),
        (Declared("meta:article:modified_time", "2025-02-06T20:33:20+02:00"), "2025-02-06T18:33:20Z", "modified"),
        (Declared("meta:DC.Date.Issued", "2023"), "2023", "published"),
        (Declared("meta:date", "20230102"), "2023-01-02", "published"),
        (Declared("meta:citation_publication_date", "2023/01/02"), "2023-01-02", "published"),
        (Declared("meta:last-modified", "Thu, 02 Jan 2020 10:00:00 GMT"), "2020-01-02T10:00:00Z", "modified"),
        (Declared("meta:date", "2023-01-02 10:00"), "2023-01-02T10:00:00", "published"),
        (Declared("meta:ModDate", "D:20230102103000+01'00'"), "2023-01-02T09:30:00Z", "modified"),
        (Declared("meta:CreationDate", "D:20230102103000"), "2023-01-02T10:30:00", "unknown"),
        (Declared("meta:date", "07/11/2023"), None, "published"),
        (Declared("time_element", "2009-04-20", "dateModified"), "2009-04-20", "modified"),
        (Declared("time_element", "2009-04-20", "Last updated"), "2009-04-20", "modified"),
        (Declared("json_ld:copyrightYear", "2017"), "2017", "copyright"),
        (Declared("meta:theme", "2020-01-01"), "2020-01-01", "unknown"),
    ],
)
def test_declared(declared: Declared, value: str | None, meaning: str) -> None:
    (found,) = declared_dates([declared])
    assert (found.value, found.meaning, found.displayed, found.place) == (value, meaning, False, declared.place)


@pytest.mark.parametrize("text", ["", "soon", "2023-02-30", "2023-01-02T25:00", "12:30"])
def test_what_is_no_date_is_left_out(text: str) -> None:
    assert declared_dates([Declared("meta:date", text)]) == ()


def test_the_first_bare_time_element_is_the_publication_where_nothing_declares_one() -> None:
    times = [Declared("time_element", "2009-04-20"), Declared("time_element", "2010-01-01")]
    assert [found.meaning for found in declared_dates(times)] == ["published", "unknown"]
    with_meta = declared_dates([*times, Declared("meta:date", "2009-04-21")])
    assert [found.meaning for found in with_meta] == ["unknown", "unknown", "published"]


def test_json_ld() -> None:
    script = """{"@graph": [{"@type": "NewsArticle", "datePublished": "2025-02-07T16:00:34+00:00", "dateModified":
    "2025-02-06", "comment": [{"datePublished": "2001-01-01"}], "copyrightYear": 2017}]}"""
    assert sorted(json_ld_declared(script), key=lambda one: one.place) == [
        Declared("json_ld:copyrightYear", "2017"),
        Declared("json_ld:dateModified", "2025-02-06"),
        Declared("json_ld:datePublished", "2025-02-07T16:00:34+00:00"),
    ]
    assert json_ld_declared("{broken") == []
    assert json_ld_declared("[" * 100_000) == []


def test_what_is_odd_is_said_and_nothing_is_swapped() -> None:
    page = declared_dates(
        [
            Declared("meta:article:published_time", "2025-02-07T16:00:34+00:00"),
            Declared("meta:article:modified_time", "2025-02-06T20:33:20+00:00"),
        ]
    )
    assert [found.value for found in page] == ["2025-02-07T16:00:34Z", "2025-02-06T20:33:20Z"]
    assert date_findings(page) == ("modified_before_published",)
    assert date_findings(page, retrieved_on="2025-02-07") == ("modified_before_published",)
    assert date_findings(page, retrieved_on="2025-02-06") == ("modified_before_published", "date_after_retrieval")
    assert date_findings(declared_dates([Declared("meta:date", "2025-02")]), retrieved_on="2025-02-06") == ()


def test_best_prefers_what_is_declared_and_never_a_copyright_year() -> None:
    page = (*candidates("Published 3 May 2022\n© 2017"), *declared_dates([Declared("meta:dc.date", "2022-05-03")]))
    chosen = best(page, "published")
    assert chosen is not None
    assert chosen.place == "meta:dc.date"
    assert best(candidates("© 2017"), "published") is None
