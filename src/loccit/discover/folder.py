"""Which files of a folder stand for pages, and under which URLs."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from loccit import urls
from loccit.errors import BadInput

PAGE_SUFFIXES = frozenset({"html", "htm", "xhtml", "txt", "text", "md", "pdf"})
_NO_PAGES = frozenset({"robots.txt"})
_LANGUAGE_OR_CHARSET = re.compile(
    r"[a-z]{2}(?:[-_][a-z0-9]{2,8})*|(?:utf|euc|iso|koi8|cp|windows|big5|gb|shift|ucs|ks|tis)[-_a-z0-9]*"
)
_SEGMENT_SAFE = "!$&'()*+,;=:@~"
"""Characters that stand for themselves in a path segment (RFC 3986, pchar), besides the unreserved ones."""


def page_urls(folder: Path, base_url: str) -> Iterator[tuple[Path, str]]:
    """Yield the files below a folder that can be read as pages, with their URLs, in an order that never changes.

    Left out: hidden names, build directories (a leading underscore: ``_static``, ``_sources``), ``robots.txt``, file
    types that are no pages, and whatever a symbolic link leads to outside the folder or a second time. A page may
    carry suffixes for language and charset as Apache names them (``index.html.ko.euc-kr``) and ``.gz``.

    Args:
        folder: an existing directory.
        base_url: absolute http or https URL that the folder stands for; file names are appended to it as path segments.

    Raises:
        BadInput: naming the folder or the base URL.
    """
    base = checked_base_url(base_url)
    if not folder.is_dir():
        raise BadInput(str(folder), "expected a folder with pages")
    root = folder.resolve()
    for path in _files(root, root):
        if _is_page(path.name):
            segments = (quote(os.fsencode(part), safe=_SEGMENT_SAFE) for part in path.relative_to(root).parts)
            yield path, base + "/".join(segments)


def checked_base_url(base_url: str) -> str:
    """Return a base URL serialised and ending in a slash.

    Raises:
        BadInput: if it is no absolute http or https URL, or has credentials, a query or a fragment.
    """
    url = urls.parse(base_url)
    if url is None or not url.is_web or url.has_credentials or url.target != url.path or "#" in url.href:
        raise BadInput(
            "base URL", f"expected an absolute http or https URL without query and fragment, got {base_url!r}"
        )
    return url.href if url.href.endswith("/") else f"{url.href}/"


def _files(directory: Path, root: Path) -> Iterator[Path]:
    with os.scandir(directory) as scanned:
        entries = sorted(scanned, key=lambda entry: os.fsencode(entry.name))
    for entry in entries:
        path = Path(entry.path)
        if entry.name.startswith(".") or (entry.is_symlink() and not _stays_inside(path, root)):
            continue
        if entry.is_dir():
            # A linked directory is reached by its own name too; following the link could go round for ever.
            if not entry.is_symlink() and not entry.name.startswith("_"):
                yield from _files(path, root)
        elif entry.is_file():
            yield path


def _stays_inside(path: Path, root: Path) -> bool:
    try:
        return path.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def _is_page(name: str) -> bool:
    if name in _NO_PAGES:
        return False
    parts = name.lower().removesuffix(".gz").split(".")[1:]
    kind = next((position for position, part in enumerate(parts) if part in PAGE_SUFFIXES), None)
    return kind is not None and all(_LANGUAGE_OR_CHARSET.fullmatch(part) for part in parts[kind + 1 :])
