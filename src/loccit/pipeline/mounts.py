"""The one door to pages: mounted sites as they are mounted now, everything else through the network."""

from collections.abc import Sequence
from pathlib import Path

from anyio.to_thread import run_sync

from loccit import urls
from loccit.policy import FetchPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse, Store, Transport
from loccit.records import Mount
from loccit.records.retrieve import Via
from loccit.transport.mirror import MirrorTransport
from loccit.transport.route import RoutedTransport


class MountedPages:
    """Sends each request to the folder that is mounted for its URL, and to the network only if none is.

    A mount whose folder is gone still covers its URLs: nobody else is asked for them, and the other mounts go on.
    """

    def __init__(self, store: Store, network: Transport, policy: FetchPolicy) -> None:
        self._store = store
        self._network = network
        self._policy = policy
        self._there: tuple[Mount, ...] = ()
        self._routes = self._routes_over(())

    def via(self, url: str) -> Via:
        """Return which way a request for this URL would go."""
        return "network" if mount_of(url, current_mounts(self._store)) is None else "mirror"

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Send through the responsible transport."""
        routes, gone = await run_sync(self._current, request.url)
        if gone is not None:
            detail = f"The folder {gone.folder}, mounted for {gone.base_url}, is not there."
            return NoResponse(request.url, "not_mounted", detail, "mirror", witnessed=False)
        return await routes.send(request)

    def _current(self, url: str) -> tuple[RoutedTransport, Mount | None]:
        """Return the routes as mounted now, and the mount that covers a URL if its folder is gone."""
        mounts = current_mounts(self._store)
        there = tuple(mount for mount in mounts if Path(mount.folder).is_dir())
        if there != self._there:
            self._there, self._routes = there, self._routes_over(there)
        mount = mount_of(url, mounts)
        return self._routes, None if mount is None or mount in there else mount

    def _routes_over(self, mounts: Sequence[Mount]) -> RoutedTransport:
        return RoutedTransport(MirrorTransport(mounts, max_bytes=self._policy.max_wire_bytes), self._network)


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
