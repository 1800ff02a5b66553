"""What is known of a page from earlier: the reading a server can be asked about, and the one a browser had to make."""

from itertools import islice

from loccit.protocols import Store
from loccit.records import Retrieval
from loccit.urls import parse

MAX_LOOKED_AT = 50
"""Readings of one address that are looked at, the newest: what is older is asked for, not asked about."""


class EarlierReadings:
    """Finds earlier retrievals of a URL that went well. Safe to call from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, url: str) -> Retrieval | None:
        """Return the newest one over the network with a validator (ETag, Last-Modified), or null.

        A conditional request refers to it. A redirect may lead elsewhere next time; whoever asks for either address
        meets it.
        """
        newest = islice(self._store.readings(_name(url)), MAX_LOOKED_AT)
        return next((one for one in newest if _can_be_confirmed(one)), None)

    def rendered(self, url: str) -> Retrieval | None:
        """Return the newest one if a browser made it, or null."""
        newest = next(self._store.readings(_name(url)), None)
        return newest if newest is not None and newest.via == "browser" else None


def _can_be_confirmed(retrieval: Retrieval) -> bool:
    has_validator = retrieval.etag is not None or retrieval.last_modified is not None
    return has_validator and retrieval.via == "network" and retrieval.body is not None


def _name(url: str) -> str:
    parsed = parse(url)
    return url if parsed is None else parsed.without_fragment
