"""What a web server concludes from a file name: content type, language, charset, content coding.

The rule is that of Apache's mod_mime: every dot-separated suffix is looked up, in any order; a suffix that is not
known ends the search from the right (so ``page.html.bak`` has no type); a charset is sent only if the name says one.
"""

import re
from dataclasses import dataclass

TYPES = {
    "html": "text/html",
    "htm": "text/html",
    "xhtml": "application/xhtml+xml",
    "xht": "application/xhtml+xml",
    "txt": "text/plain",
    "text": "text/plain",
    "asc": "text/plain",
    "log": "text/plain",
    "md": "text/markdown",
    "rst": "text/x-rst",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "css": "text/css",
    "js": "text/javascript",
    "mjs": "text/javascript",
    "json": "application/json",
    "jsonld": "application/ld+json",
    "xml": "application/xml",
    "xsl": "application/xml",
    "rss": "application/rss+xml",
    "atom": "application/atom+xml",
    "rdf": "application/rdf+xml",
    "pdf": "application/pdf",
    "ps": "application/postscript",
    "rtf": "application/rtf",
    "epub": "application/epub+zip",
    "zip": "application/zip",
    "tar": "application/x-tar",
    "tgz": "application/x-gzip",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "svg": "image/svg+xml",
    "webp": "image/webp",
    "avif": "image/avif",
    "ico": "image/vnd.microsoft.icon",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "mp4": "video/mp4",
    "webm": "video/webm",
    "wasm": "application/wasm",
    "woff": "font/woff",
    "woff2": "font/woff2",
    "ttf": "font/ttf",
}

CHARSETS = {
    "utf8": "utf-8",
    "utf-8": "utf-8",
    "iso8859-1": "iso-8859-1",
    "latin1": "iso-8859-1",
    "iso8859-2": "iso-8859-2",
    "latin2": "iso-8859-2",
    "iso8859-5": "iso-8859-5",
    "iso8859-9": "iso-8859-9",
    "latin5": "iso-8859-9",
    "iso8859-15": "iso-8859-15",
    "latin9": "iso-8859-15",
    "iso-2022-jp": "iso-2022-jp",
    "jis": "iso-2022-jp",
    "euc-jp": "euc-jp",
    "shift_jis": "shift_jis",
    "sjis": "shift_jis",
    "euc-kr": "euc-kr",
    "big5": "big5",
    "gb2312": "gb2312",
    "gb": "gb2312",
    "gbk": "gbk",
    "gb18030": "gb18030",
    "cp-1251": "windows-1251",
    "win-1251": "windows-1251",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "utf-16": "utf-16",
}

CODINGS = {"gz": "gzip", "br": "br", "zst": "zstd"}

LANGUAGES = frozenset(
    re.findall(
        r"\w+",
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee
        el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is
        it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms
        mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk
        sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi
        yo za zh zu
        """,
    )
)
"""ISO 639-1."""

_REGION = re.compile(r"[a-z]{2}|[a-z]{4}|[0-9]{3}")


@dataclass(frozen=True, slots=True)
class NamedAs:
    """What a file name says; null where it says nothing."""

    content_type: str | None = None
    language: str | None = None
    coding: str | None = None

    def headers(self) -> tuple[tuple[str, str], ...]:
        """Return the headers a server would send."""
        pairs = (
            ("Content-Type", self.content_type),
            ("Content-Language", self.language),
            ("Content-Encoding", self.coding),
        )
        return tuple((name, value) for name, value in pairs if value)


def named_as(filename: str) -> NamedAs:
    """Read the suffixes of a file name (the last path segment)."""
    kind = charset = language = coding = None
    for suffix in reversed(filename.lower().split(".")[1:]):
        # A two-letter suffix may be a language or a type (`.js`); the type wins, as nobody writes pages in .js.
        if suffix in TYPES:
            kind = kind or TYPES[suffix]
        elif suffix in CHARSETS:
            charset = charset or CHARSETS[suffix]
        elif suffix in CODINGS:
            coding = coding or CODINGS[suffix]
        elif _is_language(suffix):
            language = language or suffix.replace("_", "-")
        else:
            break
    with_charset = f"{kind}; charset={charset}" if kind and charset else kind
    return NamedAs(with_charset, language, coding)


def _is_language(suffix: str) -> bool:
    primary, _, region = suffix.replace("_", "-").partition("-")
    return primary in LANGUAGES and (not region or _REGION.fullmatch(region) is not None)
