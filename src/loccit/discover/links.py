"""What relative links of a page are relative to."""

from turbohtml import Document

from loccit import urls


def base_of(document: Document, url: str) -> str:
    """Return the base URL of a page: its first ``base`` with an address, else where it was read (HTML, 2.4.1)."""
    element = document.select_one("base[href]")
    stated = urls.serialise(element.attr("href") or "", base=url) if element is not None else None
    return stated if stated is not None and stated.startswith(("https://", "http://")) else url
