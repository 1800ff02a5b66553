import base64

import pytest

from loccit.discover.unwrap import Unwrapped, unwrap

BING = "https://www.bing.com/search?q=x"
GOOGLE = "https://www.google.com/search?q=x"
DUCK = "https://html.duckduckgo.com/html/?q=x"


def ck(target: str, *, host: str = "www.bing.com", mark: str = "a1") -> str:
    coded = base64.urlsafe_b64encode(target.encode()).decode().rstrip("=")
    return f"https://{host}/ck/a?!&&p=0&ptn=3&u={mark}{coded}&ntb=1"


@pytest.mark.parametrize(
    ("href", "base", "url", "rule"),
    [
        ("https://example.org/a/?b=%2F#c", BING, "https://example.org/a/?b=%2F#c", None),
        ("//example.org/a", BING, "https://example.org/a", None),
        (ck("https://example.org/?q=a%26b&c=%2Fx"), BING, "https://example.org/?q=a%26b&c=%2Fx", "bing_ck"),
        (ck("https://example.org/?q=1%2B1"), BING, "https://example.org/?q=1%2B1", "bing_ck"),
        (ck("https://example.org/a", host="cn.bing.com"), BING, "https://example.org/a", "bing_ck"),
        (ck("https://example.org/a", mark=""), BING, "https://example.org/a", "bing_ck"),
        ("/url?q=https://example.org/w%3Fv%3Da%26b%3D2&sa=U", GOOGLE, "https://example.org/w?v=a&b=2", "google_url"),
        ("/url?q=https://example.org/a%2526b", GOOGLE, "https://example.org/a%26b", "google_url"),
        ("/url?q=https://example.org/c++", GOOGLE, "https://example.org/c++", "google_url"),
        (
            "https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fexample.org%2F&q=",
            GOOGLE,
            "https://example.org/",
            "google_url",
        ),
        (
            "//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.net%2Fwasps%23nest&rut=1",
            DUCK,
            "https://example.net/wasps#nest",
            "duckduckgo_l",
        ),
    ],
)
def test_pages(href, base, url, rule):
    assert unwrap(href, base=base) == Unwrapped(url, "page", rule)


@pytest.mark.parametrize(
    ("href", "base", "url", "rule"),
    [
        ("/aclk?sa=l&adurl=", GOOGLE, None, "google_aclk"),
        (
            "https://www.googleadservices.com/pagead/aclk?adurl=https://shop.example/%3Fa%3D1",
            GOOGLE,
            "https://shop.example/?a=1",
            "google_aclk",
        ),
        (
            "https://www.bing.com/aclick?ld=e&u=aHR0cHMlM2ElMmYlMmZzaG9wLmV4YW1wbGUlMmZh",
            BING,
            "https://shop.example/a",
            "bing_aclick",
        ),
        ("https://www.bing.com/aclick?u=https%3a%2f%2fshop.example%2fa", BING, "https://shop.example/a", "bing_aclick"),
        ("//duckduckgo.com/y.js?ad_domain=shop.example&u3=x", DUCK, None, "duckduckgo_y"),
    ],
)
def test_adverts(href, base, url, rule):
    assert unwrap(href, base=base) == Unwrapped(url, "advert", rule)


@pytest.mark.parametrize(
    ("href", "base", "rule"),
    [
        ("/goto?url=CAESabc", GOOGLE, "google_goto"),
        ("https://www.google.de/goto?url=CAESabc", GOOGLE, "google_goto"),
        ("https://www.bing.com/ck/a?u=a1aHR0c%21", BING, "bing_ck"),
        ("https://www.bing.com/ck/a?u=a1aHR0c", BING, "bing_ck"),
        ("https://www.bing.com/ck/a?p=1", BING, "bing_ck"),
        ("https://www.bing.com/ck/a?u=b7aHR0cHM", BING, "bing_ck"),
        (ck("ftp://example.org/"), BING, "bing_ck"),
        (ck("//example.org/"), BING, "bing_ck"),
        (ck("https://exam\nple.org/"), BING, "bing_ck"),
        (ck(ck("https://example.org/")), BING, "bing_ck"),
        ("/url?q=https://example.org/caf%E9", GOOGLE, "google_url"),
        ("javascript:void(0)", GOOGLE, "no_web_url"),
        ("http://[", GOOGLE, "no_web_url"),
    ],
)
def test_what_is_hidden_or_broken_is_never_guessed(href, base, rule):
    assert unwrap(href, base=base) == Unwrapped(None, "hidden", rule)


@pytest.mark.parametrize(
    ("href", "base"),
    [
        ("/search?q=images", GOOGLE),
        ("https://www.google.de/search?tbm=isch&q=x", GOOGLE),
        ("/url?q=/search%3Fq%3Dx", GOOGLE),
        ("/images/search?q=x", BING),
        (ck("/maps?q=x"), BING),
        (ck("https://www.bing.com/videos/search?q=x"), BING),
        ("?q=more", DUCK),
    ],
)
def test_pages_of_the_engine_itself(href, base):
    found = unwrap(href, base=base)
    assert (found.url, found.kind) == (None, "own")


def test_a_page_on_the_engines_host_may_be_a_result():
    assert unwrap("https://www.google.com/maps", base=GOOGLE) == Unwrapped("https://www.google.com/maps", "page")
