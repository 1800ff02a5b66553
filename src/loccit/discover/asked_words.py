"""What a person writes into a search box, read: words, phrases in quotation marks, and ``site:``.

Words may be missing from a page that is found; a phrase may not, and its tokens must stand together. ``site:`` takes a
host, with a path if need be: ``site:example.org`` covers its subdomains, ``site:www.example.org`` only itself, and
``-site:`` leaves out what it covers. Everything else, an unpaired quotation mark too, is words: no query is an error.
"""

import re
from dataclasses import dataclass

from loccit import urls

_SITE = re.compile(r"(?<!\S)(-?)site:(\S+)", re.IGNORECASE)
_PHRASE = re.compile(r'"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|「([^」]+)」')


@dataclass(frozen=True, slots=True)
class Site:
    """A part of the web.

    Attributes:
        host: ASCII, lower case.
        path: what the path of a page begins with; ``/`` for the whole host.
        subdomains: whether hosts below it are part of it.
    """

    host: str
    path: str
    subdomains: bool


@dataclass(frozen=True, slots=True)
class AskedWords:
    """A query read.

    Attributes:
        words: everything there is to look for, phrases among it.
        phrases: texts that must stand on a page as they are, folding apart.
        sites: parts of the web of which a page must be in one; none: anywhere.
        left_out: parts of the web no page may be in.
    """

    words: str
    phrases: tuple[str, ...] = ()
    sites: tuple[Site, ...] = ()
    left_out: tuple[Site, ...] = ()


def read_query(text: str) -> AskedWords:
    """Return what a query asks for."""
    sites: list[Site] = []
    left_out: list[Site] = []

    def taken(match: re.Match[str]) -> str:
        site = site_of(match[2])
        if site is None:
            return match[0]
        (left_out if match[1] else sites).append(site)
        return " "

    rest = _SITE.sub(taken, text)
    phrases = [next(group for group in match.groups() if group) for match in _PHRASE.finditer(rest)]
    words = _PHRASE.sub(lambda match: f" {next(group for group in match.groups() if group)} ", rest)
    return AskedWords(words.strip(), tuple(phrases), tuple(sites), tuple(left_out))


def site_of(text: str) -> Site | None:
    """Return the part of the web that a host, with or without scheme and path, names; null if it is none."""
    url = urls.parse(text if "://" in text else f"https://{text}")
    if url is None or not url.is_web or not url.hostname or url.has_credentials:
        return None
    return Site(url.hostname, url.path, subdomains=not url.hostname.startswith("www."))
