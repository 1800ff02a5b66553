"""Making a folder of pages searchable, and mounting it as the site it mirrors."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from anyio.to_thread import run_sync

from loccit.discover.folder import checked_base_url, page_urls
from loccit.extract.document import Source
from loccit.ids import Digest, digest
from loccit.pipeline.intake import AT_ONCE, MADE_BY, Intake, Place, Taken, Unreadable, batches, extracted_page, mark_of
from loccit.pipeline.mounts import current_mounts, mount_of
from loccit.pipeline.parts import Parts
from loccit.pipeline.results import IndexReport
from loccit.pipeline.side_by_side import side_by_side
from loccit.pipeline.steps import Steps
from loccit.policy import FetchPolicy
from loccit.records import Mount
from loccit.retrieve.coding import decode_content
from loccit.retrieve.outcome import judge_type
from loccit.retrieve.sniff import decode, sniff_charset, sniff_media_type
from loccit.transport.filenames import named_as


class _Page(NamedTuple):
    """A file, the page it stands for, and the base URL of its folder."""

    path: Path
    url: str
    base: str


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it lies in the folder."""

    name: str
    stored: bytes
    digest: Digest


class FolderIndexer:
    """Reads a folder, page by page, into the index."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._steps = Steps(parts.store)

    async def index(self, folder: Path, base_url: str) -> IndexReport:
        """Mount the folder and index its pages; unchanged pages are passed over, pages whose files are gone removed.

        Pages below an address that another folder is mounted for are left to it; pages of other sources below this
        one's are taken out, for from now on this folder answers for them.

        Raises:
            BadInput: naming the folder or the base URL.
        """
        found = await run_sync(list, page_urls(folder, base_url))
        mount = await self._mount(folder, base_url)
        mounts = await run_sync(current_mounts, self._parts.store)
        pages = [_Page(path, url, mount.base_url) for path, url in found if _answers(mount, url, mounts)]
        intake = Intake(self._parts, mount.base_url, total=len(pages))
        for batch in batches(pages):
            outcomes = await side_by_side(batch, self._page, at_once=AT_ONCE)
            await intake.keep([(page.url, outcome) for page, outcome in zip(batch, outcomes, strict=True)])
        await run_sync(self._take_over, mount, mounts)
        return IndexReport(
            source=mount.base_url,
            pages_seen=len(pages),
            pages_indexed=intake.indexed,
            pages_unchanged=intake.unchanged,
            pages_removed=await intake.drop_gone(),
            failures=tuple(intake.failures),
            mount=mount,
        )

    def _take_over(self, mount: Mount, mounts: tuple[Mount, ...]) -> None:
        others: dict[str, list[str]] = defaultdict(list)
        for url, source in self._parts.index.below(mount.base_url):
            if source != mount.base_url and _answers(mount, url, mounts):
                others[source].append(url)
        for source, urls in others.items():
            self._parts.index.remove(urls, source=source)

    async def _mount(self, folder: Path, base_url: str) -> Mount:
        resolved, base = str(folder.resolve()), checked_base_url(base_url)
        latest = {one.base_url: one for one in await run_sync(current_mounts, self._parts.store)}.get(base)
        if latest is not None and latest.folder == resolved:
            return latest
        mount = Mount(
            origin=self._parts.origin("index"),
            base_url=base,
            folder=resolved,
            mounted_at=self._parts.clock.now(),
        )
        await self._steps.keep(mount)
        return mount

    async def _page(self, page: _Page) -> Taken:
        index, fetch = self._parts.index, self._parts.policy.fetch

        def stamp_of() -> str | None:
            return index.stamp_of(page.url, source=page.base)

        def digest_of() -> Digest | None:
            return index.digest_of(page.url, source=page.base)

        stamp = await run_sync(_stamp, page.path)
        if stamp and await run_sync(stamp_of) == stamp:
            return "unchanged"
        file = await run_sync(_read, page.path, fetch)
        if isinstance(file, Unreadable):
            return file
        mark = mark_of(file.digest)
        if await run_sync(digest_of) == mark:
            return "unchanged"
        source = await run_sync(_source, file, page.url, fetch)
        if isinstance(source, Unreadable):
            return source
        return await extracted_page(source, Place(page.url, page.base, stamp), mark=mark, parts=self._parts)


def _answers(mount: Mount, url: str, mounts: tuple[Mount, ...]) -> bool:
    # Another process may have mounted the same folder a moment later; the base URL says enough.
    answering = mount_of(url, mounts)
    return answering is not None and answering.base_url == mount.base_url


def _stamp(path: Path) -> str:
    """Return a mark of a file that changes when it is written, and of everything that reads it; empty if unknown."""
    try:
        found = path.stat()
    except OSError:
        return ""
    return f"{found.st_mtime_ns} {found.st_size} {MADE_BY}"


def _read(path: Path, policy: FetchPolicy) -> _File | Unreadable:
    """Read a file that is no larger than a page from a server may be."""
    try:
        if path.stat().st_size > policy.max_wire_bytes:
            return Unreadable("too_large", f"The file is larger than {policy.max_wire_bytes} bytes.")
        stored = path.read_bytes()
    except OSError as error:
        return Unreadable("unreadable_file", f"The file can't be read: {error.strerror}.")
    return _File(path.name, stored, digest(stored))


def _source(file: _File, url: str, policy: FetchPolicy) -> Source | Unreadable:
    """Decode a file as its name and its bytes say."""
    named = named_as(file.name)
    decoded = decode_content(named.coding, file.stored, max_bytes=policy.max_decoded_bytes)
    if decoded.outcome != "ok":
        return Unreadable(decoded.outcome, decoded.detail)
    body = decoded.body
    media_type = sniff_media_type(named.content_type, body)
    if bad := judge_type(media_type):
        return Unreadable(bad.outcome, bad.detail)
    is_text = media_type.sniffed != "application/pdf"
    charset = sniff_charset(named.content_type, media_type.sniffed, body).name if is_text else None
    content = body if charset is None else decode(body, charset)
    return Source(digest=digest(body), media_type=media_type.sniffed, content=content, charset=charset, url=url)
