"""Where a response sends its reader (RFC 9110, 10.2.2)."""

from urllib.parse import quote_from_bytes

from loccit.protocols import HttpResponse
from loccit.retrieve.verdict import Verdict
from loccit.urls import Url, parse

REDIRECTS = frozenset({301, 302, 303, 307, 308})

_ASCII = "".join(map(chr, range(0x21, 0x7F)))


def redirect(response: HttpResponse, url: Url) -> Url | Verdict | None:
    """Return where a response leads, why that can't be followed, or null if it leads nowhere."""
    if response.status not in REDIRECTS:
        return None
    locations = {value for name, value in response.headers if name.lower() == "location"}
    if not locations:
        return None
    if len(locations) > 1:
        return Verdict("protocol_error", "The server sent several different Location headers.")
    target = parse(location_text(locations.pop().strip()), base=url.href)
    return target or Verdict("invalid_url", "The server's Location is no URL.")


def location_text(value: str) -> str:
    """Return a Location value as ASCII: bytes beyond it are percent-encoded as they were sent.

    Header values are kept one character a byte; reading them as Latin-1 text would encode them twice.
    """
    return quote_from_bytes(value.encode("latin-1", "replace"), safe=_ASCII)
