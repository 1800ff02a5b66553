import pytest

from loccit.discover.page_state import Asked, Signs, Verdict, judge, overlap
from loccit.protocols import ParsedRow


def row(title="Python asyncio", snippet="", *, sponsored=False, url="https://example.org/"):
    return ParsedRow(title=title, href=url, url=url, snippet=snippet, sponsored=sponsored)


def test_rows_come_before_any_sign_of_a_wall():
    signs = Signs(challenge="a challenge", consent="a form", script_shell="a shell", no_results="nothing")
    assert judge([row()], signs, Asked("python")) == Verdict("ok", None, 1_000_000)


@pytest.mark.parametrize(
    ("signs", "state"),
    [
        (Signs(challenge="x", consent="x", no_results="x", script_shell="x", start_page="x"), "blocked"),
        (Signs(consent="x", no_results="x", script_shell="x", start_page="x"), "consent"),
        (Signs(no_results="x", script_shell="x", start_page="x"), "no_results"),
        (Signs(script_shell="x", start_page="x"), "script_shell"),
        (Signs(start_page="x"), "wrong_page"),
        (Signs(), "unrecognised_layout"),
    ],
)
def test_without_rows_the_first_sign_decides(signs, state):
    assert judge([], signs, Asked()).state == state


def test_adverts_alone_are_no_answer():
    assert judge([row(sponsored=True)], Signs(), Asked()).state == "unrecognised_layout"
    assert judge([row(sponsored=True)], Signs(no_results="nothing"), Asked()).state == "no_results"


def test_another_page_than_asked_for():
    verdict = judge([row()], Signs(page=1), Asked("python", 2))
    assert (verdict.state, verdict.reason) == ("wrong_page", "asked for page 2, got page 1")


def test_other_words_than_asked_for():
    assert judge([row()], Signs(shown_query="Python  ASYNCIO"), Asked("python asyncio")).state == "ok"
    assert judge([row()], Signs(shown_query="python snake"), Asked("python asyncio")).state == "relaxed_query"
    assert judge([row()], Signs(shown_query="weather"), Asked("python asyncio")).state == "wrong_page"
    assert judge([row()], Signs(relaxed="says so"), Asked("pythn")).state == "relaxed_query"


@pytest.mark.parametrize(
    ("query", "titles", "state"),
    [
        ("web scraping", ["WhatsApp Web", "Web browser", "Sign in - web mail"], "off_topic"),
        ("python asyncio documentation", ["Python (snake)", "Pythons as pets", "Python skin"], "off_topic"),
        ("asyncio", ["Tax forms", "Weather", "News"], "off_topic"),
        ("BRANDON MOTORS HP13 6NR", ["Brandon Car Centre", "SWM Motors", "Car hire"], "ok"),
        ("cngress usa", ["Congress of the USA", "US Congress", "The House"], "ok"),
        ("best laptops 2026", ["The best laptop of the year", "Laptop tests", "Buying advice"], "ok"),
        ("洗碗機 水平 安裝", ["洗碗機安裝說明", "如何安裝", "水平調整"], "ok"),
        ("洗碗機 水平 安裝", ["天氣", "新聞", "股市"], "off_topic"),
        ("cara memasang mesin cuci piring", ["Panduan pemasangan mesin", "Cuci piring", "Mesin cuci"], "ok"),
        ("a question nobody words like that", ["Two rows", "only"], "off_topic"),
        ("two words", ["words", "rows"], "ok"),
        ("\\", ["Backslash", "Backslash", "Backslash"], "ok"),
    ],
)
def test_rows_about_something_else(query, titles, state):
    assert judge([row(title) for title in titles], Signs(), Asked(query)).state == state


def test_overlap_looks_at_titles_snippets_and_addresses():
    rows = [row("Python", "event loop", url="https://docs.example.org/asyncio")]
    assert overlap("python loop asyncio threads", rows) == 750_000
    assert overlap("site:example.org python -java", rows) == 1_000_000
    assert overlap("?!", rows) is None
