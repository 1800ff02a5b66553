"""What the bytes are: media type and character encoding, whatever the headers claim.

Media types follow the MIME Sniffing Standard's signatures, with two turns of our own: a declared text type keeps its
name as long as the bytes are text, and ``%PDF-`` counts within the first 1024 bytes (ISO 32000, Annex H).
Encodings follow the HTML and Encoding Standards: byte order mark, header, declaration in the document wherever it
stands, then the structure of the bytes (valid UTF-8 or not).
"""

import re
from codecs import getincrementaldecoder
from itertools import islice

import turbohtml
import webencodings  # type: ignore[import-untyped]
from turbohtml.detect import detect as _registers_whatwg_codecs  # noqa: F401 - importing it adds the codecs

from loccit.records.retrieve import Charset, MediaType
from loccit.retrieve.markup import MAX_PARSED_BYTES, MAX_TOKENS

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
HEADER_LENGTH = 1024
"""Bytes of a resource's start that are looked at for its type."""

CHECKED_AT_ONCE = 1024 * 1024

_HTML_START = re.compile(
    rb"<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >\t\r\n\f/]|<!--",
    re.IGNORECASE,
)
_SIGNATURES = (
    (b"PK\x03\x04", "application/zip"),
    (b"PK\x05\x06", "application/zip"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (b"OggS\x00", "application/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\x1a\x45\xdf\xa3", "video/webm"),
    (b"%!PS-Adobe-", "application/postscript"),
    (b"{\\rtf", "application/rtf"),
    (b"\x00asm", "application/wasm"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
)
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))
_XHTML_ROOT = re.compile(rb"<(?:!DOCTYPE\s+)?html[\s>]", re.IGNORECASE)
_BINARY = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_XML_DECLARATION = re.compile(rb"<\?xml\s[^>]*?encoding\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)')")
_HTTP_CHARSET = re.compile(r";\s*charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;]*))", re.IGNORECASE)
_META_CHARSET = re.compile(r"charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"']+))", re.IGNORECASE)


def sniff_media_type(declared: str | None, body: bytes) -> MediaType:
    """Say what a body is.

    Args:
        declared: the Content-Type header's value, parameters and all; null if it was not sent.
        body: bytes without content coding.

    Returns:
        The types without parameters; ``conflict`` is set where the bytes contradict the declaration.
    """
    essence = (declared or "").partition(";")[0].strip().lower() or None
    found = _from_bytes(body)
    if essence is None or essence == found:
        return MediaType(declared=essence, sniffed=found)
    if found == "application/xhtml+xml" and essence.endswith("xml"):
        return MediaType(declared=essence, sniffed=found)
    if _agrees(essence, found):
        return MediaType(declared=essence, sniffed=essence)
    return MediaType(declared=essence, sniffed=found, conflict=True)


def sniff_charset(content_type: str | None, media_type: str, body: bytes) -> Charset:
    """Say which encoding to decode a text body with.

    Args:
        content_type: the Content-Type header's value.
        media_type: the sniffed type; decides whether declarations inside the document count.
        body: bytes without content coding.

    Returns:
        The WHATWG name of the encoding, where it was learnt, and the declarations that lost.
    """
    mark = next((name for bom, name in _BOMS if body.startswith(bom)), None)
    header = _first_group(_HTTP_CHARSET.search(content_type or ""))
    claims = [("header", header), *_declared_inside(media_type, body)]
    known = [(source, label, name) for source, label in claims if label and (name := _name(label, source))]
    if mark is not None:
        return Charset(name=mark, source="bom", conflicts=_conflicts(mark, known))
    if known:
        source, _, name = known[0]
        return Charset.model_validate({"name": name, "source": source, "conflicts": _conflicts(name, known)})
    if _is_utf8(body):
        return Charset(name="utf-8", source="utf8_check")
    return Charset(name="windows-1252", source="default")


def decode(body: bytes, charset: str) -> str:
    """Decode a text body as a browser does.

    The byte order mark is dropped, undecodable bytes become U+FFFD, CR LF and CR become LF.

    Args:
        body: bytes without content coding.
        charset: a WHATWG encoding name, as `sniff_charset` gives it.
    """
    text = body.decode("utf-8", "replace") if charset == "utf-8" else body.decode(f"whatwg-{charset}", "replace")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _from_bytes(body: bytes) -> str:
    head = body[:HEADER_LENGTH]
    for bom, encoding in _BOMS:
        if head.startswith(bom):
            start = head[len(bom) :]
            return _text_type(start if encoding == "utf-8" else start.replace(b"\0", b""))
    text_type = _text_type(head)
    if text_type in HTML_TYPES:
        return text_type
    if b"%PDF-" in head:
        return "application/pdf"
    return _signature(head) or ("application/octet-stream" if _BINARY.search(head) else text_type)


def _signature(head: bytes) -> str | None:
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp":
        return "video/mp4"
    return next((name for signature, name in _SIGNATURES if head.startswith(signature)), None)


def _text_type(head: bytes) -> str:
    start = head.lstrip(b"\t\n\x0c\r ")
    if start.startswith(b"<?xml"):
        return "application/xhtml+xml" if _XHTML_ROOT.search(start) else "application/xml"
    return "text/html" if _HTML_START.match(start) else "text/plain"


def _agrees(essence: str, found: str) -> bool:
    if found in {"text/plain", "text/html", "application/xhtml+xml", "application/xml"}:
        textual = essence.startswith("text/") or essence.endswith(("json", "xml", "javascript"))
        return textual and not (found == "text/html" and essence.endswith("json"))
    if found == "application/zip":
        return essence.startswith(("application/vnd.", "application/epub", "application/x-zip", "application/java"))
    if found == "application/octet-stream":
        # A type without a signature of ours; only a type that promises text is contradicted by binary bytes.
        return not essence.startswith("text/") and essence not in HTML_TYPES | {"application/pdf", "application/json"}
    same_family = essence.partition("/")[0] == found.partition("/")[0]
    return same_family and essence.partition("/")[0] in {"image", "audio", "video", "font"}


def _declared_inside(media_type: str, body: bytes) -> tuple[tuple[str, str | None], ...]:
    if media_type not in HTML_TYPES and not media_type.endswith("xml"):
        return ()
    xml = _XML_DECLARATION.match(body[:HEADER_LENGTH].lstrip())
    label = (xml.group(1) or xml.group(2)).decode("latin-1") if xml else None
    if media_type not in HTML_TYPES:
        return (("xml", label),)
    meta = ("meta", _meta_charset(body))
    return (meta, ("xml", label)) if media_type == "text/html" else (("xml", label), meta)


def _meta_charset(body: bytes) -> str | None:
    """Return the label of the first meta tag that declares one, however far from the beginning within the bounds.

    Comments, scripts, styles and the like are no tags; that is the tokenizer's business.
    """
    text = body[:MAX_PARSED_BYTES].decode("latin-1")
    for token in islice(turbohtml.tokenize(text), MAX_TOKENS):
        if token.tag != "meta" or token.type is not turbohtml.TokenType.START_TAG:
            continue
        attributes = dict(token.attrs or ())
        if attributes.get("charset"):
            return attributes["charset"]
        if (attributes.get("http-equiv") or "").lower() == "content-type":
            label = _first_group(_META_CHARSET.search(attributes.get("content") or ""))
            if label:
                return label
    return None


def _name(label: str, source: str) -> str | None:
    encoding = webencodings.lookup(label)
    if encoding is None:
        return None
    # A declaration that could be read in ASCII is not in UTF-16 (HTML Standard, prescan).
    if source != "header" and encoding.name.startswith("utf-16"):
        return "utf-8"
    return "windows-1252" if encoding.name == "x-user-defined" and source != "header" else encoding.name


def _conflicts(winner: str, known: list[tuple[str, str, str]]) -> tuple[str, ...]:
    return tuple(f"{source}:{label.strip().lower()}" for source, label, name in known if name != winner)


def _first_group(match: re.Match[str] | None) -> str | None:
    return next((group for group in match.groups() if group), None) if match else None


def _is_utf8(body: bytes) -> bool:
    decoder = getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(body), CHECKED_AT_ONCE):
            decoder.decode(body[start : start + CHECKED_AT_ONCE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
