import pytest
from hypothesis import given
from hypothesis import strategies as st

from loccit.discover.asked_words import AskedWords, Site, read_query, site_of


@pytest.mark.parametrize(
    ("text", "words", "phrases"),
    [
        ("tray level", "tray level", ()),
        ('"tray level" rack', "tray level  rack", ("tray level",)),
        ('keep "tray level', 'keep "tray level', ()),
        ('""', '""', ()),
        ("\u201etray level\u201c", "tray level", ("tray level",)),
        ("\u300c水平\u300d托盤", "水平 托盤", ("水平",)),
        ('"a" "b c"', "a   b c", ("a", "b c")),
    ],
)
def test_phrases(text, words, phrases):
    assert read_query(text) == AskedWords(words, phrases)


@pytest.mark.parametrize(
    ("text", "site"),
    [
        ("example.org", Site("example.org", "/", subdomains=True)),
        ("www.Example.org/a/b", Site("www.example.org", "/a/b", subdomains=False)),
        ("http://m\u00fcnchen.example/", Site("xn--mnchen-3ya.example", "/", subdomains=True)),
        ("127.0.0.1:8000/x", Site("127.0.0.1", "/x", subdomains=True)),
        ("user@example.org", None),
        ("", None),
        ("ftp://example.org", None),
        ("a b", None),
    ],
)
def test_sites(text, site):
    assert site_of(text) == site


def test_sites_are_words_of_their_own_and_unreadable_ones_stay_words():
    asked = read_query("tray site:a.example -site:b.example site: mysite:c.example site:[")
    assert asked.words.split() == ["tray", "site:", "mysite:c.example", "site:["]
    assert [site.host for site in asked.sites] == ["a.example"]
    assert [site.host for site in asked.left_out] == ["b.example"]


@given(st.text())
def test_no_query_is_an_error(text):
    read_query(text)
