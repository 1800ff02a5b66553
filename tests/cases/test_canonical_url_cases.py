"""Public bug reports about addresses of pages, rebuilt: what is fetched, and what counts as the same page."""

import pytest

from loccit.retrieve.markup import read_markup
from loccit.retrieve.refresh import document_base
from loccit.urls import Url, page_key, parse


def url_of(text: str) -> Url:
    url = parse(text)
    assert url is not None
    return url


@pytest.mark.parametrize(
    ("given", "fetched"),
    [
        ("https://example.org/manual/", "https://example.org/manual/"),
        ("https://example.org/manual", "https://example.org/manual"),
        ("https://example.org", "https://example.org/"),
    ],
)
def test_a_trailing_slash_is_part_of_the_address(given, fetched):
    """searxng/searxng 4602."""
    assert url_of(given).href == fetched
    assert page_key("https://example.org/manual/") != page_key("https://example.org/manual")


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ("https://example.org/?utm_source=x&gclid=1", "https://example.org/"),
        ("https://example.org", "https://example.org/"),
        ("https://example.org/?p=1&utm_medium=mail", "https://example.org/?p=1"),
    ],
)
def test_the_key_of_a_root_is_stable_and_the_fetched_url_unchanged(given, key):
    """adbar/courlan 134."""
    assert page_key(given) == key == page_key(page_key(given))
    assert url_of(given).href == given + ("" if "/?" in given else "/")


@pytest.mark.parametrize(
    ("given", "page", "fragment", "directive", "needs_render"),
    [
        ("https://example.org/guide#:~:text=bees", "https://example.org/guide", None, "bees", False),
        ("https://example.org/guide#hives:~:text=bees", "https://example.org/guide", "hives", "bees", False),
        ("https://example.org/guide#hives", "https://example.org/guide", "hives", None, False),
        ("https://example.org/#!/post/1", "https://example.org/", "!/post/1", None, True),
        ("https://example.org/#!/post/2", "https://example.org/", "!/post/2", None, True),
    ],
)
def test_fragments_sections_and_routes(given, page, fragment, directive, needs_render):
    """sindresorhus/normalize-url 129."""
    url = url_of(given)
    assert (url.without_fragment, url.fragment, url.text_directive) == (page, fragment, directive)
    assert url.needs_render == needs_render


def test_a_section_is_no_page_of_its_own_but_a_route_is():
    """sindresorhus/normalize-url 129."""
    sections = ("https://example.org/guide#:~:text=bees", "https://example.org/guide#hives:~:text=bees")
    assert page_key(sections[0]) == page_key(sections[1]) == page_key("https://example.org/guide#hives")
    assert page_key("https://example.org/#!/post/1") != page_key("https://example.org/#!/post/2")


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("spec.pdf", "https://example.org/static/spec.pdf"),
        ("../up.html", "https://example.org/up.html"),
        ("//cdn.example.net/x", "https://cdn.example.net/x"),
        ("#sec", "https://example.org/static/#sec"),
    ],
)
def test_the_first_base_of_a_page_counts(link, target):
    """unclecode/crawl4ai 1680."""
    html = '<!doctype html><head><base href="/static/"><base href="/other/"></head><a href="spec.pdf">spec</a>'
    base = document_base(read_markup(html), url_of("https://example.org/docs/v2/index.html"))
    url = parse(link, base=base)
    assert url is not None
    assert url.href == target
