"""Reading pages with a browser at hand, for those that show nothing until their scripts run."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from anyio.to_thread import run_sync

from loccit.pipeline.parts import Parts
from loccit.protocols import HttpResponse, NoResponse
from loccit.retrieve.coding import decode_content
from loccit.transport.browser import open_browser


@asynccontextmanager
async def rendering(parts: Parts) -> AsyncIterator[Parts]:
    """Give the same parts with a browser behind the same door to pages; it is closed at the end.

    Raises:
        MissingComponent: if Playwright or a Chromium is not installed, or it can't be started.
    """
    retriever, limits = parts.retriever, parts.policy.fetch

    def decode(coding: str | None, body: bytes) -> bytes | None:
        decoded = decode_content(coding, body, max_bytes=limits.max_decoded_bytes)
        return decoded.body if decoded.outcome == "ok" else None

    async def witness(exchange: HttpResponse | NoResponse) -> None:
        await run_sync(partial(retriever.archive.append, exchange, at=parts.clock.now()))

    async with open_browser(retriever.transport, limits, decode=decode, witness=witness) as browser:
        yield replace(parts, retriever=replace(retriever, renderer=browser))
