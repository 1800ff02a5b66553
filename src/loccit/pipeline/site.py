"""Making a folder of pages searchable, and mounting it as the site it mirrors."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from anyio.to_thread import run_sync

from loccit.discover.folder import checked_base_url, page_urls
from loccit.extract.document import EXTRACTOR, EXTRACTOR_VERSION, ExtractionFailed, Source
from loccit.ids import ContentId, Digest, canonical_json, digest
from loccit.pipeline.mounts import current_mounts
from loccit.pipeline.parts import Parts
from loccit.pipeline.results import IndexReport
from loccit.pipeline.side_by_side import side_by_side
from loccit.pipeline.steps import Steps
from loccit.policy import FetchPolicy
from loccit.protocols import IndexPage
from loccit.records import Failure, Mount, ReadDocument
from loccit.retrieve.coding import decode_content
from loccit.retrieve.outcome import judge_type
from loccit.retrieve.sniff import decode, sniff_charset, sniff_media_type
from loccit.transport.filenames import named_as
from loccit.version import __version__

BATCH = 32
"""Pages that become searchable together; after a crash the work goes on at the last batch."""

FILES_AT_ONCE = 4
"""Files held in memory together."""


@dataclass(frozen=True, slots=True)
class _Unreadable:
    """Why a file gave no page."""

    code: str
    sentence: str


class _Place(NamedTuple):
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

        Raises:
            BadInput: naming the folder or the base URL.
        """
        found = await run_sync(list, page_urls(folder, base_url))
        mount = await self._mount(folder, base_url)
        pages = [_Place(path, url, mount.base_url) for path, url in found]
        indexed = unchanged = 0
        failures: list[Failure] = []
        for first in range(0, len(pages), BATCH):
            batch = pages[first : first + BATCH]
            outcomes = await side_by_side(batch, self._page, at_once=FILES_AT_ONCE)
            ready = [one for one in outcomes if isinstance(one, IndexPage)]
            failed = [
                self._failure(place.url, why)
                for place, why in zip(batch, outcomes, strict=True)
                if isinstance(why, _Unreadable)
            ]
            await run_sync(self._parts.index.add, ready)
            await self._steps.keep(*failed)
            indexed += len(ready)
            unchanged += len(batch) - len(ready) - len(failed)
            failures += failed
            done = indexed + unchanged + len(failures)
            self._parts.report("index", batch[-1].url, done=done, total=len(pages))
        there = {place.url for place in pages} - {failure.subject for failure in failures}
        removed = await run_sync(self._remove_gone, mount.base_url, there)
        return IndexReport(mount, len(pages), indexed, unchanged, tuple(failures), removed)

    def _remove_gone(self, base_url: str, there: set[str]) -> int:
        gone = [url for url in self._parts.index.urls_of(base_url) if url not in there]
        return self._parts.index.remove(gone) if gone else 0

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

    async def _page(self, place: _Place) -> IndexPage | _Unreadable | None:
        """Return a file's page, why there is none, or null where the index has it unchanged."""
        path, url = place.path, place.url
        stamp = await run_sync(_stamp, path)
        if stamp and await run_sync(self._parts.index.stamp_of, url) == stamp:
            return None
        file = await run_sync(_read, path, self._parts.policy.fetch)
        if isinstance(file, _Unreadable):
            return file
        mark = digest(canonical_json([file.digest, EXTRACTOR, EXTRACTOR_VERSION, __version__]))
        if await run_sync(self._parts.index.digest_of, url) == mark:
            return None
        source = await run_sync(_source, file, url, self._parts.policy.fetch)
        if isinstance(source, _Unreadable):
            return source
        extracted = await self._parts.extractor(source, self._parts.origin("index", ContentId(source.digest)))
        if isinstance(extracted, ExtractionFailed):
            return _Unreadable(extracted.code, extracted.sentence)
        document = extracted.document
        return IndexPage(
            url=url,
            title=document.record.title_declared or document.record.title_displayed or "",
            headings="\n".join(dict.fromkeys(_headings(document))),
            body=_body(document),
            language=next(iter(document.record.languages), ""),
            digest=mark,
            source=place.base,
            stamp=stamp,
        )

    def _failure(self, url: str, why: _Unreadable) -> Failure:
        return Failure(
            origin=self._parts.origin("index"),
            stage="discover",
            subject=url,
            code=why.code,
            sentence=why.sentence,
            failed_at=self._parts.clock.now(),
        )


def _stamp(path: Path) -> str:
    """Return a mark of a file that changes when it is written, and of everything that reads it; empty if unknown."""
    try:
        found = path.stat()
    except OSError:
        return ""
    return f"{found.st_mtime_ns} {found.st_size} {EXTRACTOR} {EXTRACTOR_VERSION} {__version__}"


def _read(path: Path, policy: FetchPolicy) -> _File | _Unreadable:
    """Read a file that is no larger than a page from a server may be."""
    try:
        if path.stat().st_size > policy.max_wire_bytes:
            return _Unreadable("too_large", f"The file is larger than {policy.max_wire_bytes} bytes.")
        stored = path.read_bytes()
    except OSError as error:
        return _Unreadable("unreadable_file", f"The file can't be read: {error.strerror}.")
    return _File(path.name, stored, digest(stored))


def _source(file: _File, url: str, policy: FetchPolicy) -> Source | _Unreadable:
    """Decode a file as its name and its bytes say."""
    named = named_as(file.name)
    decoded = decode_content(named.coding, file.stored, max_bytes=policy.max_decoded_bytes)
    if decoded.outcome != "ok":
        return _Unreadable(decoded.outcome, decoded.detail)
    body = decoded.body
    media_type = sniff_media_type(named.content_type, body)
    if bad := judge_type(media_type):
        return _Unreadable(bad.outcome, bad.detail)
    is_text = media_type.sniffed != "application/pdf"
    charset = sniff_charset(named.content_type, media_type.sniffed, body).name if is_text else None
    content = body if charset is None else decode(body, charset)
    return Source(digest=digest(body), media_type=media_type.sniffed, content=content, charset=charset, url=url)


def _headings(document: ReadDocument) -> Iterator[str]:
    for block in document.layout.blocks:
        if block.kind in ("heading", "term"):
            yield document.text[block.start : block.end]


def _body(document: ReadDocument) -> str:
    blocks = [block for block in document.layout.blocks if block.body] or document.layout.blocks
    return "\n".join(document.text[block.start : block.end] for block in blocks)
