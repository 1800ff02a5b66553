"""Putting a pipeline together from a workspace, a policy and what is installed."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import cast

from anyio.to_thread import run_sync

from loccit import plugins
from loccit.clock import SystemClock
from loccit.discover.engines.local import IndexTransport, LocalEngine
from loccit.discover.index import FtsIndex
from loccit.extract.worker import WorkerPool
from loccit.pipeline.parts import Parts, Service
from loccit.pipeline.run import Pipeline
from loccit.policy import Policy
from loccit.protocols import (
    Clock,
    Engine,
    HttpRequest,
    HttpResponse,
    Judge,
    NoResponse,
    Observer,
    Store,
    Transport,
    Writer,
    ignore,
)
from loccit.records import Mount
from loccit.records.retrieve import Via
from loccit.retrieve.fetch import Retriever
from loccit.retrieve.robots import RobotsTxt
from loccit.retrieve.warc import WarcArchive
from loccit.store.workspace import Workspace
from loccit.transport.mirror import MirrorTransport
from loccit.transport.network import NetworkTransport
from loccit.transport.route import RoutedTransport


@contextmanager
def open_pipeline(
    workspace: Path,
    *,
    policy: Policy,
    clock: Clock | None = None,
    observer: Observer = ignore,
    network: Transport | None = None,
    create: bool = True,
) -> Iterator[Pipeline]:
    """Open a workspace and a pipeline over it; both are closed at the end.

    Args:
        workspace: the folder that holds everything; made if it is not there.
        policy: the settings of everything that runs.
        clock: the machine's if null.
        observer: is told of progress.
        network: what reaches pages that no mount covers; the guarded network if null.
        create: false makes a missing workspace an error.

    Raises:
        BadInput: if the folder is something else, or a judge or writer of the policy is not installed.
    """
    clock = clock or SystemClock()
    network = network or NetworkTransport(policy.fetch)
    with (
        Workspace.open(workspace, create=create) as opened,
        FtsIndex(opened.index_path) as index,
        WorkerPool(policy.extract) as workers,
        closing(WarcArchive(opened.archive_folder, clock)) as archive,
    ):
        pages = MountedPages(opened.store, network)
        robots = RobotsTxt(
            pages, archive, applies_to=lambda url: pages.via(url) == "network", policy=policy.fetch, clock=clock
        )
        yield Pipeline(
            Parts(
                store=opened.store,
                index=index,
                retriever=Retriever(pages, archive, policy.fetch, clock, robots),
                services=_services(IndexTransport(index), network),
                judges=tuple(_judge(name, policy) for name in policy.judge.judges),
                writer=_writer(),
                extractor=workers.extract,
                policy=policy,
                clock=clock,
                observer=observer,
            )
        )


class MountedPages:
    """The one door to pages: mounted sites as they are mounted now, everything else through the network."""

    def __init__(self, store: Store, network: Transport) -> None:
        self._store = store
        self._network = network
        self._mounts: tuple[Mount, ...] | None = None
        self._routes = RoutedTransport(MirrorTransport(()), network)

    def via(self, url: str) -> Via:
        """Return which way a request for this URL would go."""
        return self._current().via(url)

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Send through the responsible transport."""
        routes = await run_sync(self._current)
        return await routes.send(request)

    def _current(self) -> RoutedTransport:
        mounts = current_mounts(self._store)
        if mounts != self._mounts:
            self._mounts, self._routes = mounts, RoutedTransport(MirrorTransport(mounts), self._network)
        return self._routes


def current_mounts(store: Store) -> tuple[Mount, ...]:
    """Return the newest mount of each base URL."""
    return tuple({mount.base_url: mount for mount in store.records(Mount)}.values())


def _services(index: Transport, network: Transport) -> dict[str, Service]:
    group = "loccit.engines"
    services = {}
    for name in plugins.names(group):
        engine = cast("type[Engine]", plugins.load(group, name, field="engines"))()
        services[name] = Service(engine, index if isinstance(engine, LocalEngine) else network)
    return services


def _judge(name: str, policy: Policy) -> Judge:
    make = cast("Callable[[Policy], Judge]", plugins.load("loccit.judges", name, field="judges"))
    return make(policy)


def _writer() -> Writer:
    return cast("type[Writer]", plugins.load("loccit.writers", "extractive", field="writer"))()
