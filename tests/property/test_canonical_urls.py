"""The address of a row is the one to fetch: nothing of it is changed, whatever the engine wrapped it in."""

import base64
from urllib.parse import quote

from hypothesis import given, settings
from hypothesis import strategies as st

from loccit.discover.unwrap import unwrap
from loccit.urls import page_key, parse

SEGMENT = st.text(st.sampled_from("abcXYZ019-_~.!$&()*+,;=:@"), max_size=6).filter(lambda text: text not in {".", ".."})
ESCAPE = st.sampled_from(["%2F", "%2f", "%20", "%26", "%2526", "%E6%89%98", "%25", "%3D"])
PATH = st.lists(SEGMENT | ESCAPE, max_size=4).map("/".join)
QUERY = st.lists(SEGMENT | ESCAPE, max_size=4).map(lambda parts: "?" + "&".join(parts) if parts else "")
FRAGMENT = st.sampled_from(["", "#a", "#!/post/1", "#a%20b"])
ADDRESS = st.builds(
    "{}://{}/{}{}{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(["example.org", "www.example.org:8080", "xn--fa-hia.de"]),
    PATH,
    QUERY,
    FRAGMENT,
)


def bing(url: str) -> str:
    return "https://www.bing.com/ck/a?!&&p=1&u=a1" + base64.urlsafe_b64encode(url.encode()).decode().rstrip("=")


def google(url: str) -> str:
    return f"/url?q={quote(url, safe='')}&sa=U"


def duckduckgo(url: str) -> str:
    return f"//duckduckgo.com/l/?uddg={quote(url, safe='')}&rut=1"


@settings(max_examples=2_000)
@given(ADDRESS)
def test_an_address_survives_unchanged(url):
    parsed = parse(url)
    assert parsed is not None
    # Dots that go up are resolved by the URL Standard; everything else stands as it stood.
    assert parsed.href == url or "/%2e" in url.lower() or "/." in url
    wrapped = (
        (url, "https://engine.example/"),
        (bing(url), "https://www.bing.com/"),
        (google(url), "https://www.google.com/search"),
        (duckduckgo(url), "https://duckduckgo.com/"),
    )
    for href, base in wrapped:
        assert unwrap(href, base=base).url == parsed.href
    again = parse(parsed.href)
    assert again is not None
    assert again.href == parsed.href
    assert page_key(page_key(url)) == page_key(url)
