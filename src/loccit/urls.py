"""URLs: parsed once, by the WHATWG URL Standard, and used afterwards only in their serialised form.

Two parsers that disagree about the host are how a guard is walked around, so nothing in loccit looks at URL text
with anything but this module (one named exception: the adapter of saved captures, whose source document fixes
another parser).
"""

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

import ada_url

from loccit.ids import scalar_text

Fault = Literal["tab", "newline", "control", "backslash"]
"""What the parser silently repaired inside the text: WHATWG validation errors that no honest URL has."""

TEXT_DIRECTIVE = ":~:"
"""Starts the fragment directive (WICG Scroll To Text Fragment); it names a place, not another page."""

_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}
# Absolute addresses that the parser gives back as they are: a plain host name, no port, no dot at the start of a
# segment, nothing that is encoded or decoded. They are most of what there is.
_SERIALISED = re.compile(
    r"https?://(?:[a-z][a-z0-9]*\.)+[a-z]{2,}(?:/(?:[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)?)+(?:\?[A-Za-z0-9_~.=&+/-]+)?"
)
_EDGE = "".join(map(chr, range(0x21)))
_TRACKING_PREFIXES = ("utm_", "mtm_", "pk_", "hsa_", "oly_")
_TRACKING_NAMES = frozenset(
    {
        "gclid",
        "gclsrc",
        "dclid",
        "gbraid",
        "wbraid",
        "srsltid",
        "fbclid",
        "msclkid",
        "yclid",
        "ysclid",
        "twclid",
        "ttclid",
        "li_fat_id",
        "epik",
        "igshid",
        "igsh",
        "clickid",
        "mc_cid",
        "mc_eid",
        "mkt_tok",
        "vero_id",
        "wickedid",
        "_hsenc",
        "_hsmi",
        "__hssc",
        "__hstc",
        "__hsfp",
        "hsctatracking",
        "_ga",
        "_gl",
    }
)


@dataclass(frozen=True, slots=True)
class Url:
    """An absolute URL.

    Attributes:
        href: the serialisation; the only form that is handed on.
        scheme: without the colon.
        host: as serialised, with a port that is not the scheme's default.
        hostname: without port; ASCII (punycode); an IPv6 address keeps its brackets; empty where there is none.
        port: the port a client would dial, null where the scheme has none.
        target: path and query, as they stand in a request line.
        path: the path, percent-encoded.
        fragment: what follows ``#``, without a text directive; null where there is none.
        text_directive: what follows ``:~:`` in the fragment; null where there is none.
        has_credentials: whether a user name or password stands before the host.
        faults: what the parser repaired in the text this came from.
    """

    href: str
    scheme: str
    host: str
    hostname: str
    port: int | None
    target: str
    path: str
    fragment: str | None
    text_directive: str | None
    has_credentials: bool
    faults: frozenset[Fault]

    @property
    def without_fragment(self) -> str:
        """The serialisation up to ``#``: what a request is made of."""
        return self.href.partition("#")[0]

    @property
    def origin(self) -> str:
        """Scheme and host, e.g. ``https://example.org:8443``."""
        return f"{self.scheme}://{self.host}"

    @property
    def is_web(self) -> bool:
        """Whether the scheme is http or https."""
        return self.scheme in {"http", "https"}

    @property
    def needs_render(self) -> bool:
        """Whether the fragment is a route that only the site's scripts can follow (``#!...``, ``#/...``)."""
        return (self.fragment or "").startswith(("!", "/"))

    @property
    def address(self) -> str | None:
        """The IP address the host is written as, without brackets; null for a name."""
        if self.hostname.startswith("["):
            return self.hostname[1:-1]
        # The parser has turned every numeric form into dotted decimal; no other host ends in a number.
        return self.hostname if self.is_web and self.hostname[-1:].isdigit() and _is_dotted(self.hostname) else None


def parse(text: str, *, base: str | None = None) -> Url | None:
    """Parse a URL, absolute or relative to ``base``; null if the standard calls it a failure.

    White space and controls around the text are dropped, as the standard says; those inside it are too, but leave a
    fault, so that a caller can refuse what looks different from what it is.
    """
    trimmed = scalar_text(text).strip(_EDGE)
    try:
        parsed = ada_url.URL(trimmed, None if base is None else scalar_text(base))
    except ValueError:
        return None
    scheme = parsed.protocol[:-1]
    fragment, directive = _split_fragment(parsed.hash)
    return Url(
        href=parsed.href,
        scheme=scheme,
        host=parsed.host,
        hostname=parsed.hostname,
        port=int(parsed.port) if parsed.port else _DEFAULT_PORTS.get(scheme),
        target=parsed.pathname + parsed.search,
        path=parsed.pathname,
        fragment=fragment,
        text_directive=directive,
        has_credentials=bool(parsed.username or parsed.password),
        faults=_faults(trimmed),
    )


class Parts(NamedTuple):
    """Some parts of a serialised URL: host name without port, path, query without its question mark."""

    hostname: str
    path: str
    query: str


def serialise(text: str, *, base: str) -> str | None:
    """Return a URL, absolute or relative, in its serialised form; null if the standard calls it a failure.

    What ``parse`` gives as ``href``, at a fraction of its cost, for where no other part is needed.
    """
    if _SERIALISED.fullmatch(text):
        return text
    try:
        return str(ada_url.join_url(base, scalar_text(text).strip(_EDGE)))
    except ValueError:
        return None


def parts_of(href: str) -> Parts:
    """Return the parts of a serialised http(s) URL; other text gives parts that mean nothing."""
    head = href.partition("#")[0]
    before, _, query = head.partition("?")
    authority, slash, path = before.partition("://")[2].partition("/")
    host = authority.rpartition("@")[2]
    name = host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]
    return Parts(name, slash + path, query)


def host_of(text: str) -> str | None:
    """Return the host name of an absolute URL (no port, no brackets, no trailing dot); null if there is none."""
    url = parse(text)
    return (url.hostname.strip("[]").rstrip(".") or None) if url else None


def domain(text: str) -> str | None:
    """Return the host name without a leading ``www.``, for display and grouping; null if there is none."""
    host = host_of(text)
    return host.removeprefix("www.") if host else host


def page_key(text: str) -> str:
    """Return the key under which URLs that look like one page meet; it is never fetched.

    http and https, a default port, tracking parameters and the fragment make no difference. Path, trailing slash and
    every other parameter do, and so does a fragment that a script-driven site uses as its path (``#!...``, ``#/...``).
    Text that is no URL is its own key. Applying it twice changes nothing.
    """
    url = parse(text)
    if url is None or not url.is_web:
        return text if url is None else url.href
    query = url.target[len(url.path) :]
    kept = [part for part in query.removeprefix("?").split("&") if part and not _is_tracking(part)]
    route = f"#{url.fragment}" if url.needs_render else ""
    host = url.hostname if url.port in {80, 443} else url.host
    return f"https://{host}{url.path}{'?' if kept else ''}{'&'.join(kept)}{route}"


def with_fragment(text: str, directive: str) -> str:
    """Return the URL with its fragment replaced by ``directive`` (``section-id``, ``:~:text=...`` or both).

    The caller has percent-encoded the directive; a leading ``#`` is allowed.
    """
    return f"{text.partition('#')[0]}#{directive.removeprefix('#')}"


def _split_fragment(fragment: str) -> tuple[str | None, str | None]:
    element, mark, directive = fragment.removeprefix("#").partition(TEXT_DIRECTIVE)
    return element or None, (directive.removeprefix("text=") if mark else None)


def _is_tracking(parameter: str) -> bool:
    name = parameter.partition("=")[0].lower()
    return name in _TRACKING_NAMES or name.startswith(_TRACKING_PREFIXES)


def _is_dotted(hostname: str) -> bool:
    parts = hostname.split(".")
    return len(parts) == 4 and all(part.isdigit() for part in parts)


def _faults(text: str) -> frozenset[Fault]:
    found: set[Fault] = set()
    if not text.isprintable() or "\\" in text:
        if "\t" in text:
            found.add("tab")
        if "\n" in text or "\r" in text:
            found.add("newline")
        if any(ord(character) < 0x20 or ord(character) == 0x7F for character in text.translate(_LAYOUT)):
            found.add("control")
        if "\\" in text.partition("?")[0].partition("#")[0]:
            found.add("backslash")
    return frozenset(found)


_LAYOUT = dict.fromkeys(map(ord, "\t\n\r"))
