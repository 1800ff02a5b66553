"""What a pipeline is assembled from."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from loccit.domains import DomainRules
from loccit.extract.document import Extracted, ExtractionFailed, Source
from loccit.ids import ContentId
from loccit.policy import DomainPolicy, Policy
from loccit.protocols import Clock, Engine, Index, Judge, Observer, Progress, Store, Transport, Writer, ignore
from loccit.records import Agent, Origin
from loccit.retrieve.fetch import Retriever
from loccit.store.workspace import Workspace
from loccit.transport.domains import DomainTransport
from loccit.version import __version__

PROGRAM = Agent(kind="program", name="loccit", version=__version__)

Extractor = Callable[[Source, Origin], Awaitable[Extracted | ExtractionFailed]]
"""Turns a decoded body into a document, out of reach of what the body may do to a parser."""


@dataclass(frozen=True, slots=True)
class Service:
    """An engine and the transport its requests go through.

    Attributes:
        revision: gives a mark of what stands behind the transport, as far as it is known here; where the mark has
            changed, an equal search is made again.
    """

    engine: Engine
    transport: Transport
    revision: Callable[[], str] = str


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything the stages receive as arguments, put together in one place (see ``build``).

    Attributes:
        retriever: the one door to pages.
        services: engines with their transports, by the name used in tasks.
        workspace: where archives of others are taken in.
    """

    store: Store
    index: Index
    retriever: Retriever
    services: Mapping[str, Service]
    judges: tuple[Judge, ...]
    writer: Writer
    extractor: Extractor
    policy: Policy
    clock: Clock
    workspace: Workspace
    observer: Observer = ignore

    def within(self, domains: DomainPolicy) -> "Parts":
        """Return the same parts bound by domain rules: to pages of excluded domains no door is left open.

        What was excluded before stays excluded. Search services are asked as before; the rules are about pages.
        """
        rules = DomainRules(domains)
        excluded = tuple(dict.fromkeys((*self.policy.domains.excluded, *domains.excluded)))
        bound = domains.model_copy(update={"excluded": excluded})
        return replace(
            self,
            retriever=self.retriever.through(lambda transport: DomainTransport(transport, rules)),
            policy=self.policy.model_copy(update={"domains": bound}),
        )

    def origin(self, activity: str, *used: ContentId) -> Origin:
        """Return the origin of a record this program makes."""
        return Origin(activity=activity, version=__version__, agent=PROGRAM, used=used)

    def report(self, stage: str, subject: str, *, done: int, total: int | None, detail: str = "") -> None:
        """Tell the observer of progress."""
        self.observer(Progress(stage=stage, subject=subject, done=done, total=total, detail=detail))
