"""Reading the sitemaps of a site: from files, and through the one door to pages, on record like any page."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from anyio.to_thread import run_sync

from loccit import urls
from loccit.discover.sitemap import MAX_BYTES, Entry, Sitemap, read_sitemap, sitemaps_in_robots_txt
from loccit.errors import BadInput
from loccit.ids import WorkKey
from loccit.pipeline.batch import request_in
from loccit.pipeline.intake import Unreadable
from loccit.pipeline.parts import Parts
from loccit.pipeline.reading import Reader
from loccit.retrieve.coding import decode_content

_GZIP = b"\x1f\x8b"
_ROBOTS_TXT = "/robots.txt"


@dataclass(slots=True)
class SitemapReader:
    """Reads a sitemap and those it lists.

    Attributes:
        reader: reads those that have a web address.
        batch: what its requests belong to; one that goes on does not send them again.
        host: the only one that may be listed; null: the one of the sitemap's own address or, for a file, of the first
            address in it.
        problems: what is wrong, one sentence each, with the sitemap's address.
        failed: sitemaps that could not be read at all.
        whole: whether all of it was read.
    """

    parts: Parts
    reader: Reader
    batch: WorkKey
    host: str | None = None
    problems: list[str] = field(default_factory=list)
    failed: list[tuple[str, Unreadable]] = field(default_factory=list)
    whole: bool = True
    _read: set[str] = field(default_factory=set)

    async def pages(self, address: str) -> AsyncIterator[tuple[Entry, ...]]:
        """Yield the pages that a sitemap lists, sitemap by sitemap.

        Args:
            address: of a sitemap, or of a robots.txt, whose ``Sitemap`` lines are followed; a web address or a path.

        Raises:
            BadInput: if it is the path of a file that can't be read.
        """
        data = await self._data(address)
        if data is None:
            return
        if address.endswith(_ROBOTS_TXT) or address == _ROBOTS_TXT[1:]:
            named = sitemaps_in_robots_txt(data.decode("utf-8", "replace"))
            if not named:
                self._note(address, "It names no sitemap.")
            for one in named:
                # The file speaks for its host, so a sitemap that it names may lie elsewhere (sitemaps.org).
                async for entries in self._listed(_absolute(one, address)):
                    yield entries
            return
        async for entries in self._entries(address, data):
            yield entries

    async def _listed(self, address: str, *, nested: bool = False) -> AsyncIterator[tuple[Entry, ...]]:
        if address in self._read:
            return
        if len(self._read) == self.parts.policy.index.max_sitemaps:
            self._note(address, f"No more than {len(self._read)} sitemaps are read.")
            return
        self._read.add(address)
        data = await self._data(address) if urls.parse(address) else None
        if data is None:
            if urls.parse(address) is None:
                self._note(address, "It is no address of a sitemap.")
            return
        async for entries in self._entries(address, data, nested=nested):
            yield entries

    async def _entries(self, address: str, data: bytes, *, nested: bool = False) -> AsyncIterator[tuple[Entry, ...]]:
        sitemap = await run_sync(self._sitemap, data)
        self.problems += [f"{address}: {sentence}" for sentence in sitemap.problems]
        self.whole = self.whole and sitemap.whole
        if sitemap.kind == "pages":
            yield sitemap.entries
        elif nested:
            self._note(address, "It is listed as a sitemap and lists sitemaps itself; those are not read.")
        else:
            for entry in sitemap.entries:
                async for entries in self._listed(entry.url, nested=True):
                    yield entries

    def _sitemap(self, data: bytes) -> Sitemap:
        if data.startswith(_GZIP):
            decoded = decode_content("gzip", data, max_bytes=MAX_BYTES)
            if decoded.outcome != "ok":
                too_large = f"Unpacked, it is larger than {MAX_BYTES} bytes."
                why = too_large if decoded.outcome == "too_large" else decoded.detail
                return Sitemap("pages", (), (why,), whole=False)
            data = decoded.body
        sitemap = read_sitemap(data, host=self.host)
        if self.host is None and sitemap.entries:
            self.host = host_of(sitemap.entries[0].url)
        return sitemap

    async def _data(self, address: str) -> bytes | None:
        if not is_web(address):
            return await run_sync(_bytes_of, Path(address))
        authority = await request_in(self.batch, address, purpose="direct", parts=self.parts)
        retrieval = await self.reader.retrieve(address, authority)
        # Sitemaps that are packed have a type that is none of a page.
        if retrieval.body is None or retrieval.outcome not in ("ok", "unsupported_type"):
            self.failed.append((address, Unreadable(retrieval.outcome, f"The sitemap: {retrieval.detail}")))
            self.whole = False
            return None
        self.host = self.host or host_of(retrieval.final_url or address)
        return await run_sync(self.parts.store.blob, retrieval.body.digest)

    def _note(self, address: str, sentence: str) -> None:
        self.problems.append(f"{address}: {sentence}")
        self.whole = False


def is_web(address: str) -> bool:
    """Tell whether a sitemap is named by a web address, and not by a path."""
    return address.lower().startswith(("http://", "https://"))


def host_of(address: str) -> str | None:
    """Return the host, with a port that is not the scheme's own, or null."""
    url = urls.parse(address)
    return None if url is None or not url.host else url.host


def _absolute(address: str, base: str) -> str:
    return urls.serialise(address, base=base) or address if is_web(base) else address


def _bytes_of(file: Path) -> bytes:
    """Return a file that is no larger than a sitemap may be.

    Raises:
        BadInput: if it can't be read.
    """
    try:
        if file.stat().st_size > MAX_BYTES:
            raise BadInput("--sitemap", f"expected a file of at most {MAX_BYTES} bytes, got {file}")
        return file.read_bytes()
    except OSError as error:
        raise BadInput(
            "--sitemap", f"expected the file or address of a sitemap, got {file} ({error.strerror})"
        ) from error
