"""robots.txt (RFC 9309), read through the same transport as everything else and kept for the run."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Literal

import anyio
import anyio.to_thread
from protego import Protego

from loccit.policy import FetchPolicy
from loccit.protocols import Archive, Clock, HttpRequest, HttpResponse, NoResponse, Transport
from loccit.records.retrieve import Outcome
from loccit.retrieve.coding import decode_beginning
from loccit.urls import Url, host_of, parse

MAX_REDIRECTS = 5
"""RFC 9309, 2.3.1.2: at least five consecutive redirects are followed."""

MAX_PARSED_BYTES = 512 * 1024
"""RFC 9309, 2.5: at least 500 KiB are parsed; what follows is not."""


@dataclass(frozen=True, slots=True)
class RobotsVerdict:
    """May a page be requested? ``outcome`` and ``detail`` say why not; ``spent_s``: seconds it took to ask."""

    robots: Literal["allowed", "disallowed", "not_checked"]
    outcome: Outcome = "ok"
    detail: str = ""
    spent_s: float = 0.0


@dataclass(frozen=True, slots=True)
class _Rules:
    """What a file says. ``cut_short``: there was less time than another page may have, so it is not kept."""

    parser: Protego | None
    refusal: RobotsVerdict | None
    spent_s: float = 0.0
    cut_short: bool = False


class RobotsTxt:
    """Answers for the URLs of any origin; each origin's file is requested once.

    A 4xx answer allows everything, a 5xx answer nothing. Where no answer came, or none that can be decoded, nothing is
    allowed either, and the verdict carries the reason (the page would have met it too).

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
        self.applies_to = applies_to
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
            applies_to=self.applies_to,
            policy=self._policy,
            clock=self._clock,
            slow_down=self._slow_down,
        )

    async def verdict(self, url: Url, *, left_s: float | None = None) -> RobotsVerdict:
        """Say whether the page may be requested.

        Args:
            url: the page.
            left_s: seconds the file may take with all its redirects, if it must be read; null means as a page.
        """
        if not self._policy.obey_robots or not url.is_web or not self.applies_to(url.href):
            return RobotsVerdict("not_checked")
        async with self._locks.setdefault(url.origin, anyio.Lock()):
            rules, spent_s = self._rules.get(url.origin), 0.0
            if rules is None:
                rules = await self._read(url.origin, min(self._policy.total_timeout_s, left_s or inf))
                spent_s = rules.spent_s
                self._note_delay(url, rules)
            if not rules.cut_short:
                self._rules[url.origin] = rules
        if rules.refusal is not None:
            return replace(rules.refusal, spent_s=spent_s)
        if rules.parser is None or await anyio.to_thread.run_sync(self._allows, rules.parser, url):
            return RobotsVerdict("allowed", spent_s=spent_s)
        detail = f"{url.origin}/robots.txt asks not to read {url.path}."
        return RobotsVerdict("disallowed", "robots_disallowed", detail, spent_s)

    def _allows(self, parser: Protego, url: Url) -> bool:
        # Many rules over a long path take half a second, so this too is done beside the event loop.
        return parser.can_fetch(url.without_fragment, self._product)

    def _note_delay(self, url: Url, rules: _Rules) -> None:
        delay_s = rules.parser.crawl_delay(self._product) if rules.parser is not None else None
        host = host_of(url.href)
        if delay_s is not None and host is not None and self._slow_down is not None:
            self._slow_down(host, delay_s)

    async def _read(self, origin: str, left_s: float) -> _Rules:
        target, spent_s, cut = f"{origin}/robots.txt", 0.0, left_s < self._policy.total_timeout_s
        for _ in range(MAX_REDIRECTS + 1):
            if spent_s >= left_s:
                detail = f"{origin}/robots.txt could not be read: its redirects took more than {left_s:.0f} s."
                return _Rules(None, RobotsVerdict("not_checked", "timeout", detail), spent_s, cut)
            headers = (("User-Agent", self._policy.user_agent),)
            response = await self._transport.send(HttpRequest(target, headers=headers, timeout_s=left_s - spent_s))
            spent_s += response.elapsed_s
            await anyio.to_thread.run_sync(partial(self._archive.append, response, at=self._clock.now()))
            if isinstance(response, NoResponse):
                detail = f"{target} could not be read: {response.detail}"
                refusal = RobotsVerdict("not_checked", response.outcome, detail)
                return _Rules(None, refusal, spent_s, cut and response.outcome == "timeout")
            following = _next(response, target)
            if following is None:
                # Decoding and parsing may take long where a server wants them to.
                rules = await anyio.to_thread.run_sync(self._judge, response, target)
                return replace(rules, spent_s=spent_s)
            target = following
        return _Rules(None, None, spent_s)

    def _judge(self, response: HttpResponse, target: str) -> _Rules:
        if response.status >= 500:
            detail = f"{target} answered {response.status}, which forbids reading (RFC 9309, 2.3.1.4)."
            return _Rules(None, RobotsVerdict("disallowed", "robots_disallowed", detail))
        if not 200 <= response.status < 300:
            return _Rules(None, None)
        coding = response.header("Content-Encoding")
        decoded = decode_beginning(coding, response.body, max_bytes=MAX_PARSED_BYTES)
        if decoded.outcome != "ok":
            detail = f"{target} can't be read, so nothing is known to be allowed: {decoded.detail}"
            return _Rules(None, RobotsVerdict("disallowed", "robots_disallowed", detail))
        text = decoded.body.decode("utf-8", "replace").removeprefix("\ufeff")
        return _Rules(Protego.parse(text), None)


def _next(response: HttpResponse, target: str) -> str | None:
    location = response.header("Location") if response.status in {301, 302, 303, 307, 308} else None
    url = parse(location, base=target) if location else None
    return url.without_fragment if url is not None else None
