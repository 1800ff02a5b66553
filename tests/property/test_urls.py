from hypothesis import given
from hypothesis import strategies as st

from loccit.urls import _SERIALISED, page_key, parse, serialise

hosts = st.sampled_from(["example.org", "例え.jp", "[2001:db8::1]", "1.2.3.4", "xn--fa-hia.de"])
ports = st.sampled_from(["", ":80", ":443", ":8080"])
tails = st.text(max_size=30)
urls = st.builds("{}://{}{}/{}".format, st.sampled_from(["http", "https"]), hosts, ports, tails)


@given(urls)
def test_parsing_a_serialisation_changes_nothing(text):
    url = parse(text)
    assert url is not None
    again = parse(url.href)
    assert again is not None
    assert again.href == url.href
    assert again.faults == frozenset()


@given(urls | tails)
def test_a_page_key_is_stable(text):
    assert page_key(page_key(text)) == page_key(text)


@given(urls, st.sampled_from(["utm_source=a", "gclid=1", "fbclid=x"]))
def test_tracking_parameters_never_change_the_key(text, parameter):
    url = parse(text)
    assert url is not None
    plain = url.without_fragment
    tagged = f"{plain}{'&' if '?' in plain else '?'}{parameter}"
    assert page_key(tagged) == page_key(plain)


@given(tails)
def test_any_text_is_parsed_or_refused(text):
    url = parse(text)
    assert url is None or url.href


@given(st.from_regex(_SERIALISED, fullmatch=True))
def test_what_is_taken_for_serialised_is(text):
    url = parse(text)
    assert url is not None
    assert url.href == text == serialise(text, base="https://e.example/")
