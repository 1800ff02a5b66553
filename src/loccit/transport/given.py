"""The same protocol over what somebody hands over: single files for single addresses, folders for sites, archives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import anyio.to_thread

from loccit.errors import BadInput
from loccit.ids import Digest, digest
from loccit.policy import FetchPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.records.retrieve import Outcome
from loccit.records.site import Mount
from loccit.transport.filenames import named_as
from loccit.transport.message import Message, write_request, write_response
from loccit.transport.mirror import MirrorTransport
from loccit.transport.replay import ReplayTransport
from loccit.urls import parse


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file, or bytes with the name of one, that stands for an address."""

    name: str
    content: Path | bytes

    def read(self) -> bytes:
        """Return its bytes.

        Raises:
            BadInput: if the file can't be read.
        """
        if isinstance(self.content, bytes):
            return self.content
        try:
            return self.content.read_bytes()
        except OSError as error:
            raise BadInput(str(self.content), f"expected a file that can be read ({error.strerror})") from error


class GivenPages:
    """Answers for what was given, and for nothing else: nobody is contacted.

    Args:
        files: by address, or by the name an answer gives a source that has no address.
        mounts: folders that stand for sites.
        archives: WARC files.
        max_bytes: a larger file is refused.

    Raises:
        BadInput: for a folder or archive that can't be used.
    """

    def __init__(
        self,
        files: Mapping[str, GivenFile],
        *,
        mounts: Sequence[Mount] = (),
        archives: Sequence[Path] = (),
        max_bytes: int = FetchPolicy().max_wire_bytes,
    ) -> None:
        self._files = {address_of(name): file for name, file in files.items()}
        self._mirror = MirrorTransport(mounts, max_bytes=max_bytes)
        self._replay = ReplayTransport(archives, max_bytes=max_bytes)
        self._max_bytes = max_bytes

    def covers(self, name: str) -> bool:
        """Tell whether something was given for an address or the name of a source."""
        address = address_of(name)
        return address in self._files or self._mirror.covers(address) or self._replay.covers(address)

    def mark(self, name: str) -> Digest | None:
        """Return the digest of the file that stands for an address, null where a folder or an archive does."""
        file = self._files.get(address_of(name))
        return None if file is None else digest(file.read())

    async def send(self, request: HttpRequest) -> HttpResponse | NoResponse:
        """Answer from what was given; ``not_mounted`` for everything else."""
        address = address_of(request.url)
        file = self._files.get(address)
        if file is not None:
            return await anyio.to_thread.run_sync(self._answer, request, address, file)
        if not self._mirror.covers(address) and self._replay.covers(address):
            return await self._replay.send(request)
        return await self._mirror.send(request)

    def _answer(self, request: HttpRequest, address: str, file: GivenFile) -> HttpResponse | NoResponse:
        body = file.read()
        url = parse(address)
        if url is None or len(body) > self._max_bytes:
            return _none(address, "too_large", f"{file.name} is larger than {self._max_bytes} bytes.")
        message = Message(200, named_as(file.name).headers(), body)
        return HttpResponse(
            url=address,
            status=message.status,
            headers=message.headers,
            body=message.body,
            via="mirror",
            witnessed=False,
            raw_request=write_request(url, method=request.method),
            raw_response=write_response(message),
        )


def address_of(name: str) -> str:
    """Return the address under which a source is asked for: a URL without fragment, or a ``given:`` one for a name."""
    url = parse(name)
    return f"given:{quote(name, safe='')}" if url is None else url.without_fragment


def _none(url: str, outcome: Outcome, detail: str) -> NoResponse:
    return NoResponse(url=url, outcome=outcome, detail=detail, via="mirror", witnessed=False)
