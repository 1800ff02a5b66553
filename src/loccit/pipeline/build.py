"""Putting a pipeline together from a workspace, a policy and what is installed."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import cast

from loccit import plugins
from loccit.clock import SystemClock
from loccit.discover.index import FtsIndex
from loccit.errors import BadInput
from loccit.extract.worker import WorkerPool
from loccit.pipeline.mounts import MountedPages
from loccit.pipeline.parts import Parts
from loccit.pipeline.run import Pipeline
from loccit.pipeline.services import Services
from loccit.policy import Policy
from loccit.protocols import Clock, Judge, Observer, Transport, Writer, ignore
from loccit.retrieve.fetch import Retriever
from loccit.retrieve.lanes import LanedTransport
from loccit.retrieve.robots import RobotsTxt
from loccit.retrieve.warc import WarcArchive
from loccit.review.rules import checked_rule
from loccit.store.workspace import Workspace
from loccit.transport.network import NetworkTransport

_NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


@contextmanager
def open_pipeline(
    workspace: Path,
    *,
    policy: Policy,
    clock: Clock | None = None,
    observer: Observer = ignore,
    network: Transport | None = None,
    settings: Mapping[str, str] = _NO_SETTINGS,
    create: bool = True,
) -> Iterator[Pipeline]:
    """Open a workspace and a pipeline over it; both are closed at the end.

    Args:
        workspace: the folder that holds everything; made if it is not there.
        policy: the settings of everything that runs.
        clock: the machine's if null.
        observer: is told of progress.
        network: what reaches pages that no mount covers; the guarded network if null.
        settings: environment variables by name: what search engines are set up with, credentials among them.
        create: false makes a missing workspace an error.

    Raises:
        BadInput: if the policy names a judge or rule that is not there, or no judge (nothing is made then); or if the
            folder is something else.
    """
    clock = clock or SystemClock()
    guarded = NetworkTransport(policy.fetch)
    network = network or guarded
    lanes = LanedTransport(network, policy.fetch, clock)
    checked_rule(policy.review.select_rule)
    judges, writer = _judges(policy), _writer()
    with (
        Workspace.open(workspace, create=create) as opened,
        FtsIndex(opened.index_path) as index,
        WorkerPool(policy.extract) as workers,
        closing(WarcArchive(opened.archive_folder, clock)) as archive,
    ):
        pages = MountedPages(opened.store, opened.imports_folder, lanes, policy.fetch)
        robots = RobotsTxt(
            pages,
            archive,
            applies_to=lambda url: pages.via(url) == "network",
            policy=policy.fetch,
            clock=clock,
            slow_down=lanes.slow_down,
        )
        parts = Parts(
            store=opened.store,
            index=index,
            retriever=Retriever(pages, archive, policy.fetch, clock, robots, session=guarded.session),
            services=Services(index=index, network=network, policy=policy, settings=settings),
            judges=judges,
            writer=writer,
            extractor=workers.extract,
            policy=policy,
            clock=clock,
            workspace=opened,
            observer=observer,
        )
        yield Pipeline(parts.within(policy.domains))


def _judges(policy: Policy) -> tuple[Judge, ...]:
    if not policy.judge.judges:
        raise BadInput("judges", "expected at least one name, got none")
    return tuple(_judge(name, policy) for name in policy.judge.judges)


def _judge(name: str, policy: Policy) -> Judge:
    make = cast("Callable[[Policy], Judge]", plugins.load("loccit.judges", name, field="judges"))
    return make(policy)


def _writer() -> Writer:
    return cast("type[Writer]", plugins.load("loccit.writers", "extractive", field="writer"))()
