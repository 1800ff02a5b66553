"""The body of a reply, content coding undone within bounds."""

import zlib

from loccit.protocols import HttpResponse

ACCEPTED_CODINGS = "gzip"
"""What the requests of engines accept: one coding, and one that the standard library undoes."""
MAX_BYTES = 20 * 1024 * 1024


def body_of(response: HttpResponse, *, max_bytes: int = MAX_BYTES) -> bytes | None:
    """Return the body as the service wrote it; null if its coding is not known, damaged or too large undone.

    Args:
        max_bytes: bytes the body may have when its coding is undone.
    """
    coding = (response.header("Content-Encoding") or "identity").strip().lower()
    if coding in {"", "identity"}:
        return response.body
    if coding not in {"gzip", "x-gzip"}:
        return None
    inflate = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        body = inflate.decompress(response.body, max_bytes)
    except zlib.error:
        return None
    return body if inflate.eof else None


def charset_of(response: HttpResponse) -> str | None:
    """Return the charset parameter of the reply's content type, null if there is none."""
    for parameter in (response.header("Content-Type") or "").split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'") or None
    return None
