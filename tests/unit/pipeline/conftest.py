"""Small sites in folders, and a pipeline over them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest

from loccit.apps.present import ask_object
from loccit.pipeline import AskRequest, AskResult, IndexReport, Pipeline, open_pipeline
from loccit.pipeline.verification import verify
from loccit.policy import Policy, ReviewPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse, Observer, Transport, ignore
from loccit.retrieve.warc import WarcArchive
from loccit.store.ledger import Head
from loccit.store.workspace import Workspace

ALL = Policy(review=ReviewPolicy(select_rule="all"))


def html(title: str, *paragraphs: str, head: str = "") -> str:
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>{head}</head>'
        f"<body><main><h1>{title}</h1>{body}</main></body></html>"
    )


@dataclass
class TickingClock:
    """Every look at it is a second later."""

    at: datetime = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)

    def now(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


@dataclass
class Counting:
    """Notes what goes through a transport; without one nothing is reached."""

    inner: Transport | None = None
    urls: list[str] = field(default_factory=list)

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        self.urls.append(request.url)
        if self.inner is not None:
            return await self.inner.send(request)
        return NoResponse(request.url, "connect_error", "No network here.", "network", witnessed=True)


@dataclass
class Bench:
    """A workspace, the folders that are mounted in it, and one policy."""

    home: Path
    policy: Policy = ALL
    clock: TickingClock = field(default_factory=TickingClock)
    network: Counting = field(default_factory=Counting)

    @property
    def workspace(self) -> Path:
        return self.home / "workspace"

    @staticmethod
    def html(title: str, *paragraphs: str, head: str = "") -> str:
        """Return a page with a heading and paragraphs."""
        return html(title, *paragraphs, head=head)

    @contextmanager
    def open(self, policy: Policy | None = None, observer: Observer = ignore) -> Iterator[Pipeline]:
        with open_pipeline(
            self.workspace, policy=policy or self.policy, clock=self.clock, network=self.network, observer=observer
        ) as pipeline:
            yield pipeline

    def mount(self, base_url: str, pages: Mapping[str, str], *, folder: str = "site") -> IndexReport:
        """Write pages into a folder and index it; ``base_url`` stands for it."""
        for name, content in pages.items():
            path = self.home / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        with self.open() as pipeline:
            return anyio.run(pipeline.index_folder, self.home / folder, base_url)

    def ask(self, question: str, *claims: str, policy: Policy | None = None, **more: Any) -> AskResult:
        with self.open(policy) as pipeline:
            return anyio.run(pipeline.ask, AskRequest(question, claims=claims, **more))

    def asked(self, question: str, *claims: str, **more: Any) -> dict[str, Any]:
        """Ask and return what ``loccit ask --json`` writes."""
        return ask_object(self.ask(question, *claims, **more))

    def head(self) -> Head:
        with Workspace.open(self.workspace, create=False) as workspace:
            return workspace.store.head()

    def archived_bytes(self) -> int:
        return sum(path.stat().st_size for path in (self.workspace / "archive").iterdir())

    def problems(self) -> tuple[Any, ...]:
        with Workspace.open(self.workspace, create=False) as workspace:
            report = verify(workspace, WarcArchive(workspace.archive_folder, self.clock))
        assert report.checked["records"] > 0
        return report.problems


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A bench with nothing on it."""
    return Bench(tmp_path)


SHELF = "https://shelf.example/"
SHELF_PAGES = {
    "manual.html": html(
        "Fjord shelf manual",
        "The Fjord shelf carries 25 kg. Fix the Fjord shelf to a wall of brick or concrete with four screws.",
        "Leave the film on the Fjord shelf until the glue has dried for two hours.",
    ),
    "care.html": html(
        "Care of the Fjord shelf",
        "Wipe the Fjord shelf with a damp cloth. Oil the Fjord shelf once a year with linseed oil.",
        "Do not put hot pots on the Fjord shelf, because its surface is sealed with wax.",
    ),
    "history.html": html(
        "History of the Fjord shelf",
        "The Fjord shelf was drawn in Bergen in the winter of 1987 by two carpenters who shared a workshop.",
    ),
}


@pytest.fixture
def shelf(bench: Bench) -> Bench:
    """A bench with the site of a maker of shelves."""
    bench.mount(SHELF, SHELF_PAGES)
    return bench
