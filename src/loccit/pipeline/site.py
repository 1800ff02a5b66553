"""Making a folder of pages searchable, and mounting it as the site it mirrors."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import anyio
from anyio.to_thread import run_sync

from loccit.discover.folder import page_urls
from loccit.extract.document import ExtractionFailed, Source
from loccit.ids import digest
from loccit.pipeline.parts import Parts
from loccit.pipeline.results import IndexReport
from loccit.pipeline.steps import Steps
from loccit.protocols import IndexPage
from loccit.records import Failure, Mount, ReadDocument
from loccit.retrieve.coding import decode_content
from loccit.retrieve.outcome import judge_type
from loccit.retrieve.sniff import decode, sniff_charset, sniff_media_type
from loccit.transport.filenames import named_as

BATCH = 32
"""Pages that become searchable together; after a crash the work goes on at the last batch."""


@dataclass(frozen=True, slots=True)
class _Unreadable:
    """Why a file gave no page."""

    code: str
    sentence: str


class FolderIndexer:
    """Reads a folder, page by page, into the index."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._steps = Steps(parts.store)

    async def index(self, folder: Path, base_url: str) -> IndexReport:
        """Mount the folder and index its pages; pages that are indexed and unchanged are passed over.

        Raises:
            BadInput: naming the folder or the base URL.
        """
        pages = await run_sync(list, page_urls(folder, base_url))
        mount = await self._mount(folder, base_url)
        indexed = unchanged = 0
        failures: list[Failure] = []
        for first in range(0, len(pages), BATCH):
            batch = pages[first : first + BATCH]
            outcomes = await self._read(batch)
            ready = [one for one in outcomes if isinstance(one, IndexPage)]
            failed = [
                self._failure(url, why)
                for (_, url), why in zip(batch, outcomes, strict=True)
                if isinstance(why, _Unreadable)
            ]
            await run_sync(self._parts.index.add, ready)
            await self._steps.keep(*failed)
            indexed += len(ready)
            unchanged += len(batch) - len(ready) - len(failed)
            failures += failed
            done = indexed + unchanged + len(failures)
            self._parts.report("index", batch[-1][1], done=done, total=len(pages))
        return IndexReport(mount, len(pages), indexed, unchanged, tuple(failures))

    async def _mount(self, folder: Path, base_url: str) -> Mount:
        resolved = str(folder.resolve())
        latest = next(
            (one for one in reversed(list(self._parts.store.records(Mount))) if one.base_url == base_url), None
        )
        if latest is not None and latest.folder == resolved:
            return latest
        mount = Mount(
            origin=self._parts.origin("index"),
            base_url=base_url,
            folder=resolved,
            mounted_at=self._parts.clock.now(),
        )
        await self._steps.keep(mount)
        return mount

    async def _read(self, batch: Iterable[tuple[Path, str]]) -> list[IndexPage | _Unreadable | None]:
        """Return for each file its page, why there is none, or null where the index has it unchanged."""
        outcomes: dict[int, IndexPage | _Unreadable | None] = {}

        async def one(place: int, path: Path, url: str) -> None:
            outcomes[place] = await self._page(path, url)

        async with anyio.create_task_group() as group:
            for place, (path, url) in enumerate(batch):
                group.start_soon(one, place, path, url)
        return [outcomes[place] for place in range(len(outcomes))]

    async def _page(self, path: Path, url: str) -> IndexPage | _Unreadable | None:
        try:
            stored = await run_sync(path.read_bytes)
        except OSError as error:
            return _Unreadable("unreadable_file", f"The file can't be read: {error.strerror}.")
        mark = digest(stored)
        if await run_sync(self._parts.index.digest_of, url) == mark:
            return None
        named = named_as(path.name)
        decoded = decode_content(named.coding, stored, max_bytes=self._parts.policy.fetch.max_decoded_bytes)
        if decoded.outcome != "ok":
            return _Unreadable(decoded.outcome, decoded.detail)
        body = decoded.body
        media_type = sniff_media_type(named.content_type, body)
        if bad := judge_type(media_type):
            return _Unreadable(bad.outcome, bad.detail)
        is_text = media_type.sniffed != "application/pdf"
        charset = sniff_charset(named.content_type, media_type.sniffed, body).name if is_text else None
        content = body if charset is None else decode(body, charset)
        source = Source(digest=digest(body), media_type=media_type.sniffed, content=content, charset=charset, url=url)
        extracted = await self._parts.extractor(source, self._parts.origin("index"))
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


def _headings(document: ReadDocument) -> Iterator[str]:
    for block in document.layout.blocks:
        if block.kind in ("heading", "term"):
            yield document.text[block.start : block.end]


def _body(document: ReadDocument) -> str:
    blocks = [block for block in document.layout.blocks if block.body] or document.layout.blocks
    return "\n".join(document.text[block.start : block.end] for block in blocks)
