"""robots.txt (RFC 9309), read through the same transport as everything else and kept for the run."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

import anyio
import anyio.to_thread
from protego import Protego

from loccit.policy import FetchPolicy
from loccit.protocols import Archive, Clock, HttpRequest, HttpResponse, NoResponse, Transport
from loccit.records.retrieve import Outcome
from loccit.retrieve.coding import decode_content
from loccit.urls import Url, host_of, parse

MAX_REDIRECTS = 5
"""RFC 9309, 2.3.1.2: at least five consecutive redirects are followed."""

MAX_PARSED_BYTES = 512 * 1024
"""RFC 9309, 2.5: at least 500 KiB are parsed; what follows is not."""


@dataclass(frozen=True, slots=True)
class RobotsVerdict:
    """May a page be requested? ``outcome`` and ``detail`` say why not."""

    robots: Literal["allowed", "disallowed", "not_checked"]
    outcome: Outcome = "ok"
    detail: str = ""


@dataclass(frozen=True, slots=True)
class _Rules:
    parser: Protego | None
    refusal: RobotsVerdict | None


class RobotsTxt:
    """Answers for the URLs of any origin; each origin's file is requested once.

    A 4xx answer allows everything, a 5xx answer nothing. Where no answer came, nothing is allowed either, and the
    verdict carries the reason (the page would have met it too).

    Args:
        transport: through which the files are read.
        archive: keeps the exchanges.
        applies_to: whether a URL would be read from the network; mirrors and archives are nobody's servers.
        policy: says who is asking and whether to ask at all.
        clock: dates the exchanges.
        slow_down: is told of a ``Crawl-delay``: host name, seconds between two requests.
    """

    def __init__(
        self,
        transport: Transport,
        archive: Archive,
        *,
        applies_to: Callable[[str], bool],
        policy: FetchPolicy,
        clock: Clock,
        slow_down: Callable[[str, float], None] | None = None,
    ) -> None:
        self._transport = transport
        self._archive = archive
        self._applies_to = applies_to
        self._policy = policy
        self._clock = clock
        self._slow_down = slow_down
        # Groups are matched by the product token alone (RFC 9309, 2.2.1).
        self._product = policy.user_agent.partition("/")[0].strip()
        self._rules: dict[str, _Rules] = {}
        self._locks: dict[str, anyio.Lock] = {}

    def through(self, transport: Transport) -> "RobotsTxt":
        """Return one that reads the files through another transport; it starts with none read."""
        return RobotsTxt(
            transport,
            self._archive,
            applies_to=self._applies_to,
            policy=self._policy,
            clock=self._clock,
            slow_down=self._slow_down,
        )

    async def verdict(self, url: Url) -> RobotsVerdict:
        """Say whether the page may be requested."""
        if not self._policy.obey_robots or not url.is_web or not self._applies_to(url.href):
            return RobotsVerdict("not_checked")
        async with self._locks.setdefault(url.origin, anyio.Lock()):
            if url.origin not in self._rules:
                rules = self._rules[url.origin] = await self._read(url.origin)
                self._note_delay(url, rules)
        rules = self._rules[url.origin]
        if rules.refusal is not None:
            return rules.refusal
        if rules.parser is None or rules.parser.can_fetch(url.without_fragment, self._product):
            return RobotsVerdict("allowed")
        detail = f"{url.origin}/robots.txt asks not to read {url.path}."
        return RobotsVerdict("disallowed", "robots_disallowed", detail)

    def _note_delay(self, url: Url, rules: _Rules) -> None:
        delay_s = rules.parser.crawl_delay(self._product) if rules.parser is not None else None
        host = host_of(url.href)
        if delay_s is not None and host is not None and self._slow_down is not None:
            self._slow_down(host, delay_s)

    async def _read(self, origin: str) -> _Rules:
        target = f"{origin}/robots.txt"
        for _ in range(MAX_REDIRECTS + 1):
            response = await self._transport.send(
                HttpRequest(target, headers=(("User-Agent", self._policy.user_agent),))
            )
            await anyio.to_thread.run_sync(partial(self._archive.append, response, at=self._clock.now()))
            if isinstance(response, NoResponse):
                detail = f"{target} could not be read: {response.detail}"
                return _Rules(None, RobotsVerdict("not_checked", response.outcome, detail))
            following = _next(response, target)
            if following is None:
                # Decoding and parsing may take long where a server wants them to.
                return await anyio.to_thread.run_sync(self._judge, response, target)
            target = following
        return _Rules(None, None)

    def _judge(self, response: HttpResponse, target: str) -> _Rules:
        if response.status >= 500:
            detail = f"{target} answered {response.status}, which forbids reading (RFC 9309, 2.3.1.4)."
            return _Rules(None, RobotsVerdict("disallowed", "robots_disallowed", detail))
        if not 200 <= response.status < 300:
            return _Rules(None, None)
        decoded = decode_content(
            response.header("Content-Encoding"), response.body, max_bytes=self._policy.max_decoded_bytes
        )
        text = decoded.body[:MAX_PARSED_BYTES].decode("utf-8", "replace").removeprefix("\ufeff")
        return _Rules(Protego.parse(text), None)


def _next(response: HttpResponse, target: str) -> str | None:
    location = response.header("Location") if response.status in {301, 302, 303, 307, 308} else None
    url = parse(location, base=target) if location else None
    return url.without_fragment if url is not None else None
