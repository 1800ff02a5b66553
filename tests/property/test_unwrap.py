import base64
from urllib.parse import quote

from hypothesis import given, settings
from hypothesis import strategies as st

from loccit import urls
from loccit.discover.unwrap import unwrap

BASE = "https://search.example/"
hosts = st.sampled_from(["example.org", "www.example.org:8080", "例え.jp", "1.2.3.4", "a-b.example"])
tails = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\t\r\n"), max_size=40)
addresses = st.builds("{}://{}/{}".format, st.sampled_from(["http", "https"]), hosts, tails)
escapes = st.builds(
    "https://example.org/{}?a={}#{}".format,
    *(st.text("%2Fab+&=~/é", max_size=12).map(lambda text: quote(text, safe="/%")) for _ in range(3)),
)


def href(text: str) -> str:
    url = urls.parse(text)
    assert url is not None
    return url.href


@settings(max_examples=500)
@given(addresses | escapes)
def test_what_a_wrapper_was_made_of_comes_out(text):
    target = href(text)
    coded = base64.urlsafe_b64encode(target.encode()).decode().rstrip("=")
    wrappers = [
        f"https://www.bing.com/ck/a?p=1&u=a1{coded}&ntb=1",
        f"https://www.google.com/url?sa=U&q={quote(target, safe='')}",
        f"https://www.google.com/url?q={quote(target, safe=':/+')}&sa=U",
        f"//duckduckgo.com/l/?uddg={quote(target, safe='')}&rut=1",
    ]
    assert [unwrap(wrapper, base=BASE).url for wrapper in wrappers] == [target] * 4


@settings(max_examples=500)
@given(addresses | escapes)
def test_a_plain_address_is_only_serialised(text):
    target = href(text)
    found = unwrap(target, base=BASE)
    assert (found.url, found.kind, found.rule) == (target, "page", None)
    assert unwrap(text, base=BASE).url == target


@settings(max_examples=300)
@given(st.text(max_size=60) | st.binary(max_size=40).map(lambda data: f"https://www.bing.com/ck/a?u=a1{data!r}"))
def test_any_attribute_is_unwrapped_or_left(text):
    found = unwrap(text, base="https://www.bing.com/search")
    assert found.url is None or href(found.url) == found.url


@given(addresses | escapes | st.text(max_size=30))
def test_the_short_way_to_a_serialisation_agrees_with_the_parser(text):
    url = urls.parse(text, base=BASE)
    assert urls.serialise(text, base=BASE) == (url.href if url else None)
    if url is not None and url.is_web:
        parts = urls.parts_of(url.href)
        assert (parts.hostname, parts.path) == (url.hostname, url.path)
        assert parts.query == url.target[len(url.path) :].removeprefix("?")
