"""URLs for context as operators write them: with a scheme or without."""

import re
from collections.abc import Sequence

from loccit.errors import BadInput
from loccit.urls import parse

MAX_CONTEXT_URLS = 20
"""Source: the reference of the grounding tool. Here it also bounds the URLs that come in at run time with one query."""

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def read_context_url(text: str, *, field: str) -> str:
    """Return the address to request for an entry like ``example.com/page/path``; without a scheme, https is meant.

    Raises:
        BadInput: naming the field, if the entry is no web address or carries credentials.
    """
    entry = text.strip()
    url = parse(entry if _SCHEME.match(entry) else f"https://{entry.removeprefix('//')}")
    if url is None or not url.is_web or not url.hostname or url.faults or url.has_credentials:
        raise BadInput(field, f"expected a web address like example.com/page, got {text!r}")
    return url.without_fragment


def read_context_urls(texts: Sequence[str], *, field: str) -> tuple[str, ...]:
    """Return the addresses of a list, each once, in their order.

    Raises:
        BadInput: naming the list and the place in it, for the first entry that is no web address.
    """
    return tuple(dict.fromkeys(read_context_url(text, field=f"{field}[{place}]") for place, text in enumerate(texts)))
