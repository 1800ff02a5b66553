"""What ``--sources`` hands over: pages in place of addresses, so that nobody has to be contacted.

* ``URL=FILE`` (or ``NAME=FILE`` for a source without an address): the file stands for that source.
* ``URL=FOLDER``: the folder stands for the site below that address.
* a folder: its subfolders that are named like hosts (``docs.python.org``) stand for those sites; files in a folder
  without such stand for the sources whose address ends like their path.
* a WARC file: its responses stand for their addresses.
* a JSON file: an object from address to text or file, or a list of objects with ``url`` (or ``id``) and ``text`` or
  ``file``.
* another file: it stands for the source whose address ends in its name, or for the only source there is.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loccit.apps.cli.pages import origin
from loccit.clock import SystemClock
from loccit.errors import BadInput
from loccit.records import Mount
from loccit.transport.given import GivenFile, GivenPages
from loccit.urls import parse

_OPTION = "--sources"
_HOST = re.compile(r"(?:[\w-]+\.)+[\w-]{2,}(?::\d+)?|localhost(?::\d+)?")
_WARC = (".warc", ".warc.gz", ".warc.zst")
_JSON = (".json", ".jsonl")


@dataclass(slots=True)
class _Found:
    """What the option has named so far."""

    files: dict[str, GivenFile] = field(default_factory=dict)
    mounts: list[Mount] = field(default_factory=list)
    archives: list[Path] = field(default_factory=list)
    loose: list[Path] = field(default_factory=list)


def given_pages(specs: Sequence[str], sources: Iterable[str]) -> GivenPages | None:
    """Return what stands for sources, null where nothing was given.

    Args:
        specs: the option's values.
        sources: addresses and names of the sources that the answers cite.

    Raises:
        BadInput: naming the value that can't be used.
    """
    if not specs:
        return None
    found = _Found()
    for spec in specs:
        _take(spec, found)
    wanted = list(dict.fromkeys(sources))
    for name, path in _loose(found.loose, wanted):
        found.files.setdefault(name, GivenFile(path.name, path))
    return GivenPages(found.files, mounts=found.mounts, archives=found.archives)


def _take(spec: str, found: _Found) -> None:
    path = Path(spec)
    if path.exists():
        _take_path(path, found)
        return
    for match in reversed(list(re.finditer("=", spec))):
        name, path = spec[: match.start()].strip(), Path(spec[match.end() :])
        if name and path.is_dir():
            found.mounts.append(_mount(name, path))
            return
        if name and path.is_file():
            found.files[name] = GivenFile(path.name, path)
            return
    raise BadInput(_OPTION, f"expected a file, a folder, or URL=FILE with a file that is there, got {spec!r}")


def _take_path(path: Path, found: _Found) -> None:
    if path.is_dir():
        hosts = [one for one in sorted(path.iterdir()) if one.is_dir() and _HOST.fullmatch(one.name)]
        for host in hosts:
            found.mounts += [_mount(f"{scheme}://{host.name}/", host) for scheme in ("https", "http")]
        if not hosts:
            found.loose += sorted(one for one in path.rglob("*") if one.is_file())
    elif path.name.endswith(_WARC):
        found.archives.append(path)
    elif path.name.endswith(_JSON):
        found.files |= dict(_from_json(path))
    else:
        found.loose.append(path)


def _mount(base_url: str, folder: Path) -> Mount:
    return Mount(
        origin=origin("check"), base_url=base_url, folder=str(folder.resolve()), mounted_at=SystemClock().now()
    )


def _from_json(path: Path) -> Iterator[tuple[str, GivenFile]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        value = [json.loads(line) for line in text.splitlines() if line.strip()] if path.suffix == ".jsonl" else None
        value = json.loads(text) if value is None else value
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"{_OPTION} {path}", f"expected JSON ({error})") from error
    rows = [{"url": name, "text": content} for name, content in value.items()] if isinstance(value, Mapping) else value
    if not isinstance(rows, list):
        raise BadInput(f"{_OPTION} {path}", "expected an object or a list of objects")
    for number, row in enumerate(rows):
        yield _row(row, path, number)


def _row(row: object, path: Path, number: int) -> tuple[str, GivenFile]:
    if isinstance(row, Mapping):
        name = row.get("url") or row.get("id") or row.get("source")
        text, file = row.get("text") or row.get("content"), row.get("file") or row.get("path")
        if isinstance(name, str) and isinstance(file, str) and (path.parent / file).is_file():
            return name, GivenFile(Path(file).name, path.parent / file)
        if isinstance(name, str) and isinstance(text, str) and file is None:
            return name, _text_or_file(text, path.parent)
    expected = "expected url (or id) with text, or with the name of a file that is there"
    raise BadInput(f"{_OPTION} {path}, source {number + 1}", expected)


def _text_or_file(text: str, folder: Path) -> GivenFile:
    """Return a text as a file; a short one that names a file beside the JSON is that file."""
    if len(text) < 256 and "\n" not in text and (folder / text).is_file():
        return GivenFile(Path(text).name, folder / text)
    is_html = re.match(r"\s*<(?:!doctype|html|head|body|[a-z]+[\s>])", text, re.IGNORECASE)
    return GivenFile("given.html" if is_html else "given.txt", text.encode())


def _loose(paths: Sequence[Path], sources: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Yield the sources that files stand for: the longest common end of path and address decides."""
    if len(paths) == 1 and len(sources) == 1:
        yield sources[0], paths[0]
        return
    for name in sources:
        best = max(paths, key=lambda path: _common_end(path, name), default=None)
        if best is not None and _common_end(best, name):
            yield name, best


def _common_end(path: Path, name: str) -> int:
    """Return how many last segments of a path and an address are the same; a suffix of the file is left aside."""
    url = parse(name)
    wanted = [one for one in (name if url is None else url.path).split("/") if one]
    if not wanted or wanted[-1] not in {path.name, path.stem}:
        return 0
    count = 1
    for ours, theirs in zip(reversed(path.parts[:-1]), reversed(wanted[:-1]), strict=False):
        if ours != theirs:
            break
        count += 1
    return count
