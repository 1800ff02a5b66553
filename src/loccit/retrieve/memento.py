"""Archived copies that say what they are (RFC 7089): when the copy was made, and of what."""

import re
from datetime import datetime
from typing import NamedTuple

from loccit.protocols import HttpResponse
from loccit.retrieve.http_dates import http_date
from loccit.urls import Url, parse

_LINK = re.compile(r"<([^<>]*)>((?:\s*;\s*[^\s;,=]+(?:\s*=\s*(?:\"[^\"]*\"|[^\s;,\"]+))?)*)")
_REL = re.compile(r";\s*rel\s*=\s*(?:\"([^\"]*)\"|([^\s;,\"]+))", re.IGNORECASE)


class Memento(NamedTuple):
    """An archived copy: when it was made, and the URL it is a copy of where the archive names one."""

    archived_at: datetime
    original_url: str | None


def memento(response: HttpResponse, url: Url) -> Memento | None:
    """Return what a response says about being a copy; null for a page that comes from its own server.

    Args:
        response: one with ``Memento-Datetime``, or read from an archive of our own.
        url: where it was requested, for relative links.
    """
    stated = http_date(response.header("Memento-Datetime"))
    if stated is not None:
        return Memento(stated, _original(response, url))
    return None if response.archived_at is None else Memento(response.archived_at, url.without_fragment)


def _original(response: HttpResponse, url: Url) -> str | None:
    for name, value in response.headers:
        if name.lower() != "link":
            continue
        for target, parameters in _LINK.findall(value):
            relations = _REL.search(parameters)
            words = ((relations[1] or relations[2] or "") if relations else "").lower().split()
            original = parse(target, base=url.href) if "original" in words else None
            if original is not None:
                return original.href
    return None
