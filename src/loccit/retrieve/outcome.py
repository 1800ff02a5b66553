"""Is this response the page that was asked for? One outcome code and one plain sentence.

Status first, then what the bytes are, then whether they are text; what an HTML page shows is judged in `walls`.
"""

from loccit.protocols import HttpResponse
from loccit.records.retrieve import MediaType
from loccit.retrieve.sniff import HTML_TYPES
from loccit.retrieve.verdict import Verdict

MAX_REPLACED = 10
"""One character in this many undecodable: the declared encoding is wrong."""

_READABLE = frozenset(
    {"application/pdf", "application/json", "application/jsonl", "application/x-ndjson", "application/xml", *HTML_TYPES}
)
_READABLE_SUFFIXES = ("+json", "+xml")
_NOT_PROSE = frozenset({"text/css", "text/javascript", "text/calendar", "text/vcard"})


def judge_status(response: HttpResponse, body: bytes) -> Verdict | None:
    """Judge what status and headers say; null if they promise a page."""
    if any((response.header(name) or "").lower() == "challenge" for name in ("cf-mitigated", "x-vercel-mitigated")):
        return Verdict("challenge_page", "The server answered with a challenge for browsers.")
    status = response.status
    if status == 402:
        return Verdict("paywall", "The server wants to be paid first (402).")
    if status == 206:
        return Verdict("truncated", "The server answered with a part of the page only (206).")
    if status in {204, 205} or (status < 300 and not body):
        return Verdict("empty_body", f"The server answered {status} without a body.")
    if not 200 <= status < 300:
        return Verdict("http_error", f"The server answered {status}.")
    return None


def judge_type(media_type: MediaType) -> Verdict | None:
    """Judge whether a body of this type can be read."""
    kind = media_type.sniffed
    if kind in _READABLE or (kind.startswith("text/") and kind not in _NOT_PROSE):
        return None
    if kind.endswith(_READABLE_SUFFIXES) and not kind.startswith("image/"):
        return None
    declared = f", declared as {media_type.declared}" if media_type.conflict else ""
    return Verdict("unsupported_type", f"The body is {kind}{declared}; pages are HTML, PDF or text.")


def judge_text(text: str) -> Verdict | None:
    """Judge decoded text of any type."""
    if not text.strip():
        return Verdict("empty_body", "The body holds nothing but white space.")
    if text.count("\N{REPLACEMENT CHARACTER}") * MAX_REPLACED > len(text):
        return Verdict("undecodable", "The body can't be decoded with the encoding it declares.")
    return None
