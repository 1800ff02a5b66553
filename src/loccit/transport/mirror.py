"""A folder of files stands for a site.

Below a mount's base URL the path names a file in its folder, as on a static web server: percent-decoding per
segment, a directory is answered by its ``index.html`` (without the closing slash by a redirect to it), a missing
file by a real 404. Queries are ignored. Nothing outside the folder is ever read, whatever dots, encodings or
symbolic links say.

A page may have a file ``<name>.response.json`` beside it, or instead of it, that says how it is answered::

    {"status": 503, "headers": {"Retry-After": "120"}}

``status`` defaults to 200; ``headers`` replace those derived from the file name. Such files are not pages.
"""

import json
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes

import anyio.to_thread

from loccit.errors import BadInput
from loccit.policy import FetchPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.records.retrieve import Outcome
from loccit.records.site import Mount
from loccit.transport.filenames import named_as
from loccit.transport.message import Headers, Message, write_request, write_response
from loccit.urls import Url, parse

INDEX_NAMES = ("index.html", "index.htm", "index.xhtml")
SIDECAR_SUFFIX = ".response.json"


@dataclass(frozen=True, slots=True)
class _Site:
    base: Url
    folder: Path

    def covers(self, url: Url) -> bool:
        path = self.base.path.rstrip("/")
        return url.origin == self.base.origin and (url.path == path or url.path.startswith(path + "/"))


class MirrorTransport:
    """Answers requests below the base URLs of its mounts from their folders.

    Where bases overlap, the longest wins. Scheme, host and port must be those of the base.

    Raises:
        BadInput: at construction, for a base that is no http(s) URL or a folder that is not there.
    """

    def __init__(self, mounts: Sequence[Mount], *, max_bytes: int = FetchPolicy().max_wire_bytes) -> None:
        sites = [_Site(_base(mount), _folder(mount)) for mount in mounts]
        self._sites = sorted(sites, key=lambda site: len(site.base.path), reverse=True)
        self._max_bytes = max_bytes

    def covers(self, url: str) -> bool:
        """Whether a mount answers for this URL."""
        parsed = parse(url)
        return parsed is not None and self._site(parsed) is not None

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Answer from the folder; ``not_mounted`` if no mount covers the URL.

        Raises:
            BadInput: if the page's ``.response.json`` can't be read; it names the file.
        """
        url = parse(request.url)
        if url is None:
            return _none(request.url, "invalid_url", "The URL can't be parsed.")
        site = self._site(url)
        if site is None:
            return _none(request.url, "not_mounted", f"No mounted folder stands for {url.without_fragment}.")
        message = await anyio.to_thread.run_sync(_answer, site, url, request.method, self._max_bytes)
        if message is None:
            return _none(request.url, "too_large", f"The file is larger than {self._max_bytes} bytes.")
        return HttpResponse(
            url=url.without_fragment,
            status=message.status,
            headers=message.headers,
            body=message.body,
            via="mirror",
            witnessed=False,
            raw_request=write_request(url, method=request.method, headers=_public_headers(request)),
            raw_response=write_response(message),
        )

    def _site(self, url: Url) -> _Site | None:
        return next((site for site in self._sites if site.covers(url)), None)


def _answer(site: _Site, url: Url, method: str, max_bytes: int) -> Message | None:
    if method not in {"GET", "HEAD"}:
        return _plain(405, headers=(("Allow", "GET, HEAD"),))
    segments = _segments(url.path[len(site.base.path.rstrip("/")) :])
    path = None if segments is None else _inside(site.folder, site.folder.joinpath(*segments))
    if path is not None and _mode(path, stat.S_ISDIR):
        if not url.path.endswith("/"):
            target = url.target.removeprefix(url.path)
            return _plain(301, headers=(("Location", f"{url.origin}{url.path}/{target}"),))
        found = (_inside(site.folder, path / name) for name in INDEX_NAMES)
        path = next((index for index in found if index is not None and _answers(index)), None)
    elif url.path.endswith("/"):
        path = None
    if path is None or path.name.endswith(SIDECAR_SUFFIX) or not _answers(path):
        return _plain(404)
    return _page(path, method, max_bytes)


def _page(path: Path, method: str, max_bytes: int) -> Message | None:
    status, headers = _sidecar(path)
    if _mode(path, stat.S_ISREG):
        if path.stat().st_size > max_bytes:
            return None
        body = path.read_bytes()
    else:
        body = b""
    sent = named_as(path.name).headers() if headers is None else headers
    if method == "HEAD":
        return Message(status, (*sent, ("Content-Length", str(len(body)))), b"")
    return Message(status, sent, body)


def _sidecar(path: Path) -> tuple[int, Headers | None]:
    sidecar = path.with_name(path.name + SIDECAR_SUFFIX)
    if not _mode(sidecar, stat.S_ISREG):
        return 200, None
    expected = 'expected a JSON object like {"status": 503, "headers": {"Retry-After": "120"}}'
    try:
        said = json.loads(sidecar.read_bytes())
    except ValueError as error:
        raise BadInput(str(sidecar), f"{expected}, but it is no JSON ({error})") from error
    if not isinstance(said, dict) or said.keys() - {"status", "headers"}:
        raise BadInput(str(sidecar), expected)
    status, headers = said.get("status", 200), said.get("headers")
    if type(status) is not int or not 200 <= status <= 599:
        raise BadInput(str(sidecar), "status: expected a whole number from 200 to 599")
    if headers is None:
        return status, None
    if not isinstance(headers, dict) or not all(isinstance(value, str) for value in headers.values()):
        raise BadInput(str(sidecar), "headers: expected an object of strings")
    return status, tuple((name, value.encode().decode("latin-1")) for name, value in headers.items())


def _segments(path: str) -> list[str] | None:
    segments: list[str] = []
    for raw in path.split("/"):
        segment = unquote_to_bytes(raw).decode("utf-8", "surrogateescape")
        if segment in {".", ".."} or "/" in segment or "\0" in segment:
            return None
        if segment:
            segments.append(segment)
    return segments


def _inside(folder: Path, path: Path) -> Path | None:
    """Return the path with symbolic links followed if it stays inside the folder, else null."""
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError):
        return None
    # A sidecar may stand instead of the page, so the last component need not exist.
    return resolved if resolved.is_relative_to(folder) else None


def _answers(path: Path) -> bool:
    """Whether a page or the file that says how it is answered is there; never a device or a pipe."""
    if _mode(path, stat.S_ISREG):
        return True
    sidecar = path.with_name(path.name + SIDECAR_SUFFIX)
    return not _mode(path, bool) and _mode(sidecar, stat.S_ISREG) and not sidecar.is_symlink()


def _mode(path: Path, wanted: Callable[[int], bool]) -> bool:
    try:
        return wanted(path.stat().st_mode)
    except OSError:
        return False


def _plain(status: int, *, headers: Headers = ()) -> Message:
    return Message(status, (*headers, ("Content-Type", "text/plain")), f"{status}\n".encode())


def _public_headers(request: HttpRequest) -> list[tuple[str, str]]:
    hidden = {name.lower() for name in request.secrets}
    return [(name, "[redacted]" if name.lower() in hidden else value) for name, value in request.headers]


def _none(url: str, outcome: Outcome, detail: str) -> NoResponse:
    return NoResponse(url=url, outcome=outcome, detail=detail, via="mirror", witnessed=False)


def _base(mount: Mount) -> Url:
    url = parse(mount.base_url)
    if url is None or not url.is_web or not url.hostname or url.has_credentials or "?" in url.target:
        raise BadInput("base_url", f"expected an http or https URL without query, got {mount.base_url!r}")
    return url


def _folder(mount: Mount) -> Path:
    folder = Path(mount.folder)
    if not folder.is_dir():
        raise BadInput("folder", f"expected a folder, got {mount.folder!r}")
    return folder.resolve()
