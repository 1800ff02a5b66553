"""Known faults in dating pages: dates from addresses and footers, swapped meanings, guessed days."""

from loccit.extract.document import Extracted, Source, extract
from loccit.ids import digest
from loccit.policy import ExtractPolicy
from loccit.records import DateCandidate, Origin


def dated(
    markup: str, origin: Origin, *, url: str = "https://example.org/"
) -> tuple[tuple[DateCandidate, ...], tuple[str, ...]]:
    source = Source(digest(markup.encode()), "text/html", f"<!doctype html>{markup}", "utf-8", url)
    extracted = extract(source, policy=ExtractPolicy(), origin=origin)
    assert isinstance(extracted, Extracted)
    return extracted.document.record.dates, extracted.document.record.findings


def facts(dates: tuple[DateCandidate, ...]) -> list[tuple[str, str | None, str]]:
    return [(date.meaning, date.value, date.place) for date in dates]


def test_digits_of_an_address_are_no_date(origin: Origin) -> None:
    markup = '<meta name="citation_date" content="2021/03/05"><p>Accepted: 14 February 2021<p>Published: 5 March 2021'
    dates, findings = dated(markup, origin, url="https://example.org/2024/11/s41598-022-1")
    assert facts(dates) == [
        ("published", "2021-03-05", "meta:citation_date"),
        ("accepted", "2021-02-14", "visible_text"),
        ("published", "2021-03-05", "visible_text"),
    ]
    assert findings == ()


def test_published_after_modified_is_said_and_not_swapped(origin: Origin) -> None:
    dates, findings = dated(
        '<script type="application/ld+json">{"@graph":[{"@type":"Article","datePublished":"2024-06-02T08:00:00+02:00",'
        '"dateModified":"2024-06-01"}]}</script><p>Text.</p>',
        origin,
    )
    assert facts(dates) == [
        ("published", "2024-06-02T06:00:00Z", "json_ld:datePublished"),
        ("modified", "2024-06-01", "json_ld:dateModified"),
    ]
    assert findings == ("modified_before_published",)


def test_the_year_of_a_copyright_is_no_publication(origin: Origin) -> None:
    dates, _ = dated("<h1>Knots</h1><p>Tie them.</p><footer>Copyright 2009–2024 Example</footer>", origin)
    assert {date.meaning for date in dates} == {"copyright"}
    dates, _ = dated('<h1>Knots</h1><time datetime="2011-08-30">30 August 2011</time><footer>© 2024</footer>', origin)
    assert facts(dates)[0] == ("published", "2011-08-30", "time_element")
    assert ("published", "2024") not in {(date.meaning, date.value) for date in dates}


def test_a_form_that_reads_two_ways_stays_open_without_other_evidence(origin: Origin) -> None:
    assert facts(dated("<p>Published: 03/04/2022</p>", origin)[0]) == [("published", None, "visible_text")]
    settled, _ = dated("<p>Published: 03/04/2022</p><p>Updated: 23/04/2022</p>", origin)
    assert facts(settled) == [("published", "2022-04-03", "visible_text"), ("modified", "2022-04-23", "visible_text")]


def test_no_day_is_added_to_a_month(origin: Origin) -> None:
    assert facts(dated("<p>Last updated March 2020</p>", origin)[0]) == [("modified", "2020-03", "visible_text")]
    assert facts(dated("<p lang=zh>更新日期：2020年3月</p>", origin)[0]) == [("modified", "2020-03", "visible_text")]
    assert facts(dated("<p lang=id>Diperbarui: 7 Agustus 2021</p>", origin)[0]) == [
        ("modified", "2021-08-07", "visible_text")
    ]
