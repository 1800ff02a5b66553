"""The one door to pages: mounted sites as they are mounted now, then archives that were taken in, then the network."""

import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anyio.to_thread import run_sync

from loccit import urls
from loccit.pipeline.importing import file_digest
from loccit.policy import FetchPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse, Store, Transport
from loccit.records import ImportedArchive, Mount
from loccit.records.retrieve import Via
from loccit.transport.archive_index import is_indexed, make_index
from loccit.transport.mirror import MirrorTransport
from loccit.transport.replay import ReplayTransport
from loccit.transport.route import RoutedTransport


@dataclass(frozen=True, slots=True)
class _Standing:
    """What stands in place of servers.

    Attributes:
        mounts: whose folders are there.
        archives: files of the archives that are there with the bytes that were taken in.
        lost: names of the other archives; which pages they held is not known any more.
    """

    mounts: tuple[Mount, ...] = ()
    archives: tuple[Path, ...] = ()
    lost: tuple[str, ...] = ()


class MountedPages:
    """Sends each request to the folder that is mounted for its URL, to an archive that holds it, else to the network.

    A mount whose folder is gone still covers its URLs: nobody else is asked for them, and the other mounts go on.
    The indexes of the archives are read when the first page is wanted, and again when one was taken in meanwhile.
    Where an archive is gone or has other bytes than were taken in, the network is not asked for what it may have held.

    Args:
        store: where mounts and imports are on record.
        imports: the folder of the archives.
        network: what reaches the rest.
        policy: the size a file may have.
    """

    def __init__(self, store: Store, imports: Path, network: Transport, policy: FetchPolicy) -> None:
        self._store = store
        self._imports = imports
        self._network = network
        self._policy = policy
        self._lock = threading.Lock()
        self._standing = _Standing()
        self._sound: dict[tuple[Path, int, int], bool] = {}
        self._replay: ReplayTransport | None = None
        self._routes = self._routes_over(())

    def via(self, url: str) -> Via:
        """Return which way a request for this URL would go."""
        if mount_of(url, current_mounts(self._store)) is not None:
            return "mirror"
        way = self._current(url)[0].via(url)
        return "replay" if way == "network" and self._standing.lost else way

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Send through the responsible transport."""
        routes, gone = await run_sync(self._current, request.url)
        if gone is not None:
            detail = f"The folder {gone.folder}, mounted for {gone.base_url}, is not there."
            return NoResponse(request.url, "not_mounted", detail, "mirror", witnessed=False)
        if self._standing.lost and routes.via(request.url) == "network":
            names = ", ".join(self._standing.lost)
            detail = f"Taken in as an archive, and gone or changed since, so that it may have held this page: {names}."
            return NoResponse(request.url, "not_archived", detail, "replay", witnessed=False)
        return await routes.send(request)

    def _current(self, url: str) -> tuple[RoutedTransport, Mount | None]:
        """Return the routes as they are now, and the mount that covers a URL if its folder is gone."""
        mounts = current_mounts(self._store)
        there = tuple(mount for mount in mounts if Path(mount.folder).is_dir())
        imported = tuple(self._store.records(ImportedArchive))
        with self._lock:
            sound = [self._is_sound(one) for one in imported]
            archives = tuple(self._imports / one.file for one, whole in zip(imported, sound, strict=True) if whole)
            lost = tuple(one.name for one, whole in zip(imported, sound, strict=True) if not whole)
            standing = _Standing(there, archives, lost)
            if standing != self._standing:
                if standing.archives != self._standing.archives:
                    self._replay = self._replay_of(standing.archives)
                self._standing, self._routes = standing, self._routes_over(there)
            routes = self._routes
        mount = mount_of(url, mounts)
        return routes, None if mount is None or mount in there else mount

    def _is_sound(self, archive: ImportedArchive) -> bool:
        """Tell whether a file is there with the bytes that were taken in.

        A file that is as it was when its index was made is not read again: the index holds a digest of each record.
        """
        file = self._imports / archive.file
        try:
            status = file.stat()
            state = (file, status.st_size, status.st_mtime_ns)
            if state not in self._sound:
                self._sound[state] = is_indexed(file) or file_digest(file) == archive.file_digest
        except OSError:
            return False
        return self._sound[state]

    def _replay_of(self, files: Sequence[Path]) -> ReplayTransport | None:
        for file in files:
            if not is_indexed(file):
                # Where none can be kept, the file is read through again next time.
                with suppress(OSError):
                    make_index(file)
        return ReplayTransport(files, max_bytes=self._policy.max_wire_bytes) if files else None

    def _routes_over(self, mounts: Sequence[Mount]) -> RoutedTransport:
        mirror = MirrorTransport(mounts, max_bytes=self._policy.max_wire_bytes)
        return RoutedTransport(mirror, self._network, replay=self._replay)


def current_mounts(store: Store) -> tuple[Mount, ...]:
    """Return the newest mount of each base URL."""
    return tuple({_base(mount): mount for mount in store.records(Mount)}.values())


def mount_of(url: str, mounts: Sequence[Mount]) -> Mount | None:
    """Return the mount with the longest base URL that covers a URL, or null."""
    asked = urls.parse(url)
    covering = [mount for mount in mounts if asked is not None and _covers(mount, asked)]
    return max(covering, key=lambda mount: len(mount.base_url), default=None)


def _base(mount: Mount) -> str:
    """Return the one spelling of a mount's base URL."""
    url = urls.parse(mount.base_url)
    return (mount.base_url if url is None else url.href).rstrip("/")


def _covers(mount: Mount, url: urls.Url) -> bool:
    base = urls.parse(mount.base_url)
    if base is None or base.origin != url.origin:
        return False
    path = base.path.rstrip("/")
    return url.path == path or url.path.startswith(path + "/")
