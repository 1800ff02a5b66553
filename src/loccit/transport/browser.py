"""Pages that show nothing until their scripts run: rendered by an installed Chromium that has no network of its own.

The page and everything it asks for goes through a guarded transport and is handed to the browser from here, so one
door decides what is contacted; the browser is started without name resolution and behind a proxy that does not exist.
Each page has a context of its own, without cookies, downloads, service workers or sockets. Needs the extra
``browser`` (Playwright) and a Chromium.
"""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from loccit.errors import MissingComponent
from loccit.policy import FetchPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse, Transport
from loccit.transport.message import Message, write_response
from loccit.urls import parse

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page, Request, Route

PROGRAMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
MAX_REQUESTS = 200
"""What one page may ask for; further requests fail."""

MAX_REDIRECTS = 5
SETTLE_S = 5
"""How long a loaded page may go on asking for things before it is taken as it is."""

_ARGUMENTS = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://0.0.0.0:9",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-pings",
)
_NOT_TEXT = frozenset({"image", "media", "font", "texttrack", "ping", "websocket"})
_PASSED_ON = ("accept", "accept-language", "content-type", "origin", "x-requested-with")
_DROPPED = frozenset({"set-cookie", "content-encoding", "content-length", "transfer-encoding", "alt-svc", "refresh"})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})

Decoder = Callable[[str | None, bytes], bytes | None]
"""Removes a content coding (the header's value, the body); null if that can't be done."""

Witness = Callable[[HttpResponse | NoResponse], Awaitable[None]]
"""Is shown every exchange of a page, for the archive."""


async def unseen(exchange: HttpResponse | NoResponse) -> None:
    """Keep nothing."""


@dataclass(frozen=True, slots=True)
class BrowserTransport:
    """Answers with the page as it stands after its scripts ran; made by `open_browser`.

    What is no HTML, no success or no GET is answered as the server did. The body is the serialised document in UTF-8,
    ``via`` is ``browser``; what the server itself sent is shown to ``witness``, and so is all that the page asked for.
    """

    network: Transport
    policy: FetchPolicy
    browser: "Browser"
    decode: Decoder
    witness: Witness = unseen

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Request a page and render it; redirects are returned, not followed."""
        response = await self.network.send(request)
        html = isinstance(response, HttpResponse) and (response.header("Content-Type") or "").lower().startswith(
            ("text/html", "application/xhtml")
        )
        if not isinstance(response, HttpResponse) or not html or response.status != 200 or request.method != "GET":
            return response
        body = self.decode(response.header("Content-Encoding"), response.body)
        if body is None:
            return response
        await self.witness(response)
        allowed_s = min(self.policy.total_timeout_s, request.timeout_s or self.policy.total_timeout_s)
        left_s = max(0.0, allowed_s - response.elapsed_s)
        try:
            with anyio.fail_after(left_s):
                rendered = await self._render(_Visit(self, response, body))
        except TimeoutError:
            detail = f"The page was not rendered in {allowed_s:.0f} s."
            return NoResponse(response.url, "timeout", detail, via="browser", witnessed=True, address=response.address)
        if rendered is None:
            detail = "The browser could not show the page."
            return NoResponse(
                response.url, "protocol_error", detail, "browser", witnessed=True, address=response.address
            )
        return _as_response(response, rendered, max_bytes=self.policy.max_decoded_bytes)

    async def _render(self, visit: "_Visit") -> str | None:
        """Return the document as it stands, null if the browser shows an error of its own instead."""
        # Errors of the page are the page's: what stands there then is what a person would see.
        from playwright.async_api import Error  # noqa: PLC0415 - an optional extra

        async with self._page(visit) as page:
            try:
                await page.goto(visit.main.url, wait_until="commit", timeout=self.policy.total_timeout_s * 1000)
                await page.wait_for_load_state("load", timeout=self.policy.read_timeout_s * 1000)
                await page.wait_for_load_state("networkidle", timeout=SETTLE_S * 1000)
            except Error as error:
                if page.is_closed():
                    raise TimeoutError from error
            return None if page.url.startswith("chrome-error:") else await page.content()

    @asynccontextmanager
    async def _page(self, visit: "_Visit") -> AsyncIterator["Page"]:
        context: BrowserContext = await self.browser.new_context(
            accept_downloads=False, service_workers="block", user_agent=self.policy.user_agent, java_script_enabled=True
        )
        try:
            await context.route("**/*", visit.answer)
            await context.route_web_socket("**/*", lambda socket: socket.close())
            yield await context.new_page()
        finally:
            with anyio.move_on_after(5, shield=True):
                await context.close()


@dataclass  # no slots: Playwright keeps a note on the object whose method it is given
class _Visit:
    """One page being rendered: answers what the browser asks for."""

    transport: BrowserTransport
    main: HttpResponse
    body: bytes
    shown: bool = False
    requests: int = field(default=0)
    bytes_left: int = 0

    def __post_init__(self) -> None:
        self.bytes_left = self.transport.policy.max_decoded_bytes

    async def answer(self, route: "Route", request: "Request") -> None:
        """Answer one request of the browser, from the page in hand or through the guard."""
        navigates = _leads_away(request)
        if navigates and not self.shown:
            self.shown = True
            await route.fulfill(status=200, headers=_headers(self.main), body=self.body)
            return
        if navigates:
            # Where scripts lead is another page, for whoever asked to decide about. No content: this one stays.
            await route.fulfill(status=204)
            return
        self.requests += 1
        found = None
        if not (request.resource_type in _NOT_TEXT or self.requests > MAX_REQUESTS):
            found = await self._fetch(request)
        if found is None:
            await route.abort("blockedbyclient")
            return
        response, body = found
        await route.fulfill(status=response.status, headers=_headers(response), body=body)

    async def _fetch(self, request: "Request") -> tuple[HttpResponse, bytes] | None:
        given = await request.all_headers()
        headers = tuple((name, given[name]) for name in _PASSED_ON if name in given)
        url, method, body = request.url, request.method, request.post_data_buffer or b""
        for _ in range(MAX_REDIRECTS + 1):
            response = await self.transport.network.send(HttpRequest(url, method, headers, body))
            await self.transport.witness(response)
            if isinstance(response, NoResponse):
                return None
            location = response.header("Location") if response.status in _REDIRECTS else None
            if location is None:
                break
            target = parse(location, base=url)
            if target is None or (url.startswith("https:") and target.scheme != "https"):
                return None
            url = target.without_fragment
            if response.status not in {307, 308}:
                method, body = "GET", b""
        else:
            return None
        decoded = self.transport.decode(response.header("Content-Encoding"), response.body)
        self.bytes_left -= len(decoded or b"")
        return None if decoded is None or self.bytes_left < 0 else (response, decoded)


@asynccontextmanager
async def open_browser(
    network: Transport,
    policy: FetchPolicy,
    *,
    decode: Decoder,
    witness: Witness = unseen,
    program: Path | None = None,
    unsafe_no_sandbox: bool = False,
) -> AsyncIterator[BrowserTransport]:
    """Start a Chromium and close it at the end.

    Args:
        network: what every request goes through; guarded.
        policy: limits and the name to give.
        decode: removes content codings.
        witness: is shown every exchange.
        program: the Chromium to use; the first one installed if null.
        unsafe_no_sandbox: run scripts of strangers without the browser's sandbox. Dangerous: for tests in containers.

    Raises:
        MissingComponent: if Playwright or a Chromium is not installed, or it can't be started.
    """
    try:
        from playwright.async_api import Error, async_playwright  # noqa: PLC0415 - an optional extra
    except ImportError as error:
        raise MissingComponent("Playwright is not installed; install loccit[browser].") from error
    found = str(program) if program is not None else next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        raise MissingComponent(f"No Chromium is installed; looked for {', '.join(PROGRAMS)}.")
    async with async_playwright() as playwright:
        try:
            browser = await playwright.chromium.launch(
                executable_path=found, args=list(_ARGUMENTS), chromium_sandbox=not unsafe_no_sandbox
            )
        except Error as error:
            # Mostly a kernel or container in which the browser's sandbox can't work.
            raise MissingComponent(f"{found} can't be started with its sandbox; run it by hand to see why.") from error
        try:
            yield BrowserTransport(network, policy, browser, decode, witness)
        finally:
            with anyio.move_on_after(5, shield=True):
                await browser.close()


def _leads_away(request: "Request") -> bool:
    """Whether a request is for a page of its own, in this window or another."""
    from playwright.async_api import Error  # noqa: PLC0415 - an optional extra

    try:
        return request.is_navigation_request() and request.frame.parent_frame is None
    except Error:
        return True  # a window that is just being opened


def _headers(response: HttpResponse) -> dict[str, str]:
    return {name: value for name, value in response.headers if name.lower() not in _DROPPED}


def _as_response(main: HttpResponse, rendered: str, *, max_bytes: int) -> HttpResponse | NoResponse:
    body = rendered.encode("utf-8", "replace")
    if len(body) > max_bytes:
        detail = f"The rendered page is larger than {max_bytes} bytes."
        return NoResponse(main.url, "too_large", detail, via="browser", witnessed=True, address=main.address)
    message = Message(200, (("Content-Type", "text/html; charset=utf-8"),), body)
    return HttpResponse(
        url=main.url,
        status=200,
        headers=message.headers,
        body=body,
        via="browser",
        witnessed=True,
        raw_request=main.raw_request,
        raw_response=write_response(message),
        address=main.address,
        unsafe_allow=main.unsafe_allow,
    )
