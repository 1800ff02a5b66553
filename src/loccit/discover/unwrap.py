"""From a link on a result page to the address it stands for, decoded once and never guessed.

Engines wrap the links of their result pages in redirects of their own. A wrapper is recognised by host and path; what
it carries is decoded exactly once, so that slashes, queries, fragments and percent-escapes of the target survive. What
can't be decoded stays unresolved: a wrong address is worse than none. The rules were read off saved pages of 2014 to
2026.
"""

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote_to_bytes

from loccit import urls

Kind = Literal["page", "advert", "own", "hidden"]

_GOOGLE = re.compile(r"(?:[a-z0-9-]+\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})")
_ENGINES = re.compile(r"bing\.com|google|r\.msn\.com|duckduckgo\.com|search\.brave\.com")
_BASE64URL = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """Where a link leads.

    Attributes:
        url: the target as the URL Standard serialises it; null where the engine hides it or it can't be decoded.
        kind: ``page``; ``advert`` (the link runs through an advert server); ``own`` (another page of the engine);
            ``hidden`` (a wrapper that tells nothing, or one that can't be decoded).
        rule: name of the wrapper, null for a plain link.
    """

    url: str | None
    kind: Kind
    rule: str | None = None


def unwrap(href: str, *, base: str) -> Unwrapped:
    """Return where a link of a result page leads.

    Args:
        href: the attribute, character references resolved; absolute, scheme-less or relative.
        base: address of the result page.
    """
    url = urls.serialise(href, base=base)
    if url is None or not url.startswith(("https://", "http://")):
        return Unwrapped(None, "hidden", "no_web_url")
    # Most links are plain; only those that name an engine somewhere can be wrappers.
    if _ENGINES.search(url):
        parts = urls.parts_of(url)
        for rule, is_wrapper, kind, target_of in _WRAPPERS:
            if is_wrapper(parts):
                return _resolved(target_of(parts), kind, rule)
        if _is_own(parts):
            return Unwrapped(None, "own")
    is_relative = not href.lstrip().lower().startswith(("http:", "https:", "//"))
    return Unwrapped(None, "own") if is_relative else Unwrapped(url, "page")


def _resolved(target: str | None, kind: Kind, rule: str) -> Unwrapped:
    nowhere: Kind = "advert" if kind == "advert" else "hidden"
    if target is None:
        return Unwrapped(None, nowhere, rule)
    if target.startswith("/") and not target.startswith("//"):
        return Unwrapped(None, "advert" if kind == "advert" else "own", rule)
    # What a parser would have to repair is not what the engine wrapped.
    before_query = target.partition("?")[0].partition("#")[0]
    whole = target.isprintable() and "\\" not in before_query and target.lower().startswith(("https://", "http://"))
    url = urls.serialise(target, base=target) if whole else None
    if url is None:
        return Unwrapped(None, nowhere, rule)
    if _ENGINES.search(url):
        parts = urls.parts_of(url)
        if any(is_wrapper(parts) for _, is_wrapper, _, _ in _WRAPPERS):
            return Unwrapped(None, nowhere, rule)
        if kind == "page" and _is_own(parts):
            return Unwrapped(None, "own", rule)
    return Unwrapped(url, kind, rule)


def _is_own(parts: urls.Parts) -> bool:
    return any(is_own(parts) for is_own in _OWN_PAGES)


# --- what a wrapper carries ---------------------------------------------------------------------------------------


def _parameter(url: urls.Parts, *names: str) -> str | None:
    """Return the first parameter of these names that is there, percent-decoded once; null if it is no UTF-8.

    A plus sign stands for itself: the values read here are addresses, and an address holds no space.
    """
    pairs = [part.partition("=") for part in url.query.split("&")]
    for name in names:
        for key, _, value in pairs:
            if key == name and value:
                return _percent_decoded(value)
    return None


def _percent_decoded(text: str) -> str | None:
    try:
        return unquote_to_bytes(text).decode()
    except UnicodeDecodeError:
        return None


def _base64_decoded(text: str) -> str | None:
    """Return what base64url text without padding (RFC 4648, sections 3.2 and 5) says in UTF-8; null if it is none."""
    bare = text.rstrip("=")
    if not _BASE64URL.fullmatch(bare) or len(bare) % 4 == 1:
        return None
    try:
        return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None


def _bing_click(url: urls.Parts) -> str | None:
    value = _parameter(url, "u") or ""
    target = _base64_decoded(value.removeprefix("a1"))
    if value.startswith("a1"):
        return target
    return target if target and target.startswith(("http://", "https://")) else None


def _bing_advert(url: urls.Parts) -> str | None:
    """Return the landing address: base64 of a percent-encoded address since about 2016, the plain address before."""
    value = _parameter(url, "u") or ""
    if value.lower().startswith(("http:", "https:")):
        return value
    target = _base64_decoded(value) or ""
    return _percent_decoded(target) if target.lower().startswith(("http%3a", "https%3a")) else target or None


def _google_link(url: urls.Parts) -> str | None:
    return _parameter(url, "url", "q")


def _nothing(_: urls.Parts) -> str | None:
    return None


# --- whose wrapper it is --------------------------------------------------------------------------------------------


def _of(host: str, *paths: str) -> Callable[[urls.Parts], bool]:
    """Return a test for a host or its subdomains, and one of some paths."""

    def test(url: urls.Parts) -> bool:
        return url.path in paths and (url.hostname == host or url.hostname.endswith("." + host))

    return test


def _of_google(*paths: str) -> Callable[[urls.Parts], bool]:
    def test(url: urls.Parts) -> bool:
        return url.path in paths and _GOOGLE.fullmatch(url.hostname) is not None

    return test


_WRAPPERS: tuple[tuple[str, Callable[[urls.Parts], bool], Kind, Callable[[urls.Parts], str | None]], ...] = (
    ("bing_ck", _of("bing.com", "/ck/a"), "page", _bing_click),
    ("bing_aclick", _of("bing.com", "/aclick", "/aclk"), "advert", _bing_advert),
    ("msn_advert", _of("r.msn.com", "/"), "advert", _bing_advert),
    ("google_url", _of_google("/url", "/interstitial"), "page", _google_link),
    ("google_goto", _of_google("/goto"), "hidden", _nothing),
    ("google_aclk", _of_google("/aclk"), "advert", lambda url: _parameter(url, "adurl")),
    (
        "google_aclk",
        _of("googleadservices.com", "/pagead/aclk", "/aclk"),
        "advert",
        lambda url: _parameter(url, "adurl"),
    ),
    ("duckduckgo_l", _of("duckduckgo.com", "/l/", "/l"), "page", lambda url: _parameter(url, "uddg")),
    ("duckduckgo_y", _of("duckduckgo.com", "/y.js"), "advert", _nothing),
    ("brave_redirect", _of("search.brave.com", "/a/redirect"), "advert", lambda url: _parameter(url, "click_url")),
)

_OWN_PAGES = (
    _of_google("/search"),
    _of("bing.com", "/search", "/images/search", "/videos/search", "/news/search"),
    _of("duckduckgo.com", "/html/", "/lite/"),
    _of("search.brave.com", "/search", "/images", "/videos", "/news"),
)
