"""A workspace with two small sites in folders, a network that is written down, and the tool over both."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import pytest

from loccit.clock import FixedClock
from loccit.grounding import Grounded, GroundingTool, Turn, read_config
from loccit.pipeline import open_pipeline
from loccit.policy import FetchPolicy, Policy, ReviewPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.transport.message import Message, write_request, write_response
from loccit.urls import parse


def html(title: str, *paragraphs: str, head: str = "") -> str:
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>{head}</head>'
        f"<body><main><h1>{title}</h1>{body}</main></body></html>"
    )


@dataclass
class Web:
    """A network of written-down answers that notes every URL it was asked for; it knows nothing else."""

    answers: dict[str, Message] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def page(self, url: str, content: str) -> None:
        self.answers[url] = Message(200, (("Content-Type", "text/html; charset=utf-8"),), content.encode())

    def redirect(self, url: str, location: str) -> None:
        self.answers[url] = Message(302, (("Location", location),), b"")

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        self.asked.append(request.url)
        url = parse(request.url)
        assert url is not None
        message = self.answers.get(request.url, Message(404, (("Content-Type", "text/plain"),), b"not here"))
        return HttpResponse(
            url=request.url,
            status=message.status,
            headers=message.headers,
            body=message.body,
            via="network",
            witnessed=True,
            raw_request=write_request(url),
            raw_response=write_response(message),
            address="192.0.2.1",
        )


READ_ALL = Policy(review=ReviewPolicy(select_rule="all"), fetch=FetchPolicy(per_host_delay_ms=0))


@dataclass
class Ground:
    """A workspace and calls of the tool in it."""

    home: Path
    web: Web = field(default_factory=Web)
    policy: Policy = READ_ALL

    def mount(self, base_url: str, pages: Mapping[str, str]) -> None:
        folder = self.home / base_url.split("/")[2]
        for name, content in pages.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content, encoding="utf-8")
        with open_pipeline(self.home / "workspace", policy=self.policy, network=self.web) as pipeline:
            anyio.run(pipeline.index_folder, folder, base_url)

    def __call__(
        self, query: str | Turn, *, config: Mapping[str, Any], instructions: str = "", **given: Any
    ) -> Grounded:
        clock = FixedClock(datetime(2026, 11, 30, 12, tzinfo=UTC))
        with open_pipeline(self.home / "workspace", policy=self.policy, clock=clock, network=self.web) as pipeline:
            tool = GroundingTool(read_config({"name": "search_web", **config}), pipeline, instructions=instructions)

            async def ground() -> Grounded:
                return await tool.ground(query, **given)

            return anyio.run(ground)


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    """The tool over nothing."""
    return Ground(tmp_path)


SHELF = html(
    "Fjord shelf manual",
    "The Fjord shelf carries 25 kg when it is fixed to a wall of brick with four screws and four plugs.",
    "The Fjord shelf carries 25 kg. Oil the Fjord shelf once a year with linseed oil and a soft cloth.",
)
LAMP = html(
    "Fjord lamp and shelf, seen by a shop",
    "The shop sells the Fjord shelf in oak and in birch, with screws for walls of brick and of concrete.",
    "The Fjord shelf weighs 4 kg. The lamp beside it is sold without a bulb, and its cord is two metres long.",
)
RETURNS = html(
    "Returns",
    "Goods may be sent back within 30 days of delivery if they are unused and in their own box.",
    "The Fjord shelf can be returned within 30 days. Ask for a label first, and put it on the outside.",
)


@pytest.fixture
def shelf(ground: Ground) -> Ground:
    """The tool over the sites of a maker and of a shop."""
    ground.mount("https://maker.example/", {"shelf.html": SHELF, "returns.html": RETURNS})
    ground.mount("https://shop.example/", {"fjord.html": LAMP})
    return ground
