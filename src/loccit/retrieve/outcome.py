"""Is this response the page that was asked for? One outcome code and one plain sentence.

Status first, then what the bytes are, then structure. Words in the text are no ground: ordinary pages speak of
captchas, logins and errors. Each structural rule therefore also wants a page with hardly any text of its own.
"""

import re
from dataclasses import dataclass

from loccit.protocols import HttpResponse
from loccit.records.retrieve import MediaType, Outcome
from loccit.retrieve.markup import Markup, Tag
from loccit.retrieve.sniff import HTML_TYPES
from loccit.urls import Url

INTERSTITIAL_LENGTH = 1_000
"""A page with more code points of text than this is no mere challenge, login form or error page."""

SHELL_LENGTH = 40
"""A page with a place for scripts to fill and less text than this shows nothing until they run."""

MOUNT_IDS = frozenset({"root", "app", "__next", "__nuxt", "___gatsby", "app-root", "react-root", "svelte"})
"""Where the frameworks' starter templates put what their scripts draw."""

MAX_REPLACED = 10
"""One character in this many undecodable: the declared encoding is wrong."""

_READABLE = frozenset({"application/pdf", "application/json", *HTML_TYPES})
_NOT_PROSE = frozenset({"text/css", "text/javascript", "text/xml", "text/calendar", "text/vcard"})
_CHALLENGE_SCRIPTS = (
    "_cf_chl_opt",
    "window.gokuProps",
    "window._pxAppId",
    "captcha-delivery.com",
)
_CHALLENGE_SOURCES = (
    "captcha-delivery.com/",
    ".awswaf.com/",
    "/_Incapsula_Resource",
    "/.within.website/x/cmd/anubis/",
    "/cdn-cgi/challenge-platform/h/",
)
_CHALLENGE_IDS = frozenset({"challenge-form", "px-captcha", "cf-challenge-running", "sec-if-cpt-container"})
_CONSENT_LABELS = frozenset({"consent", "guce"})
_NOT_FOUND_TITLE = re.compile(
    r"(?:error\s*)?404(?:\s*[-:–—|]?\s*(?:error|page)?\s*(?:not found)?)?|(?:page|file)?\s*not found"
    r"|找不到(?:頁面|网页|網頁|页面)|(?:頁面|页面|網頁|网页)不存在|halaman tidak ditemukan",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a response amounts to."""

    outcome: Outcome
    detail: str


def judge_status(response: HttpResponse, body: bytes) -> Verdict | None:
    """Judge what status and headers say; null if they promise a page."""
    if (response.header("cf-mitigated") or "").lower() == "challenge":
        return Verdict("challenge_page", "The server answered with a challenge for browsers.")
    status = response.status
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
    declared = f", declared as {media_type.declared}" if media_type.conflict else ""
    return Verdict("unsupported_type", f"The body is {kind}{declared}; pages are HTML, PDF or text.")


def judge_text(text: str) -> Verdict | None:
    """Judge decoded text of any type."""
    if not text.strip():
        return Verdict("empty_body", "The body holds nothing but white space.")
    if text.count("\N{REPLACEMENT CHARACTER}") * MAX_REPLACED > len(text):
        return Verdict("undecodable", "The body can't be decoded with the encoding it declares.")
    return None


def judge_markup(markup: Markup, *, requested: Url, final: Url) -> Verdict | None:
    """Judge an HTML page by its structure; null if it looks like the page."""
    if markup.text_length > INTERSTITIAL_LENGTH:
        return None
    if _is_challenge(markup):
        return Verdict("challenge_page", "The page is a challenge for browsers.")
    moved = requested.without_fragment != final.without_fragment
    return (_judge_wall(markup, final) if moved else None) or _judge_shell(markup)


def _judge_wall(markup: Markup, final: Url) -> Verdict | None:
    if final.hostname.partition(".")[0] in _CONSENT_LABELS and markup.first("form"):
        return Verdict("consent_wall", f"The page led to a consent form at {final.hostname}.")
    if any(_is_password(tag) for tag in markup.tags):
        return Verdict("login_wall", f"The page led to a login form at {final.without_fragment}.")
    return None


def _judge_shell(markup: Markup) -> Verdict | None:
    if _NOT_FOUND_TITLE.fullmatch(re.split(r"\s+[|–—·-]\s+", markup.title)[0].strip()):
        return Verdict("soft_404", f"The server answered {markup.title!r} with a status of success.")
    mounted = any(tag.attributes.get("id") in MOUNT_IDS for tag in markup.tags)
    if markup.text_length < (SHELL_LENGTH if mounted else 1) and markup.first("script"):
        return Verdict("needs_script", "The page shows nothing until its scripts run.")
    if markup.text_length == 0:
        return Verdict("empty_body", "The page holds no text.")
    return None


def _is_challenge(markup: Markup) -> bool:
    if any(mark in script for script in markup.scripts for mark in _CHALLENGE_SCRIPTS):
        return True
    for tag in markup.tags:
        source = tag.attributes.get("src", "")
        if tag.name in {"script", "iframe"} and any(mark in source for mark in _CHALLENGE_SOURCES):
            return True
        if tag.attributes.get("id") in _CHALLENGE_IDS:
            return True
    return False


def _is_password(tag: Tag) -> bool:
    return tag.name == "input" and tag.attributes.get("type", "").lower() == "password"
