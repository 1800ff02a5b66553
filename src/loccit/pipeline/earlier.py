"""What servers can be asked about instead of being asked for: the newest reading of each page that may be confirmed."""

import threading

from loccit.ids import ContentId
from loccit.protocols import Store
from loccit.records import Retrieval
from loccit.urls import parse


class EarlierReadings:
    """Finds the newest retrieval of a URL that went well, over the network, and has a validator (ETag, Last-Modified).

    The store is read through once, at the first question; only ids are kept. Safe to call from several threads.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._newest: dict[str, ContentId] | None = None

    def of(self, url: str) -> Retrieval | None:
        """Return the retrieval that a conditional request for a URL refers to, or null."""
        with self._lock:
            if self._newest is None:
                self._newest = {}
                for retrieval in self._store.records(Retrieval):
                    self._take(self._newest, retrieval)
            known = self._newest.get(_name(url))
        return None if known is None else self._store.get(known, Retrieval)

    def note(self, retrieval: Retrieval) -> None:
        """Learn of a retrieval that has been stored since."""
        with self._lock:
            if self._newest is not None:
                self._take(self._newest, retrieval)

    @staticmethod
    def _take(newest: dict[str, ContentId], retrieval: Retrieval) -> None:
        if retrieval.outcome != "ok" or retrieval.via != "network" or retrieval.body is None:
            return
        if retrieval.etag is None and retrieval.last_modified is None:
            return
        # A redirect may lead elsewhere next time; whoever asks for either address meets this reading.
        for url in (retrieval.final_url, retrieval.requested_url):
            if url is not None:
                newest[_name(url)] = retrieval.id


def _name(url: str) -> str:
    parsed = parse(url)
    return url if parsed is None else parsed.without_fragment
