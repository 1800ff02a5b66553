"""Asking a server whether a page changed, instead of for the page (RFC 9110, 13)."""

from loccit.protocols import HttpResponse
from loccit.records import Retrieval

Headers = tuple[tuple[str, str], ...]


def conditions(previous: Retrieval | None, url: str) -> Headers:
    """Return the headers that ask for a page only if it is not the one that was read before.

    None unless the earlier retrieval read this very URL, without fragment, whole, from its own server, and the server
    gave it a validator.
    """
    if previous is None or previous.outcome != "ok" or previous.body is None or previous.via != "network":
        return ()
    if previous.final_url != url or previous.archived_at is not None:
        return ()
    pairs = (("If-None-Match", previous.etag), ("If-Modified-Since", previous.last_modified))
    return tuple((name, value) for name, value in pairs if value is not None and _is_plain(value))


def validators(response: HttpResponse) -> tuple[str | None, str | None]:
    """Return the ETag and Last-Modified of a response, as sent."""
    return response.header("ETag"), response.header("Last-Modified")


def _is_plain(value: str) -> bool:
    # What is sent back comes from a stranger: it must stay one line of visible ASCII.
    return value.isascii() and value.isprintable() and len(value) <= 512
